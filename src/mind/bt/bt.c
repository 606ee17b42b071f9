#include "mind/bt/bt.h"

#include <string.h>

#include "base/check.h"
#include "base/error.h"

static const char* keep(ploy_bt* bt, const char* text)
{
    char* copy = pl_arena_alloc(&bt->texts, strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}

ploy_bt* ploy_bt_create(const ploy_bt_def* def)
{
    PL_NEED(def, NULL);
    PL_NEED(def->name, NULL);
    PL_ASSERT(*def->name);
    ploy_allocator from = pl_allocator_choose(&def->allocator);
    ploy_bt* bt = PL_NEW(&from, ploy_bt);
    if (!bt) return NULL;
    bt->allocator = from;
    pl_arena_init(&bt->texts, &bt->allocator, 4096);
    bt->name = keep(bt, def->name);
    if (bt->name) return bt;
    ploy_bt_destroy(bt);
    return NULL;
}

void ploy_bt_destroy(ploy_bt* bt)
{
    if (!bt) return;
    ploy_allocator allocator = bt->allocator;
    PL_ARRAY_FREE(&bt->nodes, &allocator);
    PL_ARRAY_FREE(&bt->attributes, &allocator);
    pl_arena_destroy(&bt->texts);
    PL_DELETE(&allocator, bt);
}

static void link_child(ploy_bt* bt, uint32_t parent, uint32_t node)
{
    pl_bt_element* above = &bt->nodes.data[parent];
    *(above->child_count++ > 0 ? &bt->nodes.data[above->last].next : &above->first) = node;
    above->last = node;
}

ploy_status ploy_bt_add_node(ploy_bt* bt, uint32_t parent, const char* element, uint32_t* node)
{
    PL_NEED(bt, PLOY_INVALID);
    PL_NEED(element, PLOY_INVALID);
    uint32_t count = bt->nodes.count;
    PL_ASSERT(parent == PLOY_NONE || parent < count);
    if (!element || !*element || (parent == PLOY_NONE) != (count == 0)) return PLOY_INVALID;
    uint32_t depth = parent == PLOY_NONE ? 1 : bt->nodes.data[parent].depth + 1;
    if (count == PL_BT_MAX_NODES || depth > PL_BT_MAX_DEPTH) return PLOY_FULL;
    pl_bt_element added = {.element = keep(bt, element), .parent = parent, .depth = depth};
    added.first = added.last = added.next = added.first_attribute = added.last_attribute = PLOY_NONE;
    if (!added.element || !PL_ARRAY_PUSH(&bt->nodes, &bt->allocator, added)) return PLOY_OUT_OF_MEMORY;
    if (parent != PLOY_NONE) link_child(bt, parent, count);
    if (node) *node = count;
    return PLOY_OK;
}

const pl_bt_attribute* pl_bt_find(const ploy_bt* bt, uint32_t node, const char* name)
{
    uint32_t i = bt->nodes.data[node].first_attribute;
    while (i != PLOY_NONE && strcmp(bt->attributes.data[i].name, name) != 0) {
        i = bt->attributes.data[i].next;
    }
    return i == PLOY_NONE ? NULL : &bt->attributes.data[i];
}

ploy_status ploy_bt_set(ploy_bt* bt, uint32_t node, const char* attribute, const char* value)
{
    PL_NEED(bt, PLOY_INVALID);
    PL_NEED(attribute, PLOY_INVALID);
    PL_NEED(value, PLOY_INVALID);
    PL_ASSERT(node < bt->nodes.count);
    if (!attribute || !*attribute || pl_bt_find(bt, node, attribute)) return PLOY_INVALID;
    pl_bt_attribute added = {keep(bt, attribute), keep(bt, value), PLOY_NONE, 0, 0};
    uint32_t index = bt->attributes.count;
    if (!added.name || !added.value) return PLOY_OUT_OF_MEMORY;
    if (!PL_ARRAY_PUSH(&bt->attributes, &bt->allocator, added)) return PLOY_OUT_OF_MEMORY;
    pl_bt_element* of = &bt->nodes.data[node];
    *(of->last_attribute == PLOY_NONE ? &of->first_attribute : &bt->attributes.data[of->last_attribute].next) = index;
    of->last_attribute = index;
    return PLOY_OK;
}

void pl_bt_place_node(ploy_bt* bt, uint32_t node, uint32_t line, uint32_t column)
{
    PL_ASSERT(node < bt->nodes.count);
    bt->nodes.data[node].line = line;
    bt->nodes.data[node].column = column;
}

void pl_bt_place_attribute(ploy_bt* bt, uint32_t line, uint32_t column)
{
    PL_ASSERT(bt->attributes.count > 0);
    pl_bt_attribute* last = &bt->attributes.data[bt->attributes.count - 1];
    last->line = line;
    last->column = column;
}

void pl_bt_set_btcpp(ploy_bt* bt)
{
    bt->is_btcpp = true;
}

bool pl_bt_set_source(ploy_bt* bt, const char* path)
{
    bt->source = keep(bt, path);
    return bt->source != NULL;
}

const char* ploy_bt_name(const ploy_bt* bt)
{
    PL_NEED(bt, "");
    return bt->name;
}

uint32_t ploy_bt_node_count(const ploy_bt* bt)
{
    PL_NEED(bt, 0);
    return bt->nodes.count;
}

ploy_bt_node ploy_bt_get_node(const ploy_bt* bt, uint32_t node)
{
    PL_NEED(bt, (ploy_bt_node){0});
    PL_ASSERT(node < bt->nodes.count);
    const pl_bt_element* of = &bt->nodes.data[node];
    return (ploy_bt_node){of->element, of->parent, of->child_count, of->line, of->column, pl_bt_lacks(bt, node)};
}

const char* ploy_bt_get(const ploy_bt* bt, uint32_t node, const char* attribute)
{
    PL_NEED(bt, NULL);
    PL_NEED(attribute, NULL);
    PL_ASSERT(node < bt->nodes.count);
    const pl_bt_attribute* found = pl_bt_find(bt, node, attribute);
    return found ? found->value : NULL;
}

// Checks that need no bindings and keys.

typedef struct rule
{
    const char* element;
    uint32_t min;
    uint32_t max;
    const char* required;
    const char* optional;
} rule;

static const rule rules[] = {
#define RULE(NAME, element, min, max, required, optional) {element, min, max, required, optional},
    PL_BT_KIND_LIST(RULE)
#undef RULE
        {"", 0, 0, "", "*"},
};

static const char known_to_all[] = PL_BT_COMMON " _autoremap";

const char* pl_bt_kind_element(pl_bt_kind kind)
{
    return rules[kind < PL_BT_BINDING ? kind : PL_BT_BINDING].element;
}

static const char* next_word(const char* list, char word[64])
{
    size_t length = strcspn(list, " ");
    memcpy(word, list, length);
    word[length] = '\0';
    return list + length + (list[length] == ' ');
}

bool pl_bt_is_listed(const char* list, const char* name)
{
    char word[64];
    while (*list) {
        list = next_word(list, word);
        if (strcmp(word, name) == 0) return true;
    }
    return false;
}

static pl_bt_kind find_kind(const char* element)
{
    uint32_t kind = 0;
    while (kind < PL_BT_KIND_COUNT && strcmp(rules[kind].element, element) != 0) ++kind;
    return (pl_bt_kind)kind;
}

bool pl_bt_is_generic(const char* element)
{
    return strcmp(element, "Control") == 0 || strcmp(element, "Decorator") == 0;
}

// Editors write <Action ID="AlwaysSuccess"/> for <AlwaysSuccess/>.
static bool is_built_in_leaf(pl_bt_kind kind)
{
    return kind < PL_BT_ACTION && rules[kind].min == 0;
}

pl_bt_kind pl_bt_kind_of(const ploy_bt* bt, uint32_t node)
{
    const char* element = bt->nodes.data[node].element;
    pl_bt_kind kind = find_kind(element);
    const char* id = kind < PL_BT_ACTION ? NULL : ploy_bt_get(bt, node, "ID");
    if (id && pl_bt_is_generic(element)) return find_kind(id);
    bool is_leaf = id && (kind == PL_BT_ACTION || kind == PL_BT_CONDITION) && is_built_in_leaf(find_kind(id));
    return is_leaf ? find_kind(id) : kind;
}

static ploy_status fail_at(const pl_bt_element* node, ploy_error* error)
{
    error->line = node->line;
    error->column = node->column;
    return PLOY_INVALID;
}

static const char* counted(uint32_t count, const char* one, const char* more)
{
    return count == 1 ? one : more;
}

static ploy_status check_children(const rule* r, const pl_bt_element* node, ploy_error* error)
{
    bool is_leaf = r->min == 0;
    if (node->child_count >= r->min && (node->child_count <= r->max || (r->max == 0 && !is_leaf))) return PLOY_OK;
    if (is_leaf) {
        pl_error_set(error, 0, 0, "<%s> is a leaf and cannot hold nodes", node->element);
    } else if (r->min == r->max) {
        pl_error_set(error, 0, 0, "<%s> needs exactly %u %s, here are %u", node->element, (unsigned)r->min,
                     counted(r->min, "child", "children"), (unsigned)node->child_count);
    } else if (node->child_count < r->min) {
        pl_error_set(error, 0, 0, "<%s> needs at least %u %s", node->element, (unsigned)r->min,
                     counted(r->min, "child", "children"));
    } else {
        pl_error_set(error, 0, 0, "<%s> takes at most %u children, here are %u", node->element, (unsigned)r->max,
                     (unsigned)node->child_count);
    }
    return fail_at(node, error);
}

// What BehaviorTree.CPP reads in a tick, so that a file without it loads.
const char* pl_bt_lacks(const ploy_bt* bt, uint32_t node)
{
    static const struct
    {
        pl_bt_kind kind;
        const char* attribute;
    } read[] = {
        {PL_BT_REPEAT, "num_cycles"}, {PL_BT_RETRY, "num_attempts"}, {PL_BT_TIMEOUT, "msec"},
        {PL_BT_DELAY, "delay_msec"},  {PL_BT_SLEEP, "msec"},         {PL_BT_SET, "output_key"},
        {PL_BT_SET, "value"},         {PL_BT_UNSET, "key"},          {PL_BT_SCRIPT, "code"},
        {PL_BT_PRECONDITION, "if"},   {PL_BT_SCRIPT_CONDITION, "code"}, {PL_BT_LOOP_INT, "queue"},
        {PL_BT_LOOP_BOOL, "queue"},   {PL_BT_LOOP_DOUBLE, "queue"},  {PL_BT_LOOP_STRING, "queue"},
    };
    pl_bt_kind kind = bt->is_btcpp ? pl_bt_kind_of(bt, node) : PL_BT_KIND_COUNT;
    for (uint32_t i = 0; kind != PL_BT_KIND_COUNT && i < sizeof read / sizeof *read; ++i) {
        if (read[i].kind == kind && !pl_bt_find(bt, node, read[i].attribute)) return read[i].attribute;
    }
    return NULL;
}

static ploy_status check_required(const ploy_bt* bt, const rule* r, uint32_t node, pl_reports* reports)
{
    char word[64];
    ploy_status status = PLOY_OK;
    bool is_switch = r >= &rules[PL_BT_SWITCH2] && r <= &rules[PL_BT_SWITCH6];
    if (pl_bt_lacks(bt, node) || (is_switch && bt->is_btcpp)) return PLOY_OK;
    for (const char* list = r->required; *list && status == PLOY_OK;) {
        list = next_word(list, word);
        if (pl_bt_find(bt, node, word)) continue;
        pl_error_set(reports->error, 0, 0, "<%s> needs the attribute '%s'", bt->nodes.data[node].element, word);
        status = pl_reports_take(reports, fail_at(&bt->nodes.data[node], reports->error));
    }
    return status;
}

static void hint_attribute(const rule* r, const char* wrong, ploy_error* error)
{
    const char* const lists[] = {r->required, r->optional, PL_BT_COMMON};
    for (uint32_t i = 0; i < 3; ++i) {
        char word[64];
        for (const char* list = lists[i]; *list;) {
            list = next_word(list, word);
            pl_similar similar = pl_similar_begin(wrong);
            pl_similar_offer(&similar, word);
            pl_similar_hint(&similar, error);
            if (similar.best) return;
        }
    }
}

static bool differs_in_case(const char* a, const char* b)
{
    while (*a && (*a | 32) == (*b | 32)) ++a, ++b;
    return *a == *b;
}

// Attributes that begin with '_' and mean nothing here belong to editors, unless they look like one that does.
static bool is_misspelled(const char* name)
{
    char word[64];
    for (const char* list = known_to_all; *list;) {
        list = next_word(list, word);
        if (differs_in_case(name, word)) return true;
    }
    return false;
}

static ploy_status check_attribute(const rule* r, const pl_bt_element* node, const pl_bt_attribute* attribute,
                                   ploy_error* error)
{
    const char* name = attribute->name;
    bool is_open = *r->optional == '*' && *name != '_';
    if (is_open || strcmp(name, "ID") == 0 || pl_bt_is_listed(known_to_all, name)) return PLOY_OK;
    if (pl_bt_is_listed(r->required, name) || pl_bt_is_listed(r->optional, name)) return PLOY_OK;
    bool is_editors = *name == '_' && !is_misspelled(name);
    if (is_editors) return PLOY_OK;
    pl_error_set(error, attribute->line, attribute->column, "<%s> has no attribute '%s'", node->element, name);
    hint_attribute(r, name, error);
    return PLOY_INVALID;
}

static ploy_status check_supported(const pl_bt_element* node, ploy_error* error)
{
    if (strcmp(node->element, "SubTreePlus") != 0) return PLOY_OK;
    pl_error_set(error, 0, 0, "<SubTreePlus> is of version 3 of BehaviorTree.CPP");
    pl_error_hint(error, "write <SubTree>");
    return fail_at(node, error);
}

static ploy_status check_generic(const ploy_bt* bt, uint32_t node, ploy_error* error)
{
    const pl_bt_element* of = &bt->nodes.data[node];
    if (!pl_bt_is_generic(of->element)) return PLOY_OK;
    const char* id = ploy_bt_get(bt, node, "ID");
    if (id && *id) return PLOY_OK;
    pl_error_set(error, 0, 0, "<%s> needs the attribute 'ID'", of->element);
    return fail_at(of, error);
}

// What its attributes are read by: that it is one of ours, its children, and that none is missing.
static ploy_status check_form(const ploy_bt* bt, uint32_t node, pl_reports* reports)
{
    const pl_bt_element* of = &bt->nodes.data[node];
    pl_bt_kind kind = pl_bt_kind_of(bt, node);
    ploy_status status = check_supported(of, reports->error);
    if (status == PLOY_OK) status = check_generic(bt, node, reports->error);
    if (status != PLOY_OK) return pl_reports_take(reports, status);
    if (kind != PL_BT_BINDING) status = pl_reports_take(reports, check_children(&rules[kind], of, reports->error));
    return status == PLOY_OK ? check_required(bt, &rules[kind], node, reports) : status;
}

static ploy_status check_node(const ploy_bt* bt, uint32_t node, pl_reports* reports)
{
    const pl_bt_element* of = &bt->nodes.data[node];
    const rule* r = &rules[pl_bt_kind_of(bt, node)];
    ploy_status status = check_form(bt, node, reports);
    for (uint32_t i = of->first_attribute; status == PLOY_OK && i != PLOY_NONE; i = bt->attributes.data[i].next) {
        status = pl_reports_take(reports, check_attribute(r, of, &bt->attributes.data[i], reports->error));
    }
    return status;
}

bool pl_bt_can_be_read(const ploy_bt* bt, uint32_t node)
{
    ploy_error error;
    return check_form(bt, node, &(pl_reports){.error = &error}) == PLOY_OK;
}

bool pl_bt_has_required(const ploy_bt* bt)
{
    char word[64];
    for (uint32_t node = 0; node < bt->nodes.count; ++node) {
        for (const char* list = rules[pl_bt_kind_of(bt, node)].required; *list;) {
            list = next_word(list, word);
            if (!pl_bt_find(bt, node, word)) return false;
        }
    }
    return true;
}

ploy_status pl_bt_check(const ploy_bt* bt, pl_reports* reports)
{
    pl_error_clear(reports->error);
    if (bt->nodes.count == 0) {
        pl_error_set(reports->error, 0, 0, "the tree '%s' has no nodes", bt->name);
        return PLOY_INVALID;
    }
    ploy_status status = PLOY_OK;
    for (uint32_t node = 0; node < bt->nodes.count && status == PLOY_OK; ++node) status = check_node(bt, node, reports);
    return status;
}
