#include "record/debugger/problems.h"

#include <ploy/path_service.h>
#include <string.h>

#include "base/index.h"
#include "plan/domain/compiled.h"

enum
{
    MAX_AGENTS = 1 << 20,
};

#define SECOND INT64_C(1000000)
#define BACK SECOND
#define IDLE (2 * SECOND)
#define IDLE_WITHOUT_GOALS (5 * SECOND)
#define STARVED SECOND

// Who is watched.

static pl_watched_by kind_of(const char* kind)
{
    static const struct
    {
        const char* kind;
        pl_watched_by by;
    } kinds[] = {
        {"goap", PL_BY_GOALS},      {"fsm", PL_BY_STATES},    {"fuzzy", PL_BY_STATES},
        {"utility", PL_BY_OPTIONS}, {"bt", PL_BY_ACTIVITIES}, {"htn", PL_BY_ACTIVITIES},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i) {
        if (strcmp(kinds[i].kind, kind) == 0) return kinds[i].by;
    }
    return PL_BY_NOTHING;
}

static pl_watched begin_watching(pl_watch* w, uint32_t agent)
{
    pl_watched who = {.flaps = {.is = PLOY_NONE, .was = PLOY_NONE}};
    const pl_debugger_agent* known = pl_debugger_agent_of(w->debugger, agent);
    if (!known || known->mind == PL_NONE) return who;
    who.by = kind_of(w->debugger->minds.data[known->mind].kind);
    if (ploy_debugger_domain(w->debugger, agent, &who.domain, NULL) == PLOY_OK) who.by = PL_BY_GOALS;
    // A tree may do all it does in its nodes: only once it has done a deed is it known to do deeds.
    who.can_idle = who.by == PL_BY_STATES || who.by == PL_BY_OPTIONS;
    return who;
}

static pl_watched* watched_of(pl_watch* w, uint32_t agent)
{
    while (w->agents.count <= agent) {
        pl_watched who = begin_watching(w, w->agents.count);
        if (!PL_ARRAY_PUSH(&w->agents, &w->debugger->allocator, who)) return NULL;
    }
    return &w->agents.data[agent];
}

static void take_long(pl_span* s, const pl_watch* w, uint64_t from, int64_t since)
{
    int64_t length = w->now - since;
    if (s->count++ == 0) s->first = from;
    s->last = w->tick;
    if (length < s->longest) return;
    s->longest = length;
    s->longest_from = from;
    s->longest_to = w->tick;
}

// Flapping.

static void end_run(pl_dithering* f)
{
    f->run = 0;
    memset(f->own, 0, sizeof f->own);
}

// Something it decides by is not as it was, and none of its actions has changed it.
static bool has_outside_cause(const pl_dithering* f)
{
    uint64_t changed = f->has_news;
    for (uint32_t i = 0; i < PL_WATCHED_WORDS; ++i) changed |= (f->states[0][i] ^ f->states[1][i]) & ~f->own[i];
    return changed != 0;
}

static void count_back(pl_watch* w, pl_dithering* f)
{
    if (f->run++ == 0) f->run_tick = w->tick;
    if (f->run < PL_DITHERING) return;
    if (f->span.count == 0) f->span.first = f->run_tick;
    f->span.count += f->run == PL_DITHERING ? PL_DITHERING : 1;
    f->span.last = w->tick;
    f->a = f->is < f->was ? f->is : f->was;
    f->b = f->is < f->was ? f->was : f->is;
}

static void turn_to(pl_watch* w, pl_watched* who, uint32_t what)
{
    pl_dithering* f = &who->flaps;
    if (what == f->is) return;
    bool is_back = what == f->was && what != PLOY_NONE && w->now - f->is_at <= BACK && w->now - f->was_at <= 2 * BACK;
    if (has_outside_cause(f) || !is_back) end_run(f);
    f->was = f->is;
    f->was_at = f->is_at;
    f->is = what;
    f->is_at = w->now;
    if (is_back && !has_outside_cause(f)) count_back(w, f);
    memcpy(f->states[1], f->states[0], sizeof f->states[1]);
    f->has_news = false;
}

// What was about to be left is done: coming back to it is beginning anew.
static void finish(pl_watched* who)
{
    end_run(&who->flaps);
    who->flaps.is = who->flaps.was = PLOY_NONE;
}

static void do_action(pl_watched* who, uint64_t ground)
{
    const pl_compiled* c = who->domain ? pl_domain_compiled(who->domain) : NULL;
    if (!c || ground >= c->ground_count) return;
    const pl_ground* g = &c->grounds[ground];
    for (uint32_t i = 0; i < g->operator_count; ++i) {
        const pl_operator* op = &c->operators[c->ground_operators[g->first_operator + i]];
        for (uint32_t e = 0; e < op->effect_count; ++e) {
            const pl_variable* v = &c->variables[c->effects[op->first_effect + e].variable];
            if (v->word >= PL_WATCHED_WORDS) continue;
            who->flaps.own[v->word] |= (v->bits == 64 ? UINT64_MAX : (UINT64_C(1) << v->bits) - 1) << v->shift;
        }
    }
}

// Idling.

static void begin_idling(pl_watch* w, pl_watched* who)
{
    if (who->is_idle) return;
    who->is_idle = true;
    who->since = w->now;
    who->since_tick = w->tick;
}

static void end_idling(pl_watch* w, pl_watched* who)
{
    int64_t max = who->domain ? IDLE : IDLE_WITHOUT_GOALS;
    if (who->is_idle && w->now - who->since >= max) take_long(&who->idle, w, who->since_tick, who->since);
    who->is_idle = false;
}

static void start_deed(pl_watch* w, pl_watched* who, uint32_t activity)
{
    ++who->activities;
    if (who->domain) return;
    who->can_idle = true;
    end_idling(w, who);
    if (who->by == PL_BY_ACTIVITIES) turn_to(w, who, activity);
}

static void end_deed(pl_watch* w, pl_watched* who, bool is_done)
{
    if (who->activities > 0) --who->activities;
    if (who->domain) return;
    if (is_done) finish(who);
    if (who->activities == 0 && who->can_idle) begin_idling(w, who);
}

// Waiting.

static void begin_waiting(const pl_watch* w, pl_waiting* waiting)
{
    if (waiting->is_open) return;
    waiting->is_open = true;
    waiting->since = w->now;
    waiting->since_tick = w->tick;
}

static void end_waiting(const pl_watch* w, pl_waiting* waiting)
{
    bool is_long = waiting->is_open && w->now - waiting->since >= STARVED;
    if (is_long) take_long(&waiting->span, w, waiting->since_tick, waiting->since);
    waiting->is_open = false;
}

static void fail_plan(const pl_watch* w, pl_watched* who, uint64_t status)
{
    end_waiting(w, &who->plan);
    if (status != PLOY_OUT_OF_NODES && status != PLOY_OUT_OF_DEPTH && status != PLOY_OUT_OF_MEMORY) return;
    ++who->ran_out;
    who->ran_out_tick = w->tick;
}

static void choose_goal(pl_watch* w, pl_watched* who, uint64_t goal)
{
    bool is_nothing = goal == PLOY_NONE;
    if (is_nothing && who->wants) begin_idling(w, who);
    if (is_nothing && !who->wants) who->is_idle = false;
    if (!is_nothing) begin_waiting(w, &who->plan);
    who->wants = false;
}

// It goes, or loses its mind: what it was about is over.
static void end_all(pl_watch* w, pl_watched* who)
{
    end_idling(w, who);
    end_waiting(w, &who->plan);
    end_waiting(w, &who->way);
    finish(who);
    who->activities = 0;
}

static void give_mind(pl_watch* w, pl_watched* who, bool is_one)
{
    end_all(w, who);
    if (is_one && who->can_idle && !who->domain) begin_idling(w, who);
}

static void hear(pl_watch* w, pl_watched* who, uint32_t kind, const uint64_t* args)
{
    switch (kind) {
    case PLOY_TRACE_DECISION_GOAL:
        who->wants |= args[1] > 0 && (args[2] == PLOY_GOAL_STATUS_NO_PLAN || args[2] == PLOY_GOAL_STATUS_REFUSED);
        break;
    case PLOY_TRACE_DECISION_STATE:
        if (args[0] < PL_WATCHED_WORDS) who->flaps.states[0][args[0]] = args[1];
        break;
    case PLOY_TRACE_BLACKBOARD_WRITTEN:
    case PLOY_TRACE_FACT_ADDED:
    case PLOY_TRACE_FACT_FORGOTTEN:
        who->flaps.has_news |= !who->domain;
        break;
    case PLOY_TRACE_GOAL_CHOSEN:
        choose_goal(w, who, args[0]);
        break;
    case PLOY_TRACE_PLAN_FOUND:
        end_waiting(w, &who->plan);
        break;
    case PLOY_TRACE_PLAN_FAILED:
        fail_plan(w, who, args[1]);
        break;
    case PLOY_TRACE_PATH_REQUESTED:
        begin_waiting(w, &who->way);
        break;
    case PLOY_TRACE_PATH_ANSWERED:
        end_waiting(w, &who->way);
        break;
    case PLOY_TRACE_PATH_DROPPED:
        if (args[1] == PLOY_PATH_CANCELLED) end_waiting(w, &who->way);
        break;
    case PLOY_TRACE_GOAL_STARTED:
        end_idling(w, who);
        turn_to(w, who, (uint32_t)args[0]);
        break;
    case PLOY_TRACE_GOAL_FINISHED:
        finish(who);
        break;
    case PLOY_TRACE_ACTION_STARTED:
        do_action(who, args[1]);
        break;
    case PLOY_TRACE_STATE_CHANGED:
        if (who->by == PL_BY_STATES && args[1] != PLOY_NONE) turn_to(w, who, (uint32_t)args[1]);
        break;
    case PLOY_TRACE_UTILITY_CHOSEN:
        if (who->by == PL_BY_OPTIONS) turn_to(w, who, (uint32_t)args[0]);
        break;
    case PLOY_TRACE_ACTIVITY_STARTED:
        start_deed(w, who, (uint32_t)args[0]);
        break;
    case PLOY_TRACE_ACTIVITY_ENDED:
        end_deed(w, who, args[1] == PLOY_SUCCESS);
        break;
    case PLOY_TRACE_ACTIVITY_HALTED:
        end_deed(w, who, false);
        break;
    case PLOY_TRACE_MIND_GIVEN:
        give_mind(w, who, args[0] != 0);
        break;
    case PLOY_TRACE_AGENT_CREATED:
        give_mind(w, who, true);
        break;
    case PLOY_TRACE_AGENT_GONE:
        end_all(w, who);
        break;
    default:
        break;
    }
}

ploy_status pl_watch_all(pl_watch* w)
{
    ploy_recording* recording = w->debugger->recording;
    uint64_t ticks = ploy_recording_get_info(recording).ticks, tick;
    ploy_trace_event event;
    ploy_status status = PLOY_FOUND;
    ploy_recording_seek(recording, 0);
    while ((status = ploy_recording_next(recording, &event, &tick)) == PLOY_FOUND && tick < ticks) {
        w->tick = tick;
        uint32_t kind = pl_event_kinds_of(&w->debugger->kinds, event.kind);
        if (kind == PLOY_TRACE_TICK_BEGUN) w->now = (int64_t)event.args[1];
        if (kind == PLOY_NONE || event.agent == 0 || event.agent >= MAX_AGENTS) continue;
        pl_watched* who = watched_of(w, event.agent);
        if (!who) return PLOY_OUT_OF_MEMORY;
        hear(w, who, kind, event.args);
    }
    // What is still so at the end counts too.
    for (uint32_t i = 0; i < w->agents.count; ++i) end_all(w, &w->agents.data[i]);
    return status == PLOY_OUT_OF_MEMORY ? status : PLOY_OK;
}

void pl_watch_destroy(pl_watch* w)
{
    PL_ARRAY_FREE(&w->agents, &w->debugger->allocator);
}
