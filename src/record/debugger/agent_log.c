#include "record/debugger/agent_log.h"

#include <string.h>

static uint32_t narrow(uint64_t value)
{
    return value < PLOY_NONE ? (uint32_t)value : PLOY_NONE;
}

enum
{
    MAX_NODES = 65536 // of a tree; a recording may say anything
};

// Life.

static void clear_plan(pl_logged_plan* plan)
{
    PL_ARRAY_CLEAR(&plan->steps);
    plan->is_one = plan->is_broken = false;
    plan->done = 0;
}

static void restart(pl_agent_log* log, const char* absent, uint64_t tick)
{
    log->absent = absent;
    log->absent_since = tick;
    log->has_decided = log->is_held = false;
    log->goal = log->failed_goal = log->action = log->ground = log->state = log->option = PLOY_NONE;
    clear_plan(&log->found);
    clear_plan(&log->plan);
    PL_ARRAY_CLEAR(&log->activities);
    PL_ARRAY_CLEAR(&log->nodes);
}

static void give_mind(pl_agent_log* log, bool is_one, bool keeps, uint64_t tick)
{
    if (!keeps) restart(log, is_one ? NULL : "without a mind", tick);
}

// Goals and plans.

static void start_goal(pl_agent_log* log, const uint64_t* args, uint64_t tick)
{
    log->goal = narrow(args[0]);
    log->priority = (int64_t)args[1];
    log->goal_since = tick;
    log->is_held = false;
}

static void end_goal(pl_agent_log* log, const uint64_t* args)
{
    if (log->goal != narrow(args[0])) return;
    log->goal = PLOY_NONE;
    log->is_held = false;
    clear_plan(&log->plan);
}

static void hold_goal(pl_agent_log* log)
{
    log->is_held = log->goal != PLOY_NONE;
    clear_plan(&log->plan);
}

static void find_plan(pl_agent_log* log, const uint64_t* args, uint64_t tick)
{
    clear_plan(&log->found);
    log->found.is_one = true;
    log->found.goal = narrow(args[0]);
    log->found.tick = tick;
    log->failed_goal = PLOY_NONE;
}

static bool add_step(pl_agent_log* log, const uint64_t* args)
{
    pl_logged_step step = {narrow(args[1]), narrow(args[3])};
    return PL_ARRAY_PUSH(&log->found.steps, &log->allocator, step);
}

// The search may have left out the step that is running already.
static bool take_plan(pl_agent_log* log, const uint64_t* args, uint64_t tick)
{
    pl_logged_plan *plan = &log->plan, *found = &log->found;
    uint32_t first = narrow(args[2]), count = narrow(args[1]);
    clear_plan(plan);
    plan->is_one = true;
    plan->goal = narrow(args[0]);
    plan->tick = found->is_one ? found->tick : tick;
    if (args[3] > 0) plan->method1 = narrow(args[3]);
    bool has_first =
        found->steps.count > 0 && found->steps.data[0].ground == first && found->steps.count >= count;
    pl_logged_step running = {log->ground == first ? log->action : PLOY_NONE, first};
    if (!has_first && !PL_ARRAY_PUSH(&plan->steps, &log->allocator, running)) return false;
    for (uint32_t i = 0; i < found->steps.count && plan->steps.count < count; ++i) {
        if (!PL_ARRAY_PUSH(&plan->steps, &log->allocator, found->steps.data[i])) return false;
    }
    return true;
}

static void repair_plan(pl_agent_log* log, const uint64_t* args)
{
    pl_logged_plan* plan = &log->plan;
    uint32_t left = narrow(args[1]);
    if (left <= plan->steps.count) plan->done = plan->steps.count - left;
    plan->is_broken = false;
}

// A task network drops its plan; a GOAP mind may follow the plan of another goal.
static void fail_plan(pl_agent_log* log, const uint64_t* args)
{
    log->failed_goal = narrow(args[0]);
    log->failed_status = narrow(args[1]);
    if (log->goal == PLOY_NONE) clear_plan(&log->plan);
}

// Actions.

static bool is_next(const pl_logged_plan* plan, uint32_t ground)
{
    return plan->done < plan->steps.count && plan->steps.data[plan->done].ground == ground;
}

static void start_action(pl_agent_log* log, const uint64_t* args, uint64_t tick)
{
    log->action = narrow(args[0]);
    log->ground = narrow(args[1]);
    log->action_since = tick;
    for (uint32_t i = log->plan.done; i < log->plan.steps.count; ++i) {
        if (log->plan.steps.data[i].ground != log->ground) continue;
        log->plan.done = i; // steps before it were not needed
        return;
    }
}

static void end_action(pl_agent_log* log, const uint64_t* args, bool is_done)
{
    log->action = log->ground = PLOY_NONE;
    if (!is_next(&log->plan, narrow(args[1]))) return;
    if (!is_done) {
        log->plan.is_broken = true;
        return;
    }
    ++log->plan.done;
    if (log->goal == PLOY_NONE && log->plan.done == log->plan.steps.count) clear_plan(&log->plan);
}

// Activities.

static pl_logged_activity* find_activity(pl_agent_log* log, uint64_t activity)
{
    for (uint32_t i = 0; i < log->activities.count; ++i) {
        if (log->activities.data[i].activity == activity) return &log->activities.data[i];
    }
    return NULL;
}

static bool start_activity(pl_agent_log* log, uint64_t activity, uint64_t tick)
{
    pl_logged_activity* running = find_activity(log, activity);
    if (running) ++running->count;
    pl_logged_activity fresh = {narrow(activity), 1, tick};
    return running || PL_ARRAY_PUSH(&log->activities, &log->allocator, fresh);
}

static void end_activity(pl_agent_log* log, uint64_t activity)
{
    pl_logged_activity* running = find_activity(log, activity);
    if (!running || --running->count > 0) return;
    pl_logged_activity* end = log->activities.data + --log->activities.count;
    memmove(running, running + 1, (size_t)(end - running) * sizeof *running);
}

// States, options, nodes.

static void change_state(pl_agent_log* log, const uint64_t* args, uint64_t tick)
{
    log->state = narrow(args[1]);
    log->state_why = args[2];
    log->state_since = tick;
}

static void choose_option(pl_agent_log* log, const uint64_t* args, uint64_t tick)
{
    log->option = narrow(args[0]);
    log->score = (int64_t)args[1];
    log->option_since = tick;
}

static bool run_node(pl_agent_log* log, const uint64_t* args, uint64_t tick)
{
    if (args[0] >= MAX_NODES) return true;
    while (log->nodes.count <= args[0]) {
        if (!PL_ARRAY_PUSH(&log->nodes, &log->allocator, (pl_logged_node){PLOY_NONE, 0})) return false;
    }
    log->nodes.data[args[0]] = (pl_logged_node){narrow(args[1]), tick};
    return true;
}

// false: out of memory.
static bool on_event(pl_agent_log* log, uint32_t kind, const uint64_t* args, uint64_t tick)
{
    log->is_born = true;
    switch (kind) {
    case PLOY_TRACE_AGENT_CREATED:
        restart(log, NULL, tick);
        break;
    case PLOY_TRACE_AGENT_GONE:
        restart(log, "gone", tick);
        break;
    case PLOY_TRACE_MIND_GIVEN:
        give_mind(log, args[0] != 0, args[1] != 0, tick);
        break;
    case PLOY_TRACE_GOAL_CHOSEN:
        log->has_decided = true;
        break;
    case PLOY_TRACE_GOAL_STARTED:
        start_goal(log, args, tick);
        break;
    case PLOY_TRACE_GOAL_FINISHED:
    case PLOY_TRACE_GOAL_ABORTED:
        end_goal(log, args);
        break;
    case PLOY_TRACE_GOAL_HELD:
        hold_goal(log);
        break;
    case PLOY_TRACE_PLAN_FOUND:
        find_plan(log, args, tick);
        break;
    case PLOY_TRACE_PLAN_STEP:
        return add_step(log, args);
    case PLOY_TRACE_PLAN_TAKEN:
        return take_plan(log, args, tick);
    case PLOY_TRACE_PLAN_REPAIRED:
        repair_plan(log, args);
        break;
    case PLOY_TRACE_PLAN_FAILED:
        fail_plan(log, args);
        break;
    case PLOY_TRACE_ACTION_STARTED:
        start_action(log, args, tick);
        break;
    case PLOY_TRACE_ACTION_FINISHED:
        end_action(log, args, true);
        break;
    case PLOY_TRACE_ACTION_ABORTED:
        end_action(log, args, false);
        break;
    case PLOY_TRACE_STATE_CHANGED:
        change_state(log, args, tick);
        break;
    case PLOY_TRACE_UTILITY_CHOSEN:
        choose_option(log, args, tick);
        break;
    case PLOY_TRACE_BT_NODE:
        return run_node(log, args, tick);
    case PLOY_TRACE_ACTIVITY_STARTED:
        return start_activity(log, args[0], tick);
    case PLOY_TRACE_ACTIVITY_ENDED:
    case PLOY_TRACE_ACTIVITY_HALTED:
        end_activity(log, args[0]);
        break;
    default:
        break;
    }
    return true;
}

static pl_agent_log* create(const ploy_allocator* allocator)
{
    pl_agent_log* log = PL_NEW(allocator, pl_agent_log);
    if (log) log->allocator = *allocator;
    return log;
}

ploy_status pl_agent_log_read(pl_agent_log** made, const ploy_allocator* allocator, const pl_event_kinds* kinds,
                              ploy_recording* recording, uint32_t agent, uint64_t tick)
{
    pl_agent_log* log = *made = *made ? *made : create(allocator);
    ploy_trace_event event;
    uint64_t at;
    ploy_status status = PLOY_NOT_FOUND;
    if (!log) return PLOY_OUT_OF_MEMORY;
    if (log->agent != agent || log->next_tick > tick + 1) {
        restart(log, NULL, 0);
        log->agent = agent;
        log->next_tick = 0;
        log->is_born = false;
    }
    if (log->next_tick > tick) return PLOY_OK;
    ploy_recording_seek(recording, log->next_tick);
    while ((status = ploy_recording_next(recording, &event, &at)) == PLOY_FOUND && at <= tick) {
        uint32_t kind = pl_event_kinds_of(kinds, event.kind);
        if (event.agent == agent && kind != PLOY_NONE && !on_event(log, kind, event.args, at)) {
            log->agent = 0; // incomplete: read again
            return PLOY_OUT_OF_MEMORY;
        }
    }
    log->next_tick = tick + 1;
    return status == PLOY_OUT_OF_MEMORY ? status : PLOY_OK;
}

void pl_agent_log_destroy(pl_agent_log* log)
{
    if (!log) return;
    ploy_allocator allocator = log->allocator;
    PL_ARRAY_FREE(&log->found.steps, &allocator);
    PL_ARRAY_FREE(&log->plan.steps, &allocator);
    PL_ARRAY_FREE(&log->activities, &allocator);
    PL_ARRAY_FREE(&log->nodes, &allocator);
    PL_DELETE(&allocator, log);
}
