#include "games/arena/controllers/simple_mind.h"

#include <stdio.h>
#include <string.h>

#include "games/arena/ai/memory.h"

/// What an agent remembers: the activity under way.
typedef struct doing
{
    uint32_t activity1; ///< plus one; 0: nothing
    uint32_t until;     ///< random: thousandths of a second after which it does something else
    int64_t since;
    uint8_t memory[64];
} doing;

typedef uint32_t choose_fn(ploy_self* self, const doing* now);

typedef struct simple_mind
{
    ploy_mind base;
    ploy_allocator allocator;
    const ploy_abilities* abilities;
    choose_fn* choose;
} simple_mind;

static const ploy_port no_ports[PLOY_MAX_PORTS] = {{PLOY_NONE, 0}, {PLOY_NONE, 0}, {PLOY_NONE, 0}, {PLOY_NONE, 0},
                                                   {PLOY_NONE, 0}, {PLOY_NONE, 0}, {PLOY_NONE, 0}, {PLOY_NONE, 0}};

static const simple_mind* mind_of(const ploy_self* self)
{
    return (const simple_mind*)self->mind;
}

static const ploy_activity_def* activity_of(const ploy_self* self, uint32_t activity)
{
    return ploy_abilities_activity(mind_of(self)->abilities, activity);
}

static ploy_run run_of(const ploy_self* self, doing* d, uint32_t activity)
{
    const ploy_activity_def* def = activity_of(self, activity);
    return (ploy_run){def->user, no_ports, def->port_count, activity, self->now - d->since, 0, d->memory};
}

static void stop(ploy_self* self)
{
    doing* d = self->memory;
    if (d->activity1 == 0) return;
    ploy_run run = run_of(self, d, d->activity1 - 1);
    activity_of(self, d->activity1 - 1)->halt(self, &run);
    d->activity1 = 0;
}

static void take_outcome(ploy_self* self, ploy_outcome outcome)
{
    doing* d = self->memory;
    if (outcome == PLOY_BUSY) return;
    ploy_run run = run_of(self, d, d->activity1 - 1);
    activity_of(self, d->activity1 - 1)->finished(self, &run);
    d->activity1 = 0;
}

static void start(ploy_self* self, uint32_t activity)
{
    doing* d = self->memory;
    *d = (doing){.activity1 = activity + 1, .since = self->now};
    d->until = 500 + ploy_random_below(&self->random, 4500);
    ploy_run run = run_of(self, d, activity);
    take_outcome(self, activity_of(self, activity)->start(self, &run));
}

static void act(ploy_self* self)
{
    doing* d = self->memory;
    if (d->activity1) {
        ploy_run run = run_of(self, d, d->activity1 - 1);
        take_outcome(self, activity_of(self, d->activity1 - 1)->perform(self, &run));
    }
    uint32_t wanted = mind_of(self)->choose(self, d);
    if (wanted + 1 == d->activity1) return;
    stop(self);
    if (wanted != PLOY_NONE) start(self, wanted);
}

static bool is_viable(ploy_self* self, uint32_t activity)
{
    const ploy_activity_def* def = activity_of(self, activity);
    doing fresh = {0};
    ploy_run run = run_of(self, &fresh, activity);
    return !def->viable || def->viable(self, &run);
}

static uint32_t choose_random(ploy_self* self, const doing* now)
{
    if (now->activity1 && self->now - now->since < (int64_t)now->until * 1000) return now->activity1 - 1;
    uint32_t activity = ploy_random_below(&self->random, ploy_abilities_activity_count(mind_of(self)->abilities));
    return is_viable(self, activity) ? activity : PLOY_NONE;
}

static bool reads(const ploy_self* self, arena_key key)
{
    return ploy_board_get(self->board, key) != 0;
}

static const char* fight(const ploy_self* self)
{
    if (!reads(self, ARENA_KEY_TARGET_VISIBLE)) return NULL;
    bool is_loaded = reads(self, ARENA_KEY_WEAPON_LOADED);
    if (is_loaded) return reads(self, ARENA_KEY_LONG_WEAPON) ? "AttackLongRange" : "AttackShortRange";
    bool is_close = ploy_board_get(self->board, ARENA_KEY_TARGET_DISTANCE) < 4000;
    return is_close && !reads(self, ARENA_KEY_HAS_AMMO) ? "AttackMelee" : NULL;
}

static const char* supply(const ploy_self* self)
{
    bool is_loaded = reads(self, ARENA_KEY_WEAPON_LOADED);
    if (!is_loaded && reads(self, ARENA_KEY_CAN_RELOAD)) return "Reload";
    if (!is_loaded && reads(self, ARENA_KEY_OTHER_READY)) return "ChangeWeapon";
    if (reads(self, ARENA_KEY_LOW_HEALTH) && reads(self, ARENA_KEY_KNOWS_HEALTH)) return "GoToHealth";
    if (!reads(self, ARENA_KEY_HAS_AMMO) && reads(self, ARENA_KEY_KNOWS_AMMO)) return "GoToAmmo";
    return NULL;
}

static const char* play_flags(const ploy_self* self)
{
    int64_t ours = ploy_board_get(self->board, ARENA_KEY_OUR_FLAG);
    int64_t theirs = ploy_board_get(self->board, ARENA_KEY_THEIR_FLAG);
    if (ours != 0 && self->agent % 4 < 2) return "AttackFlagCarrier";
    return theirs == 1 ? "ProtectFlagBearer" : "PickupFlag";
}

static const char* play_points(const ploy_self* self)
{
    bool one = ploy_board_get(self->board, ARENA_KEY_POINT_ONE) == 1;
    bool two = ploy_board_get(self->board, ARENA_KEY_POINT_TWO) == 1;
    if (one && two) return "Patrol";
    bool first = self->agent % 4 < 2 ? !one : two;
    return first ? "AttackDomPointOne" : "AttackDomPointTwo";
}

static uint32_t choose_drill(ploy_self* self, const doing* now)
{
    (void)now;
    const ploy_abilities* abilities = mind_of(self)->abilities;
    const char* name = reads(self, ARENA_KEY_CARRYING) ? "CarryFlag" : fight(self);
    if (!name) name = supply(self);
    uint32_t flag = ploy_abilities_find_activity(abilities, "PickupFlag");
    uint32_t point = ploy_abilities_find_activity(abilities, "AttackDomPointOne");
    uint32_t hunt = ploy_abilities_find_activity(abilities, "AttackFlagCarrier");
    if (!name && (is_viable(self, flag) || is_viable(self, hunt) || reads(self, ARENA_KEY_THEIR_FLAG))) {
        name = play_flags(self);
    }
    if (!name && is_viable(self, point)) name = play_points(self);
    return ploy_abilities_find_activity(abilities, name ? name : "SeekClosestEnemy");
}

static void destroy(ploy_mind* mind)
{
    simple_mind* simple = (simple_mind*)mind;
    ploy_allocator allocator = simple->allocator;
    arena_give(&allocator, simple, 1, sizeof *simple);
}

static void save(const ploy_self* self, ploy_writer* writer)
{
    const doing* d = self->memory;
    ploy_write_u32(writer, d->activity1);
    ploy_write_u32(writer, d->until);
    ploy_write_i64(writer, d->since);
    ploy_write_bytes(writer, d->memory, sizeof d->memory);
}

static ploy_status load(ploy_self* self, ploy_reader* reader)
{
    doing* d = self->memory;
    d->activity1 = ploy_read_below(reader, ploy_abilities_activity_count(mind_of(self)->abilities) + 1);
    d->until = ploy_read_u32(reader);
    d->since = ploy_read_i64(reader);
    ploy_read_bytes(reader, d->memory, sizeof d->memory);
    return reader->failed ? PLOY_INVALID : PLOY_OK;
}

const char* arena_simple_mind_doing(const ploy_self* self)
{
    const doing* d = self->memory;
    return self->mind && d->activity1 ? activity_of(self, d->activity1 - 1)->name : "";
}

static size_t why(const ploy_self* self, char* text, size_t size)
{
    const char* name = arena_simple_mind_doing(self);
    int length = snprintf(text, size, "%s", name);
    return length < 0 ? 0 : (size_t)length;
}

static ploy_mind* create(const ploy_allocator* allocator, const ploy_abilities* abilities, const ploy_mind_class* kind,
                         choose_fn* choose)
{
    ploy_allocator own = allocator ? *allocator : ploy_allocator_default();
    simple_mind* mind = arena_take(&own, 1, sizeof *mind);
    if (!mind) return NULL;
    *mind = (simple_mind){{kind, sizeof(doing)}, own, abilities, choose};
    return &mind->base;
}

_Static_assert(sizeof(doing) % 8 == 0, "a mind's memory comes in words");

static const ploy_mind_class random_class = {
    .name = "random", .destroy = destroy, .act = act, .end = stop, .save = save, .load = load, .why = why};
static const ploy_mind_class drill_class = {
    .name = "drill", .destroy = destroy, .act = act, .end = stop, .save = save, .load = load, .why = why};

ploy_mind* arena_random_mind_create(const ploy_allocator* allocator, const ploy_abilities* abilities)
{
    return create(allocator, abilities, &random_class, choose_random);
}

ploy_mind* arena_drill_mind_create(const ploy_allocator* allocator, const ploy_abilities* abilities)
{
    return create(allocator, abilities, &drill_class, choose_drill);
}
