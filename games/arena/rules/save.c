#include "games/arena/rules/save.h"

#include <ploy/save.h>

#include "games/arena/ai/arms.h"
#include "games/arena/rules/saved_fields.h"

#define MAGIC 0x314E5241u // "ARN1"

enum
{
    HEAD_BYTES = 20,
};

// The tables leave out neighbors, which every step computes again. A path is saved up to its last corner.

static const arena_saved_field match_fields[] = {
    ARENA_SAVED_FIELD(arena_match, step, uint32_t),           ARENA_SAVED_FIELD(arena_match, held_by1, uint32_t),
    ARENA_SAVED_FIELD(arena_match, held_since, uint32_t),     ARENA_SAVED_FIELD(arena_match, side_score, int32_t),
    ARENA_SAVED_FIELD(arena_match, round, uint32_t),          ARENA_SAVED_FIELD(arena_match, round_began, uint32_t),
    ARENA_SAVED_FIELD(arena_match, round_next, uint32_t),     ARENA_SAVED_FIELD(arena_match, rounds_drawn, uint32_t),
    ARENA_SAVED_FIELD(arena_match, random.counter, uint64_t), {0},
};

static const arena_saved_field point_fields[] = {
    ARENA_SAVED_FIELD(arena_point, node, uint32_t),
    ARENA_SAVED_FIELD(arena_point, at, int32_t),
    ARENA_SAVED_FIELD(arena_point, owner1, uint32_t),
    {0},
};

static const arena_saved_field flag_fields[] = {
    ARENA_SAVED_FIELD(arena_flag, state, uint32_t),
    ARENA_SAVED_FIELD(arena_flag, base, uint32_t),
    ARENA_SAVED_FIELD(arena_flag, home, int32_t),
    ARENA_SAVED_FIELD(arena_flag, at, int32_t),
    ARENA_SAVED_FIELD(arena_flag, carrier, uint32_t),
    ARENA_SAVED_FIELD(arena_flag, return_at, uint32_t),
    {0},
};

static const arena_saved_field shot_fields[] = {
    ARENA_SAVED_FIELD(arena_shot, at, int32_t),      ARENA_SAVED_FIELD(arena_shot, direction, int32_t),
    ARENA_SAVED_FIELD(arena_shot, left, int32_t),    ARENA_SAVED_FIELD(arena_shot, owner, uint16_t),
    ARENA_SAVED_FIELD(arena_shot, weapon, uint16_t), {0},
};

static const arena_saved_field agent_fields[] = {
    ARENA_SAVED_FIELD(arena_agent, at, int32_t),
    ARENA_SAVED_FIELD(arena_agent, moved, int32_t),
    ARENA_SAVED_FIELD(arena_agent, facing, int32_t),
    ARENA_SAVED_FIELD(arena_agent, health, int32_t),
    ARENA_SAVED_FIELD(arena_agent, back_at, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, hurt_at, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, hurt_by1, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, engaged_until, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, carries, bool),
    ARENA_SAVED_FIELD(arena_agent, pickup, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, activities, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, activity, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, legs, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, hands, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, has_sensed_enemies, bool),
    ARENA_SAVED_FIELD(arena_agent, shows_all, bool),
    ARENA_SAVED_FIELD(arena_agent, state1, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, id.index1, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, id.generation, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, arms.weapon, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, arms.loaded, int32_t),
    ARENA_SAVED_FIELD(arena_agent, arms.reserve, int32_t),
    ARENA_SAVED_FIELD(arena_agent, arms.ready_at, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, arms.reloaded_at, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, arms.blind, int32_t),
    ARENA_SAVED_FIELD(arena_agent, target.agent1, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, target.visible, bool),
    ARENA_SAVED_FIELD(arena_agent, target.aims, bool),
    ARENA_SAVED_FIELD(arena_agent, target.at, int32_t),
    ARENA_SAVED_FIELD(arena_agent, target.distance, int32_t),
    ARENA_SAVED_FIELD(arena_agent, nav.mode, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, nav.goal, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, nav.renew_at, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, nav.path_count, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, nav.path_at, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, nav.path_cut, bool),
    ARENA_SAVED_FIELD(arena_agent, nav.requested, bool),
    ARENA_SAVED_FIELD(arena_agent, nav.wants, bool),
    ARENA_SAVED_FIELD(arena_agent, nav.pausing, bool),
    ARENA_SAVED_FIELD(arena_agent, nav.side, bool),
    ARENA_SAVED_FIELD(arena_agent, nav.heading, int32_t),
    ARENA_SAVED_FIELD(arena_agent, nav.nearest, int64_t),
    ARENA_SAVED_FIELD(arena_agent, nav.nearest_at, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, nav.mark, int32_t),
    ARENA_SAVED_FIELD(arena_agent, nav.mark_at, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, score.score, int32_t),
    ARENA_SAVED_FIELD(arena_agent, score.kills, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, score.deaths, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, score.rounds_won, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, score.shots, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, score.hits, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, score.fired, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, score.mate_cells, int64_t),
    ARENA_SAVED_FIELD(arena_agent, score.mate_count, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, score.near_cells, int64_t),
    ARENA_SAVED_FIELD(arena_agent, score.near_count, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, score.squad_cells, int64_t),
    ARENA_SAVED_FIELD(arena_agent, score.squad_count, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, score.stuck, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, score.plans, uint32_t),
    ARENA_SAVED_FIELD(arena_agent, score.state_changes, uint32_t),
    {0},
};

// Minds, in the order of the agents.

#define MINDS (ARENA_TYPES * ARENA_SIDES)

static ploy_save_def world_def(const arena_match* match, ploy_mind* minds[MINDS])
{
    ploy_save_def def = {0};
    def.minds = minds;
    for (uint32_t i = 0; i < match->agent_count; i++) {
        uint32_t at = 0;
        while (at < def.mind_count && minds[at] != match->agents[i].mind) at++;
        if (match->agents[i].mind && at == def.mind_count && at < MINDS)
            minds[def.mind_count++] = match->agents[i].mind;
    }
    return def;
}

// A world saves what the minds of its agents share. It does not know a mind without living agents.
static bool has_all_minds(const arena_match* match, const ploy_save_def* def)
{
    for (uint32_t i = 0; i < def->mind_count; i++) {
        const ploy_mind* mind = def->minds[i];
        if (mind->kind->save_shared && ploy_world_mind_agents(match->world, mind) == 0) return false;
    }
    return true;
}

// Saving.

static void save_agent(const arena_agent* agent, ploy_writer* writer)
{
    uint32_t doing = agent->doing ? ploy_bindings_find_activity(agent->match->bindings, agent->doing) : PLOY_NONE;
    arena_fields_save(agent_fields, agent, writer);
    for (uint32_t i = 0; i < agent->nav.path_count; i++) ploy_write_u32(writer, agent->nav.path[i]);
    ploy_write_u32(writer, doing + 1); // 0: none
}

static void save_match(const arena_match* match, ploy_writer* writer)
{
    ploy_write_u32(writer, match->agent_count);
    ploy_write_u32(writer, match->map->place_count);
    arena_fields_save(match_fields, match, writer);
    for (uint32_t i = 0; i < match->agent_count; i++) save_agent(&match->agents[i], writer);
    for (uint32_t i = 0; i < match->map->place_count; i++) ploy_write_u32(writer, match->pickup_back[i]);
    for (uint32_t i = 0; i < 2; i++) arena_fields_save(point_fields, &match->points[i], writer);
    for (uint32_t i = 0; i < ARENA_SIDES; i++) arena_fields_save(flag_fields, &match->flags[i], writer);
    ploy_write_u32(writer, match->shot_count);
    for (uint32_t i = 0; i < match->shot_count; i++) arena_fields_save(shot_fields, &match->shots[i], writer);
}

static uint64_t join(uint64_t check, uint64_t value)
{
    check = (check ^ value) * 0x9E3779B97F4A7C15u;
    return check ^ check >> 32;
}

// A save starts with a magic number, the length and a checksum of what follows: a damaged save is never loaded.
static uint64_t check_of(const uint8_t* bytes, size_t count)
{
    ploy_reader reader = {bytes, count, 0, false};
    uint64_t check = count;
    while (count - reader.at >= 8) check = join(check, ploy_read_u64(&reader));
    while (reader.at < count) check = join(check, ploy_read_u8(&reader));
    return check;
}

static void seal(ploy_writer* writer, size_t head)
{
    if (!ploy_writer_fits(writer)) return;
    size_t body = head + HEAD_BYTES;
    ploy_writer front = {writer->bytes + head, HEAD_BYTES, 0};
    ploy_write_u32(&front, MAGIC);
    ploy_write_u64(&front, writer->count - body);
    ploy_write_u64(&front, check_of(writer->bytes + body, writer->count - body));
}

static bool is_sealed(ploy_reader* reader)
{
    bool marked = ploy_read_u32(reader) == MAGIC;
    uint64_t count = ploy_read_u64(reader);
    uint64_t check = ploy_read_u64(reader);
    if (!marked || reader->failed || count > reader->count - reader->at) return false;
    return check_of(reader->bytes + reader->at, (size_t)count) == check;
}

ploy_status arena_game_save(const arena_game* game, ploy_writer* writer)
{
    const arena_match* match = game->match;
    ploy_mind* minds[MINDS];
    ploy_save_def world = world_def(match, minds);
    ploy_path_service_save_def paths = {0};
    if (!has_all_minds(match, &world)) return PLOY_NOT_SUPPORTED;
    size_t head = writer->count;
    ploy_write_bytes(writer, (const uint8_t[HEAD_BYTES]){0}, HEAD_BYTES);
    save_match(match, writer);
    if (game->squads) arena_squads_save(game->squads, writer);
    ploy_status status = ploy_path_service_save(match->paths, &paths, writer);
    if (status == PLOY_OK) status = ploy_world_save(match->world, &world, writer);
    seal(writer, head);
    return status;
}

// Loading. Every number that is used as an index is checked first.

static bool is_on_map(const arena_map* map, arena_vec at)
{
    return at.x >= ARENA_CELL && at.y >= ARENA_CELL && at.x < (int32_t)(map->width - 1) * ARENA_CELL &&
           at.y < (int32_t)(map->height - 1) * ARENA_CELL;
}

static bool is_node(const arena_map* map, uint32_t node)
{
    return node < map->width * map->height;
}

static bool is_valid_path(const arena_agent* agent)
{
    const arena_nav* nav = &agent->nav;
    const arena_map* map = agent->match->map;
    bool ok = nav->mode <= ARENA_NAV_FLANK && (nav->goal == PLOY_NONE || is_node(map, nav->goal));
    for (uint32_t i = 0; i < nav->path_count; i++) ok = ok && is_node(map, nav->path[i]);
    return ok && nav->path_at <= nav->path_count;
}

static bool is_valid_agent(const arena_agent* agent)
{
    const arena_match* match = agent->match;
    bool ok = is_on_map(match->map, agent->at) && agent->health <= ARENA_FULL_HEALTH;
    for (uint32_t i = 0; i < 2; i++) {
        ok = ok && (agent->pickup[i] == PLOY_NONE || agent->pickup[i] < match->map->place_count);
    }
    ok = ok && (agent->target.agent1 == 0 ? !agent->target.visible : is_on_map(match->map, agent->target.at));
    return ok && agent->arms.weapon < ARENA_GUNS && agent->target.agent1 <= match->agent_count &&
           agent->hurt_by1 <= match->agent_count && is_valid_path(agent);
}

static bool load_agent(arena_agent* agent, ploy_reader* reader)
{
    const ploy_bindings* bindings = agent->match->bindings;
    arena_fields_load(agent_fields, agent, reader);
    if (reader->failed || agent->nav.path_count > ARENA_PATH_CORNERS) return false;
    for (uint32_t i = 0; i < agent->nav.path_count; i++) agent->nav.path[i] = ploy_read_u32(reader);
    uint32_t doing1 = ploy_read_below(reader, ploy_bindings_activity_count(bindings) + 1);
    agent->doing = doing1 ? ploy_bindings_activity(bindings, doing1 - 1)->name : NULL;
    return !reader->failed && is_valid_agent(agent);
}

static bool load_goals(arena_match* match, ploy_reader* reader)
{
    bool ok = true;
    for (uint32_t i = 0; i < 2; i++) {
        arena_point* point = &match->points[i];
        arena_fields_load(point_fields, point, reader);
        ok = ok && is_node(match->map, point->node) && is_on_map(match->map, point->at);
    }
    for (uint32_t i = 0; i < ARENA_SIDES; i++) {
        arena_flag* flag = &match->flags[i];
        arena_fields_load(flag_fields, flag, reader);
        ok = ok && flag->state <= ARENA_FLAG_DROPPED && flag->carrier < match->agent_count;
        ok = ok && is_node(match->map, flag->base) && is_on_map(match->map, flag->home);
        ok = ok && is_on_map(match->map, flag->at);
    }
    return ok && !reader->failed;
}

static bool is_valid_shot(const arena_match* match, const arena_shot* shot)
{
    const arena_vec direction = shot->direction;
    return is_on_map(match->map, shot->at) && direction.x >= -ARENA_ONE && direction.x <= ARENA_ONE &&
           direction.y >= -ARENA_ONE && direction.y <= ARENA_ONE && shot->owner < match->agent_count &&
           shot->weapon < ARENA_WEAPONS;
}

static bool load_shots(arena_match* match, ploy_reader* reader)
{
    match->shot_count = ploy_read_below(reader, match->shot_capacity + 1);
    bool ok = !reader->failed;
    for (uint32_t i = 0; i < match->shot_count && ok; i++) {
        arena_fields_load(shot_fields, &match->shots[i], reader);
        ok = !reader->failed && is_valid_shot(match, &match->shots[i]);
    }
    return ok;
}

static bool load_match(arena_match* match, ploy_reader* reader)
{
    bool ok = ploy_read_u32(reader) == match->agent_count && ploy_read_u32(reader) == match->map->place_count;
    arena_fields_load(match_fields, match, reader);
    for (uint32_t i = 0; i < match->agent_count && ok; i++) ok = load_agent(&match->agents[i], reader);
    for (uint32_t i = 0; i < match->map->place_count && ok; i++) match->pickup_back[i] = ploy_read_u32(reader);
    return ok && load_goals(match, reader) && load_shots(match, reader);
}

static void* agent_of(ploy_agent_id id, void* context)
{
    const arena_match* match = context;
    return id.index1 <= match->agent_count ? &match->agents[id.index1 - 1] : NULL;
}

static ploy_status find_agent(arena_agent* agent)
{
    agent->agent = ploy_world_agent(agent->match->world, agent->id);
    bool ok = agent->agent && agent->agent->user == agent && agent->agent->blackboard && agent->agent->memory;
    ok = ok && agent->agent->mind == (arena_is_alive(agent) ? agent->mind : NULL);
    if (!ok) return PLOY_INVALID;
    for (uint32_t key = 0; key < ARENA_KEY_COUNT; key++) agent->shown[key] = (int32_t)arena_get(agent, (arena_key)key);
    agent->shown_arms.weapon = ARENA_WEAPONS; // of which arms the blackboard speaks is not known
    arena_arms_note_reach(agent);
    return arena_facts_reserve(agent->agent->memory) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

ploy_status arena_game_load(arena_game* game, ploy_reader* reader, ploy_error* error)
{
    arena_match* match = game->match;
    ploy_mind* minds[MINDS];
    ploy_save_def world = world_def(match, minds);
    ploy_path_service_save_def paths = {0};
    world.user_of = agent_of;
    world.context = match;
    if (!is_sealed(reader) || !load_match(match, reader)) return PLOY_INVALID;
    if (game->squads && !arena_squads_load(game->squads, reader)) return PLOY_INVALID;
    ploy_status status = ploy_path_service_load(match->paths, &paths, reader);
    if (status == PLOY_OK) status = ploy_world_load(match->world, &world, reader, error);
    for (uint32_t i = 0; i < match->agent_count && status == PLOY_OK; i++) status = find_agent(&match->agents[i]);
    return status;
}
