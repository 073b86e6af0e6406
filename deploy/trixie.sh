# Sourced by deploy/check-trixie and deploy/check-service: a Debian trixie in a folder, with our source in
# it, that knows how to reach the network as this machine does.  make_trixie FOLDER PART,PART,...
# shellcheck shell=bash disable=SC2153

make_trixie() {
    local root="$1" mirror conf
    install_parts mmdebstrap
    mirror="${RABBIT_TABLE_MIRROR:-$(debian_archive)}"
    if [ ! -x "$root/usr/bin/apt-get" ]; then
        say "making a Debian trixie"
        mmdebstrap --quiet --mode=root --variant=apt --aptopt='Acquire::Check-Valid-Until "false"' \
            --include="passwd,python3-venv,ca-certificates,libzbar0t64,libgl1,libegl1,libgl1-mesa-dri,libfribidi0,$2" \
            trixie "$root" "deb $mirror trixie main"
        chroot "$root" useradd --create-home pi
    fi
    cp -L /etc/resolv.conf "$root/etc/"
    cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
    for conf in /etc/pip.conf "$HOME/.config/pip/pip.conf"; do
        [ ! -f "$conf" ] || install -D -m 644 "$conf" "$root$conf"
    done
    rm -rf "$root/src" "$root/var/lib/rabbit-table" "$root/opt/rabbit-table"
    mkdir "$root/src"
    (cd "$ROOT" && tar -c --exclude __pycache__ --exclude '.[!.]*' pi_app hardware calibration deploy pyproject.toml README.md LICENSE) |
        tar -x -C "$root/src"
}
