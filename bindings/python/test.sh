#!/usr/bin/env bash
# The tests of the Python binding.
set -eu
cd "$(dirname "$0")/../.."
. bindings/languages.sh
. bindings/python/python.sh

python bindings/python/reference.py --check
python -W error -m unittest discover -s bindings/python/tests -t bindings/python
