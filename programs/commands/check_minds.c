#include "programs/commands/check_minds.h"

#include "programs/cli/stub_callbacks.h"
#include "programs/cli/stub_game.h"

#include <stdlib.h>
#include <string.h>

typedef struct mind_checker
{
    const char* path;
    const ploy_file* file;
    stub_game game;
    ploy_utility_def* utilities;
    bool* tree_is_checked;
    check_minds_fn* report;
    void* user;
    ploy_error seen[64]; // reported
    uint32_t seen_count;
} mind_checker;

/// Makes the mind at an index of its kind.
typedef ploy_status make_fn(const mind_checker* c, ploy_mind_parts parts, uint32_t index, ploy_mind** mind,
                            ploy_error* error);

static void report(mind_checker* c, const char* name, const ploy_error* error)
{
    // A mistake in what several minds share is reported once.
    for (uint32_t k = 0; k < c->seen_count; k++)
        if (strcmp(error->message, c->seen[k].message) == 0 && error->line == c->seen[k].line) return;
    if (c->seen_count == sizeof c->seen / sizeof *c->seen) return;
    c->seen[c->seen_count++] = *error;
    c->report(c->user, name, error);
}

// In a world of its own, with the keys of the file, until the error is the file's own. False: out of memory.
static bool check_one(mind_checker* c, make_fn* make, uint32_t index, const char* name, uint32_t line)
{
    ploy_status status = PLOY_INVALID;
    for (bool again = true; again;) {
        ploy_error error = {0};
        ploy_mind* mind = NULL;
        ploy_world* world = stub_game_world(&c->game, NULL);
        if (!world) return false;
        ploy_world_load_text(world, c->path, c->game.text, c->game.bytes, NULL);
        status = make(c, ploy_world_parts(world), index, &mind, &error);
        ploy_mind_destroy(mind);
        ploy_world_destroy(world);
        again = status == PLOY_INVALID && stub_game_learn(&c->game, &error);
        if (again || status != PLOY_INVALID) continue;
        if (error.line == 0) error.line = line;
        report(c, name, &error);
    }
    return status != PLOY_OUT_OF_MEMORY;
}

// Kinds.

static ploy_status make_fsm(const mind_checker* c, ploy_mind_parts parts, uint32_t index, ploy_mind** mind,
                            ploy_error* error)
{
    return ploy_fsm_mind_create(&(ploy_fsm_mind_def){parts, ploy_file_fsm(c->file, index)}, mind, error);
}

static ploy_status make_fuzzy(const mind_checker* c, ploy_mind_parts parts, uint32_t index, ploy_mind** mind,
                              ploy_error* error)
{
    return ploy_fuzzy_mind_create(&(ploy_fuzzy_mind_def){parts, ploy_file_fuzzy(c->file, index)}, mind, error);
}

static ploy_status make_utility(const mind_checker* c, ploy_mind_parts parts, uint32_t index, ploy_mind** mind,
                                ploy_error* error)
{
    return ploy_utility_mind_create(&(ploy_utility_mind_def){parts, &c->utilities[index]}, mind, error);
}

static ploy_status make_goap(const mind_checker* c, ploy_mind_parts parts, uint32_t index, ploy_mind** mind,
                             ploy_error* error)
{
    ploy_goap_mind_def def = ploy_file_agent(c->file, index).goap;
    def.parts = parts;
    return ploy_goap_mind_create(&def, mind, error);
}

// Trees plan as the agent type that has them would, else in the first domain.
static ploy_goap_mind_def planner_of(const mind_checker* c, const char* tree)
{
    for (uint32_t k = 0; k < ploy_file_agent_count(c->file); k++) {
        ploy_agent_info agent = ploy_file_agent(c->file, k);
        if (agent.goap.domain && strcmp(agent.mind, tree) == 0) return agent.goap;
    }
    bool has_domain = ploy_file_domain_count(c->file) > 0;
    return (ploy_goap_mind_def){.domain = has_domain ? ploy_file_domain(c->file, 0) : NULL};
}

static ploy_status make_bt(const mind_checker* c, ploy_mind_parts parts, uint32_t index, ploy_mind** mind,
                           ploy_error* error)
{
    const char* name = ploy_bt_name(ploy_file_bt(c->file, index));
    ploy_goap_mind_def planner = planner_of(c, name);
    planner.parts = parts;
    ploy_bt_mind_def def = {.parts = parts, .trees = ploy_file_bts(c->file), .main = name};
    def.tree_count = ploy_file_bt_count(c->file);
    def.planner = planner.domain ? &planner : NULL;
    def.utilities = c->utilities;
    def.utility_count = ploy_file_utility_count(c->file);
    return ploy_bt_mind_create(&def, mind, error);
}

// A tree is checked within the trees that use it; one that nobody uses, or that only uses itself, on its own.

static bool is_used(const ploy_file* file, const char* name)
{
    for (uint32_t t = 0; t < ploy_file_bt_count(file); t++) {
        const ploy_bt* bt = ploy_file_bt(file, t);
        for (uint32_t k = 0; k < ploy_bt_node_count(bt); k++) {
            const char* id = ploy_bt_get(bt, k, "ID");
            bool is_subtree = strcmp(ploy_bt_get_node(bt, k).element, "SubTree") == 0;
            if (is_subtree && id && strcmp(id, name) == 0) return true;
        }
    }
    return false;
}

static void mark_checked(mind_checker* c, uint32_t tree)
{
    if (tree == PLOY_NONE || c->tree_is_checked[tree]) return;
    c->tree_is_checked[tree] = true;
    const ploy_bt* bt = ploy_file_bt(c->file, tree);
    for (uint32_t k = 0; k < ploy_bt_node_count(bt); k++) {
        const char* id = ploy_bt_get(bt, k, "ID");
        if (id && strcmp(ploy_bt_get_node(bt, k).element, "SubTree") == 0)
            mark_checked(c, ploy_file_find_bt(c->file, id));
    }
}

static bool check_trees(mind_checker* c, bool only_unused)
{
    bool good = true;
    for (uint32_t k = 0; good && k < ploy_file_bt_count(c->file); k++) {
        const ploy_bt* bt = ploy_file_bt(c->file, k);
        if (c->tree_is_checked[k] || (only_unused && is_used(c->file, ploy_bt_name(bt)))) continue;
        mark_checked(c, k);
        good = check_one(c, make_bt, k, ploy_bt_name(bt), ploy_bt_get_node(bt, 0).line);
    }
    return good;
}

static bool check_each(mind_checker* c)
{
    const ploy_file* file = c->file;
    bool good = check_trees(c, true) && check_trees(c, false);
    for (uint32_t k = 0; good && k < ploy_file_fsm_count(file); k++)
        good = check_one(c, make_fsm, k, ploy_fsm_name(ploy_file_fsm(file, k)), 0);
    for (uint32_t k = 0; good && k < ploy_file_fuzzy_count(file); k++)
        good = check_one(c, make_fuzzy, k, ploy_fuzzy_name(ploy_file_fuzzy(file, k)), 0);
    for (uint32_t k = 0; good && k < ploy_file_utility_count(file); k++)
        good = check_one(c, make_utility, k, c->utilities[k].name, 0);
    for (uint32_t k = 0; good && k < ploy_file_agent_count(file); k++) {
        ploy_agent_info agent = ploy_file_agent(file, k);
        if (strcmp(agent.mind, "goap") == 0) good = check_one(c, make_goap, k, agent.name, agent.line);
    }
    return good;
}

// The file as a whole: what agents name, and how all of it fits together.
static bool check_whole(mind_checker* c)
{
    ploy_error error = {0};
    ploy_world* world;
    ploy_status status = stub_game_load(&c->game, NULL, c->path, &world, &error);
    ploy_world_destroy(world);
    if (status == PLOY_INVALID) report(c, "", &error);
    return status != PLOY_OUT_OF_MEMORY;
}

bool check_minds(const char* path, const char* text, size_t bytes, const ploy_file* file, check_minds_fn* report_to,
                 void* user)
{
    uint32_t utilities = ploy_file_utility_count(file), trees = ploy_file_bt_count(file);
    mind_checker c = {.path = path, .file = file, .game = {.text = text, .bytes = bytes}};
    c.report = report_to;
    c.user = user;
    c.utilities = calloc(utilities + 1, sizeof *c.utilities);
    c.tree_is_checked = calloc(trees + 1, sizeof *c.tree_is_checked);
    bool good = c.utilities && c.tree_is_checked;
    for (uint32_t k = 0; good && k < ploy_file_domain_count(file); k++)
        good = bind_rest(ploy_file_domain(file, k), NULL, NULL);
    for (uint32_t k = 0; good && k < utilities; k++) c.utilities[k] = ploy_file_utility(file, k);
    good = good && check_each(&c) && check_whole(&c);
    stub_game_free(&c.game);
    free(c.utilities);
    free(c.tree_is_checked);
    return good;
}
