// Declares the keys that trees use and nobody declared: the keys of the second and further uses of a subtree, which are
// like those of the first; and, for files of BehaviorTree.CPP, which declare no keys, every key. The type of such a key
// is that of the ports it is given to, and what the trees write to it or compare it with. Where nothing is known, or
// types differ, it is a string, which ports and scripts read as what they need.

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "knowledge/blackboard.h"
#include "mind/bt/bt_compile.h"
#include "mind/common/bindings.h"
#include "plan/language/lexer.h"

enum
{
    AS_BOOL = 1 << PLOY_VALUE_BOOL,
    AS_INT = 1 << PLOY_VALUE_INT,
    AS_DECIMAL = 1 << PLOY_VALUE_DECIMAL,
    AS_OBJECT = 1 << PLOY_VALUE_OBJECT,
    AS_FLOAT = 1 << PLOY_VALUE_FLOAT,
    AS_STRING = 1 << PLOY_VALUE_STRING,
};

typedef struct used_key
{
    const char* name;
    const char* first;       ///< its name in the first use of the tree; NULL: it is that, or no subtree's own
    uint32_t types;          ///< what it is used as, one bit per type
    pl_value_kind structure; ///< the struct that a port wants; PLOY_NONE: none
    const char* initial;     ///< NULL: nothing in particular
} used_key;

typedef struct declarer
{
    pl_bt_build build;
    const ploy_blackboard_keys* keys;
    pl_arena arena;
    PL_ARRAY(used_key) used;
    uint32_t visited; ///< nodes: the end of a tree that is too large is left out
    bool is_out;      ///< of memory
} declarer;

static const char* keep(declarer* d, const char* text)
{
    char* copy = pl_arena_alloc(&d->arena, strlen(text) + 1);
    d->is_out = d->is_out || !copy;
    return copy ? strcpy(copy, text) : NULL;
}

static used_key* find_used(declarer* d, const char* name)
{
    for (uint32_t i = 0; i < d->used.count; ++i) {
        if (strcmp(d->used.data[i].name, name) == 0) return &d->used.data[i];
    }
    return NULL;
}

// "T.2.x" is "T.x" in the first use of T; NULL: it is the first.
static const char* first_name(declarer* d, const char* name)
{
    const char* own = strrchr(name, '.');
    const char* number = own;
    while (number > name && isdigit((unsigned char)number[-1])) --number;
    if (!own || number == own || number == name || number[-1] != '.') return NULL;
    char text[PL_BT_TEXT];
    snprintf(text, sizeof text, "%.*s%s", (int)(number - name - 1), name, own);
    return keep(d, text);
}

static uint32_t type_of_text(const declarer* d, const char* text);

// NULL: it is no key.
static used_key* note(declarer* d, const pl_bt_scope* scope, const char* name, uint32_t types)
{
    char text[PL_BT_TEXT];
    const char* initial;
    pl_bt_meaning meaning = pl_bt_resolve(scope, name, text, &initial);
    if (meaning == PL_BT_GIVEN) return NULL;
    if (initial) types |= type_of_text(d, initial);
    used_key* known = find_used(d, text);
    if (known) known->types |= types;
    bool is_name = isalpha((unsigned char)*text) || *text == '_';
    if (known || d->is_out || !is_name) return known;
    used_key added = {.name = keep(d, text), .types = types, .structure = PLOY_NONE, .initial = initial};
    if (meaning == PL_BT_OWN_KEY) added.first = first_name(d, text);
    if (!d->is_out) d->is_out = !PL_ARRAY_PUSH(&d->used, &d->build.mind->allocator, added);
    return d->is_out ? NULL : &d->used.data[d->used.count - 1];
}

// What a text is when it is written to a key.
static uint32_t type_of_text(const declarer* d, const char* text)
{
    int64_t value;
    if (pl_blackboard_keys_enum(d->keys, text, &value)) return AS_INT;
    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0) return AS_BOOL;
    if (pl_value_parse_int(text, &value)) return AS_INT;
    return pl_value_parse_float(text, &value) ? AS_FLOAT : AS_STRING;
}

// Scripts and conditions: a key is compared with, or is set to, what stands behind the operator.

static bool copy_name(const char* script, pl_token token, char* name)
{
    if (token.kind != PL_TOKEN_NAME || token.length >= PL_BT_TEXT) return false;
    memcpy(name, script + token.at, token.length);
    name[token.length] = '\0';
    return true;
}

static bool is_operator(pl_token_kind kind)
{
    switch (kind) {
    case PL_TOKEN_EQ:
    case PL_TOKEN_NE:
    case PL_TOKEN_LT:
    case PL_TOKEN_LE:
    case PL_TOKEN_GT:
    case PL_TOKEN_GE:
    case PL_TOKEN_PLUS:
    case PL_TOKEN_MINUS:
    case PL_TOKEN_STAR:
    case PL_TOKEN_SLASH:
    case PL_TOKEN_BIT_AND:
    case PL_TOKEN_BIT_OR:
    case PL_TOKEN_BIT_XOR:
    case PL_TOKEN_BIT_NOT:
    case PL_TOKEN_PLUS_IS:
    case PL_TOKEN_MINUS_IS:
    case PL_TOKEN_STAR_IS:
    case PL_TOKEN_SLASH_IS:
    case PL_TOKEN_BECOMES:
        return true;
    default:
        return false;
    }
}

static uint32_t type_of_token(const declarer* d, const char* script, pl_token token)
{
    char name[PL_BT_TEXT];
    int64_t number;
    switch (token.kind) {
    case PL_TOKEN_TEXT:
        return AS_STRING;
    case PL_TOKEN_TRUE:
    case PL_TOKEN_FALSE:
        return AS_BOOL;
    case PL_TOKEN_NUMBER:
    case PL_TOKEN_MINUS:
        return AS_FLOAT;
    default:
        return copy_name(script, token, name) && pl_blackboard_keys_enum(d->keys, name, &number) ? AS_INT : 0;
    }
}

// A name on its own is a bool. Of one that only a '?' chooses nothing is known.
static uint32_t type_between(const declarer* d, const char* script, pl_token_kind before, pl_token behind)
{
    if (behind.kind == PL_TOKEN_JOIN || before == PL_TOKEN_JOIN) return AS_STRING;
    if (is_operator(behind.kind)) return type_of_token(d, script, pl_lexer_next(script, behind.at + behind.length));
    bool is_chosen = before == PL_TOKEN_QUESTION || before == PL_TOKEN_COLON;
    return is_operator(before) || (is_chosen && behind.kind != PL_TOKEN_QUESTION) ? 0 : AS_BOOL;
}

static bool is_key_name(const declarer* d, const char* name, pl_token_kind behind)
{
    const ploy_bindings* bindings = d->build.def->parts.bindings;
    int64_t number;
    if (behind == PL_TOKEN_OPEN || pl_blackboard_keys_enum(d->keys, name, &number)) return false;
    return pl_bindings_find_condition(bindings, name) == PLOY_NONE &&
           pl_bindings_find_scorer(bindings, name) == PLOY_NONE;
}

static void scan_script(declarer* d, const pl_bt_scope* scope, const char* script)
{
    pl_token_kind before = PL_TOKEN_END;
    for (pl_token token = pl_lexer_next(script, 0), behind; token.kind != PL_TOKEN_END; token = behind) {
        char name[PL_BT_TEXT];
        behind = pl_lexer_next(script, token.at + token.length);
        if (copy_name(script, token, name) && is_key_name(d, name, behind.kind)) {
            note(d, scope, name, type_between(d, script, before, behind));
        }
        before = token.kind;
    }
}

// Attributes.

static uint32_t switch_types(const declarer* d, const pl_bt_scope* scope, uint32_t node)
{
    uint32_t types = 0;
    char name[] = "case_0";
    for (int i = 1; i <= 6; ++i) {
        name[5] = (char)('0' + i);
        const char* text = ploy_bt_get(scope->bt, node, name);
        char room[PL_BT_TEXT];
        if (text && !pl_bt_in_braces(text, name, room)) types |= type_of_text(d, text);
    }
    return types;
}

static uint32_t types_of(const declarer* d, const pl_bt_scope* scope, uint32_t node, const char* attribute)
{
    static const uint32_t loops[] = {AS_INT, AS_BOOL, AS_FLOAT, AS_STRING};
    pl_bt_kind kind = pl_bt_kind_of(scope->bt, node);
    const char* value = ploy_bt_get(scope->bt, node, "value");
    switch (kind) {
    case PL_BT_SET:
        return strcmp(attribute, "output_key") == 0 && value && *value != '{' ? type_of_text(d, value) : 0;
    case PL_BT_SWITCH2:
    case PL_BT_SWITCH3:
    case PL_BT_SWITCH4:
    case PL_BT_SWITCH5:
    case PL_BT_SWITCH6:
        return strcmp(attribute, "variable") == 0 || strncmp(attribute, "case_", 5) == 0 ? switch_types(d, scope, node) : 0;
    case PL_BT_PARALLEL:
    case PL_BT_PARALLEL_ALL:
    case PL_BT_REPEAT:
    case PL_BT_RETRY:
    case PL_BT_TIMEOUT:
    case PL_BT_DELAY:
    case PL_BT_SLEEP:
    case PL_BT_COOLDOWN:
        return AS_INT;
    case PL_BT_RUN_ONCE:
    case PL_BT_TRY_CATCH:
        return AS_BOOL;
    case PL_BT_PRECONDITION:
        return strcmp(attribute, "else") == 0 ? AS_STRING : 0;
    case PL_BT_LOOP_INT:
    case PL_BT_LOOP_BOOL:
    case PL_BT_LOOP_DOUBLE:
    case PL_BT_LOOP_STRING:
        return strcmp(attribute, "value") != 0 ? AS_STRING : loops[kind - PL_BT_LOOP_INT];
    default:
        return 0;
    }
}

// Attributes that are keys with or without braces.
static bool is_key_attribute(pl_bt_kind kind, const char* name)
{
    switch (kind) {
    case PL_BT_SET:
        return strcmp(name, "output_key") == 0;
    case PL_BT_UNSET:
        return strcmp(name, "key") == 0;
    case PL_BT_SKIP_UNLESS_UPDATED:
    case PL_BT_WAIT_VALUE_UPDATE:
    case PL_BT_WAS_ENTRY_UPDATED:
        return strcmp(name, "entry") == 0;
    default:
        return false;
    }
}

static bool is_script(pl_bt_kind kind, const char* name)
{
    static const char guards[] = "_failureIf _successIf _skipIf _while _onSuccess _onFailure _onHalted _post";
    if (pl_bt_is_listed(guards, name) || strcmp(name, "code") == 0) return true;
    return kind == PL_BT_PRECONDITION && strcmp(name, "if") == 0;
}

// Ports of what is bound have types.

static void note_port(const declarer* d, used_key* key, const pl_bt_scope* scope, uint32_t node, const char* port)
{
    const pl_port_list* ports = pl_bt_ports_of(&d->build, scope, node);
    uint32_t index = ports ? pl_ports_find(ports, port, strlen(port)) : PLOY_NONE;
    ploy_error ignored;
    pl_value_kind kind = index == PLOY_NONE ? PLOY_NONE : pl_port_kind(&ports->defs[index], d->keys, &ignored);
    if (kind >= PL_PORT_ANY) return;
    if (kind >= PLOY_VALUE_STRUCT) {
        key->structure = kind;
    } else {
        key->types |= 1u << kind;
    }
}

static void scan_attribute(declarer* d, const pl_bt_scope* scope, uint32_t node, const pl_bt_attribute* from)
{
    pl_bt_kind kind = pl_bt_kind_of(scope->bt, node);
    char name[PL_BT_TEXT];
    const char* inside = pl_bt_in_braces(from->value, from->name, name);
    if (inside || is_key_attribute(kind, from->name)) {
        used_key* key = note(d, scope, inside ? inside : from->value, types_of(d, scope, node, from->name));
        if (key) note_port(d, key, scope, node, from->name);
    } else if (is_script(kind, from->name)) {
        scan_script(d, scope, from->value);
    }
}

static void scan_node(declarer* d, const pl_bt_scope* scope, uint32_t node, uint32_t level);

static void scan_subtree(declarer* d, const pl_bt_scope* scope, uint32_t node, const char* name, uint32_t level)
{
    pl_bt_scope inner;
    if (!pl_bt_enter_scope(&d->build, scope, node, name, &inner)) return;
    for (const pl_bt_scope* above = scope; above; above = above->up) {
        if (above->bt == inner.bt) return;
    }
    scan_node(d, &inner, 0, level + 1);
}

// In the order in which the tree is compiled, so that uses have the same numbers.
static void scan_node(declarer* d, const pl_bt_scope* scope, uint32_t node, uint32_t level)
{
    const ploy_bt* bt = scope->bt;
    if (++d->visited > PL_BT_MAX_NODES || level > PL_BT_MAX_LEVELS || d->is_out) return;
    for (uint32_t a = bt->nodes.data[node].first_attribute; a != PLOY_NONE; a = bt->attributes.data[a].next) {
        scan_attribute(d, scope, node, &bt->attributes.data[a]);
    }
    const char* tree = pl_bt_subtree_of(&d->build, scope, node);
    if (tree) scan_subtree(d, scope, node, tree, level);
    for (uint32_t child = bt->nodes.data[node].first; child != PLOY_NONE; child = bt->nodes.data[child].next) {
        scan_node(d, scope, child, level + 1);
    }
}

// Declaring.

static ploy_value_type type_for(const used_key* key)
{
    uint32_t types = key->types;
    if (key->structure != PLOY_NONE) return PLOY_VALUE_STRUCT;
    if (types & AS_STRING || types == 0) return PLOY_VALUE_STRING;
    if (types & AS_OBJECT) return types == AS_OBJECT ? PLOY_VALUE_OBJECT : PLOY_VALUE_STRING;
    if (types & AS_FLOAT) return PLOY_VALUE_FLOAT;
    if (types & AS_DECIMAL) return PLOY_VALUE_DECIMAL;
    return types & AS_INT ? PLOY_VALUE_INT : PLOY_VALUE_BOOL;
}

// A key like another one.
static ploy_key_def def_like(const ploy_blackboard_keys* keys, uint32_t like, const char* name)
{
    const pl_key* key = pl_blackboard_key(keys, like);
    ploy_key_def def = {.name = name, .initial = key->initial, .is_volatile = key->is_volatile};
    def.type = pl_value_type_of(key->kind);
    if (def.type == PLOY_VALUE_STRUCT) def.struct_type = pl_value_kind_name(&keys->structs, key->kind);
    for (uint32_t scope = 0; scope < PLOY_SCOPE_COUNT; ++scope) {
        def.scopes |= key->slots[scope] == PL_NO_SLOT ? 0 : 1u << scope;
    }
    return def;
}

static ploy_status declare(ploy_blackboard_keys* keys, const used_key* used, bool all)
{
    if (ploy_blackboard_keys_find(keys, used->name) != PLOY_NONE) return PLOY_OK;
    uint32_t like = used->first ? ploy_blackboard_keys_find(keys, used->first) : PLOY_NONE;
    if (like == PLOY_NONE && !all) return PLOY_OK;
    ploy_key_def def = {.name = used->name, .type = type_for(used)};
    if (def.type == PLOY_VALUE_STRUCT) def.struct_type = pl_value_kind_name(&keys->structs, used->structure);
    if (like != PLOY_NONE) def = def_like(keys, like, used->name);
    uint64_t room[PLOY_STRUCT_BYTES / 8];
    pl_value_kind kind = def.type == PLOY_VALUE_STRUCT ? used->structure : (pl_value_kind)def.type;
    ploy_value initial;
    if (used->initial && pl_value_parse(&keys->structs, kind, used->initial, room, &initial)) def.initial = initial;
    return ploy_blackboard_keys_add(keys, &def, NULL);
}

ploy_status pl_bt_declare(const ploy_bt_mind_def* def, bool all, ploy_blackboard_keys* keys)
{
    pl_bt_mind mind = {.allocator = pl_allocator_choose(&def->parts.allocator)};
    declarer d = {.build = {.mind = &mind, .def = def}, .keys = keys};
    pl_arena_init(&d.arena, &mind.allocator, 4096);
    d.build.uses = PL_ARENA_ARRAY(&d.arena, uint32_t, def->tree_count);
    uint32_t main = 0;
    while (def->main && main < def->tree_count && strcmp(def->trees[main]->name, def->main) != 0) ++main;
    d.is_out = !d.build.uses;
    if (!d.is_out && main < def->tree_count) scan_node(&d, &(pl_bt_scope){.bt = def->trees[main]}, 0, 1);
    ploy_status status = d.is_out ? PLOY_OUT_OF_MEMORY : PLOY_OK;
    for (uint32_t i = 0; status == PLOY_OK && i < d.used.count; ++i) status = declare(keys, &d.used.data[i], all);
    PL_ARRAY_FREE(&d.used, &mind.allocator);
    pl_arena_destroy(&d.arena);
    return status;
}

ploy_status ploy_bt_declare_keys(const ploy_bt_mind_def* def, ploy_blackboard_keys* keys)
{
    PL_NEED(def, PLOY_INVALID);
    PL_NEED(keys, PLOY_INVALID);
    PL_ASSERT(def->tree_count > 0 && def->parts.bindings);
    return pl_bt_declare(def, true, keys);
}
