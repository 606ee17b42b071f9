#!/usr/bin/env bash
# bindings/hash.sh [LANGUAGE…]    runs the worlds of bindings/scenario in C and in these languages, or in all, prints one
#                                 line of hashes for each, and fails if one differs from C. PLOY_BUILD: the build folder.
set -u
cd "$(dirname "$0")/.."
. bindings/languages.sh

chosen=$(languages hash.sh "$@") || exit 2
expected=$("$PLOY_BUILD/bindings/binding_reference" hash) || exit 1
echo "c $expected"
bad=0
for language in $chosen; do
    lines=$(bash "bindings/$language/hash.sh") || { echo "failed: $language" >&2; bad=1; }
    [ -n "$lines" ] || { echo "$language printed nothing" >&2; bad=1; }
    while read -r name hashes; do
        [ -n "$name" ] || continue
        echo "$name $hashes"
        [ "$hashes" = "$expected" ] || { echo "$name differs from C" >&2; bad=1; }
    done <<<"$lines"
done
exit "$bad"
