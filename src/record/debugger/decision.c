// Reads a decision from events. They follow each other, except that the result of the search can come ticks later:
//
//   decision-goal … goal-chosen | decision-begun, -limits, -state …, -disabled …, -no …, -cost … | plan-found, plan-step …
//
// The last goal-chosen before a tick is searched for in windows that reach further and further back.

#include "record/debugger/decision.h"

#include <string.h>

#include "plan/domain/domain.h"

enum
{
    FIRST_WINDOW = 64, // ticks
    MAX_WORDS = 4096,  // of a state
    MAX_GOALS = 65536, // and actions
    MAX_STEPS = 100000,
};

typedef struct decision_reader
{
    pl_decision shown;
    ploy_allocator allocator;
    PL_ARRAY(pl_decision_goal) goals;
    PL_ARRAY(uint64_t) state;
    PL_ARRAY(uint64_t) disabled;
    PL_ARRAY(uint64_t) agent_disabled;
    PL_ARRAY(pl_decision_reply) replies;
    PL_ARRAY(ploy_step) steps;
    bool is_searching; // what it finds meanwhile is not the answer
    bool failed;       // out of memory
} decision_reader;

// Kinds of events.

static uint32_t find_kind(const ploy_recording* recording, uint32_t kind)
{
    ploy_event_kind recorded = ploy_recording_kind(recording, kind);
    for (uint32_t k = 0; k < PLOY_TRACE_KIND_COUNT; ++k) {
        bool is_same = strcmp(ploy_trace_name(k), recorded.name) == 0 && recorded.arg_count == ploy_trace_arg_count(k);
        if (is_same) return k;
    }
    return PLOY_NONE;
}

bool pl_event_kinds_init(pl_event_kinds* kinds, const ploy_allocator* allocator, const ploy_recording* recording)
{
    *kinds = (pl_event_kinds){.allocator = *allocator};
    for (uint32_t i = 0; i < ploy_recording_kind_count(recording); ++i) {
        if (PL_ARRAY_PUSH(&kinds->kinds, allocator, find_kind(recording, i))) continue;
        pl_event_kinds_destroy(kinds);
        return false;
    }
    return true;
}

void pl_event_kinds_destroy(pl_event_kinds* kinds)
{
    PL_ARRAY_FREE(&kinds->kinds, &kinds->allocator);
}

// Events.

static uint32_t narrow(uint64_t value)
{
    return value < PLOY_NONE ? (uint32_t)value : PLOY_NONE;
}

// Events have the number plus one; 0: none.
static uint32_t less_one(uint64_t value)
{
    return value == 0 ? PLOY_NONE : narrow(value - 1);
}

#define PUSH(d, list, ...)                                                                                             \
    do {                                                                                                               \
        if (!PL_ARRAY_PUSH(&(d)->list, &(d)->allocator, __VA_ARGS__)) (d)->failed = true;                              \
    } while (0)

#define SET_WORD(d, list, index, word)                                                                                 \
    do {                                                                                                               \
        while ((d)->list.count <= (index) && !(d)->failed) PUSH(d, list, 0);                                           \
        if (!(d)->failed) (d)->list.data[index] = word;                                                                \
    } while (0)

static void take_goal(decision_reader* d, const uint64_t* args)
{
    if (args[0] >= MAX_GOALS || args[2] > PLOY_GOAL_STATUS_HELD || d->goals.count >= MAX_GOALS) return;
    pl_decision_goal goal = {(uint32_t)args[0], (int64_t)args[1], (ploy_goal_status)args[2], (int64_t)args[3]};
    PUSH(d, goals, goal);
}

static void take_choice(decision_reader* d, const uint64_t* args, uint64_t tick)
{
    d->shown.tick = tick;
    d->shown.goal = narrow(args[0]);
    d->shown.mode = narrow(args[1]);
    d->shown.is_pushed = args[2] != 0;
    d->shown.current_goal = less_one(args[3]);
}

static void take_begin(decision_reader* d, const uint64_t* args)
{
    d->shown.is_begun = true;
    d->is_searching = false;
    d->shown.target = narrow(args[0]);
    d->shown.last = less_one(args[1]);
    d->shown.options.search = (ploy_search)(args[2] < PL_SEARCH_COUNT ? args[2] : PLOY_SEARCH_AUTO);
    d->shown.options.no_two_moves = args[3] != 0;
    PL_ARRAY_CLEAR(&d->state);
    PL_ARRAY_CLEAR(&d->disabled);
    PL_ARRAY_CLEAR(&d->agent_disabled);
    PL_ARRAY_CLEAR(&d->replies);
    PL_ARRAY_CLEAR(&d->steps);
}

static void take_reply(decision_reader* d, const uint64_t* args, bool is_cost)
{
    pl_decision_reply reply = {narrow(args[0]), is_cost, !is_cost && args[1] != 0, is_cost ? (int64_t)args[1] : 0};
    PUSH(d, replies, reply);
}

// true: the decision is complete.
static bool take(decision_reader* d, uint32_t kind, const uint64_t* args)
{
    switch (kind) {
    case PLOY_TRACE_DECISION_BEGUN:
        take_begin(d, args);
        return false;
    case PLOY_TRACE_DECISION_LIMITS:
        d->shown.options.max_nodes = narrow(args[0]);
        d->shown.options.max_depth = narrow(args[1]);
        d->shown.options.repeat_cost = narrow(args[2]);
        d->shown.without = less_one(args[3]);
        return false;
    case PLOY_TRACE_DECISION_STATE:
        if (args[0] < MAX_WORDS) SET_WORD(d, state, (uint32_t)args[0], args[1]);
        return false;
    case PLOY_TRACE_DECISION_OFF:
        if (args[0] >= MAX_GOALS / 64) return false;
        SET_WORD(d, disabled, (uint32_t)args[0], args[1]);
        SET_WORD(d, agent_disabled, (uint32_t)args[0], args[2]);
        return false;
    case PLOY_TRACE_DECISION_NO:
    case PLOY_TRACE_DECISION_COST:
        take_reply(d, args, kind == PLOY_TRACE_DECISION_COST);
        return false;
    case PLOY_TRACE_SEARCH_BEGUN:
    case PLOY_TRACE_SEARCH_ENDED:
        d->is_searching = kind == PLOY_TRACE_SEARCH_BEGUN;
        return false;
    case PLOY_TRACE_PLAN_FOUND:
        if (d->is_searching) return false;
        d->shown.is_ended = d->shown.is_begun;
        d->shown.status = args[2] > 0 ? PLOY_FOUND : PLOY_ALREADY;
        d->shown.cost = (int64_t)args[1];
        d->shown.step_count = args[2] < MAX_STEPS ? (uint32_t)args[2] : MAX_STEPS;
        return args[2] == 0;
    case PLOY_TRACE_PLAN_STEP:
        if (d->is_searching) return false;
        PUSH(d, steps, (ploy_step){.id = narrow(args[3]), .action = narrow(args[1]), .cost = (int64_t)args[2]});
        return d->steps.count >= d->shown.step_count;
    case PLOY_TRACE_PLAN_FAILED:
        d->shown.is_ended = d->shown.is_begun;
        d->shown.status = args[1] < PLOY_STATUS_COUNT ? (ploy_status)args[1] : PLOY_INVALID;
        return true;
    default:
        return false;
    }
}

static void show(decision_reader* d)
{
    pl_decision* s = &d->shown;
    s->goals = d->goals.data;
    s->goal_count = d->goals.count;
    s->state = d->state.data;
    s->state_words = d->state.count;
    s->disabled = d->disabled.data;
    s->agent_disabled = d->agent_disabled.data;
    s->disabled_words = d->disabled.count;
    s->replies = d->replies.data;
    s->reply_count = d->replies.count;
    s->steps = d->steps.data;
    if (s->step_count != d->steps.count) s->is_ended = false; // the recording ends before the last step
    s->step_count = d->steps.count;
}

typedef struct decision_place
{
    uint64_t tick;
    uint32_t nth; // which choice of the agent in that tick, from 1; 0: none
} decision_place;

// The last choice at ticks from .. to.
static ploy_status find_in(const pl_event_kinds* kinds, ploy_recording* recording, uint32_t agent, uint64_t from,
                           uint64_t to, decision_place* found)
{
    ploy_trace_event event;
    uint64_t tick;
    ploy_status status = PLOY_FOUND;
    *found = (decision_place){0};
    ploy_recording_seek(recording, from);
    while ((status = ploy_recording_next(recording, &event, &tick)) == PLOY_FOUND && tick <= to) {
        if (event.agent != agent || pl_event_kinds_of(kinds, event.kind) != PLOY_TRACE_GOAL_CHOSEN) continue;
        found->nth = found->nth > 0 && found->tick == tick ? found->nth + 1 : 1;
        found->tick = tick;
    }
    return status == PLOY_OUT_OF_MEMORY ? status : found->nth > 0 ? PLOY_FOUND : PLOY_NOT_FOUND;
}

static ploy_status find(const pl_event_kinds* kinds, ploy_recording* recording, uint32_t agent, uint64_t tick,
                        decision_place* found)
{
    ploy_status status = PLOY_NOT_FOUND;
    uint64_t to = pl_clamp_tick(recording, tick); // so that the windows do not cross empty space
    for (uint64_t window = FIRST_WINDOW; status == PLOY_NOT_FOUND; window *= 4) {
        uint64_t from = to >= window ? to - window : 0;
        status = find_in(kinds, recording, agent, from, to, found);
        if (from == 0) break;
        to = from - 1;
    }
    return status;
}

static ploy_status read_from(decision_reader* d, const pl_event_kinds* kinds, ploy_recording* recording,
                             decision_place at)
{
    ploy_trace_event event;
    uint64_t tick;
    uint32_t nth = 0;
    bool is_done = false;
    ploy_status status = PLOY_FOUND;
    pl_event_place place = {at.tick, UINT64_MAX};
    ploy_recording_seek(recording, at.tick);
    while (!is_done && (status = ploy_recording_next(recording, &event, &tick)) == PLOY_FOUND) {
        uint32_t kind = pl_event_kinds_of(kinds, event.kind);
        place = (pl_event_place){tick, tick == place.tick ? place.nth + 1 : 0};
        if (event.agent != d->shown.agent) continue;
        bool is_beginning = nth == at.nth && kind == PLOY_TRACE_DECISION_BEGUN;
        if (is_beginning) d->shown.place = place; // again, if the domain changed during the search
        if (kind == PLOY_TRACE_GOAL_CHOSEN && nth++ == at.nth - 1) {
            d->shown.place = place;
            take_choice(d, event.args, tick);
        } else if (nth > at.nth || kind == PLOY_TRACE_AGENT_GONE) {
            break;
        } else if (kind == PLOY_TRACE_DECISION_GOAL && nth < at.nth) {
            take_goal(d, event.args);
        } else if (nth == at.nth && kind != PLOY_TRACE_DECISION_GOAL) {
            is_done = take(d, kind, event.args);
        } else if (nth < at.nth) {
            PL_ARRAY_CLEAR(&d->goals); // of an earlier choice
        } else {
            break; // the next choice begins
        }
    }
    show(d);
    return d->failed || status == PLOY_OUT_OF_MEMORY ? PLOY_OUT_OF_MEMORY : PLOY_FOUND;
}

ploy_status pl_decision_read(const ploy_allocator* allocator, const pl_event_kinds* kinds, ploy_recording* recording,
                             uint32_t agent, uint64_t tick, uint32_t nth, pl_decision** made)
{
    decision_place at;
    *made = NULL;
    ploy_status status = find(kinds, recording, agent, tick, &at);
    if (status != PLOY_FOUND) return status;
    uint32_t in_tick = at.nth;
    if (nth > in_tick) return PLOY_INVALID;
    if (nth > 0) at.nth = nth;
    decision_reader* d = PL_NEW(allocator, decision_reader);
    if (!d) return PLOY_OUT_OF_MEMORY;
    d->allocator = *allocator;
    d->shown = (pl_decision){.agent = agent, .target = PLOY_NONE, .last = PLOY_NONE, .without = PLOY_NONE};
    status = read_from(d, kinds, recording, at);
    d->shown.nth = at.nth;
    d->shown.in_tick = in_tick;
    *made = &d->shown;
    if (status == PLOY_FOUND) return PLOY_OK;
    pl_decision_destroy(*made);
    *made = NULL;
    return status;
}

void pl_decision_destroy(pl_decision* made)
{
    if (!made) return;
    decision_reader* d = (decision_reader*)made;
    ploy_allocator allocator = d->allocator;
    PL_ARRAY_FREE(&d->goals, &allocator);
    PL_ARRAY_FREE(&d->state, &allocator);
    PL_ARRAY_FREE(&d->disabled, &allocator);
    PL_ARRAY_FREE(&d->agent_disabled, &allocator);
    PL_ARRAY_FREE(&d->replies, &allocator);
    PL_ARRAY_FREE(&d->steps, &allocator);
    PL_DELETE(&allocator, d);
}
