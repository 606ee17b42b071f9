// The mind: scores, chooses, and runs what it chose.
//
// When nothing runs, every option competes; the one that ended last gets the repeat penalty. While an option runs it
// counts as the highest score at the time it was chosen, plus the commitment. So neither noise nor its own falling
// score ends it, nor an option that it was preferred to by chance or by the penalty: only an option that beats it, or
// its condition. The activity of an option that must end is halted first, which may take several ticks. During that
// time every option competes again.

#include <string.h>

#include "base/check.h"
#include "knowledge/blackboard.h"
#include "knowledge/memory.h"
#include "mind/common/bindings.h"
#include "mind/utility/utility.h"
#include "trace/emit.h"

enum
{
    ONE = 1000,
    MAX_VALUES = 64, ///< keys that are read in advance
};

static const ploy_utility* utility_of(const ploy_agent* agent)
{
    return (const ploy_utility*)agent->mind;
}

pl_activity_plan pl_utility_activity(const ploy_utility* utility, uint32_t option, void* memory)
{
    const pl_utility_option* from = &utility->options.data[option];
    return (pl_activity_plan){
        .def = from->def,
        .ports = from->ports,
        .activity = from->activity,
        .duration = from->duration,
        .limit = from->limit,
        .memory = memory,
    };
}

uint32_t ploy_utility_running(const ploy_agent* agent)
{
    PL_NEED(agent, PLOY_NONE);
    PL_ASSERT(agent->mind && agent->mind->kind == &pl_utility_class);
    uint32_t running = pl_utility_data_of(agent)->running;
    return running > 0 ? running - 1 : PLOY_NONE;
}

// Kept scores.

static uint64_t everything(const ploy_utility* utility)
{
    return utility->options.count == 64 ? UINT64_MAX : ((uint64_t)1 << utility->options.count) - 1;
}

static void warm_up(const ploy_utility* utility, const ploy_agent* agent, pl_utility_data* memory)
{
    uint64_t* stamps = pl_utility_stamps(memory);
    for (uint32_t i = 0; agent->blackboard && i < utility->keys.count; ++i) {
        stamps[i] = pl_blackboard_stamp(agent->blackboard, utility->keys.data[i]);
    }
    memory->blackboard = agent->blackboard;
    memory->facts = agent->memory;
    memory->blackboard_stamp = pl_blackboard_stamp_all(agent->blackboard);
    memory->facts_version = agent->memory ? agent->memory->version : 0;
    memory->is_warm = true;
}

// Options that read a key that has changed. The stamp of the whole blackboard tells when there is none.
static uint64_t find_changed_keys(const ploy_utility* utility, const ploy_agent* agent, pl_utility_data* memory)
{
    uint64_t all = pl_blackboard_stamp_all(agent->blackboard);
    if (all == memory->blackboard_stamp) return 0;
    memory->blackboard_stamp = all;
    uint64_t* stamps = pl_utility_stamps(memory);
    uint64_t stale = 0;
    for (uint32_t i = 0; i < utility->keys.count; ++i) {
        uint64_t stamp = pl_blackboard_stamp(agent->blackboard, utility->keys.data[i]);
        if (stamp == stamps[i]) continue;
        stamps[i] = stamp;
        stale |= utility->readers.data[i];
    }
    return stale;
}

static uint64_t find_changed_facts(const ploy_utility* utility, const ploy_agent* agent, pl_utility_data* memory)
{
    if (!agent->memory || utility->fact_readers == 0) return 0;
    uint64_t version = agent->memory->version;
    if (version == memory->facts_version) return 0;
    memory->facts_version = version;
    return utility->fact_readers;
}

static uint64_t find_stale(const ploy_utility* utility, const ploy_agent* agent, pl_utility_data* memory)
{
    if (!memory->is_warm || memory->blackboard != agent->blackboard || memory->facts != agent->memory) {
        warm_up(utility, agent, memory);
        return everything(utility);
    }
    return utility->pollers | find_changed_keys(utility, agent, memory) | find_changed_facts(utility, agent, memory);
}

static void score_again(const ploy_utility* utility, ploy_agent* agent, pl_utility_data* memory, uint64_t stale)
{
    int64_t values[MAX_VALUES];
    pl_utility_reading reading = {.agent = agent, .values = utility->keys.count <= MAX_VALUES ? values : NULL};
    if (reading.values) pl_utility_read_keys(utility, agent, stale, values);
    pl_utility_score_some(utility, &reading, stale, pl_utility_scores(utility, memory));
}

// Choosing.

static bool is_viable(const ploy_utility* utility, ploy_agent* agent, uint32_t option)
{
    const pl_utility_option* from = &utility->options.data[option];
    const ploy_activity_def* def = from->def;
    if (!def->viable) return true;
    ploy_call call = {
        .user = def->user,
        .ports = from->ports,
        .port_count = def->port_count,
        .binding = from->activity,
        .duration = from->duration,
    };
    return def->viable(agent, &call);
}

static bool checks_viability(const ploy_utility* utility)
{
    for (uint32_t i = 0; i < utility->options.count; ++i) {
        if (utility->options.data[i].def->viable) return true;
    }
    return false;
}

int64_t pl_utility_held(const ploy_utility* utility, const ploy_agent* agent)
{
    pl_utility_data* memory = pl_utility_data_of(agent);
    int64_t score = pl_utility_scores(utility, memory)[memory->running - 1];
    if (score < 0) return -1;
    int64_t held = score > memory->chosen ? score : memory->chosen;
    held += held * utility->commitment / ONE;
    if (utility->momentum == 0) return held;
    int64_t left = utility->momentum - (agent->now - memory->activity.since);
    return left <= 0 ? score : score + (held - score) * (left * ONE / utility->momentum) / ONE;
}

static uint32_t choose_freely(const ploy_utility* utility, ploy_agent* agent, pl_utility_data* memory)
{
    int32_t scores[PLOY_UTILITY_OPTIONS];
    memcpy(scores, pl_utility_scores(utility, memory), utility->options.count * sizeof *scores);
    memory->offered = 0;
    for (uint32_t i = 0; i < utility->options.count; ++i) {
        if (scores[i] > 0 && !is_viable(utility, agent, i)) scores[i] = 0;
        if (scores[i] > memory->offered) memory->offered = scores[i];
        if (memory->last == i + 1 && scores[i] > 0)
            scores[i] = (int32_t)((int64_t)scores[i] * utility->repeat_penalty / ONE);
    }
    return pl_utility_pick(utility, scores, agent) + 1;
}

// The running option stays unless another beats it.
static uint32_t challenge(const ploy_utility* utility, ploy_agent* agent, pl_utility_data* memory)
{
    const int32_t* scores = pl_utility_scores(utility, memory);
    int64_t max = pl_utility_held(utility, agent);
    uint32_t winner = max < 0 ? 0 : memory->running;
    max = max < 0 ? 0 : max;
    for (uint32_t i = 0; i < utility->options.count; ++i) {
        if (i + 1 == memory->running || scores[i] <= max || !is_viable(utility, agent, i)) continue;
        max = scores[i];
        memory->offered = scores[i];
        winner = i + 1;
    }
    return winner;
}

static void trace_scores(const ploy_utility* utility, const ploy_agent* agent, pl_utility_data* memory)
{
    const int32_t* scores = pl_utility_scores(utility, memory);
    for (uint32_t i = 0; i < utility->options.count; ++i) {
        int64_t counts = i + 1 == memory->running ? pl_utility_held(utility, agent) : scores[i];
        PL_TRACE(agent->trace, UTILITY_SCORED, agent->id.index1, i, (uint64_t)scores[i], (uint64_t)counts);
    }
}

// What each consideration reads, those of unavailable options too.
static void trace_parts(const ploy_utility* utility, ploy_agent* agent)
{
    pl_utility_reading reading = {.agent = agent};
    for (uint32_t i = 0; i < utility->parts.count; ++i) {
        const pl_utility_part* part = &utility->parts.data[i];
        const pl_utility_leaf* leaf = part->parts == 0 ? &utility->leaves.data[part->leaf] : NULL;
        if (!leaf || leaf->kind == PLOY_INPUT_CONSTANT) continue;
        int64_t value = pl_leaf_read(utility, &reading, leaf);
        PL_TRACE(agent->trace, CONSIDERATION_READ, agent->id.index1, i, (uint64_t)value,
                 leaf->table[pl_leaf_normalize(leaf, value)]);
    }
}

static void want(const ploy_utility* utility, ploy_agent* agent, pl_utility_data* memory, uint32_t wanted)
{
    if (wanted == memory->wanted) return;
    memory->wanted = wanted;
    if (wanted == 0) return;
    PL_TRACE(agent->trace, UTILITY_CHOSEN, agent->id.index1, wanted - 1,
             (uint64_t)pl_utility_scores(utility, memory)[wanted - 1], memory->running);
}

static void choose(const ploy_utility* utility, ploy_agent* agent, pl_utility_data* memory)
{
    uint64_t stale = find_stale(utility, agent, memory);
    if (stale) score_again(utility, agent, memory, stale);
    if (pl_trace_wants_values(agent->trace)) {
        trace_scores(utility, agent, memory);
        trace_parts(utility, agent);
    }
    bool is_going = memory->activity.phase == PL_ACTIVITY_HALTING && !memory->is_leaving;
    if (is_going) return; // it ends by itself; the next choice is made when it has ended
    if (memory->running > 0 && !memory->is_leaving) {
        want(utility, agent, memory, challenge(utility, agent, memory));
    } else {
        want(utility, agent, memory, choose_freely(utility, agent, memory));
    }
    bool is_firm = utility->pollers == 0 && utility->momentum == 0 && !checks_viability(utility);
    memory->is_settled = is_firm && memory->running > 0 && memory->wanted == memory->running;
}

static bool is_quiet(const ploy_utility* utility, const ploy_agent* agent, const pl_utility_data* memory)
{
    if (!memory->is_settled || memory->blackboard != agent->blackboard ||
        pl_blackboard_stamp_all(agent->blackboard) != memory->blackboard_stamp)
        return false;
    if (memory->facts != agent->memory || pl_trace_wants(agent->trace, PLOY_TRACE_EVERYTHING)) return false;
    return !agent->memory || !utility->fact_readers || agent->memory->version == memory->facts_version;
}

static void think(ploy_agent* agent)
{
    const ploy_utility* utility = utility_of(agent);
    pl_utility_data* memory = pl_utility_data_of(agent);
    if (!is_quiet(utility, agent, memory)) choose(utility, agent, memory);
}

// Acting.

static void end_running(pl_utility_data* memory)
{
    memory->last = memory->running;
    memory->running = 0;
    memory->wanted = 0;
    memory->is_settled = false;
}

static void start(const ploy_utility* utility, ploy_agent* agent, pl_utility_data* memory)
{
    if (memory->wanted == 0) return;
    memory->running = memory->wanted;
    memory->last = 0;
    memory->chosen = memory->offered;
    pl_activity_plan plan = pl_utility_activity(utility, memory->running - 1, pl_utility_run(utility, memory));
    if (pl_activity_start(&memory->activity, &plan, agent) != PLOY_RUNNING) end_running(memory);
}

// Halts the running option for the wanted one; true when it has ended.
static bool leave(const ploy_utility* utility, ploy_agent* agent, pl_utility_data* memory)
{
    pl_activity_plan plan = pl_utility_activity(utility, memory->running - 1, pl_utility_run(utility, memory));
    memory->is_leaving = true;
    memory->is_settled = false;
    if (!pl_activity_halt(&memory->activity, &plan, agent)) return false;
    memory->is_leaving = false;
    memory->running = 0;
    return true;
}

static void act(ploy_agent* agent)
{
    const ploy_utility* utility = utility_of(agent);
    pl_utility_data* memory = pl_utility_data_of(agent);
    if (memory->running == 0) {
        start(utility, agent, memory);
    } else if (memory->is_leaving || memory->wanted != memory->running) {
        if (leave(utility, agent, memory)) start(utility, agent, memory);
    } else {
        pl_activity_plan plan = pl_utility_activity(utility, memory->running - 1, pl_utility_run(utility, memory));
        if (pl_activity_perform(&memory->activity, &plan, agent) != PLOY_RUNNING) end_running(memory);
    }
}

static void halt(const ploy_utility* utility, ploy_agent* agent)
{
    pl_utility_data* memory = pl_utility_data_of(agent);
    if (memory->running == 0) return;
    pl_activity_plan plan = pl_utility_activity(utility, memory->running - 1, pl_utility_run(utility, memory));
    pl_activity_halt(&memory->activity, &plan, agent);
    memset(memory, 0, sizeof *memory);
}

static void end(ploy_agent* agent)
{
    halt(utility_of(agent), agent);
}

static void destroy(ploy_mind* mind)
{
    ploy_utility_destroy((ploy_utility*)mind);
}

// Saving: scores and stamps are left out, since they are computed again with the same result.

static uint32_t run_bytes(const ploy_utility* utility, uint32_t running)
{
    if (running == 0) return 0;
    return ploy_bindings_activity(utility->bindings, utility->options.data[running - 1].activity)->data_bytes;
}

static void save(const ploy_agent* agent, ploy_writer* writer)
{
    const ploy_utility* utility = utility_of(agent);
    pl_utility_data* memory = pl_utility_data_of(agent);
    ploy_write_i64(writer, memory->activity.since);
    ploy_write_u8(writer, (uint8_t)memory->activity.phase);
    ploy_write_u8(writer, memory->is_leaving);
    ploy_write_u32(writer, memory->running);
    ploy_write_u32(writer, memory->wanted);
    ploy_write_u32(writer, memory->last);
    ploy_write_u32(writer, (uint32_t)memory->chosen);
    pl_activity_save_data(pl_utility_run(utility, memory), run_bytes(utility, memory->running), writer);
}

static ploy_status load(ploy_agent* agent, ploy_reader* reader)
{
    const ploy_utility* utility = utility_of(agent);
    pl_utility_data* memory = pl_utility_data_of(agent);
    uint32_t end = utility->options.count + 1;
    pl_utility_data loaded = {0};
    loaded.activity.since = ploy_read_i64(reader);
    loaded.activity.phase = ploy_read_u8(reader);
    loaded.is_leaving = ploy_read_u8(reader);
    loaded.running = ploy_read_below(reader, end);
    loaded.wanted = ploy_read_below(reader, end);
    loaded.last = ploy_read_below(reader, end);
    loaded.chosen = (int32_t)ploy_read_u32(reader);
    pl_activity_load_data(pl_utility_run(utility, memory), run_bytes(utility, loaded.running), reader);
    bool fits = loaded.activity.phase <= PL_ACTIVITY_HALTING && loaded.is_leaving <= 1 &&
                (loaded.running > 0) == (loaded.activity.phase != PL_ACTIVITY_IDLE) &&
                loaded.is_leaving <= (loaded.activity.phase == PL_ACTIVITY_HALTING) && loaded.activity.since >= 0 &&
                loaded.activity.since <= agent->now;
    if (reader->failed || !fits) return PLOY_INVALID;
    *memory = loaded;
    return PLOY_OK;
}

// Hot reload: an option of the same name that runs the same activity continues.

static uint32_t find_again(const ploy_utility* fresh, const ploy_utility* old, uint32_t option1)
{
    if (option1 == 0) return 0;
    const pl_utility_option* before = &old->options.data[option1 - 1];
    uint32_t found = ploy_utility_find_option(fresh, before->name);
    bool is_same = found != PLOY_NONE && fresh->bindings == old->bindings &&
                   fresh->options.data[found].activity == before->activity;
    return is_same ? found + 1 : 0;
}

static ploy_status migrate(ploy_agent* agent, ploy_agent* old)
{
    if (old->mind->kind != &pl_utility_class) {
        if (old->mind->kind->end) old->mind->kind->end(old);
        return PLOY_OK;
    }
    const ploy_utility* fresh = utility_of(agent);
    const ploy_utility* stale = utility_of(old);
    pl_utility_data* memory = pl_utility_data_of(agent);
    pl_utility_data* before = pl_utility_data_of(old);
    uint32_t running = find_again(fresh, stale, before->running);
    memory->last = find_again(fresh, stale, before->last);
    if (running == 0) {
        halt(stale, old);
        return PLOY_OK;
    }
    memory->running = running;
    memory->wanted = running;
    memory->activity = before->activity;
    memory->chosen = before->chosen;
    memory->is_leaving = before->is_leaving;
    memcpy(pl_utility_run(fresh, memory), pl_utility_run(stale, before), run_bytes(fresh, running));
    before->running = 0;
    return PLOY_OK;
}

static size_t why(const ploy_agent* agent, char* text, size_t size)
{
    return pl_utility_why(utility_of(agent), agent, text, size);
}

const ploy_mind_class pl_utility_class = {
    .name = "utility",
    .destroy = destroy,
    .think = think,
    .act = act,
    .end = end,
    .save = save,
    .load = load,
    .migrate = migrate,
    .why = why,
    .describe = pl_utility_describe,
};
