// The search of a decision, made again step by step: every node it met and what became of it, every way that it dropped
// and why. The plan cache is left out, so that there is a search to see; its estimates are those that a first search
// for the goal has.

#include <inttypes.h>

#include "base/index.h"
#include "plan/search/planner.h"
#include "record/debugger/debugger_query.h"

enum
{
    MOST_NOTED = 5000, // nodes, and ways
    MOST_TOLD = 1000,  // of each
};

typedef struct node
{
    uint32_t parent, label; // PL_NONE: the start
    uint32_t g, h;          // in the search's unit
    uint32_t expanded;      // in which order, from 1; 0: not
    bool is_met;
    bool is_planned;
} node;

typedef struct way
{
    uint32_t from, label, to; // to PL_NONE: nowhere
    pl_edge_outcome why;
} way;

typedef struct seen
{
    pl_debug_query* a;
    ploy_planner* planner;
    PL_ARRAY(node) nodes; // by id
    PL_ARRAY(way) ways;
    uint32_t counts[PL_EDGE_OUTCOME_COUNT];
    uint32_t met, expanded;
    uint32_t last; // node expanded in this step
    bool failed;
} seen;

static const char* const node_fates[] = {
#define NAME(NAME, name, about) name,
    PL_NODE_OUTCOME_LIST(NAME)
#undef NAME
};

static const char* const way_fates[] = {
#define NAME(NAME, name, about) name,
    PL_EDGE_OUTCOME_LIST(NAME)
#undef NAME
};

static const char* const way_meanings[] = {
#define NAME(NAME, name, about) about,
    PL_EDGE_OUTCOME_LIST(NAME)
#undef NAME
};

// Watching.

static node* node_at(seen* s, uint32_t id)
{
    while (s->nodes.count <= id && !s->failed && id < MOST_NOTED) {
        node fresh = {.parent = PL_NONE, .label = PL_NONE};
        s->failed = !PL_ARRAY_PUSH(&s->nodes, &s->a->debugger->allocator, fresh);
    }
    return id < s->nodes.count ? &s->nodes.data[id] : NULL;
}

static void drop(seen* s, way dropped)
{
    ++s->counts[dropped.why];
    if (s->ways.count < MOST_NOTED) s->failed |= !PL_ARRAY_PUSH(&s->ways, &s->a->debugger->allocator, dropped);
}

static void reach(seen* s, uint32_t id, uint32_t parent, uint32_t label, uint32_t g)
{
    node* n = node_at(s, id);
    if (!n) return;
    s->met += !n->is_met;
    if (n->is_met) drop(s, (way){n->parent, n->label, id, PL_EDGE_REPLACED});
    n->is_met = true;
    n->parent = parent;
    n->label = label;
    n->g = g;
    n->h = pl_forward_estimate(&s->planner->forward, id);
}

static void expand(seen* s, uint32_t id)
{
    node* n = node_at(s, id);
    s->last = id;
    ++s->expanded;
    if (n && n->expanded == 0) n->expanded = s->expanded;
}

static void hear(void* user, const ploy_trace_event* event)
{
    seen* s = user;
    if (event->kind == PLOY_TRACE_NODE_REACHED) {
        reach(s, (uint32_t)event->args[0], (uint32_t)event->args[1], (uint32_t)event->args[2],
              (uint32_t)event->args[3]);
    } else if (event->kind == PLOY_TRACE_NODE_EXPANDED) {
        expand(s, (uint32_t)event->args[0]);
    }
}

static void judge_way(seen* s, uint32_t from, uint32_t move)
{
    static const pl_edge_outcome fates[] = {
        [PL_JUDGED_UNAVAILABLE] = PL_EDGE_UNAVAILABLE, [PL_JUDGED_UNCHANGED] = PL_EDGE_UNCHANGED,
        [PL_JUDGED_POINTLESS] = PL_EDGE_POINTLESS,     [PL_JUDGED_TWO_MOVES] = PL_EDGE_TWO_MOVES,
        [PL_JUDGED_TOO_DEEP] = PL_EDGE_TOO_DEEP,
    };
    uint32_t to = PL_NONE, cost;
    pl_judgement judgement = pl_forward_judge(&s->planner->forward, from, move, &to, &cost);
    if (judgement == PL_JUDGED_IMPOSSIBLE) return;
    if (judgement != PL_JUDGED_WAY) {
        drop(s, (way){from, move, PL_NONE, fates[judgement]});
        return;
    }
    const node* n = node_at(s, to);
    bool is_taken = n && n->is_met && n->parent == from && n->label == move;
    if (pl_forward_estimate(&s->planner->forward, to) == PL_DEAD) {
        drop(s, (way){from, move, to, PL_EDGE_DEAD_END});
    } else if (!is_taken && n) {
        drop(s, (way){from, move, to, PL_EDGE_DOMINATED});
    }
}

static void watch(seen* s, const ploy_plan_query* query)
{
    ploy_status status = ploy_planner_begin(s->planner, query);
    node* start = status == PLOY_IN_PROGRESS ? node_at(s, 0) : NULL;
    if (start) {
        start->is_met = true;
        start->h = pl_forward_estimate(&s->planner->forward, 0);
        s->met = 1;
    }
    while (status == PLOY_IN_PROGRESS && !s->failed) {
        s->last = PL_NONE;
        status = ploy_planner_update(s->planner, 1);
        bool is_whole = status == PLOY_IN_PROGRESS; // else it ran out in the middle of it
        if (s->last == PL_NONE || s->last >= MOST_NOTED || !is_whole) continue;
        for (uint32_t m = 0; m < s->planner->rules.heuristic->move_count; ++m) judge_way(s, s->last, m);
    }
    for (uint32_t id = status == PLOY_FOUND ? s->planner->search.goal : PL_NONE; id < s->nodes.count;
         id = s->nodes.data[id].parent) {
        s->nodes.data[id].is_planned = true;
    }
}

// Telling.

static int64_t cost_of(const seen* s, uint32_t units)
{
    return (int64_t)units * s->planner->rules.unit;
}

static const char* action_of(const seen* s, uint32_t label, char* text, size_t size)
{
    if (label == PL_NONE) return NULL;
    const ploy_step step = pl_scene_step(s->a->stage, s->planner->rules.heuristic->moves[label].ground);
    return pl_ask_step(s->a->stage->domain, &step, text, size);
}

static pl_node_outcome fate_of(const seen* s, const node* n, const ploy_plan* plan)
{
    if (n->is_planned) return PL_NODE_PLAN;
    if (n->expanded > 0) return PL_NODE_CLOSED;
    bool is_dearer = plan->status == PLOY_FOUND && cost_of(s, n->g) + cost_of(s, n->h) > plan->cost;
    return is_dearer ? PL_NODE_COSTS_MORE : PL_NODE_OPEN;
}

static bool is_before(const node* a, const node* b)
{
    if (a->expanded != b->expanded) return b->expanded == 0 || (a->expanded > 0 && a->expanded < b->expanded);
    return (uint64_t)a->g + a->h < (uint64_t)b->g + b->h;
}

// Those expanded in their order, then those open by what they promise.
static uint32_t* sort(const seen* s, uint32_t* count)
{
    uint32_t* order = PL_ARENA_ARRAY(&s->a->debugger->scratch, uint32_t, s->nodes.count + 1);
    *count = 0;
    for (uint32_t i = 0; order && i < s->nodes.count; ++i) {
        if (!s->nodes.data[i].is_met) continue;
        uint32_t at = (*count)++;
        for (; at > 0 && is_before(&s->nodes.data[i], &s->nodes.data[order[at - 1]]); --at) order[at] = order[at - 1];
        order[at] = i;
    }
    return order;
}

static void tell_node(const seen* s, uint32_t id, const ploy_plan* plan)
{
    const node* n = &s->nodes.data[id];
    char name[512];
    const char* action = action_of(s, n->label, name, sizeof name);
    pl_text *text = &s->a->text, *json = &s->a->json;
    pl_text_add(text, "  %" PRIu32 "  %s", id, action ? action : "the start");
    if (action) pl_text_add(text, " from %" PRIu32, n->parent);
    pl_text_add(text, ", g ");
    pl_text_add_decimal(text, cost_of(s, n->g));
    pl_text_add(text, ", h ");
    pl_text_add_decimal(text, cost_of(s, n->h));
    if (n->expanded > 0) pl_text_add(text, ", expanded %" PRIu32 ".", n->expanded);
    pl_text_add(text, ": %s\n", node_fates[fate_of(s, n, plan)]);
    pl_json_open(json, NULL, '{');
    pl_json_count(json, "node", id);
    if (action) pl_json_count(json, "from", n->parent);
    pl_json_string(json, "action", action);
    pl_json_decimal(json, "g", cost_of(s, n->g));
    pl_json_decimal(json, "h", cost_of(s, n->h));
    pl_json_count(json, "expanded", n->expanded);
    pl_json_string(json, "outcome", node_fates[fate_of(s, n, plan)]);
    pl_json_close(json, '}');
}

static void tell_nodes(const seen* s, const ploy_plan* plan)
{
    uint32_t count, *order = sort(s, &count), told = count < MOST_TOLD ? count : MOST_TOLD;
    pl_json_open(&s->a->json, "nodes", '[');
    for (uint32_t i = 0; order && i < told; ++i) tell_node(s, order[i], plan);
    pl_json_close(&s->a->json, ']');
    if (s->met > told) pl_text_add(&s->a->text, "  and %" PRIu32 " more\n", s->met - told);
}

static void tell_counts(const seen* s)
{
    pl_json_open(&s->a->json, "dropped", '{');
    for (uint32_t i = 0; i < PL_EDGE_OUTCOME_COUNT; ++i) {
        if (s->counts[i] == 0) continue;
        pl_text_add(&s->a->text, "Dropped as %s, since %s: %" PRIu32 "\n", way_fates[i], way_meanings[i], s->counts[i]);
        pl_json_count(&s->a->json, way_fates[i], s->counts[i]);
    }
    pl_json_close(&s->a->json, '}');
}

static void tell_ways(const seen* s)
{
    char name[512];
    pl_json_open(&s->a->json, "ways", '[');
    for (uint32_t i = 0; i < s->ways.count && i < MOST_TOLD; ++i) {
        const way* w = &s->ways.data[i];
        if (w->label == PL_NONE) continue;
        const char* action = action_of(s, w->label, name, sizeof name);
        pl_text_add(&s->a->text, "  %s from %" PRIu32, action, w->from);
        if (w->to != PL_NONE) pl_text_add(&s->a->text, " to %" PRIu32, w->to);
        pl_text_add(&s->a->text, ": %s\n", way_fates[w->why]);
        pl_json_open(&s->a->json, NULL, '{');
        pl_json_count(&s->a->json, "from", w->from);
        pl_json_string(&s->a->json, "action", action);
        if (w->to != PL_NONE) pl_json_count(&s->a->json, "to", w->to);
        pl_json_string(&s->a->json, "why", way_fates[w->why]);
        pl_json_close(&s->a->json, '}');
    }
    pl_json_close(&s->a->json, ']');
}

static void tell_head(const seen* s, uint32_t goal, ploy_search search, const ploy_plan* plan)
{
    char name[512];
    pl_text *text = &s->a->text, *json = &s->a->json;
    pl_ask_goal(s->a, goal, name, sizeof name);
    pl_text_add(text, "\nThe search for %s by %s, made again: %s", name, ploy_search_name(search),
                ploy_status_text(plan->status));
    if (plan->status == PLOY_FOUND) {
        pl_text_add(text, ", cost ");
        pl_text_add_decimal(text, plan->cost);
    }
    pl_text_add(text, "; %" PRIu32 " nodes met, %" PRIu32 " expanded.\n", s->met, s->expanded);
    if (plan->status == PLOY_NOT_FOUND && s->expanded == 0) {
        pl_text_add(text, "Its tables tell that the goal cannot be reached from the start: nothing was expanded.\n");
    }
    if (s->a->decision->options.search != search) {
        pl_text_add(text, "The game searched by %s, which is not shown.\n",
                    ploy_search_name(s->a->decision->options.search));
    }
    pl_json_string(json, "goal", name);
    pl_json_string(json, "search", ploy_search_name(search));
    pl_json_string(json, "searched", ploy_search_name(s->a->decision->options.search));
    pl_json_string(json, "status", ploy_status_name(plan->status));
    if (plan->status == PLOY_FOUND) pl_json_decimal(json, "cost", plan->cost);
    pl_json_count(json, "met", s->met);
    pl_json_count(json, "expanded", s->expanded);
}

static ploy_status ask(seen* s, uint32_t goal)
{
    ploy_trace sink = {hear, s, PLOY_TRACE_EVERYTHING};
    ploy_plan_query query = pl_scene_query(s->a->stage, s->a->scene, goal);
    if (query.options.search != PLOY_SEARCH_GREEDY) query.options.search = PLOY_SEARCH_ASTAR;
    query.trace = &sink;
    s->planner->always_searches = true;
    watch(s, &query);
    const ploy_plan* plan = ploy_planner_end(s->planner);
    if (s->failed || plan->status == PLOY_OUT_OF_MEMORY) return PLOY_OUT_OF_MEMORY;
    pl_json_open(&s->a->json, "search", '{');
    tell_head(s, goal, query.options.search, plan);
    tell_nodes(s, plan);
    tell_counts(s);
    tell_ways(s);
    pl_json_close(&s->a->json, '}');
    return PLOY_OK;
}

ploy_status pl_ask_search(pl_debug_query* a)
{
    uint32_t goal = pl_ask_subject(a);
    if (goal == PLOY_NONE) {
        pl_text_add(&a->text, "\nThere was no search: no goal asked for one.\n");
        pl_json_null(&a->json, "search");
        return PLOY_OK;
    }
    seen s = {.a = a};
    ploy_planner_def def = {0};
    def.domain = a->stage->domain;
    def.allocator = a->debugger->allocator;
    def.no_cache = true;
    s.planner = ploy_planner_create(&def);
    ploy_status status = s.planner ? ask(&s, goal) : PLOY_OUT_OF_MEMORY;
    ploy_planner_destroy(s.planner);
    PL_ARRAY_FREE(&s.nodes, &a->debugger->allocator);
    PL_ARRAY_FREE(&s.ways, &a->debugger->allocator);
    return status;
}
