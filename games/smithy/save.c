#include "games/smithy/save.h"

#include <ploy/save.h>

static void save_shop(const shop* s, ploy_writer* writer)
{
    for (uint32_t i = 0; i < STORE_COUNT; ++i) ploy_write_u32(writer, s->count[i]);
    ploy_write_i64(writer, s->smelter.done);
    ploy_write_i64(writer, s->cutter.done);
    ploy_write_u64(writer, s->mined);
    ploy_write_u64(writer, s->chopped);
    ploy_write_u64(writer, s->sold);
}

static void load_shop(shop* s, ploy_reader* reader)
{
    for (uint32_t i = 0; i < STORE_COUNT; ++i) s->count[i] = ploy_read_below(reader, s->size[i] + 1);
    s->smelter.done = ploy_read_i64(reader);
    s->cutter.done = ploy_read_i64(reader);
    s->mined = ploy_read_u64(reader);
    s->chopped = ploy_read_u64(reader);
    s->sold = ploy_read_u64(reader);
}

static void save_smith(const smith* who, ploy_writer* writer)
{
    ploy_write_u32(writer, who->id.index1);
    ploy_write_u32(writer, who->id.generation);
    ploy_write_u32(writer, (uint32_t)who->position.x);
    ploy_write_u32(writer, (uint32_t)who->position.y);
    ploy_write_u32(writer, who->at);
    ploy_write_u32(writer, who->hands);
    ploy_write_u32(writer, who->stocked);
    ploy_write_u32(writer, who->claims);
    ploy_write_u64(writer, who->working);
    ploy_write_u64(writer, who->idle);
    ploy_write_u64(writer, who->goals_reached);
}

static void load_smith(smith* who, ploy_reader* reader)
{
    who->id.index1 = ploy_read_u32(reader);
    who->id.generation = ploy_read_u32(reader);
    who->position.x = (int32_t)ploy_read_u32(reader);
    who->position.y = (int32_t)ploy_read_u32(reader);
    who->at = (shop_place)ploy_read_below(reader, SHOP_PLACE_COUNT);
    who->hands = ploy_read_below(reader, 1u << ITEM_COUNT);
    who->stocked = ploy_read_below(reader, 1u << ITEM_COUNT);
    who->claims = ploy_read_below(reader, 1u << 2 * STORE_COUNT);
    who->working = ploy_read_u64(reader);
    who->idle = ploy_read_u64(reader);
    who->goals_reached = ploy_read_u64(reader);
}

ploy_status smithy_save(const smithy* game, ploy_writer* writer)
{
    ploy_write_u64(writer, game->ticks);
    ploy_write_u32(writer, game->smith_count);
    save_shop(&game->stock, writer);
    for (uint32_t i = 0; i < game->smith_count; ++i) save_smith(&game->smiths[i], writer);
    for (uint32_t i = 0; i < SMITHY_MAX_GOALS; ++i) ploy_write_u64(writer, game->goals_reached[i]);
    for (uint32_t i = 0; i < SMITHY_MAX_ACTIONS; ++i) ploy_write_u64(writer, game->actions_done[i]);
    return ploy_world_save(game->world, NULL, writer);
}

// Smiths are the world's first agents, in order.
static void* smith_of(ploy_agent_id agent, void* context)
{
    smithy* game = context;
    return agent.index1 <= game->smith_count ? &game->smiths[agent.index1 - 1] : NULL;
}

ploy_status smithy_load(smithy* game, ploy_reader* reader, ploy_error* error)
{
    game->ticks = ploy_read_u64(reader);
    if (ploy_read_u32(reader) != game->smith_count) return PLOY_INVALID;
    load_shop(&game->stock, reader);
    for (uint32_t i = 0; i < game->smith_count; ++i) {
        game->smiths[i].shop = game;
        load_smith(&game->smiths[i], reader);
    }
    for (uint32_t i = 0; i < SMITHY_MAX_GOALS; ++i) game->goals_reached[i] = ploy_read_u64(reader);
    for (uint32_t i = 0; i < SMITHY_MAX_ACTIONS; ++i) game->actions_done[i] = ploy_read_u64(reader);
    if (reader->failed) return PLOY_INVALID;
    ploy_save_def def = {0};
    def.user_of = smith_of;
    def.context = game;
    return ploy_world_load(game->world, &def, reader, error);
}
