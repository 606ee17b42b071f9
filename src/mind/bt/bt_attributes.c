// Reads attributes: keys, numbers, expressions, ports of activities and conditions, scores, and goals of a <Plan>.

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "mind/bt/bt_compile.h"
#include "mind/common/bindings.h"
#include "plan/domain/domain.h"
#include "plan/language/lexer.h"

static ploy_status fail_list(const pl_bt_build* b, uint32_t line, uint32_t column, const char* format, va_list list)
{
    pl_error_set_list(b->error, line, column, format, list);
    return PLOY_INVALID;
}

ploy_status pl_bt_fail(const pl_bt_build* b, const pl_bt_element* node, const char* format, ...)
{
    va_list list;
    va_start(list, format);
    ploy_status status = fail_list(b, node->line, node->column, format, list);
    va_end(list);
    return status;
}

ploy_status pl_bt_fail_value(const pl_bt_build* b, const pl_bt_attribute* at, const char* format, ...)
{
    va_list list;
    va_start(list, format);
    ploy_status status = fail_list(b, at->line, at->column, format, list);
    va_end(list);
    return status;
}

static bool is_same_source(const ploy_bt* a, const ploy_bt* b)
{
    return a->source == b->source || (a->source && b->source && strcmp(a->source, b->source) == 0);
}

// An error in another file gets the place of the node that uses its tree, and its own goes into the message.
static void blame_source(const pl_bt_build* b, const pl_bt_scope* scope)
{
    for (; scope->up; scope = scope->up) {
        if (is_same_source(scope->bt, scope->up->bt)) continue;
        const pl_bt_element* user = &scope->up->bt->nodes.data[scope->user];
        ploy_error inner = *b->error;
        pl_error_set(b->error, user->line, user->column, "in %.100s:%u:%u: %s",
                     scope->bt->source ? scope->bt->source : "the file that includes it", (unsigned)inner.line,
                     (unsigned)inner.column, inner.message);
        if (*inner.hint) pl_error_hint(b->error, "%s", inner.hint);
        pl_error_keep_missing(b->error, &inner);
    }
}

ploy_status pl_bt_take(const pl_bt_build* b, const pl_bt_scope* scope, ploy_status status)
{
    if (status == PLOY_NOT_FOUND) return PLOY_OK; // a utility whose errors have been reported
    if (status == PLOY_INVALID && !b->reports->has_ended) blame_source(b, scope);
    return pl_reports_take(b->reports, status);
}

// Numbers.

static bool parse_number(const char* text, uint32_t places, int64_t* value)
{
    return places == 0 ? pl_value_parse_int(text, value) : pl_value_parse_decimal(text, value, NULL);
}

ploy_status pl_bt_read_number(const pl_bt_build* b, const pl_bt_scope* scope, uint32_t node, const char* name,
                              uint32_t places, int64_t min, int64_t* value)
{
    const pl_bt_attribute* from = pl_bt_find(scope->bt, node, name);
    if (!from || (parse_number(from->value, places, value) && *value >= min)) return PLOY_OK;
    pl_bt_fail_value(b, from, "'%s' of <%s> is '%.100s'", name, scope->bt->nodes.data[node].element, from->value);
    pl_error_hint(b->error, places == 0 ? "a whole number, at least %d" : "a number, at least %d", (int)min);
    return PLOY_INVALID;
}

ploy_status pl_bt_read_time(const pl_bt_build* b, const pl_bt_scope* scope, uint32_t node, const char* name,
                            int64_t* time)
{
    int64_t milliseconds = 0;
    ploy_status status = pl_bt_read_number(b, scope, node, name, 0, 0, &milliseconds);
    *time = milliseconds * (PLOY_SECOND / 1000);
    return status;
}

// Names.

static uint32_t find_key(const pl_bt_build* b, const char* name)
{
    return b->def->parts.keys ? ploy_blackboard_keys_find(b->def->parts.keys, name) : PLOY_NONE;
}

static ploy_status fail_key(const pl_bt_build* b, const pl_bt_attribute* from, const char* name, bool is_private)
{
    pl_bt_fail_value(b, from, "unknown key '%.100s'", name);
    pl_error_missing(b->error, PLOY_MISSING_KEY, name, NULL);
    if (is_private) {
        const char* own = strrchr(name, '.') + 1;
        pl_error_hint(b->error, "a <SubTree> has keys of its own: declare it, or give the <SubTree> %.60s=\"{%.60s}\"",
                      own, own);
        return PLOY_INVALID;
    }
    pl_similar similar = pl_similar_begin(name);
    for (uint32_t key = 0; b->def->parts.keys && key < ploy_blackboard_keys_count(b->def->parts.keys); ++key) {
        pl_similar_offer(&similar, ploy_blackboard_keys_name(b->def->parts.keys, key));
    }
    pl_similar_hint(&similar, b->error);
    return PLOY_INVALID;
}

// The place of an error that was reported without one.
static ploy_status fail_there(const pl_bt_build* b, const pl_bt_attribute* from, ploy_status status)
{
    if (status != PLOY_INVALID || !b->error) return status;
    b->error->line = from->line;
    b->error->column = from->column;
    return status;
}

static ploy_status read_text(const pl_bt_build* b, const pl_bt_attribute* from, const pl_port_def* def,
                             const char* text, ploy_port* port)
{
    if (def->way != PL_PORT_IN) {
        pl_bt_fail_value(b, from, "'%s' is '%.100s', and it is written to", from->name, text);
        pl_error_hint(b->error, "a key in braces");
        return PLOY_INVALID;
    }
    return fail_there(b, from, pl_port_take_text(def, b->def->parts.keys, text, &b->mind->arena, port, b->error));
}

ploy_status pl_bt_read_port(const pl_bt_build* b, const pl_bt_scope* scope, const pl_bt_attribute* from,
                            const pl_port_def* def, ploy_port* port)
{
    char name[PL_BT_TEXT];
    char text[PL_BT_TEXT];
    const char* inside = pl_bt_in_braces(from->value, from->name, name);
    if (!inside) return read_text(b, from, def, from->value, port);
    const char* given;
    pl_bt_meaning meaning = pl_bt_resolve(scope, inside, text, &given);
    if (meaning == PL_BT_GIVEN) return read_text(b, from, def, given, port);
    uint32_t key = find_key(b, text);
    if (key == PLOY_NONE) return fail_key(b, from, text, meaning == PL_BT_OWN_KEY);
    return fail_there(b, from, pl_port_take_key(def, b->def->parts.keys, key, true, port, b->error));
}

ploy_status pl_bt_read_key(const pl_bt_build* b, const pl_bt_scope* scope, const pl_bt_attribute* from, uint32_t* key)
{
    char name[PL_BT_TEXT];
    char text[PL_BT_TEXT];
    const char* inside = pl_bt_in_braces(from->value, from->name, name);
    const char* given;
    bool is_private = pl_bt_resolve(scope, inside ? inside : from->value, text, &given) == PL_BT_OWN_KEY;
    *key = find_key(b, text);
    return *key == PLOY_NONE ? fail_key(b, from, text, is_private) : PLOY_OK;
}

ploy_status pl_bt_read_number_or_key(const pl_bt_build* b, const pl_bt_scope* scope, uint32_t node, const char* name,
                                     int64_t min, int64_t* value, uint32_t* key)
{
    const pl_bt_attribute* from = pl_bt_find(scope->bt, node, name);
    char inside[PL_BT_TEXT], text[PL_BT_TEXT];
    *key = PLOY_NONE;
    const char* name_inside = pl_bt_in_braces(from->value, from->name, inside);
    if (!name_inside) return pl_bt_read_number(b, scope, node, name, 0, min, value);
    const char* given;
    bool is_private = pl_bt_resolve(scope, name_inside, text, &given) == PL_BT_OWN_KEY;
    *key = find_key(b, text);
    if (*key != PLOY_NONE) return PLOY_OK;
    if (parse_number(text, 0, value) && *value >= min) return PLOY_OK;
    return fail_key(b, from, text, is_private);
}

// In BehaviorTree.CPP true and false are numbers, too.
static const char* truth_as_number(const char* text)
{
    return strcmp(text, "true") == 0 ? "1" : strcmp(text, "false") == 0 ? "0" : text;
}

ploy_status pl_bt_read_value(const pl_bt_build* b, const pl_bt_scope* scope, const pl_bt_attribute* from, uint32_t key,
                             ploy_port* port)
{
    const ploy_blackboard_keys* keys = b->def->parts.keys;
    pl_port_def any = {.name = from->name, .type = "any"}, typed = {.name = from->name};
    ploy_status status = pl_bt_read_port(b, scope, from, &any, port);
    if (status != PLOY_OK) return status;
    typed.type = pl_key_type_name(keys, key);
    if (port->key == PLOY_NONE) {
        pl_value_kind kind = pl_key_kind(keys, key);
        bool is_number = kind == PLOY_VALUE_INT || kind == PLOY_VALUE_DECIMAL || kind == PLOY_VALUE_FLOAT;
        const char* text = ploy_value_string(port->value);
        return read_text(b, from, &typed, is_number && scope->bt->is_btcpp ? truth_as_number(text) : text, port);
    }
    if (pl_value_converts(port->key_type, pl_key_kind(keys, key))) return PLOY_OK;
    return pl_bt_fail_value(b, from, "the key '%.60s' is of type %s, and '%.60s' of type %s",
                            ploy_blackboard_keys_name(keys, port->key), pl_key_type_name(keys, port->key),
                            ploy_blackboard_keys_name(keys, key), typed.type);
}

ploy_status pl_bt_read_constant(const pl_bt_build* b, const pl_bt_attribute* from, uint32_t key, int64_t* value)
{
    pl_port_def def = {.name = from->name, .type = pl_key_type_name(b->def->parts.keys, key)};
    ploy_port port = {.key = PLOY_NONE};
    ploy_status status = read_text(b, from, &def, from->value, &port);
    *value = port.value;
    return status;
}

// Activities, conditions and nodes of the game's own.

static ploy_status fail_port(const pl_bt_build* b, const pl_bt_attribute* from, const char* noun, const char* id,
                             const pl_port_list* list)
{
    pl_bt_fail_value(b, from, "%s '%s' has no port '%s'", noun, id, from->name);
    pl_error_missing(b->error, PLOY_MISSING_PORT, from->name, id);
    pl_similar similar = pl_similar_begin(from->name);
    for (uint32_t i = 0; i < list->count; ++i) pl_similar_offer(&similar, list->defs[i].name);
    pl_similar_hint(&similar, b->error);
    return PLOY_INVALID;
}

// The list that the ID of a leaf or a node of the game's own stands in.
static const pl_binding_list* list_of(const pl_bt_build* b, pl_bt_kind kind)
{
    const ploy_bindings* all = b->def->parts.bindings;
    return kind == PL_BT_CONDITION ? &all->conditions : kind == PL_BT_NODE ? &all->nodes : &all->activities;
}

static const char* noun_of(pl_bt_kind kind)
{
    return kind == PL_BT_CONDITION ? "condition" : kind == PL_BT_NODE ? "node" : "activity";
}

static ploy_missing missing_of(pl_bt_kind kind)
{
    return kind == PL_BT_CONDITION ? PLOY_MISSING_CONDITION
           : kind == PL_BT_NODE    ? PLOY_MISSING_NODE
                                   : PLOY_MISSING_ACTIVITY;
}

// A name that is nearly one of the library's own nodes is misspelled: nothing is missing.
static ploy_status fail_binding(const pl_bt_build* b, const pl_bt_element* node, pl_bt_kind kind, const char* id)
{
    pl_bt_fail(b, node, "unknown %s '%s'", noun_of(kind), id);
    pl_error_missing(b->error, missing_of(kind), id, NULL);
    pl_similar similar = pl_similar_begin(id);
    const pl_names* names = &list_of(b, kind)->names;
    for (uint32_t i = 0; kind == PL_BT_NODE && i < PL_BT_KIND_COUNT; ++i) {
        pl_similar_offer(&similar, pl_bt_kind_element((pl_bt_kind)i));
    }
    if (similar.best) pl_error_missing(b->error, PLOY_MISSING_NOTHING, "", NULL);
    for (uint32_t i = 0; i < pl_names_count(names); ++i) pl_similar_offer(&similar, pl_names_text(names, i));
    pl_similar_hint(&similar, b->error);
    return PLOY_INVALID;
}

static bool is_port(const pl_bt_scope* scope, uint32_t node, const char* attribute)
{
    pl_bt_kind kind = pl_bt_kind_of(scope->bt, node);
    if (kind == PL_BT_SERVICE && strcmp(attribute, "msec") == 0) return false;
    bool has_id = kind != PL_BT_BINDING || pl_bt_is_generic(scope->bt->nodes.data[node].element);
    if (has_id && strcmp(attribute, "ID") == 0) return false;
    return *attribute != '_' && !pl_bt_is_listed(PL_BT_COMMON, attribute);
}

// Appends the ports of a leaf to those of the mind.
static ploy_status read_ports(const pl_bt_build* b, const pl_bt_scope* scope, uint32_t node, pl_bt_kind kind,
                              const char* id, const pl_port_list* list)
{
    const ploy_bt* bt = scope->bt;
    pl_bt_mind* m = b->mind;
    if (!PL_ARRAY_RESERVE(&m->ports, &m->allocator, m->ports.count + list->count)) return PLOY_OUT_OF_MEMORY;
    ploy_port* ports = m->ports.data + m->ports.count;
    for (uint32_t i = 0; i < list->count; ++i) ports[i] = list->none[i];
    m->ports.count += list->count;
    for (uint32_t i = bt->nodes.data[node].first_attribute; i != PLOY_NONE; i = bt->attributes.data[i].next) {
        const pl_bt_attribute* from = &bt->attributes.data[i];
        if (!is_port(scope, node, from->name)) continue;
        uint32_t port = pl_ports_find(list, from->name, strlen(from->name));
        ploy_status status = port == PLOY_NONE ? fail_port(b, from, noun_of(kind), id, list)
                                               : pl_bt_read_port(b, scope, from, &list->defs[port], &ports[port]);
        status = pl_bt_take(b, scope, status);
        if (status != PLOY_OK) return status;
    }
    return PLOY_OK;
}

// Fills in what is bound.
static const pl_port_list* bind_leaf(const pl_bt_build* b, pl_bt_kind kind, pl_bt_leaf* leaf)
{
    const void* item = list_of(b, kind)->items.data[leaf->binding];
    if (kind == PL_BT_CONDITION) {
        leaf->condition = item;
        leaf->is_pure = leaf->condition->pure;
        return pl_condition_ports(item);
    }
    if (kind == PL_BT_NODE) {
        leaf->node = item;
        return pl_node_ports(item);
    }
    leaf->activity = item;
    return pl_activity_ports(item);
}

static ploy_status check_children(const pl_bt_build* b, const pl_bt_element* node, const pl_bt_leaf* leaf)
{
    uint32_t min = leaf->node ? leaf->node->min_children : 0, max = leaf->node ? leaf->node->max_children : 0;
    if (node->child_count >= min && node->child_count <= max) return PLOY_OK;
    if (leaf->node) {
        pl_bt_fail(b, node, "the node <%s> takes %u to %u children, here are %u", node->element, (unsigned)min,
                   (unsigned)max, (unsigned)node->child_count);
    } else {
        pl_bt_fail(b, node, "<%s> is %s and cannot hold nodes", node->element,
                   leaf->condition ? "a condition" : "an activity");
        pl_error_hint(b->error, "ploy_bindings_add_node binds nodes with children");
    }
    return PLOY_INVALID;
}

const pl_port_list* pl_bt_ports_of(const pl_bt_build* b, const pl_bt_scope* scope, uint32_t node)
{
    static const pl_bt_kind kinds[] = {PL_BT_ACTION, PL_BT_CONDITION, PL_BT_NODE};
    pl_bt_kind kind = pl_bt_kind_of(scope->bt, node);
    const char* id = ploy_bt_get(scope->bt, node, "ID");
    bool is_bound = kind == PL_BT_ACTION || kind == PL_BT_CONDITION || kind == PL_BT_BINDING || kind == PL_BT_SERVICE;
    if (kind == PL_BT_BINDING && !pl_bt_is_generic(scope->bt->nodes.data[node].element)) {
        id = scope->bt->nodes.data[node].element;
    }
    for (uint32_t i = 0; is_bound && id && i < 3; ++i) {
        pl_bt_leaf leaf = {.binding = pl_names_find(&list_of(b, kinds[i])->names, id, strlen(id))};
        bool fits = kind == kinds[i] || kind == PL_BT_BINDING || kind == PL_BT_SERVICE;
        if (fits && leaf.binding != PLOY_NONE) return bind_leaf(b, kinds[i], &leaf);
    }
    return NULL;
}

ploy_status pl_bt_read_leaf(const pl_bt_build* b, const pl_bt_scope* scope, uint32_t node, pl_bt_kind kind,
                            const char* id, uint32_t* leaf)
{
    pl_bt_mind* m = b->mind;
    const pl_bt_element* of = &scope->bt->nodes.data[node];
    pl_bt_leaf added = {.binding = pl_binding_find(list_of(b, kind), id, strlen(id)), .ports = m->ports.count};
    if (added.binding == PLOY_NONE) return fail_binding(b, of, kind, id);
    const pl_port_list* list = bind_leaf(b, kind, &added);
    bool is_service = pl_bt_kind_of(scope->bt, node) == PL_BT_SERVICE;
    if (!is_service && check_children(b, of, &added) != PLOY_OK) return PLOY_INVALID;
    ploy_status status = read_ports(b, scope, node, kind, id, list);
    if (status == PLOY_OK) status = pl_bt_read_time(b, scope, node, "_msec", &added.duration);
    if (status != PLOY_OK) return status;
    *leaf = m->leaves.count;
    return PL_ARRAY_PUSH(&m->leaves, &m->allocator, added) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

// Utilities.

static const char* utility_name(const ploy_utility* utility)
{
    return utility->name ? utility->name : "";
}

static const ploy_utility* find_utility(const pl_bt_build* b, const char* name)
{
    for (uint32_t i = 0; i < b->mind->utilities.count; ++i) {
        if (strcmp(utility_name(b->mind->utilities.data[i]), name) == 0) return b->mind->utilities.data[i];
    }
    return NULL;
}

static const ploy_utility* require_utility(const pl_bt_build* b, const pl_bt_attribute* from, const char* name)
{
    const ploy_utility* found = find_utility(b, name);
    if (found) return found;
    pl_bt_fail_value(b, from, "unknown utility '%.100s'", name);
    pl_similar similar = pl_similar_begin(name);
    for (uint32_t i = 0; i < b->mind->utilities.count; ++i) {
        pl_similar_offer(&similar, utility_name(b->mind->utilities.data[i]));
    }
    pl_similar_hint(&similar, b->error);
    pl_error_missing(b->error, PLOY_MISSING_NOTHING, name, NULL);
    return NULL;
}

// With on_error a utility may have failed: it has been reported, and what names it is right.
static bool has_failed(const pl_bt_build* b, const char* name)
{
    for (uint32_t i = 0; b->reports->count > 0 && i < b->def->utility_count; ++i) {
        const char* other = b->def->utilities[i].name;
        if (other && strcmp(other, name) == 0) return !find_utility(b, name);
    }
    return false;
}

static uint32_t find_option(const pl_bt_build* b, const pl_bt_attribute* from, const ploy_utility* utility,
                            const char* name)
{
    uint32_t option = ploy_utility_find_option(utility, name);
    if (option != PLOY_NONE) return option;
    pl_bt_fail_value(b, from, "the utility '%s' has no option '%.100s'", utility_name(utility), name);
    pl_similar similar = pl_similar_begin(name);
    for (uint32_t i = 0; i < utility->options.count; ++i) pl_similar_offer(&similar, utility->options.data[i].name);
    pl_similar_hint(&similar, b->error);
    return PLOY_NONE;
}

// Scores.

// "NAME" is the best option of a utility, "NAME.OPTION" one of its options.
static ploy_status read_utility(const pl_bt_build* b, const pl_bt_attribute* from, const char* name, pl_score* score)
{
    char whole[PL_BT_TEXT];
    const char* dot = strrchr(name, '.');
    score->utility = find_utility(b, name);
    if (score->utility) return PLOY_OK;
    snprintf(whole, sizeof whole, "%.*s", dot ? (int)(dot - name) : (int)strlen(name), name);
    if (has_failed(b, name) || has_failed(b, whole)) return PLOY_NOT_FOUND;
    score->utility = require_utility(b, from, whole);
    if (!score->utility) return PLOY_INVALID;
    score->option = find_option(b, from, score->utility, dot + 1);
    return score->option == PLOY_NONE ? PLOY_INVALID : PLOY_OK;
}

ploy_status pl_bt_read_score(const pl_bt_build* b, const pl_bt_scope* scope, uint32_t node, pl_score* score)
{
    static const char prefix[] = "utility:";
    const pl_bt_attribute* from = pl_bt_find(scope->bt, node, "_score");
    *score = (pl_score){.option = PLOY_NONE};
    if (!from) {
        const pl_bt_element* of = &scope->bt->nodes.data[node];
        return pl_bt_fail(b, of, "a child of <%s> needs the attribute '_score'",
                          scope->bt->nodes.data[of->parent].element);
    }
    if (strncmp(from->value, prefix, sizeof prefix - 1) == 0) {
        return read_utility(b, from, from->value + sizeof prefix - 1, score);
    }
    return pl_bt_read_script(b, scope, node, "_score", false, &score->guard);
}

// Goals.

static ploy_status fail_goal(const pl_bt_build* b, const pl_bt_attribute* from, const char* name)
{
    const ploy_domain* domain = b->def->planner->domain;
    pl_bt_fail_value(b, from, "unknown goal '%.100s'", name);
    pl_similar similar = pl_similar_begin(name);
    for (uint32_t i = 0; i < ploy_domain_goal_count(domain); ++i) {
        pl_similar_offer(&similar, ploy_domain_goal(domain, i).name);
    }
    pl_similar_hint(&similar, b->error);
    pl_error_missing(b->error, PLOY_MISSING_NOTHING, name, NULL);
    return PLOY_INVALID;
}

static ploy_status read_args(const pl_bt_build* b, const pl_bt_scope* scope, uint32_t node, pl_bt_goal* goal)
{
    const ploy_domain* domain = b->def->planner->domain;
    ploy_goal_info info = ploy_domain_goal(domain, goal->goal);
    for (uint32_t i = 0; i < info.param_count; ++i) {
        const pl_bt_attribute* from = pl_bt_find(scope->bt, node, info.param_names[i]);
        const pl_bt_element* of = &scope->bt->nodes.data[node];
        if (!from) return pl_bt_fail(b, of, "goal '%s' needs the attribute '%s'", info.name, info.param_names[i]);
        goal->args[i] = ploy_domain_find_object(domain, info.param_types[i], from->value);
        if (domain->goals.data[goal->goal].params[i].is_vague) goal->args[i] = 0;
        if (goal->args[i] == PLOY_NONE) {
            pl_bt_fail_value(b, from, "'%.100s' is no %s", from->value,
                             ploy_domain_type(domain, info.param_types[i]).name);
            pl_error_missing(b->error, PLOY_MISSING_NOTHING, from->value, NULL);
            return PLOY_INVALID;
        }
    }
    return PLOY_OK;
}

static ploy_status add_goal(const pl_bt_build* b, const pl_bt_scope* scope, uint32_t node, const char* name,
                            pl_bt_plan* plan)
{
    const pl_bt_attribute* from = pl_bt_find(scope->bt, node, "goal");
    pl_bt_goal goal = {.goal = ploy_domain_find_goal(b->def->planner->domain, name), .option = PLOY_NONE};
    if (goal.goal == PLOY_NONE) return fail_goal(b, from, name);
    if (plan->count == PL_BT_GOALS) return pl_bt_fail_value(b, from, "more than %d goals", PL_BT_GOALS);
    ploy_status status = read_args(b, scope, node, &goal);
    if (status != PLOY_OK) return status;
    if (plan->utility) {
        goal.option = find_option(b, pl_bt_find(scope->bt, node, "choose"), plan->utility, name);
        if (goal.option == PLOY_NONE) return PLOY_INVALID;
    }
    ++plan->count;
    return PL_ARRAY_PUSH(&b->mind->goals, &b->mind->allocator, goal) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

static ploy_status add_goals(const pl_bt_build* b, const pl_bt_scope* scope, uint32_t node, pl_bt_plan* plan)
{
    const pl_bt_attribute* from = pl_bt_find(scope->bt, node, "goal");
    char name[PL_BT_TEXT];
    bool is_empty = true;
    ploy_status status = PLOY_OK;
    for (const char* at = from->value; status == PLOY_OK && *(at += strspn(at, " \t\r\n"));) {
        size_t length = strcspn(at, " \t\r\n");
        snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), at);
        status = pl_bt_take(b, scope, add_goal(b, scope, node, name, plan));
        is_empty = false;
        at += length;
    }
    return is_empty ? fail_goal(b, from, from->value) : status;
}

ploy_status pl_bt_read_plan(const pl_bt_build* b, const pl_bt_scope* scope, uint32_t node, uint32_t* plan)
{
    const pl_bt_attribute* choose = pl_bt_find(scope->bt, node, "choose");
    pl_bt_plan added = {.first = b->mind->goals.count};
    if (!b->def->planner) return pl_bt_fail(b, &scope->bt->nodes.data[node], "<Plan> needs a planner");
    if (choose && has_failed(b, choose->value)) return PLOY_NOT_FOUND;
    if (choose && !(added.utility = require_utility(b, choose, choose->value))) return PLOY_INVALID;
    ploy_status status = add_goals(b, scope, node, &added);
    if (status != PLOY_OK) return status;
    *plan = b->mind->plans.count;
    return PL_ARRAY_PUSH(&b->mind->plans, &b->mind->allocator, added) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}
