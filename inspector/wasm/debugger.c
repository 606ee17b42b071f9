// The decision debugger, with the same calls as `ploy ask`, so that page and program give the same answers.

#include "export.h"

static ploy_debugger* debugger;
static ploy_debug_answer* answer;
static ploy_error error;

/// Empty texts are left out of the query; other_tick -1: no diff; nth 0: the last of its tick. Returns a ploy_status;
/// then call answer_*.
int EXPORT(query)(unsigned agent, unsigned tick, unsigned nth, const char* why_not, const char* with, const char* flip,
                int other_tick, bool brief)
{
    ploy_debug_query def = {0};
    def.agent = agent;
    def.tick = tick;
    def.nth = nth;
    def.why_not = why_not[0] ? why_not : NULL;
    def.with = with[0] ? with : NULL;
    def.flip = flip[0] ? flip : NULL;
    def.diff = other_tick >= 0;
    def.brief = brief;
    def.other_tick = other_tick >= 0 ? (uint64_t)other_tick : 0;
    ploy_debug_answer_destroy(answer);
    answer = NULL;
    error = (ploy_error){0};
    if (!page_debugger()) return PLOY_INVALID;
    return ploy_debugger_query(debugger, &def, &answer, &error);
}

/// The search of the decision: the same as `ploy ask --brief --search`.
int EXPORT(query_search)(unsigned agent, unsigned tick)
{
    ploy_debug_query def = {0};
    def.agent = agent;
    def.tick = tick;
    def.brief = def.search = true;
    ploy_debug_answer_destroy(answer);
    answer = NULL;
    error = (ploy_error){0};
    return page_debugger() ? ploy_debugger_query(debugger, &def, &answer, &error) : PLOY_INVALID;
}

int EXPORT(query_problems)(void)
{
    ploy_debug_answer_destroy(answer);
    answer = NULL;
    error = (ploy_error){0};
    return page_debugger() ? ploy_debugger_find_problems(debugger, &answer, &error) : PLOY_INVALID;
}

const char* EXPORT(answer_text)(void)
{
    return answer ? answer->text : "";
}

const char* EXPORT(answer_json)(void)
{
    return answer ? answer->json : "";
}

const char* EXPORT(answer_error)(void)
{
    return error.message;
}

const char* EXPORT(answer_hint)(void)
{
    return error.hint;
}

/// The recording has changed.
void EXPORT(debugger_reset)(void)
{
    ploy_debug_answer_destroy(answer);
    ploy_debugger_destroy(debugger);
    answer = NULL;
    debugger = NULL;
}

ploy_debugger* page_debugger(void)
{
    if (!debugger) ploy_debugger_create(&(ploy_debugger_def){.recording = page_recording()}, &debugger, &error);
    return debugger;
}
