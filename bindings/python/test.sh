#!/usr/bin/env bash
# The tests of the Python binding.
set -eu
cd "$(dirname "$0")/../.."
. bindings/languages.sh
. bindings/python/python.sh

python bindings/python/reference.py --check
if [ -x /usr/bin/mypy ]; then
    (cd bindings/python && /usr/bin/mypy --ignore-missing-imports --cache-dir "$PLOY_BUILD/mypy" ploy)
fi
python -W error -m unittest discover -s bindings/python/tests -t bindings/python
