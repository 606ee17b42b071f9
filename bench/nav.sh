#!/usr/bin/env bash
# Compares Ploy's paths with LEMON, Boost, ngraph.path and PathFinding.js in one run: builds the installed peers into
# build/peers, then runs `ploy bench nav`, which alternates between them. It names each peer that is not installed and
# skips it.
#   bench/nav.sh [--json]
# Debian: apt-get install g++ liblemon-dev libboost-graph-dev nodejs npm
set -eu
cd "$(dirname "$0")/.."
ploy=${PLOY:-build/release/ploy}
peers=build/peers
mkdir -p "$peers"
[ -x "$ploy" ] || ./run build >&2

build() { # NAME
    local binary=$peers/$1 source=bench/peers/$1.cpp
    [ "$binary" -nt "$source" ] && [ "$binary" -nt bench/peers/graph_file.h ] && return
    rm -f "$binary"
    ${CXX:-g++} -O3 -DNDEBUG -std=c++17 -w -o "$binary" "$source" 2>"$peers/$1.log" ||
        echo "bench/nav.sh: $1 cannot be built here: $(head -n1 "$peers/$1.log")" >&2
}
build lemon
build boost

if command -v node >/dev/null && command -v npm >/dev/null; then
    cp bench/peers/package.json bench/peers/package-lock.json bench/peers/.npmrc bench/peers/*.js "$peers/"
    [ -d "$peers/node_modules/ngraph.path" ] || (cd "$peers" && npm ci --no-audit --no-fund --silent >&2) ||
        echo "bench/nav.sh: npm ci failed; the node peers are skipped" >&2
else
    echo "bench/nav.sh: node or npm is not installed; the node peers are skipped" >&2
fi

exec "$ploy" bench nav --peers "$peers" "$@"
