#!/usr/bin/env bash
# The public interface stays small and used: at most 483 functions, each used by a program, a game, an example, a
# binding or the inspector, or listed with the reader it is for in docs/reference/embedding.md
# (`| function | whom it is for |`). What is generated for the bindings has them all, so it does not count. A row there of a function that is gone or used is an error too.
set -eu
cd "$(dirname "$0")/.."

max_functions=483
list=docs/reference/embedding.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

errors=0
complain() {
    echo "$1" >&2
    errors=$((errors + 1))
}

# A declaration begins with PLOY_API and ends at its semicolon: the name stands before the first parenthesis.
cat include/ploy/*.h | awk '
    /^[ \t]*(\/\/|#)/ { next }
    /^PLOY_API/ { text = ""; inside = 1 }
    inside { text = text " " $0 }
    inside && /;/ {
        inside = 0
        if (match(text, /ploy_[a-z0-9_]+[ \t]*\(/)) { name = substr(text, RSTART, RLENGTH - 1); sub(/[ \t]+$/, "", name); print name }
    }' | sort -u >"$work/public"
git ls-files 'programs/*.[ch]' 'games/*.[ch]' 'examples/*.[ch]' 'bindings/*' 'inspector/*' | grep -viE '\.(png|json|lock)$|/generated[^/]*$' |
    while read -r file; do [ ! -f "$file" ] || cat "$file"; done | sed 's,//.*,,' | grep -oE '\bploy_[a-z0-9_]+' | sort -u >"$work/used"
[ ! -f "$list" ] || sed -nE 's/^\| *`?(ploy_[a-z0-9_]+)`? *\|.*/\1/p' "$list" | sort >"$work/listed"
touch "$work/listed"

count=$(wc -l <"$work/public")
echo "$count public functions, $(comm -12 "$work/public" "$work/used" | wc -l) of them used, $(sort -u "$work/listed" | wc -l) listed"
[ "$count" -gt 100 ] || complain "only $count functions found: the pattern is wrong"
[ "$count" -le "$max_functions" ] || complain "$count public functions, more than $max_functions"
while read -r name; do
    complain "$name is used by no program, game, example, binding or the inspector: remove it, or say in $list whom it is for"
done < <(comm -23 "$work/public" "$work/used" | comm -23 - <(sort -u "$work/listed"))
while read -r name; do complain "$list: $name is listed, but used: remove the row"
done < <(comm -12 "$work/used" <(sort -u "$work/listed"))
while read -r name; do complain "$list: $name is listed, but gone: remove the row"
done < <(comm -13 "$work/public" <(sort -u "$work/listed"))
while read -r name; do complain "$list: $name is listed twice"
done < <(uniq -d "$work/listed")

[ "$errors" -eq 0 ] || { echo "$errors things to change" >&2; exit 1; }
