#!/usr/bin/env bash
# bindings/js/build.sh: the npm package, in build/js.
set -eu
cd "$(dirname "$0")/../.."
bash scripts/platform.sh wasm build ploy_js
node bindings/js/bundle.mjs build/platform/wasm/build/bindings/js/ploy_js.wasm build/js
