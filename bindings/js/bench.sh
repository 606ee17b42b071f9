#!/usr/bin/env bash
# bindings/js/bench.sh: what a tick costs in node and in Chromium.
set -eu
cd "$(dirname "$0")/../.."
bash bindings/js/build.sh
node bindings/js/scenario.mjs bench
node bindings/js/scenario_browser.mjs bench
