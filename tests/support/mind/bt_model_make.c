// Random trees: each is made as a model and described for the library at the same time.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/mind/bt_model.h"

typedef struct bt_maker
{
    bt_model* model;
    ploy_random* random;
    bt_model_trees* trees;
    ploy_bt* tree;
    char prefix[8]; ///< of the names of keys in this tree: subtrees may give them others
    int64_t next_id;
    bool may_skip; ///< the node to be made: it is not the first of its parent, and that goes on without it
} bt_maker;

static uint32_t below(bt_maker* k, uint32_t bound)
{
    return ploy_random_below(k->random, bound);
}

static void set(bt_maker* k, uint32_t node, const char* name, const char* value)
{
    if (ploy_bt_set(k->tree, node, name, value) != PLOY_OK) abort();
}

static void set_number(bt_maker* k, uint32_t node, const char* name, int64_t value)
{
    char text[32];
    snprintf(text, sizeof text, "%d", (int)value);
    set(k, node, name, text);
}

static void set_key(bt_maker* k, uint32_t node, const char* name, const char* format, uint32_t key)
{
    char text[128], spelled[24];
    snprintf(spelled, sizeof spelled, "%s%c%u", k->prefix, "kbsd"[key / BT_GAME_KEYS & 3],
             (unsigned)(key % BT_GAME_KEYS));
    if (key >= BT_GAME_PRIVATE) strcpy(spelled, "_p");
    snprintf(text, sizeof text, format, spelled, spelled, spelled); // the format may name it up to three times
    set(k, node, name, text);
}

static void set_value(bt_maker* k, uint32_t node, const char* name, uint32_t key, int64_t value)
{
    char text[8];
    bt_model_spell(key, value, text);
    set(k, node, name, text);
}

// Plain trees have keys of all types, and in a subtree its own.
static uint32_t any_key(bt_maker* k)
{
    if (!k->model->is_plain) return below(k, 2 * BT_GAME_KEYS);
    uint32_t key = below(k, k->tree == k->trees->trees[0] ? BT_GAME_PRIVATE : BT_GAME_PRIVATE + 16);
    return key < BT_GAME_PRIVATE ? key : BT_GAME_PRIVATE + (uint32_t)atoi(ploy_bt_name(k->tree) + strlen("tree"));
}

static const char* for_type(uint32_t key, const char* number, const char* flag, const char* text, const char* decimal)
{
    if (bt_model_is_string(key)) return text;
    return key >= BT_GAME_DECIMALS ? decimal : key < BT_GAME_KEYS ? number : flag;
}

static void set_number_or_key(bt_maker* k, model_node* node, uint32_t described, const char* name)
{
    if (below(k, 4) > 0 || k->model->is_plain) {
        set_number(k, described, name, node->value);
        return;
    }
    node->reads = 1 + below(k, 2 * BT_GAME_KEYS);
    set_key(k, described, name, "{%s}", node->reads - 1);
}

static void add_guards(bt_maker* k, model_node* node, uint32_t described)
{
    static const char* const names[] = {"_failureIf", "_successIf", "_skipIf", "_while"};
    bool is_leaf = node->kind == PL_BT_ACTION || node->kind == PL_BT_CONDITION;
    bool skips = !k->model->is_plain || (k->may_skip && is_leaf);
    k->may_skip = false;
    if (below(k, k->model->is_plain && skips ? 2 : 5) > 0) return;
    uint32_t which = below(k, skips ? 4 : 2);
    uint32_t key = any_key(k);
    node->guards[which] = key + 1;
    set_key(k, described, names[which], for_type(key, "%s != 0", "%s", "%s != 'v0'", "%s > 0.5"), key);
}

static void add_posts(bt_maker* k, model_node* node, uint32_t described)
{
    static const char* const names[] = {"_onSuccess", "_onFailure", "_onHalted", "_post"};
    for (uint32_t which = 0; which < 4; ++which) {
        if (below(k, 12) > 0) continue;
        uint32_t key = any_key(k);
        if (which == 2 && bt_model_is_string(key)) key = below(k, BT_GAME_KEYS); // a Switch may read strings: see kind_for
        node->posts[which] = key + 1;
        const char* number = below(k, 2) ? "%s := 1" : "%s = true";
        set_key(k, described, names[which], for_type(key, number, number, "%s := 'v' + '1'", "%s = 5 / 4"), key);
    }
}

static void describe_leaf(bt_maker* k, model_node* node, uint32_t described)
{
    node->id = ++k->next_id;
    set_number(k, described, "id", node->id);
}

static void add_numbers(bt_maker* k, model_node* node, uint32_t described)
{
    static const char* const queues[] = {"", "0", "0;1", "0;1;2"};
    static const char* const texts[] = {"", "v0", "v0;v1", "v0;v1;v2"};
    static const char* const decimals[] = {"", "0", "0;1.25", "0;1.25;2.5"};
    static const char* const outcomes[] = {"RUNNING", "SUCCESS", "FAILURE", "SKIPPED"};
    bool is_flag;
    int64_t value;
    switch (node->kind) {
    case PL_BT_PARALLEL:
        node->value = (int64_t)below(k, 2 * node->child_count + 1) - node->child_count;
        if (node->value == 0) node->value = 1;
        node->other = below(k, node->child_count + 1);
        set_number(k, described, "success_count", node->value);
        set_number(k, described, "failure_count", node->other);
        break;
    case PL_BT_PARALLEL_ALL:
        node->other = below(k, node->child_count + 1);
        set_number(k, described, "max_failures", node->other);
        break;
    case PL_BT_REPEAT:
    case PL_BT_RETRY:
        node->value = (int64_t)below(k, 5) - 1;
        set_number_or_key(k, node, described, node->kind == PL_BT_REPEAT ? "num_cycles" : "num_attempts");
        break;
    case PL_BT_TIMEOUT:
    case PL_BT_COOLDOWN:
    case PL_BT_SERVICE:
    case PL_BT_SLEEP:
    case PL_BT_DELAY:
        node->value = below(k, 5);
        set_number_or_key(k, node, described, node->kind == PL_BT_DELAY ? "delay_msec" : "msec");
        break;
    case PL_BT_RUN_ONCE:
        node->value = k->model->is_plain ? 0 : below(k, 2);
        set(k, described, "then_skip", node->value ? "true" : "false");
        break;
    case PL_BT_TRY_CATCH:
        node->value = below(k, 2);
        set(k, described, "catch_on_halt", node->value ? "true" : "false");
        break;
    case PL_BT_LOOP_INT:
    case PL_BT_LOOP_BOOL:
    case PL_BT_LOOP_DOUBLE:
    case PL_BT_LOOP_STRING:
        is_flag = node->kind == PL_BT_LOOP_BOOL || node->key / BT_GAME_KEYS == 1;
        node->value = below(k, is_flag ? 3 : 4);
        node->other = k->model->is_plain ? 1 + below(k, 2) : below(k, 4);
        value = node->value;
        set(k, described, "queue", for_type(node->key, queues[value], queues[value], texts[value], decimals[value]));
        set(k, described, "if_empty", outcomes[node->other]);
        break;
    case PL_BT_PRECONDITION:
        node->value = below(k, 4);
        set(k, described, "else", outcomes[node->value]);
        break;
    case PL_BT_UTILITY_SELECTOR:
        node->value = below(k, 2);
        set(k, described, "choose", node->value ? "random" : "best");
        break;
    case PL_BT_REACTIVE_UTILITY_SELECTOR:
        node->value = below(k, 2);
        set_number(k, described, "hysteresis", node->value);
        break;
    default:
        break;
    }
}

static void add_keys(bt_maker* k, model_node* node, uint32_t described)
{
    static const uint32_t loops[] = {0, BT_GAME_KEYS, BT_GAME_DECIMALS, BT_GAME_STRINGS};
    bool is_loop = node->kind >= PL_BT_LOOP_INT && node->kind <= PL_BT_LOOP_STRING;
    node->key = any_key(k);
    if (is_loop && k->model->is_plain) {
        uint32_t first = loops[node->kind - PL_BT_LOOP_INT];
        if (!(bt_model_is_string(node->key) && bt_model_is_string(first))) node->key = first + node->key % BT_GAME_KEYS;
    }
    if (node->kind == PL_BT_SWITCH2) {
        node->key = node->key % BT_GAME_KEYS + (k->model->is_plain ? BT_GAME_STRINGS : 0);
        set_key(k, described, "variable", "{%s}", node->key);
        for (uint32_t i = 1; i < node->child_count; ++i) {
            char name[16];
            snprintf(name, sizeof name, "case_%u", (unsigned)i);
            set_value(k, described, name, node->key, i);
        }
    } else if (node->kind == PL_BT_SET) {
        node->value = below(k, node->key < BT_GAME_KEYS ? 4 : 2);
        set_key(k, described, "output_key", "{%s}", node->key);
        set_number(k, described, "value", node->value);
    } else if (node->kind == PL_BT_SCRIPT) {
        set_key(k, described, "code",
                for_type(node->key, "%s += 1; %s = %s & 3", "%s := !%s", "%s := %s == 'v0' ? 'v1' : 'v0'",
                         "%s = %s > 3 ? 0 : %s + 1.25"),
                node->key);
    } else if (node->kind == PL_BT_SCRIPT_CONDITION) {
        node->value = below(k, 3);
        static const char* const codes[] = {"%s >= 0", "%s > 0 || %s == 7", "1 < %s < 99"};
        static const char* const texts[] = {"%s == %s", "%s != 'v0'", "%s == 'v2' || %s == 'v3'"};
        static const char* const decimals[] = {"%s >= 0", "%s * 2 - 1 > 0", "5 / 4 < %s < 99"};
        uint32_t which = (uint32_t)node->value;
        set_key(k, described, "code", for_type(node->key, codes[which], codes[which], texts[which], decimals[which]),
                node->key);
    } else if (node->kind == PL_BT_UNSET) {
        set_key(k, described, "key", "{%s}", node->key);
    } else if (is_loop) {
        set_key(k, described, "value", "{%s}", node->key);
    } else if (node->kind == PL_BT_PRECONDITION) {
        set_key(k, described, "if", node->key < BT_GAME_KEYS ? "%s != 0" : "%s", node->key);
    } else if (node->kind == PL_BT_SKIP_UNLESS_UPDATED || node->kind == PL_BT_WAIT_VALUE_UPDATE ||
               node->kind == PL_BT_WAS_ENTRY_UPDATED) {
        set_key(k, described, "entry", "{%s}", node->key);
    }
}

static void add_condition(bt_maker* k, model_node* node, uint32_t described)
{
    node->key = UINT32_MAX;
    static const char* const names[] = {"Ask", "Is", "Least", "Same"};
    uint32_t which = below(k, k->model->is_plain ? 4 : 3);
    set(k, described, "ID", names[which]);
    if (which == 0) {
        describe_leaf(k, node, described);
        return;
    }
    node->key = below(k, BT_GAME_KEYS) + (which == 1 ? BT_GAME_KEYS : which == 3 ? BT_GAME_STRINGS : 0);
    node->other = which == 3;
    node->value = which == 1 ? 1 : below(k, 4);
    set_key(k, described, "value", "{%s}", node->key);
    if (which == 2) set_number(k, described, "least", node->value);
    if (which == 3) set_value(k, described, "text", node->key, node->value);
}

static uint32_t children_of(bt_maker* k, pl_bt_kind kind)
{
    switch (kind) {
    case PL_BT_IF_THEN_ELSE:
    case PL_BT_WHILE_DO_ELSE:
    case PL_BT_TRY_CATCH:
        return 2 + below(k, 2);
    case PL_BT_SWITCH2:
        return 3;
    case PL_BT_SWITCH3:
        return 4;
    case PL_BT_SEQUENCE:
    case PL_BT_SEQUENCE_WITH_MEMORY:
    case PL_BT_ASYNC_SEQUENCE:
    case PL_BT_ASYNC_FALLBACK:
    case PL_BT_REACTIVE_SEQUENCE:
    case PL_BT_FALLBACK:
    case PL_BT_REACTIVE_FALLBACK:
    case PL_BT_PARALLEL:
    case PL_BT_PARALLEL_ALL:
    case PL_BT_RANDOM_CHOICE:
    case PL_BT_RANDOM_FALLBACK:
    case PL_BT_UTILITY_SELECTOR:
    case PL_BT_REACTIVE_UTILITY_SELECTOR:
        return 1 + below(k, 4);
    default:
        return kind < PL_BT_ALWAYS_SUCCESS ? 1 : 0;
    }
}

static pl_bt_kind kind_for(bt_maker* k, uint32_t depth)
{
    static const pl_bt_kind leaves[] = {PL_BT_ACTION, PL_BT_ACTION,          PL_BT_ACTION,
                                        PL_BT_ACTION, PL_BT_CONDITION,       PL_BT_CONDITION,
                                        PL_BT_SET,    PL_BT_ALWAYS_SUCCESS,  PL_BT_ALWAYS_FAILURE,
                                        PL_BT_SLEEP,  PL_BT_UNSET,           PL_BT_WAS_ENTRY_UPDATED,
                                        PL_BT_SCRIPT, PL_BT_SCRIPT_CONDITION};
    // What BehaviorTree.CPP does otherwise is left out: only leaves are skipped, where their parents run other children;
    // a Switch reads strings, and no _onHalted writes them; SetBlackboard takes the key in another way.
    static const pl_bt_kind plain_leaves[] = {PL_BT_ACTION,    PL_BT_ACTION,          PL_BT_ACTION,
                                              PL_BT_CONDITION, PL_BT_CONDITION,       PL_BT_ALWAYS_FAILURE,
                                              PL_BT_SCRIPT,    PL_BT_SCRIPT_CONDITION};
    static const pl_bt_kind plain[] = {
        PL_BT_SEQUENCE,     PL_BT_SEQUENCE_WITH_MEMORY, PL_BT_ASYNC_SEQUENCE,    PL_BT_REACTIVE_SEQUENCE,
        PL_BT_FALLBACK,     PL_BT_ASYNC_FALLBACK,       PL_BT_REACTIVE_FALLBACK, PL_BT_PARALLEL,
        PL_BT_PARALLEL_ALL, PL_BT_IF_THEN_ELSE,         PL_BT_WHILE_DO_ELSE,     PL_BT_SWITCH2,
        PL_BT_INVERTER,     PL_BT_FORCE_SUCCESS,        PL_BT_FORCE_FAILURE,     PL_BT_REPEAT,
        PL_BT_RETRY,        PL_BT_KEEP_RUNNING,         PL_BT_RUN_ONCE,          PL_BT_LOOP_INT,
        PL_BT_LOOP_BOOL,    PL_BT_LOOP_DOUBLE,          PL_BT_LOOP_STRING,
    };
    bool is_leaf = depth == 0 || k->model->count > BT_MODEL_NODES - 16 || below(k, 4) == 0;
    bool is_tree = !is_leaf && below(k, 12) == 0 && k->trees->count < BT_MODEL_TREES;
    if (is_tree) return PL_BT_SUBTREE;
    if (k->model->is_plain) return is_leaf ? plain_leaves[below(k, 8)] : plain[below(k, sizeof plain / sizeof *plain)];
    if (is_leaf) return leaves[below(k, sizeof leaves / sizeof *leaves)];
    if (below(k, 12) == 0) return PL_BT_NODE;
    pl_bt_kind kind = (pl_bt_kind)below(k, PL_BT_ALWAYS_SUCCESS);
    return kind > PL_BT_SWITCH3 && kind <= PL_BT_SWITCH6 ? PL_BT_SEQUENCE : kind;
}

static model_node* make(bt_maker* k, uint32_t parent, uint32_t depth);

// A tree of its own. Its keys are the same as outside, or each is mapped to another name.
static model_node* make_subtree(bt_maker* k, uint32_t described, uint32_t depth)
{
    ploy_bt* outer = k->tree;
    char prefix[sizeof k->prefix], name[16];
    memcpy(prefix, k->prefix, sizeof prefix);
    snprintf(name, sizeof name, "tree%u", (unsigned)k->trees->count);
    set(k, described, "ID", name);
    bool maps = strlen(prefix) < 6 && below(k, 2);
    if (!maps) set(k, described, "_autoremap", "true");
    uint32_t mapped = k->model->is_plain ? BT_GAME_PRIVATE : 2 * BT_GAME_KEYS;
    for (uint32_t key = 0; maps && key < mapped; ++key) {
        char inside[24];
        snprintf(inside, sizeof inside, "%sm%c%u", prefix, "kbsd"[key / BT_GAME_KEYS], (unsigned)(key % BT_GAME_KEYS));
        set_key(k, described, inside, "{%s}", key);
    }
    if (maps) strcat(k->prefix, "m");
    k->tree = k->trees->trees[k->trees->count++] = ploy_bt_create(&(ploy_bt_def){.name = name});
    model_node* child = make(k, PLOY_NONE, depth - 1);
    k->tree = outer;
    memcpy(k->prefix, prefix, sizeof prefix);
    return child;
}

static void add_children(bt_maker* k, model_node* node, uint32_t described, uint32_t depth)
{
    if (node->kind == PL_BT_SERVICE) {
        model_node* leaf = &k->model->nodes[k->model->count++];
        *leaf = (model_node){.kind = PL_BT_ACTION};
        set(k, described, "ID", "Do");
        describe_leaf(k, leaf, described);
        leaf->parent = node;
        node->children[node->child_count++] = leaf;
    }
    if (node->kind == PL_BT_SUBTREE) {
        model_node* child = make_subtree(k, described, depth);
        child->parent = node;
        node->children[node->child_count++] = child;
        return;
    }
    uint32_t left = node->kind == PL_BT_NODE ? node->value >= 0 ? 2 : 1 + below(k, 3) : children_of(k, node->kind);
    bool goes_on = node->kind == PL_BT_SEQUENCE || node->kind == PL_BT_REACTIVE_SEQUENCE ||
                   node->kind == PL_BT_FALLBACK || node->kind == PL_BT_REACTIVE_FALLBACK;
    for (; left > 0; --left) {
        k->may_skip = goes_on && node->child_count > 0;
        uint32_t at = ploy_bt_node_count(k->tree);
        model_node* child = make(k, described, depth - 1);
        child->parent = node;
        node->children[node->child_count++] = child;
        if (node->kind == PL_BT_RANDOM_CHOICE || node->kind == PL_BT_RANDOM_FALLBACK) {
            child->weight = 1 + below(k, 3);
            set_number(k, at, "_weight", child->weight);
        }
        if (node->kind == PL_BT_UTILITY_SELECTOR || node->kind == PL_BT_REACTIVE_UTILITY_SELECTOR) {
            child->score = below(k, BT_GAME_KEYS);
            set_key(k, at, "_score", "%s", child->score);
        }
    }
}

static model_node* make(bt_maker* k, uint32_t parent, uint32_t depth)
{
    model_node* node = &k->model->nodes[k->model->count++];
    *node = (model_node){.kind = kind_for(k, depth)};
    uint32_t described;
    if (node->kind == PL_BT_NODE) node->value = (int64_t)below(k, 4) - 1;
    const char* own = node->value < 0 ? "Race" : "Recover";
    const char* element = node->kind == PL_BT_NODE ? own : pl_bt_kind_element(node->kind);
    if (ploy_bt_add_node(k->tree, parent, element, &described) != PLOY_OK) abort();
    if (node->kind == PL_BT_NODE && node->value >= 0) set_number(k, described, "tries", node->value);
    char name[16];
    snprintf(name, sizeof name, "n%d", (int)(node - k->model->nodes));
    set(k, described, "name", name);
    add_guards(k, node, described);
    add_posts(k, node, described);
    add_children(k, node, described, depth);
    if (node->kind == PL_BT_SWITCH3) node->kind = PL_BT_SWITCH2;
    add_keys(k, node, described);
    add_numbers(k, node, described);
    if (node->kind == PL_BT_CONDITION) add_condition(k, node, described);
    if (node->kind == PL_BT_ACTION) {
        set(k, described, "ID", "Do");
        describe_leaf(k, node, described);
    }
    return node;
}

void bt_model_make(bt_model* model, ploy_random* random, uint32_t depth, bt_model_trees* trees)
{
    *trees = (bt_model_trees){{ploy_bt_create(&(ploy_bt_def){.name = "random"})}, 1};
    bt_maker k = {.model = model, .random = random, .trees = trees, .tree = trees->trees[0]};
    make(&k, PLOY_NONE, depth);
}

void bt_model_free(bt_model_trees* trees)
{
    for (uint32_t i = 0; i < trees->count; ++i) ploy_bt_destroy(trees->trees[i]);
}
