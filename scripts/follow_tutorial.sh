#!/usr/bin/env bash
# Follows docs/learn/tutorial.md word for word, three times, each in an empty folder: with CMake's find_package, with
# add_subdirectory, and with pkg-config. Ploy is installed from build/release (or $PLOY_BUILD) into a temporary folder first. The page in
# the inspector that the tutorial ends with is compared with docs/pictures/tutorial.png.
#   scripts/follow_tutorial.sh [--update] [PAGE]     --update: take the picture instead of comparing it
# How a page marks what to do is described in scripts/follow_tutorial.mjs.
set -euo pipefail
cd "$(dirname "$0")/.."
update=
[ "${1:-}" != --update ] || { update=--update; shift; }
page=$(realpath "${1:-docs/learn/tutorial.md}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "${PLOY_BUILD:-build/release}" --prefix "$work/prefix" >/dev/null
PLOY_SOURCE=$PWD
PATH=$work/prefix/bin:$PATH
PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name ploy.pc)")
LD_LIBRARY_PATH=$(dirname "$(find "$work/prefix" -name 'libploy.so' | head -n1)")
export PLOY_SOURCE PATH PKG_CONFIG_PATH LD_LIBRARY_PATH CMAKE_GENERATOR=Ninja
CMAKE_BUILD_PARALLEL_LEVEL=$(nproc)
export CMAKE_BUILD_PARALLEL_LEVEL

for how in find_package add_subdirectory pkg-config; do
    mkdir "$work/$how"
    if [ $how = find_package ]; then
        CMAKE_PREFIX_PATH=$work/prefix node scripts/follow_tutorial.mjs "$page" "$work/$how" $how
    else
        node scripts/follow_tutorial.mjs "$page" "$work/$how" $how
    fi
done

recorded=$(sed -n 's/^<!-- picture: \([^ ]*\) -->$/\1/p' "$page")
[ -n "$recorded" ] || { echo "$page: no <!-- picture: PAGE#ADDRESS --> says what the picture shows" >&2; exit 1; }
if [ tests/inspector/package-lock.json -nt tests/inspector/node_modules/.package-lock.json ]; then
    (cd tests/inspector && npm ci --no-progress --loglevel=error && touch node_modules/.package-lock.json) >/dev/null
fi
node tests/inspector/tutorial.mjs "$work/find_package/$recorded" docs/pictures/tutorial.png $update
