#include <inttypes.h>

#include "base/check.h"
#include "base/error.h"
#include "base/index.h"
#include "record/debugger/debugger_query.h"

static ploy_debug_query debug_query_with_defaults(const ploy_debug_query* given)
{
    ploy_debug_query def = given ? *given : (ploy_debug_query){0};
    PL_DEFAULT(def.max_set, 3);
    PL_DEFAULT(def.max_sets, 8);
    PL_DEFAULT(def.max_tries, 20000);
    return def;
}

// Answers.

typedef struct answer
{
    ploy_debug_answer shown;
    ploy_allocator allocator;
    pl_text text;
    pl_text json;
} answer;

ploy_status pl_debug_query_finish(pl_debug_query* a, ploy_status status, ploy_debug_answer** made)
{
    *made = NULL;
    if (a->text.failed || a->json.failed || (a->stage && a->stage->failed)) status = PLOY_OUT_OF_MEMORY;
    answer* kept = status == PLOY_OK ? PL_NEW(&a->debugger->allocator, answer) : NULL;
    if (!kept) {
        pl_text_destroy(&a->text);
        pl_text_destroy(&a->json);
        return status == PLOY_OK ? PLOY_OUT_OF_MEMORY : status;
    }
    *kept = (answer){.allocator = a->debugger->allocator, .text = a->text, .json = a->json};
    kept->shown =
        (ploy_debug_answer){pl_text_string(&kept->text), pl_text_string(&kept->json), a->is_same, a->problem_count};
    *made = &kept->shown;
    return PLOY_OK;
}

void ploy_debug_answer_destroy(ploy_debug_answer* made)
{
    if (!made) return;
    answer* kept = (answer*)made;
    ploy_allocator allocator = kept->allocator;
    pl_text_destroy(&kept->text);
    pl_text_destroy(&kept->json);
    PL_DELETE(&allocator, kept);
}

// Questions.

static ploy_status find_agent(pl_debug_query* a)
{
    a->agent = pl_debugger_agent_of(a->debugger, a->question->agent);
    if (a->agent) return PLOY_OK;
    pl_error_set(a->error, 0, 0, "the recording has no agent %" PRIu32, a->question->agent);
    return PLOY_NOT_FOUND;
}

static ploy_status complain_early(const pl_debug_query* a)
{
    pl_error_set(a->error, 0, 0, "%.80s has decided nothing up to tick %" PRIu64, a->agent->name, a->question->tick);
    pl_error_hint(a->error, "the recording has ticks 0 to %" PRIu64 ": ask for a later one",
                  ploy_recording_get_info(a->debugger->recording).ticks);
    return PLOY_NOT_FOUND;
}

static ploy_status complain_nth(const pl_debug_query* a)
{
    pl_error_set(a->error, 0, 0, "%.80s made no decision %" PRIu32 " in that tick", a->agent->name, a->question->nth);
    pl_error_hint(a->error, "ask without it: the answer says how many there were");
    return PLOY_INVALID;
}

static bool asks_for_plans(const pl_debug_query* a)
{
    const ploy_debug_query* q = a->question;
    return q->why_not || q->with || q->flip || q->diff || q->search;
}

static ploy_status ask_parts(pl_debug_query* a)
{
    const ploy_debug_query* q = a->question;
    ploy_status status = pl_ask_decision(a);
    if (status == PLOY_OK && q->why_not) status = pl_ask_why_not(a);
    if (status == PLOY_OK && q->with) status = pl_ask_with(a);
    if (status == PLOY_OK && q->flip) status = pl_ask_flip(a);
    if (status == PLOY_OK && q->diff) status = pl_ask_diff(a);
    if (status == PLOY_OK && q->search) status = pl_ask_search(a);
    return status;
}

static ploy_status ask_plans(pl_debug_query* a, pl_decision* d)
{
    pl_scene scene;
    a->decision = d;
    a->scene = &scene;
    if (!d->is_begun) {
        pl_error_set(a->error, 0, 0, "the recording ends before the search of tick %" PRIu64 " began", d->tick);
        return PLOY_NOT_FOUND;
    }
    ploy_status status = pl_scene_make(a->stage, d, &a->debugger->scratch, &scene);
    if (status == PLOY_INVALID) {
        pl_error_set(a->error, 0, 0, "the decision of tick %" PRIu64 " does not fit its domain", d->tick);
    }
    return status == PLOY_OK ? ask_parts(a) : status;
}

static ploy_status ask_planner(pl_debug_query* a, const char* domain)
{
    pl_decision* d;
    ploy_status status = pl_debugger_stage(a->debugger, domain, &a->stage, a->error);
    if (status != PLOY_OK) {
        a->stage = NULL;
        return status;
    }
    a->stage->failed = false;
    status = pl_decision_read(&a->debugger->allocator, &a->debugger->kinds, a->debugger->recording, a->agent->number,
                              a->question->tick, a->question->nth, &d);
    if (status == PLOY_NOT_FOUND) return complain_early(a);
    if (status == PLOY_INVALID) return complain_nth(a);
    if (status == PLOY_OK) status = ask_plans(a, d);
    pl_decision_destroy(d);
    return status;
}

static ploy_status ask(pl_debug_query* a)
{
    ploy_status status = find_agent(a);
    if (status != PLOY_OK) return status;
    const pl_debugger_mind* mind = a->agent->mind == PL_NONE ? NULL : &a->debugger->minds.data[a->agent->mind];
    pl_json_open(&a->json, NULL, '{');
    pl_json_count(&a->json, "agent", a->agent->number);
    pl_json_string(&a->json, "name", a->agent->name);
    pl_json_string(&a->json, "mind", mind ? mind->kind : NULL);
    pl_json_string(&a->json, "domain", mind && *mind->domain ? mind->domain : NULL);
    pl_json_count(&a->json, "tick", a->question->tick);
    a->is_same = true;
    if (mind && *mind->domain) {
        status = ask_planner(a, mind->domain);
    } else if (asks_for_plans(a)) {
        pl_error_set(a->error, 0, 0, "%.80s does not plan: its mind is '%.40s'", a->agent->name,
                     mind ? mind->kind : "none");
        pl_error_hint(a->error, "ask without why-not, with, flip, diff and search for what the trace knows");
        status = PLOY_INVALID;
    } else {
        status = pl_ask_other(a);
    }
    pl_json_close(&a->json, '}');
    pl_text_add(&a->json, "\n");
    return status;
}

ploy_status ploy_debugger_query(ploy_debugger* debugger, const ploy_debug_query* given, ploy_debug_answer** made,
                                ploy_error* error)
{
    ploy_debug_query full = debug_query_with_defaults(given);
    const ploy_debug_query* question = &full;
    pl_error_clear(error);
    pl_debug_query a = {.debugger = debugger, .question = question, .error = error};
    pl_text_init(&a.text, &debugger->allocator);
    pl_text_init(&a.json, &debugger->allocator);
    pl_arena_reset(&debugger->scratch);
    return pl_debug_query_finish(&a, ask(&a), made);
}
