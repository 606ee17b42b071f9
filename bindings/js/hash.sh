#!/usr/bin/env bash
# bindings/js/hash.sh: the hashes of bindings/scenario in node and in Chromium.
set -eu
cd "$(dirname "$0")/../.."
bash bindings/js/build.sh
node bindings/js/scenario.mjs hash
node bindings/js/scenario_browser.mjs hash
