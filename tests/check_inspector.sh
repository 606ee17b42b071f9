#!/usr/bin/env bash
# The inspector's page in a real browser, with real recordings: types, every panel, answers equal to those of `ploy ask`,
# that header, timeline, tabs and answers agree at every decision, how fast it opens and scrubs, and the live server. $LIVE_SECONDS (5) is how long the server is under load.
set -euo pipefail
cd "$(dirname "$0")/.."
ploy=${PLOY:-build/release/ploy}
PLOY=$(realpath "$ploy")
export PLOY
here=tests/inspector

for tool in node npm "${CHROMIUM:-chromium}"; do
    command -v "$tool" >/dev/null || { echo "$tool is missing: ./test installs it" >&2; exit 1; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ $here/package-lock.json -nt $here/node_modules/.package-lock.json ]; then
    (cd $here && npm ci --no-progress --loglevel=error && touch node_modules/.package-lock.json) >/dev/null
fi
$here/node_modules/.bin/tsc -p inspector

if grep -q 'http' inspector/package-lock.json $here/package-lock.json; then
    echo "a lock file names hosts" >&2
    exit 1
fi
node $here/truth.mjs "$(dirname "$PLOY")/inspector/wasm/inspector/wasm/ploy_page.wasm" "$work"
node $here/glance.mjs "$(dirname "$PLOY")/inspector/wasm/inspector/wasm/ploy_page.wasm" "$work"
node $here/page.mjs "$work"
node $here/minds.mjs "$work"
node $here/attach.mjs "$work"
node $here/beside.mjs "$work"
node $here/live.mjs "$work/smithy.rec" "$work" "${LIVE_SECONDS:-5}"
