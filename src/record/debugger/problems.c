// Agents with problems over time, found in one pass over the trace.
//
//   dithering   The agent alternates between two goals (states, options, activities) MIN_RETURNS times in a row, each
//               time back within a second, and finishes none of them, whatever changed meanwhile: something always
//               does. One row per pair.
//   idle        Nothing runs for two seconds although a goal with a priority has no plan or was refused. An agent that
//               does not plan is idle when it has a mind and runs no activity for five seconds.
//   starved     A requested plan or path takes a second or longer (a new path request does not restart the clock), or
//               a search stops at a limit.

#include <inttypes.h>
#include <ploy/path_service.h>
#include <string.h>

#include "base/check.h"
#include "base/error.h"
#include "plan/domain/compiled.h"
#include "record/debugger/debugger.h"

enum
{
    MIN_RETURNS = 3,
    MAX_AGENTS = 1 << 20,
};

#define SECOND INT64_C(1000000)
#define MAX_TIME (INT64_MAX / 4) // of a recording, so that differences fit
#define MAX_RETURN SECOND
#define MIN_IDLE (2 * SECOND)
#define MIN_IDLE_WITHOUT_GOALS (5 * SECOND)
#define MIN_WAIT SECOND

typedef struct problem_span
{
    uint64_t first, last; // ticks
    uint32_t count;
    int64_t longest; // microseconds
    uint64_t longest_from, longest_to;
} problem_span;

// What an agent alternates between when it dithers.
typedef enum watched_by
{
    BY_NOTHING, // unknown
    BY_GOALS,
    BY_STATES,
    BY_OPTIONS,
    BY_ACTIVITIES,
} watched_by;

// Two goals (states, …) that it has gone back and forth between.
typedef struct dithered_pair
{
    const pl_debugger_agent* life;
    uint32_t a, b;
    problem_span span;
} dithered_pair;

typedef struct dithering
{
    uint32_t is, was; // the goal (state, …) now, and before; PLOY_NONE: none
    int64_t is_at, was_at;
    uint32_t returns;      // in a row
    uint64_t returns_tick; // of the first of them
    PL_ARRAY(dithered_pair) pairs;
} dithering;

typedef struct waiting_time
{
    bool is_open;
    int64_t since;
    uint64_t since_tick;
    problem_span span;
} waiting_time;

typedef struct watched_agent
{
    watched_by by;
    const pl_debugger_agent* life; // NULL: unknown
    const ploy_domain* domain;     // NULL: it does not plan
    dithering dithering;
    uint32_t activities; // running
    bool can_idle;       // its mind runs activities
    bool wants;          // a goal of the current ranking has no plan or was refused
    bool is_idle;
    int64_t since; // idle
    uint64_t since_tick;
    problem_span idle;
    waiting_time plan, path;
    uint32_t limited; // searches that stopped at a limit
    uint64_t limited_tick;
} watched_agent;

typedef struct problem_watch
{
    ploy_debugger* debugger;
    PL_ARRAY(watched_agent) agents; // with events, in the order of their first ones
    PL_ARRAY(uint32_t) index1;      // by agent's number: index plus one; 0: none
    int64_t now;
    uint64_t tick;
    bool failed; // out of memory
} problem_watch;

// Agents.

static watched_by watched_by_mind(const char* type)
{
    static const struct
    {
        const char* type;
        watched_by by;
    } types[] = {
        {"goap", BY_GOALS},      {"fsm", BY_STATES},    {"fuzzy", BY_STATES},
        {"utility", BY_OPTIONS}, {"bt", BY_ACTIVITIES}, {"htn", BY_ACTIVITIES},
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; ++i) {
        if (strcmp(types[i].type, type) == 0) return types[i].by;
    }
    return BY_NOTHING;
}

// The mind that the agent has now.
static void watch_mind(problem_watch* w, watched_agent* who, uint32_t agent)
{
    const pl_debugger_agent* life = pl_debugger_agent_at(w->debugger, agent, w->tick);
    const pl_debugger_mind* mind = pl_debugger_mind_of(w->debugger, life);
    if (!mind || who->life == life) return;
    who->life = life;
    who->by = watched_by_mind(mind->type);
    who->domain = NULL;
    if (mind->plans && ploy_debugger_domain(w->debugger, agent, w->tick, &who->domain, NULL) == PLOY_OK)
        who->by = BY_GOALS;
    // A behavior tree may do everything in its nodes. It can be idle only once it has run an activity.
    who->can_idle = who->by == BY_STATES || who->by == BY_OPTIONS;
}

static watched_agent* watched_of(problem_watch* w, uint32_t agent)
{
    while (w->index1.count <= agent) {
        if (!PL_ARRAY_PUSH(&w->index1, &w->debugger->allocator, 0)) return NULL;
    }
    if (w->index1.data[agent] == 0) {
        watched_agent who = {.dithering = {.is = PLOY_NONE, .was = PLOY_NONE}};
        watch_mind(w, &who, agent);
        if (!PL_ARRAY_PUSH(&w->agents, &w->debugger->allocator, who)) return NULL;
        w->index1.data[agent] = w->agents.count;
    }
    return &w->agents.data[w->index1.data[agent] - 1];
}

static void take_long(problem_span* s, const problem_watch* w, uint64_t from, int64_t since)
{
    int64_t length = w->now - since;
    if (s->count++ == 0) s->first = from;
    s->last = w->tick;
    if (length < s->longest) return;
    s->longest = length;
    s->longest_from = from;
    s->longest_to = w->tick;
}

// Dithering.

static dithered_pair* pair_of(problem_watch* w, watched_agent* who, uint32_t a, uint32_t b)
{
    dithering* f = &who->dithering;
    for (uint32_t i = 0; i < f->pairs.count; ++i) {
        dithered_pair* pair = &f->pairs.data[i];
        if (pair->a == a && pair->b == b && pair->life->mind == who->life->mind) return pair;
    }
    dithered_pair fresh = {.life = who->life, .a = a, .b = b};
    bool is_added = PL_ARRAY_PUSH(&f->pairs, &w->debugger->allocator, fresh);
    w->failed |= !is_added;
    return is_added ? &f->pairs.data[f->pairs.count - 1] : NULL;
}

static void count_return(problem_watch* w, watched_agent* who)
{
    dithering* f = &who->dithering;
    if (f->returns++ == 0) f->returns_tick = w->tick;
    if (f->returns < MIN_RETURNS || !who->life) return;
    dithered_pair* pair = pair_of(w, who, f->is < f->was ? f->is : f->was, f->is < f->was ? f->was : f->is);
    if (!pair) return;
    problem_span* span = &pair->span;
    if (span->count == 0) span->first = f->returns_tick;
    span->count += f->returns == MIN_RETURNS ? MIN_RETURNS : 1;
    span->last = w->tick;
}

static void turn_to(problem_watch* w, watched_agent* who, uint32_t what)
{
    dithering* f = &who->dithering;
    if (what == f->is) return;
    bool is_back =
        what == f->was && what != PLOY_NONE && w->now - f->is_at <= MAX_RETURN && w->now - f->was_at <= 2 * MAX_RETURN;
    if (!is_back) f->returns = 0;
    f->was = f->is;
    f->was_at = f->is_at;
    f->is = what;
    f->is_at = w->now;
    if (is_back) count_return(w, who);
}

// The goal is finished: to choose it again later is no return.
static void finish(watched_agent* who)
{
    who->dithering.returns = 0;
    who->dithering.is = who->dithering.was = PLOY_NONE;
}

// Idling.

static void begin_idling(problem_watch* w, watched_agent* who)
{
    if (who->is_idle) return;
    who->is_idle = true;
    who->since = w->now;
    who->since_tick = w->tick;
}

static void end_idling(problem_watch* w, watched_agent* who)
{
    int64_t max = who->domain ? MIN_IDLE : MIN_IDLE_WITHOUT_GOALS;
    if (who->is_idle && w->now - who->since >= max) take_long(&who->idle, w, who->since_tick, who->since);
    who->is_idle = false;
}

static void start_activity(problem_watch* w, watched_agent* who, uint32_t activity)
{
    ++who->activities;
    if (who->domain) return;
    who->can_idle = true;
    end_idling(w, who);
    if (who->by == BY_ACTIVITIES) turn_to(w, who, activity);
}

static void end_activity(problem_watch* w, watched_agent* who, bool is_done)
{
    if (who->activities > 0) --who->activities;
    if (who->domain) return;
    if (is_done) finish(who);
    if (who->activities == 0 && who->can_idle) begin_idling(w, who);
}

// Waiting.

static void begin_waiting(const problem_watch* w, waiting_time* waiting)
{
    if (waiting->is_open) return;
    waiting->is_open = true;
    waiting->since = w->now;
    waiting->since_tick = w->tick;
}

static void end_waiting(const problem_watch* w, waiting_time* waiting)
{
    bool is_long = waiting->is_open && w->now - waiting->since >= MIN_WAIT;
    if (is_long) take_long(&waiting->span, w, waiting->since_tick, waiting->since);
    waiting->is_open = false;
}

static void fail_plan(const problem_watch* w, watched_agent* who, uint64_t status)
{
    end_waiting(w, &who->plan);
    if (status != PLOY_OUT_OF_NODES && status != PLOY_OUT_OF_DEPTH && status != PLOY_OUT_OF_MEMORY) return;
    ++who->limited;
    who->limited_tick = w->tick;
}

// Nothing waits for the rest of a plan: the agent acts.
static void choose_goal(problem_watch* w, watched_agent* who, uint64_t goal, uint64_t mode)
{
    bool is_nothing = goal == PLOY_NONE;
    if (is_nothing && who->wants) begin_idling(w, who);
    if (is_nothing && !who->wants) who->is_idle = false;
    if (!is_nothing && mode != PL_DECISION_REST) begin_waiting(w, &who->plan);
    who->wants = false;
}

// The agent was removed or got another mind.
static void end_all(problem_watch* w, watched_agent* who)
{
    end_idling(w, who);
    end_waiting(w, &who->plan);
    end_waiting(w, &who->path);
    finish(who);
    who->activities = 0;
}

static void give_mind(problem_watch* w, watched_agent* who, uint32_t agent, bool is_one)
{
    end_all(w, who);
    watch_mind(w, who, agent);
    if (is_one && who->can_idle && !who->domain) begin_idling(w, who);
}

static void on_event(problem_watch* w, watched_agent* who, uint32_t kind, const ploy_trace_event* event)
{
    const uint64_t* args = event->args;
    switch (kind) {
    case PLOY_TRACE_DECISION_GOAL:
        who->wants |= args[1] > 0 && (args[2] == PLOY_GOAL_STATUS_NO_PLAN || args[2] == PLOY_GOAL_STATUS_REFUSED);
        break;
    case PLOY_TRACE_GOAL_CHOSEN:
        choose_goal(w, who, args[0], args[1]);
        break;
    case PLOY_TRACE_PLAN_FOUND:
        end_waiting(w, &who->plan);
        break;
    case PLOY_TRACE_PLAN_FAILED:
        fail_plan(w, who, args[1]);
        break;
    case PLOY_TRACE_PATH_REQUESTED:
        begin_waiting(w, &who->path);
        break;
    case PLOY_TRACE_PATH_ANSWERED:
        end_waiting(w, &who->path);
        break;
    case PLOY_TRACE_PATH_DROPPED:
        if (args[1] == PLOY_PATH_CANCELLED) end_waiting(w, &who->path);
        break;
    case PLOY_TRACE_GOAL_STARTED:
        end_idling(w, who);
        turn_to(w, who, (uint32_t)args[0]);
        break;
    case PLOY_TRACE_GOAL_FINISHED:
        finish(who);
        break;
    case PLOY_TRACE_STATE_CHANGED:
        if (who->by == BY_STATES && args[1] != PLOY_NONE) turn_to(w, who, (uint32_t)args[1]);
        break;
    case PLOY_TRACE_UTILITY_CHOSEN:
        if (who->by == BY_OPTIONS) turn_to(w, who, (uint32_t)args[0]);
        break;
    case PLOY_TRACE_ACTIVITY_STARTED:
        start_activity(w, who, (uint32_t)args[0]);
        break;
    case PLOY_TRACE_ACTIVITY_ENDED:
        end_activity(w, who, args[1] == PLOY_SUCCESS);
        break;
    case PLOY_TRACE_ACTIVITY_HALTED:
        end_activity(w, who, false);
        break;
    case PLOY_TRACE_MIND_GIVEN:
        if (args[1] == 0) give_mind(w, who, event->agent, args[0] != 0);
        break;
    case PLOY_TRACE_AGENT_CREATED:
        give_mind(w, who, event->agent, true);
        break;
    case PLOY_TRACE_AGENT_GONE:
        end_all(w, who);
        break;
    default:
        break;
    }
}

static ploy_status watch_all(problem_watch* w)
{
    ploy_recording* recording = w->debugger->recording;
    uint64_t ticks = ploy_recording_get_info(recording).ticks, tick;
    ploy_trace_event event;
    ploy_status status = PLOY_FOUND;
    ploy_recording_seek(recording, 0);
    while ((status = ploy_recording_next(recording, &event, &tick)) == PLOY_FOUND && tick < ticks) {
        w->tick = tick;
        uint32_t kind = pl_event_kinds_of(&w->debugger->kinds, event.kind);
        if (kind == PLOY_TRACE_TICK_BEGUN) w->now = event.args[1] < MAX_TIME ? (int64_t)event.args[1] : MAX_TIME;
        if (kind == PLOY_NONE || event.agent == 0 || event.agent >= MAX_AGENTS) continue;
        watched_agent* who = watched_of(w, event.agent);
        if (!who) return PLOY_OUT_OF_MEMORY;
        on_event(w, who, kind, &event);
    }
    // Problems that last until the end of the recording count too.
    for (uint32_t i = 0; i < w->agents.count; ++i) end_all(w, &w->agents.data[i]);
    return status == PLOY_OUT_OF_MEMORY || w->failed ? PLOY_OUT_OF_MEMORY : PLOY_OK;
}

static void destroy_watch(problem_watch* w)
{
    for (uint32_t i = 0; i < w->agents.count; ++i)
        PL_ARRAY_FREE(&w->agents.data[i].dithering.pairs, &w->debugger->allocator);
    PL_ARRAY_FREE(&w->agents, &w->debugger->allocator);
    PL_ARRAY_FREE(&w->index1, &w->debugger->allocator);
}

// The report.

typedef struct problem_report
{
    pl_debug_run* run;
    problem_watch watch;
    uint32_t found;
} problem_report;

// The name of a goal, a state, an option or an activity.
static const char* name_of(const problem_report* t, const pl_debugger_agent* life, uint32_t what, char* text,
                           size_t size)
{
    const pl_debugger_mind* mind = pl_debugger_mind_of(t->run->debugger, life);
    const ploy_domain* domain = mind->plans ? pl_debugger_mind_domain(t->run->debugger, mind->number) : NULL;
    if (domain) return what < ploy_domain_goal_count(domain) ? ploy_domain_goal(domain, what).name : "another goal";
    if (watched_by_mind(mind->type) == BY_ACTIVITIES) return pl_note_line(t->run, "activities", what, text, size);
    return pl_mind_part_name(t->run, life, what, text, size);
}

static void open_problem(problem_report* t, const char* kind, uint32_t agent, const char* name, const problem_span* s)
{
    ++t->found;
    pl_json_open(&t->run->json, NULL, '{');
    pl_json_string(&t->run->json, "problem", kind);
    pl_json_count(&t->run->json, "agent", agent);
    pl_json_string(&t->run->json, "name", name);
    pl_json_count(&t->run->json, "times", s->count);
    pl_json_count(&t->run->json, "first_tick", s->first);
    pl_json_count(&t->run->json, "last_tick", s->last);
}

static void close_problem(problem_report* t, uint32_t from)
{
    pl_debug_run* run = t->run;
    pl_text_add(&run->text, "\n");
    char* line = run->text.failed ? NULL : run->text.chars.data + from;
    if (line) run->text.chars.data[run->text.chars.count - 1] = '\0';
    pl_json_string(&run->json, "text", line ? line : "");
    if (line) run->text.chars.data[run->text.chars.count - 1] = '\n';
    pl_json_close(&run->json, '}');
}

static void report_dithering(problem_report* t, uint32_t agent, const dithered_pair* pair)
{
    uint32_t from = t->run->text.chars.count;
    const problem_span* span = &pair->span;
    char texts[2][256];
    const char* a = name_of(t, pair->life, pair->a, texts[0], sizeof texts[0]);
    const char* b = name_of(t, pair->life, pair->b, texts[1], sizeof texts[1]);
    open_problem(t, "dithering", agent, pair->life->name, span);
    pl_json_open(&t->run->json, "between", '[');
    pl_json_string(&t->run->json, NULL, a);
    pl_json_string(&t->run->json, NULL, b);
    pl_json_close(&t->run->json, ']');
    pl_text_add(&t->run->text,
                "%s dithers between %s and %s: %" PRIu32 " returns within a second, ticks %" PRIu64 " to %" PRIu64 ".",
                pair->life->name, a, b, span->count, span->first, span->last);
    close_problem(t, from);
}

// The summary of the decision.
static ploy_status report_reason(problem_report* t, uint32_t agent, uint64_t tick)
{
    ploy_debug_query query = {0};
    ploy_debug_answer* answer;
    query.agent = agent;
    query.tick = tick;
    query.brief = true;
    ploy_status status = ploy_debugger_query(t->run->debugger, &query, &answer, NULL);
    if (status != PLOY_OK) return status == PLOY_OUT_OF_MEMORY ? status : PLOY_OK;
    const char* line = strchr(answer->text, '\n');
    if (line) pl_text_add(&t->run->text, " %.*s", (int)strcspn(line + 1, "\n"), line + 1);
    ploy_debug_answer_destroy(answer);
    return PLOY_OK;
}

static ploy_status report_idle(problem_report* t, uint32_t agent, const char* name, const watched_agent* who)
{
    uint32_t from = t->run->text.chars.count;
    open_problem(t, "idle", agent, name, &who->idle);
    pl_text_add(&t->run->text, "%s is idle for ", name);
    pl_text_add_decimal(&t->run->text, who->idle.longest / 1000);
    pl_text_add(&t->run->text, " s, ticks %" PRIu64 " to %" PRIu64 "%s.", who->idle.longest_from, who->idle.longest_to,
                who->domain ? " although it has open goals" : "");
    ploy_status status = report_reason(t, agent, who->idle.longest_from);
    close_problem(t, from);
    return status;
}

static bool is_starved(const watched_agent* who)
{
    return who->plan.span.count > 0 || who->path.span.count > 0 || who->limited > 0;
}

static problem_span starved_span(const watched_agent* who)
{
    if (who->plan.span.count > 0) return who->plan.span;
    if (who->path.span.count > 0) return who->path.span;
    return (problem_span){.first = who->limited_tick, .last = who->limited_tick};
}

static void report_waiting(problem_report* t, const problem_span* span, const char* mark, const char* what)
{
    if (span->count == 0) return;
    pl_text_add(&t->run->text, "%s %s takes ", mark, what);
    pl_text_add_decimal(&t->run->text, span->longest / 1000);
    pl_text_add(&t->run->text, " s, ticks %" PRIu64 " to %" PRIu64, span->longest_from, span->longest_to);
}

static void report_starved(problem_report* t, uint32_t agent, const char* name, const watched_agent* who)
{
    uint32_t from = t->run->text.chars.count;
    problem_span span = starved_span(who);
    bool waits_for_plan = who->plan.span.count > 0, waits = waits_for_plan || who->path.span.count > 0;
    open_problem(t, "starved", agent, name, &span);
    pl_text_add(&t->run->text, "%s starves:", name);
    report_waiting(t, &who->plan.span, "", "a search");
    report_waiting(t, &who->path.span, waits_for_plan ? ";" : "", "a path request");
    if (who->limited > 0) {
        pl_text_add(&t->run->text, "%s %" PRIu32 " search%s stopped at a limit, the last in tick %" PRIu64,
                    waits ? ";" : "", who->limited, who->limited == 1 ? "" : "es", who->limited_tick);
    }
    pl_text_add(&t->run->text, ".");
    close_problem(t, from);
}

static ploy_status report_agent(problem_report* t, uint32_t agent)
{
    if (t->watch.index1.data[agent] == 0) return PLOY_OK;
    const pl_debugger_agent* known = pl_debugger_agent_at(t->run->debugger, agent, UINT64_MAX);
    const watched_agent* who = &t->watch.agents.data[t->watch.index1.data[agent] - 1];
    const char* name = known ? known->name : "an agent";
    ploy_status status = PLOY_OK;
    if (who->idle.count > 0) status = report_idle(t, agent, name, who);
    for (uint32_t i = 0; i < who->dithering.pairs.count; ++i) report_dithering(t, agent, &who->dithering.pairs.data[i]);
    if (is_starved(who)) report_starved(t, agent, name, who);
    return status;
}

static ploy_status find_problems(problem_report* t)
{
    ploy_status status = watch_all(&t->watch);
    pl_json_open(&t->run->json, NULL, '{');
    pl_json_open(&t->run->json, "problems", '[');
    for (uint32_t i = 1; i < t->watch.index1.count && status == PLOY_OK; ++i) status = report_agent(t, i);
    pl_json_close(&t->run->json, ']');
    pl_debug_run_report_recording(t->run);
    pl_json_close(&t->run->json, '}');
    pl_text_add(&t->run->json, "\n");
    if (t->found == 0) pl_text_add(&t->run->text, "No agent dithers, is idle or starves.\n");
    t->run->is_same = true;
    t->run->problem_count = t->found;
    return status;
}

ploy_status ploy_debugger_find_problems(ploy_debugger* debugger, ploy_debug_answer** made, ploy_error* error)
{
    PL_NEED_NAMED("answer", error, made, PLOY_INVALID);
    *made = NULL;
    PL_NEED_ERROR(error, debugger, PLOY_INVALID);
    pl_error_clear(error);
    pl_debug_run run = {.debugger = debugger, .error = error};
    problem_report t = {.run = &run, .watch = {.debugger = debugger}};
    pl_text_init(&run.text, &debugger->allocator);
    pl_text_init(&run.json, &debugger->allocator);
    ploy_status status = find_problems(&t);
    destroy_watch(&t.watch);
    return pl_debug_run_finish(&run, status, made);
}
