#include "record/save/world_save.h"

#include <string.h>

#include "agent/reservations.h"
#include "agent/squads.h"
#include "base/check.h"
#include "knowledge/blackboard.h"
#include "knowledge/memory.h"
#include "record/save/save_pieces.h"

uint64_t pl_save_description(const ploy_world* world)
{
    pl_digest digest = {0};
    pl_digest_add(&digest, world->def.keys->fingerprint);
    pl_digest_add(&digest, world->def.fact_types->fingerprint);
    pl_digest_add(&digest, world->def.groups);
    pl_digest_add(&digest, world->squads != NULL);
    pl_digest_add(&digest, world->reservations != NULL);
    for (uint32_t i = 0; i < world->sensors.count; ++i) {
        const char* name = world->sensors.list[i].def->name;
        pl_digest_add_bytes(&digest, name, strlen(name));
    }
    return digest.value;
}

uint32_t pl_save_mind_count(const ploy_world* world, const ploy_save_def* def)
{
    return world->types.count + def->mind_count;
}

ploy_mind* pl_save_mind(const ploy_world* world, const ploy_save_def* def, uint32_t index)
{
    uint32_t own = world->types.count;
    return index < own ? world->types.data[index].mind : def->minds[index - own];
}

uint64_t pl_save_class(const ploy_mind* mind)
{
    return pl_hash_bytes(mind->kind->name, strlen(mind->kind->name));
}

// What one call to save or hash needs; what is being written is beside it.
typedef struct saving
{
    const ploy_world* world;
    const ploy_save_def* def; ///< NULL: for a hash; numbers in the lists do not count then
    pl_piece_writer pieces;
    const ploy_blackboard* blackboard;
    uint32_t item; ///< mind or agent
    ploy_status status;
} saving;

static const ploy_mind* mind_at(const ploy_world* world, uint32_t i)
{
    return (const ploy_mind*)(uintptr_t)world->minds.entries.data[i].key;
}

// Places in the caller's lists.

static uint32_t listed_mind(saving* s, const ploy_mind* mind)
{
    for (uint32_t i = 0; s->def && i < pl_save_mind_count(s->world, s->def); ++i) {
        if (pl_save_mind(s->world, s->def, i) == mind) return i;
    }
    if (s->def) s->status = PLOY_NOT_FOUND;
    return 0;
}

static uint32_t listed_blackboard(saving* s, const ploy_blackboard* blackboard)
{
    for (uint32_t i = 0; s->def && i < s->def->blackboard_count; ++i) {
        if (s->def->blackboards[i] == blackboard) return i;
    }
    if (s->def) s->status = PLOY_NOT_FOUND;
    return 0;
}

// The pieces.

static void write_world(ploy_writer* writer, void* context)
{
    const ploy_world* world = ((saving*)context)->world;
    ploy_write_i64(writer, world->now);
    ploy_write_u64(writer, world->ticks);
    ploy_write_u64(writer, world->def.seed);
    ploy_write_u32(writer, world->minds.entries.count);
}

static void write_blackboard(ploy_writer* writer, void* context)
{
    pl_blackboard_save(((saving*)context)->blackboard, writer);
}

static void write_mind(ploy_writer* writer, void* context)
{
    saving* s = context;
    const ploy_mind* mind = mind_at(s->world, s->item);
    ploy_write_u32(writer, listed_mind(s, mind));
    ploy_write_u64(writer, pl_save_class(mind));
    if (mind->kind->save_shared) mind->kind->save_shared(mind, writer);
}

static void write_ids(ploy_writer* writer, void* context)
{
    pl_id_pool_save(&((saving*)context)->world->ids, writer);
}

static bool is_squad_of(const ploy_world* world, const ploy_agent* agent, const ploy_blackboard* blackboard)
{
    if (!world->squads) return false;
    const pl_squad* squad = pl_squad_at(world->squads, ploy_squads_of(world->squads, agent->id));
    return squad && squad->blackboard == blackboard;
}

static void write_parent(saving* s, ploy_writer* writer, const ploy_agent* agent)
{
    const ploy_blackboard* parent = agent->blackboard->parent;
    if (!parent || parent == s->world->blackboard || is_squad_of(s->world, agent, parent)) {
        ploy_write_u8(writer, parent ? PL_SAVE_WORLD : PL_SAVE_NO_PARENT);
        ploy_write_u32(writer, 0);
        return;
    }
    ploy_write_u8(writer, PL_SAVE_LISTED);
    ploy_write_u32(writer, listed_blackboard(s, parent));
    if (!s->def) ploy_write_u64(writer, pl_blackboard_stamp_all(parent));
}

static uint8_t parts_of(pl_place at)
{
    const ploy_agent* agent = &at.chunk->agents[at.k];
    uint32_t level = at.chunk->levels[at.k];
    return (uint8_t)((agent->blackboard ? PL_SAVE_BLACKBOARD : 0) | (agent->memory ? PL_SAVE_MEMORY : 0) |
                     (agent->mind ? PL_SAVE_MIND : 0) | (at.chunk->skips[at.k] ? PL_SAVE_PACE : 0) |
                     level << PL_SAVE_TRACE_SHIFT);
}

static void write_self(const ploy_agent* agent, ploy_writer* writer)
{
    ploy_write_u64(writer, agent->random.seed);
    ploy_write_u64(writer, agent->random.stream);
    ploy_write_u64(writer, agent->random.counter);
    ploy_write_i64(writer, agent->now);
    ploy_write_i64(writer, agent->dt);
    ploy_write_u32(writer, agent->reason);
}

static uint32_t order_of(const ploy_world* world, const ploy_mind* mind)
{
    uint32_t i = 0;
    while (mind_at(world, i) != mind) ++i;
    return i;
}

static void write_agent(ploy_writer* writer, void* context)
{
    saving* s = context;
    pl_place at = pl_world_place(s->world, s->item);
    const ploy_agent* agent = &at.chunk->agents[at.k];
    ploy_write_u8(writer, parts_of(at));
    write_self(agent, writer);
    ploy_write_u64(writer, at.chunk->sensors[at.k]);
    for (uint32_t i = 0; i < s->world->sensors.count; ++i) ploy_write_i64(writer, pl_place_due(at)[i]);
    if (at.chunk->skips[at.k]) ploy_write_u8(writer, at.chunk->skips[at.k]);
    if (agent->blackboard) {
        write_parent(s, writer, agent);
        pl_blackboard_save(agent->blackboard, writer);
    }
    if (agent->memory) pl_memory_save(agent->memory, writer);
    if (!agent->mind) return;
    ploy_write_u32(writer, order_of(s->world, agent->mind));
    if (agent->mind->kind->save) agent->mind->kind->save(agent, writer);
}

static void write_squads(ploy_writer* writer, void* context)
{
    pl_squads_save(((saving*)context)->world->squads, writer);
}

static void write_reservations(ploy_writer* writer, void* context)
{
    pl_reservations_save(((saving*)context)->world->reservations, writer);
}

// All of it.

static void put(saving* s, pl_piece_fn* fill)
{
    if (s->status != PLOY_OK) return;
    if (!pl_piece_write(&s->pieces, fill, s)) s->status = PLOY_OUT_OF_MEMORY;
}

static void put_blackboards(saving* s)
{
    s->blackboard = s->world->blackboard;
    if (s->blackboard) put(s, write_blackboard);
    for (uint32_t i = 0; s->def && i < s->def->blackboard_count; ++i) {
        s->blackboard = s->def->blackboards[i];
        put(s, write_blackboard);
    }
}

static ploy_status write_all(saving* s)
{
    const ploy_world* world = s->world;
    s->pieces.allocator = &world->allocator;
    put(s, write_world);
    put_blackboards(s);
    for (s->item = 0; s->item < world->minds.entries.count; ++s->item) put(s, write_mind);
    put(s, write_ids);
    for (s->item = 0; s->item < pl_id_pool_end(&world->ids); ++s->item) {
        if (pl_world_agent(world, s->item)->id.index1) put(s, write_agent);
    }
    if (world->squads) put(s, write_squads);
    if (world->reservations) put(s, write_reservations);
    pl_pieces_end(&s->pieces);
    return s->status;
}

ploy_status ploy_world_save(ploy_world* world, const ploy_save_def* def, ploy_writer* writer)
{
    PL_NEED(world, PLOY_INVALID);
    PL_NEED(writer, PLOY_INVALID);
    PL_WORLD_IDLE(world, PLOY_NOT_SUPPORTED);
    static const ploy_save_def nothing = {0};
    saving s = {.world = world, .def = def ? def : &nothing, .pieces = {.out = writer}};
    if (pl_world_seal(world) != PLOY_OK) return PLOY_OUT_OF_MEMORY;
    ploy_write_u64(writer, PL_SAVE_MAGIC);
    ploy_write_u32(writer, PL_SAVE_VERSION);
    ploy_write_u64(writer, pl_save_description(world));
    return write_all(&s);
}

uint64_t ploy_world_hash(ploy_world* world)
{
    PL_NEED(world, 0);
    PL_WORLD_IDLE(world, 0);
    saving s = {.world = world};
    if (pl_world_seal(world) != PLOY_OK || write_all(&s) != PLOY_OK) return 0;
    return s.pieces.digest.value ? s.pieces.digest.value : 1;
}
