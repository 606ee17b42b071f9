# Sourced by test.sh, hash.sh and bench.sh: run_lua NAME ARGUMENT… runs an interpreter that finds the module of its version.
interpreters="lua5.1 luajit lua5.4"

run_lua() {
    local name=$1 version=5.1
    shift
    [ "$name" != lua5.4 ] || version=5.4
    local module="$PLOY_BUILD/bindings/lua/$version"
    [ -f "$module/ploy.so" ] || { echo "$module/ploy.so is not built" >&2; return 1; }
    LUA_CPATH="$module/?.so" LUA_CPATH_5_4="$module/?.so" LUA_PATH="bindings/lua/tests/?.lua;;" "$name" "$@"
}
