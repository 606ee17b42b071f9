// Agents that go wrong over time, told.

#include <inttypes.h>
#include <string.h>

#include "base/error.h"
#include "base/index.h"
#include "record/debugger/problems.h"

typedef struct telling
{
    pl_debug_query* a;
    pl_watch watch;
    uint32_t found;
} telling;

// What it is about: a goal, a state, an option or an activity.
static const char* name_of(const telling* t, uint32_t agent, const pl_watched* who, uint32_t what, char* text,
                           size_t size)
{
    if (who->domain) {
        return what < ploy_domain_goal_count(who->domain) ? ploy_domain_goal(who->domain, what).name : "another goal";
    }
    const pl_debugger_agent* known = pl_debugger_agent_of(t->a->debugger, agent);
    if (who->by == PL_BY_ACTIVITIES || !known) return pl_ask_line(t->a, "activities", what, text, size);
    return pl_ask_part(t->a, known, what, text, size);
}

static void open_problem(telling* t, const char* kind, uint32_t agent, const char* name, const pl_span* s)
{
    ++t->found;
    pl_json_open(&t->a->json, NULL, '{');
    pl_json_string(&t->a->json, "problem", kind);
    pl_json_count(&t->a->json, "agent", agent);
    pl_json_string(&t->a->json, "name", name);
    pl_json_count(&t->a->json, "times", s->count);
    pl_json_count(&t->a->json, "first_tick", s->first);
    pl_json_count(&t->a->json, "last_tick", s->last);
}

static void close_problem(telling* t, uint32_t from)
{
    pl_debug_query* a = t->a;
    pl_text_add(&a->text, "\n");
    char* line = a->text.failed ? NULL : a->text.chars.data + from;
    if (line) a->text.chars.data[a->text.chars.count - 1] = '\0';
    pl_json_string(&a->json, "text", line ? line : "");
    if (line) a->text.chars.data[a->text.chars.count - 1] = '\n';
    pl_json_close(&a->json, '}');
}

static void tell_flaps(telling* t, uint32_t agent, const char* name, const pl_watched* who)
{
    uint32_t from = t->a->text.chars.count;
    const pl_span* span = &who->flaps.span;
    char a[256], b[256];
    open_problem(t, "flapping", agent, name, span);
    pl_text_add(&t->a->text,
                "%s flaps between %s and %s: %" PRIu32 " times back within a second, ticks %" PRIu64 " to %" PRIu64 ".",
                name, name_of(t, agent, who, who->flaps.a, a, sizeof a),
                name_of(t, agent, who, who->flaps.b, b, sizeof b), span->count, span->first, span->last);
    close_problem(t, from);
}

// The sentence of the decision itself.
static ploy_status tell_reason(telling* t, uint32_t agent, uint64_t tick)
{
    ploy_debug_query question = {0};
    ploy_debug_answer* answer;
    question.agent = agent;
    question.tick = tick;
    question.brief = true;
    ploy_status status = ploy_debugger_query(t->a->debugger, &question, &answer, NULL);
    if (status != PLOY_OK) return status == PLOY_OUT_OF_MEMORY ? status : PLOY_OK;
    const char* line = strchr(answer->text, '\n');
    if (line) pl_text_add(&t->a->text, " %.*s", (int)strcspn(line + 1, "\n"), line + 1);
    ploy_debug_answer_destroy(answer);
    return PLOY_OK;
}

static ploy_status tell_idle(telling* t, uint32_t agent, const char* name, const pl_watched* who)
{
    uint32_t from = t->a->text.chars.count;
    open_problem(t, "idle", agent, name, &who->idle);
    pl_text_add(&t->a->text, "%s does nothing for ", name);
    pl_text_add_decimal(&t->a->text, who->idle.longest / 1000);
    pl_text_add(&t->a->text, " s, ticks %" PRIu64 " to %" PRIu64 "%s.", who->idle.longest_from, who->idle.longest_to,
                who->domain ? ", though it wants something" : "");
    ploy_status status = tell_reason(t, agent, who->idle.longest_from);
    close_problem(t, from);
    return status;
}

static bool is_starved(const pl_watched* who)
{
    return who->plan.span.count > 0 || who->way.span.count > 0 || who->ran_out > 0;
}

static pl_span starved_span(const pl_watched* who)
{
    if (who->plan.span.count > 0) return who->plan.span;
    if (who->way.span.count > 0) return who->way.span;
    return (pl_span){.first = who->ran_out_tick, .last = who->ran_out_tick};
}

static void tell_waiting(telling* t, const pl_span* span, const char* mark, const char* what)
{
    if (span->count == 0) return;
    pl_text_add(&t->a->text, "%s %s waits for its answer for ", mark, what);
    pl_text_add_decimal(&t->a->text, span->longest / 1000);
    pl_text_add(&t->a->text, " s, ticks %" PRIu64 " to %" PRIu64, span->longest_from, span->longest_to);
}

static void tell_starved(telling* t, uint32_t agent, const char* name, const pl_watched* who)
{
    uint32_t from = t->a->text.chars.count;
    pl_span span = starved_span(who);
    bool waits_for_plan = who->plan.span.count > 0, waits = waits_for_plan || who->way.span.count > 0;
    open_problem(t, "starved", agent, name, &span);
    pl_text_add(&t->a->text, "%s starves:", name);
    tell_waiting(t, &who->plan.span, "", "a search");
    tell_waiting(t, &who->way.span, waits_for_plan ? ";" : "", "a way it asked for");
    if (who->ran_out > 0) {
        pl_text_add(&t->a->text, "%s %" PRIu32 " search%s ended at a limit before an answer, the last in tick %" PRIu64,
                    waits ? ";" : "", who->ran_out, who->ran_out == 1 ? "" : "es", who->ran_out_tick);
    }
    pl_text_add(&t->a->text, ".");
    close_problem(t, from);
}

static ploy_status tell_agent(telling* t, uint32_t agent)
{
    const pl_debugger_agent* known = pl_debugger_agent_of(t->a->debugger, agent);
    const pl_watched* who = &t->watch.agents.data[agent];
    const char* name = known ? known->name : "an agent";
    ploy_status status = PLOY_OK;
    if (who->idle.count > 0) status = tell_idle(t, agent, name, who);
    if (who->flaps.span.count > 0) tell_flaps(t, agent, name, who);
    if (is_starved(who)) tell_starved(t, agent, name, who);
    return status;
}

static ploy_status find_problems(telling* t)
{
    ploy_status status = pl_watch_all(&t->watch);
    pl_json_open(&t->a->json, NULL, '{');
    pl_json_open(&t->a->json, "problems", '[');
    for (uint32_t i = 1; i < t->watch.agents.count && status == PLOY_OK; ++i) status = tell_agent(t, i);
    pl_json_close(&t->a->json, ']');
    pl_json_close(&t->a->json, '}');
    pl_text_add(&t->a->json, "\n");
    if (t->found == 0) pl_text_add(&t->a->text, "No agent flaps, stands still or starves.\n");
    t->a->is_same = true;
    t->a->problem_count = t->found;
    return status;
}

ploy_status ploy_debugger_find_problems(ploy_debugger* debugger, ploy_debug_answer** made, ploy_error* error)
{
    pl_error_clear(error);
    pl_debug_query a = {.debugger = debugger, .error = error};
    telling t = {.a = &a, .watch = {.debugger = debugger}};
    pl_text_init(&a.text, &debugger->allocator);
    pl_text_init(&a.json, &debugger->allocator);
    ploy_status status = find_problems(&t);
    pl_watch_destroy(&t.watch);
    return pl_debug_query_finish(&a, status, made);
}
