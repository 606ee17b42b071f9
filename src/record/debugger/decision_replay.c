#include "record/debugger/decision_replay.h"

#include <string.h>

#include "base/memory.h"
#include "plan/domain/compiled.h"
#include "plan/search/goal_choice.h"
#include "plan/domain/domain.h"

// The replay.

static const pl_scene* scene_of(const ploy_evaluation* call)
{
    return ((const pl_replay*)call->agent)->scene;
}

static uint32_t ground_of(const ploy_evaluation* call)
{
    return pl_domain_ground_index(call->domain, call->owner, call->args);
}

static bool recorded_context(void* user, const ploy_evaluation* call)
{
    (void)user;
    return scene_of(call)->vetoes[ground_of(call)] != PL_VETO_CONTEXT;
}

// One name can stand for a cost and for a priority; the recorded replies are about costs.
static int64_t recorded_number(void* user, const ploy_evaluation* call)
{
    (void)user;
    return scene_of(call)->costs[ground_of(call)];
}

static bool recorded_viable(void* agent, uint32_t action, const uint32_t* args)
{
    const pl_replay* replay = agent;
    if (action >= ploy_domain_action_count(replay->domain)) return true;
    return replay->scene->vetoes[pl_domain_ground_index(replay->domain, action, args)] != PL_VETO_ACTIVITY;
}

static void bind_all(ploy_domain* domain)
{
    char name[256];
    for (const char* unbound; (unbound = ploy_domain_find_unbound(domain));) {
        size_t length = strlen(unbound);
        if (length >= sizeof name) return;
        memcpy(name, unbound, length + 1);
        ploy_domain_bind_context(domain, name, recorded_context, NULL);
        ploy_domain_bind_number(domain, name, recorded_number, NULL);
    }
}

bool pl_replay_renew(pl_replay* replay)
{
    ploy_planner_def def = {.allocator = replay->allocator, .domain = replay->domain};
    ploy_planner_destroy(replay->planner);
    replay->planner = ploy_planner_create(&def);
    return replay->planner != NULL;
}

bool pl_replay_init(pl_replay* replay, ploy_domain* domain, const ploy_allocator* allocator)
{
    const pl_compiled* c = pl_domain_compiled(domain);
    *replay = (pl_replay){.domain = domain,
                          .allocator = *allocator,
                          .words = c->words,
                          .action_words = c->action_count / 64 + 1,
                          .goal_count = c->goal_count,
                          .ground_count = c->ground_count};
    bind_all(domain);
    bool has_planner = pl_replay_renew(replay);
    replay->start = PL_NEW_ARRAY(allocator, uint64_t, replay->words + 1);
    replay->disabled = PL_NEW_ARRAY(allocator, uint64_t, replay->action_words);
    replay->order = PL_NEW_ARRAY(allocator, uint32_t, replay->goal_count + 1);
    replay->is_failed = PL_NEW_ARRAY(allocator, bool, replay->goal_count + 1);
    if (has_planner && replay->start && replay->disabled && replay->order && replay->is_failed) return true;
    replay->domain = NULL;
    pl_replay_destroy(replay);
    return false;
}

void pl_replay_destroy(pl_replay* replay)
{
    ploy_planner_destroy(replay->planner);
    PL_DELETE_ARRAY(&replay->allocator, replay->start, replay->words + 1);
    PL_DELETE_ARRAY(&replay->allocator, replay->disabled, replay->action_words);
    PL_DELETE_ARRAY(&replay->allocator, replay->order, replay->goal_count + 1);
    PL_DELETE_ARRAY(&replay->allocator, replay->is_failed, replay->goal_count + 1);
    if (replay->domain) ploy_domain_destroy(replay->domain);
    *replay = (pl_replay){0};
}

// Scenes.

static bool make_room(const pl_replay* replay, pl_arena* arena, pl_scene* scene)
{
    scene->state = PL_ARENA_ARRAY(arena, uint64_t, replay->words + 1);
    scene->goals = PL_ARENA_ARRAY(arena, pl_scene_goal, replay->goal_count + 1);
    scene->costs = PL_ARENA_ARRAY(arena, int64_t, replay->ground_count + 1);
    scene->vetoes = PL_ARENA_ARRAY(arena, uint8_t, replay->ground_count + 1);
    scene->context.disabled = PL_ARENA_ARRAY(arena, uint64_t, replay->action_words);
    scene->context.agent_disabled = PL_ARENA_ARRAY(arena, uint64_t, replay->action_words);
    return scene->state && scene->goals && scene->costs && scene->vetoes && scene->context.disabled &&
           scene->context.agent_disabled;
}

void pl_scene_assign(const pl_replay* replay, const pl_scene* from, pl_scene* to)
{
    uint64_t *disabled = to->context.disabled, *agent_disabled = to->context.agent_disabled;
    memcpy(to->state, from->state, replay->words * sizeof *to->state);
    memcpy(to->goals, from->goals, replay->goal_count * sizeof *to->goals);
    memcpy(to->costs, from->costs, replay->ground_count * sizeof *to->costs);
    memcpy(to->vetoes, from->vetoes, replay->ground_count * sizeof *to->vetoes);
    memcpy(disabled, from->context.disabled, replay->action_words * sizeof *disabled);
    memcpy(agent_disabled, from->context.agent_disabled, replay->action_words * sizeof *agent_disabled);
    to->context = from->context;
    to->context.disabled = disabled;
    to->context.agent_disabled = agent_disabled;
}

bool pl_scene_copy(const pl_replay* replay, const pl_scene* from, pl_arena* arena, pl_scene* to)
{
    if (!make_room(replay, arena, to)) return false;
    pl_scene_assign(replay, from, to);
    return true;
}

static bool is_below(uint32_t index, uint32_t count)
{
    return index == PLOY_NONE || index < count;
}

// Every value is in its range, and bits that belong to no variable are 0: states are compared as words.
static bool state_fits(const pl_replay* replay, const pl_compiled* c, const pl_decision* d)
{
    if (d->state_words != c->words) return false;
    memset(replay->start, 0, replay->words * sizeof *replay->start);
    for (uint32_t v = 0; v < c->variable_count; ++v) {
        const pl_variable* variable = &c->variables[v];
        uint64_t value = pl_variable_value(variable, d->state);
        if (value >= variable->size) return false;
        replay->start[variable->word] |= value << variable->shift;
    }
    return replay->words == 0 || memcmp(replay->start, d->state, replay->words * sizeof *replay->start) == 0;
}

static bool cost_fits(int64_t cost)
{
    return cost >= 0 && cost <= INT64_MAX / 2;
}

// Each goal once, and there are objects for its parameters.
static bool goals_fit(const pl_replay* replay, const pl_compiled* c, const pl_decision* d)
{
    memset(replay->is_failed, 0, replay->goal_count * sizeof *replay->is_failed);
    for (uint32_t i = 0; i < d->goal_count; ++i) {
        uint32_t goal = d->goals[i].goal;
        if (goal >= c->goal_count || replay->is_failed[goal]) return false;
        if (c->goal_first_target[goal] == c->goal_first_target[goal + 1]) return false;
        replay->is_failed[goal] = true;
    }
    return true;
}

static bool lists_fit(const pl_compiled* c, const pl_decision* d)
{
    for (uint32_t i = 0; i < d->reply_count; ++i) {
        if (d->replies[i].ground >= c->ground_count) return false;
    }
    for (uint32_t i = 0; i < d->step_count; ++i) {
        if (d->steps[i].id >= c->ground_count || !cost_fits(d->steps[i].cost)) return false;
        if (c->grounds[d->steps[i].id].action != d->steps[i].action) return false;
    }
    return true;
}

static bool fits(const pl_replay* replay, const pl_decision* d)
{
    const pl_compiled* c = pl_domain_compiled(replay->domain);
    if (!is_below(d->goal, c->goal_count) || !is_below(d->current_goal, c->goal_count)) return false;
    if (!is_below(d->target, c->target_count) || !is_below(d->last, c->ground_count)) return false;
    if (!is_below(d->without, c->action_count) || d->disabled_words > replay->action_words) return false;
    if (d->target != PLOY_NONE && c->targets[d->target].goal != d->goal) return false;
    if (d->is_pushed && d->goal == PLOY_NONE) return false;
    return cost_fits(d->cost) && state_fits(replay, c, d) && goals_fit(replay, c, d) && lists_fit(c, d);
}

static void copy_context(const pl_replay* replay, const pl_decision* d, pl_scene_context* to)
{
    uint64_t *disabled = to->disabled, *agent_disabled = to->agent_disabled;
    for (uint32_t w = 0; w < d->disabled_words; ++w)
        disabled[w] = d->disabled[w], agent_disabled[w] = d->agent_disabled[w];
    *to = (pl_scene_context){.goal = d->goal,
                             .target = d->target,
                             .current_goal = d->current_goal,
                             .mode = d->mode,
                             .last = d->last,
                             .without = d->without,
                             .is_pushed = d->is_pushed,
                             .options = d->options,
                             .disabled = disabled,
                             .agent_disabled = agent_disabled};
    if (to->options.search == PLOY_SEARCH_UTILITY) to->options.search = PLOY_SEARCH_AUTO;
    // Without a limit in the recording, the planner's own is the same here.
    bool is_own = to->options.max_nodes == 0 && replay->max_nodes == PL_MAX_REPLAY_NODES;
    if (!is_own && (to->options.max_nodes == 0 || to->options.max_nodes > replay->max_nodes))
        to->options.max_nodes = replay->max_nodes;
}

static bool is_call(const ploy_domain* domain, uint32_t goal)
{
    return pl_domain_compiled(domain)->priorities[goal].call != PLOY_NONE;
}

static int64_t clamp(int64_t value, int64_t min, int64_t max)
{
    return value < min ? min : value < max ? value : max;
}

// The priority by the domain alone. 1 when it is a callback that the mind would call.
static int64_t compute(const pl_replay* replay, const pl_scene* scene, uint32_t goal)
{
    static const uint32_t no_args[PLOY_MAX_ARGS];
    if (!pl_goal_relevant(replay->domain, goal, no_args, scene->state)) return 0;
    if (scene->goals[goal].is_call) return 1;
    int64_t priority = pl_goal_priority(replay->domain, goal, no_args, scene->state, NULL);
    return priority > 0 ? priority : 0;
}

static const uint32_t* args_of(const pl_replay* replay, const pl_scene* scene, uint32_t goal)
{
    static const uint32_t no_args[PLOY_MAX_ARGS];
    bool is_target = scene->context.target != PLOY_NONE && scene->context.goal == goal;
    return is_target ? pl_domain_compiled(replay->domain)->targets[scene->context.target].args : no_args;
}

static void copy_goal(const pl_replay* replay, pl_scene* scene, const pl_decision_goal* from, uint32_t order)
{
    pl_scene_goal* goal = &scene->goals[from->goal];
    *goal = (pl_scene_goal){.is_listed = true,
                            .is_call = is_call(replay->domain, from->goal),
                            .status = (uint8_t)from->status,
                            .order = order,
                            .priority = clamp(from->priority, 0, PL_MAX_NUMBER),
                            .lead = clamp(from->lead, 1, PL_MAX_NUMBER)};
    goal->computed = compute(replay, scene, from->goal);
    goal->is_denied = !goal->is_call && goal->priority == 0 && goal->computed > 0;
    goal->is_settled = (from->status == PLOY_GOAL_STATUS_MET || from->status == PLOY_GOAL_STATUS_HELD) &&
                       !ploy_goal_met(replay->domain, from->goal, args_of(replay, scene, from->goal), scene->state);
    goal->is_waiting = from->status == PLOY_GOAL_STATUS_REFUSED || from->status == PLOY_GOAL_STATUS_UNEVALUATED;
}

static void copy_replies(const pl_replay* replay, const pl_decision* d, pl_scene* scene)
{
    for (uint32_t g = 0; g < replay->ground_count; ++g) scene->costs[g] = PLOY_UNIT;
    for (uint32_t i = 0; i < d->reply_count; ++i) {
        const pl_decision_reply* reply = &d->replies[i];
        if (reply->is_cost) {
            scene->costs[reply->ground] = clamp(reply->cost, 0, PL_MAX_COST);
        } else {
            scene->vetoes[reply->ground] = reply->is_viable ? PL_VETO_ACTIVITY : PL_VETO_CONTEXT;
        }
    }
}

ploy_status pl_scene_make(pl_replay* replay, const pl_decision* d, pl_arena* arena, pl_scene* scene)
{
    if (!fits(replay, d)) return PLOY_INVALID;
    if (!make_room(replay, arena, scene)) return PLOY_OUT_OF_MEMORY;
    memcpy(scene->state, d->state, replay->words * sizeof *scene->state);
    copy_context(replay, d, &scene->context);
    copy_replies(replay, d, scene);
    for (uint32_t i = 0; i < d->goal_count; ++i) copy_goal(replay, scene, &d->goals[i], i);
    for (uint32_t g = 0; g < replay->goal_count; ++g) {
        pl_scene_goal* goal = &scene->goals[g];
        if (goal->is_listed && goal->status == PLOY_GOAL_STATUS_NO_PLAN) {
            goal->is_waiting = pl_scene_plan(replay, scene, g)->status == PLOY_FOUND;
        }
    }
    return PLOY_OK;
}

int64_t pl_scene_priority(const pl_replay* replay, const pl_scene* scene, uint32_t goal)
{
    const pl_scene_goal* g = &scene->goals[goal];
    if (!g->is_listed || g->is_denied) return 0;
    int64_t computed = compute(replay, scene, goal);
    if (g->is_call) return computed > 0 ? g->priority : 0;
    return computed == g->computed ? g->priority : computed;
}

// Planning.

// Plan-only symbols have their initial values, except for the goals that the agent chose or pursues.
static void set_start(pl_replay* replay, const pl_scene* scene, uint32_t goal)
{
    memcpy(replay->start, scene->state, replay->words * sizeof *replay->start);
    if (goal == scene->context.goal || goal == scene->context.current_goal) return;
    for (uint32_t i = 0; i < ploy_domain_symbol_count(replay->domain); ++i) {
        ploy_symbol_info symbol = ploy_domain_symbol(replay->domain, i);
        for (uint32_t k = 0; symbol.planned && k < symbol.variable_count; ++k) {
            ploy_state_set(replay->domain, replay->start, symbol.first_variable + k, symbol.initial);
        }
    }
}

bool pl_scene_is_met(pl_replay* replay, const pl_scene* scene, uint32_t goal)
{
    set_start(replay, scene, goal);
    return scene->goals[goal].is_settled ||
           ploy_goal_met(replay->domain, goal, args_of(replay, scene, goal), replay->start);
}

ploy_plan_query pl_scene_query(pl_replay* replay, const pl_scene* scene, uint32_t goal)
{
    const pl_scene_context* d = &scene->context;
    replay->scene = scene;
    set_start(replay, scene, goal);
    memcpy(replay->disabled, goal == d->goal ? d->disabled : d->agent_disabled,
           replay->action_words * sizeof *replay->disabled);
    ploy_plan_query query = {0};
    query.start = replay->start;
    query.goal = goal;
    memcpy(query.goal_args, args_of(replay, scene, goal), sizeof query.goal_args);
    query.disabled = replay->disabled;
    query.agent = replay;
    query.viable = recorded_viable;
    query.options = d->options;
    query.last1 = d->last == PLOY_NONE ? 0 : d->last + 1;
    return query;
}

static const ploy_plan* plan(pl_replay* replay, const ploy_plan_query* query)
{
    const ploy_plan* found = ploy_planner_plan(replay->planner, query);
    replay->failed |= found->status == PLOY_OUT_OF_MEMORY;
    replay->nodes += found->expanded;
    return found;
}

const ploy_plan* pl_scene_plan_recorded(pl_replay* replay, const pl_scene* scene)
{
    ploy_plan_query query = pl_scene_query(replay, scene, scene->context.goal);
    return plan(replay, &query);
}

static bool has_plan(const ploy_plan* found)
{
    return found->status == PLOY_FOUND || found->status == PLOY_ALREADY;
}

// As the mind does: the recorded search, then without the action that failed, then with every action of the agent.
const ploy_plan* pl_scene_plan(pl_replay* replay, const pl_scene* scene, uint32_t goal)
{
    const pl_scene_context* d = &scene->context;
    ploy_plan_query query = pl_scene_query(replay, scene, goal);
    if (goal == d->goal) {
        const ploy_plan* recorded = plan(replay, &query);
        if (has_plan(recorded)) return recorded;
    }
    memcpy(replay->disabled, d->agent_disabled, replay->action_words * sizeof *replay->disabled);
    if (d->without != PLOY_NONE) {
        replay->disabled[d->without / 64] |= (uint64_t)1 << (d->without % 64);
        const ploy_plan* without = plan(replay, &query);
        if (has_plan(without)) return without;
        memcpy(replay->disabled, d->agent_disabled, replay->action_words * sizeof *replay->disabled);
    }
    return plan(replay, &query);
}

ploy_step pl_scene_step(const pl_replay* replay, uint32_t ground)
{
    return pl_compiled_step(pl_domain_compiled(replay->domain), ground);
}

// Choosing.

typedef struct scene_goals
{
    pl_replay* replay;
    const pl_scene* scene;
    uint32_t current; // the goal that the agent pursues, or PLOY_NONE
} scene_goals;

// Fills order: the listed goals as the agent lists them. Clears is_failed.
static uint32_t list_goals(pl_replay* replay, const pl_scene* scene)
{
    uint32_t count = 0;
    for (uint32_t goal = 0; goal < replay->goal_count; ++goal) {
        if (!scene->goals[goal].is_listed) continue;
        uint32_t at = count++;
        for (; at > 0 && scene->goals[replay->order[at - 1]].order > scene->goals[goal].order; --at) {
            replay->order[at] = replay->order[at - 1];
        }
        replay->order[at] = goal;
    }
    memset(replay->is_failed, 0, replay->goal_count * sizeof *replay->is_failed);
    return count;
}

static bool is_held(const pl_replay* replay, uint32_t goal)
{
    return ploy_domain_goal(replay->domain, goal).hold;
}

static pl_goal_candidate describe(const void* context, uint32_t index)
{
    const scene_goals* list = context;
    uint32_t goal = list->replay->order[index];
    const pl_scene_goal* g = &list->scene->goals[goal];
    if (goal == list->current || g->is_waiting || list->replay->is_failed[goal]) {
        return (pl_goal_candidate){.is_blocked = true};
    }
    pl_goal_candidate it = {.priority = pl_scene_priority(list->replay, list->scene, goal), .min_lead = g->lead};
    it.is_met = it.priority > 0 && !is_held(list->replay, goal) && pl_scene_is_met(list->replay, list->scene, goal);
    return it;
}

// The goal that the agent pursues or holds, unless it is finished or dropped in this scene.
static uint32_t current_goal(pl_replay* replay, const pl_scene* scene)
{
    uint32_t goal = scene->context.current_goal;
    if (goal == PLOY_NONE) return PLOY_NONE;
    bool is_dropped = scene->goals[goal].is_listed && pl_scene_priority(replay, scene, goal) == 0;
    bool is_finished = !is_held(replay, goal) && pl_scene_is_met(replay, scene, goal);
    return is_dropped || is_finished ? PLOY_NONE : goal;
}

// Plans for the goal. false: there is no plan, or nothing to plan for.
static bool choose(pl_replay* replay, const pl_scene* scene, uint32_t goal, pl_scene_choice* choice)
{
    bool holds = is_held(replay, goal) && pl_scene_is_met(replay, scene, goal);
    const ploy_plan* found = holds ? NULL : pl_scene_plan(replay, scene, goal);
    *choice = (pl_scene_choice){.goal = goal, .plan = found, .holds = holds};
    return holds || found->status == PLOY_FOUND;
}

static pl_scene_choice keep(pl_replay* replay, const pl_scene* scene, uint32_t current)
{
    if (current == PLOY_NONE) return (pl_scene_choice){.goal = PLOY_NONE};
    bool was_held = scene->goals[current].status == PLOY_GOAL_STATUS_HELD;
    bool is_lost = was_held && !pl_scene_is_met(replay, scene, current);
    if (scene->context.goal != current && !is_lost) return (pl_scene_choice){.goal = current, .keeps = true};
    pl_scene_choice choice;
    return choose(replay, scene, current, &choice) ? choice : (pl_scene_choice){.goal = PLOY_NONE};
}

pl_scene_choice pl_scene_choose(pl_replay* replay, const pl_scene* scene)
{
    replay->scene = scene;
    if (scene->context.is_pushed) {
        const ploy_plan* found = pl_scene_plan(replay, scene, scene->context.goal);
        if (found->status == PLOY_FOUND) return (pl_scene_choice){.goal = scene->context.goal, .plan = found};
    }
    scene_goals list = {replay, scene, current_goal(replay, scene)};
    pl_goal_commitment commitment = {.is_bound = list.current != PLOY_NONE};
    if (commitment.is_bound) commitment.priority = pl_scene_priority(replay, scene, list.current);
    uint32_t count = list_goals(replay, scene);
    for (uint32_t i; (i = pl_goal_choose(describe, &list, count, &commitment)) != PLOY_NONE;) {
        uint32_t goal = replay->order[i];
        pl_scene_choice choice;
        if (choose(replay, scene, goal, &choice)) return choice;
        replay->is_failed[goal] = true;
    }
    return keep(replay, scene, list.current);
}
