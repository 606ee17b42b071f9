// Compiles descriptions into operations: one walk over the main tree and the trees that its <SubTree> nodes name.

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "knowledge/value.h"
#include "mind/common/bindings.h"
#include "mind/bt/bt_compile.h"

typedef struct compile_position
{
    const pl_bt_scope* scope;
    uint32_t node;
    uint32_t parent; ///< op
    uint32_t level;
} compile_position;

static ploy_status compile_node(const pl_bt_build* b, compile_position at);

static const pl_bt_element* node_of(const compile_position* at)
{
    return &at->scope->bt->nodes.data[at->node];
}

static const char* name_of(const compile_position* at)
{
    const char* name = ploy_bt_get(at->scope->bt, at->node, "name");
    const char* id = ploy_bt_get(at->scope->bt, at->node, "ID");
    return name && *name                                                   ? name
           : id && pl_bt_kind_of(at->scope->bt, at->node) != PL_BT_BINDING ? id
                                                                           : node_of(at)->element;
}

static ploy_status add_op(const pl_bt_build* b, const compile_position* at, pl_bt_kind kind, uint32_t* op)
{
    pl_bt_mind* m = b->mind;
    if (m->ops.count == PL_BT_MAX_NODES || at->level > PL_BT_MAX_LEVELS) {
        ploy_status status = pl_bt_fail(b, node_of(at), "the tree has more than %d nodes or %d levels, subtrees counted",
                                        PL_BT_MAX_NODES, PL_BT_MAX_LEVELS);
        status = pl_bt_take(b, at->scope, status);
        return status == PLOY_OK ? PLOY_FULL : status;
    }
    const char* name = name_of(at);
    char* kept = pl_arena_alloc(&m->arena, strlen(name) + 1);
    if (!kept) return PLOY_OUT_OF_MEMORY;
    *op = m->ops.count;
    pl_op added = {.kind = (uint8_t)kind, .parent = (uint16_t)at->parent, .watch = PL_OP_NONE, .cell = PL_OP_NONE};
    pl_op_source source = {strcpy(kept, name), node_of(at)->line};
    bool fits = PL_ARRAY_PUSH(&m->ops, &m->allocator, added) && PL_ARRAY_PUSH(&m->sources, &m->allocator, source);
    return fits ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

static ploy_status compile_children(const pl_bt_build* b, const compile_position* at, uint32_t op)
{
    const ploy_bt* bt = at->scope->bt;
    ploy_status status = PLOY_OK;
    for (uint32_t i = node_of(at)->first; status == PLOY_OK && i != PLOY_NONE; i = bt->nodes.data[i].next) {
        status = compile_node(b, (compile_position){at->scope, i, op, at->level + 1});
    }
    return status;
}

static ploy_status push_number(const pl_bt_build* b, int64_t number)
{
    return PL_ARRAY_PUSH(&b->mind->numbers, &b->mind->allocator, number) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

// A negative threshold counts down from the number of children: -1 is all. Its key, or PLOY_NONE, goes to the numbers.
static ploy_status read_threshold(const pl_bt_build* b, const compile_position* at, const char* name, int64_t usual,
                                  int64_t* threshold)
{
    int64_t children = node_of(at)->child_count;
    int64_t value = usual;
    uint32_t key = PLOY_NONE;
    ploy_status status = PLOY_OK;
    if (pl_bt_find(at->scope->bt, at->node, name)) {
        status = pl_bt_read_number_or_key(b, at->scope, at->node, name, -children, &value, &key);
    }
    if (status == PLOY_OK) status = push_number(b, key);
    *threshold = key != PLOY_NONE ? 0 : value < 0 ? children + value + 1 : value;
    if (status != PLOY_OK || *threshold <= children) return status;
    return pl_bt_fail(b, node_of(at), "'%s' of <%s> is more than its %d children", name, node_of(at)->element,
                      (int)children);
}

static ploy_status read_parallel(const pl_bt_build* b, const compile_position* at, pl_op* op)
{
    int64_t success = 0, failure = 0;
    ploy_status status = PLOY_OK;
    op->arg = b->mind->numbers.count;
    if (op->kind == PL_BT_PARALLEL) {
        const char* given = ploy_bt_get(at->scope->bt, at->node, "success_count");
        status = read_threshold(b, at, "success_count", -1, &success);
        if (!given || *given == '-') op->flags |= PL_OP_COUNTS_SKIPPED;
    }
    const char* name = op->kind == PL_BT_PARALLEL ? "failure_count" : "max_failures";
    status = pl_bt_take(b, at->scope, status);
    if (status == PLOY_OK) status = read_threshold(b, at, name, 1, &failure);
    op->value = success << 32 | failure;
    for (uint32_t i = op->arg; status == PLOY_OK && i < b->mind->numbers.count; ++i) {
        if (b->mind->numbers.data[i] != PLOY_NONE) op->flags |= PL_OP_READS;
    }
    return status;
}

// A case from a key has the type of the variable, or is a number as it is.
static ploy_status check_case_key(const pl_bt_build* b, const pl_bt_attribute* from, uint32_t variable,
                                  const ploy_port* port)
{
    const ploy_blackboard_keys* keys = b->def->parts.keys;
    pl_value_kind kind = variable == PLOY_NONE ? PLOY_VALUE_STRING : pl_key_kind(keys, variable);
    bool is_bytes = pl_value_is_bytes(kind) || pl_value_is_bytes(port->key_type);
    if (pl_key_kind(keys, port->key) == kind || (!is_bytes && pl_value_converts(port->key_type, kind))) return PLOY_OK;
    return pl_bt_fail_value(b, from, "the key '%.60s' is of type %s, and the variable of type %s",
                            ploy_blackboard_keys_name(keys, port->key), pl_key_type_name(keys, port->key),
                            pl_value_kind_name(&keys->structs, kind));
}

// Their values, then their keys, PLOY_NONE where they are constants. In a file of BehaviorTree.CPP a case may be missing,
// and is never chosen; nor is any where the variable is.
static ploy_status read_cases(const pl_bt_build* b, const compile_position* at, uint32_t key, uint32_t count, pl_op* op)
{
    char name[] = "case_0";
    uint32_t keys[PL_BT_CASES];
    bool has_variable = pl_bt_find(at->scope->bt, at->node, "variable") != NULL;
    for (uint32_t i = 1; i <= count; ++i) {
        name[5] = (char)('0' + i);
        const pl_bt_attribute* from = pl_bt_find(at->scope->bt, at->node, name);
        ploy_port constant = {.key = PLOY_NONE};
        char room[PL_BT_TEXT];
        if (!from || !has_variable) {
            op->flags |= PL_OP_READS;
            keys[i - 1] = PL_BT_NO_CASE;
            ploy_status kept = push_number(b, 0);
            if (kept != PLOY_OK) return kept;
            continue;
        }
        bool is_any = key == PLOY_NONE || pl_bt_in_braces(from->value, from->name, room);
        ploy_status status = is_any
                                 ? pl_bt_read_port(b, at->scope, from, &(pl_port_def){name, "any", 0}, &constant)
                                 : pl_bt_read_constant(b, from, key, &constant.value);
        if (status == PLOY_OK && is_any && key != PLOY_NONE && constant.key == PLOY_NONE) {
            pl_bt_attribute given = *from;
            given.value = ploy_value_string(constant.value);
            status = pl_bt_read_constant(b, &given, key, &constant.value);
        }
        if (status == PLOY_OK && constant.key != PLOY_NONE) {
            op->flags |= PL_OP_READS;
            status = check_case_key(b, from, key, &constant);
        }
        keys[i - 1] = constant.key;
        status = pl_bt_take(b, at->scope, status);
        if (status == PLOY_OK) status = push_number(b, constant.value);
        if (status != PLOY_OK) return status;
    }
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; op->flags & PL_OP_READS && i < count && status == PLOY_OK; ++i) {
        status = push_number(b, keys[i]);
    }
    return status;
}

static ploy_status read_switch(const pl_bt_build* b, const compile_position* at, pl_op* op)
{
    ploy_port variable = {.key = PLOY_NONE};
    const pl_bt_attribute* from = pl_bt_find(at->scope->bt, at->node, "variable");
    ploy_status status = PLOY_OK;
    if (from) status = pl_bt_read_port(b, at->scope, from, &(pl_port_def){"variable", "any", 0}, &variable);
    uint32_t count = node_of(at)->child_count - 1;
    op->arg = b->mind->numbers.count;
    op->value = (int64_t)((uint64_t)count << 32 | variable.key);
    op->kind = PL_BT_SWITCH2;
    bool is_text = status == PLOY_OK && (variable.key == PLOY_NONE || variable.key_type == PLOY_VALUE_STRING);
    if (is_text) op->flags |= PL_OP_TEXT;
    if (status == PLOY_OK) status = push_number(b, variable.value);
    return status == PLOY_OK ? read_cases(b, at, variable.key, count, op) : status;
}

static ploy_status read_weights(const pl_bt_build* b, const compile_position* at, pl_op* op)
{
    const ploy_bt* bt = at->scope->bt;
    op->arg = b->mind->numbers.count;
    int64_t sum = 0;
    bool is_wrong = false;
    for (uint32_t i = node_of(at)->first; i != PLOY_NONE; i = bt->nodes.data[i].next) {
        int64_t weight = 1000;
        ploy_status status = pl_bt_read_number(b, at->scope, i, "_weight", 3, 0, &weight);
        bool is_high = status == PLOY_OK && weight > 1000000000;
        if (is_high) status = pl_bt_fail(b, &bt->nodes.data[i], "'_weight' is above 1,000,000");
        is_wrong = is_wrong || status == PLOY_INVALID;
        status = pl_bt_take(b, at->scope, status);
        if (status == PLOY_OK) status = push_number(b, weight);
        if (status != PLOY_OK) return status;
        sum += is_high ? 0 : weight;
    }
    return sum > 0 || is_wrong
               ? PLOY_OK
               : pl_bt_fail(b, node_of(at), "all children of <%s> have the weight 0", node_of(at)->element);
}

static ploy_status read_choose(const pl_bt_build* b, const compile_position* at, pl_op* op)
{
    const pl_bt_attribute* from = pl_bt_find(at->scope->bt, at->node, "choose");
    op->value = from && strcmp(from->value, "random") == 0;
    if (!from || op->value || strcmp(from->value, "best") == 0) return PLOY_OK;
    pl_bt_fail_value(b, from, "'choose' is '%.100s'", from->value);
    pl_error_hint(b->error, "best or random");
    return PLOY_INVALID;
}

static bool calls_game(const pl_score* score)
{
    return score->guard ? pl_guard_polls(score->guard) : pl_utility_calls_scorer(score->utility, score->option);
}

static ploy_status read_scores(const pl_bt_build* b, const compile_position* at, pl_op* op)
{
    const ploy_bt* bt = at->scope->bt;
    pl_bt_mind* m = b->mind;
    ploy_status status = op->kind == PL_BT_UTILITY_SELECTOR
                             ? read_choose(b, at, op)
                             : pl_bt_read_number(b, at->scope, at->node, "hysteresis", 3, 0, &op->value);
    op->arg = m->scores.count;
    status = pl_bt_take(b, at->scope, status);
    for (uint32_t i = node_of(at)->first; status == PLOY_OK && i != PLOY_NONE; i = bt->nodes.data[i].next) {
        pl_score score;
        status = pl_bt_read_score(b, at->scope, i, &score);
        bool is_wrong = status != PLOY_OK;
        status = pl_bt_take(b, at->scope, status);
        if (status != PLOY_OK) return status;
        if (is_wrong) continue;
        if (!PL_ARRAY_PUSH(&m->scores, &m->allocator, score)) {
            pl_guard_destroy(score.guard);
            return PLOY_OUT_OF_MEMORY;
        }
        if (calls_game(&score)) op->flags |= PL_OP_CALLS;
    }
    return status;
}

// A bool: a constant, or a key that is read while the tree runs. Without the attribute *value stays as it is.
static ploy_status read_flag(const pl_bt_build* b, const compile_position* at, const char* name, pl_op* op)
{
    const pl_bt_attribute* from = pl_bt_find(at->scope->bt, at->node, name);
    if (!from) return PLOY_OK;
    ploy_port port = {.key = PLOY_NONE};
    pl_port_def def = {.name = name, .type = "any"};
    ploy_status status = pl_bt_read_port(b, at->scope, from, &def, &port);
    if (status != PLOY_OK) return status;
    if (port.key != PLOY_NONE) {
        op->flags |= PL_OP_READS;
        op->arg = port.key;
        op->value = 1;
        bool is_bytes = port.key_type == PLOY_VALUE_OBJECT || port.key_type >= PLOY_VALUE_STRUCT;
        return is_bytes ? pl_bt_fail_value(b, from, "the key in '%s' is neither true nor false", name) : PLOY_OK;
    }
    const char* text = ploy_value_string(port.value);
    op->value = strcmp(text, "true") == 0 || strcmp(text, "1") == 0;
    if (op->value || strcmp(text, "false") == 0 || strcmp(text, "0") == 0) return PLOY_OK;
    return pl_bt_fail_value(b, from, "'%s' is neither true nor false", name);
}

// A count or a time, in units of `unit`: a constant, or a key that is read while the tree runs.
static ploy_status read_count(const pl_bt_build* b, const compile_position* at, const char* name, int64_t min,
                              int64_t unit, pl_op* op)
{
    const pl_bt_attribute* from = pl_bt_find(at->scope->bt, at->node, name);
    uint32_t key;
    ploy_status status = pl_bt_read_number_or_key(b, at->scope, at->node, name, min, &op->value, &key);
    op->value = status == PLOY_OK && key == PLOY_NONE ? op->value * unit : unit;
    if (status != PLOY_OK || key == PLOY_NONE) return status;
    op->flags |= PL_OP_READS;
    op->arg = key;
    ploy_value_type type = ploy_blackboard_keys_type(b->def->parts.keys, key);
    if (type != PLOY_VALUE_OBJECT && type != PLOY_VALUE_STRUCT) return PLOY_OK;
    return pl_bt_fail_value(b, from, "the key in '%s' is no number", name);
}

static ploy_status read_catch(const pl_bt_build* b, const compile_position* at, pl_op* op)
{
    ploy_status status = read_flag(b, at, "catch_on_halt", op);
    b->mind->catches_halts = b->mind->catches_halts || op->value;
    return status;
}

// An outcome by its name: a constant, or a key, a string, that is read while the tree runs. Without the attribute *outcome
// stays as it is.
static ploy_status read_outcome(const pl_bt_build* b, const compile_position* at, const char* name, int64_t* outcome)
{
    const pl_bt_attribute* from = pl_bt_find(at->scope->bt, at->node, name);
    if (!from) return PLOY_OK;
    ploy_port port = {.key = PLOY_NONE};
    ploy_status status = pl_bt_read_port(b, at->scope, from, &(pl_port_def){.name = name, .type = "any"}, &port);
    if (status != PLOY_OK) return status;
    if (port.key != PLOY_NONE) {
        *outcome = pl_bt_outcome_in_key(port.key);
        if (port.key_type == PLOY_VALUE_STRING) return PLOY_OK;
        return pl_bt_fail_value(b, from, "the key in '%s' is no string", name);
    }
    int known = pl_bt_find_outcome(ploy_value_string(port.value));
    if (known >= 0) *outcome = known;
    if (known >= 0) return PLOY_OK;
    pl_bt_fail_value(b, from, "'%s' is '%.100s'", name, ploy_value_string(port.value));
    pl_error_hint(b->error, "SUCCESS, FAILURE, SKIPPED or RUNNING");
    return PLOY_INVALID;
}

static ploy_status read_precondition(const pl_bt_build* b, const compile_position* at, pl_op* op)
{
    pl_bt_mind* m = b->mind;
    op->value = PLOY_FAILURE;
    ploy_status status = pl_bt_take(b, at->scope, read_outcome(b, at, "else", &op->value));
    if (status != PLOY_OK) return status;
    op->arg = m->guards.count;
    if (!PL_ARRAY_PUSH(&m->guards, &m->allocator, (pl_op_guard){0})) return PLOY_OUT_OF_MEMORY;
    return pl_bt_read_script(b, at->scope, at->node, "if", false, &m->guards.data[op->arg].succeeds);
}

static const char* keep_text(const pl_bt_build* b, const char* text)
{
    char* kept = pl_arena_alloc(&b->mind->arena, strlen(text) + 1);
    return kept ? strcpy(kept, text) : NULL;
}

// Each item is one of the loop's type.
static ploy_status check_items(const pl_bt_build* b, const pl_bt_attribute* from, const char* items,
                               ploy_value_type type)
{
    static const char* const nouns[] = {"bool", "whole number", [PLOY_VALUE_FLOAT] = "number"};
    char item[PL_BT_TEXT];
    for (const char* at = items; type != PLOY_VALUE_STRING && *items; ++at) {
        size_t length = strcspn(at, ";");
        ploy_value value;
        snprintf(item, sizeof item, "%.*s", (int)(length < sizeof item ? length : sizeof item - 1), at);
        if (!pl_value_parse(NULL, type, item, NULL, &value)) {
            return pl_bt_fail_value(b, from, "'%.100s' in 'queue' is no %s", item, nouns[type]);
        }
        at += length;
        if (!*at) break;
    }
    return PLOY_OK;
}

static ploy_status read_queue(const pl_bt_build* b, const compile_position* at, ploy_value_type type, pl_bt_loop* loop)
{
    const pl_bt_attribute* from = pl_bt_find(at->scope->bt, at->node, "queue");
    char name[PL_BT_TEXT], text[PL_BT_TEXT];
    const char* inside = pl_bt_in_braces(from->value, from->name, name);
    const char* items = from->value;
    if (inside) {
        const char* given;
        bool is_given = pl_bt_resolve(at->scope, inside, text, &given) == PL_BT_GIVEN;
        loop->queue = b->def->parts.keys ? ploy_blackboard_keys_find(b->def->parts.keys, text) : PLOY_NONE;
        items = is_given ? given : text; // a subtree may be given the items themselves
        if (loop->queue == PLOY_NONE && !strchr(items, ';')) return pl_bt_read_key(b, at->scope, from, &loop->queue);
    }
    if (loop->queue != PLOY_NONE) {
        if (ploy_blackboard_keys_type(b->def->parts.keys, loop->queue) == PLOY_VALUE_STRING) return PLOY_OK;
        pl_bt_fail_value(b, from, "the key of 'queue' is no string");
        pl_error_hint(b->error, "items as text, \"1;2;3\", or a key of type string");
        return PLOY_INVALID;
    }
    loop->text = keep_text(b, items);
    return loop->text ? check_items(b, from, items, type) : PLOY_OUT_OF_MEMORY;
}

static ploy_status read_loop(const pl_bt_build* b, const compile_position* at, pl_op* op)
{
    static const ploy_value_type types[] = {PLOY_VALUE_INT, PLOY_VALUE_BOOL, PLOY_VALUE_FLOAT, PLOY_VALUE_STRING};
    const pl_bt_attribute* value = pl_bt_find(at->scope->bt, at->node, "value");
    pl_bt_mind* m = b->mind;
    pl_bt_loop loop = {.queue = PLOY_NONE, .value = PLOY_NONE};
    int64_t if_empty = PLOY_SUCCESS;
    ploy_status status = pl_bt_take(b, at->scope, read_outcome(b, at, "if_empty", &if_empty));
    if (status == PLOY_OK) status = read_queue(b, at, types[op->kind - PL_BT_LOOP_INT], &loop);
    status = pl_bt_take(b, at->scope, status);
    if (status == PLOY_OK && value) status = pl_bt_read_key(b, at->scope, value, &loop.value);
    loop.if_empty = if_empty;
    op->kind = PL_BT_LOOP_INT;
    op->arg = m->loops.count;
    if (status != PLOY_OK) return status;
    return PL_ARRAY_PUSH(&m->loops, &m->allocator, loop) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

static ploy_status read_entry(const pl_bt_build* b, const compile_position* at, pl_op* op)
{
    uint32_t key = 0;
    ploy_status status = pl_bt_read_key(b, at->scope, pl_bt_find(at->scope->bt, at->node, "entry"), &key);
    op->value = key;
    return status;
}

static ploy_status read_set(const pl_bt_build* b, const compile_position* at, pl_op* op)
{
    const pl_bt_attribute* value = pl_bt_find(at->scope->bt, at->node, "value");
    ploy_port port = {.key = PLOY_NONE};
    uint32_t key;
    ploy_status status = pl_bt_read_key(b, at->scope, pl_bt_find(at->scope->bt, at->node, "output_key"), &key);
    if (status != PLOY_OK) return status;
    status = pl_bt_read_value(b, at->scope, value, key, &port);
    op->value = key;
    op->arg = b->mind->ports.count;
    if (status != PLOY_OK) return status;
    return PL_ARRAY_PUSH(&b->mind->ports, &b->mind->allocator, port) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

static ploy_status read_unset(const pl_bt_build* b, const compile_position* at, pl_op* op)
{
    uint32_t key = 0;
    const pl_bt_attribute* from = pl_bt_find(at->scope->bt, at->node, "key");
    ploy_status status = pl_bt_read_key(b, at->scope, from, &key);
    op->value = key;
    return status;
}

// What a name without a kind is: a node if it has children and is no leaf, else an activity before a condition.
static pl_bt_kind kind_bound(const pl_bt_build* b, const compile_position* at, pl_bt_kind kind, const char* id)
{
    const ploy_bindings* all = b->def->parts.bindings;
    if (kind == PL_BT_ACTION || kind == PL_BT_CONDITION) return kind;
    bool is_activity = ploy_bindings_find_activity(all, id) != PLOY_NONE;
    bool is_condition = !is_activity && pl_bindings_find_condition(all, id) != PLOY_NONE;
    bool is_leaf = is_activity || is_condition;
    bool has_children = kind == PL_BT_BINDING && node_of(at)->child_count > 0;
    if (pl_bindings_find_node(all, id) != PLOY_NONE && kind == PL_BT_BINDING) return PL_BT_NODE;
    return has_children && !is_leaf ? PL_BT_NODE : is_condition ? PL_BT_CONDITION : PL_BT_ACTION;
}

static ploy_status read_binding(const pl_bt_build* b, const compile_position* at, pl_op* op)
{
    bool is_named = op->kind == PL_BT_BINDING && !pl_bt_is_generic(node_of(at)->element);
    const char* id = is_named ? node_of(at)->element : ploy_bt_get(at->scope->bt, at->node, "ID");
    op->kind = (uint8_t)kind_bound(b, at, (pl_bt_kind)op->kind, id);
    return pl_bt_read_leaf(b, at->scope, at->node, (pl_bt_kind)op->kind, id, &op->arg);
}

static ploy_status read_script(const pl_bt_build* b, const compile_position* at, const char* name, bool assigns,
                               pl_op* op)
{
    pl_guard* script;
    ploy_status status = pl_bt_read_script(b, at->scope, at->node, name, assigns, &script);
    if (status != PLOY_OK) return status;
    op->arg = b->mind->scripts.count;
    if (PL_ARRAY_PUSH(&b->mind->scripts, &b->mind->allocator, script)) return PLOY_OK;
    pl_guard_destroy(script);
    return PLOY_OUT_OF_MEMORY;
}

static ploy_status read_attributes(const pl_bt_build* b, const compile_position* at, pl_op* op)
{
    switch (op->kind) {
    case PL_BT_SCRIPT:
        return read_script(b, at, "code", true, op);
    case PL_BT_SCRIPT_CONDITION:
        return read_script(b, at, "code", false, op);
    case PL_BT_ASYNC_SEQUENCE:
    case PL_BT_ASYNC_FALLBACK:
        op->kind = op->kind == PL_BT_ASYNC_SEQUENCE ? PL_BT_SEQUENCE : PL_BT_FALLBACK;
        op->flags |= PL_OP_YIELDS;
        return PLOY_OK;
    case PL_BT_PARALLEL:
    case PL_BT_PARALLEL_ALL:
        return read_parallel(b, at, op);
    case PL_BT_SWITCH2:
    case PL_BT_SWITCH3:
    case PL_BT_SWITCH4:
    case PL_BT_SWITCH5:
    case PL_BT_SWITCH6:
        return read_switch(b, at, op);
    case PL_BT_RANDOM_CHOICE:
    case PL_BT_RANDOM_FALLBACK:
        return read_weights(b, at, op);
    case PL_BT_UTILITY_SELECTOR:
    case PL_BT_REACTIVE_UTILITY_SELECTOR:
        return read_scores(b, at, op);
    case PL_BT_REPEAT:
        return read_count(b, at, "num_cycles", -1, 1, op);
    case PL_BT_RETRY:
        return read_count(b, at, "num_attempts", -1, 1, op);
    case PL_BT_DELAY:
        return read_count(b, at, "delay_msec", 0, PLOY_SECOND / 1000, op);
    case PL_BT_TIMEOUT:
    case PL_BT_COOLDOWN:
    case PL_BT_SLEEP:
    case PL_BT_SERVICE:
        return read_count(b, at, "msec", 0, PLOY_SECOND / 1000, op);
    case PL_BT_RUN_ONCE:
        op->value = true;
        return read_flag(b, at, "then_skip", op);
    case PL_BT_TRY_CATCH:
        return read_catch(b, at, op);
    case PL_BT_PRECONDITION:
        return read_precondition(b, at, op);
    case PL_BT_LOOP_INT:
    case PL_BT_LOOP_BOOL:
    case PL_BT_LOOP_DOUBLE:
    case PL_BT_LOOP_STRING:
        return read_loop(b, at, op);
    case PL_BT_SKIP_UNLESS_UPDATED:
    case PL_BT_WAIT_VALUE_UPDATE:
    case PL_BT_WAS_ENTRY_UPDATED:
        return read_entry(b, at, op);
    case PL_BT_SET:
        return read_set(b, at, op);
    case PL_BT_UNSET:
        return read_unset(b, at, op);
    case PL_BT_PLAN:
        return pl_bt_read_plan(b, at->scope, at->node, &op->arg);
    case PL_BT_ACTION:
    case PL_BT_CONDITION:
    case PL_BT_BINDING:
        return read_binding(b, at, op);
    default:
        return PLOY_OK;
    }
}

static const ploy_bt* find_tree(const pl_bt_build* b, const char* name)
{
    for (uint32_t i = 0; i < b->def->tree_count; ++i) {
        if (strcmp(b->def->trees[i]->name, name) == 0) return b->def->trees[i];
    }
    return NULL;
}

static ploy_status fail_subtree(const pl_bt_build* b, const compile_position* at, const char* name)
{
    pl_bt_fail(b, node_of(at), "unknown tree '%s'", name);
    pl_similar similar = pl_similar_begin(name);
    for (uint32_t i = 0; i < b->def->tree_count; ++i) pl_similar_offer(&similar, b->def->trees[i]->name);
    pl_similar_hint(&similar, b->error);
    pl_error_missing(b->error, PLOY_MISSING_NOTHING, name, NULL);
    return PLOY_INVALID;
}

static bool is_inside(const pl_bt_scope* scope, const char* tree)
{
    while (scope && strcmp(scope->bt->name, tree) != 0) scope = scope->up;
    return scope != NULL;
}

// <Name/> is short for <SubTree ID="Name"/> where no binding has that name. Inside that tree it is a leaf.
const char* pl_bt_subtree_of(const pl_bt_build* b, const pl_bt_scope* scope, uint32_t node)
{
    pl_bt_kind kind = pl_bt_kind_of(scope->bt, node);
    const char* name = scope->bt->nodes.data[node].element;
    if (kind == PL_BT_SUBTREE) return ploy_bt_get(scope->bt, node, "ID");
    bool is_tree = kind == PL_BT_BINDING && find_tree(b, name) && !is_inside(scope, name) &&
                   ploy_bindings_find_activity(b->def->parts.bindings, name) == PLOY_NONE &&
                   pl_bindings_find_condition(b->def->parts.bindings, name) == PLOY_NONE;
    return is_tree ? name : NULL;
}

static pl_bt_kind kind_at(const pl_bt_build* b, const compile_position* at)
{
    bool is_tree = pl_bt_subtree_of(b, at->scope, at->node) != NULL;
    return is_tree ? PL_BT_SUBTREE : pl_bt_kind_of(at->scope->bt, at->node);
}

static ploy_status compile_subtree(const pl_bt_build* b, const compile_position* at, uint32_t op)
{
    const char* name = pl_bt_subtree_of(b, at->scope, at->node);
    pl_bt_scope inner;
    if (!pl_bt_enter_scope(b, at->scope, at->node, name, &inner)) {
        return pl_bt_take(b, at->scope, fail_subtree(b, at, name));
    }
    for (const pl_bt_scope* above = at->scope; above; above = above->up) {
        if (above->bt != inner.bt) continue;
        return pl_bt_take(b, at->scope, pl_bt_fail(b, node_of(at), "the tree '%s' contains itself", name));
    }
    return inner.bt->nodes.count == 0 ? PLOY_OK
                                      : compile_node(b, (compile_position){&inner, 0, op, at->level + 1});
}

// A service is a fork with two children: the activity that it repeats, and its child.
static ploy_status compile_service(const pl_bt_build* b, const compile_position* at, uint32_t op)
{
    uint32_t leaf;
    compile_position below = {at->scope, at->node, op, at->level + 1};
    ploy_status status = add_op(b, &below, PL_BT_SERVICE, &leaf);
    if (status != PLOY_OK) return status;
    b->mind->ops.data[leaf].next = (uint16_t)(leaf + 1);
    pl_op added = b->mind->ops.data[leaf];
    status = pl_bt_take(b, at->scope, read_binding(b, at, &added));
    b->mind->ops.data[leaf] = added;
    return status == PLOY_OK ? compile_children(b, at, op) : status;
}

static ploy_status compile_below(const pl_bt_build* b, const compile_position* at, uint32_t op)
{
    switch (b->mind->ops.data[op].kind) {
    case PL_BT_SUBTREE:
        return compile_subtree(b, at, op);
    case PL_BT_SERVICE:
        return compile_service(b, at, op);
    default:
        return compile_children(b, at, op);
    }
}

static ploy_status read_script_of(const pl_bt_build* b, const compile_position* at, const char* name, bool assigns,
                                  pl_guard** script)
{
    return pl_bt_take(b, at->scope, pl_bt_read_script(b, at->scope, at->node, name, assigns, script));
}

static ploy_status read_guards(const pl_bt_build* b, const compile_position* at, pl_op_guard* guard)
{
    ploy_status status = read_script_of(b, at, "_failureIf", false, &guard->fails);
    if (status == PLOY_OK) status = read_script_of(b, at, "_successIf", false, &guard->succeeds);
    if (status == PLOY_OK) status = read_script_of(b, at, "_skipIf", false, &guard->skips);
    return status == PLOY_OK ? read_script_of(b, at, "_while", false, &guard->holds) : status;
}

static ploy_status read_posts(const pl_bt_build* b, const compile_position* at, pl_op_post* post)
{
    ploy_status status = read_script_of(b, at, "_onSuccess", true, &post->succeeded);
    if (status == PLOY_OK) status = read_script_of(b, at, "_onFailure", true, &post->failed);
    if (status == PLOY_OK) status = read_script_of(b, at, "_onHalted", true, &post->halted);
    return status == PLOY_OK ? read_script_of(b, at, "_post", true, &post->ended) : status;
}

static bool has_any(const compile_position* at, const char* const names[4])
{
    for (uint32_t i = 0; i < 4; ++i) {
        if (pl_bt_find(at->scope->bt, at->node, names[i])) return true;
    }
    return false;
}

// What is below is compiled for its errors alone.
static ploy_status compile_lacking(const pl_bt_build* b, const compile_position* at, const char* attribute)
{
    pl_bt_mind* m = b->mind;
    uint32_t op;
    ploy_status status = add_op(b, at, PL_BT_LACKING, &op);
    if (status == PLOY_OK) status = compile_children(b, at, op);
    if (status != PLOY_OK) return status;
    m->ops.count = m->sources.count = op + 1;
    m->ops.data[op].next = (uint16_t)(op + 1);
    m->ops.data[op].arg = m->lacks.count;
    pl_bt_lack lack = {.attribute = attribute, .kind = (uint8_t)kind_at(b, at)};
    return PL_ARRAY_PUSH(&m->lacks, &m->allocator, lack) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

static ploy_status compile_bare(const pl_bt_build* b, const compile_position* at)
{
    uint32_t op;
    const char* lacking = pl_bt_lacks(at->scope->bt, at->node);
    if (lacking) return compile_lacking(b, at, lacking);
    ploy_status status = add_op(b, at, kind_at(b, at), &op);
    if (status != PLOY_OK) return status;
    pl_op added = b->mind->ops.data[op];
    bool is_read = b->reports->count == 0 || pl_bt_can_be_read(at->scope->bt, at->node);
    if (is_read) status = pl_bt_take(b, at->scope, read_attributes(b, at, &added));
    b->mind->ops.data[op] = added;
    if (!is_read && (added.kind == PL_BT_SUBTREE || added.kind == PL_BT_SERVICE)) return status;
    if (status == PLOY_OK) status = compile_below(b, at, op);
    b->mind->ops.data[op].next = (uint16_t)b->mind->ops.count;
    return status;
}

static ploy_status compile_guarded(const pl_bt_build* b, compile_position at)
{
    pl_bt_mind* m = b->mind;
    uint32_t op;
    ploy_status status = add_op(b, &at, PL_BT_GUARD, &op);
    if (status != PLOY_OK) return status;
    m->ops.data[op].arg = m->guards.count;
    if (!PL_ARRAY_PUSH(&m->guards, &m->allocator, (pl_op_guard){0})) return PLOY_OUT_OF_MEMORY;
    status = read_guards(b, &at, &m->guards.data[m->guards.count - 1]);
    at.parent = op;
    at.level += 1;
    if (status == PLOY_OK) status = compile_bare(b, &at);
    m->ops.data[op].next = (uint16_t)m->ops.count;
    return status;
}

static ploy_status compile_before_end(const pl_bt_build* b, compile_position at)
{
    static const char* const names[4] = {"_failureIf", "_successIf", "_skipIf", "_while"};
    return has_any(&at, names) ? compile_guarded(b, at) : compile_bare(b, &at);
}

static ploy_status compile_node(const pl_bt_build* b, compile_position at)
{
    static const char* const names[4] = {"_onSuccess", "_onFailure", "_onHalted", "_post"};
    pl_bt_mind* m = b->mind;
    uint32_t op;
    if (!has_any(&at, names)) return compile_before_end(b, at);
    ploy_status status = add_op(b, &at, PL_BT_POST, &op);
    if (status != PLOY_OK) return status;
    m->ops.data[op].arg = m->posts.count;
    if (!PL_ARRAY_PUSH(&m->posts, &m->allocator, (pl_op_post){0})) return PLOY_OUT_OF_MEMORY;
    status = read_posts(b, &at, &m->posts.data[m->posts.count - 1]);
    at.parent = op;
    at.level += 1;
    if (status == PLOY_OK) status = compile_before_end(b, at);
    m->ops.data[op].next = (uint16_t)m->ops.count;
    return status;
}

static ploy_status check_trees(const pl_bt_build* b)
{
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < b->def->tree_count && status == PLOY_OK; ++i) {
        status = pl_reports_take(b->reports, pl_bt_check(b->def->trees[i], b->reports));
    }
    return status;
}

ploy_status pl_bt_compile(pl_bt_mind* mind, const ploy_bt_mind_def* def, pl_reports* reports)
{
    pl_bt_build b = {mind, def, reports->error, PL_ARENA_ARRAY(&mind->arena, uint32_t, def->tree_count), reports};
    if (!b.uses) return PLOY_OUT_OF_MEMORY;
    ploy_status status = check_trees(&b);
    if (status != PLOY_OK) return status;
    const ploy_bt* main = def->main ? find_tree(&b, def->main) : def->trees[0];
    if (!main) {
        pl_error_set(reports->error, 0, 0, "unknown tree '%s'", def->main);
        return pl_reports_take(reports, PLOY_INVALID);
    }
    pl_bt_scope scope = {.bt = main};
    if (main->nodes.count > 0) status = compile_node(&b, (compile_position){&scope, 0, PL_OP_NONE, 1});
    return status == PLOY_FULL ? PLOY_OK : status;
}
