#include "games/battleground/save.h"

#include <ploy/save.h>

#include "games/battleground/vitals.h"

// Strengths and what is seen are computed again after loading. Of a path only the rest is saved.

static void save_route(const fighter* f, ploy_writer* writer)
{
    ploy_write_u8(writer, (uint8_t)f->route_state);
    ploy_write_u32(writer, f->request.index1);
    ploy_write_u32(writer, f->request.generation);
    if (f->route_state != ROUTE_READY) return;
    uint32_t first = f->route_at - 1;
    ploy_write_u32(writer, f->route_count - first);
    for (uint32_t i = first; i < f->route_count; ++i) ploy_write_u32(writer, f->route[i]);
}

static bool load_nodes(fighter* f, ploy_reader* reader)
{
    uint32_t count = ploy_read_u32(reader), places = ploy_nav_map_node_count(ploy_graph_map(f->battle->ground.graph));
    if (reader->failed || count > (reader->count - reader->at) / sizeof(uint32_t)) return false;
    if (!fighter_make_room(f, count)) return false;
    for (uint32_t i = 0; i < count; ++i) f->route[i] = ploy_read_below(reader, places);
    f->route_count = count;
    f->route_at = 1;
    return count > 0;
}

static bool load_route(fighter* f, ploy_reader* reader)
{
    uint8_t state = ploy_read_u8(reader);
    f->request.index1 = ploy_read_u32(reader);
    f->request.generation = ploy_read_u32(reader);
    f->route_state = (route_state)state;
    if (reader->failed || state > ROUTE_READY) return false;
    return state != ROUTE_READY || load_nodes(f, reader);
}

static void save_fighter(const fighter* f, ploy_writer* writer)
{
    ploy_write_u32(writer, f->agent.index1);
    ploy_write_u32(writer, f->agent.generation);
    ploy_write_u32(writer, f->life);
    ploy_write_u32(writer, (uint32_t)f->health);
    ploy_write_u32(writer, f->fights);
    ploy_write_u32(writer, f->wins);
    ploy_write_u64(writer, f->back_at);
    ploy_write_u32(writer, f->from);
    ploy_write_u32(writer, f->to);
    ploy_write_u32(writer, f->gone);
    ploy_write_u32(writer, f->opponent1);
    ploy_write_u8(writer, f->opponent_fell);
    save_route(f, writer);
}

static bool load_fighter(fighter* f, ploy_reader* reader)
{
    const battle_ground* ground = &f->battle->ground;
    const ploy_point* at = ploy_terrain_positions(ground->terrain);
    uint32_t places = ploy_nav_map_node_count(ploy_graph_map(ground->graph));
    fighter_draw(f, f->battle->random.seed);
    f->agent.index1 = ploy_read_u32(reader);
    f->agent.generation = ploy_read_u32(reader);
    f->life = ploy_read_u32(reader);
    f->health = (int32_t)ploy_read_u32(reader);
    f->fights = ploy_read_below(reader, f->battle->fighter_count + 1);
    f->wins = ploy_read_u32(reader);
    f->back_at = ploy_read_u64(reader);
    f->from = ploy_read_below(reader, places);
    f->to = ploy_read_below(reader, places);
    f->length = battle_distance(at[f->from], at[f->to]);
    f->gone = ploy_read_below(reader, f->length + 1);
    if (f->agent.index1 > f->battle->fighter_count) return false;
    f->opponent1 = ploy_read_below(reader, f->battle->fighter_count + 1);
    f->opponent_fell = ploy_read_u8(reader) != 0;
    if (fighter_is_in(f)) vitals_set_alive(f, true);
    return load_route(f, reader);
}

static void save_fights(const battle* b, ploy_writer* writer)
{
    ploy_write_u32(writer, b->fight_count);
    for (uint32_t i = 0; i < b->fight_count; ++i) {
        ploy_write_u32(writer, b->fights[i].sides[0]);
        ploy_write_u32(writer, b->fights[i].sides[1]);
        ploy_write_u32(writer, b->fights[i].ticks);
    }
}

static void load_fights(battle* b, ploy_reader* reader)
{
    b->fight_count = ploy_read_below(reader, b->fighter_count + 1);
    for (uint32_t i = 0; i < b->fight_count; ++i) {
        b->fights[i].sides[0] = ploy_read_below(reader, b->fighter_count);
        b->fights[i].sides[1] = ploy_read_below(reader, b->fighter_count);
        b->fights[i].ticks = ploy_read_u32(reader);
    }
    fights_link(b);
}

static void save_counts(const battle_counts* counts, ploy_writer* writer)
{
    ploy_write_u64(writer, counts->fights);
    ploy_write_u64(writer, counts->blows);
    ploy_write_u64(writer, counts->requests);
    ploy_write_u64(writer, counts->answers);
    ploy_write_u64(writer, counts->waited);
    ploy_write_u32(writer, counts->longest_wait);
    ploy_write_u64(writer, counts->strayed);
}

static void load_counts(battle_counts* counts, ploy_reader* reader)
{
    counts->fights = ploy_read_u64(reader);
    counts->blows = ploy_read_u64(reader);
    counts->requests = ploy_read_u64(reader);
    counts->answers = ploy_read_u64(reader);
    counts->waited = ploy_read_u64(reader);
    counts->longest_wait = ploy_read_u32(reader);
    counts->strayed = ploy_read_u64(reader);
}

static ploy_path_service_save_def paths_def(const ploy_obstacles* const* trees)
{
    ploy_path_service_save_def def = {0};
    def.obstacle_layers = trees;
    def.obstacle_layer_count = 1;
    return def;
}

static ploy_save_def world_def(void)
{
    ploy_save_def def = {0};
    return def;
}

ploy_status battle_save(const battle* b, ploy_writer* writer)
{
    const ploy_obstacles* trees = b->ground.trees;
    ploy_path_service_save_def paths = paths_def(&trees);
    ploy_save_def world = world_def();
    ploy_write_u64(writer, b->ticks);
    ploy_write_u64(writer, b->random.counter);
    ploy_write_u32(writer, b->fighter_count);
    for (uint32_t i = 0; i < b->fighter_count; ++i) save_fighter(&b->fighters[i], writer);
    save_fights(b, writer);
    save_counts(&b->counts, writer);
    ploy_status status = ploy_path_service_save(b->paths, &paths, writer);
    return status == PLOY_OK ? ploy_world_save(b->world, &world, writer) : status;
}

// Most fighters have the agent of their own number.
static void* fighter_of(ploy_agent_id agent, void* context)
{
    battle* b = context;
    for (uint32_t i = 0; i < b->fighter_count; ++i) {
        fighter* f = &b->fighters[(agent.index1 - 1 + i) % b->fighter_count];
        if (f->agent.index1 == agent.index1 && f->agent.generation == agent.generation) return f;
    }
    return NULL;
}

// Every agent of the world must be a fighter, and every fighter on the ground must be an agent.
static bool is_whole(const battle* b)
{
    for (uint32_t i = 0; i < b->fighter_count; ++i) {
        const fighter* f = &b->fighters[i];
        const ploy_agent* agent = fighter_is_in(f) ? ploy_world_agent(b->world, f->agent) : NULL;
        if (fighter_is_in(f) && (!agent || agent->user != f)) return false;
    }
    return ploy_world_get_stats(b->world).agents == b->left;
}

// Observers are not saved: those who were attacking watch again.
static bool watch_again(battle* b)
{
    bool whole = true;
    for (uint32_t i = 0; i < b->fighter_count && whole; ++i) {
        fighter* f = &b->fighters[i];
        uint32_t opponent1 = f->opponent1;
        f->opponent1 = 0;
        if (opponent1) whole = vitals_watch(f, &b->fighters[opponent1 - 1]);
    }
    return whole;
}

static bool load_own(battle* b, ploy_reader* reader)
{
    b->ticks = ploy_read_u64(reader);
    b->random.counter = ploy_read_u64(reader);
    bool ok = ploy_read_u32(reader) == b->fighter_count;
    for (uint32_t i = 0; i < b->fighter_count && ok; ++i) ok = load_fighter(&b->fighters[i], reader);
    if (ok) load_fights(b, reader);
    if (ok) load_counts(&b->counts, reader);
    if (ok) battle_list_fighters(b);
    return ok && !reader->failed && watch_again(b);
}

ploy_status battle_load(battle* b, ploy_reader* reader, ploy_error* error)
{
    const ploy_obstacles* trees = b->ground.trees;
    ploy_path_service_save_def paths = paths_def(&trees);
    ploy_save_def world = world_def();
    world.user_of = fighter_of;
    world.context = b;
    if (!load_own(b, reader)) return PLOY_INVALID;
    ploy_status status = ploy_path_service_load(b->paths, &paths, reader);
    if (status == PLOY_OK) status = ploy_world_load(b->world, &world, reader, error);
    return status == PLOY_OK && !is_whole(b) ? PLOY_INVALID : status;
}
