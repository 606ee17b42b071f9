// Strings, structs of the game and numbers as they are written.

#include <ploy/blackboard.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "knowledge/blackboard.h"
#include "support/base/allocators.h"
#include "support/base/test.h"

// A struct of a game: a pose in whole units, "x;y;angle".

typedef struct pose
{
    int32_t x, y;
    int64_t angle;
} pose;

static bool parse_pose(void* user, const char* text, void* made)
{
    (void)user;
    pose* p = made;
    int end = 0;
    return sscanf(text, "%" SCNd32 ";%" SCNd32 ";%" SCNd64 "%n", &p->x, &p->y, &p->angle, &end) == 3 && !text[end];
}

static size_t print_pose(void* user, const void* from, char* text, size_t size)
{
    (void)user;
    const pose* p = from;
    return (size_t)snprintf(text, size, "%" PRId32 ";%" PRId32 ";%" PRId64, p->x, p->y, p->angle);
}

static const ploy_struct_def pose_def = {"Pose", sizeof(pose), parse_pose, print_pose, NULL};

enum
{
    AMMO,
    NAME,
    GOAL,
    TITLE,
    KEY_COUNT
};

static ploy_blackboard_keys* make_keys(const ploy_allocator* allocator, const ploy_trace* trace)
{
    static const pose home = {1, 2, 3};
    const ploy_key_def defs[KEY_COUNT] = {
        {.name = "ammo", .type = PLOY_VALUE_INT, .initial = 30},
        {.name = "name", .type = PLOY_VALUE_STRING},
        {.name = "goal", .type = PLOY_VALUE_STRUCT, .struct_type = "Pose", .initial = ploy_value_of(&home)},
        {.name = "title", .type = PLOY_VALUE_STRING, .initial = ploy_value_of("nobody")},
    };
    ploy_blackboard_keys_def def = {.trace = trace};
    def.allocator = allocator ? *allocator : def.allocator;
    ploy_blackboard_keys* keys = ploy_blackboard_keys_create(&def);
    bool ok = keys && ploy_blackboard_keys_add_struct(keys, &pose_def) == PLOY_OK;
    for (uint32_t i = 0; i < KEY_COUNT && ok; ++i) ok = ploy_blackboard_keys_add(keys, &defs[i], NULL) == PLOY_OK;
    if (ok) return keys;
    ploy_blackboard_keys_destroy(keys);
    return NULL;
}

static ploy_blackboard* make_blackboard(ploy_blackboard_keys* keys, uint32_t scope, ploy_blackboard* parent)
{
    return ploy_blackboard_create(&(ploy_blackboard_def){.keys = keys, .scope = scope, .parent = parent});
}

static const char* string_at(const ploy_blackboard* blackboard, uint32_t key)
{
    return ploy_value_string(ploy_blackboard_get(blackboard, key));
}

// Numbers.

static void numbers_are_read_as_they_are_written_and_rounded_half_away_from_zero(void** state)
{
    (void)state;
    static const struct
    {
        const char* text;
        int64_t fixed;
        bool is_exact;
    } good[] = {
        {"0.100000", 100, true},
        {"1e-3", 1, true},
        {"1", 1000, true},
        {"1.0", 1000, true},
        {" +2.5 ", 2500, true},
        {"-.5", -500, true},
        {"3.", 3000, true},
        {"0.0005", 1, false},
        {"-0.0005", -1, false},
        {"0.00049999999999999999999", 0, false},
        {"1.2345678901234567890123", 1235, false},
        {"12E2", 1200000, true},
        {"1000000000000", 1000000000000000, true},
        {"0e99999999999", 0, true},
        {"0.000000000000000000000001", 0, false},
        {"1000000000000000000000000e-24", 1000, true},
    };
    static const char* const bad[] = {"",     " ",    "-",   ".",   "e3",   "1e",  "1e+",      "0x10",
                                      "1,5",  "1.5m", "nan", "inf", "--1",  "1 2", "1.2.3",    "1e99",
                                      "1e13", "abc",  "+",   "1;2", "true", "{a}", "1e999999", "1000000000001"};
    for (uint32_t i = 0; i < sizeof good / sizeof *good; ++i) {
        int64_t fixed = -7;
        bool is_exact = !good[i].is_exact;
        assert_true(pl_value_parse_decimal(good[i].text, &fixed, &is_exact));
        assert_int_equal(fixed, good[i].fixed);
        assert_int_equal(is_exact, good[i].is_exact);
    }
    for (uint32_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        int64_t fixed;
        if (pl_value_parse_decimal(bad[i], &fixed, NULL)) fail_msg("'%s' is read as a number", bad[i]);
    }
}

static void whole_numbers_have_64_bits_and_may_be_written_as_decimals(void** state)
{
    (void)state;
    int64_t value = 0;
    assert_true(pl_value_parse_int("9223372036854775807", &value) && value == INT64_MAX);
    assert_true(pl_value_parse_int("-9223372036854775808", &value) && value == INT64_MIN);
    assert_true(pl_value_parse_int("1.0", &value) && value == 1);
    assert_true(pl_value_parse_int("1", &value) && value == 1);
    assert_true(pl_value_parse_int("25e2", &value) && value == 2500);
    assert_false(pl_value_parse_int("9223372036854775808", &value));
    assert_false(pl_value_parse_int("1.5", &value));
    assert_false(pl_value_parse_int("1e-1", &value));
    assert_false(pl_value_parse_int("18446744073709551617", &value));
}

// A number of millionths, written in a random way, against the same rounding done on the whole number.
static void random_numbers_in_every_notation_agree_with_integer_arithmetic(void** state)
{
    (void)state;
    ploy_random random = {.seed = 5};
    for (uint32_t i = 0; i < 20000; ++i) {
        uint32_t whole = ploy_random_below(&random, i % 2 ? 20 : 2000000);
        uint32_t part = ploy_random_below(&random, 1000000);
        bool is_negative = ploy_random_below(&random, 2);
        int places = ploy_random_range(&random, 0, 12);
        char text[96];
        const char* sign = is_negative ? "-" : "";
        switch (ploy_random_below(&random, 3)) {
        case 0:
            snprintf(text, sizeof text, "%s%" PRIu32 ".%06" PRIu32 "%0*d", sign, whole, part, places + 1, 0);
            break;
        case 1:
            snprintf(text, sizeof text, "%s%" PRIu32 "%06" PRIu32 "e-6", sign, whole, part);
            break;
        default:
            snprintf(text, sizeof text, "%s0.%0*d%" PRIu32 "%06" PRIu32 "E+%d", sign, places + 1, 0, whole, part,
                     places + 1 + snprintf(NULL, 0, "%" PRIu32, whole));
            break;
        }
        uint64_t millionths = (uint64_t)whole * 1000000 + part;
        int64_t expected = (int64_t)((millionths + 500) / 1000);
        int64_t fixed = 0;
        bool is_exact = false;
        if (!pl_value_parse_decimal(text, &fixed, &is_exact)) fail_msg("'%s' is no number", text);
        if (fixed != (is_negative ? -expected : expected)) fail_msg("'%s' is read as %" PRId64, text, fixed);
        assert_int_equal(is_exact, millionths % 1000 == 0);
        char printed[PL_VALUE_TEXT];
        int64_t again = 0;
        pl_value_print(NULL, PLOY_VALUE_DECIMAL, fixed, printed, sizeof printed);
        assert_true(pl_value_parse_decimal(printed, &again, &is_exact) && again == fixed && is_exact);
    }
}

// Keys.

static void types_of_structs_and_their_keys_are_checked(void** state)
{
    (void)state;
    ploy_blackboard_keys* keys = make_keys(NULL, NULL);
    ploy_struct_def bad[5];
    for (uint32_t i = 0; i < 5; ++i) bad[i] = pose_def, bad[i].name = "Other";
    bad[0].name = "Pose", bad[1].name = "int", bad[2].bytes = 0, bad[3].bytes = PLOY_STRUCT_BYTES + 1;
    bad[4].parse = NULL;
    for (uint32_t i = 0; i < 5; ++i) assert_int_equal(ploy_blackboard_keys_add_struct(keys, &bad[i]), PLOY_INVALID);
    ploy_key_def key = {.name = "start", .type = PLOY_VALUE_STRUCT};
    assert_int_equal(ploy_blackboard_keys_add(keys, &key, NULL), PLOY_INVALID);
    key.struct_type = "Posse";
    assert_int_equal(ploy_blackboard_keys_add(keys, &key, NULL), PLOY_INVALID);
    key.struct_type = "Pose";
    assert_int_equal(ploy_blackboard_keys_add(keys, &key, NULL), PLOY_OK);
    assert_int_equal(ploy_blackboard_keys_type(keys, GOAL), PLOY_VALUE_STRUCT);
    assert_string_equal(pl_key_type_name(keys, GOAL), "Pose");
    assert_string_equal(pl_key_type_name(keys, NAME), "string");
    ploy_blackboard_keys_destroy(keys);
}

// Blackboards.

static void keep_log(const char* message, void* user)
{
    snprintf(user, 256, "%s", message);
}

static void strings_and_structs_are_copied_and_compared_by_their_contents(void** state)
{
    (void)state;
    ploy_blackboard_keys* keys = make_keys(NULL, NULL);
    ploy_blackboard* squad = make_blackboard(keys, PLOY_SCOPE_SQUAD, NULL);
    ploy_blackboard* agent = make_blackboard(keys, PLOY_SCOPE_AGENT, squad);
    assert_string_equal(string_at(agent, NAME), "");
    assert_string_equal(string_at(agent, TITLE), "nobody");
    assert_int_equal(((const pose*)ploy_value_struct(ploy_blackboard_get(agent, GOAL)))->y, 2);

    char text[] = "north gate";
    assert_int_equal(ploy_blackboard_set(agent, NAME, ploy_value_of(text)), PLOY_OK);
    memset(text, 'x', 5);
    assert_string_equal(string_at(agent, NAME), "north gate");
    assert_int_equal(ploy_blackboard_set(agent, NAME, ploy_value_of("north gate")), PLOY_ALREADY);
    uint64_t stamp = pl_blackboard_stamp(agent, NAME);
    assert_int_equal(ploy_blackboard_set(agent, NAME, ploy_value_of(string_at(agent, NAME) + 6)), PLOY_OK);
    assert_string_equal(string_at(agent, NAME), "gate");
    assert_true(pl_blackboard_stamp(agent, NAME) != stamp);
    assert_int_equal(ploy_blackboard_set(squad, NAME, ploy_value_of("squad's")), PLOY_OK);
    assert_int_equal(ploy_blackboard_unset(agent, NAME), PLOY_OK);
    assert_int_equal(ploy_blackboard_unset(agent, NAME), PLOY_ALREADY);
    assert_string_equal(string_at(agent, NAME), "squad's");
    assert_int_equal(ploy_blackboard_set(agent, NAME, ploy_value_of("")), PLOY_OK);
    assert_string_equal(string_at(agent, NAME), "");
    assert_int_equal(ploy_blackboard_set(agent, NAME, ploy_value_of("")), PLOY_ALREADY);

    pose p = {4, 5, 6};
    assert_int_equal(ploy_blackboard_set(agent, GOAL, ploy_value_of(&p)), PLOY_OK);
    assert_int_equal(ploy_blackboard_set(agent, GOAL, ploy_value_of(&p)), PLOY_ALREADY);
    p.angle = 7;
    assert_int_equal(((const pose*)ploy_value_struct(ploy_blackboard_get(agent, GOAL)))->angle, 6);
    char log[256] = "";
    ploy_set_log_handler(keep_log, log);
    assert_int_equal(ploy_blackboard_set(agent, NAME, ploy_value_of(NULL)), PLOY_INVALID);
    ploy_set_log_handler(NULL, NULL);
    assert_non_null(strstr(log, "ploy_blackboard_set"));
    assert_string_equal(string_at(agent, NAME), "");
    ploy_blackboard_destroy(agent);
    ploy_blackboard_destroy(squad);
    ploy_blackboard_keys_destroy(keys);
}

// The model: plain buffers.

enum
{
    LONGEST = 60,
    SAVE_BYTES = 1024
};

typedef struct plain_values
{
    bool set[KEY_COUNT];
    char texts[KEY_COUNT][LONGEST + 1];
    pose goal;
    int64_t ammo;
    uint64_t version;
} plain_values;

static void random_text(ploy_random* random, char text[LONGEST + 1])
{
    uint32_t length = ploy_random_below(random, ploy_random_below(random, 2) ? 4 : LONGEST);
    for (uint32_t i = 0; i < length; ++i) text[i] = (char)ploy_random_range(random, 'a', 'b');
    text[length] = '\0';
}

static void write_random(ploy_random* random, plain_values* m, ploy_blackboard* blackboard)
{
    uint32_t key = ploy_random_below(random, KEY_COUNT);
    plain_values before = *m;
    ploy_value value = 0;
    bool changes;
    m->set[key] = ploy_random_below(random, 4) > 0;
    if (!m->set[key]) {
        changes = before.set[key];
    } else if (key == AMMO) {
        value = m->ammo = ploy_random_below(random, 3);
        changes = !before.set[key] || before.ammo != m->ammo;
    } else if (key == GOAL) {
        m->goal = (pose){ploy_random_range(random, -1, 1), 7, ploy_random_range(random, 0, 1)};
        value = ploy_value_of(&m->goal);
        changes = !before.set[key] || memcmp(&before.goal, &m->goal, sizeof m->goal) != 0;
    } else {
        random_text(random, m->texts[key]);
        value = ploy_value_of(m->texts[key]);
        changes = !before.set[key] || strcmp(before.texts[key], m->texts[key]) != 0;
    }
    ploy_status got =
        m->set[key] ? ploy_blackboard_set(blackboard, key, value) : ploy_blackboard_unset(blackboard, key);
    assert_int_equal(got, changes ? PLOY_OK : PLOY_ALREADY);
    m->version += changes;
}

static void check_against(const plain_values* m, const ploy_blackboard* blackboard)
{
    assert_int_equal(ploy_blackboard_get(blackboard, AMMO), m->set[AMMO] ? m->ammo : 30);
    assert_string_equal(string_at(blackboard, NAME), m->set[NAME] ? m->texts[NAME] : "");
    assert_string_equal(string_at(blackboard, TITLE), m->set[TITLE] ? m->texts[TITLE] : "nobody");
    const pose* goal = ploy_value_struct(ploy_blackboard_get(blackboard, GOAL));
    assert_int_equal(goal->x, m->set[GOAL] ? m->goal.x : 1);
    assert_int_equal(goal->angle, m->set[GOAL] ? m->goal.angle : 3);
}

static uint64_t digest_of(const ploy_blackboard* blackboard)
{
    pl_digest digest = {0};
    pl_blackboard_digest(blackboard, &digest);
    return digest.value;
}

static size_t save(const ploy_blackboard* blackboard, uint8_t bytes[SAVE_BYTES])
{
    ploy_writer writer = {bytes, SAVE_BYTES, 0};
    pl_blackboard_save(blackboard, &writer);
    assert_true(ploy_writer_fits(&writer));
    return writer.count;
}

static ploy_status restore(ploy_blackboard* blackboard, const uint8_t* bytes, size_t count)
{
    ploy_reader reader = {.bytes = bytes, .count = count};
    ploy_status status = pl_blackboard_restore(blackboard, &reader);
    if (status == PLOY_OK) assert_int_equal(reader.at, count);
    return status;
}

static void random_writes_and_loads_agree_with_plain_buffers_and_a_warm_blackboard_allocates_nothing(void** state)
{
    (void)state;
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    ploy_blackboard_keys* keys = make_keys(&allocator, NULL);
    ploy_blackboard* blackboard = make_blackboard(keys, PLOY_SCOPE_AGENT, NULL);
    ploy_blackboard* other = make_blackboard(keys, PLOY_SCOPE_AGENT, NULL);
    static const char longest[LONGEST + 1] = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";
    static const pose any = {0};
    for (uint32_t b = 0; b < 2; ++b) {
        ploy_blackboard* it = b ? other : blackboard;
        ploy_blackboard_set(it, NAME, ploy_value_of(longest));
        ploy_blackboard_set(it, TITLE, ploy_value_of(longest));
        ploy_blackboard_set(it, GOAL, ploy_value_of(&any));
        for (uint32_t key = 0; key < KEY_COUNT; ++key) ploy_blackboard_unset(it, key);
    }
    plain_values m = {.version = blackboard->version};
    ploy_random random = {.seed = 3};
    uint64_t calls = counters.calls;
    for (uint32_t step = 0; step < 20000; ++step) {
        uint8_t bytes[SAVE_BYTES], again[SAVE_BYTES];
        write_random(&random, &m, blackboard);
        check_against(&m, blackboard);
        assert_int_equal(blackboard->version, m.version);
        if (step % 4 != 0) continue;
        size_t count = save(blackboard, bytes);
        assert_int_equal(restore(other, bytes, count), PLOY_OK);
        check_against(&m, other);
        assert_true(digest_of(blackboard) == digest_of(other));
        assert_int_equal(save(other, again), count);
        assert_memory_equal(bytes, again, count);
        assert_int_equal(ploy_blackboard_set(other, NAME, ploy_blackboard_get(other, NAME)),
                         m.set[NAME] ? PLOY_ALREADY : PLOY_OK);
    }
    assert_true(counters.calls == calls);
    ploy_blackboard_destroy(blackboard);
    ploy_blackboard_destroy(other);
    ploy_blackboard_keys_destroy(keys);
    assert_int_equal(counters.live_blocks, 0);
}

static void a_save_with_a_damaged_text_changes_nothing(void** state)
{
    (void)state;
    ploy_blackboard_keys* keys = make_keys(NULL, NULL);
    ploy_blackboard* blackboard = make_blackboard(keys, PLOY_SCOPE_AGENT, NULL);
    pose p = {4, 5, 6};
    ploy_blackboard_set(blackboard, NAME, ploy_value_of("gate"));
    ploy_blackboard_set(blackboard, GOAL, ploy_value_of(&p));
    uint8_t bytes[SAVE_BYTES];
    size_t count = save(blackboard, bytes);
    uint64_t before = digest_of(blackboard);
    size_t texts = count - sizeof "gate" - sizeof "4;5;6";
    assert_memory_equal(bytes + texts, "gate\0004;5;6", 11);
    for (size_t short_by = 1; short_by <= 12; ++short_by) {
        assert_int_equal(restore(blackboard, bytes, count - short_by), PLOY_INVALID);
    }
    static const size_t at[] = {2, 4, 5, 6, 10}; // a zero inside, no zero, a pose without a number, a letter, no zero
    static const uint8_t with[] = {0, 'x', ';', 'x', '1'};
    for (uint32_t i = 0; i < 5; ++i) {
        uint8_t good = bytes[texts + at[i]];
        bytes[texts + at[i]] = with[i];
        assert_int_equal(restore(blackboard, bytes, count), PLOY_INVALID);
        bytes[texts + at[i]] = good;
    }
    assert_true(digest_of(blackboard) == before);
    assert_int_equal(restore(blackboard, bytes, count), PLOY_OK);
    ploy_blackboard_destroy(blackboard);
    ploy_blackboard_keys_destroy(keys);
}

static bool write_and_load(const ploy_allocator* allocator)
{
    ploy_blackboard_keys* keys = make_keys(allocator, NULL);
    ploy_blackboard* blackboard = keys ? make_blackboard(keys, PLOY_SCOPE_AGENT, NULL) : NULL;
    ploy_blackboard* other = keys ? make_blackboard(keys, PLOY_SCOPE_AGENT, NULL) : NULL;
    bool ok = blackboard && other && ploy_blackboard_set(blackboard, NAME, ploy_value_of("short")) == PLOY_OK;
    if (ok) {
        ok = ploy_blackboard_set(blackboard, NAME, ploy_value_of("much longer than before")) == PLOY_OK;
        assert_string_equal(string_at(blackboard, NAME), ok ? "much longer than before" : "short");
    }
    if (ok) {
        uint8_t bytes[SAVE_BYTES];
        ploy_status status = restore(other, bytes, save(blackboard, bytes));
        assert_true(status == PLOY_OK || status == PLOY_OUT_OF_MEMORY);
        ok = status == PLOY_OK;
        assert_string_equal(string_at(other, NAME), ok ? "much longer than before" : "");
    }
    ploy_blackboard_destroy(blackboard);
    ploy_blackboard_destroy(other);
    ploy_blackboard_keys_destroy(keys);
    return ok;
}

static void every_failed_allocation_leaves_the_old_value(void** state)
{
    (void)state;
    test_fail_every_allocation(write_and_load);
}

static void a_string_or_struct_is_traced_as_text_before_the_write(void** state)
{
    (void)state;
    ploy_trace_event events[64];
    ploy_trace_ring ring = {events, 64, 0};
    ploy_trace trace = ploy_trace_ring_sink(&ring, PLOY_TRACE_BASIC);
    ploy_blackboard_keys* keys = make_keys(NULL, &trace);
    ploy_blackboard* blackboard = make_blackboard(keys, PLOY_SCOPE_AGENT, NULL);
    const char* text = "a text of more than eighteen bytes";
    ploy_blackboard_set(blackboard, NAME, ploy_value_of(text));
    assert_int_equal(ring.emitted, 3);
    char read[37] = "";
    for (uint32_t i = 0; i < 2; ++i) {
        assert_int_equal(events[i].kind, PLOY_TRACE_BLACKBOARD_TEXT);
        assert_int_equal(events[i].args[0], 18 * i);
        for (uint32_t k = 0; k < 18; ++k) read[18 * i + k] = (char)(events[i].args[1 + k / 6] >> 8 * (k % 6));
    }
    assert_string_equal(read, text);
    assert_int_equal(events[2].kind, PLOY_TRACE_BLACKBOARD_WRITTEN);
    assert_int_equal(events[2].args[2], strlen(text));
    ploy_blackboard_set(blackboard, GOAL, ploy_value_of(&(pose){4, 5, 6}));
    assert_int_equal(events[3].args[1], 0x363b353b34); // "4;5;6"
    assert_int_equal(events[4].args[2], 5);
    ploy_blackboard_unset(blackboard, NAME);
    assert_int_equal(ring.emitted, 6);
    assert_int_equal(events[5].args[2], 0);
    char longest[2000];
    memset(longest, 'a', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    ploy_blackboard_set(blackboard, NAME, ploy_value_of(longest));
    assert_int_equal(ring.emitted, 6 + 54 + 1);
    assert_int_equal(events[60].args[2], sizeof longest - 1);
    ploy_blackboard_destroy(blackboard);
    ploy_blackboard_keys_destroy(keys);
}

TEST_MAIN(TEST(numbers_are_read_as_they_are_written_and_rounded_half_away_from_zero),
          TEST(whole_numbers_have_64_bits_and_may_be_written_as_decimals),
          TEST(random_numbers_in_every_notation_agree_with_integer_arithmetic),
          TEST(types_of_structs_and_their_keys_are_checked),
          TEST(strings_and_structs_are_copied_and_compared_by_their_contents),
          TEST(random_writes_and_loads_agree_with_plain_buffers_and_a_warm_blackboard_allocates_nothing),
          TEST(a_save_with_a_damaged_text_changes_nothing), TEST(every_failed_allocation_leaves_the_old_value),
          TEST(a_string_or_struct_is_traced_as_text_before_the_write))
