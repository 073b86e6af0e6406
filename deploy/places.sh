# Sourced by deploy/install and deploy/uninstall: what lies where, and the lines in the owner's autostart.
# Every path stands below $DEST, which is empty on a real computer and a folder when staging.
# shellcheck shell=bash disable=SC2034

DEST=""
OPT=/opt/rabbit-table
STATE=/var/lib/rabbit-table
CACHE=/var/cache/rabbit-table
COMMAND=/usr/local/bin/rabbit-table
UNIT=/etc/systemd/system/rabbit-table.service
START_LINK=/etc/systemd/system/multi-user.target.wants/rabbit-table.service
# Files of ours in folders of the system.
SINGLE_FILES=(
    /etc/systemd/system.conf.d/60-rabbit-table.conf
    /etc/systemd/journald.conf.d/60-rabbit-table.conf
    /etc/polkit-1/rules.d/60-rabbit-table.rules
    /etc/udev/rules.d/60-rabbit-table.rules
)

BEGIN_MARK="# >>> rabbit-table"
END_MARK="# <<< rabbit-table"
ASLEEP_MARK="#rabbit-table-off# "

home_of() {
    local home
    home="$(getent passwd "$1" | cut -d: -f6 || true)"
    printf '%s' "${home:-/home/$1}"
}
autostart_of() { printf '%s/.config/labwc/autostart' "$1"; }
rc_of() { printf '%s/.config/labwc/rc.xml' "$1"; }

# The key that hides the pointer; a file of the owner's own is left as it is.
write_rc() {
    [ -e "$1" ] || install -D -m 644 "$DEST$OPT/labwc-rc.xml" "$1"
}

clean_rc() {
    if cmp -s "$1" "$DEST$OPT/labwc-rc.xml"; then rm "$1"; fi
}

# Take our lines out of an autostart file, and wake what we had put to sleep.
clean_autostart() {
    local file="$1"
    [ -f "$file" ] || return 0
    sed -i -e "/^$BEGIN_MARK/,/^$END_MARK/d" -e "s/^$ASLEEP_MARK//" "$file"
}

# The kiosk's line goes in once; lines that blank the display are put to sleep.
write_autostart() {
    local file="$1"
    mkdir -p "$(dirname "$file")"
    touch "$file"
    clean_autostart "$file"
    sed -i -e "/^[^#]*swayidle/s/^/$ASLEEP_MARK/" "$file"
    if [ -s "$file" ] && [ -n "$(tail -c 1 "$file")" ]; then echo >>"$file"; fi
    printf '%s\n%s\n%s\n' "$BEGIN_MARK" "$OPT/bin/kiosk &" "$END_MARK" >>"$file"
}

# The owner goes out of those groups that deploy/install had put him into.
leave_groups() {
    local group
    if [ -n "$DEST" ] || [ ! -f "$OPT/groups-added" ]; then return 0; fi
    while read -r group; do gpasswd -d "$1" "$group" >/dev/null || true; done <"$OPT/groups-added"
    rm "$OPT/groups-added"
}

# systemd runs here and is ours to talk to: neither staging nor inside a plain chroot.
systemd_runs() { [ -z "$DEST" ] && [ -d /run/systemd/system ]; }
