// What names mean inside a tree. Each use of a tree as a <SubTree> has keys of its own: `x` in the tree T is the key
// "T.x" in its first use, "T.2.x" in its second. An attribute of the <SubTree> maps a name to what it means outside, and
// _autoremap maps all of them but those that begin with '_'. "@x" is the outermost x.
//
// An attribute that is a constant is that constant inside. In a tree of BehaviorTree.CPP that writes to such a name, it is
// a key of that use which begins with the constant.

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "mind/bt/bt_compile.h"

enum
{
    MAX_HANDED = 256, ///< subtrees through which a constant is followed to where it is written to
};

const char* pl_bt_in_braces(const char* text, const char* own, char name[PL_BT_TEXT])
{
    while (*text == ' ') ++text;
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == ' ') --length;
    if (length < 3 || length >= PL_BT_TEXT || text[0] != '{' || text[length - 1] != '}') return NULL;
    memcpy(name, text + 1, length - 2);
    name[length - 2] = '\0';
    return strcmp(name, "=") == 0 ? own : name;
}

static void name_private(const pl_bt_scope* scope, const char* name, char text[PL_BT_TEXT])
{
    char whole[PL_BT_TEXT];
    const char* tree = scope->bt->name;
    if (scope->use == 1) {
        snprintf(whole, sizeof whole, "%.200s.%.200s", tree, name);
    } else {
        snprintf(whole, sizeof whole, "%.200s.%u.%.200s", tree, (unsigned)scope->use, name);
    }
    memcpy(text, whole, sizeof whole);
}

static bool is_name_sign(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '@';
}

static bool script_writes(const char* script, const char* name)
{
    size_t length = strlen(name);
    for (const char* at = script; (at = strstr(at, name)); at += length) {
        bool is_whole = (at == script || !is_name_sign(at[-1])) && !is_name_sign(at[length]);
        const char* sign = at + length + strspn(at + length, " \t\r\n");
        bool is_set = *sign == '=' && sign[1] != '=';
        if (is_whole && (is_set || (*sign && strchr(":+-*/", *sign) && sign[1] == '='))) return true;
    }
    return false;
}

static bool attribute_writes(pl_bt_kind kind, const pl_bt_attribute* a, const char* name)
{
    static const char scripts[] = "code _onSuccess _onFailure _onHalted _post";
    if (pl_bt_is_listed(scripts, a->name)) return script_writes(a->value, name);
    bool is_loop =
        kind == PL_BT_LOOP_INT || kind == PL_BT_LOOP_BOOL || kind == PL_BT_LOOP_DOUBLE || kind == PL_BT_LOOP_STRING;
    const char* target = kind == PL_BT_SET ? "output_key" : kind == PL_BT_UNSET ? "key" : is_loop ? "value" : "";
    char room[PL_BT_TEXT];
    if (strcmp(a->name, target) != 0) return false;
    const char* inside = pl_bt_in_braces(a->value, a->name, room);
    return strcmp(inside ? inside : a->value, name) == 0;
}

static const ploy_bt* find_tree(const pl_bt_build* b, const char* name)
{
    for (uint32_t i = 0; name && i < b->def->tree_count; ++i) {
        if (strcmp(b->def->trees[i]->name, name) == 0) return b->def->trees[i];
    }
    return NULL;
}

static bool is_true(const char* text)
{
    return text && (strcmp(text, "true") == 0 || strcmp(text, "1") == 0);
}

static bool tree_writes(const pl_bt_build* b, const ploy_bt* bt, const char* name, uint32_t* left);

// A subtree that is handed the name may write to it.
static bool subtree_writes(const pl_bt_build* b, const ploy_bt* bt, uint32_t node, const char* name, uint32_t* left)
{
    const ploy_bt* inner = find_tree(b, ploy_bt_get(bt, node, "ID"));
    if (!inner || *left == 0) return false;
    --*left;
    bool is_handed = false;
    char room[PL_BT_TEXT];
    for (uint32_t a = bt->nodes.data[node].first_attribute; a != PLOY_NONE; a = bt->attributes.data[a].next) {
        const pl_bt_attribute* given = &bt->attributes.data[a];
        const char* inside = pl_bt_in_braces(given->value, given->name, room);
        is_handed = is_handed || strcmp(given->name, name) == 0;
        bool is_same = inside && strcmp(inside, name) == 0;
        if (is_same && tree_writes(b, inner, given->name, left)) return true;
    }
    bool is_open = !is_handed && *name != '_' && is_true(ploy_bt_get(bt, node, "_autoremap"));
    return is_open && tree_writes(b, inner, name, left);
}

static bool tree_writes(const pl_bt_build* b, const ploy_bt* bt, const char* name, uint32_t* left)
{
    for (uint32_t node = 0; node < bt->nodes.count; ++node) {
        pl_bt_kind kind = pl_bt_kind_of(bt, node);
        if (kind == PL_BT_SUBTREE && subtree_writes(b, bt, node, name, left)) return true;
        for (uint32_t a = bt->nodes.data[node].first_attribute; a != PLOY_NONE; a = bt->attributes.data[a].next) {
            if (attribute_writes(kind, &bt->attributes.data[a], name)) return true;
        }
    }
    return false;
}

// One bit per attribute of the SubTree, up to 64 of them: it is a constant, and the tree writes to its name.
static uint64_t written_constants(const pl_bt_build* b, const pl_bt_scope* scope)
{
    const ploy_bt* bt = scope->up->bt;
    uint64_t written = 0;
    char room[PL_BT_TEXT];
    uint32_t a = scope->bt->is_btcpp ? bt->nodes.data[scope->user].first_attribute : PLOY_NONE;
    for (uint64_t bit = 1; bit != 0 && a != PLOY_NONE; bit <<= 1, a = bt->attributes.data[a].next) {
        const pl_bt_attribute* given = &bt->attributes.data[a];
        bool is_constant = !pl_bt_in_braces(given->value, given->name, room);
        uint32_t left = MAX_HANDED;
        if (is_constant && tree_writes(b, scope->bt, given->name, &left)) written |= bit;
    }
    return written;
}

static bool is_written(const pl_bt_scope* scope, const pl_bt_attribute* given)
{
    const ploy_bt* bt = scope->up->bt;
    uint64_t bits = scope->written;
    uint32_t a = bt->nodes.data[scope->user].first_attribute;
    for (; bits != 0 && &bt->attributes.data[a] != given; bits >>= 1) a = bt->attributes.data[a].next;
    return bits & 1;
}

bool pl_bt_enter_scope(const pl_bt_build* b, const pl_bt_scope* up, uint32_t node, const char* name, pl_bt_scope* inner)
{
    uint32_t tree = 0;
    while (tree < b->def->tree_count && strcmp(b->def->trees[tree]->name, name) != 0) ++tree;
    if (tree == b->def->tree_count) return false;
    *inner = (pl_bt_scope){.up = up, .bt = b->def->trees[tree], .user = node, .use = ++b->uses[tree]};
    inner->is_open = is_true(ploy_bt_get(up->bt, node, "_autoremap"));
    inner->written = written_constants(b, inner);
    return true;
}

pl_bt_meaning pl_bt_resolve(const pl_bt_scope* scope, const char* name, char text[PL_BT_TEXT], const char** given)
{
    *given = NULL;
    char other[PL_BT_TEXT];
    bool is_outermost = *name == '@';
    snprintf(text, PL_BT_TEXT, "%s", name + is_outermost);
    for (; !is_outermost && scope->up; scope = scope->up) {
        const pl_bt_attribute* mapped = pl_bt_find(scope->up->bt, scope->user, text);
        if (mapped) {
            const char* inside = pl_bt_in_braces(mapped->value, mapped->name, other);
            if (!inside && is_written(scope, mapped)) {
                *given = mapped->value;
                name_private(scope, text, text);
                return PL_BT_OWN_KEY;
            }
            snprintf(text, PL_BT_TEXT, "%s", inside ? inside : mapped->value);
            if (!inside) *given = mapped->value;
            if (!inside) return PL_BT_GIVEN;
            if (*text != '@') continue;
            memmove(text, text + 1, strlen(text));
            return PL_BT_OUTER_KEY;
        }
        if (scope->is_open && *text != '_') continue;
        name_private(scope, text, text);
        return PL_BT_OWN_KEY;
    }
    return PL_BT_OUTER_KEY;
}
