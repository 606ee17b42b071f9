#!/usr/bin/env bash
# The three hashes from each interpreter: bindings/hash.sh.
set -eu
. bindings/lua/interpreters.sh
for name in $interpreters; do echo "$name $(run_lua "$name" bindings/lua/scenario.lua hash)"; done
