#!/usr/bin/env bash
# bindings/browser/test.sh: builds the page of the smiths and plays it in node and in Chromium.
set -eu
cd "$(dirname "$0")/../.."
. bindings/languages.sh
fetch_browser_packages
bash bindings/js/build.sh
mkdir -p build/browser
node bindings/browser/build.mjs "$PLOY_BUILD/inspector/page.html" build/browser/smiths.html
node --test bindings/browser/test/*.test.mjs
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
debug_game Ada bindings/browser/smiths.xml "$work/smiths.rec" \
    node bindings/browser/play.mjs --record "$work/smiths.rec" --attach
