// The mind: scores, chooses, and runs what it chose.
//
// Choosing is free when nothing runs: the option that ended last counts less. While one runs, it holds its place with
// the greatest score there was when it was chosen, and more; so neither noise nor its own falling score makes it go,
// nor the option that it was preferred to by chance or for a change: only one that beats it, or its condition. The deed
// of an option that must go is halted first, for as many ticks as that takes, and meanwhile the choice is free again.

#include <string.h>

#include "base/check.h"
#include "knowledge/blackboard.h"
#include "mind/common/bindings.h"
#include "mind/utility/utility.h"
#include "trace/emit.h"

enum
{
    ONE = 1000,
    MOST_VALUES = 64, ///< keys that are read at once
};

static const ploy_utility* utility_of(const ploy_self* self)
{
    return (const ploy_utility*)self->mind;
}

pl_deed_plan pl_utility_deed(const ploy_utility* utility, uint32_t option, void* memory)
{
    const pl_option* from = &utility->options.data[option];
    return (pl_deed_plan){
        .def = from->def,
        .ports = from->ports,
        .activity = from->activity,
        .duration = from->duration,
        .limit = from->limit,
        .memory = memory,
    };
}

uint32_t ploy_utility_running(const ploy_self* self)
{
    PL_ASSERT(self->mind && self->mind->kind == &pl_utility_class);
    uint32_t running = pl_utility_memory_of(self)->running;
    return running > 0 ? running - 1 : PLOY_NONE;
}

// Scores that are kept.

static uint64_t everything(const ploy_utility* utility)
{
    return utility->options.count == 64 ? UINT64_MAX : ((uint64_t)1 << utility->options.count) - 1;
}

static void warm_up(const ploy_utility* utility, const ploy_self* self, pl_utility_memory* memory)
{
    uint64_t* stamps = pl_utility_stamps(memory);
    for (uint32_t i = 0; self->board && i < utility->keys.count; ++i) {
        stamps[i] = pl_board_stamp(self->board, utility->keys.data[i]);
    }
    memory->board = self->board;
    memory->facts = self->facts;
    memory->board_stamp = pl_board_stamp_all(self->board);
    memory->facts_version = self->facts ? ploy_facts_version(self->facts) : 0;
    memory->is_warm = true;
}

// Options that read a key which is not what it was. One look at the whole board tells when there is none.
static uint64_t find_changed_keys(const ploy_utility* utility, const ploy_self* self, pl_utility_memory* memory)
{
    uint64_t all = pl_board_stamp_all(self->board);
    if (all == memory->board_stamp) return 0;
    memory->board_stamp = all;
    uint64_t* stamps = pl_utility_stamps(memory);
    uint64_t stale = 0;
    for (uint32_t i = 0; i < utility->keys.count; ++i) {
        uint64_t stamp = pl_board_stamp(self->board, utility->keys.data[i]);
        if (stamp == stamps[i]) continue;
        stamps[i] = stamp;
        stale |= utility->readers.data[i];
    }
    return stale;
}

static uint64_t find_changed_facts(const ploy_utility* utility, const ploy_self* self, pl_utility_memory* memory)
{
    if (!self->facts || utility->fact_readers == 0) return 0;
    uint64_t version = ploy_facts_version(self->facts);
    if (version == memory->facts_version) return 0;
    memory->facts_version = version;
    return utility->fact_readers;
}

static uint64_t find_stale(const ploy_utility* utility, const ploy_self* self, pl_utility_memory* memory)
{
    if (!memory->is_warm || memory->board != self->board || memory->facts != self->facts) {
        warm_up(utility, self, memory);
        return everything(utility);
    }
    return utility->pollers | find_changed_keys(utility, self, memory) | find_changed_facts(utility, self, memory);
}

static void score_again(const ploy_utility* utility, ploy_self* self, pl_utility_memory* memory, uint64_t stale)
{
    int64_t values[MOST_VALUES];
    pl_reading reading = {.self = self, .values = utility->keys.count <= MOST_VALUES ? values : NULL};
    if (reading.values) pl_utility_read_keys(utility, self, stale, values);
    pl_utility_score_some(utility, &reading, stale, pl_utility_scores(utility, memory));
}

// Choosing.

static bool is_viable(const ploy_utility* utility, ploy_self* self, uint32_t option)
{
    const pl_option* from = &utility->options.data[option];
    const ploy_activity_def* def = from->def;
    if (!def->viable) return true;
    ploy_run run = {
        .user = def->user,
        .ports = from->ports,
        .port_count = def->port_count,
        .ability = from->activity,
        .duration = from->duration,
    };
    return def->viable(self, &run);
}

static bool any_asks(const ploy_utility* utility)
{
    for (uint32_t i = 0; i < utility->options.count; ++i) {
        if (utility->options.data[i].def->viable) return true;
    }
    return false;
}

int64_t pl_utility_held(const ploy_utility* utility, const ploy_self* self)
{
    pl_utility_memory* memory = pl_utility_memory_of(self);
    int64_t score = pl_utility_scores(utility, memory)[memory->running - 1];
    if (score < 0) return -1;
    int64_t held = score > memory->chosen ? score : memory->chosen;
    held += held * utility->inertia / ONE;
    if (utility->momentum == 0) return held;
    int64_t left = utility->momentum - (self->now - memory->deed.since);
    return left <= 0 ? score : score + (held - score) * (left * ONE / utility->momentum) / ONE;
}

static uint32_t choose_freely(const ploy_utility* utility, ploy_self* self, pl_utility_memory* memory)
{
    int32_t scores[PLOY_UTILITY_OPTIONS];
    memcpy(scores, pl_utility_scores(utility, memory), utility->options.count * sizeof *scores);
    memory->offered = 0;
    for (uint32_t i = 0; i < utility->options.count; ++i) {
        if (scores[i] > 0 && !is_viable(utility, self, i)) scores[i] = 0;
        if (scores[i] > memory->offered) memory->offered = scores[i];
        if (memory->last == i + 1 && scores[i] > 0) scores[i] = (int32_t)((int64_t)scores[i] * utility->repeat / ONE);
    }
    return pl_utility_pick(utility, scores, self) + 1;
}

// The running one stays unless another beats it.
static uint32_t challenge(const ploy_utility* utility, ploy_self* self, pl_utility_memory* memory)
{
    const int32_t* scores = pl_utility_scores(utility, memory);
    int64_t most = pl_utility_held(utility, self);
    uint32_t winner = most < 0 ? 0 : memory->running;
    most = most < 0 ? 0 : most;
    for (uint32_t i = 0; i < utility->options.count; ++i) {
        if (i + 1 == memory->running || scores[i] <= most || !is_viable(utility, self, i)) continue;
        most = scores[i];
        memory->offered = scores[i];
        winner = i + 1;
    }
    return winner;
}

static void trace_scores(const ploy_utility* utility, const ploy_self* self, pl_utility_memory* memory)
{
    const int32_t* scores = pl_utility_scores(utility, memory);
    for (uint32_t i = 0; i < utility->options.count; ++i) {
        int64_t counts = i + 1 == memory->running ? pl_utility_held(utility, self) : scores[i];
        PL_TRACE(self->trace, UTILITY_SCORED, self->agent, i, (uint64_t)scores[i], (uint64_t)counts);
    }
}

// What each consideration reads; those of options that are out of the question too.
static void trace_parts(const ploy_utility* utility, ploy_self* self)
{
    pl_reading reading = {.self = self};
    for (uint32_t i = 0; i < utility->parts.count; ++i) {
        const pl_part* part = &utility->parts.data[i];
        const pl_leaf* leaf = part->parts == 0 ? &utility->leaves.data[part->leaf] : NULL;
        if (!leaf || leaf->kind == PLOY_INPUT_CONSTANT) continue;
        int64_t value = pl_leaf_read(utility, &reading, leaf);
        PL_TRACE(self->trace, CONSIDERATION_READ, self->agent, i, (uint64_t)value,
                 leaf->table[pl_leaf_normalise(leaf, value)]);
    }
}

static void want(const ploy_utility* utility, ploy_self* self, pl_utility_memory* memory, uint32_t wanted)
{
    if (wanted == memory->wanted) return;
    memory->wanted = wanted;
    if (wanted == 0) return;
    PL_TRACE(self->trace, UTILITY_CHOSEN, self->agent, wanted - 1,
             (uint64_t)pl_utility_scores(utility, memory)[wanted - 1], memory->running);
}

static void choose(const ploy_utility* utility, ploy_self* self, pl_utility_memory* memory)
{
    uint64_t stale = find_stale(utility, self, memory);
    if (stale) score_again(utility, self, memory, stale);
    if (pl_trace_wants(self->trace, PLOY_TRACE_EVERYTHING)) {
        trace_scores(utility, self, memory);
        trace_parts(utility, self);
    }
    bool is_going = memory->deed.phase == PL_DEED_HALTING && !memory->is_leaving;
    if (is_going) return; // it ends by itself: what comes then is chosen when it has
    if (memory->running > 0 && !memory->is_leaving) {
        want(utility, self, memory, challenge(utility, self, memory));
    } else {
        want(utility, self, memory, choose_freely(utility, self, memory));
    }
    bool is_firm = utility->pollers == 0 && utility->momentum == 0 && !any_asks(utility);
    memory->is_settled = is_firm && memory->running > 0 && memory->wanted == memory->running;
}

static bool is_quiet(const ploy_utility* utility, const ploy_self* self, const pl_utility_memory* memory)
{
    if (!memory->is_settled || memory->board != self->board || pl_board_stamp_all(self->board) != memory->board_stamp)
        return false;
    if (memory->facts != self->facts || pl_trace_wants(self->trace, PLOY_TRACE_EVERYTHING)) return false;
    return !self->facts || !utility->fact_readers || ploy_facts_version(self->facts) == memory->facts_version;
}

static void think(ploy_self* self)
{
    const ploy_utility* utility = utility_of(self);
    pl_utility_memory* memory = pl_utility_memory_of(self);
    if (!is_quiet(utility, self, memory)) choose(utility, self, memory);
}

// Doing.

static void end_running(pl_utility_memory* memory)
{
    memory->last = memory->running;
    memory->running = 0;
    memory->wanted = 0;
    memory->is_settled = false;
}

static void start(const ploy_utility* utility, ploy_self* self, pl_utility_memory* memory)
{
    if (memory->wanted == 0) return;
    memory->running = memory->wanted;
    memory->last = 0;
    memory->chosen = memory->offered;
    pl_deed_plan plan = pl_utility_deed(utility, memory->running - 1, pl_utility_run(utility, memory));
    if (pl_deed_start(&memory->deed, &plan, self) != PLOY_BUSY) end_running(memory);
}

// Makes way for what is wanted; true: the place is free.
static bool leave(const ploy_utility* utility, ploy_self* self, pl_utility_memory* memory)
{
    pl_deed_plan plan = pl_utility_deed(utility, memory->running - 1, pl_utility_run(utility, memory));
    memory->is_leaving = true;
    memory->is_settled = false;
    if (!pl_deed_halt(&memory->deed, &plan, self)) return false;
    memory->is_leaving = false;
    memory->running = 0;
    return true;
}

static void act(ploy_self* self)
{
    const ploy_utility* utility = utility_of(self);
    pl_utility_memory* memory = pl_utility_memory_of(self);
    if (memory->running == 0) {
        start(utility, self, memory);
    } else if (memory->is_leaving || memory->wanted != memory->running) {
        if (leave(utility, self, memory)) start(utility, self, memory);
    } else {
        pl_deed_plan plan = pl_utility_deed(utility, memory->running - 1, pl_utility_run(utility, memory));
        if (pl_deed_perform(&memory->deed, &plan, self) != PLOY_BUSY) end_running(memory);
    }
}

static void halt(const ploy_utility* utility, ploy_self* self)
{
    pl_utility_memory* memory = pl_utility_memory_of(self);
    if (memory->running == 0) return;
    pl_deed_plan plan = pl_utility_deed(utility, memory->running - 1, pl_utility_run(utility, memory));
    pl_deed_halt(&memory->deed, &plan, self);
    memset(memory, 0, sizeof *memory);
}

static void end(ploy_self* self)
{
    halt(utility_of(self), self);
}

static void destroy(ploy_mind* mind)
{
    ploy_utility_destroy((ploy_utility*)mind);
}

// Saving: scores and stamps are left out, since they are computed anew and come out the same.

static uint32_t run_bytes(const ploy_utility* utility, uint32_t running)
{
    if (running == 0) return 0;
    return ploy_abilities_activity(utility->abilities, utility->options.data[running - 1].activity)->memory;
}

static void save(const ploy_self* self, ploy_writer* writer)
{
    const ploy_utility* utility = utility_of(self);
    pl_utility_memory* memory = pl_utility_memory_of(self);
    ploy_write_i64(writer, memory->deed.since);
    ploy_write_u8(writer, (uint8_t)memory->deed.phase);
    ploy_write_u8(writer, memory->is_leaving);
    ploy_write_u32(writer, memory->running);
    ploy_write_u32(writer, memory->wanted);
    ploy_write_u32(writer, memory->last);
    ploy_write_u32(writer, (uint32_t)memory->chosen);
    ploy_write_bytes(writer, pl_utility_run(utility, memory), run_bytes(utility, memory->running));
}

static ploy_status load(ploy_self* self, ploy_reader* reader)
{
    const ploy_utility* utility = utility_of(self);
    pl_utility_memory* memory = pl_utility_memory_of(self);
    uint32_t end = utility->options.count + 1;
    pl_utility_memory loaded = {0};
    loaded.deed.since = ploy_read_i64(reader);
    loaded.deed.phase = ploy_read_u8(reader);
    loaded.is_leaving = ploy_read_u8(reader);
    loaded.running = ploy_read_below(reader, end);
    loaded.wanted = ploy_read_below(reader, end);
    loaded.last = ploy_read_below(reader, end);
    loaded.chosen = (int32_t)ploy_read_u32(reader);
    ploy_read_bytes(reader, pl_utility_run(utility, memory), run_bytes(utility, loaded.running));
    bool fits = loaded.deed.phase <= PL_DEED_HALTING && loaded.is_leaving <= 1 &&
                (loaded.running > 0) == (loaded.deed.phase != PL_DEED_IDLE) &&
                loaded.is_leaving <= (loaded.deed.phase == PL_DEED_HALTING) && loaded.deed.since >= 0 &&
                loaded.deed.since <= self->now;
    if (reader->failed || !fits) return PLOY_INVALID;
    *memory = loaded;
    return PLOY_OK;
}

// A newer edition: an option of the same name that runs the same activity goes on.

static uint32_t find_again(const ploy_utility* fresh, const ploy_utility* old, uint32_t option1)
{
    if (option1 == 0) return 0;
    const pl_option* before = &old->options.data[option1 - 1];
    uint32_t found = ploy_utility_find(fresh, before->name);
    bool is_same = found != PLOY_NONE && fresh->abilities == old->abilities &&
                   fresh->options.data[found].activity == before->activity;
    return is_same ? found + 1 : 0;
}

static ploy_status adopt(ploy_self* self, ploy_self* old)
{
    if (old->mind->kind != &pl_utility_class) {
        if (old->mind->kind->end) old->mind->kind->end(old);
        return PLOY_OK;
    }
    const ploy_utility* fresh = utility_of(self);
    const ploy_utility* stale = utility_of(old);
    pl_utility_memory* memory = pl_utility_memory_of(self);
    pl_utility_memory* before = pl_utility_memory_of(old);
    uint32_t running = find_again(fresh, stale, before->running);
    memory->last = find_again(fresh, stale, before->last);
    if (running == 0) {
        halt(stale, old);
        return PLOY_OK;
    }
    memory->running = running;
    memory->wanted = running;
    memory->deed = before->deed;
    memory->chosen = before->chosen;
    memory->is_leaving = before->is_leaving;
    memcpy(pl_utility_run(fresh, memory), pl_utility_run(stale, before), run_bytes(fresh, running));
    before->running = 0;
    return PLOY_OK;
}

static size_t why(const ploy_self* self, char* text, size_t size)
{
    return pl_utility_why(utility_of(self), self, text, size);
}

const ploy_mind_class pl_utility_class = {
    .name = "utility",
    .destroy = destroy,
    .think = think,
    .act = act,
    .end = end,
    .save = save,
    .load = load,
    .adopt = adopt,
    .why = why,
    .shape = pl_utility_shape,
};
