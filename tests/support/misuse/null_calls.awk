# awk -f null_calls.awk optional.txt include/ploy/*.h: a C file that calls every public function once for each pointer
# that it needs, with NULL there and something else everywhere else. optional.txt lists what may be NULL, a function and
# an argument per line; `error`, `user` and what a *_destroy function destroys may always be.

FILENAME ~ /optional\.txt$/ {
    if ($0 !~ /^#/ && NF == 2) optional[$1 "." $2] = 1
    next
}
FNR == 1 {
    name = FILENAME
    sub(/.*\//, "", name)
    headers = headers "#include <ploy/" name ">\n"
}
/^[ \t]*(\/\/|#)/ { next }
/^PLOY_API/ { text = ""; inside = 1 }
inside {
    line = $0
    sub(/\/\/.*/, "", line)
    text = text " " line
}
inside && /;/ {
    inside = 0
    gsub(/[ \t]+/, " ", text)
    declare(text)
}

function declare(text, open, head, list, count, i, arg, result) {
    open = match(text, /ploy_[a-z0-9_]+\(/)
    function_name = substr(text, RSTART, RLENGTH - 1)
    result = substr(text, 11, RSTART - 11)
    list = substr(text, RSTART + RLENGTH)
    sub(/\) ?;.*/, "", list)
    arg_count = list == "void" ? 0 : split(list, args, / ?, ?/)
    for (i = 1; i <= arg_count; ++i) {
        arg = args[i]
        sub(/\[[A-Z_]*\]$/, "", arg)
        match(arg, /[a-z0-9_]+$/)
        names[i] = substr(arg, RSTART)
        types[i] = substr(arg, 1, RSTART - 1)
        is_pointer[i] = args[i] ~ /[*\[]/
    }
    ++functions
    for (i = 1; i <= arg_count; ++i) if (is_pointer[i] && !may_be_null(i)) write_call(i, result)
    if (function_name ~ /_destroy$/ && is_pointer[1] && arg_count == 1) destroys = destroys "    " function_name "(NULL);\n"
}

function may_be_null(i, key) {
    key = function_name "." names[i]
    if (key in optional) used[key] = 1
    return key in optional || names[i] == "error" || names[i] == "user" || (function_name ~ /_destroy$/ && arg_count == 1)
}

function write_call(missing, result, i, text) {
    for (i = 1; i <= arg_count; ++i) text = text (i > 1 ? ", " : "") value(i, missing)
    text = function_name "(" text ")"
    calls = calls "    begin(\"" function_name "\", \"" names[missing] "\");\n"
    if (result ~ /^ploy_status /) calls = calls "    assert_int_equal(" text ", PLOY_INVALID);\n"
    else calls = calls "    " (result ~ /^void $/ ? "" : "(void)") text ";\n"
    calls = calls "    expect(" (names[arg_count] == "error" ? "true" : "false") ");\n"
    ++call_count
}

function value(i, missing, type) {
    type = types[i]
    sub(/ $/, "", type)
    if (i == missing) return "NULL"
    if (names[i] == "error") return "&error"
    if (type ~ /_fn\*$/) return "(" type ")some_function"
    if (is_pointer[i]) return "something"
    return type ~ /^(u?int[0-9]+_t|size_t)$/ ? "1" : "(" type "){0}"
}

END {
    for (key in optional) if (!(key in used)) { print "optional.txt: " key " is no argument of a public function" > "/dev/stderr"; exit 1 }
    if (functions < 300) { print "only " functions " functions found: the pattern is wrong" > "/dev/stderr"; exit 1 }
    printf "%s\n#include \"support/misuse/null_calls.h\"\n\n", headers
    printf "void test_null_calls(void)\n{\n%s}\n\nvoid test_null_destroys(void)\n{\n%s}\n", calls, destroys
}
