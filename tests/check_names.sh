#!/usr/bin/env bash
# One name, one thing. Fails when
#   - two structs of the project have the same name, public, internal or local to a file;
#   - two enumerators of the library have the same name, which the library in one file could not have;
#   - an internal type pl_X stands beside a public type ploy_X;
#   - a folder holds more than 30 files.
set -eu
cd "$(dirname "$0")/.."

max_files=30

# Folders that may be larger, each with its reason.
large_folders="
"

# What is still to be renamed or split. The lists only shrink.
known_twice=""
known_shadows=""
known_large=""

errors=0
complain() {
    echo "$1" >&2
    errors=$((errors + 1))
}

is_in() { # WORD LIST
    local word
    for word in $2; do [ "$word" != "$1" ] || return 0; done
    return 1
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# NAME FILE:LINE of each struct that is defined, not only declared.
git ls-files '*.c' '*.h' | grep -v '^bench/peers/' | while read -r file; do [ ! -f "$file" ] || echo "$file"; done | xargs awk '
    FNR == 1 { pending = "" }
    pending != "" && /^[ \t]*\{/ { print pending }
    { pending = "" }
    match($0, /^[ \t]*(typedef[ \t]+|static[ \t]+|const[ \t]+)*struct[ \t]+[A-Za-z_][A-Za-z_0-9]*[ \t]*(\{|$)/) {
        name = substr($0, RSTART, RLENGTH); brace = name ~ /\{/
        sub(/^.*struct[ \t]+/, "", name); sub(/[ \t]*\{?$/, "", name)
        if (brace) print name, FILENAME ":" FNR; else pending = name " " FILENAME ":" FNR
    }' | sort -u >"$work/structs"
[ "$(wc -l <"$work/structs")" -gt 200 ] || complain "only $(wc -l <"$work/structs") structs found: the pattern is wrong"

for name in $(cut -d' ' -f1 "$work/structs" | uniq -d); do
    is_in "$name" "$known_twice" ||
        complain "struct $name is defined more than once:$(awk -v n="$name" '$1 == n { printf " %s", $2 }' "$work/structs")"
done

# Enumerators begin a line of their own.
git ls-files 'src/*.[ch]' 'include/*.h' | xargs grep -noE '^ +PL(OY)?_[A-Z0-9_]+( = [^,(]+)?,?( *//.*)?$' |
    sed -E 's/^([^:]*:[0-9]+): +(PL(OY)?_[A-Z0-9_]+).*/\2 \1/' | sort -u >"$work/enumerators"
[ "$(wc -l <"$work/enumerators")" -gt 200 ] || complain "only $(wc -l <"$work/enumerators") enumerators found: the pattern is wrong"
for name in $(cut -d' ' -f1 "$work/enumerators" | uniq -d); do
    complain "enumerator $name is defined more than once:$(awk -v n="$name" '$1 == n { printf " %s", $2 }' "$work/enumerators")"
done

# Types: structs, unions, enums and other typedefs, without their prefix.
types() { # PREFIX FOLDER
    grep -rhoE --include='*.h' --include='*.c' \
        "^typedef (struct|union|enum) $1[a-z0-9_]+|^(struct|union|enum) $1[a-z0-9_]+ *\{?$|^typedef [^;]*\(\*$1[a-z0-9_]+\)|^typedef [^;(]*[ *]$1[a-z0-9_]+;" "$2" |
        grep -oE "\b$1[a-z0-9_]+" | sed "s/^$1//" | sort -u
}
types ploy_ include >"$work/public"
types pl_ src >"$work/internal"
[ -s "$work/public" ] && [ -s "$work/internal" ] || complain "no types found: the pattern is wrong"
for name in $(comm -12 "$work/public" "$work/internal"); do
    is_in "pl_$name" "$known_shadows" || complain "pl_$name shadows ploy_$name: give it another name"
done

while read -r count folder; do
    [ "$count" -gt "$max_files" ] || continue
    grep -q "^$folder: " <<<"$large_folders" || is_in "$folder" "$known_large" ||
        complain "$folder holds $count files, more than $max_files: split it by subject"
done < <(git ls-files | sed -E 's,/?[^/]*$,,; s,^$,.,' | sort | uniq -c)

[ "$errors" -eq 0 ] || { echo "$errors names or folders to change" >&2; exit 1; }
