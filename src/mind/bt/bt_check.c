// What can be told of a description without abilities and keys.

#include <string.h>

#include "base/error.h"
#include "mind/bt/bt_node_kinds.h"

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

static const char unsupported[] =
    "AsyncSequence AsyncFallback Script ScriptCondition Precondition Loop LoopInt LoopBool LoopDouble LoopString "
    "ConsumeQueue ManualSelector SkipUnlessUpdated WaitValueUpdated EntryUpdated SubTreePlus TestNode WasEntryUpdated";

static const char scripts[] = "_onSuccess _onFailure _onHalted _post";

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

static bool is_generic(const char* element)
{
    return strcmp(element, "Control") == 0 || strcmp(element, "Decorator") == 0;
}

pl_bt_kind pl_bt_kind_of(const ploy_bt* tree, uint32_t node)
{
    const char* element = tree->nodes.data[node].element;
    const char* id = is_generic(element) ? ploy_bt_get(tree, node, "ID") : NULL;
    return find_kind(id ? id : element);
}

static ploy_status place(const pl_bt_node* node, ploy_error* error)
{
    error->line = node->line;
    error->column = node->column;
    return PLOY_INVALID;
}

static const char* counted(uint32_t count, const char* one, const char* more)
{
    return count == 1 ? one : more;
}

static ploy_status check_children(const rule* r, const pl_bt_node* node, ploy_error* error)
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
    return place(node, error);
}

static ploy_status check_required(const ploy_bt* tree, const rule* r, uint32_t node, ploy_error* error)
{
    char word[64];
    for (const char* list = r->required; *list;) {
        list = next_word(list, word);
        if (!pl_bt_find(tree, node, word)) {
            pl_error_set(error, 0, 0, "<%s> needs the attribute '%s'", tree->nodes.data[node].element, word);
            return place(&tree->nodes.data[node], error);
        }
    }
    return PLOY_OK;
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

static ploy_status check_attribute(const rule* r, const pl_bt_node* node, const pl_bt_attribute* attribute,
                                   ploy_error* error)
{
    const char* name = attribute->name;
    bool is_open = *r->optional == '*' && (*name != '_' || strcmp(name, "_autoremap") == 0);
    bool is_id = strcmp(name, "ID") == 0 && is_generic(node->element);
    if (is_open || is_id || pl_bt_is_listed(PL_BT_COMMON, name)) return PLOY_OK;
    if (pl_bt_is_listed(r->required, name) || pl_bt_is_listed(r->optional, name)) return PLOY_OK;
    if (pl_bt_is_listed(scripts, name)) {
        pl_error_set(error, attribute->line, attribute->column, "'%s' of <%s> is a script, which is not supported",
                     name, node->element);
        return PLOY_INVALID;
    }
    pl_error_set(error, attribute->line, attribute->column, "<%s> has no attribute '%s'", node->element, name);
    hint_attribute(r, name, error);
    return PLOY_INVALID;
}

static ploy_status check_supported(const pl_bt_node* node, ploy_error* error)
{
    if (!pl_bt_is_listed(unsupported, node->element)) return PLOY_OK;
    pl_error_set(error, 0, 0, "<%s> is not supported", node->element);
    if (strstr(node->element, "Script")) {
        pl_error_hint(error, "use <SetBlackboard>, a condition, or _skipIf and _while with an expression");
    }
    return place(node, error);
}

// A child that stands where an ability's name is expected, but is spelled almost like a kind of node.
static ploy_status check_spelling(const pl_bt_node* node, ploy_error* error)
{
    if (node->child_count == 0) return PLOY_OK;
    pl_error_set(error, 0, 0, "unknown element <%s>: only leaves are named after bindings", node->element);
    pl_similar similar = pl_similar_begin(node->element);
    for (uint32_t kind = 0; kind < PL_BT_KIND_COUNT; ++kind) pl_similar_offer(&similar, rules[kind].element);
    pl_similar_hint(&similar, error);
    return place(node, error);
}

static ploy_status check_generic(const ploy_bt* tree, uint32_t node, ploy_error* error)
{
    const pl_bt_node* of = &tree->nodes.data[node];
    if (!is_generic(of->element)) return PLOY_OK;
    const char* id = ploy_bt_get(tree, node, "ID");
    if (id && find_kind(id) != PL_BT_BINDING) return PLOY_OK;
    pl_error_set(error, 0, 0, "<%s> needs an 'ID' that is a kind of node", of->element);
    return place(of, error);
}

static ploy_status check_node(const ploy_bt* tree, uint32_t node, ploy_error* error)
{
    const pl_bt_node* of = &tree->nodes.data[node];
    pl_bt_kind kind = pl_bt_kind_of(tree, node);
    const rule* r = &rules[kind];
    ploy_status status = check_supported(of, error);
    if (status == PLOY_OK) status = check_generic(tree, node, error);
    if (status == PLOY_OK && kind == PL_BT_BINDING) status = check_spelling(of, error);
    if (status == PLOY_OK) status = check_children(r, of, error);
    if (status == PLOY_OK) status = check_required(tree, r, node, error);
    for (uint32_t i = of->first_attribute; status == PLOY_OK && i != PLOY_NONE; i = tree->attributes.data[i].next) {
        status = check_attribute(r, of, &tree->attributes.data[i], error);
    }
    return status;
}

ploy_status pl_bt_check(const ploy_bt* tree, ploy_error* error)
{
    ploy_error ignored;
    error = error ? error : &ignored;
    pl_error_clear(error);
    if (tree->nodes.count == 0) {
        pl_error_set(error, 0, 0, "the tree '%s' has no nodes", tree->name);
        return PLOY_INVALID;
    }
    for (uint32_t node = 0; node < tree->nodes.count; ++node) {
        ploy_status status = check_node(tree, node, error);
        if (status != PLOY_OK) return status;
    }
    return PLOY_OK;
}
