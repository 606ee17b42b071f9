#!/usr/bin/env bash
# bindings/js/test.sh: builds the package, checks its types and tests it in node and Chromium.
set -eu
cd "$(dirname "$0")/../.."
here=tests/inspector # its packages: tsc and playwright
if [ $here/package-lock.json -nt $here/node_modules/.package-lock.json ]; then
    (cd $here && npm ci --no-progress --loglevel=error && touch node_modules/.package-lock.json) >/dev/null
fi
bash bindings/js/build.sh
$here/node_modules/.bin/tsc --noEmit --strict --target es2022 --module nodenext --moduleResolution nodenext --lib es2022,dom bindings/js/test/types.ts
node --expose-gc --test bindings/js/test/*.test.mjs
bash bindings/js/test/follow_page.sh
