#!/usr/bin/env bash
# What the README and the docs show must work.
#   ```c      a whole program: built against the headers and the libraries of this build, and run; it must end with 0
#   ```xml    a whole file: `ploy check` finds nothing. A fragment is marked <!-- fragment --> on its first line
#   ```console  lines that begin with "$ ploy ": run; what follows must be what it prints, but for times and counts
set -eu
cd "$(dirname "$0")/.."
if [ -z "${PLOY:-}" ]; then
    echo "skipped: the program was not built"
    exit 0
fi
build=$(dirname "$PLOY")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0 blocks=0

# Writes the blocks of a page to $work/NUMBER.KIND and prints their file names with the line they begin at.
split_page() { # PAGE
    awk -v work="$work" '
        /^```/ && kind { close(file); kind = ""; next }
        /^```(c|xml|console)$/ { kind = substr($0, 4); file = work "/block" ++n "." kind; printf "" >file; print file, NR; next }
        kind { print >file }' "$1"
}

fail() { # PAGE LINE MESSAGE
    echo "$1:$2: $3" >&2
    failed=$((failed + 1))
}

flags=()
if grep -q '^PLOY_SANITIZE:STRING=.' "$build/CMakeCache.txt" 2>/dev/null; then
    flags=("-fsanitize=$(sed -n 's/^PLOY_SANITIZE:STRING=//p' "$build/CMakeCache.txt")")
fi
compiler=$(sed -n 's/^CMAKE_C_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt" 2>/dev/null || true)

check_c() { # FILE PAGE LINE
    if ! "${compiler:-cc}" -std=c11 -Wall -Wextra -Werror "${flags[@]}" -Iinclude -o "$work/program" "$1" \
        "$build/src/libploy-io.a" "$build/src/libploy.a" -lexpat -lpthread; then
        fail "$2" "$3" "does not build"
    elif ! "$work/program" >"$work/out" 2>&1; then
        cat "$work/out" >&2
        fail "$2" "$3" "does not run"
    fi
}

check_xml() { # FILE PAGE LINE
    head -n1 "$1" | grep -q 'fragment' && return
    "$PLOY" check "$1" >"$work/out" 2>&1 || { cat "$work/out" >&2; fail "$2" "$3" "ploy check complains"; }
}

without_times() {
    sed -e "s/^[0-9]* states expanded, .*/COUNTS/" -e "s/^[0-9]* nodes looked at, .*/COUNTS/" -e "s/[0-9.]* µs and [0-9.]* nodes a query/COUNTS/" -e "s/([0-9]* nodes looked at)/(COUNTS)/" -e "s/\"ns\": [0-9.]*/\"ns\": TIME/" -e "/^$/d"
}

check_console() { # FILE PAGE LINE
    local line command
    : >"$work/got"
    while IFS= read -r line; do
        case $line in
            '$ ploy '*)
                command=${line#\$ ploy }
                echo "$line" >>"$work/got"
                eval "\"\$PLOY\" $command" >>"$work/got" 2>/dev/null || true ;;
        esac
    done <"$1"
    diff <(without_times <"$1") <(without_times <"$work/got") >&2 || fail "$2" "$3" "prints something else"
}

for page in README.md docs/*/*.md; do
    while read -r file line; do
        blocks=$((blocks + 1))
        "check_${file##*.}" "$file" "$page" "$line"
    done < <(split_page "$page")
done
echo "$blocks blocks, $failed failed"
[ "$failed" -eq 0 ]
