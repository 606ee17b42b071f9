#!/usr/bin/env bash
# bindings/js/test.sh: builds the package, checks its types and tests it in node and Chromium.
set -eu
cd "$(dirname "$0")/../.."
. bindings/languages.sh
fetch_browser_packages
bash bindings/js/build.sh
tests/inspector/node_modules/.bin/tsc --noEmit --strict --target es2022 --module nodenext --moduleResolution nodenext --lib es2022,dom bindings/js/test/types.ts
node --expose-gc --test bindings/js/test/*.test.mjs
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp build/js/ploy.mjs "$work"
first_agent js js "$work/first.mjs"
[ "$(node "$work/first.mjs" | tr '\n' ' ')" = "5 s: eats 18 s: eats " ] || { echo "the first agent does not eat at 5 s and 18 s" >&2; exit 1; }
bash bindings/js/test/follow_page.sh
