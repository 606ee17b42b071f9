#!/usr/bin/env bash
# Follows docs/learn/lua.md in each interpreter, in an empty folder: every file is written, every command run, and what it
# prints compared.
set -eu
. bindings/languages.sh
. bindings/lua/interpreters.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PLOY_SOURCE=$PWD
for name in $interpreters; do
    mkdir -p "$work/$name/bin" "$work/$name/farm"
    ln -s "$(command -v "$name")" "$work/$name/bin/lua"
    ln -s "$PLOY_BUILD/ploy" "$work/$name/bin/ploy"
    module="$(module_of "$name")/?.so"
    PATH=$work/$name/bin:$PATH LUA_CPATH=$module LUA_CPATH_5_4=$module \
        node scripts/follow_tutorial.mjs docs/learn/lua.md "$work/$name/farm" "$name"
done

# The first agent of the README has at most 20 lines, and eats.
first_agent lua lua "$work/first.lua"
for name in $interpreters; do
    [ "$(run_lua "$name" "$work/first.lua" | tr '\n' ' ')" = "5 s: eats 18 s: eats " ] || { echo "$name: the first agent does not eat" >&2; exit 1; }
done

# The settler does what it does in C.
sed -n 's|^//   ||p' examples/10_colony.c >"$work/colony"
for name in $interpreters; do
    run_lua "$name" bindings/lua/colony.lua | diff - "$work/colony" || { echo "$name: the settler does something else" >&2; exit 1; }
done
