#!/usr/bin/env bash
# The editor: its texts without a page, its server, and the page in a real browser.
set -euo pipefail
cd "$(dirname "$0")/.."
ploy=${PLOY:-build/release/ploy}
PLOY=$(realpath "$ploy")
export PLOY
here=tests/inspector # its packages are the editor's, too

for tool in node npm "${CHROMIUM:-chromium}"; do
    command -v "$tool" >/dev/null || { echo "$tool is missing: ./test installs it" >&2; exit 1; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for folder in $here editor tests/editor; do
    if [ $folder/package-lock.json -nt $folder/node_modules/.package-lock.json ]; then
        (cd $folder && flock package-lock.json npm ci --no-progress --loglevel=error && touch node_modules/.package-lock.json) >/dev/null
    fi
done
$here/node_modules/.bin/tsc -p editor
! grep -q 'http' editor/package-lock.json tests/editor/package-lock.json || { echo "a lock file names hosts" >&2; exit 1; }

node tests/editor/text.mjs
node tests/editor/names.mjs
if ! "$PLOY" edit --out "$work/workshop.html" >/dev/null; then
    echo "the program was built without the editor's page"
    exit 1
fi
node tests/editor/server.mjs "$work"
node tests/editor/editing.mjs "$work"
node tests/editor/graphs.mjs "$work"
node tests/editor/trial.mjs "$work"
node tests/editor/look.mjs "$work"
node tests/editor/hour.mjs "$work"
