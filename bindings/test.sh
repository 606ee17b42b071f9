#!/usr/bin/env bash
# bindings/test.sh [LANGUAGE…]    runs the tests of these languages, or of all. PLOY_BUILD: the build folder.
set -u
cd "$(dirname "$0")/.."
. bindings/languages.sh

chosen=$(languages test.sh "$@") || exit 2
bad=0
for language in $chosen; do
    echo "-- $language"
    bash "bindings/$language/test.sh" || { echo "failed: $language" >&2; bad=1; }
done
exit "$bad"
