#include "games/arena/controllers/profile.h"

#include <ploy/profile.h>

#include "games/arena/setup/allocation.h"

#define MINDS 16
#define SUB 32 ///< buckets between two powers of two
#define BUCKETS (40 * SUB)

/// A mind that agents had since the begin.
typedef struct timed
{
    const ploy_mind* mind;
    uint64_t worked; ///< in all steps before
    uint64_t work;   ///< in the last step
} timed;

typedef struct profile_record
{
    arena_time time;
    uint32_t counts[BUCKETS];
} profile_record;

struct arena_times
{
    arena_match* match;
    arena_clock_fn* interruptions;
    uint64_t interrupted;       ///< so far
    uint64_t left_out, counted; ///< steps
    timed minds[MINDS];
    uint32_t mind_count;
    uint64_t marked; ///< when the last part of a step ended
    uint64_t phases[ARENA_PHASE_COUNT], deciding;
    profile_record sides[ARENA_SIDES];
    uint64_t side_now[ARENA_SIDES]; ///< in the current step
    profile_record* agents;
    uint64_t* now;  ///< of each agent, in the current step
    uint32_t* idle; ///< of each agent: steps that took no time, which its record leaves out
};

// Buckets: exact up to 32, then 32 per power of two.

static uint32_t bucket_of(uint64_t value)
{
    uint32_t shift = 0;
    while (value >> shift >= 2 * SUB) shift++;
    uint32_t bucket = shift * SUB + (uint32_t)(value >> shift);
    return bucket < BUCKETS ? bucket : BUCKETS - 1;
}

static uint64_t bucket_end(uint32_t bucket)
{
    uint32_t shift = bucket < 2 * SUB ? 0 : bucket / SUB - 1;
    return ((uint64_t)(bucket - shift * SUB) + 1) << shift;
}

static void add(profile_record* r, uint64_t now)
{
    arena_time* t = &r->time;
    t->steps++;
    t->total += now;
    if (t->steps == 1 || now < t->min) t->min = now;
    if (now > t->max) t->max = now;
    r->counts[bucket_of(now)]++;
}

static arena_time read(const profile_record* r, uint32_t idle)
{
    arena_time time = r->time;
    time.steps += idle;
    if (idle > 0) time.min = 0;
    uint64_t left = time.steps / 1000 + 1;
    uint32_t bucket = BUCKETS;
    for (uint64_t seen = 0; bucket > 0 && seen < left;) {
        --bucket;
        seen += r->counts[bucket] + (bucket == 0 ? idle : 0);
    }
    time.p999 = time.steps ? bucket_end(bucket) - 1 : 0;
    if (time.p999 > time.max) time.p999 = time.max;
    return time;
}

arena_times* arena_times_create(arena_match* match, arena_clock_fn* interruptions)
{
    arena_times* times = arena_take(&match->allocator, 1, sizeof *times);
    if (!times) return NULL;
    *times = (arena_times){.match = match, .interruptions = interruptions};
    times->agents = arena_take(&match->allocator, match->agent_count, sizeof *times->agents);
    times->idle = arena_take(&match->allocator, match->agent_count, sizeof *times->idle);
    times->now = arena_take(&match->allocator, match->agent_count, sizeof *times->now);
    if (!times->agents || !times->idle || !times->now) {
        arena_times_destroy(times);
        return NULL;
    }
    if (interruptions) times->interrupted = interruptions();
    return times;
}

void arena_times_destroy(arena_times* times)
{
    if (!times) return;
    ploy_allocator allocator = times->match->allocator;
    times->match->mark = NULL;
    arena_give(&allocator, times->agents, times->match->agent_count, sizeof *times->agents);
    arena_give(&allocator, times->now, times->match->agent_count, sizeof *times->now);
    arena_give(&allocator, times->idle, times->match->agent_count, sizeof *times->idle);
    arena_give(&allocator, times, 1, sizeof *times);
}

void arena_times_begin(arena_times* times)
{
    if (!arena_match_times_next(times->match)) return;
    for (uint32_t i = 0; i < ARENA_SIDES; i++) times->side_now[i] = 0;
    if (times->match->timed_every > 1 && times->interruptions) times->interrupted = times->interruptions();
    if (times->match->mark) times->marked = times->match->clock();
}

// What the last step took, by the world's profile.

static timed* timed_of(arena_times* times, const ploy_mind* mind)
{
    for (uint32_t i = 0; i < times->mind_count; i++) {
        if (times->minds[i].mind == mind) return &times->minds[i];
    }
    if (times->mind_count == MINDS) return NULL;
    times->minds[times->mind_count] = (timed){.mind = mind};
    return &times->minds[times->mind_count++];
}

static void read_times(arena_times* times)
{
    const arena_match* match = times->match;
    ploy_profile profile = ploy_world_get_profile(match->world);
    for (uint32_t i = 0; i < profile.mind_count; i++) {
        timed* t = timed_of(times, profile.minds[i].mind);
        if (!t) continue;
        t->work = profile.minds[i].work - t->worked;
        t->worked = profile.minds[i].work;
    }
    for (uint32_t i = 0; i < match->agent_count; i++) {
        times->now[i] = ploy_agent_get_time(match->world, match->agents[i].id);
    }
}

// Parts of a step.

static void mark(void* user, arena_phase phase)
{
    arena_times* times = user;
    uint64_t now = times->match->clock();
    times->phases[phase] += now - times->marked;
    times->marked = now;
}

void arena_times_mark(arena_times* times)
{
    times->match->mark = mark;
    times->match->mark_user = times;
}

uint64_t arena_times_phase(const arena_times* times, arena_phase phase)
{
    return times->phases[phase];
}

uint64_t arena_times_deciding(const arena_times* times)
{
    return times->deciding;
}

static void add_deciding(arena_times* times)
{
    for (uint32_t i = 0; i < times->mind_count; i++) times->deciding += times->minds[i].work;
    for (uint32_t i = 0; i < times->match->agent_count; i++) times->deciding += times->now[i];
}

static bool is_spoilt(arena_times* times)
{
    uint64_t now = times->interruptions ? times->interruptions() : 0;
    bool is_interrupted = now != times->interrupted;
    times->interrupted = now;
    bool is_out = is_interrupted && times->left_out < times->counted;
    *(is_out ? &times->left_out : &times->counted) += 1;
    return is_out;
}

/// Work that a mind does for all its agents is shared equally among them.
static void share_work(arena_times* times, const timed* t)
{
    const arena_match* match = times->match;
    uint32_t sharers = 0;
    for (uint32_t i = 0; i < match->agent_count; i++) sharers += match->agents[i].agent->mind == t->mind;
    for (uint32_t i = 0; i < match->agent_count && sharers; i++) {
        if (match->agents[i].agent->mind == t->mind) times->now[i] += t->work / sharers;
    }
}

void arena_times_end(arena_times* times)
{
    bool decided[ARENA_SIDES] = {false};
    if (!times->match->is_timed) return;
    read_times(times);
    if (times->match->mark) add_deciding(times);
    if (is_spoilt(times)) return;
    for (uint32_t i = 0; i < times->mind_count; i++) share_work(times, &times->minds[i]);
    for (uint32_t i = 0; i < times->match->agent_count; i++) {
        const arena_agent* agent = &times->match->agents[i];
        if (!agent->agent->mind) continue;
        if (times->now[i] > 0)
            add(&times->agents[i], times->now[i]);
        else
            times->idle[i]++;
        times->side_now[agent->side] += times->now[i];
        decided[agent->side] = true;
    }
    for (uint32_t i = 0; i < ARENA_SIDES; i++) {
        if (decided[i]) add(&times->sides[i], times->side_now[i]);
    }
}

arena_time arena_times_agent(const arena_times* times, uint32_t agent)
{
    return read(&times->agents[agent], times->idle[agent]);
}

arena_time arena_times_side(const arena_times* times, uint32_t side)
{
    return read(&times->sides[side], 0);
}
