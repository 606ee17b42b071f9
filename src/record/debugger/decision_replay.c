#include "record/debugger/decision_replay.h"

#include <string.h>

#include "base/index.h"
#include "base/memory.h"
#include "plan/domain/compiled.h"

// The stage.

static const pl_scene* scene_of(const ploy_evaluation* call)
{
    return ((const pl_stage*)call->agent)->scene;
}

static uint32_t ground_of(const ploy_evaluation* call)
{
    return pl_domain_ground_index(call->domain, call->owner, call->args);
}

static bool answer_context(void* user, const ploy_evaluation* call)
{
    (void)user;
    return scene_of(call)->noes[ground_of(call)] != PL_SCENE_NO_CONTEXT;
}

// A name may be asked for by costs and by priorities: in a domain both count their owners from 0.
static int64_t answer_number(void* user, const ploy_evaluation* call)
{
    (void)user;
    return scene_of(call)->costs[ground_of(call)];
}

static bool answer_viable(void* agent, uint32_t action, const uint32_t* args)
{
    const pl_stage* stage = agent;
    if (action >= ploy_domain_action_count(stage->domain)) return true;
    return stage->scene->noes[pl_domain_ground_index(stage->domain, action, args)] != PL_SCENE_NOT_VIABLE;
}

static void bind_all(ploy_domain* domain)
{
    char name[256];
    for (const char* unbound; (unbound = ploy_domain_find_unbound(domain));) {
        size_t length = strlen(unbound);
        if (length >= sizeof name) return;
        memcpy(name, unbound, length + 1);
        ploy_domain_bind_context(domain, name, answer_context, NULL);
        ploy_domain_bind_number(domain, name, answer_number, NULL);
    }
}

bool pl_stage_init(pl_stage* s, ploy_domain* domain, const ploy_allocator* allocator)
{
    const pl_compiled* c = pl_domain_compiled(domain);
    *s = (pl_stage){.domain = domain,
                    .allocator = *allocator,
                    .words = c->words,
                    .action_words = c->action_count / 64 + 1,
                    .goal_count = c->goal_count,
                    .ground_count = c->ground_count};
    bind_all(domain);
    ploy_planner_def def = {0};
    def.domain = domain;
    def.allocator = *allocator;
    s->planner = ploy_planner_create(&def);
    s->start = PL_NEW_ARRAY(allocator, uint64_t, s->words + 1);
    s->disabled = PL_NEW_ARRAY(allocator, uint64_t, s->action_words);
    s->order = PL_NEW_ARRAY(allocator, uint32_t, s->goal_count + 1);
    if (s->planner && s->start && s->disabled && s->order) return true;
    s->domain = NULL;
    pl_stage_destroy(s);
    return false;
}

void pl_stage_destroy(pl_stage* s)
{
    ploy_planner_destroy(s->planner);
    PL_DELETE_ARRAY(&s->allocator, s->start, s->words + 1);
    PL_DELETE_ARRAY(&s->allocator, s->disabled, s->action_words);
    PL_DELETE_ARRAY(&s->allocator, s->order, s->goal_count + 1);
    if (s->domain) ploy_domain_destroy(s->domain);
    *s = (pl_stage){0};
}

// Scenes.

static bool make_room(const pl_stage* s, pl_arena* arena, pl_scene* scene)
{
    scene->state = PL_ARENA_ARRAY(arena, uint64_t, s->words + 1);
    scene->goals = PL_ARENA_ARRAY(arena, pl_scene_goal, s->goal_count + 1);
    scene->costs = PL_ARENA_ARRAY(arena, int64_t, s->ground_count + 1);
    scene->noes = PL_ARENA_ARRAY(arena, uint8_t, s->ground_count + 1);
    scene->doing.disabled = PL_ARENA_ARRAY(arena, uint64_t, s->action_words);
    scene->doing.agent_disabled = PL_ARENA_ARRAY(arena, uint64_t, s->action_words);
    return scene->state && scene->goals && scene->costs && scene->noes && scene->doing.disabled &&
           scene->doing.agent_disabled;
}

void pl_scene_assign(const pl_stage* s, const pl_scene* from, pl_scene* to)
{
    uint64_t *disabled = to->doing.disabled, *agent_disabled = to->doing.agent_disabled;
    memcpy(to->state, from->state, s->words * sizeof *to->state);
    memcpy(to->goals, from->goals, s->goal_count * sizeof *to->goals);
    memcpy(to->costs, from->costs, s->ground_count * sizeof *to->costs);
    memcpy(to->noes, from->noes, s->ground_count * sizeof *to->noes);
    memcpy(disabled, from->doing.disabled, s->action_words * sizeof *disabled);
    memcpy(agent_disabled, from->doing.agent_disabled, s->action_words * sizeof *agent_disabled);
    to->doing = from->doing;
    to->doing.disabled = disabled;
    to->doing.agent_disabled = agent_disabled;
}

bool pl_scene_copy(const pl_stage* s, const pl_scene* from, pl_arena* arena, pl_scene* to)
{
    if (!make_room(s, arena, to)) return false;
    pl_scene_assign(s, from, to);
    return true;
}

static bool is_below(uint32_t index, uint32_t count)
{
    return index == PLOY_NONE || index < count;
}

static bool state_fits(const pl_compiled* c, const pl_decision* d)
{
    if (d->state_words != c->words) return false;
    for (uint32_t v = 0; v < c->variable_count; ++v) {
        if (pl_variable_value(&c->variables[v], d->state) >= c->variables[v].size) return false;
    }
    return true;
}

static bool lists_fit(const pl_compiled* c, const pl_decision* d)
{
    for (uint32_t i = 0; i < d->goal_count; ++i) {
        if (d->goals[i].goal >= c->goal_count) return false;
    }
    for (uint32_t i = 0; i < d->reply_count; ++i) {
        if (d->replies[i].ground >= c->ground_count) return false;
    }
    for (uint32_t i = 0; i < d->step_count; ++i) {
        if (d->steps[i].id >= c->ground_count) return false;
        if (c->grounds[d->steps[i].id].action != d->steps[i].action) return false;
    }
    return true;
}

static bool fits(const pl_stage* s, const pl_decision* d)
{
    const pl_compiled* c = pl_domain_compiled(s->domain);
    if (!is_below(d->goal, c->goal_count) || !is_below(d->current_goal, c->goal_count)) return false;
    if (!is_below(d->target, c->target_count) || !is_below(d->last, c->ground_count)) return false;
    if (!is_below(d->without, c->action_count) || d->disabled_words > s->action_words) return false;
    if (d->target != PLOY_NONE && c->targets[d->target].goal != d->goal) return false;
    return state_fits(c, d) && lists_fit(c, d);
}

static void copy_doing(const pl_stage* s, const pl_decision* d, pl_scene_doing* to)
{
    uint64_t *disabled = to->disabled, *agent_disabled = to->agent_disabled;
    for (uint32_t w = 0; w < d->disabled_words; ++w)
        disabled[w] = d->disabled[w], agent_disabled[w] = d->agent_disabled[w];
    *to = (pl_scene_doing){.goal = d->goal,
                           .target = d->target,
                           .current_goal = d->current_goal,
                           .mode = d->mode,
                           .last = d->last,
                           .without = d->without,
                           .is_pushed = d->is_pushed,
                           .options = d->options,
                           .disabled = disabled,
                           .agent_disabled = agent_disabled};
    if (to->options.search == PLOY_SEARCH_UTILITY) to->options.search = PLOY_SEARCH_ASTAR;
    (void)s;
}

static bool is_call(const ploy_domain* domain, uint32_t goal)
{
    return ploy_domain_clause_count(domain, PLOY_PART_PRIORITY, goal) > 0 &&
           strncmp(ploy_domain_clause(domain, PLOY_PART_PRIORITY, goal, 0), "call:", 5) == 0;
}

// What the domain alone says; of a callback only whether it would be asked.
static int64_t compute(const pl_stage* s, const pl_scene* scene, uint32_t goal)
{
    static const uint32_t no_args[PLOY_MAX_ARGS];
    if (!ploy_goal_relevant(s->domain, goal, no_args, scene->state)) return 0;
    if (scene->goals[goal].is_call) return 1;
    int64_t priority = ploy_goal_priority(s->domain, goal, no_args, scene->state, NULL);
    return priority > 0 ? priority : 0;
}

static const uint32_t* args_of(const pl_stage* s, const pl_scene* scene, uint32_t goal)
{
    static const uint32_t no_args[PLOY_MAX_ARGS];
    bool is_target = scene->doing.target != PLOY_NONE && scene->doing.goal == goal;
    return is_target ? pl_domain_compiled(s->domain)->targets[scene->doing.target].args : no_args;
}

static void copy_goal(const pl_stage* s, pl_scene* scene, const pl_decision_goal* from, uint32_t order)
{
    pl_scene_goal* goal = &scene->goals[from->goal];
    *goal = (pl_scene_goal){.is_listed = true,
                            .is_call = is_call(s->domain, from->goal),
                            .status = (uint8_t)from->status,
                            .order = order,
                            .priority = from->priority > 0 ? from->priority : 0,
                            .lead = from->lead > 1 ? from->lead : 1};
    goal->computed = compute(s, scene, from->goal);
    goal->is_denied = !goal->is_call && goal->priority == 0 && goal->computed > 0;
    goal->is_settled = from->status == PLOY_GOAL_STATUS_MET &&
                       !ploy_goal_met(s->domain, from->goal, args_of(s, scene, from->goal), scene->state);
    goal->is_waiting = from->status == PLOY_GOAL_STATUS_REFUSED || from->status == PLOY_GOAL_STATUS_UNEVALUATED;
}

static void copy_answers(const pl_stage* s, const pl_decision* d, pl_scene* scene)
{
    for (uint32_t g = 0; g < s->ground_count; ++g) scene->costs[g] = PLOY_UNIT;
    for (uint32_t i = 0; i < d->reply_count; ++i) {
        const pl_decision_reply* answer = &d->replies[i];
        if (answer->is_cost) {
            scene->costs[answer->ground] = answer->cost;
        } else {
            scene->noes[answer->ground] = answer->is_viable ? PL_SCENE_NOT_VIABLE : PL_SCENE_NO_CONTEXT;
        }
    }
}

ploy_status pl_scene_make(pl_stage* s, const pl_decision* d, pl_arena* arena, pl_scene* scene)
{
    if (!fits(s, d)) return PLOY_INVALID;
    if (!make_room(s, arena, scene)) return PLOY_OUT_OF_MEMORY;
    memcpy(scene->state, d->state, s->words * sizeof *scene->state);
    copy_doing(s, d, &scene->doing);
    copy_answers(s, d, scene);
    for (uint32_t i = 0; i < d->goal_count; ++i) copy_goal(s, scene, &d->goals[i], i);
    for (uint32_t g = 0; g < s->goal_count; ++g) {
        pl_scene_goal* goal = &scene->goals[g];
        if (goal->is_listed && goal->status == PLOY_GOAL_STATUS_NO_PLAN) {
            goal->is_waiting = pl_scene_plan(s, scene, g)->status == PLOY_FOUND;
        }
    }
    return PLOY_OK;
}

int64_t pl_scene_priority(const pl_stage* s, const pl_scene* scene, uint32_t goal)
{
    const pl_scene_goal* g = &scene->goals[goal];
    if (!g->is_listed || g->is_denied) return 0;
    int64_t computed = compute(s, scene, goal);
    if (g->is_call) return computed > 0 ? g->priority : 0;
    return computed == g->computed ? g->priority : computed;
}

// Planning.

// Symbols that are only planned with are as they were at the beginning for any goal but the one under way.
static void set_start(pl_stage* s, const pl_scene* scene, uint32_t goal)
{
    memcpy(s->start, scene->state, s->words * sizeof *s->start);
    if (goal == scene->doing.goal || goal == scene->doing.current_goal) return;
    for (uint32_t i = 0; i < ploy_domain_symbol_count(s->domain); ++i) {
        ploy_symbol_info symbol = ploy_domain_symbol(s->domain, i);
        for (uint32_t k = 0; symbol.planned && k < symbol.variable_count; ++k) {
            ploy_state_set(s->domain, s->start, symbol.first_variable + k, symbol.initial);
        }
    }
}

bool pl_scene_is_met(const pl_stage* s, const pl_scene* scene, uint32_t goal)
{
    set_start((pl_stage*)(uintptr_t)s, scene, goal);
    return scene->goals[goal].is_settled || ploy_goal_met(s->domain, goal, args_of(s, scene, goal), s->start);
}

ploy_plan_query pl_scene_query(pl_stage* s, const pl_scene* scene, uint32_t goal)
{
    const pl_scene_doing* d = &scene->doing;
    s->scene = scene;
    set_start(s, scene, goal);
    memcpy(s->disabled, goal == d->goal ? d->disabled : d->agent_disabled, s->action_words * sizeof *s->disabled);
    ploy_plan_query query = {0};
    query.start = s->start;
    query.goal = goal;
    memcpy(query.goal_args, args_of(s, scene, goal), sizeof query.goal_args);
    query.disabled = s->disabled;
    query.agent = s;
    query.viable = answer_viable;
    query.options = d->options;
    query.last1 = d->last == PLOY_NONE ? 0 : d->last + 1;
    return query;
}

static const ploy_plan* plan(pl_stage* s, const ploy_plan_query* query)
{
    const ploy_plan* found = ploy_planner_plan(s->planner, query);
    s->failed |= found->status == PLOY_OUT_OF_MEMORY;
    return found;
}

const ploy_plan* pl_scene_plan_recorded(pl_stage* s, const pl_scene* scene)
{
    ploy_plan_query query = pl_scene_query(s, scene, scene->doing.goal);
    return plan(s, &query);
}

static bool is_over(const ploy_plan* found)
{
    return found->status == PLOY_FOUND || found->status == PLOY_ALREADY;
}

// As the mind does: as recorded, then without what failed, then with all it has.
const ploy_plan* pl_scene_plan(pl_stage* s, const pl_scene* scene, uint32_t goal)
{
    const pl_scene_doing* d = &scene->doing;
    ploy_plan_query query = pl_scene_query(s, scene, goal);
    if (goal == d->goal) {
        const ploy_plan* recorded = plan(s, &query);
        if (is_over(recorded)) return recorded;
    }
    memcpy(s->disabled, d->agent_disabled, s->action_words * sizeof *s->disabled);
    if (d->without != PLOY_NONE) {
        s->disabled[d->without / 64] |= (uint64_t)1 << (d->without % 64);
        const ploy_plan* without = plan(s, &query);
        if (is_over(without)) return without;
        memcpy(s->disabled, d->agent_disabled, s->action_words * sizeof *s->disabled);
    }
    return plan(s, &query);
}

ploy_step pl_scene_step(const pl_stage* s, uint32_t ground)
{
    return pl_compiled_step(pl_domain_compiled(s->domain), ground);
}

// Choosing.

static bool is_open(const pl_stage* s, const pl_scene* scene, uint32_t goal)
{
    const pl_scene_goal* g = &scene->goals[goal];
    return g->is_listed && !g->is_waiting && pl_scene_priority(s, scene, goal) > 0 && !pl_scene_is_met(s, scene, goal);
}

// Open goals, the highest priority first, then the first of the list.
static uint32_t rank(pl_stage* s, const pl_scene* scene, uint32_t except)
{
    uint32_t count = 0;
    for (uint32_t goal = 0; goal < s->goal_count; ++goal) {
        if (goal == except || !is_open(s, scene, goal)) continue;
        int64_t priority = pl_scene_priority(s, scene, goal);
        uint32_t at = count++;
        for (; at > 0; --at) {
            uint32_t before = s->order[at - 1];
            int64_t other = pl_scene_priority(s, scene, before);
            bool is_first =
                priority > other || (priority == other && scene->goals[goal].order < scene->goals[before].order);
            if (!is_first) break;
            s->order[at] = before;
        }
        s->order[at] = goal;
    }
    return count;
}

// The goal that is under way, as far as it still counts in this scene.
static uint32_t current_target(const pl_stage* s, const pl_scene* scene)
{
    uint32_t goal = scene->doing.current_goal;
    if (goal == PLOY_NONE) return PLOY_NONE;
    bool is_dropped = scene->goals[goal].is_listed && pl_scene_priority(s, scene, goal) == 0;
    return is_dropped || pl_scene_is_met(s, scene, goal) ? PLOY_NONE : goal;
}

static bool leads(const pl_stage* s, const pl_scene* scene, uint32_t goal, uint32_t current)
{
    if (current == PLOY_NONE) return true;
    int64_t lead = pl_scene_priority(s, scene, goal) - pl_scene_priority(s, scene, current);
    return lead >= scene->goals[goal].lead;
}

static pl_outcome go_on(pl_stage* s, const pl_scene* scene, uint32_t current)
{
    if (current == PLOY_NONE) return (pl_outcome){.goal = PLOY_NONE};
    if (scene->doing.goal != current) return (pl_outcome){.goal = current, .keeps = true};
    const ploy_plan* found = pl_scene_plan(s, scene, current);
    return found->status == PLOY_FOUND ? (pl_outcome){.goal = current, .plan = found} : (pl_outcome){.goal = PLOY_NONE};
}

pl_outcome pl_scene_choose(pl_stage* s, const pl_scene* scene)
{
    s->scene = scene;
    if (scene->doing.is_pushed) {
        const ploy_plan* found = pl_scene_plan(s, scene, scene->doing.goal);
        if (found->status == PLOY_FOUND) return (pl_outcome){.goal = scene->doing.goal, .plan = found};
    }
    uint32_t current = current_target(s, scene);
    uint32_t count = rank(s, scene, current);
    for (uint32_t i = 0; i < count && leads(s, scene, s->order[i], current); ++i) {
        uint32_t goal = s->order[i];
        const ploy_plan* found = pl_scene_plan(s, scene, goal);
        if (found->status == PLOY_FOUND) return (pl_outcome){.goal = goal, .plan = found};
    }
    return go_on(s, scene, current);
}
