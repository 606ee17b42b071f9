#!/usr/bin/env bash
# The cost of a tick from each interpreter: bindings/bench.sh.
set -eu
. bindings/lua/interpreters.sh
for name in $interpreters; do echo "$name $(run_lua "$name" bindings/lua/scenario.lua bench)"; done
