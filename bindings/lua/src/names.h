/// The names of a domain's objects, so that Lua reads and writes "field" where the library has a number. They are copied
/// when files are loaded: a hot reload inside a tick frees the old domain at its end.

#ifndef PL_LUA_NAMES_H
#define PL_LUA_NAMES_H

#include "compat.h"
#include <ploy/io.h>

/// The objects of one type.
typedef struct pl_lua_objects
{
    struct pl_lua_objects* next;
    const ploy_domain* domain; ///< only compared, never read
    uint32_t type;
    uint32_t count;
    char** names;
} pl_lua_objects;

/// A parameter of an action or goal whose values are objects.
typedef struct pl_lua_param_name
{
    char* owner;
    char* name;
    const pl_lua_objects* objects;
} pl_lua_param_name;

typedef struct pl_lua_names
{
    pl_lua_objects* all;
    const pl_lua_objects** keys; ///< by key; NULL: it has no names
    uint32_t key_count;
    pl_lua_param_name* params;
    uint32_t param_count, param_capacity;
    uint32_t version; ///< counts rebuilds
    bool is_stale;
    char** files; ///< loaded so far
    uint32_t file_count;
    const ploy_domain** domains; ///< of minds made in code, which Lua keeps alive
    uint32_t domain_count;
} pl_lua_names;

/// A file was loaded, or a mind made from a domain.
void pl_lua_names_add_file(pl_lua_names* names, const char* path);
void pl_lua_names_add_domain(pl_lua_names* names, const ploy_domain* domain);
/// Reads all domains again. The strings are anchored in the table at index t.
void pl_lua_names_build(pl_lua_names* names, lua_State* L, int t, const ploy_world* world);
void pl_lua_names_free(pl_lua_names* names);

/// NULL: no such domain or type.
const pl_lua_objects* pl_lua_names_of_type(const pl_lua_names* names, const ploy_domain* domain, uint32_t type);
/// NULL: the key has numbers.
const pl_lua_objects* pl_lua_names_of_key(const pl_lua_names* names, uint32_t key);
/// The objects of a parameter: of the action or goal `owner`, else of any that has such a parameter; in `domain` before
/// all others. NULL: none.
const pl_lua_objects* pl_lua_names_of_param(const pl_lua_names* names, const ploy_domain* domain, const char* owner,
                                            const char* param);

#endif
