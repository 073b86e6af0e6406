# Sourced by build_root and build_gpio_root: where systems are kept, and how one is worked in.
# shellcheck shell=bash

CACHE="${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/rabbit-table"

say() { printf 'trixie root: %s\n' "$*" >&2; }
cannot() { say "$*"; exit 3; }

check_machine() {
    [ "$(id -u)" -eq 0 ] || cannot "building it needs root"
    command -v apt-get >/dev/null || cannot "this is no Debian"
    unshare --mount --pid --fork -- true 2>/dev/null || cannot "no mount namespaces here"
}

lock() { # name: one builder at a time, until this script ends
    mkdir -p "$CACHE"
    exec 9>"$CACHE/lock-$1"
    flock 9
}

with_mounts() { # root, command ...: nothing that is mounted is seen outside
    # shellcheck disable=SC2016
    unshare --mount --pid --fork --kill-child -- bash -c '
        set -e; root="$1"; shift
        mount -t proc proc "$root/proc"; mount --rbind /dev "$root/dev"
        exec chroot "$root" "$@"' bash "$@"
}
