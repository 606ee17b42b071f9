#!/usr/bin/env bash
# bindings/browser/test.sh: builds the page of the smiths and plays it in node and in Chromium.
set -eu
cd "$(dirname "$0")/../.."
here=tests/inspector # its packages: playwright
if [ $here/package-lock.json -nt $here/node_modules/.package-lock.json ]; then
    (cd $here && npm ci --no-progress --loglevel=error && touch node_modules/.package-lock.json) >/dev/null
fi
bash bindings/js/build.sh
mkdir -p build/browser
node bindings/browser/build.mjs build/browser/smiths.html
node --test bindings/browser/test/*.test.mjs
