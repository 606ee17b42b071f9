#!/usr/bin/env bash
# The tests in each interpreter, from the root of the sources: bindings/test.sh lua.
set -u
. bindings/lua/interpreters.sh
bad=0
for name in $interpreters; do
    run_lua "$name" bindings/lua/tests/runner.lua bindings/lua/tests/test_*.lua || bad=1
done
bash bindings/lua/tests/follow_page.sh || bad=1
exit "$bad"
