# Sourced by deploy/run, deploy/test and deploy/install: installs what is missing, idempotent, as
# root or as a user with sudo.  prepare run|test  ->  $ROOT, $VENV, and all parts in place.
# shellcheck shell=bash

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
VENV="${RABBIT_TABLE_VENV:-$ROOT/.venv}"

# Debian's 64-bit-time packages carry the old names with t64 behind them; apt knows both.
RUN_PARTS="python3-venv libzbar0 libegl1 libgl1 libgl1-mesa-dri libglib2.0-0 libfribidi0 libmtdev1
    fonts-wqy-microhei fonts-symbola"
TEST_PARTS="chromium git mosquitto openssl shellcheck systemd"

say() { printf 'rabbit-table: %s\n' "$*" >&2; }

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"
    elif command -v sudo >/dev/null 2>&1; then sudo "$@"
    else
        say "this needs root or sudo: $*"
        return 1
    fi
}

is_installed() {
    # Asking for two names fails when one is unknown, which pipefail must not take for an answer.
    [[ "$(dpkg-query -W -f '${Status}\n' "$1" "${1}t64" 2>/dev/null || true)" == *"install ok installed"* ]]
}

install_parts() {
    local part missing=()
    for part in "$@"; do
        is_installed "$part" || missing+=("$part")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    if ! command -v apt-get >/dev/null 2>&1; then
        say "no apt-get here; please install: ${missing[*]}"
        return 0
    fi
    say "installing ${missing[*]}"
    as_root apt-get update -qq
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# The Debian archive that this machine itself installs from.
debian_archive() {
    # shellcheck disable=SC2016
    apt-get indextargets --format '$(REPO_URI) $(ORIGIN) $(LABEL)' 'Created-By: Packages' 2>/dev/null |
        sed -n 's|/* Debian Debian$||p' | head -n 1
}

find_python() {
    local candidate
    for candidate in python3 python3.13 python3.12 python3.11; do
        if command -v "$candidate" >/dev/null 2>&1 &&
            "$candidate" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null; then
            command -v "$candidate"
            return 0
        fi
    done
    say "Python 3.11, 3.12 or 3.13 is needed, and none was found."
    return 1
}

make_venv() {
    local python extra="$1" options=() stamp wanted
    # The catalogues are compiled while installing, so a changed text is installed anew.
    wanted="$(cat "$ROOT/pyproject.toml" "$ROOT/deploy/constraints.txt" "$ROOT"/pi_app/locale/*/LC_MESSAGES/*.po |
        sha256sum | cut -d' ' -f1) $extra $ROOT"
    stamp="$VENV/.installed$extra"
    [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && return 0
    if [ ! -x "$VENV/bin/python" ]; then
        python="$(find_python)"
        # On a Pi, picamera2 and lgpio come from the system: libcamera fits only the system's Python.
        [ -d /usr/lib/python3/dist-packages/picamera2 ] && options=(--system-site-packages) && python=/usr/bin/python3
        say "making the Python environment"
        "$python" -m venv "${options[@]}" "$VENV"
    fi
    say "installing the Python packages"
    "$VENV/bin/python" -m pip install --quiet --disable-pip-version-check \
        -c "$ROOT/deploy/constraints.txt" -e "$ROOT$extra"
    # Without it the screens use Kivy's fonts, and say nothing of it.
    "$VENV/bin/python" -m pi_app.screens.fonts || true
    printf '%s' "$wanted" >"$stamp"
}

prepare() {
    case "$1" in
    run)
        # shellcheck disable=SC2086
        install_parts $RUN_PARTS
        make_venv ""
        ;;
    test)
        # shellcheck disable=SC2086
        install_parts $RUN_PARTS $TEST_PARTS
        make_venv "[test]"
        ;;
    esac
}
