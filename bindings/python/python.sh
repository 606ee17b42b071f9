# Sourced by the scripts of this folder: Debian's Python, which has cffi.
python() {
    local found=python3
    [ ! -x /usr/bin/python3 ] || found=/usr/bin/python3
    PLOY_LIBRARY="$PLOY_BUILD/src" PYTHONPATH=bindings/python PYTHONDONTWRITEBYTECODE=1 PYGAME_HIDE_SUPPORT_PROMPT=1 SDL_VIDEODRIVER=dummy "$found" "$@"
}
