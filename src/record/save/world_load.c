#include "record/save/world_save.h"

#include <string.h>

#include "agent/reservations.h"
#include "agent/squads.h"
#include "base/check.h"
#include "base/error.h"
#include "knowledge/blackboard.h"
#include "knowledge/fact_types.h"
#include "knowledge/memory.h"
#include "record/save/save_pieces.h"

typedef struct loading
{
    ploy_world* world;
    const ploy_save_def* def;
    PL_ARRAY(uint8_t) before;   ///< a save of each blackboard, to go back to
    PL_ARRAY(ploy_mind*) minds; ///< in the order of work
    uint32_t mind_count;
    ploy_status status; ///< OUT_OF_MEMORY when that was the reason
} loading;

static bool out_of_memory(loading* l)
{
    l->status = PLOY_OUT_OF_MEMORY;
    return false;
}

static bool check_status(loading* l, ploy_status status)
{
    return status == PLOY_OUT_OF_MEMORY ? out_of_memory(l) : status == PLOY_OK;
}

// Blackboards. What they held is kept, so that a failed load can restore it.

static ploy_blackboard* blackboard_at(const loading* l, uint32_t i)
{
    return i < l->def->blackboard_count ? l->def->blackboards[i] : l->world->blackboard;
}

static uint32_t blackboard_count(const loading* l)
{
    return l->def->blackboard_count + (l->world->blackboard != NULL);
}

static ploy_writer save_blackboards(loading* l)
{
    ploy_writer writer = {.bytes = l->before.data, .capacity = l->before.capacity};
    for (uint32_t i = 0; i < blackboard_count(l); ++i) pl_blackboard_save(blackboard_at(l, i), &writer);
    return writer;
}

static bool keep_blackboards(loading* l)
{
    size_t bytes = save_blackboards(l).count;
    if (bytes > UINT32_MAX || !PL_ARRAY_RESERVE(&l->before, &l->world->allocator, (uint32_t)bytes)) {
        return out_of_memory(l);
    }
    l->before.count = (uint32_t)save_blackboards(l).count;
    return true;
}

static void restore_blackboards(loading* l)
{
    ploy_reader reader = {.bytes = l->before.data, .count = l->before.count};
    for (uint32_t i = 0; reader.at < reader.count; ++i) pl_blackboard_restore(blackboard_at(l, i), &reader);
}

static bool load_blackboard(loading* l, ploy_reader* reader, ploy_blackboard* blackboard)
{
    ploy_reader piece = pl_piece_read(reader);
    return check_status(l, pl_blackboard_restore(blackboard, &piece)) && pl_piece_is_done(&piece);
}

static bool load_blackboards(loading* l, ploy_reader* reader)
{
    bool ok = !l->world->blackboard || load_blackboard(l, reader, l->world->blackboard);
    for (uint32_t i = 0; i < l->def->blackboard_count && ok; ++i) {
        ok = load_blackboard(l, reader, l->def->blackboards[i]);
    }
    return ok;
}

// The world and its minds.

static bool load_world(loading* l, ploy_reader* reader)
{
    ploy_reader piece = pl_piece_read(reader);
    l->world->now = ploy_read_i64(&piece);
    l->world->ticks = ploy_read_u64(&piece);
    l->world->def.seed = ploy_read_u64(&piece);
    l->mind_count = ploy_read_u32(&piece);
    return pl_piece_is_done(&piece) && l->world->now >= 0 && l->world->now < INT64_MAX / 2 &&
           l->mind_count <= pl_save_mind_count(l->world, l->def);
}

static bool is_known(const loading* l, const ploy_mind* mind)
{
    for (uint32_t i = 0; i < l->minds.count; ++i) {
        if (l->minds.data[i] == mind) return true;
    }
    return false;
}

// Listed with no agents yet, so that the order of work is as it was.
static bool load_mind(loading* l, ploy_reader* reader)
{
    ploy_reader piece = pl_piece_read(reader);
    uint32_t listed = ploy_read_below(&piece, pl_save_mind_count(l->world, l->def));
    uint64_t kind = ploy_read_u64(&piece);
    if (piece.failed) return false;
    ploy_mind* mind = pl_save_mind(l->world, l->def, listed);
    if (!mind || is_known(l, mind) || kind != pl_save_class(mind)) return false;
    if (!PL_ARRAY_PUSH(&l->minds, &l->world->allocator, mind)) return out_of_memory(l);
    if (!pl_map_set(&l->world->minds, (uint64_t)(uintptr_t)mind, 0)) return out_of_memory(l);
    if (mind->kind->load_shared && !check_status(l, mind->kind->load_shared(mind, &piece))) return false;
    return pl_piece_is_done(&piece);
}

static bool load_ids(loading* l, ploy_reader* reader)
{
    ploy_reader piece = pl_piece_read(reader);
    if (!check_status(l, pl_id_pool_load(&l->world->ids, &piece)) || !pl_piece_is_done(&piece)) return false;
    if (pl_world_reserve(l->world, pl_id_pool_end(&l->world->ids))) return true;
    pl_id_pool_destroy(&l->world->ids);
    return out_of_memory(l);
}

// Agents.

static bool load_parent(loading* l, ploy_reader* reader, ploy_blackboard* blackboard)
{
    uint8_t where = ploy_read_u8(reader);
    uint32_t listed = ploy_read_u32(reader);
    if (where > PL_SAVE_LISTED || (where == PL_SAVE_LISTED ? listed >= l->def->blackboard_count : listed != 0))
        return false;
    ploy_blackboard* parent = where == PL_SAVE_WORLD ? l->world->blackboard : NULL;
    if (where == PL_SAVE_LISTED) parent = l->def->blackboards[listed];
    if (parent != blackboard->parent) pl_blackboard_set_parent(blackboard, parent);
    return !reader->failed;
}

static bool load_self(ploy_reader* reader, ploy_agent* agent, int64_t now)
{
    agent->random.seed = ploy_read_u64(reader);
    agent->random.stream = ploy_read_u64(reader);
    agent->random.counter = ploy_read_u64(reader);
    agent->now = ploy_read_i64(reader);
    agent->dt = ploy_read_i64(reader);
    agent->reason = ploy_read_u32(reader);
    return agent->now >= 0 && agent->now <= now && agent->dt >= 0;
}

static void set_type(const ploy_world* world, const ploy_agent* agent, const ploy_mind* mind)
{
    pl_place at = pl_world_place(world, agent->id.index1 - 1);
    for (uint32_t i = 0; i < world->types.count && !at.chunk->types[at.k]; ++i) {
        if (world->types.data[i].mind == mind) at.chunk->types[at.k] = i + 1;
    }
}

static bool load_agent_mind(loading* l, ploy_reader* reader, ploy_agent* agent)
{
    uint32_t order = ploy_read_below(reader, l->minds.count);
    if (reader->failed) return false;
    ploy_mind* mind = l->minds.data[order];
    if (!pl_agent_take_mind(l->world, agent, mind)) return out_of_memory(l);
    set_type(l->world, agent, mind);
    ploy_status status = mind->kind->load ? mind->kind->load(agent, reader) : PLOY_OK;
    if (status == PLOY_OK) return true;
    pl_agent_drop_mind(l->world, agent);
    return check_status(l, status);
}

static bool load_sensors(const ploy_world* world, ploy_reader* reader, pl_place at, uint8_t parts)
{
    bool ok = true;
    at.chunk->sensors[at.k] = ploy_read_u64(reader);
    for (uint32_t i = 0; i < world->sensors.count; ++i) {
        pl_place_due(at)[i] = ploy_read_i64(reader);
        ok = ok && pl_place_due(at)[i] >= 0;
    }
    if (!(parts & PL_SAVE_PACE)) return ok;
    at.chunk->skips[at.k] = ploy_read_u8(reader);
    at.chunk->world->has_paces = true;
    return ok && at.chunk->skips[at.k] > 0;
}

static bool load_parts(loading* l, ploy_reader* reader, pl_place at, uint8_t parts)
{
    ploy_agent* agent = &at.chunk->agents[at.k];
    if (!load_self(reader, agent, l->world->now) || !load_sensors(l->world, reader, at, parts)) return false;
    if (agent->blackboard && !(load_parent(l, reader, agent->blackboard) &&
                               check_status(l, pl_blackboard_restore(agent->blackboard, reader))))
        return false;
    if (agent->memory && !check_status(l, pl_memory_restore(agent->memory, reader))) return false;
    return !(parts & PL_SAVE_MIND) || load_agent_mind(l, reader, agent);
}

static bool load_agent(loading* l, ploy_reader* reader, uint32_t index)
{
    ploy_reader piece = pl_piece_read(reader);
    uint8_t parts = ploy_read_u8(&piece);
    uint32_t level = (parts & (PL_SAVE_PACE - 1)) >> PL_SAVE_TRACE_SHIFT;
    bool fits = level <= PLOY_TRACE_EVERYTHING &&
                (l->world->blackboard || !(parts & PL_SAVE_BLACKBOARD)) &&
                (l->world->def.fact_types->list.count > 0 || !(parts & PL_SAVE_MEMORY));
    if (piece.failed || !fits) return false;
    pl_id id = pl_id_pool_at(&l->world->ids, index);
    ploy_agent_def def = {0};
    def.no_blackboard = !(parts & PL_SAVE_BLACKBOARD);
    def.no_memory = !(parts & PL_SAVE_MEMORY);
    def.trace_level = level;
    def.user = l->def->user_of ? l->def->user_of((ploy_agent_id){id.index1, id.generation}, l->def->context) : NULL;
    if (!pl_world_settle_in(l->world, id, &def)) return out_of_memory(l);
    return load_parts(l, &piece, pl_world_place(l->world, index), parts) && pl_piece_is_done(&piece);
}

static bool load_agents(loading* l, ploy_reader* reader)
{
    bool ok = true;
    for (uint32_t i = 0; i < pl_id_pool_end(&l->world->ids) && ok; ++i) {
        if (!pl_id_is_null(pl_id_pool_at(&l->world->ids, i))) ok = load_agent(l, reader, i);
    }
    for (uint32_t i = 0; i < l->minds.count && ok; ++i) ok = ploy_world_mind_agents(l->world, l->minds.data[i]) > 0;
    return ok;
}

static bool load_squads(loading* l, ploy_reader* reader)
{
    if (!l->world->squads) return true;
    ploy_reader piece = pl_piece_read(reader);
    return check_status(l, pl_squads_load(l->world->squads, &piece)) && pl_piece_is_done(&piece);
}

static bool load_reservations(loading* l, ploy_reader* reader)
{
    if (!l->world->reservations) return true;
    ploy_reader piece = pl_piece_read(reader);
    return check_status(l, pl_reservations_load(l->world->reservations, &piece)) && pl_piece_is_done(&piece);
}

// All of it, or nothing.

static bool load_all(loading* l, ploy_reader* reader)
{
    bool ok = keep_blackboards(l) && load_world(l, reader) && load_blackboards(l, reader);
    for (uint32_t i = 0; i < l->mind_count && ok; ++i) ok = load_mind(l, reader);
    ok = ok && load_ids(l, reader) && load_agents(l, reader) && load_squads(l, reader) && load_reservations(l, reader);
    if (ok) pl_pieces_skip_end(reader);
    return ok && !reader->failed;
}

// Ids that were read but whose agents were not made have nothing to end.
static void undo(loading* l, uint64_t seed)
{
    ploy_world* world = l->world;
    pl_world_clear(world);
    pl_id_pool_destroy(&world->ids);
    pl_map_clear(&world->minds);
    restore_blackboards(l);
    world->now = 0;
    world->ticks = 0;
    world->def.seed = seed;
}

static ploy_status complain(ploy_error* error, ploy_status status, const char* message, const char* hint)
{
    pl_error_set(error, 0, 0, "%s", message);
    pl_error_hint(error, "%s", hint);
    return status;
}

static ploy_status check_head(const ploy_world* world, ploy_reader* reader, ploy_error* error)
{
    if (pl_id_pool_end(&world->ids) > 0 || world->ticks > 0) {
        return complain(error, PLOY_NOT_SUPPORTED, "the world has been used already", "load into a fresh world");
    }
    if (ploy_read_u64(reader) != PL_SAVE_MAGIC)
        return complain(error, PLOY_INVALID, "this is not a save of a world", "");
    if (ploy_read_u32(reader) != PL_SAVE_VERSION) {
        return complain(error, PLOY_NOT_SUPPORTED, "the save is of another version",
                        "load it with the version that wrote it");
    }
    if (ploy_read_u64(reader) != pl_save_description(world)) {
        return complain(error, PLOY_INVALID,
                        "the save is of a world with other blackboard keys, fact types, sensors, squads or groups",
                        "make the world as the saved one was made");
    }
    if (pl_pieces_are_whole(reader)) return PLOY_OK;
    return complain(error, PLOY_INVALID, "the save is cut or damaged", "");
}

static ploy_status load(loading* l, ploy_reader* reader, ploy_error* error)
{
    uint64_t seed = l->world->def.seed;
    if (load_all(l, reader)) return PLOY_OK;
    undo(l, seed);
    if (l->status == PLOY_OUT_OF_MEMORY) return complain(error, l->status, "out of memory", "");
    return complain(error, PLOY_INVALID, "the save does not fit the minds and blackboards given",
                    "give them in the same order");
}

ploy_status ploy_world_load(ploy_world* world, const ploy_save_def* def, ploy_reader* reader, ploy_error* error)
{
    PL_NEED_ERROR(error, world, PLOY_INVALID);
    PL_NEED_ERROR(error, reader, PLOY_INVALID);
    static const ploy_save_def nothing = {0};
    PL_WORLD_IDLE(world, PLOY_NOT_SUPPORTED);
    ploy_status status = pl_world_seal(world);
    if (status == PLOY_OK) status = check_head(world, reader, error);
    if (status == PLOY_OK) {
        loading l = {.world = world, .def = def ? def : &nothing};
        status = load(&l, reader, error);
        PL_ARRAY_FREE(&l.before, &world->allocator);
        PL_ARRAY_FREE(&l.minds, &world->allocator);
    }
    if (status != PLOY_OK) reader->failed = true;
    return status;
}
