#!/usr/bin/env bash
# Ploy's minds, and the same behavior tree in mistreevous for comparison, where node is installed.
#   bench/mind.sh [--json]     one JSON object per program, one per line
# Debian: apt-get install nodejs npm
set -eu
cd "$(dirname "$0")/.."
ploy=${PLOY:-build/release/ploy}
peers=build/peers
mkdir -p "$peers"
[ -x "$ploy" ] || ./run build >&2
"$ploy" bench mind "$@" | if [ "${1:-}" = --json ]; then tr -d '\n'; echo; else cat; fi

if command -v node >/dev/null && command -v npm >/dev/null; then
    cp bench/peers/package.json bench/peers/package-lock.json bench/peers/.npmrc bench/peers/*.js "$peers/"
    [ -d "$peers/node_modules/mistreevous" ] || (cd "$peers" && npm ci --no-audit --no-fund --silent >&2) ||
        echo "bench/mind.sh: npm ci failed; mistreevous is skipped" >&2
    [ ! -d "$peers/node_modules/mistreevous" ] || (cd "$peers" && node mistreevous.js "$@")
else
    echo "bench/mind.sh: node or npm is not installed; mistreevous is skipped" >&2
fi
