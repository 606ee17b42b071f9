// Checks a text as a world would load it: every error, those of minds that no agent has too. Nothing stays.
//
// What is wrong is passed over and the rest goes on, so that one check shows all there is. Errors that follow from others
// are left out: what names something that is wrong is not blamed for it.

#include <string.h>

#include "base/check.h"
#include "base/containers/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "io/file.h"
#include "io/lost_names.h"
#include "io/vocabulary.h"
#include "io/world_parts.h"

typedef struct file_check
{
    ploy_world* world;
    ploy_file* file; ///< NULL while it is parsed
    ploy_error_fn* on_error;
    void* user;
    PL_ARRAY(ploy_error) seen;
    uint32_t line;  ///< of what is checked, for errors that have none
    uint32_t count; ///< of the errors that came, also of those that were left out
    bool is_out_of_memory;
} file_check;

// A mistake in what several minds share, or in a tree that is used twice, is reported once.
static bool is_same(const ploy_error* a, const ploy_error* b)
{
    bool is_call = a->missing == PLOY_MISSING_CALL && b->missing == PLOY_MISSING_CALL;
    if (is_call && strcmp(a->name, b->name) == 0) return true;
    if (a->line != b->line || a->column != b->column) return false;
    return strcmp(a->message, b->message) == 0 || (a->missing == PLOY_MISSING_KEY && b->missing == PLOY_MISSING_KEY);
}

// The owner is that of a port or an attribute.
static bool is_consequence(const file_check* c, const ploy_error* error)
{
    return c->file && (pl_names_are_lost(&c->file->lost, error->name) || pl_names_are_lost(&c->file->lost, error->owner));
}

static void take_error(void* user, const ploy_error* error)
{
    file_check* c = user;
    ploy_error placed = *error;
    ++c->count;
    if (placed.line == 0) {
        placed.line = c->line;
        placed.column = 1;
    }
    bool is_known = is_consequence(c, &placed);
    for (uint32_t i = 0; i < c->seen.count && !is_known; ++i) is_known = is_same(&c->seen.data[i], &placed);
    if (is_known) return;
    if (!PL_ARRAY_PUSH(&c->seen, &c->world->allocator, placed)) c->is_out_of_memory = true;
    c->on_error(c->user, &placed);
}

static void take_status(file_check* c, ploy_status status)
{
    c->is_out_of_memory = c->is_out_of_memory || status == PLOY_OUT_OF_MEMORY;
}

static bool has_mind(const ploy_file* file, const char* name)
{
    return strcmp(name, "goap") == 0 || ploy_file_find_bt(file, name) != PLOY_NONE ||
           ploy_file_find_fsm(file, name) != PLOY_NONE || ploy_file_find_fuzzy(file, name) != PLOY_NONE ||
           pl_file_find_htn(file, name) != PLOY_NONE || ploy_file_find_utility(file, name) != PLOY_NONE;
}

// The tree that a node runs; PLOY_NONE: none.
static uint32_t subtree_of(const ploy_file* file, const ploy_bt* bt, uint32_t node)
{
    const char* id = ploy_bt_get(bt, node, "ID");
    bool is_subtree = strcmp(ploy_bt_get_node(bt, node).element, "SubTree") == 0;
    return is_subtree && id ? ploy_file_find_bt(file, id) : PLOY_NONE;
}

// A tree that plans cannot be checked without its domain.
static bool can_be_checked(const file_check* c, uint32_t tree, uint32_t* left)
{
    const ploy_bt* bt = c->file->bts.data[tree];
    for (uint32_t k = 0; k < ploy_bt_node_count(bt); ++k) {
        const char* element = ploy_bt_get_node(bt, k).element;
        uint32_t inner = subtree_of(c->file, bt, k);
        if (strcmp(element, "Plan") == 0) return false;
        if (inner == PLOY_NONE) continue;
        if (*left == 0) return false; // it contains itself, or more than any tree may
        --*left;
        if (!can_be_checked(c, inner, left)) return false;
    }
    return true;
}

static void check_type(file_check* c, const ploy_agent_info* info)
{
    uint32_t tree = ploy_file_find_bt(c->file, info->mind), left = 1000;
    bool is_cut_off = tree != PLOY_NONE && c->file->has_lost_domain && !can_be_checked(c, tree, &left);
    bool is_lost = !has_mind(c->file, info->mind) && pl_names_are_lost(&c->file->lost, info->mind);
    if (is_cut_off || is_lost) return;
    ploy_error error = {0};
    pl_reports reports = {.error = &error, .on_error = take_error, .user = c};
    pl_made_type made = {0};
    uint32_t count = c->count;
    c->line = info->line;
    ploy_status status = pl_make_type(c->world, c->file, info, &made, &reports);
    pl_free_type(c->world, &made);
    if (status == PLOY_INVALID && c->count == count) take_error(c, &error);
    take_status(c, status);
}

// A mind by its name, with the domain that its agents would plan in.
static void check_mind(file_check* c, const char* name, uint32_t line)
{
    for (uint32_t i = 0; i < c->file->agents.count; ++i) {
        if (strcmp(c->file->agents.data[i].mind, name) == 0) return;
    }
    ploy_agent_info info = {.name = name, .mind = name, .domain = PLOY_NONE, .utility = PLOY_NONE, .line = line};
    if (c->file->domains.count > 0) info.goap.domain = c->file->domains.data[0].domain;
    check_type(c, &info);
}

static bool is_subtree(const ploy_file* file, uint32_t tree)
{
    for (uint32_t t = 0; t < file->bts.count; ++t) {
        for (uint32_t k = 0; k < ploy_bt_node_count(file->bts.data[t]); ++k) {
            if (subtree_of(file, file->bts.data[t], k) == tree) return true;
        }
    }
    return false;
}

static void mark_checked(const ploy_file* file, uint32_t tree, bool* is_checked)
{
    if (tree == PLOY_NONE || is_checked[tree]) return;
    is_checked[tree] = true;
    const ploy_bt* bt = file->bts.data[tree];
    for (uint32_t k = 0; k < ploy_bt_node_count(bt); ++k) mark_checked(file, subtree_of(file, bt, k), is_checked);
}

// A tree is checked within those that use it; one that nobody uses, or that only uses itself, on its own.
static void check_trees(file_check* c)
{
    const ploy_file* file = c->file;
    bool* is_checked = PL_NEW_ARRAY(&c->world->allocator, bool, file->bts.count + 1);
    if (!is_checked) take_status(c, PLOY_OUT_OF_MEMORY);
    for (uint32_t round = 0; is_checked && round < 2; ++round) {
        for (uint32_t i = 0; i < file->bts.count; ++i) {
            if (is_checked[i] || (round == 0 && is_subtree(file, i))) continue;
            mark_checked(file, i, is_checked);
            check_mind(c, ploy_bt_name(file->bts.data[i]), ploy_bt_get_node(file->bts.data[i], 0).line);
        }
    }
    PL_DELETE_ARRAY(&c->world->allocator, is_checked, file->bts.count + 1);
}

static void check_minds(file_check* c)
{
    const ploy_file* file = c->file;
    for (uint32_t i = 0; i < file->agents.count; ++i) check_type(c, &file->agents.data[i]);
    check_trees(c);
    for (uint32_t i = 0; i < file->fsms.count; ++i) check_mind(c, ploy_fsm_name(file->fsms.data[i]), 1);
    for (uint32_t i = 0; i < file->fuzzies.count; ++i) check_mind(c, ploy_fuzzy_name(file->fuzzies.data[i]), 1);
    for (uint32_t i = 0; i < file->htns.count; ++i) check_mind(c, ploy_htn_name(file->htns.data[i]), 1);
    for (uint32_t i = 0; i < file->utilities.count; ++i) check_mind(c, file->utilities.data[i].name, 1);
}

// What the world has not got of the file's own words is lost.
static void lose_words(file_check* c)
{
    ploy_file* file = c->file;
    bool is_kept = true;
    for (uint32_t i = 0; i < file->world.keys.count && is_kept; ++i) {
        const char* name = file->world.keys.data[i].def.name;
        if (ploy_blackboard_keys_find(ploy_world_keys(c->world), name) != PLOY_NONE) continue;
        is_kept = pl_names_lose(&file->lost, name);
    }
    for (uint32_t i = 0; i < file->world.fact_types.count && is_kept; ++i) {
        const char* name = file->world.fact_types.data[i].name;
        if (ploy_fact_types_find(ploy_world_fact_types(c->world), name) != PLOY_NONE) continue;
        is_kept = pl_names_lose(&file->lost, name);
    }
    c->is_out_of_memory = c->is_out_of_memory || !is_kept;
}

static void check_whole(file_check* c)
{
    ploy_error error = {0};
    pl_reports reports = {.error = &error, .on_error = take_error, .user = c};
    c->line = 1;
    take_status(c, pl_vocabulary_add(c->world, c->file, &reports));
    lose_words(c);
    take_status(c, pl_connect_file(c->world, c->file, &reports));
    take_status(c, pl_check_squads(c->world, c->file, &reports));
    check_minds(c);
}

ploy_status ploy_world_check_text(ploy_world* world, const char* name, const char* text, size_t bytes,
                                  ploy_error_fn* on_error, void* user)
{
    PL_NEED(world, PLOY_INVALID);
    PL_NEED(name, PLOY_INVALID);
    PL_NEED(on_error, PLOY_INVALID);
    if (bytes > 0) PL_NEED(text, PLOY_INVALID);
    PL_WORLD_SERIAL(world, PLOY_NOT_SUPPORTED);
    file_check c = {.world = world, .on_error = on_error, .user = user, .line = 1};
    ploy_file_def def = {.allocator = world->allocator, .path = name, .on_error = take_error, .user = &c};
    ploy_file* file = NULL;
    ploy_error error = {0};
    ploy_status status = pl_file_parse_partly(&def, text, bytes, &file, &error);
    if (status == PLOY_INVALID && c.count == 0) take_error(&c, &error);
    take_status(&c, status);
    if (file) {
        pl_vocabulary_mark mark = pl_vocabulary_mark_end(world);
        c.file = file;
        check_whole(&c);
        ploy_file_destroy(file);
        pl_vocabulary_rewind(world, &mark);
    }
    PL_ARRAY_FREE(&c.seen, &world->allocator);
    return c.is_out_of_memory ? PLOY_OUT_OF_MEMORY : c.count > 0 ? PLOY_INVALID : PLOY_OK;
}
