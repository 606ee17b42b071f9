// The smithy: 200 seeds of ten minutes, checked in every tick.

#include <stdlib.h>
#include <string.h>

#include "games/smithy/save.h"
#include "games/smithy/senses.h"
#include "games/smithy/smithy.h"
#include "support/base/test.h"

enum
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    SEEDS = 12, // the rules are the same, only slower
#else
    SEEDS = 200,
#endif
    MINUTES = 10,
    TICKS = MINUTES * 60 * PLOY_SECOND / SMITHY_TICK,
    SAMPLE = 97, // one of so many plans is checked by brute force
    MAX_STATES = 1 << 17,
};

// The lowest cost of a plan by brute force over states: Bellman-Ford with a queue. A node is a state and whether the
// step before it was a move.

typedef struct brute_state
{
    uint64_t state;
    bool moved;
    int64_t cost;
} brute_state;

typedef struct brute_search
{
    brute_state* nodes;
    uint32_t* slots; // hash of nodes, index plus one
    uint32_t count;
} brute_search;

static uint32_t brute_node(brute_search* b, uint64_t state, bool moved)
{
    uint32_t slot = (uint32_t)((state * 2 + moved) * 0x9E3779B97F4A7C15u >> 40) % (2 * MAX_STATES);
    while (b->slots[slot] > 0) {
        const brute_state* known = &b->nodes[b->slots[slot] - 1];
        if (known->state == state && known->moved == moved) return b->slots[slot] - 1;
        slot = (slot + 1) % (2 * MAX_STATES);
    }
    assert_true(b->count < MAX_STATES);
    b->nodes[b->count] = (brute_state){state, moved, INT64_MAX};
    b->slots[slot] = ++b->count;
    return b->count - 1;
}

// The lowest cost from a state to a goal with these actions; INT64_MAX: no plan.
static int64_t brute_cost(const ploy_domain* domain, uint64_t start, uint32_t goal, uint64_t disabled)
{
    brute_search b = {calloc(MAX_STATES, sizeof(brute_state)), calloc(2 * MAX_STATES, sizeof(uint32_t)), 0};
    uint32_t* queue = calloc(16 * MAX_STATES, sizeof *queue);
    uint32_t first = 0, last = 0;
    int64_t best = INT64_MAX;
    b.nodes[brute_node(&b, start, false)].cost = 0;
    queue[last++] = 0;
    while (first < last) {
        brute_state from = b.nodes[queue[first++]];
        if (from.cost >= best) continue;
        if (ploy_goal_met(domain, goal, NULL, &from.state)) {
            best = from.cost;
            continue;
        }
        for (uint32_t action = 0; action < ploy_domain_action_count(domain); ++action) {
            bool move = ploy_domain_action(domain, action).move;
            if (disabled >> action & 1 || (move && from.moved)) continue;
            if (!ploy_action_applicable(domain, action, NULL, &from.state)) continue;
            uint64_t state = from.state;
            ploy_action_apply(domain, action, NULL, &state);
            int64_t cost = from.cost + ploy_action_cost(domain, action, NULL, &from.state, NULL);
            uint32_t to = brute_node(&b, state, move);
            if (cost >= b.nodes[to].cost) continue;
            b.nodes[to].cost = cost;
            assert_true(last < 16 * MAX_STATES);
            queue[last++] = to;
        }
    }
    free(b.nodes);
    free(b.slots);
    free(queue);
    return best;
}

// A trace sink sees every plan and checks some.
typedef struct watcher
{
    smithy* game;
    uint64_t plans;
    uint64_t checked;
    uint64_t modes[SMITHY_MAX_SMITHS + 1]; // options of each smith's last search; 2: with all actions
} watcher;

static void hear(void* user, const ploy_trace_event* event)
{
    watcher* w = user;
    if (event->kind == PLOY_TRACE_GOAL_CHOSEN) w->modes[event->agent] = event->args[1];
    if (event->kind != PLOY_TRACE_PLAN_FOUND || !w->game || w->modes[event->agent] != 2) return;
    if (w->plans++ % SAMPLE != 0) return;
    const smithy* game = w->game;
    uint64_t start = *ploy_goap_state(ploy_world_agent(game->world, game->smiths[event->agent - 1].id));
    assert_int_equal(event->args[1], brute_cost(game->domain, start, (uint32_t)event->args[0], 0));
    ++w->checked;
}

static uint32_t in_hands(const smithy* game, smith_item item)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < game->smith_count; ++i) count += game->smiths[i].hands >> item & 1;
    return count;
}

// Nothing appears from nowhere, and nothing is lost.
static void check_conservation(const smithy* game, uint32_t iron, uint32_t wood)
{
    const shop* s = &game->stock;
    uint64_t made = s->count[STORE_WEAPONS] + s->sold;
    uint64_t blades = s->count[STORE_BLADES] + in_hands(game, ITEM_BLADE) + made;
    uint64_t handles = s->count[STORE_HANDLES] + in_hands(game, ITEM_HANDLE) + made;
    assert_int_equal(iron + s->mined,
                     s->count[STORE_IRON] + s->count[STORE_SMELTER_ORE] + in_hands(game, ITEM_ORE) + blades);
    assert_int_equal(wood + s->chopped,
                     s->count[STORE_WOOD] + s->count[STORE_CUTTER_LOGS] + in_hands(game, ITEM_LOG) + handles);
    assert_int_equal(game->smith_count, s->count[STORE_PICKAXES] + in_hands(game, ITEM_PICKAXE));
    assert_int_equal(game->smith_count, s->count[STORE_AXES] + in_hands(game, ITEM_AXE));
}

static void check_tick(const smithy* game, const shop_point* before)
{
    for (uint32_t i = 0; i < STORE_COUNT; ++i) assert_true(game->stock.count[i] <= game->stock.size[i]);
    for (uint32_t i = 0; i < game->smith_count; ++i) {
        const smith* who = &game->smiths[i];
        assert_true(senses_are_true(who));
        assert_int_equal(who->idle, 0);
        // A smith that has moved is at a place only if it stands there.
        bool moved = memcmp(&before[i], &who->position, sizeof who->position) != 0;
        bool there = memcmp(&game->stock.places[who->at], &who->position, sizeof who->position) == 0;
        assert_true(who->at == SHOP_NOWHERE || there);
        assert_true(!moved || who->at == SHOP_NOWHERE || there);
    }
}

// The slowest station limits the output: it has only so much time.
static uint64_t most_weapons(const smithy* game)
{
    int64_t slowest =
        game->stock.smelter.time > game->stock.cutter.time ? game->stock.smelter.time : game->stock.cutter.time;
    return (uint64_t)((int64_t)TICKS * SMITHY_TICK / slowest);
}

static void ten_minutes_of_every_seed_pass_without_a_fault(void** state)
{
    (void)state;
    uint64_t goals[SMITHY_MAX_GOALS] = {0}, actions[SMITHY_MAX_ACTIONS] = {0};
    uint32_t goal_count = 0, action_count = 0;
    watcher w = {0};
    const ploy_trace trace = {hear, &w, PLOY_TRACE_BASIC, false};
    for (uint64_t seed = 1; seed <= SEEDS; ++seed) {
        smithy_def def = smithy_def_default();
        def.seed = seed;
        def.smiths = 1 + (uint32_t)seed % 4;
        def.trace = &trace;
        smithy* game = smithy_create(&def, NULL);
        assert_non_null(game);
        w.game = game;
        uint32_t iron = game->stock.count[STORE_IRON], wood = game->stock.count[STORE_WOOD];
        shop_point before[SMITHY_MAX_SMITHS];
        for (uint32_t tick = 0; tick < TICKS; ++tick) {
            for (uint32_t i = 0; i < game->smith_count; ++i) before[i] = game->smiths[i].position;
            smithy_tick(game);
            check_tick(game, before);
            check_conservation(game, iron, wood);
        }
        if (10 * game->stock.sold < 8 * most_weapons(game)) {
            fail_msg("seed %u: %u weapons where the slowest station allows %u", (unsigned)seed,
                     (unsigned)game->stock.sold, (unsigned)most_weapons(game));
        }
        goal_count = ploy_domain_goal_count(game->domain);
        action_count = ploy_domain_action_count(game->domain);
        for (uint32_t i = 0; i < goal_count; ++i) goals[i] += game->goals_reached[i];
        for (uint32_t i = 0; i < action_count; ++i) actions[i] += game->actions_done[i];
        w.game = NULL;
        smithy_destroy(game);
    }
    assert_int_equal(goal_count, 5);
    assert_int_equal(action_count, 22);
    for (uint32_t i = 0; i < goal_count; ++i) assert_true(goals[i] > 0);
    for (uint32_t i = 0; i < action_count; ++i) assert_true(actions[i] > 0);
    assert_true(w.checked >= SEEDS / 4);
}

static void the_data_are_19_symbols(void** state)
{
    (void)state;
    smithy_def def = smithy_def_default();
    smithy* game = smithy_create(&def, NULL);
    assert_int_equal(ploy_domain_symbol_count(game->domain), 19);
    smithy_destroy(game);
}

static uint64_t hash_of(uint32_t workers, uint64_t seed)
{
    ploy_scheduler* scheduler = ploy_scheduler_create(&(ploy_scheduler_def){.workers = workers});
    smithy_def def = smithy_def_default();
    def.smiths = 6;
    def.seed = seed;
    def.tasks = ploy_scheduler_tasks(scheduler);
    smithy* game = smithy_create(&def, NULL);
    for (uint32_t tick = 0; tick < 2000; ++tick) smithy_tick(game);
    uint64_t hash = smithy_hash(game);
    smithy_destroy(game);
    ploy_scheduler_destroy(scheduler);
    return hash;
}

static void one_seed_is_one_game_for_any_number_of_workers(void** state)
{
    (void)state;
    uint64_t hash = hash_of(1, 5);
    static const uint32_t counts[] = {2, 3, 5, 8};
    for (uint32_t k = 0; k < 4; ++k) assert_int_equal(hash_of(counts[k], 5), hash);
    assert_int_not_equal(hash_of(1, 6), hash);
}

static smithy* copy_of(const smithy* game, const smithy_def* def)
{
    ploy_writer writer = {0};
    assert_int_equal(smithy_save(game, &writer), PLOY_OK);
    uint8_t* bytes = malloc(writer.count);
    writer = (ploy_writer){bytes, writer.count, 0};
    assert_int_equal(smithy_save(game, &writer), PLOY_OK);
    smithy* copy = smithy_create_empty(def, NULL);
    ploy_reader reader = {.bytes = bytes, .count = writer.count};
    assert_int_equal(smithy_load(copy, &reader, NULL), PLOY_OK);
    assert_int_equal(reader.at, reader.count);
    free(bytes);
    return copy;
}

static void a_loaded_smithy_continues_bit_for_bit(void** state)
{
    (void)state;
    smithy_def def = smithy_def_default();
    for (def.seed = 1; def.seed <= 5; ++def.seed) {
        smithy* game = smithy_create(&def, NULL);
        for (uint32_t tick = 0; tick < 100 + 613 * def.seed % 1000; ++tick) smithy_tick(game);
        smithy* copy = copy_of(game, &def);
        assert_int_equal(smithy_hash(copy), smithy_hash(game));
        for (uint32_t tick = 0; tick < 1500; ++tick) {
            smithy_tick(game);
            smithy_tick(copy);
            if (tick % 100 == 0) assert_int_equal(smithy_hash(copy), smithy_hash(game));
        }
        assert_int_equal(copy->stock.sold, game->stock.sold);
        smithy_destroy(copy);
        smithy_destroy(game);
    }
}

static void data_without_a_sensed_symbol_is_refused(void** state)
{
    (void)state;
    static const char text[] = "<ploy version=\"1\"><domain name=\"d\"><symbol name=\"x\" type=\"bool\"/>"
                               "<action name=\"A\"><effect>x</effect></action><goal name=\"G\">x</goal></domain>"
                               "<agent name=\"a\" domain=\"d\"/></ploy>";
    smithy_def def = smithy_def_default();
    def.data = text;
    def.data_bytes = sizeof text - 1;
    ploy_error error = {0};
    assert_null(smithy_create(&def, &error));
    assert_string_equal(error.message, "the smithy needs a symbol 'at'");
}

typedef struct goal_lengths
{
    const smithy* game;
    uint64_t since[SMITHY_MAX_SMITHS + 1];
    uint32_t count, brief;
} goal_lengths;

static void measure_goals(void* user, const ploy_trace_event* event)
{
    goal_lengths* g = user;
    if (event->agent > SMITHY_MAX_SMITHS) return;
    bool is_end = event->kind == PLOY_TRACE_GOAL_FINISHED || event->kind == PLOY_TRACE_GOAL_ABORTED;
    if (event->kind == PLOY_TRACE_GOAL_STARTED) g->since[event->agent] = g->game->ticks;
    g->count += is_end;
    g->brief += is_end && g->game->ticks - g->since[event->agent] <= 5;
}

// Each one sees what those before it have claimed, and does not start for the same piece.
static void smiths_that_think_at_once_choose_different_work(void** state)
{
    (void)state;
    for (uint64_t seed = 51; seed < 54; ++seed) {
        goal_lengths lengths = {0};
        const ploy_trace trace = {.emit = measure_goals, .user = &lengths, .level = PLOY_TRACE_BASIC};
        smithy_def def = smithy_def_default();
        def.seed = seed;
        def.smiths = 8;
        def.trace = &trace;
        smithy* game = smithy_create(&def, NULL);
        assert_non_null(game);
        lengths.game = game;
        for (uint32_t tick = 0; tick < 6000; ++tick) smithy_tick(game);
        if (lengths.count < 20 || 20 * lengths.brief > lengths.count) {
            fail_msg("%u of %u goals ended within half a second", lengths.brief, lengths.count);
        }
        smithy_destroy(game);
    }
}

TEST_MAIN(TEST(the_data_are_19_symbols), TEST(smiths_that_think_at_once_choose_different_work), TEST(ten_minutes_of_every_seed_pass_without_a_fault),
          TEST(one_seed_is_one_game_for_any_number_of_workers), TEST(a_loaded_smithy_continues_bit_for_bit),
          TEST(data_without_a_sensed_symbol_is_refused))
