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
# As users install it: the library by cmake, the package by pip, without a compiler and without an index. It plans and plays.
if /usr/bin/python3 -c 'import pip' 2>/dev/null && /usr/bin/python3 -c 'import setuptools, wheel' 2>/dev/null; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    mkdir "$work/source" "$work/home"
    cmake --install "$PLOY_BUILD" --prefix "$work/root" >/dev/null
    installed=$(dirname "$(find "$work/root" -name 'libploy-io.so')")
    cp -r bindings/python/pyproject.toml bindings/python/README.md bindings/python/ploy "$work/source"
    HOME="$work/home" /usr/bin/python3 -m pip install --quiet --no-index --no-build-isolation --no-deps \
        --disable-pip-version-check --root-user-action=ignore --target "$work/site" "$work/source"
    (cd "$work" && PLOY_LIBRARY="$installed" PYTHONPATH="$work/site" /usr/bin/python3 -W error - "$work/site" <<'PYTHON'
import importlib.metadata
import sys

import ploy

assert ploy.__file__.startswith(sys.argv[1]), ploy.__file__
assert importlib.metadata.version("ploy") == ploy.generated.VERSION
world = ploy.World()
world.tick(0.1)
assert world.ticks == 1
try:
    import numpy
except ImportError:
    sys.exit()
from ploy.arena import Arena

arena = Arena(mode="deathmatch", blue="goap", seconds=1)
arena.reset(seed=1)
while arena.agents:
    arena.step({agent: 0 for agent in arena.agents})
PYTHON
    )
    echo "cmake --install and pip: imported, ticked, played"
else
    echo "pip: skipped, Debian's pip, setuptools or wheel is not installed"
fi
work=${work:-$(mktemp -d)}
trap 'rm -rf "$work"' EXIT
if python -c 'import numpy, pygame' 2>/dev/null; then
    debug_game blue_0 - "$work/match.rec" \
        bash -c '. bindings/python/python.sh; python bindings/python/games/arena_game.py --seconds 600 --record "$0" --attach' "$work/match.rec"
else
    echo "the arena with a debugger: skipped, pygame or numpy is not installed"
fi
python -W error -m unittest discover -s bindings/python/tests -t bindings/python
