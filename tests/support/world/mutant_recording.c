#include "support/world/mutant_recording.h"

#include <ploy/io.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "record/recording/block.h"

enum
{
    TICKS = 40,
    MAX_TRIES = 20,
    MAX_NODES = 2000,
};

// The source.

static uint32_t below(mutation_source* source, uint32_t end)
{
    if (!source->bytes) return ploy_random_below(&source->random, end);
    uint32_t value = 0;
    for (uint32_t room = 1; room < end && source->at < source->count; room = room << 8 ? room << 8 : UINT32_MAX)
        value = value << 8 | source->bytes[source->at++];
    return value % end;
}

static bool is_used_up(const mutation_source* source)
{
    return source->bytes && source->at == source->count;
}

static bool chance(mutation_source* source, uint32_t one_in)
{
    return !is_used_up(source) && below(source, one_in) == one_in - 1;
}

static uint64_t changed(mutation_source* source, uint64_t value)
{
    static const uint64_t edges[] = {
        0,
        1,
        2,
        63,
        64,
        255,
        UINT32_MAX - 1,
        UINT32_MAX,
        INT32_MAX,
        1u << 31,
        1u << 20,
        65535,
        INT64_MAX,
        INT64_MAX - 1,
        (uint64_t)INT64_MAX + 1,
        UINT64_MAX,
        UINT64_MAX - 1,
        (uint64_t)UINT32_MAX + 1,
    };
    switch (below(source, 5)) {
    case 0:
        return edges[below(source, sizeof edges / sizeof *edges)];
    case 1:
        return value + 1;
    case 2:
        return value - 1;
    case 3:
        return value ^ UINT64_C(1) << below(source, 64);
    default:
        return below(source, 8);
    }
}

// Recordings.

static bool append(void* user, const void* bytes, size_t count)
{
    mutant_recording* r = user;
    if (count > r->capacity - r->count) {
        size_t capacity = 2 * (r->count + count);
        uint8_t* grown = realloc(r->bytes, capacity);
        if (!grown) return false;
        r->bytes = grown;
        r->capacity = capacity;
    }
    memcpy(r->bytes + r->count, bytes, count);
    r->count += count;
    return true;
}

static const char base_file[] =
    "<ploy version='1'>"
    "<blackboard><key name='noise' type='int'/><key name='health' type='decimal' initial='1'/></blackboard>"
    "<domain name='camp'>"
    "<type name='place' objects='tent forest lake'/>"
    "<type name='tree' capacity='3' count='1'/>"
    "<symbol name='at' type='place'/>"
    "<symbol name='seen' type='bool' of='place'/>"
    "<symbol name='wood' type='int' min='0' max='3'/>"
    "<symbol name='warmth' type='decimal' min='0' max='2' step='0.5'/>"
    "<symbol name='fire' type='bool'/>"
    "<symbol name='rested' type='bool' planned='true'/>"
    "<table name='spot' of='tree' type='place' initial='forest'/>"
    "<table name='damp' of='place place' symmetric='true' type='decimal' min='0' max='3'/>"
    "<action name='GoTo' cost='call:Far' duration='0.2' move='true'><param name='p' type='place'/>"
    "<pre>at != p</pre><effect>at = p, seen(p)</effect></action>"
    "<action name='Gather' cost='1 + wood * 0.5 + damp(at, lake)' duration='0.1' context='Dry'><param name='t' "
    "type='tree'/>"
    "<pre>at = spot(t)</pre><effect>wood += 1</effect></action>"
    "<action name='Light' cost='2' duration='0.1'><pre>at = tent and wood ge 2</pre>"
    "<effect>fire, wood -= 2</effect></action>"
    "<action name='Warm' cost='0.5' duration='0.1'><pre>fire and at = tent</pre><effect>warmth += 0.5</effect></action>"
    "<action name='Sleep' duration='0.3'><pre>at = tent and warmth ge 1</pre><effect>rested</effect></action>"
    "<goal name='Rest' priority='2 - warmth' relevant='warmth lt 2'>rested</goal>"
    "<goal name='Visit' priority='call:Wander'><param name='p' type='place'/>at = p and seen(p)</goal>"
    "<goal name='Burn' priority='0.4'>fire</goal>"
    "</domain>"
    "<BehaviorTree ID='cook'><Sequence><Sleep msec='200'/><Wait/></Sequence></BehaviorTree>"
    "<fsm name='sentry'><state name='Walk' does='Wait'><transition to='Stand' when='noise gt 1'/></state>"
    "<state name='Stand' does='Wait'><transition to='Walk' when='noise lt 2'/></state></fsm>"
    "<fuzzy name='nerves'><variable name='health'><set name='low' falls='0.2 0.6'/><set name='good' rises='0.4 0.8'/>"
    "</variable><state name='Hide' does='Wait' on='0.5' off='0.3'/><state name='Stand' does='Wait'/>"
    "<rule>if health is low then Hide</rule><rule>if health is good then Stand</rule></fuzzy>"
    "<utility name='needs'><option name='Loaf' activity='Wait'><constant value='0.3'/></option>"
    "<option name='Flee' activity='Wait'><key of='noise' max='4'/></option></utility>"
    "<agent name='planner' domain='camp'/><agent name='cook' mind='cook'/><agent name='sentry' mind='sentry'/>"
    "<agent name='coward' mind='nerves'/><agent name='loafer' mind='needs'/>"
    "</ploy>";

static ploy_outcome wait(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return agent->now / 100000 % 7 == 0 ? PLOY_SUCCESS : PLOY_RUNNING;
}

static bool is_dry(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return agent->now / 100000 % 3 != 0;
}

static int64_t far_away(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return 500 + agent->now / 1000 % 700;
}

static void bind_all(ploy_bindings* bindings)
{
    ploy_bindings_add_activity(bindings, &(ploy_activity_def){.name = "Wait", .update = wait}, NULL);
    ploy_bindings_add_condition(bindings, &(ploy_condition_def){.name = "Dry", .test = is_dry}, NULL);
    ploy_bindings_add_scorer(bindings, &(ploy_scorer_def){.name = "Far", .score = far_away}, NULL);
    ploy_bindings_add_scorer(bindings, &(ploy_scorer_def){.name = "Wander", .score = far_away}, NULL);
}

// Trees, a table of costs and one of conditions, and a clause.
static void change(ploy_domain* domain, ploy_random* random)
{
    uint32_t tree = ploy_random_below(random, 3),
             places[] = {ploy_random_below(random, 3), ploy_random_below(random, 3)};
    uint32_t what = ploy_random_below(random, 12);
    if (what == 0) ploy_domain_spawn(domain, 1, &tree);
    if (what == 1) ploy_domain_despawn(domain, 1, tree);
    if (what == 2) ploy_domain_table_set(domain, 0, &tree, places[0]);
    if (what == 3) ploy_domain_table_set(domain, 1, places, 500 * (1 + places[1]));
    if (what == 4) ploy_domain_change_clause(domain, PLOY_PART_COST, 2, 0, places[0] ? "2" : "3", NULL);
    if (what < 3) ploy_domain_compile(domain, NULL);
}

static void run(ploy_world* world, ploy_recorder* recorder)
{
    ploy_domain* domain = ploy_file_domain(ploy_world_file(world, "base"), 0);
    static const char* const types[] = {"planner", "planner", "cook", "sentry", "coward", "loafer"};
    ploy_agent_id agents[6];
    ploy_random random = {11, 1, 0};
    for (uint32_t i = 0; i < 6; ++i) agents[i] = ploy_agent_create(world, &(ploy_agent_def){.type = types[i]});
    ploy_recorder_note_world(recorder, world, NULL, NULL);
    for (uint32_t tick = 0; tick < TICKS; ++tick) {
        if (tick % 16 == 0) ploy_recorder_frame(recorder, types, sizeof *types);
        if (tick == TICKS / 2) ploy_agent_destroy(world, agents[4]);
        for (uint32_t i = 0; i < 6; ++i) {
            if (!ploy_world_agent(world, agents[i]) || ploy_random_below(&random, 4) > 0) continue;
            ploy_agent_set(ploy_world_agent(world, agents[i]), "noise", ploy_random_below(&random, 4));
            ploy_agent_set(ploy_world_agent(world, agents[i]), "health", ploy_random_below(&random, 1000));
            if (i < 2) ploy_agent_set(ploy_world_agent(world, agents[i]), "fire", ploy_random_below(&random, 2));
        }
        change(domain, &random);
        ploy_world_tick(world, PLOY_SECOND / 10);
        ploy_recorder_note_world(recorder, world, NULL, NULL);
        ploy_recorder_tick(recorder);
    }
}

mutant_recording mutant_base(void)
{
    mutant_recording made = {0};
    ploy_error error = {0};
    ploy_recorder* recorder =
        ploy_recorder_create(&(ploy_recorder_def){.write = append, .user = &made, .block_ticks = 8, .pack = true});
    PL_ASSERT(recorder);
    ploy_world* world = ploy_world_create(&(ploy_world_def){.trace = ploy_recorder_trace(recorder)});
    PL_ASSERT(world);
    bind_all(ploy_world_bindings(world));
    ploy_status status = ploy_world_load_text(world, "base", base_file, sizeof base_file - 1, &error);
    if (status != PLOY_OK) fprintf(stderr, "%s; %s\n", error.message, error.hint);
    PL_ASSERT(status == PLOY_OK);
    run(world, recorder);
    ploy_world_destroy(world);
    PL_ASSERT(ploy_recorder_close(recorder) == PLOY_OK);
    ploy_recorder_destroy(recorder);
    return made;
}

// Changed events and notes.

static void copy_note(const uint8_t* payload, uint32_t bytes, mutation_source* source, ploy_recorder* to)
{
    ploy_reader reader = {.bytes = payload, .count = bytes};
    uint32_t length = ploy_read_u32(&reader);
    uint32_t count = bytes - 4 - length;
    char name[256] = {0};
    uint8_t* copy = malloc(count + 1u);
    if (!copy || length >= sizeof name) {
        free(copy);
        return;
    }
    memcpy(name, payload + 4, length);
    memcpy(copy, payload + 4 + length, count);
    if (chance(source, 8) && count > 0) {
        for (uint32_t n = 1 + below(source, 3); n > 0; --n) {
            uint8_t* at = copy + below(source, count);
            *at = (uint8_t)changed(source, *at);
        }
    }
    if (chance(source, 64)) count = below(source, count + 1);
    if (!chance(source, 64)) ploy_recorder_note(to, name, copy, count);
    free(copy);
}

static void copy_notes(const mutant_recording* base, mutation_source* source, ploy_recorder* to)
{
    ploy_reader reader = {.bytes = base->bytes, .count = base->count, .at = PL_RECORDING_HEADER};
    pl_block block;
    while (reader.at < base->count && pl_block_read(&block, &reader)) {
        if (block.kind == PL_BLOCK_NOTE) copy_note(base->bytes + reader.at, block.bytes, source, to);
        reader.at += block.bytes;
    }
}

// Only events of one kind change, and many of them; or any, and few.
typedef struct mutation_plan
{
    uint32_t only; // PLOY_NONE: any
    uint32_t rate; // one in so many
} mutation_plan;

static mutation_plan plan_mutations(mutation_source* source)
{
    if (below(source, 3) == 0) return (mutation_plan){PLOY_NONE, 4u << below(source, 6)};
    uint32_t first = PLOY_TRACE_DECISION_GOAL, end = PLOY_TRACE_DECISION_COST + 1;
    bool is_decision = below(source, 2) == 0 && first < end;
    uint32_t only = is_decision ? first + below(source, end - first) : below(source, PLOY_TRACE_KIND_COUNT);
    return (mutation_plan){only, 1u + below(source, 6)};
}

static void copy_event(ploy_trace_event event, mutation_source* source, mutation_plan plan, ploy_recorder* to)
{
    const ploy_trace* trace = ploy_recorder_trace(to);
    uint32_t rate = plan.rate;
    if (event.kind >= PLOY_TRACE_KIND_COUNT) return; // the recorder does not know the game's own kinds
    if (source->edit) source->edit(&event);
    if (source->edit || (plan.only != PLOY_NONE && plan.only != event.kind)) {
        trace->emit(trace->user, &event);
        return;
    }
    if (chance(source, rate)) event.args[below(source, 4)] = changed(source, event.args[0]);
    if (chance(source, rate)) {
        uint32_t arg = below(source, 4);
        event.args[arg] = changed(source, event.args[arg]);
    }
    if (chance(source, 4 * rate)) event.agent = (uint32_t)changed(source, event.agent);
    if (chance(source, 4 * rate)) event.kind = below(source, PLOY_TRACE_KIND_COUNT);
    if (!chance(source, 4 * rate)) trace->emit(trace->user, &event);
    if (chance(source, 4 * rate)) trace->emit(trace->user, &event);
}

mutant_recording mutant_of_events(const mutant_recording* base, mutation_source* source)
{
    mutant_recording made = {0};
    ploy_recording* from;
    ploy_recorder_def def = {.write = append, .user = &made, .block_ticks = 1 + below(source, 20)};
    def.pack = chance(source, 2);
    mutation_plan plan = plan_mutations(source);
    ploy_recorder* to = ploy_recorder_create(&def);
    PL_ASSERT(to && ploy_recording_create(&(ploy_recording_def){.bytes = base->bytes, .count = base->count}, &from,
                                          NULL) == PLOY_OK);
    copy_notes(base, source, to);
    ploy_trace_event event;
    uint64_t tick, now = 0;
    while (ploy_recording_next(from, &event, &tick) == PLOY_FOUND) {
        for (; now < tick; ++now) ploy_recorder_tick(to);
        copy_event(event, source, plan, to);
    }
    ploy_recorder_tick(to);
    ploy_recorder_close(to);
    ploy_recorder_destroy(to);
    ploy_recording_destroy(from);
    return made;
}

// Changed blocks.

static void change_block(pl_block* block, uint8_t* payload, mutation_source* source)
{
    for (uint32_t n = 1 + below(source, 3); n > 0 && block->bytes > 0; --n) {
        uint8_t* at = payload + below(source, block->bytes);
        *at = (uint8_t)changed(source, *at);
    }
    if (chance(source, 16)) block->ticks = (uint32_t)changed(source, block->ticks);
    if (chance(source, 16)) block->kind = below(source, PL_BLOCK_PACKED_FRAME + 2);
}

mutant_recording mutant_of_blocks(const mutant_recording* base, mutation_source* source)
{
    mutant_recording made = {0};
    PL_ASSERT(append(&made, base->bytes, base->count));
    ploy_reader reader = {.bytes = made.bytes, .count = made.count, .at = PL_RECORDING_HEADER};
    pl_block block;
    while (reader.at < made.count && pl_block_read(&block, &reader)) {
        uint8_t* payload = made.bytes + reader.at;
        if (chance(source, 12)) {
            change_block(&block, payload, source);
            block.checksum = pl_block_checksum(&block, payload);
            ploy_writer writer = {payload - PL_BLOCK_HEADER, PL_BLOCK_HEADER, 0};
            pl_block_write(&block, &writer);
        }
        reader.at += block.bytes;
    }
    return made;
}

// Queries.

static void finish(ploy_status status, ploy_debug_answer* answer, mutant_tally* tally, mutant_answer_fn* on_answer)
{
    PL_ASSERT((status == PLOY_OK) == (answer != NULL));
    PL_ASSERT(status == PLOY_OK || status == PLOY_NOT_FOUND || status == PLOY_INVALID);
    tally->answered += status == PLOY_OK;
    tally->refused += status != PLOY_OK;
    if (answer && on_answer) on_answer(answer);
    ploy_debug_answer_destroy(answer);
}

static void query_agent(ploy_debugger* debugger, uint32_t agent, uint64_t ticks, mutation_source* source,
                        mutant_tally* tally, mutant_answer_fn* on_answer)
{
    static const char* const actions[] = {"Sleep", "GoTo", "GoTo(lake)", "Light"};
    ploy_debug_query query = {
        .agent = agent, .tick = UINT64_MAX, .max_tries = MAX_TRIES, .max_set = 2, .max_nodes = MAX_NODES};
    if (!chance(source, 3)) query.tick = below(source, (uint32_t)(ticks % 1000) + 1);
    const char* action = actions[below(source, 4)];
    const ploy_domain* domain;
    if (ploy_debugger_domain(debugger, agent, query.tick, &domain, NULL) == PLOY_OK) {
        if (below(source, 2) > 0) query.flip = action;
        if (below(source, 3) > 0) query.why_not = action;
        if (below(source, 3) > 0) query.with = "wood = 2, not fire";
        query.diff = below(source, 2) > 0;
        query.search = below(source, 2) > 0;
        query.other_tick = below(source, (uint32_t)(ticks % 1000) + 1);
    }
    ploy_debug_answer* answer;
    ploy_status status = ploy_debugger_query(debugger, &query, &answer, NULL);
    finish(status, answer, tally, on_answer);
}

static void read_all(ploy_recording* recording)
{
    ploy_trace_event event;
    uint64_t tick = 0, before = 0;
    while (ploy_recording_next(recording, &event, &tick) == PLOY_FOUND) {
        PL_ASSERT(tick >= before && *ploy_recording_kind(recording, event.kind).name);
        before = tick;
    }
    const void* bytes;
    size_t count;
    ploy_recording_frame(recording, before, &tick, &bytes, &count);
}

void mutant_query(const mutant_recording* made, mutation_source* source, mutant_tally* tally,
                  mutant_answer_fn* on_answer)
{
    ploy_recording* recording;
    ploy_debugger* debugger;
    ploy_debug_answer* answer;
    ploy_recording_def def = {.bytes = made->bytes, .count = made->count};
    if (ploy_recording_create(&def, &recording, NULL) != PLOY_OK) return;
    ++tally->opened;
    read_all(recording);
    PL_ASSERT(ploy_debugger_create(&(ploy_debugger_def){.recording = recording}, &debugger, NULL) == PLOY_OK);
    uint64_t ticks = ploy_recording_get_info(recording).ticks;
    for (uint32_t i = 0; i < ploy_debugger_agent_count(debugger) && i < 6; ++i)
        query_agent(debugger, ploy_debugger_agent(debugger, i).number, ticks, source, tally, on_answer);
    ploy_status status = ploy_debugger_find_problems(debugger, &answer, NULL);
    finish(status, answer, tally, on_answer);
    ploy_debugger_destroy(debugger);
    ploy_recording_destroy(recording);
}
