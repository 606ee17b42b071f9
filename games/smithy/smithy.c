#include "games/smithy/smithy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ploy/save.h>

#include "games/data.h"
#include "games/smithy/claims.h"
#include "games/smithy/senses.h"
#include "games/smithy/smith.h"
#include "games/smithy/priorities.h"

#define SMITH_TYPE "smith"

extern const game_file smithy_files[];

smithy_def smithy_def_default(void)
{
    return (smithy_def){.smiths = 3};
}

static smith* smith_of(ploy_agent* agent)
{
    return agent->user;
}

// Claims are made before a plan's first step and checked before every step: the plan may have changed.
static void on_event(void* user, ploy_agent* agent, const ploy_goap_event* event)
{
    smithy* game = user;
    smith* who = smith_of(agent);
    switch (event->kind) {
    case PLOY_GOAP_ACTION_STARTED:
        if (!claims_follow_plan(who)) ploy_goap_abort(agent);
        break;
    case PLOY_GOAP_ACTION_FINISHED:
        ++game->actions_done[event->index];
        break;
    case PLOY_GOAP_GOAL_FINISHED:
        ++game->goals_reached[event->index];
        ++who->goals_reached;
        claims_drop(who, who->claims);
        break;
    case PLOY_GOAP_GOAL_ABORTED:
        claims_drop(who, who->claims);
        break;
    default:
        break;
    }
}

static ploy_status load_data(smithy* game, const smithy_def* def, ploy_error* error)
{
    ploy_file_def file_def = {0};
    const char* text = def->data ? def->data : smithy_files[0].text;
    size_t bytes = def->data ? def->data_bytes : smithy_files[0].bytes;
    ploy_status status = ploy_file_parse(&file_def, text, bytes, &game->file, error);
    if (status != PLOY_OK) return status;
    bool whole = ploy_file_domain_count(game->file) == 1 && ploy_file_agent_count(game->file) >= 1;
    if (whole) game->domain = ploy_file_domain(game->file, 0);
    whole = whole && ploy_domain_action_count(game->domain) <= SMITHY_MAX_ACTIONS &&
            ploy_domain_goal_count(game->domain) <= SMITHY_MAX_GOALS;
    if (whole) return PLOY_OK;
    if (error)
        snprintf(error->message, sizeof error->message,
                 "a smithy needs one domain of at most %d actions and %d goals, and one agent", SMITHY_MAX_ACTIONS,
                 SMITHY_MAX_GOALS);
    return PLOY_INVALID;
}

static ploy_status make_world(smithy* game, const smithy_def* def, ploy_error* error)
{
    ploy_world_def world_def = {0};
    world_def.tasks = def->tasks;
    world_def.seed = def->seed;
    world_def.trace = def->trace;
    world_def.clock = def->clock;
    world_def.groups = def->smiths;
    game->world = ploy_world_create(&world_def);
    if (!game->world) return PLOY_OUT_OF_MEMORY;
    ploy_status status = ploy_view_add_keys(game->domain, ploy_world_keys(game->world), 0);
    if (status == PLOY_OK) status = senses_find_keys(game, error);
    if (status == PLOY_OK) status = smith_bind_activities(game, error);
    return status == PLOY_OK ? priorities_bind(game, error) : status;
}

static ploy_status add_mind(smithy* game, ploy_error* error)
{
    ploy_goap_mind_def def = ploy_file_agent(game->file, 0).goap;
    def.parts = ploy_world_parts(game->world);
    def.event = on_event;
    def.event_user = game;
    ploy_mind* mind;
    ploy_status status = ploy_goap_mind_create(&def, &mind, error);
    return status == PLOY_OK ? ploy_world_add_mind(game->world, SMITH_TYPE, mind) : status;
}

static ploy_status make_judge(smithy* game)
{
    ploy_view_def view_def = {.domain = game->domain, .keys = ploy_world_keys(game->world)};
    ploy_planner_def judge_def = {0};
    judge_def.domain = game->domain;
    game->reservations = ploy_world_reservations(game->world);
    game->judge = ploy_planner_create(&judge_def);
    game->state = calloc(ploy_domain_state_words(game->domain), sizeof *game->state);
    bool whole = game->reservations && game->judge && game->state;
    return whole ? ploy_view_create(&view_def, &game->view, NULL) : PLOY_OUT_OF_MEMORY;
}

static ploy_status hire(smithy* game)
{
    ploy_agent_def def = {0};
    def.type = SMITH_TYPE;
    for (uint32_t i = 0; i < game->smith_count; ++i) {
        smith* who = &game->smiths[i];
        *who = (smith){.shop = game, .at = SHOP_WORKBENCH, .position = game->stock.places[SHOP_WORKBENCH]};
        def.user = who;
        who->id = ploy_agent_create(game->world, &def);
        if (who->id.index1 == 0) return PLOY_OUT_OF_MEMORY;
        senses_of_smith(who);
    }
    for (uint32_t store = 0; store < STORE_COUNT; ++store) senses_of_store(game, (shop_store)store);
    return PLOY_OK;
}

static ploy_status set_up(smithy* game, const smithy_def* def, ploy_error* error)
{
    shop_init(&game->stock, def->seed, def->smiths);
    game->smith_count = def->smiths;
    ploy_status status = load_data(game, def, error);
    if (status == PLOY_OK) status = make_world(game, def, error);
    if (status == PLOY_OK) status = add_mind(game, error);
    return status == PLOY_OK ? make_judge(game) : status;
}

static smithy* made(smithy* game, ploy_status status, ploy_error* error)
{
    if (status == PLOY_OK) return game;
    if (status == PLOY_OUT_OF_MEMORY && error) snprintf(error->message, sizeof error->message, "out of memory");
    smithy_destroy(game);
    return NULL;
}

smithy* smithy_create_empty(const smithy_def* def, ploy_error* error)
{
    smithy* game = calloc(1, sizeof *game);
    return game ? made(game, set_up(game, def, error), error) : NULL;
}

smithy* smithy_create(const smithy_def* def, ploy_error* error)
{
    smithy* game = smithy_create_empty(def, error);
    return game ? made(game, hire(game), error) : NULL;
}

// What belongs to a file.
static void free_file(smithy* game)
{
    ploy_planner_destroy(game->judge);
    ploy_view_destroy(game->view);
    free(game->state);
    ploy_file_destroy(game->file);
}

void smithy_destroy(smithy* game)
{
    if (!game) return;
    ploy_world_destroy(game->world);
    free_file(game);
    free(game);
}

// Hot reload.

// Counts go by name: in the new file an action may stand elsewhere.
static void move_counts(smithy* game, const smithy* old)
{
    memset(game->actions_done, 0, sizeof game->actions_done);
    memset(game->goals_reached, 0, sizeof game->goals_reached);
    for (uint32_t i = 0; i < ploy_domain_action_count(old->domain); ++i) {
        uint32_t action = ploy_domain_find_action(game->domain, ploy_domain_action(old->domain, i).name);
        if (action != PLOY_NONE) game->actions_done[action] = old->actions_done[i];
    }
    for (uint32_t i = 0; i < ploy_domain_goal_count(old->domain); ++i) {
        uint32_t goal = ploy_domain_find_goal(game->domain, ploy_domain_goal(old->domain, i).name);
        if (goal != PLOY_NONE) game->goals_reached[goal] = old->goals_reached[i];
    }
}

ploy_status smithy_reload(void* user, const char* name, const char* text, size_t bytes, ploy_error* error)
{
    (void)name;
    smithy* game = user;
    smithy* old = malloc(sizeof *old);
    if (!old) return PLOY_OUT_OF_MEMORY;
    *old = *game;
    game->file = NULL;
    game->judge = NULL;
    game->view = NULL;
    game->state = NULL;
    smithy_def def = {.data = text, .data_bytes = bytes};
    ploy_status status = load_data(game, &def, error);
    if (status == PLOY_OK) status = priorities_bind(game, error);
    if (status == PLOY_OK) status = make_judge(game);
    if (status == PLOY_OK) move_counts(game, old);
    if (status == PLOY_OK) status = add_mind(game, error);
    if (status == PLOY_OK) {
        free_file(old);
    } else {
        free_file(game);
        *game = *old;
    }
    free(old);
    return status;
}

static bool is_working(const smithy* game, const smith* who)
{
    return ploy_goap_action(ploy_world_agent(game->world, who->id), NULL) != PLOY_NONE;
}

static void note_before(smithy* game)
{
    for (uint32_t i = 0; i < game->smith_count; ++i) {
        smith* who = &game->smiths[i];
        who->could_work = !is_working(game, who) && smithy_could_work(game, who);
    }
}

static void note_after(smithy* game)
{
    for (uint32_t i = 0; i < game->smith_count; ++i) {
        smith* who = &game->smiths[i];
        who->working += is_working(game, who);
        // work that another smith took in the meantime does not count
        who->idle += who->could_work && !is_working(game, who) && smithy_could_work(game, who);
    }
}

// Smiths think one after the other, a group each: every smith sees what those before it have claimed, and no two choose
// the same work.
static void tick_smiths(smithy* game)
{
    int64_t done = 0;
    for (uint32_t i = 1; i <= game->smith_count; ++i) {
        int64_t due = (int64_t)SMITHY_TICK * i / game->smith_count;
        ploy_world_tick(game->world, due - done);
        done = due;
    }
}

void smithy_tick(smithy* game)
{
    uint32_t changed = shop_tick(&game->stock, SMITHY_TICK);
    for (uint32_t store = 0; store < STORE_COUNT; ++store) {
        if (changed >> store & 1) senses_of_store(game, (shop_store)store);
    }
    note_before(game);
    tick_smiths(game);
    ++game->ticks;
    note_after(game);
}

const uint64_t* smithy_state(smithy* game, const smith* who)
{
    ploy_state_init(game->domain, game->state);
    ploy_view_read(game->view, ploy_world_agent(game->world, who->id)->blackboard, game->state);
    return game->state;
}

bool smithy_could_work(smithy* game, const smith* who)
{
    ploy_agent_info type = ploy_file_agent(game->file, 0);
    ploy_plan_query query = {0};
    query.start = smithy_state(game, who);
    query.disabled = type.goap.disabled;
    query.agent = ploy_world_agent(game->world, who->id);
    query.options.no_two_moves = type.goap.options.no_two_moves;
    return ploy_planner_plan_best(game->judge, &query, type.goap.goals, type.goap.goal_count)->status == PLOY_FOUND;
}

static uint64_t mix(uint64_t hash, uint64_t value)
{
    return ploy_random_at(hash, value, 0);
}

uint64_t smithy_hash(const smithy* game)
{
    uint64_t hash = mix(ploy_world_hash(game->world), game->ticks);
    for (uint32_t i = 0; i < STORE_COUNT; ++i) hash = mix(hash, game->stock.count[i]);
    hash = mix(hash, (uint64_t)game->stock.smelter.done ^ (uint64_t)game->stock.cutter.done << 32);
    hash = mix(hash, game->stock.sold);
    for (uint32_t i = 0; i < game->smith_count; ++i) {
        const smith* who = &game->smiths[i];
        hash = mix(hash, (uint64_t)(uint32_t)who->position.x << 32 | (uint32_t)who->position.y);
        hash = mix(hash, (uint64_t)who->hands << 32 | who->claims);
    }
    return hash;
}
