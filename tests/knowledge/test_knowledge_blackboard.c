#include <ploy/blackboard.h>
#include <ploy/memory.h>
#include <string.h>

#include "knowledge/blackboard.h"
#include "support/base/allocators.h"
#include "support/base/asserts.h"
#include "support/base/test.h"

// Four keys, one of each type, that all scopes have, and one that only the world has.
enum
{
    ALARM,
    AMMO,
    HEALTH,
    TARGET,
    WEATHER,
    KEY_COUNT
};

static const ploy_key_def key_defs[KEY_COUNT] = {
    {"alarm", PLOY_VALUE_BOOL, 0, 0xFF, false, NULL, NULL, NULL},
    {"ammo", PLOY_VALUE_INT, 30, 0xFF, false, NULL, NULL, NULL},
    {"health", PLOY_VALUE_DECIMAL, 1000, 0xFF, false, NULL, NULL, NULL},
    {"target", PLOY_VALUE_OBJECT, 0, 0xFF, false, NULL, NULL, NULL},
    {"weather", PLOY_VALUE_INT, 3, 1u << PLOY_SCOPE_WORLD, false, NULL, NULL, NULL},
};

static ploy_blackboard_keys* make_keys(const ploy_allocator* allocator, const ploy_trace* trace)
{
    ploy_blackboard_keys_def def = {0};
    def.allocator = allocator ? *allocator : def.allocator;
    def.trace = trace;
    ploy_blackboard_keys* keys = ploy_blackboard_keys_create(&def);
    bool ok = keys != NULL;
    for (uint32_t i = 0; i < KEY_COUNT && ok; ++i) {
        ok = ploy_blackboard_keys_add(keys, &key_defs[i], NULL) == PLOY_OK;
    }
    if (!ok) {
        ploy_blackboard_keys_destroy(keys);
        return NULL;
    }
    return keys;
}

static ploy_blackboard* make_blackboard(ploy_blackboard_keys* keys, uint32_t scope, ploy_blackboard* parent)
{
    ploy_blackboard_def def = {0};
    def.keys = keys;
    def.scope = scope;
    def.parent = parent;
    return ploy_blackboard_create(&def);
}

static void keys_are_found_by_name_and_bad_ones_are_rejected(void** state)
{
    (void)state;
    ploy_blackboard_keys* keys = make_keys(NULL, NULL);
    assert_int_equal(ploy_blackboard_keys_count(keys), KEY_COUNT);
    for (uint32_t i = 0; i < KEY_COUNT; ++i) {
        assert_int_equal(ploy_blackboard_keys_find(keys, key_defs[i].name), i);
        assert_string_equal(ploy_blackboard_keys_name(keys, i), key_defs[i].name);
        assert_int_equal(ploy_blackboard_keys_type(keys, i), key_defs[i].type);
    }
    assert_int_equal(ploy_blackboard_keys_find(keys, "nothing"), PLOY_NONE);
    ploy_key_def bad = {0};
    assert_int_equal(ploy_blackboard_keys_add(keys, &bad, NULL), PLOY_INVALID);
    bad.name = "ammo";
    assert_int_equal(ploy_blackboard_keys_add(keys, &bad, NULL), PLOY_INVALID);
    bad.name = "flag", bad.initial = 2;
    assert_int_equal(ploy_blackboard_keys_add(keys, &bad, NULL), PLOY_INVALID);
    bad.initial = 1, bad.scopes = 0x100;
    assert_int_equal(ploy_blackboard_keys_add(keys, &bad, NULL), PLOY_INVALID);
    bad.scopes = 1, bad.object_type = "a door";
    assert_int_equal(ploy_blackboard_keys_add(keys, &bad, NULL), PLOY_INVALID);
    bad.object_type = NULL, bad.value_names = "a|b";
    assert_int_equal(ploy_blackboard_keys_add(keys, &bad, NULL), PLOY_INVALID);
    bad.value_names = NULL;
    uint32_t key = 0;
    assert_int_equal(ploy_blackboard_keys_add(keys, &bad, &key), PLOY_OK);
    assert_int_equal(key, KEY_COUNT);
    ploy_blackboard* blackboard = make_blackboard(keys, PLOY_SCOPE_AGENT, NULL);
    bad.name = "late";
    assert_int_equal(ploy_blackboard_keys_add(keys, &bad, NULL), PLOY_NOT_SUPPORTED);
    ploy_blackboard_destroy(blackboard);
    ploy_blackboard_keys_destroy(keys);
}

static void ignore(void* user, ploy_blackboard* blackboard, uint32_t key)
{
    (void)user;
    (void)blackboard;
    (void)key;
}

static void a_read_goes_to_the_nearest_scope_that_has_the_key_set(void** state)
{
    (void)state;
    ploy_blackboard_keys* keys = make_keys(NULL, NULL);
    ploy_blackboard* world = make_blackboard(keys, PLOY_SCOPE_WORLD, NULL);
    ploy_blackboard* squad = make_blackboard(keys, PLOY_SCOPE_SQUAD, world);
    ploy_blackboard* agent = make_blackboard(keys, PLOY_SCOPE_AGENT, squad);
    assert_int_equal(ploy_blackboard_get(agent, AMMO), 30);
    assert_null(pl_blackboard_holder(agent, AMMO));
    assert_int_equal(ploy_blackboard_set(world, AMMO, 1), PLOY_OK);
    assert_int_equal(ploy_blackboard_get(agent, AMMO), 1);
    assert_int_equal(ploy_blackboard_set(agent, AMMO, -7), PLOY_OK);
    assert_int_equal(ploy_blackboard_set(squad, AMMO, 2), PLOY_OK);
    assert_int_equal(ploy_blackboard_get(agent, AMMO), -7);
    assert_int_equal(ploy_blackboard_get(squad, AMMO), 2);
    assert_int_equal(ploy_blackboard_unset(agent, AMMO), PLOY_OK);
    assert_int_equal(ploy_blackboard_unset(agent, AMMO), PLOY_ALREADY);
    assert_int_equal(ploy_blackboard_get(agent, AMMO), 2);
    assert_ptr_equal(pl_blackboard_holder(agent, AMMO), squad);

    assert_int_equal(ploy_blackboard_set(agent, WEATHER, 1), PLOY_NOT_SUPPORTED);
    assert_int_equal(ploy_blackboard_subscribe(agent, WEATHER, ignore, NULL, NULL), PLOY_NOT_SUPPORTED);
    assert_int_equal(ploy_blackboard_set(world, WEATHER, 9), PLOY_OK);
    assert_int_equal(ploy_blackboard_get(agent, WEATHER), 9);
    assert_int_equal(ploy_blackboard_set(agent, TARGET, (ploy_value)(UINT64_MAX - 1)), PLOY_OK);
    assert_true((uint64_t)ploy_blackboard_get(agent, TARGET) == UINT64_MAX - 1);
    assert_int_equal(ploy_blackboard_set(agent, HEALTH, 500), PLOY_OK);
    assert_int_equal(ploy_blackboard_get(agent, HEALTH), 500);
    assert_int_equal(ploy_blackboard_set(agent, ALARM, true), PLOY_OK);
    assert_true(ploy_blackboard_get(agent, ALARM));
    EXPECT_API_MISUSE(ploy_blackboard_get(agent, KEY_COUNT));
    EXPECT_API_MISUSE(ploy_blackboard_set(agent, ALARM, 2));
    EXPECT_API_MISUSE(pl_blackboard_set_parent(world, agent));
    ploy_blackboard_keys_destroy(keys);
    ploy_blackboard_destroy(world);
    ploy_blackboard_destroy(squad);
    assert_int_equal(ploy_blackboard_get(agent, WEATHER), 9);
    ploy_blackboard_destroy(agent);
}

static void every_change_is_traced_once_and_nothing_else(void** state)
{
    (void)state;
    ploy_trace_event events[8];
    ploy_trace_ring ring = {events, 8, 0};
    ploy_trace trace = ploy_trace_ring_sink(&ring, PLOY_TRACE_BASIC);
    ploy_blackboard_keys* keys = make_keys(NULL, &trace);
    ploy_blackboard_def def = {0};
    def.keys = keys, def.agent = 5;
    ploy_blackboard* blackboard = ploy_blackboard_create(&def);
    ploy_blackboard_set(blackboard, AMMO, -3);
    ploy_blackboard_set(blackboard, AMMO, -3);
    ploy_blackboard_unset(blackboard, AMMO);
    ploy_blackboard_unset(blackboard, AMMO);
    assert_int_equal(ring.emitted, 2);
    const ploy_trace_event set = {PLOY_TRACE_BLACKBOARD_WRITTEN, 5, {PLOY_SCOPE_AGENT, AMMO, (uint64_t)-3, 1}};
    const ploy_trace_event unset = {PLOY_TRACE_BLACKBOARD_WRITTEN, 5, {PLOY_SCOPE_AGENT, AMMO, 0, 0}};
    assert_memory_equal(&events[0], &set, sizeof set);
    assert_memory_equal(&events[1], &unset, sizeof unset);
    ploy_blackboard_destroy(blackboard);
    ploy_blackboard_keys_destroy(keys);
}

// A blackboard of the game's own that was written before an agent came below it, and another of the same scope.
static void the_trace_has_the_blackboards_above_an_agent_and_what_they_hold(void** state)
{
    (void)state;
    ploy_trace_event events[16];
    ploy_trace_ring ring = {events, 16, 0};
    ploy_trace trace = ploy_trace_ring_sink(&ring, PLOY_TRACE_BASIC);
    ploy_blackboard_keys* keys = make_keys(NULL, NULL);
    ploy_blackboard* red = make_blackboard(keys, PLOY_SCOPE_SQUAD, NULL);
    ploy_blackboard* blue = make_blackboard(keys, PLOY_SCOPE_SQUAD, NULL);
    ploy_blackboard_set(red, ALARM, true);
    keys->trace = &trace;
    ploy_blackboard* agent = ploy_blackboard_create(&(ploy_blackboard_def){.keys = keys, .agent = 5});
    pl_blackboard_set_parent(agent, blue);
    pl_blackboard_set_parent(agent, red);
    ploy_blackboard_set(blue, ALARM, true);
    const uint64_t red_board = PLOY_SCOPE_SQUAD | 1 << 8, blue_board = PLOY_SCOPE_SQUAD | 2 << 8;
    const ploy_trace_event wanted[] = {
        {PLOY_TRACE_BLACKBOARD_PARENT, 5, {PLOY_SCOPE_AGENT, blue_board}},
        {PLOY_TRACE_BLACKBOARD_PARENT, 0, {blue_board, 0}},
        {PLOY_TRACE_BLACKBOARD_PARENT, 5, {PLOY_SCOPE_AGENT, red_board}},
        {PLOY_TRACE_BLACKBOARD_WRITTEN, 0, {red_board, ALARM, true, 1}},
        {PLOY_TRACE_BLACKBOARD_PARENT, 0, {red_board, 0}},
        {PLOY_TRACE_BLACKBOARD_WRITTEN, 0, {blue_board, ALARM, true, 1}},
    };
    assert_int_equal(ring.emitted, sizeof wanted / sizeof *wanted);
    assert_memory_equal(events, wanted, sizeof wanted);
    ploy_blackboard_destroy(agent);
    ploy_blackboard_destroy(red);
    ploy_blackboard_destroy(blue);
    ploy_blackboard_keys_destroy(keys);
}

static void a_volatile_key_is_traced_only_at_level_everything(void** state)
{
    (void)state;
    for (uint32_t level = PLOY_TRACE_BASIC; level <= PLOY_TRACE_EVERYTHING; ++level) {
        ploy_trace_event events[8];
        ploy_trace_ring ring = {events, 8, 0};
        ploy_trace trace = ploy_trace_ring_sink(&ring, (ploy_trace_level)level);
        ploy_blackboard_keys* keys = make_keys(NULL, &trace);
        ploy_key_def def = {0};
        def.name = "distance", def.type = PLOY_VALUE_INT, def.is_volatile = true;
        assert_int_equal(ploy_blackboard_keys_add(keys, &def, NULL), PLOY_OK);
        ploy_blackboard* blackboard = make_blackboard(keys, PLOY_SCOPE_AGENT, NULL);
        ploy_blackboard_set(blackboard, KEY_COUNT, 7);
        assert_int_equal(ring.emitted, level == PLOY_TRACE_EVERYTHING);
        assert_int_equal(ploy_blackboard_get(blackboard, KEY_COUNT), 7);
        ploy_blackboard_destroy(blackboard);
        ploy_blackboard_keys_destroy(keys);
    }
}

// The model: plain arrays. There is one blackboard for the world, two for squads and three for agents.

enum
{
    BOARDS = 6,
    MAX_STAMPS = 8000
};

static const uint32_t model_scopes[BOARDS] = {PLOY_SCOPE_WORLD, PLOY_SCOPE_SQUAD, PLOY_SCOPE_SQUAD,
                                              PLOY_SCOPE_AGENT, PLOY_SCOPE_AGENT, PLOY_SCOPE_AGENT};

typedef struct plain_blackboards
{
    bool set[BOARDS][KEY_COUNT];
    int64_t values[BOARDS][KEY_COUNT];
    int parents[BOARDS];
    uint64_t versions[BOARDS];
} plain_blackboards;

static int model_holder(const plain_blackboards* m, int blackboard, uint32_t key)
{
    while (blackboard >= 0 && !m->set[blackboard][key]) {
        blackboard = m->parents[blackboard];
    }
    return blackboard;
}

// Whether a read of the key from `from` continues up to `blackboard`.
static bool model_reaches(const plain_blackboards* m, int from, int blackboard, uint32_t key)
{
    while (from >= 0 && from != blackboard && !m->set[from][key]) {
        from = m->parents[from];
    }
    return from == blackboard;
}

typedef struct stamps
{
    uint64_t seen[MAX_STAMPS];
    uint32_t count;
} stamps;

static stamps all_stamps[BOARDS][KEY_COUNT];

static void check_stamp(const ploy_blackboard* blackboard, uint32_t key, stamps* s, bool is_affected)
{
    uint64_t stamp = pl_blackboard_chain_stamp(blackboard, key);
    if (!is_affected && s->count > 0) {
        assert_true(stamp == s->seen[s->count - 1]);
        return;
    }
    for (uint32_t i = 0; i < s->count; ++i) {
        assert_true(stamp != s->seen[i]);
    }
    s->seen[s->count++] = stamp;
}

static bool model_write(plain_blackboards* m, int blackboard, uint32_t key, bool set, int64_t value)
{
    bool changes = m->set[blackboard][key] != set || (set && m->values[blackboard][key] != value);
    m->set[blackboard][key] = set;
    m->values[blackboard][key] = value;
    m->versions[blackboard] += changes;
    return changes;
}

static int pick_parent(ploy_random* random, int blackboard)
{
    int max = blackboard == 0 ? -1 : blackboard < 3 ? 0 : 2;
    return ploy_random_range(random, -1, max);
}

// Numbers that fit 32 bits, numbers that do not, and those beside the border.
static int64_t random_value(ploy_random* random, uint32_t key)
{
    static const int64_t numbers[] = {0,         1,         INT32_MAX,   INT32_MAX + 1ll, INT32_MIN, INT32_MIN + 1ll,
                                      INT64_MAX, INT64_MIN, -(1ll << 40)};
    bool is_bool = key_defs[key].type == PLOY_VALUE_BOOL;
    return numbers[ploy_random_below(random, is_bool ? 2 : sizeof numbers / sizeof *numbers)];
}

// Makes one random step on both. affected[b][k]: according to the model, reading k from b gives another value.
static void random_step(ploy_random* random, plain_blackboards* m, ploy_blackboard** blackboards,
                        bool affected[BOARDS][KEY_COUNT])
{
    int blackboard = (int)ploy_random_below(random, BOARDS);
    uint32_t key = ploy_random_below(random, KEY_COUNT);
    uint32_t what = ploy_random_below(random, 20);
    plain_blackboards before = *m;
    memset(affected, 0, sizeof(bool) * BOARDS * KEY_COUNT);
    if (what == 0) {
        int parent = pick_parent(random, blackboard);
        pl_blackboard_set_parent(blackboards[blackboard], parent < 0 ? NULL : blackboards[parent]);
        m->parents[blackboard] = parent;
        for (int b = 0; b < BOARDS && parent != before.parents[blackboard]; ++b) {
            for (uint32_t k = 0; k < KEY_COUNT; ++k) {
                affected[b][k] = model_reaches(&before, b, blackboard, k) && !before.set[blackboard][k];
            }
        }
        return;
    }
    bool set = what < 13;
    int64_t value = set ? random_value(random, key) : 0;
    ploy_status expected = PLOY_NOT_SUPPORTED;
    if (key != WEATHER || blackboard == 0) {
        bool changes = model_write(m, blackboard, key, set, value);
        expected = changes ? PLOY_OK : PLOY_ALREADY;
        for (int b = 0; b < BOARDS; ++b) {
            affected[b][key] = changes && model_reaches(&before, b, blackboard, key);
        }
    }
    ploy_status got = set ? ploy_blackboard_set(blackboards[blackboard], key, value)
                          : ploy_blackboard_unset(blackboards[blackboard], key);
    assert_int_equal(got, expected);
}

static void check_against(const plain_blackboards* m, ploy_blackboard** blackboards, bool affected[BOARDS][KEY_COUNT])
{
    for (int b = 0; b < BOARDS; ++b) {
        assert_true(blackboards[b]->version == m->versions[b]);
        for (uint32_t k = 0; k < KEY_COUNT; ++k) {
            int holder = model_holder(m, b, k);
            assert_true(ploy_blackboard_get(blackboards[b], k) ==
                        (holder < 0 ? key_defs[k].initial : m->values[holder][k]));
            assert_ptr_equal(pl_blackboard_holder(blackboards[b], k), holder < 0 ? NULL : blackboards[holder]);
            check_stamp(blackboards[b], k, &all_stamps[b][k], affected[b][k]);
        }
    }
}

static void make_boards(ploy_blackboard_keys* keys, ploy_blackboard** blackboards)
{
    for (int b = 0; b < BOARDS; ++b) {
        blackboards[b] = make_blackboard(keys, model_scopes[b], b == 0 ? NULL : blackboards[b < 3 ? 0 : 1 + b % 2]);
        assert_true(pl_blackboard_reserve_value(blackboards[b], pl_blackboard_key(keys, 1), INT64_MAX)); // it is warm
    }
}

static void destroy_boards(ploy_blackboard** blackboards)
{
    for (int b = BOARDS; b-- > 0;) {
        ploy_blackboard_destroy(blackboards[b]);
    }
}

static void random_writes_and_new_parents_agree_with_plain_arrays_and_no_version_repeats(void** state)
{
    (void)state;
    memset(all_stamps, 0, sizeof all_stamps);
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    ploy_blackboard_keys* keys = make_keys(&allocator, NULL);
    ploy_blackboard* blackboards[BOARDS];
    make_boards(keys, blackboards);
    plain_blackboards m = {.parents = {-1, 0, 0, 2, 1, 2}};
    ploy_random random = {.seed = 11};
    bool affected[BOARDS][KEY_COUNT] = {0};
    uint64_t calls = counters.calls;
    uint64_t all = pl_blackboard_stamp_all(blackboards[3]);
    for (uint32_t step = 0; step < 6000; ++step) {
        check_against(&m, blackboards, affected);
        random_step(&random, &m, blackboards, affected);
        uint64_t next = pl_blackboard_stamp_all(blackboards[3]);
        assert_true(next >= all);
        all = next;
    }
    assert_true(counters.calls == calls);
    destroy_boards(blackboards);
    ploy_blackboard_keys_destroy(keys);
    assert_true(counters.live_blocks == 0);
}

enum
{
    SAVE_WORDS = 32
};

// A save as 64-bit words, so that tests can damage one.
static uint32_t save_words(const ploy_blackboard* blackboard, uint64_t words[SAVE_WORDS])
{
    uint8_t bytes[8 * SAVE_WORDS];
    ploy_writer writer = {bytes, sizeof bytes, 0};
    pl_blackboard_save(blackboard, &writer);
    assert_true(ploy_writer_fits(&writer) && writer.count % 8 == 0);
    ploy_reader reader = {.bytes = bytes, .count = writer.count};
    for (uint32_t i = 0; i < writer.count / 8; ++i) words[i] = ploy_read_u64(&reader);
    return (uint32_t)(writer.count / 8);
}

static ploy_status restore_words(ploy_blackboard* blackboard, const uint64_t* words, uint32_t count)
{
    uint8_t bytes[8 * SAVE_WORDS];
    ploy_writer writer = {bytes, sizeof bytes, 0};
    for (uint32_t i = 0; i < count; ++i) ploy_write_u64(&writer, words[i]);
    ploy_reader reader = {.bytes = bytes, .count = writer.count};
    ploy_status status = pl_blackboard_restore(blackboard, &reader);
    assert_true(status == PLOY_OK ? reader.at == reader.count : reader.failed);
    return status;
}

static void a_loaded_blackboard_behaves_like_the_saved_one(void** state)
{
    (void)state;
    ploy_blackboard_keys* keys = make_keys(NULL, NULL);
    ploy_blackboard* blackboards[BOARDS];
    make_boards(keys, blackboards);
    plain_blackboards m = {.parents = {-1, 0, 0, 2, 1, 2}};
    ploy_random random = {.seed = 12};
    bool affected[BOARDS][KEY_COUNT];
    for (uint32_t round = 0; round < 300; ++round) {
        uint64_t saves[BOARDS][SAVE_WORDS];
        uint32_t counts[BOARDS];
        uint64_t kept[KEY_COUNT];
        pl_digest before = {0}, after = {0};
        for (int b = 0; b < BOARDS; ++b) {
            counts[b] = save_words(blackboards[b], saves[b]);
            pl_blackboard_digest(blackboards[b], &before);
        }
        for (uint32_t k = 0; k < KEY_COUNT; ++k) {
            kept[k] = pl_blackboard_chain_stamp(blackboards[4], k);
        }
        int parents[BOARDS];
        memcpy(parents, m.parents, sizeof parents);
        for (uint32_t i = 0; i < 20; ++i) {
            random_step(&random, &m, blackboards, affected);
        }
        for (int b = 0; b < BOARDS; ++b) {
            pl_blackboard_set_parent(blackboards[b], parents[b] < 0 ? NULL : blackboards[parents[b]]);
            m.parents[b] = parents[b];
            assert_int_equal(restore_words(blackboards[b], saves[b], counts[b]), PLOY_OK);
            pl_blackboard_digest(blackboards[b], &after);
        }
        assert_true(before.value == after.value);
        for (uint32_t k = 0; k < KEY_COUNT; ++k) {
            assert_true(kept[k] == pl_blackboard_chain_stamp(blackboards[4], k));
        }
        for (int b = 0; b < BOARDS; ++b) { // continue, so that the next round starts from another state
            for (uint32_t k = 0; k < KEY_COUNT; ++k) {
                m.set[b][k] = pl_blackboard_holder(blackboards[b], k) == blackboards[b];
                m.values[b][k] = m.set[b][k] ? ploy_blackboard_get(blackboards[b], k) : 0;
            }
        }
        random_step(&random, &m, blackboards, affected);
    }
    destroy_boards(blackboards);
    ploy_blackboard_keys_destroy(keys);
}

static void a_save_that_does_not_match_changes_nothing(void** state)
{
    (void)state;
    ploy_blackboard_keys* keys = make_keys(NULL, NULL);
    ploy_blackboard* agent = make_blackboard(keys, PLOY_SCOPE_AGENT, NULL);
    ploy_blackboard* squad = make_blackboard(keys, PLOY_SCOPE_SQUAD, NULL);
    ploy_blackboard_set(agent, ALARM, true);
    ploy_blackboard_set(agent, AMMO, 4);
    uint64_t words[SAVE_WORDS];
    uint32_t count = save_words(agent, words);
    assert_int_equal(restore_words(squad, words, count), PLOY_INVALID);
    assert_int_equal(restore_words(agent, words, count - 1), PLOY_INVALID);
    // mark, a bit beyond the last key, a bool that is 2, a version too large, a value of a key that is not set
    static const uint32_t at[] = {0, 3, 4, 5, 8};
    static const uint64_t bad[] = {1, 16 | 3, 2, 1ull << 32, 1};
    for (uint32_t i = 0; i < 5; ++i) {
        uint64_t good = words[at[i]];
        words[at[i]] = bad[i];
        ploy_blackboard_set(agent, AMMO, 5 + i);
        assert_int_equal(restore_words(agent, words, count), PLOY_INVALID);
        assert_int_equal(ploy_blackboard_get(agent, AMMO), 5 + i);
        words[at[i]] = good;
    }
    assert_int_equal(restore_words(agent, words, count), PLOY_OK);
    assert_int_equal(ploy_blackboard_get(agent, AMMO), 4);
    ploy_blackboard_destroy(agent);
    ploy_blackboard_destroy(squad);
    ploy_blackboard_keys_destroy(keys);
}

// Observers.

enum
{
    ACTORS = 5
};

typedef struct observer_scene observer_scene;

typedef struct actor
{
    observer_scene* scene;
    uint32_t index;
    ploy_observer_id id;
} actor;

struct observer_scene
{
    ploy_blackboard* blackboard;
    actor actors[ACTORS];
    uint32_t heard[64];
    uint32_t heard_count;
    uint32_t who;      ///< the actor that acts in its first call
    uint32_t leavers;  ///< bit i: actor i is removed
    uint32_t newcomer; ///< how often it was called
    ploy_observer_id newcomer_id;
};

static void hear_newcomer(void* user, ploy_blackboard* blackboard, uint32_t key)
{
    (void)blackboard;
    (void)key;
    ++((observer_scene*)user)->newcomer;
}

static void hear(void* user, ploy_blackboard* blackboard, uint32_t key)
{
    const actor* agent = user;
    observer_scene* s = agent->scene;
    assert_ptr_equal(blackboard, s->blackboard);
    assert_int_equal(key, AMMO);
    s->heard[s->heard_count++] = agent->index;
    if (agent->index != s->who) {
        return;
    }
    s->who = ACTORS;
    for (uint32_t i = 0; i < ACTORS; ++i) {
        if (s->leavers >> i & 1) {
            assert_int_equal(ploy_blackboard_unsubscribe(blackboard, s->actors[i].id), PLOY_OK);
            assert_int_equal(ploy_blackboard_unsubscribe(blackboard, s->actors[i].id), PLOY_NOT_FOUND);
        }
    }
    assert_int_equal(ploy_blackboard_subscribe(blackboard, AMMO, hear_newcomer, s, &s->newcomer_id), PLOY_OK);
}

// The last two observe every key.
static void set_scene(observer_scene* s, ploy_blackboard* blackboard, uint32_t who, uint32_t leavers)
{
    *s = (observer_scene){.blackboard = blackboard, .who = who, .leavers = leavers};
    for (uint32_t i = 0; i < ACTORS; ++i) {
        s->actors[i] = (actor){.scene = s, .index = i};
        uint32_t key = i < ACTORS - 2 ? AMMO : PLOY_NONE;
        assert_int_equal(ploy_blackboard_subscribe(blackboard, key, hear, &s->actors[i], &s->actors[i].id), PLOY_OK);
    }
}

static void clear_scene(observer_scene* s)
{
    for (uint32_t i = 0; i < ACTORS; ++i) {
        ploy_status expected = s->leavers >> i & 1 ? PLOY_NOT_FOUND : PLOY_OK;
        assert_int_equal(ploy_blackboard_unsubscribe(s->blackboard, s->actors[i].id), expected);
    }
    assert_int_equal(ploy_blackboard_unsubscribe(s->blackboard, s->newcomer_id), PLOY_OK);
    assert_int_equal(pl_blackboard_observer_count(s->blackboard), 0);
}

static void any_observers_may_be_removed_in_a_callback(void** state)
{
    (void)state;
    ploy_blackboard_keys* keys = make_keys(NULL, NULL);
    ploy_blackboard* blackboard = make_blackboard(keys, PLOY_SCOPE_AGENT, NULL);
    int64_t value = 0;
    for (uint32_t who = 0; who < ACTORS; ++who) {
        for (uint32_t leavers = 0; leavers < 1u << ACTORS; ++leavers) {
            observer_scene s;
            set_scene(&s, blackboard, who, leavers);
            assert_int_equal(ploy_blackboard_set(blackboard, AMMO, ++value), PLOY_OK);
            uint32_t n = 0;
            for (uint32_t i = 0; i < ACTORS; ++i) {
                if (i <= who || !(leavers >> i & 1)) {
                    assert_int_equal(s.heard[n++], i);
                }
            }
            assert_int_equal(s.heard_count, n);
            assert_int_equal(s.newcomer, 0);
            assert_int_equal(ploy_blackboard_set(blackboard, AMMO, ++value), PLOY_OK);
            for (uint32_t i = 0; i < ACTORS; ++i) {
                if (!(leavers >> i & 1)) {
                    assert_int_equal(s.heard[n++], i);
                }
            }
            assert_int_equal(s.heard_count, n);
            assert_int_equal(s.newcomer, 1);
            clear_scene(&s);
        }
    }
    ploy_blackboard_destroy(blackboard);
    ploy_blackboard_keys_destroy(keys);
}

// Observers that write, subscribe and unsubscribe at random, checked against plain lists. Each write is a frame.

enum
{
    MAX_CROWD = 400,
    MAX_FRAMES = 6
};

typedef struct member
{
    struct crowd* crowd;
    uint32_t key;
    uint64_t born;
    bool is_in;
    ploy_observer_id id;
} member;

typedef struct frame
{
    uint32_t key;
    uint64_t change;
    bool called[MAX_CROWD];
    int last; ///< the last one called; observers of all keys come after the others
} frame;

typedef struct crowd
{
    ploy_blackboard* blackboard;
    ploy_random random;
    member members[MAX_CROWD];
    uint32_t count;
    uint64_t changes;
    frame frames[MAX_FRAMES];
    uint32_t depth;
    uint64_t calls;
} crowd;

static void crowd_hear(void* user, ploy_blackboard* blackboard, uint32_t key);

static void crowd_join(crowd* c)
{
    if (c->count == MAX_CROWD) {
        return;
    }
    member* m = &c->members[c->count++];
    *m = (member){.crowd = c, .key = ploy_random_below(&c->random, 3), .born = c->changes, .is_in = true};
    m->key = m->key == 2 ? PLOY_NONE : m->key;
    assert_int_equal(ploy_blackboard_subscribe(c->blackboard, m->key, crowd_hear, m, &m->id), PLOY_OK);
}

static void crowd_part(crowd* c)
{
    member* m = &c->members[ploy_random_below(&c->random, c->count)];
    assert_int_equal(ploy_blackboard_unsubscribe(c->blackboard, m->id), m->is_in ? PLOY_OK : PLOY_NOT_FOUND);
    m->is_in = false;
}

static void crowd_write(crowd* c)
{
    if (c->depth == MAX_FRAMES) {
        return;
    }
    frame* f = &c->frames[c->depth++];
    *f = (frame){.key = ploy_random_below(&c->random, 2), .change = ++c->changes, .last = -1};
    int64_t other = !ploy_blackboard_get(c->blackboard, f->key);
    assert_int_equal(ploy_blackboard_set(c->blackboard, f->key, other), PLOY_OK);
    for (uint32_t i = 0; i < c->count; ++i) {
        const member* m = &c->members[i];
        bool was_due = m->is_in && m->born < f->change && (m->key == f->key || m->key == PLOY_NONE);
        assert_true(!was_due || f->called[i]);
    }
    --c->depth;
}

static void crowd_hear(void* user, ploy_blackboard* blackboard, uint32_t key)
{
    member* m = user;
    crowd* c = m->crowd;
    frame* f = &c->frames[c->depth - 1];
    int index = (int)(m - c->members);
    int rank = m->key == PLOY_NONE ? index + MAX_CROWD : index;
    assert_ptr_equal(blackboard, c->blackboard);
    assert_true(m->is_in && m->born < f->change && key == f->key && (m->key == key || m->key == PLOY_NONE));
    assert_true(!f->called[index] && rank > f->last);
    f->called[index] = true;
    f->last = rank;
    ++c->calls;
    uint32_t what = ploy_random_below(&c->random, 100);
    if (what < 12) {
        crowd_part(c);
    } else if (what < 24) {
        crowd_join(c);
    } else if (what < 34) {
        crowd_write(c);
    }
}

static void observers_that_write_subscribe_and_unsubscribe_in_callbacks_agree_with_plain_lists(void** state)
{
    (void)state;
    static crowd c;
    ploy_blackboard_keys* keys = make_keys(NULL, NULL);
    uint64_t calls = 0;
    for (uint64_t seed = 1; seed <= 100; ++seed) {
        c = (crowd){.blackboard = make_blackboard(keys, PLOY_SCOPE_AGENT, NULL), .random = {.seed = seed}};
        for (uint32_t i = 0; i < 12; ++i) {
            crowd_join(&c);
        }
        for (uint32_t i = 0; i < 40; ++i) {
            crowd_write(&c);
            uint32_t in = 0;
            for (uint32_t k = 0; k < c.count; ++k) {
                in += c.members[k].is_in;
            }
            assert_int_equal(pl_blackboard_observer_count(c.blackboard), in);
        }
        calls += c.calls;
        ploy_blackboard_destroy(c.blackboard);
    }
    assert_true(calls > 10000);
    ploy_blackboard_keys_destroy(keys);
}

static void write_again(void* user, ploy_blackboard* blackboard, uint32_t key)
{
    (void)user;
    ploy_blackboard_set(blackboard, key, ploy_blackboard_get(blackboard, key) + 1);
}

static void writes_that_call_each_other_forever_are_api_misuse(void** state)
{
    (void)state;
    ploy_blackboard_keys* keys = make_keys(NULL, NULL);
    ploy_blackboard* blackboard = make_blackboard(keys, PLOY_SCOPE_AGENT, NULL);
    ploy_blackboard_subscribe(blackboard, AMMO, write_again, NULL, NULL);
    EXPECT_API_MISUSE(ploy_blackboard_set(blackboard, AMMO, 0));
    blackboard->extras->observers->depth = 0; // the jump out of the callbacks skipped its reset
    ploy_blackboard_destroy(blackboard);
    ploy_blackboard_keys_destroy(keys);
}

static void observers_are_still_notified_after_a_load(void** state)
{
    (void)state;
    ploy_blackboard_keys* keys = make_keys(NULL, NULL);
    ploy_blackboard* blackboard = make_blackboard(keys, PLOY_SCOPE_AGENT, NULL);
    uint64_t words[SAVE_WORDS];
    uint32_t count = save_words(blackboard, words);
    for (int64_t i = 0; i < 10; ++i) {
        ploy_blackboard_set(blackboard, AMMO, i);
    }
    observer_scene s = {.blackboard = blackboard};
    ploy_blackboard_subscribe(blackboard, AMMO, hear_newcomer, &s, NULL);
    assert_int_equal(restore_words(blackboard, words, count), PLOY_OK);
    assert_int_equal(s.newcomer, 0);
    ploy_blackboard_set(blackboard, AMMO, 1);
    assert_int_equal(s.newcomer, 1);
    ploy_blackboard_destroy(blackboard);
    ploy_blackboard_keys_destroy(keys);
}

static void api_misuse_names_the_function_and_the_argument(void** state)
{
    (void)state;
    ploy_blackboard_keys* keys = make_keys(NULL, NULL);
    ploy_blackboard* blackboard = make_blackboard(keys, PLOY_SCOPE_AGENT, NULL);
    EXPECT_API_MISUSE(ploy_blackboard_set(blackboard, KEY_COUNT, 0));
    assert_string_equal(test_assert_message, "API misuse in ploy_blackboard_set: key < blackboard->keys->list.count");
    ploy_blackboard_destroy(blackboard);
    ploy_blackboard_keys_destroy(keys);
}

static bool build_and_use(const ploy_allocator* allocator)
{
    ploy_blackboard_keys* keys = make_keys(allocator, NULL);
    ploy_blackboard* world = keys ? make_blackboard(keys, PLOY_SCOPE_WORLD, NULL) : NULL;
    ploy_blackboard* agent = world ? make_blackboard(keys, PLOY_SCOPE_AGENT, world) : NULL;
    bool ok = agent != NULL;
    observer_scene s = {0};
    uint32_t subscribed = 0;
    for (uint32_t i = 0; i < 100 && ok; ++i) {
        ok = ploy_blackboard_subscribe(agent, i % 2 ? AMMO : PLOY_NONE, hear_newcomer, &s, NULL) == PLOY_OK;
        subscribed += ok;
    }
    if (agent) { // what was created works, whatever failed
        assert_int_equal(pl_blackboard_observer_count(agent), subscribed);
        assert_int_equal(ploy_blackboard_set(agent, AMMO, 1), PLOY_OK);
        assert_int_equal(s.newcomer, subscribed);
    }
    ploy_blackboard_destroy(agent);
    ploy_blackboard_destroy(world);
    ploy_blackboard_keys_destroy(keys);
    return ok;
}

static void a_failing_allocator_leaves_blackboards_usable_and_no_leak(void** state)
{
    (void)state;
    test_fail_every_allocation(build_and_use);
}

static void nothing_is_allocated_while_the_number_of_observers_stays_the_same(void** state)
{
    (void)state;
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    ploy_blackboard_keys* keys = make_keys(&allocator, NULL);
    ploy_blackboard* blackboard = make_blackboard(keys, PLOY_SCOPE_AGENT, NULL);
    observer_scene s = {0};
    ploy_observer_id ids[8];
    uint64_t warm = 0;
    for (uint32_t i = 0; i < 1000; ++i) {
        warm = i == 8 ? counters.calls : warm;
        if (i >= 8) {
            assert_int_equal(ploy_blackboard_unsubscribe(blackboard, ids[i % 8]), PLOY_OK);
        }
        assert_int_equal(ploy_blackboard_subscribe(blackboard, i % 4, hear_newcomer, &s, &ids[i % 8]), PLOY_OK);
        ploy_blackboard_set(blackboard, i % 4, i / 4 % 2);
    }
    assert_true(counters.calls == warm);
    ploy_blackboard_destroy(blackboard);
    ploy_blackboard_keys_destroy(keys);
}

static bool writes_wide_numbers(const ploy_allocator* allocator)
{
    ploy_blackboard_keys* keys = ploy_blackboard_keys_create(&(ploy_blackboard_keys_def){.allocator = *allocator});
    ploy_key_def def = {.name = "gold", .type = PLOY_VALUE_INT};
    bool ok = keys && ploy_blackboard_keys_add(keys, &def, NULL) == PLOY_OK;
    ploy_blackboard* blackboard = ok ? ploy_blackboard_create(&(ploy_blackboard_def){.keys = keys}) : NULL;
    ok = blackboard && ploy_blackboard_set(blackboard, 0, 7) == PLOY_OK;
    if (ok) {
        uint64_t stamp = pl_blackboard_stamp(blackboard, 0);
        ok = ploy_blackboard_set(blackboard, 0, INT64_MAX) == PLOY_OK;
        assert_true(ploy_blackboard_get(blackboard, 0) == (ok ? INT64_MAX : 7));
        assert_true((pl_blackboard_stamp(blackboard, 0) != stamp) == ok);
    }
    ploy_blackboard_destroy(blackboard);
    ploy_blackboard_keys_destroy(keys);
    return ok;
}

static void a_number_for_which_there_is_no_memory_leaves_the_old_one(void** state)
{
    (void)state;
    test_fail_every_allocation(writes_wide_numbers);
}

static void a_handle_of_64_bits_stands_on_the_blackboard_itself(void** state)
{
    (void)state;
    ploy_blackboard_keys* keys = ploy_blackboard_keys_create(NULL);
    ploy_blackboard_keys_add(keys, &(ploy_key_def){.name = "gold", .type = PLOY_VALUE_INT}, NULL);
    ploy_blackboard_keys_add(keys, &(ploy_key_def){.name = "target", .type = PLOY_VALUE_OBJECT}, NULL);
    ploy_blackboard* blackboard = make_blackboard(keys, PLOY_SCOPE_AGENT, NULL);
    size_t bytes = pl_blackboard_size(blackboard);
    ploy_value handle = (ploy_value)7 << 32 | 12;
    assert_int_equal(ploy_blackboard_set(blackboard, 1, handle), PLOY_OK);
    assert_true(ploy_blackboard_get(blackboard, 1) == handle);
    assert_int_equal(pl_blackboard_size(blackboard), bytes);
    assert_int_equal(ploy_blackboard_set(blackboard, 0, handle), PLOY_OK); // a number takes a table
    assert_true(ploy_blackboard_get(blackboard, 0) == handle && ploy_blackboard_get(blackboard, 1) == handle);
    assert_true(pl_blackboard_size(blackboard) > bytes);
    ploy_blackboard_destroy(blackboard);
    ploy_blackboard_keys_destroy(keys);
}

TEST_MAIN(TEST(a_handle_of_64_bits_stands_on_the_blackboard_itself),
          TEST(a_number_for_which_there_is_no_memory_leaves_the_old_one),
          TEST(keys_are_found_by_name_and_bad_ones_are_rejected),
          TEST(a_read_goes_to_the_nearest_scope_that_has_the_key_set),
          TEST(every_change_is_traced_once_and_nothing_else), TEST(a_volatile_key_is_traced_only_at_level_everything),
          TEST(random_writes_and_new_parents_agree_with_plain_arrays_and_no_version_repeats),
          TEST(a_loaded_blackboard_behaves_like_the_saved_one), TEST(a_save_that_does_not_match_changes_nothing),
          TEST(any_observers_may_be_removed_in_a_callback),
          TEST(observers_that_write_subscribe_and_unsubscribe_in_callbacks_agree_with_plain_lists),
          TEST(writes_that_call_each_other_forever_are_api_misuse), TEST(observers_are_still_notified_after_a_load),
          TEST(api_misuse_names_the_function_and_the_argument),
          TEST(the_trace_has_the_blackboards_above_an_agent_and_what_they_hold),
          TEST(a_failing_allocator_leaves_blackboards_usable_and_no_leak),
          TEST(nothing_is_allocated_while_the_number_of_observers_stays_the_same))
