# Sourced by test.sh, hash.sh and bench.sh: run_lua NAME ARGUMENT… runs an interpreter that finds the module of its version.
interpreters="lua5.1 luajit lua5.4"

# The folder of an interpreter's module.
module_of() {
    case $1 in
        *5.4) echo "$PLOY_BUILD/bindings/lua/5.4" ;;
        *) echo "$PLOY_BUILD/bindings/lua/5.1" ;;
    esac
}

run_lua() {
    local name=$1 module
    module=$(module_of "$1")
    shift
    [ -f "$module/ploy.so" ] || { echo "$module/ploy.so is not built" >&2; return 1; }
    LUA_CPATH="$module/?.so" LUA_CPATH_5_4="$module/?.so" LUA_PATH="bindings/lua/tests/?.lua;;" "$name" "$@"
}
