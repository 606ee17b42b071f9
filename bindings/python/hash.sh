#!/usr/bin/env bash
set -eu
cd "$(dirname "$0")/../.."
. bindings/languages.sh
. bindings/python/python.sh

python bindings/python/scenario.py hash
