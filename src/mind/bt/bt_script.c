// Scripts of a tree: names in them mean what they mean in the tree around them.

#include <string.h>

#include "mind/bt/bt_compile.h"
#include "mind/common/bindings.h"

typedef struct script_names
{
    const pl_bt_build* build;
    const pl_bt_scope* scope;
    const pl_bt_attribute* from;
} script_names;

_Static_assert((int)PL_GUARD_NAME == (int)PL_BT_TEXT, "a name of a script is a name of a tree");

static bool is_key(const pl_bt_build* b, const char* name)
{
    return b->def->parts.keys && ploy_blackboard_keys_find(b->def->parts.keys, name) != PLOY_NONE;
}

static bool is_bound(const pl_bt_build* b, const char* name)
{
    const ploy_bindings* all = b->def->parts.bindings;
    size_t length = strlen(name);
    return all && (pl_names_find(&all->conditions.names, name, length) != PLOY_NONE ||
                   pl_names_find(&all->scorers.names, name, length) != PLOY_NONE);
}

// A name that is no key of any scope may be a condition or a scorer.
static const char* map_name(void* user, const char* name, char text[PL_GUARD_NAME])
{
    const script_names* names = user;
    const char* given;
    pl_bt_meaning meaning = pl_bt_resolve(names->scope, name, text, &given);
    bool is_call = meaning == PL_BT_OWN_KEY && !is_key(names->build, text) && !is_key(names->build, name) &&
                   is_bound(names->build, name);
    if (is_call) memcpy(text, name, strlen(name) + 1);
    return meaning == PL_BT_GIVEN ? given : NULL;
}

// In the text of an attribute; *error has the place in the text.
static void place_error(const pl_bt_attribute* from, ploy_error* error)
{
    error->column = from->column + (error->column > 0 ? error->column - 1 : 0);
    error->line = from->line;
}

static ploy_status report_unknown(void* user)
{
    const script_names* names = user;
    place_error(names->from, names->build->error);
    return pl_bt_take(names->build, names->scope, PLOY_INVALID);
}

ploy_status pl_bt_read_script(const pl_bt_build* b, const pl_bt_scope* scope, uint32_t node, const char* name,
                              bool assigns, pl_guard** script)
{
    const pl_bt_attribute* from = pl_bt_find(scope->bt, node, name);
    *script = NULL;
    if (!from) return PLOY_OK;
    script_names names = {b, scope, from};
    pl_script_def def = {
        .text = from->value,
        .keys = b->def->parts.keys,
        .bindings = b->def->parts.bindings,
        .allocator = &b->mind->allocator,
        .assigns = assigns,
        .map = map_name,
        .unknown = b->reports->on_error ? report_unknown : NULL,
        .user = &names,
    };
    ploy_status status = pl_script_compile(&def, script, b->error);
    if (status == PLOY_INVALID) place_error(from, b->error);
    return status;
}
