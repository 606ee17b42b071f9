// Who can be asked about, and from what: the notes of a recording (docs/recording.md).

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/index.h"
#include "base/suggest.h"
#include "record/debugger/debugger_query.h"

#include <ploy/save.h>

// Lines of a note.

typedef struct lines
{
    const char* at;
    const char* end;
} lines;

static lines lines_of(const ploy_asker* asker, const char* note)
{
    const void* bytes;
    size_t count;
    if (ploy_recording_note(asker->recording, note, &bytes, &count) != PLOY_OK) return (lines){NULL, NULL};
    return (lines){bytes, (const char*)bytes + count};
}

// The next word of the line, or with `rest` all that is left of it; "" at its end. NULL: no memory.
static char* take_word(ploy_asker* asker, lines* l, bool rest)
{
    const char* from = l->at;
    while (l->at < l->end && *l->at != '\n' && *l->at != '\0' && (rest || *l->at != ' ')) ++l->at;
    size_t length = (size_t)(l->at - from);
    char* text = pl_arena_alloc(&asker->texts, length + 1);
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

static bool read_minds(ploy_asker* asker)
{
    for (lines l = lines_of(asker, "minds"); l.at < l.end; end_line(&l)) {
        char* number = take_word(asker, &l, false);
        char* kind = take_word(asker, &l, false);
        char* domain = take_word(asker, &l, true);
        if (!number || !kind || !domain) return false;
        if (strcmp(domain, "-") == 0) *domain = '\0';
        pl_asker_mind mind = {(uint32_t)strtoul(number, NULL, 10), kind, domain};
        if (is_number(number) && !PL_ARRAY_PUSH(&asker->minds, &asker->allocator, mind)) return false;
    }
    return true;
}

static uint32_t find_mind(const ploy_asker* asker, const char* number)
{
    for (uint32_t i = 0; is_number(number) && i < asker->minds.count; ++i) {
        if (asker->minds.data[i].number == strtoul(number, NULL, 10)) return i;
    }
    return PL_NONE;
}

static bool read_agents(ploy_asker* asker)
{
    for (lines l = lines_of(asker, "agents"); l.at < l.end; end_line(&l)) {
        char* number = take_word(asker, &l, false);
        char* mind = take_word(asker, &l, false);
        char* name = take_word(asker, &l, true);
        if (!number || !mind || !name) return false;
        pl_asker_agent agent = {(uint32_t)strtoul(number, NULL, 10), find_mind(asker, mind), name};
        if (is_number(number) && !PL_ARRAY_PUSH(&asker->agents, &asker->allocator, agent)) return false;
    }
    return true;
}

// Life.

ploy_status ploy_asker_create(const ploy_allocator* allocator, ploy_recording* recording, ploy_asker** made,
                              ploy_error* error)
{
    ploy_allocator chosen = pl_allocator_choose(allocator);
    pl_error_clear(error);
    *made = NULL;
    ploy_asker* asker = PL_NEW(&chosen, ploy_asker);
    if (!asker) return PLOY_OUT_OF_MEMORY;
    asker->allocator = chosen;
    asker->recording = recording;
    pl_arena_init(&asker->texts, &asker->allocator, 0);
    pl_arena_init(&asker->scratch, &asker->allocator, 0);
    if (pl_kinds_init(&asker->kinds, &chosen, recording) && read_minds(asker) && read_agents(asker)) {
        *made = asker;
        return PLOY_OK;
    }
    ploy_asker_destroy(asker);
    return PLOY_OUT_OF_MEMORY;
}

void ploy_asker_destroy(ploy_asker* asker)
{
    if (!asker) return;
    ploy_allocator allocator = asker->allocator;
    for (uint32_t i = 0; i < asker->stages.count; ++i) {
        pl_stage_destroy(asker->stages.data[i]);
        PL_DELETE(&allocator, asker->stages.data[i]);
    }
    PL_ARRAY_FREE(&asker->stages, &allocator);
    PL_ARRAY_FREE(&asker->minds, &allocator);
    PL_ARRAY_FREE(&asker->agents, &allocator);
    pl_kinds_destroy(&asker->kinds);
    pl_arena_destroy(&asker->texts);
    pl_arena_destroy(&asker->scratch);
    PL_DELETE(&allocator, asker);
}

// Agents.

uint32_t ploy_asker_agent_count(const ploy_asker* asker)
{
    return asker->agents.count;
}

ploy_asker_agent ploy_asker_agent_at(const ploy_asker* asker, uint32_t index)
{
    PL_ASSERT(index < asker->agents.count);
    const pl_asker_agent* agent = &asker->agents.data[index];
    const pl_asker_mind* mind = agent->mind == PL_NONE ? NULL : &asker->minds.data[agent->mind];
    return (ploy_asker_agent){agent->number, agent->name, mind ? mind->kind : "", mind ? mind->domain : ""};
}

const pl_asker_agent* pl_asker_agent_of(const ploy_asker* asker, uint32_t number)
{
    for (uint32_t i = 0; i < asker->agents.count; ++i) {
        if (asker->agents.data[i].number == number) return &asker->agents.data[i];
    }
    return NULL;
}

static void complain(const ploy_asker* asker, const char* text, ploy_error* error)
{
    pl_error_set(error, 0, 0, "the recording has no agent '%.80s'", text);
    if (asker->agents.count == 0) {
        pl_error_hint(error, "it does not say which agents there are");
        return;
    }
    pl_similar similar = pl_similar_begin(text);
    for (uint32_t i = 0; i < asker->agents.count; ++i) pl_similar_offer(&similar, asker->agents.data[i].name);
    pl_similar_hint(&similar, error);
    if (error && !error->hint[0]) {
        pl_error_hint(error, "there are %u, from '%.40s' (%u) to '%.40s' (%u)", asker->agents.count,
                      asker->agents.data[0].name, asker->agents.data[0].number,
                      asker->agents.data[asker->agents.count - 1].name,
                      asker->agents.data[asker->agents.count - 1].number);
    }
}

uint32_t ploy_asker_find_agent(const ploy_asker* asker, const char* text, ploy_error* error)
{
    pl_error_clear(error);
    for (uint32_t i = 0; i < asker->agents.count; ++i) {
        if (strcmp(asker->agents.data[i].name, text) == 0) return asker->agents.data[i].number;
    }
    if (is_number(text) && pl_asker_agent_of(asker, (uint32_t)strtoul(text, NULL, 10))) {
        return (uint32_t)strtoul(text, NULL, 10);
    }
    complain(asker, text, error);
    return 0;
}

// Domains.

static ploy_status add_stage(ploy_asker* asker, ploy_domain* domain, pl_stage** made)
{
    pl_stage* stage = PL_NEW(&asker->allocator, pl_stage);
    bool is_good = stage && PL_ARRAY_RESERVE(&asker->stages, &asker->allocator, asker->stages.count + 1) &&
                   pl_stage_init(stage, domain, &asker->allocator);
    if (!is_good) {
        PL_DELETE(&asker->allocator, stage);
        ploy_domain_destroy(domain);
        return PLOY_OUT_OF_MEMORY;
    }
    asker->stages.data[asker->stages.count++] = *made = stage;
    return PLOY_OK;
}

ploy_status pl_asker_stage(ploy_asker* asker, const char* name, pl_stage** stage, ploy_error* error)
{
    for (uint32_t i = 0; i < asker->stages.count; ++i) {
        *stage = asker->stages.data[i];
        if (strcmp(ploy_domain_name((*stage)->domain), name) == 0) return PLOY_OK;
    }
    pl_text note;
    const void* bytes;
    size_t count;
    pl_text_init(&note, &asker->allocator);
    pl_text_add(&note, "domain:%s", name);
    ploy_status status =
        note.failed ? PLOY_OUT_OF_MEMORY : ploy_recording_note(asker->recording, pl_text_string(&note), &bytes, &count);
    pl_text_destroy(&note);
    if (status == PLOY_OUT_OF_MEMORY) return status;
    if (status != PLOY_OK) {
        pl_error_set(error, 0, 0, "the recording does not hold the domain '%.80s'", name);
        return PLOY_NOT_FOUND;
    }
    ploy_reader reader = {.bytes = bytes, .count = count};
    ploy_domain* domain;
    status = ploy_domain_load(&asker->allocator, &reader, &domain, error);
    return status == PLOY_OK ? add_stage(asker, domain, stage) : status;
}

ploy_status ploy_asker_domain(ploy_asker* asker, uint32_t number, const ploy_domain** domain, ploy_error* error)
{
    const pl_asker_agent* agent = pl_asker_agent_of(asker, number);
    const char* name = agent && agent->mind != PL_NONE ? asker->minds.data[agent->mind].domain : "";
    pl_stage* stage;
    pl_error_clear(error);
    if (!*name) return PLOY_NOT_FOUND;
    ploy_status status = pl_asker_stage(asker, name, &stage, error);
    if (status == PLOY_OK) *domain = stage->domain;
    return status;
}
