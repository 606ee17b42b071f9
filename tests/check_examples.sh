#!/usr/bin/env bash
# Every program examples/NN_name.c prints what its comment "// Output:" says, and stays as short as promised. The table
# in docs/internals/front_door.md has the same numbers: lines without blank lines and comments, distinct functions of
# Ploy that are called.
set -eu
cd "$(dirname "$0")/.."
if [ -z "${PLOY:-}" ]; then
    echo "skipped: the program was not built"
    exit 0
fi
programs=$(dirname "$PLOY")/examples
[ -d "$programs" ] || { echo "skipped: the examples were not built"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ln -s "$PWD/examples" "$work/examples"
failed=0 count=0

fail() {
    echo "$1" >&2
    failed=$((failed + 1))
}

lines_of() { # FILE
    grep -cvE '^[[:space:]]*(//.*)?$' "$1"
}

calls_of() { # FILE
    sed 's,//.*,,' "$1" | grep -oE '\bploy_[a-z0-9_]+\(' | sort -u | wc -l
}

# What the program prints, then what the commands of the comment do: //   $ ploy …
output_of() { # FILE
    local command
    (cd "$work" && "$programs/$(basename "$1" .c)" 2>&1) || echo "exit status $?"
    while read -r command; do
        echo "\$ ploy $command"
        (cd "$work" && eval "\"\$PLOY\" $command" 2>&1) || true
    done < <(expected_of "$1" | sed -n 's/^\$ ploy //p')
}

expected_of() { # FILE
    sed -n '/^\/\/ Output:$/,/^[^\/]*$/s/^\/\/   //p' "$1"
}

for source in examples/[0-9]*.c; do
    name=$(basename "$source" .c)
    count=$((count + 1))
    [ -n "$(expected_of "$source")" ] || fail "$source: no comment '// Output:'"
    diff <(expected_of "$source") <(output_of "$source") >&2 || fail "$source: prints something else"
    [ "$(wc -l <"$source")" -lt 150 ] || fail "$source: 150 lines or more"
    grep -q "examples/$name.c" docs/learn/*.md || fail "$source: no page links it"
    # | `examples/02_goap.c` | 25 | 9 | 63 … |
    row=$(grep -F "| [examples/$name.c](../../examples/$name.c) | $(lines_of "$source") | $(calls_of "$source") |" docs/internals/front_door.md || true)
    [ -n "$row" ] || fail "docs/internals/front_door.md: $source has $(lines_of "$source") lines and $(calls_of "$source") calls"
done

at_most() { # NAME LINES
    [ "$(lines_of "examples/$1.c")" -le "$2" ] || fail "examples/$1.c: more than $2 lines"
}
at_most 01_plan 24
at_most 02_goap 25
at_most 03_goap_in_code 40
at_most 04_behavior_tree 25
at_most 07_record $(($(lines_of examples/02_goap.c) + 3))
at_most 08_squad $(($(lines_of examples/02_goap.c) + 2))

echo "$count programs, $failed failed"
[ "$failed" -eq 0 ] && [ "$count" -ge 8 ]
