#!/usr/bin/env bash
# Takes the pictures of the README and the docs again, into docs/pictures. The tutorial's is taken by
# scripts/follow_tutorial.sh --update.
set -euo pipefail
cd "$(dirname "$0")/.."
PLOY=$(realpath "${PLOY:-build/release/ploy}")
export PLOY
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ -d tests/inspector/node_modules ] || (cd tests/inspector && npm ci --no-progress --loglevel=error)
mkdir -p docs/pictures
node tests/inspector/screenshots.mjs "$work" docs/pictures
