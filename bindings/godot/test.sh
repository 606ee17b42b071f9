#!/usr/bin/env bash
# Guards and a thief, played headless by Godot's server, and its recording read by the program. bindings/test.sh godot.
# PICTURES: a folder that keeps the picture.
set -eu
. bindings/languages.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r bindings/godot/game "$work/game"
cp "$PLOY_BUILD/bindings/godot/libploy_godot.so" "$work/game/addons/ploy/"
cp examples/data/farmer.xml "$work/game"
first_agent godot gdscript "$work/game/first_agent.gd"
export HOME="$work" # Godot writes its settings there
status=0
timeout 120 godot3-server --path "$work/game" --script test.gd --record="$work/guards.rec" >"$work/out" 2>"$work/err" || status=$?
cat "$work/out"
grep -E '^FAILED|SCRIPT ERROR|Parse Error' "$work/out" "$work/err" && status=1
grep -q '^guards: ' "$work/out" || { cat "$work/err" >&2; status=1; }
[ "$status" -eq 0 ] || exit 1
"$PLOY_BUILD/ploy" ask "$work/guards.rec" --agent Mia --tick 300 --brief
debug_game Gus bindings/godot/game/guards.xml "$work/debugged.rec" \
    godot3-server --path "$work/game" --record="$work/debugged.rec" --attach
# The same with a window: what is drawn is drawn by code that can be wrong.
timeout 120 xvfb-run -a -s "-screen 0 1280x800x24" godot3 --path "$work/game" --audio-driver Dummy --video-driver GLES2 \
    --script test.gd --picture="$work/guards.png" >"$work/out" 2>&1 || { cat "$work/out" >&2; exit 1; }
! grep -E '^FAILED|SCRIPT ERROR|Parse Error' "$work/out"
[ "$(stat -c %s "$work/guards.png")" -gt 15000 ] || { echo "guards.png is empty" >&2; exit 1; }
[ -z "${PICTURES:-}" ] || cp "$work/guards.png" "$PICTURES"
