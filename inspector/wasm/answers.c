// Questions about recorded decisions: the calls behind `ploy ask`, so that page and program give the same answers.

#include <ploy/debugger.h>

#include "asker.h"

static ploy_debugger* debugger;
static ploy_debug_answer* answer;
static ploy_error error;

/// Texts of a question that are empty are not asked; other_tick -1: no diff; nth 0: the last of its tick. A
/// ploy_status; then answer_*.
int EXPORT(ask)(unsigned agent, unsigned tick, unsigned nth, const char* why_not, const char* with, const char* flip,
                int other_tick)
{
    ploy_debug_query question = {0};
    question.agent = agent;
    question.tick = tick;
    question.nth = nth;
    question.why_not = why_not[0] ? why_not : NULL;
    question.with = with[0] ? with : NULL;
    question.flip = flip[0] ? flip : NULL;
    question.diff = other_tick >= 0;
    question.other_tick = other_tick >= 0 ? (uint64_t)other_tick : 0;
    ploy_debug_answer_destroy(answer);
    answer = NULL;
    error = (ploy_error){0};
    if (!page_asker()) return PLOY_INVALID;
    return ploy_debugger_query(debugger, &question, &answer, &error);
}

/// The search of the decision: the same as `ploy ask --brief --search`.
int EXPORT(ask_search)(unsigned agent, unsigned tick)
{
    ploy_debug_query question = {0};
    question.agent = agent;
    question.tick = tick;
    question.brief = question.search = true;
    ploy_debug_answer_destroy(answer);
    answer = NULL;
    error = (ploy_error){0};
    return page_asker() ? ploy_debugger_query(debugger, &question, &answer, &error) : PLOY_INVALID;
}

int EXPORT(ask_problems)(void)
{
    ploy_debug_answer_destroy(answer);
    answer = NULL;
    error = (ploy_error){0};
    return page_asker() ? ploy_debugger_find_problems(debugger, &answer, &error) : PLOY_INVALID;
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
void EXPORT(asker_forget)(void)
{
    ploy_debug_answer_destroy(answer);
    ploy_debugger_destroy(debugger);
    answer = NULL;
    debugger = NULL;
}

ploy_debugger* page_asker(void)
{
    if (!debugger) ploy_debugger_create(&(ploy_debugger_def){.recording = page_recording()}, &debugger, &error);
    return debugger;
}
