// Creates the debugger from the notes of a recording (docs/internals/formats.md), and runs queries.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/save/domain_save.h"
#include "base/check.h"
#include "base/error.h"
#include "record/debugger/debugger.h"

#include <ploy/save.h>

// Words of a note.

typedef struct word_cursor
{
    const char* at;
    const char* end;
} word_cursor;

static word_cursor lines_of(const ploy_debugger* debugger, const char* note)
{
    const void* bytes;
    size_t count;
    if (ploy_recording_note(debugger->recording, note, &bytes, &count) != PLOY_OK) return (word_cursor){NULL, NULL};
    return (word_cursor){bytes, (const char*)bytes + count};
}

// The next word of the line, or with `rest` the whole remaining line; "" at its end. NULL: out of memory.
static char* take_word(ploy_debugger* debugger, word_cursor* l, bool rest)
{
    const char* from = l->at;
    while (l->at < l->end && *l->at != '\n' && *l->at != '\0' && (rest || *l->at != ' ')) ++l->at;
    size_t length = (size_t)(l->at - from);
    char* text = pl_arena_alloc(&debugger->texts, length + 1);
    if (text) memcpy(text, from, length), text[length] = '\0';
    if (l->at < l->end && *l->at == ' ') ++l->at;
    return text;
}

static void end_line(word_cursor* l)
{
    while (l->at < l->end && *l->at != '\n') ++l->at;
    if (l->at < l->end) ++l->at;
}

static bool is_number(const char* text)
{
    return *text && strspn(text, "0123456789") == strlen(text) && strlen(text) < 10;
}

static uint32_t find_mind(const ploy_debugger* debugger, const char* number)
{
    for (uint32_t i = 0; is_number(number) && i < debugger->minds.count; ++i) {
        if (debugger->minds.data[i].number == strtoul(number, NULL, 10)) return i;
    }
    return PLOY_NONE;
}

static uint32_t read_number(const char* text)
{
    return is_number(text) ? (uint32_t)strtoul(text, NULL, 10) : PLOY_NONE;
}

// "mind NUMBER TYPE DOMAIN NAME"; the domain is "-" without a name when there is none.
static bool read_mind(ploy_debugger* debugger, word_cursor* l)
{
    char* number = take_word(debugger, l, false);
    char* type = take_word(debugger, l, false);
    char* note = take_word(debugger, l, false);
    char* domain = take_word(debugger, l, true);
    if (!number || !type || !note || !domain) return false;
    pl_debugger_mind mind = {read_number(number), type, read_number(note), domain, false};
    mind.plans = mind.domain_note != PLOY_NONE && strcmp(type, "htn") != 0;
    return mind.number == PLOY_NONE || PL_ARRAY_PUSH(&debugger->minds, &debugger->allocator, mind);
}

static bool looks_known(const ploy_debugger* debugger, const pl_debugger_agent* agent)
{
    for (uint32_t i = 0; i < debugger->agents.count; ++i) {
        const pl_debugger_agent* other = &debugger->lives.data[debugger->agents.data[i]];
        if (other->number == agent->number && other->mind == agent->mind && strcmp(other->name, agent->name) == 0)
            return true;
    }
    return false;
}

// "agent NUMBER GENERATION TICK MIND NAME"; the mind is "-" when there is none.
static bool read_agent(ploy_debugger* debugger, word_cursor* l)
{
    char* number = take_word(debugger, l, false);
    char* generation = take_word(debugger, l, false);
    char* since = take_word(debugger, l, false);
    char* mind = take_word(debugger, l, false);
    char* name = take_word(debugger, l, true);
    if (!number || !generation || !since || !mind || !name) return false;
    pl_debugger_agent agent = {read_number(number), read_number(generation), read_number(since),
                               find_mind(debugger, mind), name};
    if (agent.number == PLOY_NONE || agent.since == PLOY_NONE) return true;
    bool is_known = agent.mind == PLOY_NONE || looks_known(debugger, &agent);
    return PL_ARRAY_PUSH(&debugger->lives, &debugger->allocator, agent) &&
           (is_known || PL_ARRAY_PUSH(&debugger->agents, &debugger->allocator, debugger->lives.count - 1));
}

static bool read_line(ploy_debugger* debugger, word_cursor* l)
{
    const char* what = take_word(debugger, l, false);
    if (!what) return false;
    if (strcmp(what, "mind") == 0) return read_mind(debugger, l);
    return strcmp(what, "agent") != 0 || read_agent(debugger, l);
}

static bool has_agent(const ploy_debugger* debugger, uint32_t number)
{
    for (uint32_t i = 0; i < debugger->agents.count; ++i) {
        if (debugger->lives.data[debugger->agents.data[i]].number == number) return true;
    }
    return false;
}

// Those that never had a mind are listed, too.
static bool list_mindless(ploy_debugger* debugger)
{
    for (uint32_t i = 0; i < debugger->lives.count; ++i) {
        if (has_agent(debugger, debugger->lives.data[i].number)) continue;
        if (!PL_ARRAY_PUSH(&debugger->agents, &debugger->allocator, i)) return false;
    }
    return true;
}

// The pieces of the note about the world: "world:0", "world:1", …
static bool read_world(ploy_debugger* debugger)
{
    for (uint32_t piece = 0;; ++piece) {
        char note[32];
        snprintf(note, sizeof note, "world:%" PRIu32, piece);
        word_cursor l = lines_of(debugger, note);
        if (!l.at) return list_mindless(debugger);
        for (; l.at < l.end; end_line(&l)) {
            if (!read_line(debugger, &l)) return false;
        }
    }
}

// The last tick.

// Counts the agents that are created and gone from a tick on.
static bool count_agents(ploy_debugger* debugger, uint64_t from, uint64_t to, uint32_t* created, uint32_t* gone)
{
    ploy_trace_event event;
    uint64_t tick;
    ploy_status status;
    *created = *gone = 0;
    ploy_recording_seek(debugger->recording, from);
    while ((status = ploy_recording_next(debugger->recording, &event, &tick)) == PLOY_FOUND && tick <= to) {
        uint32_t kind = pl_event_kinds_of(&debugger->kinds, event.kind);
        *created += kind == PLOY_TRACE_AGENT_CREATED;
        *gone += kind == PLOY_TRACE_AGENT_GONE;
    }
    return status != PLOY_OUT_OF_MEMORY;
}

// The last whole tick; but not one in which the world was destroyed: nobody lives on then, and all that the agents did
// was halted.
static bool find_last_tick(ploy_debugger* debugger)
{
    uint32_t created, gone;
    uint64_t last = debugger->last_tick = pl_last_tick(debugger->recording);
    if (last == 0) return true;
    if (!count_agents(debugger, last, last, &created, &gone)) return false;
    if (gone == 0) return true;
    if (!count_agents(debugger, 0, last, &created, &gone)) return false;
    if (gone >= created) debugger->last_tick = last - 1;
    return true;
}

uint64_t pl_debugger_last_tick(const ploy_debugger* debugger)
{
    return debugger->last_tick;
}

// Creation.

ploy_status ploy_debugger_create(const ploy_debugger_def* def, ploy_debugger** made, ploy_error* error)
{
    PL_NEED_NAMED("debugger", error, made, PLOY_INVALID);
    *made = NULL;
    PL_NEED_ERROR(error, def, PLOY_INVALID);
    PL_NEED_ERROR(error, def->recording, PLOY_INVALID);
    ploy_allocator chosen = pl_allocator_choose(&def->allocator);
    pl_error_clear(error);
    ploy_debugger* debugger = PL_NEW(&chosen, ploy_debugger);
    if (!debugger) return PLOY_OUT_OF_MEMORY;
    debugger->allocator = chosen;
    debugger->recording = def->recording;
    pl_arena_init(&debugger->texts, &debugger->allocator, 0);
    pl_arena_init(&debugger->scratch, &debugger->allocator, 0);
    if (pl_event_kinds_init(&debugger->kinds, &chosen, def->recording) && read_world(debugger) &&
        find_last_tick(debugger)) {
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
    for (uint32_t i = 0; i < debugger->domains.count; ++i) pl_recorded_domain_destroy(&debugger->domains.data[i]);
    PL_ARRAY_FREE(&debugger->domains, &allocator);
    PL_ARRAY_FREE(&debugger->minds, &allocator);
    PL_ARRAY_FREE(&debugger->lives, &allocator);
    PL_ARRAY_FREE(&debugger->agents, &allocator);
    pl_agent_log_destroy(debugger->log);
    pl_event_kinds_destroy(&debugger->kinds);
    pl_arena_destroy(&debugger->texts);
    pl_arena_destroy(&debugger->scratch);
    PL_DELETE(&allocator, debugger);
}

// Agents.

uint32_t ploy_debugger_agent_count(const ploy_debugger* debugger)
{
    PL_NEED(debugger, 0);
    return debugger->agents.count;
}

ploy_debugged_agent ploy_debugger_agent(const ploy_debugger* debugger, uint32_t index)
{
    PL_NEED(debugger, (ploy_debugged_agent){0});
    PL_ASSERT(index < debugger->agents.count);
    const pl_debugger_agent* agent = &debugger->lives.data[debugger->agents.data[index]];
    const pl_debugger_mind* mind = pl_debugger_mind_of(debugger, agent);
    return (ploy_debugged_agent){agent->number, agent->name, mind ? mind->type : "", mind ? mind->domain : ""};
}

const pl_debugger_agent* pl_debugger_agent_at(const ploy_debugger* debugger, uint32_t number, uint64_t tick)
{
    const pl_debugger_agent* found = NULL;
    for (uint32_t i = 0; i < debugger->lives.count; ++i) {
        const pl_debugger_agent* life = &debugger->lives.data[i];
        if (life->number == number && (!found || life->since <= tick)) found = life;
    }
    return found;
}

const pl_debugger_mind* pl_debugger_mind_of(const ploy_debugger* debugger, const pl_debugger_agent* agent)
{
    return agent && agent->mind != PLOY_NONE ? &debugger->minds.data[agent->mind] : NULL;
}

uint32_t ploy_debugger_find_agent(const ploy_debugger* debugger, const char* name)
{
    PL_NEED(debugger, PLOY_NONE);
    PL_NEED(name, PLOY_NONE);
    uint32_t number = read_number(name), found = PLOY_NONE;
    for (uint32_t i = 0; i < debugger->agents.count; ++i) {
        const pl_debugger_agent* agent = &debugger->lives.data[debugger->agents.data[i]];
        if (strcmp(agent->name, name) == 0) return i;
        if (agent->number == number && found == PLOY_NONE) found = i;
    }
    return found;
}

// Domains.

static ploy_status add_domain(ploy_debugger* debugger, uint32_t note, ploy_domain* domain)
{
    pl_recorded_domain made;
    bool is_good = PL_ARRAY_RESERVE(&debugger->domains, &debugger->allocator, debugger->domains.count + 1) &&
                   pl_recorded_domain_init(&made, note, domain, &debugger->allocator);
    if (!is_good) {
        ploy_domain_destroy(domain);
        return PLOY_OUT_OF_MEMORY;
    }
    debugger->domains.data[debugger->domains.count++] = made;
    return PLOY_OK;
}

static ploy_status load_domain(ploy_debugger* debugger, const pl_debugger_mind* mind, ploy_error* error)
{
    char note[32];
    const void* bytes;
    size_t count;
    snprintf(note, sizeof note, "domain:%" PRIu32, mind->domain_note);
    if (ploy_recording_note(debugger->recording, note, &bytes, &count) != PLOY_OK) {
        pl_error_set(error, 0, 0, "the recording does not hold the domain '%.80s'", mind->domain);
        return PLOY_NOT_FOUND;
    }
    ploy_reader reader = {.bytes = bytes, .count = count};
    ploy_domain* domain;
    ploy_status status = pl_domain_load(&debugger->allocator, &reader, &domain, error);
    return status == PLOY_OK ? add_domain(debugger, mind->domain_note, domain) : status;
}

static ploy_status find_domain(ploy_debugger* debugger, const pl_debugger_mind* mind, pl_recorded_domain** found,
                               ploy_error* error)
{
    uint32_t i = 0;
    while (i < debugger->domains.count && debugger->domains.data[i].note != mind->domain_note) ++i;
    ploy_status status = i < debugger->domains.count ? PLOY_OK : load_domain(debugger, mind, error);
    if (status == PLOY_OK) *found = &debugger->domains.data[i];
    return status;
}

ploy_status pl_debugger_replay(ploy_debugger* debugger, const pl_debugger_mind* mind, pl_replay** replay,
                               ploy_error* error)
{
    pl_recorded_domain* domain;
    ploy_status status = find_domain(debugger, mind, &domain, error);
    if (status == PLOY_OK) *replay = domain->replay;
    return status;
}

// The agent may have another mind now, or its domain other clauses.
ploy_status pl_debugger_replay_of(ploy_debugger* debugger, const pl_decision* d, pl_replay** replay, ploy_error* error)
{
    pl_recorded_domain* domain;
    const pl_debugger_agent* agent = pl_debugger_agent_at(debugger, d->agent, d->place.tick);
    const pl_debugger_mind* mind = pl_debugger_mind_of(debugger, agent);
    if (!mind || mind->domain_note == PLOY_NONE) {
        pl_error_set(error, 0, 0, "the recording does not say in which domain it was decided");
        return PLOY_NOT_FOUND;
    }
    ploy_status status = find_domain(debugger, mind, &domain, error);
    if (status != PLOY_OK) return status;
    *replay = domain->replay;
    return pl_recorded_domain_seek(domain, &debugger->kinds, debugger->recording, d->place, error);
}

static ploy_status domain_of(ploy_debugger* debugger, const pl_debugger_mind* mind, const ploy_domain** domain,
                             ploy_error* error)
{
    pl_replay* replay;
    if (!mind || mind->domain_note == PLOY_NONE) return PLOY_NOT_FOUND;
    ploy_status status = pl_debugger_replay(debugger, mind, &replay, error);
    if (status == PLOY_OK) *domain = replay->domain;
    return status;
}

const ploy_domain* pl_debugger_mind_domain(ploy_debugger* debugger, uint32_t number)
{
    const ploy_domain* domain = NULL;
    const pl_debugger_mind* mind = NULL;
    for (uint32_t i = 0; i < debugger->minds.count; ++i) {
        const pl_debugger_mind* it = &debugger->minds.data[i];
        if (it->number == number || (!mind && it->domain_note == number)) mind = it;
    }
    return domain_of(debugger, mind, &domain, NULL) == PLOY_OK ? domain : NULL;
}

ploy_status ploy_debugger_domain(ploy_debugger* debugger, uint32_t number, uint64_t tick, const ploy_domain** domain,
                                 ploy_error* error)
{
    PL_NEED_ERROR(error, debugger, PLOY_INVALID);
    PL_NEED_ERROR(error, domain, PLOY_INVALID);
    pl_error_clear(error);
    return domain_of(debugger, pl_debugger_mind_of(debugger, pl_debugger_agent_at(debugger, number, tick)), domain,
                     error);
}

static ploy_debug_query debug_query_with_defaults(const ploy_debug_query* given)
{
    ploy_debug_query def = given ? *given : (ploy_debug_query){0};
    PL_DEFAULT(def.max_set, 3);
    PL_DEFAULT(def.max_sets, 8);
    PL_DEFAULT(def.max_tries, 20000);
    if (def.max_nodes == 0 || def.max_nodes > PL_MAX_REPLAY_NODES) def.max_nodes = PL_MAX_REPLAY_NODES;
    return def;
}

// Answers.

typedef struct kept_answer
{
    ploy_debug_answer shown;
    ploy_allocator allocator;
    pl_text text;
    pl_text json;
} kept_answer;

ploy_status pl_debug_run_finish(pl_debug_run* run, ploy_status status, ploy_debug_answer** made)
{
    *made = NULL;
    if (run->text.failed || run->json.failed || (run->replay && run->replay->failed)) status = PLOY_OUT_OF_MEMORY;
    kept_answer* kept = status == PLOY_OK ? PL_NEW(&run->debugger->allocator, kept_answer) : NULL;
    if (!kept) {
        pl_text_destroy(&run->text);
        pl_text_destroy(&run->json);
        return status == PLOY_OK ? PLOY_OUT_OF_MEMORY : status;
    }
    *kept = (kept_answer){.allocator = run->debugger->allocator, .text = run->text, .json = run->json};
    kept->shown =
        (ploy_debug_answer){pl_text_string(&kept->text), pl_text_string(&kept->json), run->is_same, run->problem_count};
    *made = &kept->shown;
    return PLOY_OK;
}

void ploy_debug_answer_destroy(ploy_debug_answer* made)
{
    if (!made) return;
    kept_answer* kept = (kept_answer*)made;
    ploy_allocator allocator = kept->allocator;
    pl_text_destroy(&kept->text);
    pl_text_destroy(&kept->json);
    PL_DELETE(&allocator, kept);
}

void pl_debug_run_report_recording(pl_debug_run* run)
{
    ploy_recording_info info = ploy_recording_get_info(run->debugger->recording);
    pl_json_flag(&run->json, "damaged", info.damaged);
    pl_json_flag(&run->json, "closed", info.closed);
}

// Queries.

static ploy_status find_agent(pl_debug_run* run)
{
    run->agent = pl_debugger_agent_at(run->debugger, run->query->agent, run->query->tick);
    if (run->agent) return PLOY_OK;
    pl_error_set(run->error, 0, 0, "the recording has no agent %" PRIu32, run->query->agent);
    return PLOY_NOT_FOUND;
}

static ploy_status report_nth(const pl_debug_run* run)
{
    pl_error_set(run->error, 0, 0, "%.80s made no decision %" PRIu32 " in that tick", run->agent->name,
                 run->query->nth);
    pl_error_hint(run->error, "leave it out: the answer says how many decisions there are");
    return PLOY_INVALID;
}

static bool needs_plans(const pl_debug_run* run)
{
    const ploy_debug_query* q = run->query;
    return q->why_not || q->with || q->flip || q->diff || q->search;
}

static ploy_status report_parts(pl_debug_run* run)
{
    const ploy_debug_query* q = run->query;
    ploy_status status = pl_report_decision(run);
    if (status == PLOY_OK && q->why_not) status = pl_report_why_not(run);
    if (status == PLOY_OK && q->with) status = pl_report_with(run);
    if (status == PLOY_OK && q->flip) status = pl_report_flip(run);
    if (status == PLOY_OK && q->diff) status = pl_report_diff(run);
    if (status == PLOY_OK && q->search) status = pl_report_search(run);
    return status;
}

static ploy_status report_plans(pl_debug_run* run, pl_decision* d)
{
    pl_scene scene;
    run->decision = d;
    run->scene = &scene;
    if (!d->is_begun) {
        pl_error_set(run->error, 0, 0, "the recording ends before the search of tick %" PRIu64 " began", d->tick);
        return PLOY_NOT_FOUND;
    }
    ploy_status status = pl_scene_make(run->replay, d, &run->debugger->scratch, &scene);
    if (status == PLOY_INVALID) {
        pl_error_set(run->error, 0, 0, "the decision of tick %" PRIu64 " does not fit its domain", d->tick);
    }
    return status == PLOY_OK ? report_parts(run) : status;
}

static ploy_status begin_replay(pl_debug_run* run, const pl_decision* d)
{
    ploy_status status = pl_debugger_replay_of(run->debugger, d, &run->replay, run->error);
    if (status != PLOY_OK) return status;
    run->replay->failed = false;
    run->replay->nodes = 0;
    run->replay->max_nodes = run->query->max_nodes;
    return pl_replay_renew(run->replay) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

static ploy_status report_planner(pl_debug_run* run)
{
    pl_decision* d;
    ploy_status status = pl_decision_read(&run->debugger->allocator, &run->debugger->kinds, run->debugger->recording,
                                          run->agent->number, run->query->tick, run->query->nth, &d);
    if (status == PLOY_INVALID) return report_nth(run);
    if (status == PLOY_OK) status = begin_replay(run, d);
    if (status == PLOY_OK) status = report_plans(run, d);
    pl_decision_destroy(d);
    return status;
}

static ploy_status refuse(const pl_debug_run* run, const pl_debugger_mind* mind)
{
    if (mind && mind->plans) {
        pl_error_set(run->error, 0, 0, "%.80s has made no decision up to tick %" PRIu64 " that it could still follow",
                     run->agent->name, run->query->tick);
        pl_error_hint(run->error, "the recording has ticks 0 to %" PRIu64 ": try a later one",
                      run->debugger->last_tick);
        return PLOY_NOT_FOUND;
    }
    pl_error_set(run->error, 0, 0, "%.80s does not plan: the type of its mind is '%.40s'", run->agent->name,
                 mind ? mind->type : "none");
    pl_error_hint(run->error, "leave out why-not, with, flip, diff and search to see what the trace has recorded");
    return PLOY_INVALID;
}

static ploy_status read_log(pl_debug_run* run)
{
    ploy_debugger* debugger = run->debugger;
    ploy_status status = pl_agent_log_read(&debugger->log, &debugger->allocator, &debugger->kinds, debugger->recording,
                                           run->agent->number, run->query->tick);
    run->log = debugger->log;
    return status;
}

static ploy_status answer_query(pl_debug_run* run)
{
    ploy_status status = find_agent(run);
    if (status != PLOY_OK) return status;
    const pl_debugger_mind* mind = pl_debugger_mind_of(run->debugger, run->agent);
    pl_json_open(&run->json, NULL, '{');
    pl_json_count(&run->json, "agent", run->agent->number);
    pl_json_string(&run->json, "name", run->agent->name);
    pl_json_string(&run->json, "mind", mind ? mind->type : NULL);
    pl_json_string(&run->json, "domain", mind && *mind->domain ? mind->domain : NULL);
    pl_json_count(&run->json, "tick", run->query->tick);
    pl_debug_run_report_recording(run);
    run->is_same = true;
    status = read_log(run);
    if (status == PLOY_OK && mind && mind->domain_note != PLOY_NONE) {
        status = pl_debugger_replay(run->debugger, mind, &run->replay, run->error);
        if (status != PLOY_OK) run->replay = NULL;
    }
    if (status == PLOY_OK) status = pl_report_now(run);
    if (status != PLOY_OK) return status;
    if (mind && mind->plans && run->log->has_decided) {
        status = report_planner(run);
    } else {
        status = needs_plans(run) ? refuse(run, mind) : pl_report_agent(run);
    }
    pl_json_close(&run->json, '}');
    pl_text_add(&run->json, "\n");
    return status;
}

ploy_status ploy_debugger_query(ploy_debugger* debugger, const ploy_debug_query* given, ploy_debug_answer** made,
                                ploy_error* error)
{
    PL_NEED_NAMED("answer", error, made, PLOY_INVALID);
    *made = NULL;
    PL_NEED_ERROR(error, debugger, PLOY_INVALID);
    PL_NEED_NAMED("query", error, given, PLOY_INVALID);
    ploy_debug_query query = debug_query_with_defaults(given);
    if (query.tick > debugger->last_tick) query.tick = debugger->last_tick;
    if (query.other_tick > debugger->last_tick) query.other_tick = debugger->last_tick;
    pl_error_clear(error);
    pl_debug_run run = {.debugger = debugger, .query = &query, .error = error};
    pl_text_init(&run.text, &debugger->allocator);
    pl_text_init(&run.json, &debugger->allocator);
    pl_arena_reset(&debugger->scratch);
    return pl_debug_run_finish(&run, answer_query(&run), made);
}
