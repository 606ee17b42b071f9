// `ploy bench crowd`: a crowd of GOBT agents that all start in one frame (examples/data/nine_flags.xml), run in four ways. In
// each frame one agent of 60 finds its flags changed and decides again.
//
//   basic      every search runs to its end in the frame that requests it; no plan is kept
//   slices     a number of search nodes per frame; what is left goes on in the next one
//   cache      and plans are kept for all agents
//   groups     and the agents are ticked in four groups, one per frame
//
// The times are CPU time, and the fastest of several runs of the same frames.

#include "programs/bench/bench.h"
#include "programs/bench/crowd/frame_picture.h"
#include "programs/cli/clock.h"
#include "programs/cli/load_file.h"
#include "programs/cli/memory.h"
#include "programs/cli/output_file.h"

#include <ploy/bt.h>
#include <ploy/goap.h>
#include <ploy/world.h>

#include <stdlib.h>
#include <string.h>

enum
{
    FRAME = 16667, // microseconds
    FRAMES = 180,
    CROWD = 2000,
    SMALL_CROWD = 50,
    DISTURBED = 60, // one of so many agents per frame
    ROUNDS = 3,
    GROUPS = 4,
    NODES = 400,         // per frame
    NO_CACHE = 1,        // byte
    CACHE = 4 << 20,     // bytes
    ACTION_TICKS = 6,    // an action takes so many ticks of its agent
    MAX_WORDS = 4,
};

typedef struct crowd_way
{
    const char* name;
    uint32_t nodes, groups;
    size_t cache;
} crowd_way;

static const crowd_way ways[] = {
    {"basic", UINT32_MAX, 1, NO_CACHE},
    {"slices", NODES, 1, NO_CACHE},
    {"cache", NODES, 1, CACHE},
    {"groups", NODES, GROUPS, CACHE},
};

enum
{
    WAYS = sizeof ways / sizeof *ways
};

typedef struct crowd_scene
{
    const ploy_file* file;
    const ploy_domain* domain;
    ploy_bindings* bindings;
    ploy_blackboard_keys* keys;
    ploy_plan_service* planning;
    ploy_mind* mind;
    ploy_world* world;
    ploy_agent_id* ids;
    uint32_t key_of[64]; // variable
    uint32_t count;
    ploy_random random;
} crowd_scene;

static ploy_outcome act(ploy_agent* agent, const ploy_call* call)
{
    (void)agent;
    uint32_t* left = call->data;
    return *left == 0 || --*left == 0 ? PLOY_SUCCESS : PLOY_RUNNING;
}

static ploy_outcome begin_act(ploy_agent* agent, const ploy_call* call)
{
    (void)agent;
    *(uint32_t*)call->data = ACTION_TICKS;
    return PLOY_RUNNING;
}

// A step ended: its effects go to the agent's blackboard.
static void on_event(void* user, ploy_agent* agent, const ploy_goap_event* event)
{
    const crowd_scene* c = user;
    if (event->kind != PLOY_GOAP_ACTION_FINISHED) return;
    uint64_t after[MAX_WORDS];
    const uint64_t* before = ploy_goap_state(agent);
    memcpy(after, before, ploy_domain_state_words(c->domain) * sizeof *after);
    if (!ploy_action_applicable(c->domain, event->index, event->args, after)) return;
    ploy_action_apply(c->domain, event->index, event->args, after);
    for (uint32_t v = 0; v < ploy_domain_variable_count(c->domain); v++)
        ploy_blackboard_set(agent->blackboard, c->key_of[v], ploy_state_get(c->domain, after, v));
}

static bool add_activity(crowd_scene* c, const char* name)
{
    ploy_activity_def def = {0};
    def.name = name;
    def.start = begin_act;
    def.update = act;
    def.data_bytes = sizeof(uint32_t);
    return ploy_bindings_add_activity(c->bindings, &def, NULL) == PLOY_OK;
}

static bool make_bindings(crowd_scene* c)
{
    c->bindings = ploy_bindings_create(NULL);
    bool good = c->bindings && add_activity(c, "Patrol");
    for (uint32_t i = 0; good && i < ploy_domain_action_count(c->domain); i++)
        good = add_activity(c, ploy_domain_action(c->domain, i).name);
    return good;
}

static bool make_keys(crowd_scene* c)
{
    c->keys = ploy_blackboard_keys_create(&(ploy_blackboard_keys_def){0});
    if (!c->keys || ploy_view_add_keys(c->domain, c->keys, 1u << PLOY_SCOPE_AGENT) != PLOY_OK) return false;
    uint32_t variables = ploy_domain_variable_count(c->domain);
    for (uint32_t v = 0; v < variables && v < 64; v++) {
        char name[64];
        ploy_domain_variable_print(c->domain, v, name, sizeof name);
        c->key_of[v] = ploy_blackboard_keys_find(c->keys, name);
    }
    return variables <= 64;
}

static bool make_mind(crowd_scene* c, const crowd_way* way, ploy_error* error)
{
    ploy_plan_service_def planning = {0};
    planning.domain = c->domain;
    planning.capacity = c->count;
    planning.cache_bytes = way->cache;
    c->planning = ploy_plan_service_create(&planning);
    ploy_goap_mind_def planner = {0};
    planner.domain = c->domain;
    planner.parts.keys = c->keys;
    planner.parts.bindings = c->bindings;
    planner.planning = c->planning;
    planner.event = on_event;
    planner.event_user = c;
    ploy_utility_def utility = ploy_file_utility(c->file, 0);
    ploy_bt_mind_def def = {0};
    def.parts.bindings = c->bindings;
    def.parts.keys = c->keys;
    def.trees = ploy_file_bts(c->file);
    def.tree_count = ploy_file_bt_count(c->file);
    def.planner = &planner;
    def.utilities = &utility;
    def.utility_count = 1;
    return c->planning && ploy_bt_mind_create(&def, &c->mind, error) == PLOY_OK;
}

static void change_flags(crowd_scene* c, ploy_agent* agent)
{
    for (uint32_t v = 0; v < ploy_domain_variable_count(c->domain); v++)
        ploy_blackboard_set(agent->blackboard, c->key_of[v], ploy_random_below(&c->random, 2));
}

static bool make_agents(crowd_scene* c, const crowd_way* way)
{
    ploy_world_def def = {0};
    def.keys = c->keys;
    def.groups = way->groups;
    def.max_nodes = way->nodes;
    def.capacity = c->count;
    c->world = ploy_world_create(&def);
    c->ids = calloc(c->count, sizeof *c->ids);
    bool good = c->world && c->ids;
    for (uint32_t i = 0; good && i < c->count; i++) {
        ploy_agent_def agent = {0};
        agent.mind = c->mind;
        c->ids[i] = ploy_agent_create(c->world, &agent);
        good = c->ids[i].index1 != 0;
        if (good) change_flags(c, ploy_world_agent(c->world, c->ids[i]));
    }
    return good;
}

static void free_crowd(crowd_scene* c)
{
    ploy_world_destroy(c->world);
    ploy_mind_destroy(c->mind);
    ploy_plan_service_destroy(c->planning);
    ploy_blackboard_keys_destroy(c->keys);
    ploy_bindings_destroy(c->bindings);
    free(c->ids);
}

static void play_frames(crowd_scene* c, double ns[FRAMES], bool is_first)
{
    for (uint32_t t = 0; t < FRAMES; t++) {
        for (uint32_t i = t % DISTURBED; t > 0 && i < c->count; i += DISTURBED)
            change_flags(c, ploy_world_agent(c->world, c->ids[i]));
        double before = cpu_ns();
        ploy_world_tick(c->world, FRAME);
        double took = cpu_ns() - before;
        if (is_first || took < ns[t]) ns[t] = took;
    }
}

static bool run_way(const ploy_file* file, const crowd_way* way, uint32_t count, uint32_t rounds, double ns[FRAMES],
                    uint64_t* plans)
{
    bool good = true;
    for (uint32_t round = 0; good && round < rounds; round++) {
        ploy_error error = {0};
        crowd_scene c = {.file = file, .domain = ploy_file_domain(file, 0), .count = count, .random = {.seed = 7}};
        good = ploy_domain_state_words(c.domain) <= MAX_WORDS && make_bindings(&c) && make_keys(&c) &&
               make_mind(&c, way, &error) && make_agents(&c, way);
        if (error.message[0]) print_error("nine_flags.xml", &error);
        if (good) play_frames(&c, ns, round == 0);
        if (good) *plans = ploy_plan_service_get_stats(c.planning).answered;
        free_crowd(&c);
    }
    return good;
}

static void report_way(bench_report* report, const crowd_way* way, const double ns[FRAMES], uint64_t plans)
{
    double worst = 0, sum = 0, late = 0;
    char name[64];
    for (uint32_t t = 0; t < FRAMES; t++) {
        worst = ns[t] > worst ? ns[t] : worst;
        sum += ns[t];
        late = t >= FRAMES / 2 && ns[t] > late ? ns[t] : late;
    }
    const struct
    {
        const char* name;
        double value;
        const char* unit;
    } rows[] = {{"worst_ms", worst / 1e6, "ms"},
                {"mean_ms", sum / FRAMES / 1e6, "ms"},
                {"worst_later_ms", late / 1e6, "ms"},
                {"plans", (double)plans, "count"}};
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(name, sizeof name, "crowd.%s.%s", way->name, rows[i].name);
        bench_report_row(report, name, rows[i].value, rows[i].unit);
    }
}

static int draw(const char* folder, const char* name, const char* title, const frame_series* series, uint32_t count,
                double top)
{
    char path[4096];
    output_file output;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE* out = output_open(&output, "bench", path);
    if (!out) return ANSWER_BAD;
    frame_picture_print(title, series, count, FRAMES, top, out);
    return output_close(&output);
}

static int draw_figures(const char* folder, double (*ns)[FRAMES], uint32_t count)
{
    char title[128];
    double top = 0;
    for (uint32_t t = 0; t < FRAMES; t++) top = ns[0][t] / 1e6 > top ? ns[0][t] / 1e6 : top;
    const frame_series basic = {"basic: all searches in one frame", ns[0]};
    const frame_series better[] = {{"slices", ns[1]}, {"slices, cache", ns[2]}, {"slices, cache, groups", ns[3]}};
    if (!system_make_folder(folder)) return complain("bench", "%s: cannot be created", folder);
    snprintf(title, sizeof title, "Before: %u agents that plan, time of each frame", count);
    int status = draw(folder, "crowd-before.svg", title, &basic, 1, top);
    snprintf(title, sizeof title, "After: the same %u agents, on the same scale", count);
    return status == ANSWER_DONE ? draw(folder, "crowd-after.svg", title, better, 3, top) : status;
}

int bench_crowd(const bench_options* options)
{
    ploy_file* file = load_file(options->files.count ? options->files.items[0] : "examples/data/nine_flags.xml");
    if (!file) return ANSWER_BAD;
    static double ns[WAYS][FRAMES];
    uint32_t count = options->small ? SMALL_CROWD : CROWD;
    bool good = ploy_file_domain_count(file) > 0 && ploy_file_utility_count(file) > 0 && ploy_file_bt_count(file) > 0;
    bench_report report = bench_report_begin(options);
    for (uint32_t i = 0; good && i < WAYS; i++) {
        uint64_t plans = 0;
        good = run_way(file, &ways[i], count, options->small ? 1 : ROUNDS, ns[i], &plans);
        if (good) report_way(&report, &ways[i], ns[i], plans);
    }
    bench_report_end(&report);
    int status = good ? ANSWER_DONE : complain("bench", "the file has no domain, utility and tree that plan together");
    if (good && options->out) status = draw_figures(options->out, ns, count);
    ploy_file_destroy(file);
    return status;
}
