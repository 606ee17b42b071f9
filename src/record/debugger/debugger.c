// Who can be asked about, and from what: the notes of a recording (docs/recording.md).

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/index.h"
#include "record/debugger/debugger_query.h"

#include <ploy/save.h>

// Lines of a note.

typedef struct lines
{
    const char* at;
    const char* end;
} lines;

static lines lines_of(const ploy_debugger* debugger, const char* note)
{
    const void* bytes;
    size_t count;
    if (ploy_recording_note(debugger->recording, note, &bytes, &count) != PLOY_OK) return (lines){NULL, NULL};
    return (lines){bytes, (const char*)bytes + count};
}

// The next word of the line, or with `rest` all that is left of it; "" at its end. NULL: no memory.
static char* take_word(ploy_debugger* debugger, lines* l, bool rest)
{
    const char* from = l->at;
    while (l->at < l->end && *l->at != '\n' && *l->at != '\0' && (rest || *l->at != ' ')) ++l->at;
    size_t length = (size_t)(l->at - from);
    char* text = pl_arena_alloc(&debugger->texts, length + 1);
    if (text) memcpy(text, from, length), text[length] = '\0';
    if (l->at < l->end && *l->at == ' ') ++l->at;
    return text;
}

static void end_line(lines* l)
{
    while (l->at < l->end && *l->at != '\n') ++l->at;
    if (l->at < l->end) ++l->at;
}

static bool is_number(const char* text)
{
    return *text && strspn(text, "0123456789") == strlen(text) && strlen(text) < 10;
}

static bool read_minds(ploy_debugger* debugger)
{
    for (lines l = lines_of(debugger, "minds"); l.at < l.end; end_line(&l)) {
        char* number = take_word(debugger, &l, false);
        char* kind = take_word(debugger, &l, false);
        char* domain = take_word(debugger, &l, true);
        if (!number || !kind || !domain) return false;
        if (strcmp(domain, "-") == 0) *domain = '\0';
        pl_debugger_mind mind = {(uint32_t)strtoul(number, NULL, 10), kind, domain};
        if (is_number(number) && !PL_ARRAY_PUSH(&debugger->minds, &debugger->allocator, mind)) return false;
    }
    return true;
}

static uint32_t find_mind(const ploy_debugger* debugger, const char* number)
{
    for (uint32_t i = 0; is_number(number) && i < debugger->minds.count; ++i) {
        if (debugger->minds.data[i].number == strtoul(number, NULL, 10)) return i;
    }
    return PL_NONE;
}

static bool read_agents(ploy_debugger* debugger)
{
    for (lines l = lines_of(debugger, "agents"); l.at < l.end; end_line(&l)) {
        char* number = take_word(debugger, &l, false);
        char* mind = take_word(debugger, &l, false);
        char* name = take_word(debugger, &l, true);
        if (!number || !mind || !name) return false;
        pl_debugger_agent agent = {(uint32_t)strtoul(number, NULL, 10), find_mind(debugger, mind), name};
        if (is_number(number) && !PL_ARRAY_PUSH(&debugger->agents, &debugger->allocator, agent)) return false;
    }
    return true;
}

// Life.

ploy_status ploy_debugger_create(const ploy_debugger_def* def, ploy_debugger** made, ploy_error* error)
{
    PL_ASSERT(def && def->recording);
    ploy_allocator chosen = pl_allocator_choose(&def->allocator);
    pl_error_clear(error);
    *made = NULL;
    ploy_debugger* debugger = PL_NEW(&chosen, ploy_debugger);
    if (!debugger) return PLOY_OUT_OF_MEMORY;
    debugger->allocator = chosen;
    debugger->recording = def->recording;
    pl_arena_init(&debugger->texts, &debugger->allocator, 0);
    pl_arena_init(&debugger->scratch, &debugger->allocator, 0);
    if (pl_event_kinds_init(&debugger->kinds, &chosen, def->recording) && read_minds(debugger) &&
        read_agents(debugger)) {
        *made = debugger;
        return PLOY_OK;
    }
    ploy_debugger_destroy(debugger);
    return PLOY_OUT_OF_MEMORY;
}

void ploy_debugger_destroy(ploy_debugger* debugger)
{
    if (!debugger) return;
    ploy_allocator allocator = debugger->allocator;
    for (uint32_t i = 0; i < debugger->stages.count; ++i) {
        pl_stage_destroy(debugger->stages.data[i]);
        PL_DELETE(&allocator, debugger->stages.data[i]);
    }
    PL_ARRAY_FREE(&debugger->stages, &allocator);
    PL_ARRAY_FREE(&debugger->minds, &allocator);
    PL_ARRAY_FREE(&debugger->agents, &allocator);
    pl_event_kinds_destroy(&debugger->kinds);
    pl_arena_destroy(&debugger->texts);
    pl_arena_destroy(&debugger->scratch);
    PL_DELETE(&allocator, debugger);
}

// Agents.

uint32_t ploy_debugger_agent_count(const ploy_debugger* debugger)
{
    return debugger->agents.count;
}

ploy_debugged_agent ploy_debugger_agent(const ploy_debugger* debugger, uint32_t index)
{
    PL_ASSERT(index < debugger->agents.count);
    const pl_debugger_agent* agent = &debugger->agents.data[index];
    const pl_debugger_mind* mind = agent->mind == PL_NONE ? NULL : &debugger->minds.data[agent->mind];
    return (ploy_debugged_agent){agent->number, agent->name, mind ? mind->kind : "", mind ? mind->domain : ""};
}

const pl_debugger_agent* pl_debugger_agent_of(const ploy_debugger* debugger, uint32_t number)
{
    for (uint32_t i = 0; i < debugger->agents.count; ++i) {
        if (debugger->agents.data[i].number == number) return &debugger->agents.data[i];
    }
    return NULL;
}

uint32_t ploy_debugger_find_agent(const ploy_debugger* debugger, const char* name)
{
    for (uint32_t i = 0; i < debugger->agents.count; ++i) {
        if (strcmp(debugger->agents.data[i].name, name) == 0) return i;
    }
    const pl_debugger_agent* agent =
        is_number(name) ? pl_debugger_agent_of(debugger, (uint32_t)strtoul(name, NULL, 10)) : NULL;
    return agent ? (uint32_t)(agent - debugger->agents.data) : PLOY_NONE;
}

// Domains.

static ploy_status add_stage(ploy_debugger* debugger, ploy_domain* domain, pl_stage** made)
{
    pl_stage* stage = PL_NEW(&debugger->allocator, pl_stage);
    bool is_good = stage && PL_ARRAY_RESERVE(&debugger->stages, &debugger->allocator, debugger->stages.count + 1) &&
                   pl_stage_init(stage, domain, &debugger->allocator);
    if (!is_good) {
        PL_DELETE(&debugger->allocator, stage);
        ploy_domain_destroy(domain);
        return PLOY_OUT_OF_MEMORY;
    }
    debugger->stages.data[debugger->stages.count++] = *made = stage;
    return PLOY_OK;
}

ploy_status pl_debugger_stage(ploy_debugger* debugger, const char* name, pl_stage** stage, ploy_error* error)
{
    for (uint32_t i = 0; i < debugger->stages.count; ++i) {
        *stage = debugger->stages.data[i];
        if (strcmp(ploy_domain_name((*stage)->domain), name) == 0) return PLOY_OK;
    }
    pl_text note;
    const void* bytes;
    size_t count;
    pl_text_init(&note, &debugger->allocator);
    pl_text_add(&note, "domain:%s", name);
    ploy_status status = note.failed ? PLOY_OUT_OF_MEMORY
                                     : ploy_recording_note(debugger->recording, pl_text_string(&note), &bytes, &count);
    pl_text_destroy(&note);
    if (status == PLOY_OUT_OF_MEMORY) return status;
    if (status != PLOY_OK) {
        pl_error_set(error, 0, 0, "the recording does not hold the domain '%.80s'", name);
        return PLOY_NOT_FOUND;
    }
    ploy_reader reader = {.bytes = bytes, .count = count};
    ploy_domain* domain;
    status = ploy_domain_load(&debugger->allocator, &reader, &domain, error);
    return status == PLOY_OK ? add_stage(debugger, domain, stage) : status;
}

ploy_status ploy_debugger_domain(ploy_debugger* debugger, uint32_t number, const ploy_domain** domain,
                                 ploy_error* error)
{
    const pl_debugger_agent* agent = pl_debugger_agent_of(debugger, number);
    const char* name = agent && agent->mind != PL_NONE ? debugger->minds.data[agent->mind].domain : "";
    pl_stage* stage;
    pl_error_clear(error);
    if (!*name) return PLOY_NOT_FOUND;
    ploy_status status = pl_debugger_stage(debugger, name, &stage, error);
    if (status == PLOY_OK) *domain = stage->domain;
    return status;
}
