#!/usr/bin/env bash
# Follows docs/learn/javascript.md in an empty folder: every file is written, every command run, and what it prints compared.
set -eu
cd "$(dirname "$0")/../../.."
export PLOY_SOURCE=$PWD PLOY_BUILD=${PLOY_BUILD:-$PWD/build/release}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/farm"
ln -s "$PLOY_BUILD/ploy" "$work/bin/ploy"
PATH=$work/bin:$PATH node scripts/follow_tutorial.mjs docs/learn/javascript.md "$work/farm" node
