#!/usr/bin/env bash
# The village plays a day by itself under a virtual screen, is clicked, saved, loaded and reloaded; its recording is read by
# the program. bindings/test.sh love. PICTURES: a folder that keeps the pictures.
set -eu
. bindings/languages.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LUA_CPATH="$PLOY_BUILD/bindings/lua/5.1/?.so"
timeout 120 xvfb-run -a -s "-screen 0 1400x800x24" \
    love bindings/love/village --record "$work/village.rec" --test "$work"
for name in village-day village-dusk; do
    [ "$(stat -c %s "$work/$name.png")" -gt 40000 ] || { echo "$name.png is empty" >&2; exit 1; }
done
"$PLOY_BUILD/ploy" ask "$work/village.rec" --problems
"$PLOY_BUILD/ploy" ask "$work/village.rec" --agent Ann --tick 400 --brief
debug_game Ann bindings/love/village/village.xml "$work/debugged.rec" \
    xvfb-run -a -s "-screen 0 1400x800x24" love bindings/love/village --record "$work/debugged.rec" --attach
[ -z "${PICTURES:-}" ] || cp "$work"/*.png "$PICTURES"
