// The search of a decision, run again step by step: every node it reached and what became of it, every edge it dropped
// and why. The plan cache is off, so that there is a search to show, and the estimates are those of a first search for
// the goal.

#include <inttypes.h>

#include "plan/search/planner.h"
#include "record/debugger/debugger.h"

enum
{
    MAX_NOTED = 5000, // nodes, and edges
    MAX_SHOWN = 1000, // of each
};

typedef struct met_node
{
    uint32_t parent, label; // PLOY_NONE: the start
    uint32_t g, h;          // in the search's unit
    uint32_t expanded;      // rank of its expansion, from 1; 0: not expanded
    bool is_met;
    bool is_planned;
} met_node;

typedef struct dropped_edge
{
    uint32_t from, label, to; // to PLOY_NONE: no state
    pl_edge_outcome why;
} dropped_edge;

typedef struct search_log
{
    pl_debug_run* run;
    ploy_planner* planner;
    PL_ARRAY(met_node) nodes; // by id
    PL_ARRAY(dropped_edge) edges;
    uint32_t counts[PL_EDGE_OUTCOME_COUNT];
    uint32_t met, expanded;
    uint32_t last; // node expanded in this step
    bool failed;
} search_log;

static const char* const node_outcomes[] = {
#define NAME(NAME, name, about) name,
    PL_NODE_OUTCOME_LIST(NAME)
#undef NAME
};

static const char* const edge_outcomes[] = {
#define NAME(NAME, name, about) name,
    PL_EDGE_OUTCOME_LIST(NAME)
#undef NAME
};

static const char* const edge_meanings[] = {
#define NAME(NAME, name, about) about,
    PL_EDGE_OUTCOME_LIST(NAME)
#undef NAME
};

// Running the search.

static met_node* node_at(search_log* s, uint32_t id)
{
    while (s->nodes.count <= id && !s->failed && id < MAX_NOTED) {
        met_node fresh = {.parent = PLOY_NONE, .label = PLOY_NONE};
        s->failed = !PL_ARRAY_PUSH(&s->nodes, &s->run->debugger->allocator, fresh);
    }
    return id < s->nodes.count ? &s->nodes.data[id] : NULL;
}

static void drop(search_log* s, dropped_edge dropped)
{
    ++s->counts[dropped.why];
    if (s->edges.count < MAX_NOTED) s->failed |= !PL_ARRAY_PUSH(&s->edges, &s->run->debugger->allocator, dropped);
}

static void reach(search_log* s, uint32_t id, uint32_t parent, uint32_t label, uint32_t g)
{
    met_node* n = node_at(s, id);
    if (!n) return;
    s->met += !n->is_met;
    if (n->is_met) drop(s, (dropped_edge){n->parent, n->label, id, PL_EDGE_REPLACED});
    n->is_met = true;
    n->parent = parent;
    n->label = label;
    n->g = g;
    n->h = pl_forward_estimate(&s->planner->forward, id);
}

static void expand(search_log* s, uint32_t id)
{
    met_node* n = node_at(s, id);
    s->last = id;
    ++s->expanded;
    if (n && n->expanded == 0) n->expanded = s->expanded;
}

static void on_event(void* user, const ploy_trace_event* event)
{
    search_log* s = user;
    if (event->kind == PLOY_TRACE_NODE_REACHED) {
        reach(s, (uint32_t)event->args[0], (uint32_t)event->args[1], (uint32_t)event->args[2],
              (uint32_t)event->args[3]);
    } else if (event->kind == PLOY_TRACE_NODE_EXPANDED) {
        expand(s, (uint32_t)event->args[0]);
    }
}

static void judge_edge(search_log* s, uint32_t from, uint32_t move)
{
    static const pl_edge_outcome outcomes[] = {
        [PL_JUDGED_UNAVAILABLE] = PL_EDGE_UNAVAILABLE, [PL_JUDGED_UNCHANGED] = PL_EDGE_UNCHANGED,
        [PL_JUDGED_POINTLESS] = PL_EDGE_POINTLESS,     [PL_JUDGED_TWO_MOVES] = PL_EDGE_TWO_MOVES,
        [PL_JUDGED_TOO_DEEP] = PL_EDGE_TOO_DEEP,       [PL_JUDGED_ALIKE] = PL_EDGE_ALIKE,
    };
    uint32_t to = PLOY_NONE, cost;
    pl_judgment verdict = pl_forward_judge(&s->planner->forward, from, move, &to, &cost);
    if (verdict == PL_JUDGED_IMPOSSIBLE) return;
    if (verdict != PL_JUDGED_EDGE) {
        drop(s, (dropped_edge){from, move, PLOY_NONE, outcomes[verdict]});
        return;
    }
    const met_node* n = node_at(s, to);
    bool is_taken = n && n->is_met && n->parent == from && n->label == move;
    if (pl_forward_estimate(&s->planner->forward, to) == PL_DEAD) {
        drop(s, (dropped_edge){from, move, to, PL_EDGE_DEAD_END});
    } else if (!is_taken && n) {
        drop(s, (dropped_edge){from, move, to, PL_EDGE_DOMINATED});
    }
}

static void watch(search_log* s, const ploy_plan_query* query)
{
    ploy_status status = ploy_planner_begin(s->planner, query);
    met_node* start = status == PLOY_IN_PROGRESS ? node_at(s, 0) : NULL;
    if (start) {
        start->is_met = true;
        start->h = pl_forward_estimate(&s->planner->forward, 0);
        s->met = 1;
    }
    while (status == PLOY_IN_PROGRESS && !s->failed) {
        s->last = PLOY_NONE;
        status = ploy_planner_update(s->planner, 1);
        bool is_whole = status == PLOY_IN_PROGRESS; // else it stopped at a limit in the middle of the step
        if (s->last == PLOY_NONE || s->last >= MAX_NOTED || !is_whole) continue;
        for (uint32_t m = 0; m < s->planner->rules.heuristic->move_count; ++m) judge_edge(s, s->last, m);
    }
    for (uint32_t id = status == PLOY_FOUND ? s->planner->search.goal : PLOY_NONE; id < s->nodes.count;
         id = s->nodes.data[id].parent) {
        s->nodes.data[id].is_planned = true;
    }
}

// Reporting.

static int64_t cost_of(const search_log* s, uint32_t units)
{
    return (int64_t)units * s->planner->rules.unit;
}

static const char* action_of(const search_log* s, uint32_t label, char* text, size_t size)
{
    if (label == PLOY_NONE) return NULL;
    const ploy_step step = pl_scene_step(s->run->replay, s->planner->rules.heuristic->moves[label].ground);
    return pl_print_step(s->run->replay->domain, &step, text, size);
}

static pl_node_outcome outcome_of(const search_log* s, const met_node* n, const ploy_plan* plan)
{
    if (n->is_planned) return PL_NODE_PLAN;
    if (n->expanded > 0) return PL_NODE_CLOSED;
    bool costs_more = plan->status == PLOY_FOUND && cost_of(s, n->g) + cost_of(s, n->h) > plan->cost;
    return costs_more ? PL_NODE_COSTS_MORE : PL_NODE_OPEN;
}

static bool is_before(const met_node* first, const met_node* second)
{
    if (first->expanded == second->expanded) {
        return (uint64_t)first->g + first->h < (uint64_t)second->g + second->h;
    }
    return second->expanded == 0 || (first->expanded > 0 && first->expanded < second->expanded);
}

// Expanded nodes in the order of expansion, then open nodes by g + h.
static uint32_t* sort(const search_log* s, uint32_t* count)
{
    uint32_t* order = PL_ARENA_ARRAY(&s->run->debugger->scratch, uint32_t, s->nodes.count + 1);
    *count = 0;
    for (uint32_t i = 0; order && i < s->nodes.count; ++i) {
        if (!s->nodes.data[i].is_met) continue;
        uint32_t at = (*count)++;
        for (; at > 0 && is_before(&s->nodes.data[i], &s->nodes.data[order[at - 1]]); --at) order[at] = order[at - 1];
        order[at] = i;
    }
    return order;
}

static void report_node(const search_log* s, uint32_t id, const ploy_plan* plan)
{
    const met_node* n = &s->nodes.data[id];
    char name[512];
    const char* action = action_of(s, n->label, name, sizeof name);
    pl_text *text = &s->run->text, *json = &s->run->json;
    pl_text_add(text, "  %" PRIu32 "  %s", id, action ? action : "the start");
    if (action) pl_text_add(text, " from %" PRIu32, n->parent);
    pl_text_add(text, ", g ");
    pl_text_add_decimal(text, cost_of(s, n->g));
    pl_text_add(text, ", h ");
    pl_text_add_decimal(text, cost_of(s, n->h));
    if (n->expanded > 0) pl_text_add(text, ", expanded %" PRIu32 ".", n->expanded);
    pl_text_add(text, ": %s\n", node_outcomes[outcome_of(s, n, plan)]);
    pl_json_open(json, NULL, '{');
    pl_json_count(json, "node", id);
    if (action) pl_json_count(json, "from", n->parent);
    pl_json_string(json, "action", action);
    pl_json_decimal(json, "g", cost_of(s, n->g));
    pl_json_decimal(json, "h", cost_of(s, n->h));
    pl_json_count(json, "expanded", n->expanded);
    pl_json_string(json, "outcome", node_outcomes[outcome_of(s, n, plan)]);
    pl_json_close(json, '}');
}

static void report_nodes(const search_log* s, const ploy_plan* plan)
{
    uint32_t count, *order = sort(s, &count), shown = count < MAX_SHOWN ? count : MAX_SHOWN;
    pl_json_open(&s->run->json, "nodes", '[');
    for (uint32_t i = 0; order && i < shown; ++i) report_node(s, order[i], plan);
    pl_json_close(&s->run->json, ']');
    if (s->met > shown) pl_text_add(&s->run->text, "  and %" PRIu32 " more\n", s->met - shown);
}

static void report_counts(const search_log* s)
{
    pl_json_open(&s->run->json, "dropped", '{');
    for (uint32_t i = 0; i < PL_EDGE_OUTCOME_COUNT; ++i) {
        if (s->counts[i] == 0) continue;
        pl_text_add(&s->run->text, "Dropped as %s (%s): %" PRIu32 "\n", edge_outcomes[i], edge_meanings[i],
                    s->counts[i]);
        pl_json_count(&s->run->json, edge_outcomes[i], s->counts[i]);
    }
    pl_json_close(&s->run->json, '}');
}

static void report_edges(const search_log* s)
{
    char name[512];
    pl_json_open(&s->run->json, "edges", '[');
    for (uint32_t i = 0; i < s->edges.count && i < MAX_SHOWN; ++i) {
        const dropped_edge* w = &s->edges.data[i];
        if (w->label == PLOY_NONE) continue;
        const char* action = action_of(s, w->label, name, sizeof name);
        pl_text_add(&s->run->text, "  %s from %" PRIu32, action, w->from);
        if (w->to != PLOY_NONE) pl_text_add(&s->run->text, " to %" PRIu32, w->to);
        pl_text_add(&s->run->text, ": %s\n", edge_outcomes[w->why]);
        pl_json_open(&s->run->json, NULL, '{');
        pl_json_count(&s->run->json, "from", w->from);
        pl_json_string(&s->run->json, "action", action);
        if (w->to != PLOY_NONE) pl_json_count(&s->run->json, "to", w->to);
        pl_json_string(&s->run->json, "why", edge_outcomes[w->why]);
        pl_json_close(&s->run->json, '}');
    }
    pl_json_close(&s->run->json, ']');
}

static void report_head(const search_log* s, uint32_t goal, ploy_search search, const ploy_plan* plan)
{
    char name[512];
    pl_text *text = &s->run->text, *json = &s->run->json;
    pl_print_goal(s->run, goal, name, sizeof name);
    pl_text_add(text, "\nThe search for %s with %s, run again: %s", name, ploy_search_name(search),
                ploy_status_text(plan->status));
    if (plan->status == PLOY_FOUND) {
        pl_text_add(text, ", cost ");
        pl_text_add_decimal(text, plan->cost);
    }
    pl_text_add(text, "; %" PRIu32 " nodes reached, %" PRIu32 " expanded.\n", s->met, s->expanded);
    if (plan->status == PLOY_NOT_FOUND && s->expanded == 0) {
        pl_text_add(text,
                    "The heuristic shows that the goal cannot be reached from the start: no node was expanded.\n");
    }
    ploy_search used = s->run->decision->options.search;
    if (used != search && used != PLOY_SEARCH_AUTO) {
        pl_text_add(text, "The game used %s, which cannot be shown.\n",
                    ploy_search_name(s->run->decision->options.search));
    }
    pl_json_string(json, "goal", name);
    pl_json_string(json, "search", ploy_search_name(search));
    pl_json_string(json, "searched", ploy_search_name(s->run->decision->options.search));
    pl_json_string(json, "status", ploy_status_name(plan->status));
    if (plan->status == PLOY_FOUND) pl_json_decimal(json, "cost", plan->cost);
    pl_json_count(json, "reached", s->met);
    pl_json_count(json, "expanded", s->expanded);
}

static ploy_status report(search_log* s, uint32_t goal)
{
    ploy_trace sink = {on_event, s, PLOY_TRACE_EVERYTHING, false};
    ploy_plan_query query = pl_scene_query(s->run->replay, s->run->scene, goal);
    query.options.search = PLOY_SEARCH_ASTAR;
    query.trace = &sink;
    s->planner->always_searches = true;
    watch(s, &query);
    const ploy_plan* plan = ploy_planner_end(s->planner);
    if (s->failed || plan->status == PLOY_OUT_OF_MEMORY) return PLOY_OUT_OF_MEMORY;
    pl_json_open(&s->run->json, "search", '{');
    report_head(s, goal, query.options.search, plan);
    report_nodes(s, plan);
    report_counts(s);
    report_edges(s);
    pl_json_close(&s->run->json, '}');
    return PLOY_OK;
}

ploy_status pl_report_search(pl_debug_run* run)
{
    uint32_t goal = pl_report_goal(run);
    if (goal == PLOY_NONE) {
        pl_text_add(&run->text, "\nThere was no search: no goal needed one.\n");
        pl_json_null(&run->json, "search");
        return PLOY_OK;
    }
    search_log s = {.run = run};
    ploy_planner_def def = {0};
    def.domain = run->replay->domain;
    def.allocator = run->debugger->allocator;
    def.no_cache = true;
    s.planner = ploy_planner_create(&def);
    ploy_status status = s.planner ? report(&s, goal) : PLOY_OUT_OF_MEMORY;
    ploy_planner_destroy(s.planner);
    PL_ARRAY_FREE(&s.nodes, &run->debugger->allocator);
    PL_ARRAY_FREE(&s.edges, &run->debugger->allocator);
    return status;
}
