#!/usr/bin/env bash
# A folder is a layer: what each may include is written once, below, and everything else is an error.
set -eu
cd "$(dirname "$0")/.."

allowed() {
    case $1 in
        base)   echo "base" ;;
        trace)  echo "base trace" ;;
        search) echo "base trace search" ;;
        plan)   echo "base trace search plan" ;;
        nav)    echo "base trace search nav" ;;
        knowledge) echo "base trace knowledge" ;;
        mind)   echo "base trace search plan nav knowledge mind" ;;
        agent)  echo "base trace search plan nav knowledge mind agent" ;;
        record) echo "base trace search plan nav knowledge mind agent record" ;;
        io)     echo "base trace search plan nav knowledge mind agent record io" ;;
        *)      echo "" ;;
    esac
}

errors=0
complain() {
    echo "$1" >&2
    errors=$((errors + 1))
}

# Prints file:line:included for each include of a project header; public ones lose their ploy/ prefix.
includes() {
    find "$1" -name '*.[ch]' -exec awk '
        match($0, /^[ \t]*#[ \t]*include[ \t]*[<"]/) {
            name = substr($0, RSTART + RLENGTH); sub(/[>"].*/, "", name)
            print FILENAME ":" FNR ":" name
        }' {} +
}

for folder in src/*/; do
    layer=$(basename "$folder")
    may=" $(allowed "$layer") "
    [ "$may" != "  " ] || complain "$folder: not in the table of layers"
    while IFS=: read -r file line name; do
        case $name in
            ploy/ploy.h) complain "$file:$line: include the public header that is meant, not ploy.h" ;;
            ploy/*.h) target=${name#ploy/} target=${target%.h}
                case $target in # the public faces of parts of a layer
                    explain) target=plan ;;
                    grid | terrain | path_service | spatial) target=nav ;;
                    stream) target=base ;;
                    blackboard | memory) target=knowledge ;;
                    goap | bt | utility | fsm | htn) target=mind ;;
                    squad | world | profile) target=agent ;;
                    recording | save | debugger | remote) target=record ;;
                    movingai | pddl) target=io ;;
                esac
                [[ $may == *" $target "* ]] || complain "$file:$line: $layer must not know $target" ;;
            */*.h) target=${name%%/*}
                [ -d "src/$target" ] || [ -n "$(allowed "$target")" ] || continue
                [[ $may == *" $target "* ]] || complain "$file:$line: $layer must not know $target" ;;
        esac
    done < <(includes "$folder")
done

for folder in programs games examples bindings; do
    [ -d "$folder" ] || continue
    while IFS=: read -r file line name; do
        if [ -n "$(allowed "${name%%/*}")" ] || [[ $name == *src/* ]]; then
            complain "$file:$line: only public headers here"
        fi
    done < <(includes "$folder")
done

# The core does no I/O and reads no clock; base/check.c alone writes to stderr.
while IFS= read -r hit; do
    complain "$hit: not in the core"
done < <(grep -rnE '#[[:space:]]*include[[:space:]]*<(expat|time|sys/time|locale)\.h>|\b(fopen|fprintf|printf|puts|fputs|fread|fwrite|getenv|clock_gettime|rand)[[:space:]]*\(|\b(stdout|stderr)\b' \
    src --include='*.[ch]' | grep -vE '^src/(io/|base/check\.c:)' | grep -vE ':[0-9]+:[[:space:]]*(//|\*)' || true)

# libm beyond square roots and rounding differs between machines.
while IFS= read -r hit; do
    complain "$hit: not deterministic"
done < <(grep -rnE '\b(sin|cos|tan|asin|acos|atan|atan2|exp|exp2|log|log2|log10|pow|cbrt|hypot|tanh|sinh|cosh|erf|tgamma)f?\(' \
    src --include='*.[ch]' | grep -vE ':[0-9]+:[[:space:]]*(//|\*)' || true)

# What compilers and systems have beyond C11 stands in one file each; base.h has PLOY_API.
while IFS= read -r hit; do
    complain "$hit: a compiler's own, which base/hints.h is for"
done < <(grep -rnE '__builtin_|__attribute__|__declspec|__extension__|\b__?int128|\b(__)?typeof|\(\{|\b_Interlocked|\b_BitScan|[^a-z_]_Thread_local' \
    src include --include='*.[ch]' | grep -vE '^src/base/hints\.h:|^include/ploy/base\.h:[0-9]+:#define PLOY_API ' | grep -vE ':[0-9]+:[[:space:]]*(//|\*)' || true)
while IFS= read -r hit; do
    complain "$hit: a system's own, which base/threads.h, io/disk.c and io/attach/socket.c are for"
done < <(grep -rnE '#[[:space:]]*include[[:space:]]*<(pthread|unistd|dirent|fcntl|poll|strings|windows|winsock2|ws2tcpip|process|io|sys/[a-z]*|netinet/[a-z]*|arpa/[a-z]*)\.h>' \
    src include --include='*.[ch]' | grep -vE '^src/(base/threads\.h|io/disk\.c|io/attach/socket\.c):' || true)

[ "$errors" -eq 0 ] || { echo "$errors broken layer rules" >&2; exit 1; }
