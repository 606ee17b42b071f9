// Agents that go wrong over time, found in one pass over the trace:
//
//   flapping   a goal is taken up again within a second of being left for another, at least FLAPS times
//   idle       nothing is under way for IDLE or longer though a goal with a priority finds no plan or is refused
//   starved    a search waits for STARVED or longer, or ends at a limit

#include <inttypes.h>
#include <string.h>

#include "base/error.h"
#include "base/index.h"
#include "record/asking.h"

enum
{
    FLAPS = 3,
    MAX_AGENTS = 1 << 20,
};

#define SECOND INT64_C(1000000)
#define IDLE (2 * SECOND)
#define STARVED SECOND

typedef struct span
{
    uint64_t first, last; // ticks
    uint32_t count;
    int64_t longest; // microseconds
    uint64_t longest_from, longest_to;
} span;

typedef struct watched
{
    uint32_t goal, before;      // the last two goals started, or PLOY_NONE
    int64_t goal_at, before_at; // when
    uint32_t flap_a, flap_b;    // goals of the last flap
    span flaps;
    bool wants;    // a goal of the ranking that is being told waits for a plan
    bool is_idle;  // nothing is under way though one waits
    int64_t since; // idle
    uint64_t since_tick;
    span idle;
    bool is_waiting; // for a search
    int64_t asked_at;
    uint64_t asked_tick;
    span waits;
    uint32_t ran_out;
    uint64_t ran_out_tick;
} watched;

typedef struct watch
{
    pl_asking* a;
    PL_ARRAY(watched) agents; // by number
    int64_t now;
    uint64_t tick;
    uint32_t found;
} watch;

static watched* watched_of(watch* w, uint32_t agent)
{
    if (agent == 0 || agent >= MAX_AGENTS) return NULL;
    while (w->agents.count <= agent) {
        watched fresh = {.goal = PLOY_NONE, .before = PLOY_NONE};
        if (!PL_ARRAY_PUSH(&w->agents, &w->a->asker->allocator, fresh)) return NULL;
    }
    return &w->agents.data[agent];
}

static void count_span(span* s, uint64_t tick)
{
    if (s->count++ == 0) s->first = tick;
    s->last = tick;
}

static void take_long(span* s, const watch* w, uint64_t from, int64_t since)
{
    int64_t length = w->now - since;
    if (s->count++ == 0) s->first = from;
    s->last = w->tick;
    if (length < s->longest) return;
    s->longest = length;
    s->longest_from = from;
    s->longest_to = w->tick;
}

static void start_goal(watch* w, watched* who, uint32_t goal)
{
    if (who->is_idle && w->now - who->since >= IDLE) take_long(&who->idle, w, who->since_tick, who->since);
    who->is_idle = false;
    if (goal == who->goal) return;
    if (goal == who->before && w->now - who->goal_at <= SECOND && w->now - who->before_at <= 2 * SECOND) {
        count_span(&who->flaps, w->tick);
        who->flap_a = who->goal;
        who->flap_b = goal;
    }
    who->before = who->goal;
    who->before_at = who->goal_at;
    who->goal = goal;
    who->goal_at = w->now;
}

static void choose_goal(watch* w, watched* who, uint64_t goal)
{
    bool is_nothing = goal == PLOY_NONE;
    if (is_nothing && who->wants && !who->is_idle) {
        who->is_idle = true;
        who->since = w->now;
        who->since_tick = w->tick;
    }
    if (is_nothing && !who->wants) who->is_idle = false;
    if (!is_nothing && !who->is_waiting) {
        who->is_waiting = true;
        who->asked_at = w->now;
        who->asked_tick = w->tick;
    }
    who->wants = false;
}

static void end_search(watch* w, watched* who, ploy_status status)
{
    if (who->is_waiting && w->now - who->asked_at >= STARVED) take_long(&who->waits, w, who->asked_tick, who->asked_at);
    who->is_waiting = false;
    if (status != PLOY_OUT_OF_NODES && status != PLOY_OUT_OF_DEPTH && status != PLOY_OUT_OF_MEMORY) return;
    ++who->ran_out;
    who->ran_out_tick = w->tick;
}

static void hear(watch* w, watched* who, uint32_t kind, const uint64_t* args)
{
    switch (kind) {
    case PLOY_TRACE_DECISION_GOAL:
        who->wants |= args[1] > 0 && (args[2] == PLOY_GOAP_FATE_NO_PLAN || args[2] == PLOY_GOAP_FATE_REFUSED);
        break;
    case PLOY_TRACE_GOAL_CHOSEN:
        choose_goal(w, who, args[0]);
        break;
    case PLOY_TRACE_PLAN_FOUND:
        end_search(w, who, PLOY_FOUND);
        break;
    case PLOY_TRACE_PLAN_FAILED:
        end_search(w, who, (ploy_status)args[1]);
        break;
    case PLOY_TRACE_GOAL_STARTED:
        start_goal(w, who, (uint32_t)args[0]);
        break;
    case PLOY_TRACE_AGENT_GONE:
        start_goal(w, who, PLOY_NONE);
        end_search(w, who, PLOY_FOUND);
        break;
    default:
        break;
    }
}

static ploy_status listen(watch* w)
{
    ploy_recording* recording = w->a->asker->recording;
    uint64_t ticks = ploy_recording_get_info(recording).ticks, tick;
    ploy_trace_event event;
    ploy_status status = PLOY_FOUND;
    ploy_recording_seek(recording, 0);
    while ((status = ploy_recording_next(recording, &event, &tick)) == PLOY_FOUND && tick < ticks) {
        w->tick = tick;
        uint32_t kind = pl_kinds_of(&w->a->asker->kinds, event.kind);
        if (kind == PLOY_TRACE_TICK_BEGUN) w->now = (int64_t)event.args[1];
        if (kind == PLOY_NONE || event.agent == 0) continue;
        watched* who = watched_of(w, event.agent);
        if (!who && event.agent < MAX_AGENTS) return PLOY_OUT_OF_MEMORY;
        if (who) hear(w, who, kind, event.args);
    }
    return status == PLOY_OUT_OF_MEMORY ? status : PLOY_OK;
}

// What is still so at the end counts too.
static void close_all(watch* w)
{
    for (uint32_t i = 0; i < w->agents.count; ++i) {
        watched* who = &w->agents.data[i];
        start_goal(w, who, who->goal);
        end_search(w, who, PLOY_FOUND);
    }
}

// Telling.

static const char* goal_name(const watch* w, uint32_t agent, uint32_t goal)
{
    const ploy_domain* domain;
    bool is_known = ploy_asker_domain(w->a->asker, agent, &domain, NULL) == PLOY_OK;
    return is_known && goal < ploy_domain_goal_count(domain) ? ploy_domain_goal(domain, goal).name : "another goal";
}

static void open_problem(watch* w, const char* kind, uint32_t agent, const char* name, const span* s)
{
    ++w->found;
    pl_json_open(&w->a->json, NULL, '{');
    pl_json_string(&w->a->json, "problem", kind);
    pl_json_count(&w->a->json, "agent", agent);
    pl_json_string(&w->a->json, "name", name);
    pl_json_count(&w->a->json, "times", s->count);
    pl_json_count(&w->a->json, "first_tick", s->first);
    pl_json_count(&w->a->json, "last_tick", s->last);
}

static void close_problem(watch* w, uint32_t from)
{
    pl_asking* a = w->a;
    pl_text_add(&a->text, "\n");
    char* line = a->text.failed ? NULL : a->text.chars.data + from;
    if (line) a->text.chars.data[a->text.chars.count - 1] = '\0';
    pl_json_string(&a->json, "text", line ? line : "");
    if (line) a->text.chars.data[a->text.chars.count - 1] = '\n';
    pl_json_close(&a->json, '}');
}

static void tell_flaps(watch* w, uint32_t agent, const char* name, const watched* who)
{
    uint32_t from = w->a->text.chars.count;
    open_problem(w, "flapping", agent, name, &who->flaps);
    pl_text_add(&w->a->text,
                "%s flaps between %s and %s: %" PRIu32 " times back within a second, ticks %" PRIu64 " to %" PRIu64 ".",
                name, goal_name(w, agent, who->flap_a), goal_name(w, agent, who->flap_b), who->flaps.count,
                who->flaps.first, who->flaps.last);
    close_problem(w, from);
}

// The sentence of the decision itself.
static ploy_status tell_reason(watch* w, uint32_t agent, uint64_t tick)
{
    ploy_question question = ploy_question_default();
    ploy_answer* answer;
    question.agent = agent;
    question.tick = tick;
    question.brief = true;
    ploy_status status = ploy_ask(w->a->asker, &question, &answer, NULL);
    if (status != PLOY_OK) return status == PLOY_OUT_OF_MEMORY ? status : PLOY_OK;
    const char* line = strchr(answer->text, '\n');
    if (line) pl_text_add(&w->a->text, " %.*s", (int)strcspn(line + 1, "\n"), line + 1);
    ploy_answer_destroy(answer);
    return PLOY_OK;
}

static ploy_status tell_idle(watch* w, uint32_t agent, const char* name, const watched* who)
{
    uint32_t from = w->a->text.chars.count;
    open_problem(w, "idle", agent, name, &who->idle);
    pl_text_add(&w->a->text, "%s does nothing for ", name);
    pl_text_add_decimal(&w->a->text, who->idle.longest / 1000);
    pl_text_add(&w->a->text, " s, ticks %" PRIu64 " to %" PRIu64 ", though it wants something.", who->idle.longest_from,
                who->idle.longest_to);
    ploy_status status = tell_reason(w, agent, who->idle.longest_from);
    close_problem(w, from);
    return status;
}

static void tell_starved(watch* w, uint32_t agent, const char* name, const watched* who)
{
    uint32_t from = w->a->text.chars.count;
    span s = who->waits;
    if (s.count == 0) s.first = s.last = who->ran_out_tick;
    open_problem(w, "starved", agent, name, &s);
    pl_text_add(&w->a->text, "%s starves:", name);
    if (who->waits.count > 0) {
        pl_text_add(&w->a->text, " a search waits for its answer for ");
        pl_text_add_decimal(&w->a->text, who->waits.longest / 1000);
        pl_text_add(&w->a->text, " s, ticks %" PRIu64 " to %" PRIu64, who->waits.longest_from, who->waits.longest_to);
    }
    if (who->ran_out > 0) {
        pl_text_add(&w->a->text, "%s %" PRIu32 " search%s ended at a limit before an answer, the last in tick %" PRIu64,
                    who->waits.count > 0 ? ";" : "", who->ran_out, who->ran_out == 1 ? "" : "es", who->ran_out_tick);
    }
    pl_text_add(&w->a->text, ".");
    close_problem(w, from);
}

static ploy_status tell_agent(watch* w, uint32_t agent)
{
    const pl_asker_agent* known = pl_asker_agent_of(w->a->asker, agent);
    const watched* who = &w->agents.data[agent];
    const char* name = known ? known->name : "an agent";
    ploy_status status = PLOY_OK;
    if (who->idle.count > 0) status = tell_idle(w, agent, name, who);
    if (who->flaps.count >= FLAPS) tell_flaps(w, agent, name, who);
    if (who->waits.count > 0 || who->ran_out > 0) tell_starved(w, agent, name, who);
    return status;
}

static ploy_status find_problems(watch* w)
{
    ploy_status status = listen(w);
    if (status == PLOY_OK) close_all(w);
    pl_json_open(&w->a->json, NULL, '{');
    pl_json_open(&w->a->json, "problems", '[');
    for (uint32_t i = 1; i < w->agents.count && status == PLOY_OK; ++i) status = tell_agent(w, i);
    pl_json_close(&w->a->json, ']');
    pl_json_close(&w->a->json, '}');
    pl_text_add(&w->a->json, "\n");
    if (w->found == 0) pl_text_add(&w->a->text, "No agent flaps, stands still or starves.\n");
    w->a->is_same = w->found == 0;
    return status;
}

ploy_status ploy_ask_problems(ploy_asker* asker, ploy_answer** made, ploy_error* error)
{
    pl_error_clear(error);
    pl_asking a = {.asker = asker, .error = error};
    watch w = {.a = &a};
    pl_text_init(&a.text, &asker->allocator);
    pl_text_init(&a.json, &asker->allocator);
    ploy_status status = find_problems(&w);
    PL_ARRAY_FREE(&w.agents, &asker->allocator);
    return pl_asking_finish(&a, status, made);
}
