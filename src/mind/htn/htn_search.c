// The search: see htn_search.h. The stack of choices is explicit, so deep or endless task networks cannot overflow the
// call stack.

#include <string.h>

#include "base/check.h"
#include "mind/htn/htn_search.h"
#include "base/hints.h"
#include "plan/domain/compiled.h"
#include "plan/language/expression.h"
#include "plan/domain/domain.h"

static ploy_htn_query htn_query_with_defaults(const ploy_htn_query* given)
{
    ploy_htn_query def = given ? *given : (ploy_htn_query){0};
    PL_DEFAULT(def.cost, -1);
    return def;
}

// What a call without a planner or a query gets.
static const ploy_htn_plan invalid_plan = {.status = PLOY_INVALID};

ploy_htn_planner* ploy_htn_planner_create(const ploy_htn_planner_def* def)
{
    PL_NEED(def, NULL);
    PL_NEED(def->htn, NULL);
    const ploy_htn* htn = def->htn;
    ploy_allocator from = def->allocator.resize ? def->allocator : htn->allocator;
    ploy_htn_planner* made = PL_NEW(&from, ploy_htn_planner);
    if (!made) return NULL;
    made->allocator = from;
    made->htn = htn;
    pl_shared_take(&((ploy_htn*)htn)->shared);
    pl_table_init(&made->dead_end_table, &made->allocator);
    uint32_t words = ploy_domain_state_words(htn->domain);
    if (PL_ARRAY_RESERVE(&made->state, &made->allocator, words > 0 ? words : 1)) return made;
    ploy_htn_planner_destroy(made);
    return NULL;
}

void ploy_htn_planner_destroy(ploy_htn_planner* planner)
{
    if (!planner) return;
    ploy_allocator allocator = planner->allocator;
    PL_ARRAY_FREE(&planner->frames, &allocator);
    PL_ARRAY_FREE(&planner->cells, &allocator);
    PL_ARRAY_FREE(&planner->branches, &allocator);
    PL_ARRAY_FREE(&planner->choices, &allocator);
    PL_ARRAY_FREE(&planner->states, &allocator);
    PL_ARRAY_FREE(&planner->state, &allocator);
    PL_ARRAY_FREE(&planner->steps, &allocator);
    PL_ARRAY_FREE(&planner->rank, &allocator);
    PL_ARRAY_FREE(&planner->best_steps, &allocator);
    PL_ARRAY_FREE(&planner->best_rank, &allocator);
    PL_ARRAY_FREE(&planner->rest, &allocator);
    PL_ARRAY_FREE(&planner->rest_cells, &allocator);
    PL_ARRAY_FREE(&planner->dead_ends, &allocator);
    PL_ARRAY_FREE(&planner->dead_end_words, &allocator);
    PL_ARRAY_FREE(&planner->code, &allocator);
    pl_table_destroy(&planner->dead_end_table);
    ploy_htn_destroy((ploy_htn*)planner->htn);
    PL_DELETE(&allocator, planner);
}

static uint32_t words_of(const ploy_htn_planner* p)
{
    return pl_domain_compiled(p->htn->domain)->words;
}

// Choices.

static void save_state(ploy_htn_planner* p)
{
    uint32_t words = words_of(p);
    uint32_t end = p->choices.count * words;
    if (!PL_ARRAY_RESERVE(&p->states, &p->allocator, end)) {
        p->is_full = true;
        return;
    }
    memcpy(p->states.data + end - words, p->state.data, words * sizeof(uint64_t));
}

static void open_choice(ploy_htn_planner* p, const pl_htn_choice* choice)
{
    PL_HTN_PUSH(p, choices, *choice);
    if (p->is_full) return;
    pl_htn_choice* made = &p->choices.data[p->choices.count - 1];
    made->is_tight = p->is_tight;
    made->cells = p->cells.count;
    made->branches = p->branches.count;
    made->frames = p->frames.count;
    made->steps = p->steps.count;
    made->rank = p->rank.count;
    made->settled = p->settled;
    made->held = p->held;
    made->cost = p->cost;
    save_state(p);
}

// Returns to the last choice.
static void go_back(ploy_htn_planner* p, const pl_htn_choice* choice)
{
    uint32_t words = words_of(p);
    p->cells.count = choice->cells;
    p->branches.count = choice->branches;
    p->frames.count = choice->frames;
    p->steps.count = choice->steps;
    p->rank.count = choice->rank;
    p->cost = choice->cost;
    p->agenda = choice->agenda;
    p->settled = choice->settled;
    p->held = choice->held;
    p->is_tight = choice->is_tight;
    memcpy(p->state.data, p->states.data + (size_t)(p->choices.count - 1) * words, words * sizeof(uint64_t));
}

// Notes the alternative taken. False: all further plans rank below the one in progress, since plans come in order.
static bool note(ploy_htn_planner* p, uint32_t alternative)
{
    const ploy_htn_query* query = p->query;
    uint32_t at = p->rank.count;
    if (p->is_tight && at < query->rank_count && alternative > query->rank[at]) {
        p->is_behind = true;
        return false;
    }
    p->is_tight = p->is_tight && (at >= query->rank_count || alternative == query->rank[at]);
    PL_HTN_PUSH(p, rank, alternative);
    return true;
}

// Methods.

static void bind(const ploy_htn_planner* p, const pl_htn_choice* choice, const pl_htn_compiled_method* method,
                 uint32_t alternative, uint32_t args[PL_HTN_ARGS])
{
    uint32_t count = p->htn->tasks.data[choice->task].param_count;
    memcpy(args, choice->args, count * sizeof *args);
    for (uint32_t i = method->free_count; i > 0; --i) {
        args[count + i - 1] = alternative % method->free_sizes[i - 1];
        alternative /= method->free_sizes[i - 1];
    }
}

static bool holds(const ploy_htn_planner* p, const pl_htn_compiled_method* method, const uint32_t* args)
{
    if (method->condition == PLOY_NONE) return true;
    pl_scope scope = {
        .domain = p->htn->domain,
        .nodes = p->htn->conditions.nodes.data,
        .args = args,
        .state = p->state.data,
        .layout = pl_domain_compiled(p->htn->domain)->variables,
    };
    return pl_scope_holds(&scope, method->condition);
}

static uint32_t all_of(uint32_t count)
{
    return count >= 32 ? UINT32_MAX : (1u << count) - 1;
}

// Takes the next alternative of a task whose condition holds. False when there are no more.
static bool take_method(ploy_htn_planner* p, pl_htn_choice* choice)
{
    const pl_htn_compiled_task* task = &p->htn->tasks.data[choice->task];
    while (choice->method < task->method_count) {
        uint32_t index = task->first_method + choice->method;
        const pl_htn_compiled_method* method = &p->htn->methods.data[index];
        uint32_t alternative = choice->alternative++;
        if (alternative >= method->alternatives) {
            choice->alternative = 0;
            ++choice->method;
            continue;
        }
        ++p->nodes;
        pl_htn_frame frame = {.method = index, .depth = choice->depth};
        bind(p, choice, method, alternative, frame.args);
        if (!holds(p, method, frame.args)) continue;
        if (!note(p, method->first_alternative + alternative)) return false;
        if (method->subtask_count == 0) return true;
        PL_HTN_PUSH(p, frames, frame);
        if (p->is_full) return true;
        pl_htn_cell cell = {.frame = p->frames.count - 1, .left = all_of(method->subtask_count)};
        cell.branches = PLOY_NONE;
        pl_htn_push_cell(p, cell, p->agenda);
        p->agenda = p->cells.count - 1;
        return true;
    }
    return false;
}

// Finds the next place where the search can continue.
static bool find_opening(ploy_htn_planner* p, pl_htn_choice* choice, pl_htn_opening* opening)
{
    if (!pl_htn_find_opening(p, choice->opening, opening)) return false;
    ++p->nodes;
    return note(p, choice->opening++);
}

// Steps.

static void args_of(const pl_htn_compiled_subtask* subtask, const pl_htn_frame* frame, uint32_t args[PLOY_MAX_ARGS])
{
    for (uint32_t i = 0; i < subtask->arg_count; ++i) {
        int32_t arg = subtask->args[i];
        args[i] = arg < 0 ? (uint32_t)~arg : frame->args[arg];
    }
}

static const pl_operator* applicable(const ploy_domain* domain, const ploy_step* step, const uint64_t* state)
{
    const pl_compiled* compiled = pl_domain_compiled(domain);
    const pl_ground* ground = &compiled->grounds[step->id];
    for (uint32_t i = 0; i < ground->operator_count; ++i) {
        const pl_operator* op = &compiled->operators[compiled->ground_operators[ground->first_operator + i]];
        if (pl_partial_state_holds(compiled, &op->pre, state)) return op;
    }
    return NULL;
}

static bool is_allowed(const ploy_htn_planner* p, const ploy_step* step)
{
    const ploy_htn_query* query = p->query;
    if (query->disabled && query->disabled[step->action / 64] >> step->action % 64 & 1) return false;
    return pl_action_context(p->htn->domain, step->action, step->args, query->start, query->agent);
}

// Applies the action as the next step. False: it is not applicable, or would cost too much.
static bool add_step(ploy_htn_planner* p, ploy_step step)
{
    const ploy_domain* domain = p->htn->domain;
    const pl_operator* op = applicable(domain, &step, p->state.data);
    ++p->nodes;
    if (!op || !is_allowed(p, &step)) return false;
    if (p->steps.count == p->htn->max_steps) {
        p->is_cut = true;
        return false;
    }
    step.cost = ploy_action_cost(domain, step.action, step.args, p->state.data, p->query->agent);
    if (p->bound >= 0 && p->cost + step.cost >= p->bound) {
        p->is_costlier = true;
        return false;
    }
    p->cost += step.cost;
    p->settled = p->frames.count;
    p->held = PLOY_NONE;
    pl_operator_apply(pl_domain_compiled(domain), op, p->state.data, p->state.data);
    PL_HTN_PUSH(p, steps, step);
    return true;
}

// One advance of the search at a time.

typedef enum advance
{
    GOES_ON,
    CHOOSES,  ///< try the first alternative of a choice that was just opened
    DEAD_END, ///< return to the last choice
    PAUSED,
    DONE,
} advance;

static advance open_task(ploy_htn_planner* p, const pl_htn_choice* choice)
{
    if (choice->depth > p->htn->max_depth) {
        p->is_cut = true;
        return DEAD_END;
    }
    open_choice(p, choice);
    return CHOOSES;
}

static advance pause_search(ploy_htn_planner* p)
{
    if (p->agenda == PLOY_NONE) return DONE;
    if (!p->htn->has_unordered || pl_htn_count_rest(p) <= p->htn->max_rest) return PAUSED;
    p->is_cut = true;
    return DEAD_END;
}

// Begins a subtask of a method; the agenda is what follows it.
static advance begin(ploy_htn_planner* p, const pl_htn_frame* frame, uint32_t index)
{
    const pl_htn_compiled_method* method = &p->htn->methods.data[frame->method];
    const pl_htn_compiled_subtask* subtask = &p->htn->subtasks.data[method->first_subtask + index];
    if (subtask->kind == PLOY_SUBTASK_PAUSE) return pause_search(p);
    if (subtask->kind == PLOY_SUBTASK_ACTION) {
        ploy_step step = {.action = subtask->index};
        args_of(subtask, frame, step.args);
        step.id = pl_domain_ground_index(p->htn->domain, step.action, step.args);
        return add_step(p, step) ? GOES_ON : DEAD_END;
    }
    pl_htn_choice choice = {.task = subtask->index, .agenda = p->agenda, .depth = frame->depth + 1};
    args_of(subtask, frame, choice.args);
    return open_task(p, &choice);
}

static advance take(ploy_htn_planner* p, const pl_htn_opening* opening)
{
    const pl_htn_frame frame = p->frames.data[p->cells.data[opening->cell].frame];
    pl_htn_take_opening(p, opening);
    return opening->branch == PLOY_NONE ? begin(p, &frame, opening->subtask) : GOES_ON;
}

// Without unordered methods there is exactly one place to continue.
static advance begin_next(ploy_htn_planner* p, pl_htn_cell cell)
{
    uint32_t index = pl_trailing_zeros(cell.left);
    p->agenda = cell.next;
    cell.left &= cell.left - 1;
    if (cell.left) {
        PL_HTN_PUSH(p, cells, cell);
        p->agenda = p->cells.count - 1;
    }
    return begin(p, &p->frames.data[cell.frame], index);
}

static advance go_on(ploy_htn_planner* p)
{
    if (p->agenda == PLOY_NONE) return DONE;
    const pl_htn_cell* cell = &p->cells.data[p->agenda];
    if (!cell->interleaves) return begin_next(p, *cell);
    pl_htn_opening opening;
    if (!pl_htn_find_opening(p, 1, &opening)) {
        pl_htn_find_opening(p, 0, &opening);
        return take(p, &opening);
    }
    if (pl_htn_is_dead_end(p)) return DEAD_END;
    open_choice(p, &(pl_htn_choice){.is_order = true, .agenda = p->agenda});
    return CHOOSES;
}

// Tries the next alternative of the last choice; drops the choice when there are no more.
static advance try_next(ploy_htn_planner* p)
{
    pl_htn_choice* choice = &p->choices.data[p->choices.count - 1];
    if (choice->is_order) {
        pl_htn_opening opening;
        if (find_opening(p, choice, &opening)) return take(p, &opening);
        pl_htn_add_dead_end(p);
    } else if (take_method(p, choice)) {
        return GOES_ON;
    }
    --p->choices.count;
    return DEAD_END;
}

// Results.

static void publish(ploy_htn_planner* p, ploy_status status)
{
    pl_htn_keep_rest(p);
    p->plan = (ploy_htn_plan){
        .status = status,
        .cost = p->cost,
        .steps = p->steps.data,
        .step_count = p->steps.count,
        .rank = p->rank.data,
        .rank_count = p->rank.count,
        .rest = p->rest.data,
        .rest_count = status == PLOY_PARTIAL ? p->rest.count : 0,
    };
}

// Ranking by cost keeps the best plan so far and continues the search for one that costs less.
static void put_aside(ploy_htn_planner* p, ploy_status status)
{
    PL_ARRAY_CLEAR(&p->best_steps);
    PL_ARRAY_CLEAR(&p->best_rank);
    for (uint32_t i = 0; i < p->steps.count; ++i) PL_HTN_PUSH(p, best_steps, p->steps.data[i]);
    for (uint32_t i = 0; i < p->rank.count; ++i) PL_HTN_PUSH(p, best_rank, p->rank.data[i]);
    publish(p, status);
    p->bound = p->cost;
}

static bool ranks_by_cost(const ploy_htn_planner* p)
{
    return p->htn->ranking == PLOY_RANKING_COST;
}

static ploy_status exhausted(const ploy_htn_planner* p)
{
    return p->is_costlier ? PLOY_ALREADY : p->is_cut ? PLOY_OUT_OF_DEPTH : PLOY_NOT_FOUND;
}

static ploy_status search(ploy_htn_planner* p, uint32_t max_nodes)
{
    advance now = p->agenda == PLOY_NONE ? DEAD_END : GOES_ON;
    while (!p->is_full) {
        if (p->is_behind) return PLOY_ALREADY;
        if (p->nodes > max_nodes) return PLOY_OUT_OF_NODES;
        if (now == GOES_ON) {
            now = go_on(p);
        } else if (now == CHOOSES) {
            now = try_next(p);
        } else if (now == DEAD_END) {
            if (p->choices.count == 0) return exhausted(p);
            go_back(p, &p->choices.data[p->choices.count - 1]);
            now = try_next(p);
        } else if (p->is_tight) {
            return PLOY_ALREADY;
        } else if (!ranks_by_cost(p)) {
            return now == DONE ? PLOY_FOUND : PLOY_PARTIAL;
        } else {
            bool is_better = p->bound < 0 || p->cost < p->bound;
            if (is_better) put_aside(p, now == DONE ? PLOY_FOUND : PLOY_PARTIAL);
            now = DEAD_END;
        }
    }
    return PLOY_OUT_OF_MEMORY;
}

static void clear(ploy_htn_planner* p, const ploy_htn_query* query)
{
    PL_ARRAY_CLEAR(&p->frames);
    PL_ARRAY_CLEAR(&p->cells);
    PL_ARRAY_CLEAR(&p->branches);
    PL_ARRAY_CLEAR(&p->choices);
    pl_htn_clear_dead_ends(p);
    PL_ARRAY_CLEAR(&p->steps);
    PL_ARRAY_CLEAR(&p->rank);
    p->plan = (ploy_htn_plan){.status = PLOY_NOT_FOUND};
    p->query = query;
    p->agenda = PLOY_NONE;
    p->settled = 0;
    p->held = PLOY_NONE;
    p->nodes = 0;
    p->cost = 0;
    p->bound = ranks_by_cost(p) ? query->cost : -1;
    p->is_tight = !ranks_by_cost(p) && query->rank != NULL;
    p->is_cut = p->is_behind = p->is_costlier = p->is_full = false;
    memcpy(p->state.data, query->start, words_of(p) * sizeof(uint64_t));
}

static void begin_task(ploy_htn_planner* p, const ploy_htn_query* query)
{
    PL_ASSERT(query->task < p->htn->tasks.count);
    pl_htn_choice choice = {.task = query->task, .agenda = PLOY_NONE, .depth = 1};
    memcpy(choice.args, query->args, sizeof choice.args);
    open_task(p, &choice);
}

const ploy_htn_plan* ploy_htn_planner_plan(ploy_htn_planner* p, const ploy_htn_query* given)
{
    PL_NEED_NAMED("planner", NULL, p, &invalid_plan);
    PL_NEED_NAMED("query", NULL, given, &invalid_plan);
    ploy_htn_query full = htn_query_with_defaults(given);
    const ploy_htn_query* query = &full;
    clear(p, query);
    if (query->rest) {
        pl_htn_begin_rest(p, query->rest, query->rest_count);
    } else {
        begin_task(p, query);
    }
    ploy_status status = search(p, query->max_nodes > 0 ? query->max_nodes : p->htn->max_nodes);
    bool is_aside = ranks_by_cost(p) && p->plan.status != PLOY_NOT_FOUND;
    if (is_aside) {
        p->plan.steps = p->best_steps.data;
        p->plan.rank = p->best_rank.data;
        if (status == PLOY_OUT_OF_NODES) p->plan.status = status;
    } else if (status == PLOY_FOUND || status == PLOY_PARTIAL) {
        publish(p, status);
    } else {
        p->plan.status = status;
    }
    if (p->is_full) p->plan = (ploy_htn_plan){.status = PLOY_OUT_OF_MEMORY};
    p->plan.nodes = p->nodes;
    return &p->plan;
}

bool pl_htn_apply(const ploy_htn* htn, uint64_t* state, const ploy_step* step)
{
    const pl_operator* op = applicable(htn->domain, step, state);
    if (op) pl_operator_apply(pl_domain_compiled(htn->domain), op, state, state);
    return op != NULL;
}
