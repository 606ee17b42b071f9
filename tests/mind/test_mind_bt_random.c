// Random behavior trees of all kinds of nodes against the reference model: every call of every leaf and the outcome,
// tick by tick. Some trees are saved and loaded in between, or migrate to a new version of themselves.

#include <ploy/io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mind/common/mind.h"
#include "mind/bt/bt.h"
#include "base/hash.h"
#include "mind/bt/bt_code.h"
#include "support/base/test.h"
#include "support/mind/bt_model.h"

enum
{
    LOOPS = 3,
};

static bool is_plain;

static ploy_outcome answer(const bt_game* game, char what, int64_t id)
{
    if (what == 'H' && is_plain) return PLOY_SUCCESS;
    uint64_t hash = pl_hash_join(game->seed, pl_hash_join(game->tick, (uint64_t)id << 32 | strlen(game->log)));
    if (what == 'H') return hash % 3 == 0 ? PLOY_RUNNING : PLOY_SUCCESS;
    static const ploy_outcome likely[] = {PLOY_RUNNING, PLOY_RUNNING, PLOY_SUCCESS, PLOY_SUCCESS, PLOY_FAILURE};
    return likely[hash % 5];
}

typedef struct pair
{
    bt_game game;
    bt_game other; ///< the model's: a log alone
    bt_model model;
    int64_t keys[BT_GAME_ALL_KEYS];
    bt_model_trees trees;
    ploy_mind* mind;
    ploy_agent agent;
    uint32_t failures;
    uint32_t exact; ///< failures whose very cause was named
} pair;

static ploy_mind* compile_trees(const pair* p, const ploy_bt* const* trees, uint32_t count)
{
    ploy_bt_mind_def def = {0};
    def.trees = trees;
    def.tree_count = count;
    def.parts.bindings = p->game.bindings;
    def.parts.keys = p->game.keys;
    def.max_loops = LOOPS;
    ploy_mind* mind;
    ploy_error error;
    if (ploy_bt_mind_create(&def, &mind, &error) != PLOY_OK) fail_msg("%s", error.message);
    return mind;
}

static ploy_mind* compile(const pair* p)
{
    return compile_trees(p, (const ploy_bt* const*)p->trees.trees, p->trees.count);
}

static void begin(pair* p, uint64_t seed)
{
    p->failures = p->exact = 0;
    ploy_random random = {.seed = seed};
    assert_true(bt_game_create(&p->game, NULL));
    p->other = (bt_game){.answer = answer, .seed = seed};
    p->game.answer = answer;
    p->game.seed = seed;
    memset(p->keys, 0, sizeof p->keys);
    p->model = (bt_model){.game = &p->other, .keys = p->keys, .random = {.seed = seed, .stream = 1}};
    p->model.is_plain = is_plain;
    bt_model_make(&p->model, &random, 1 + (uint32_t)(seed % 5), &p->trees);
    p->mind = compile(p);
    p->agent = (ploy_agent){.mind = p->mind, .blackboard = p->game.blackboard, .random = {.seed = seed, .stream = 1}};
    p->agent.mind_data = calloc(1, p->mind->data_bytes);
}

static void end(pair* p)
{
    free(p->agent.mind_data);
    ploy_mind_destroy(p->mind);
    bt_model_free(&p->trees);
    bt_game_destroy(&p->game);
}

static void change_keys(pair* p, ploy_random* random)
{
    if (ploy_random_below(random, 2)) return;
    for (uint32_t n = 1 + ploy_random_below(random, 3); n > 0; --n) {
        uint32_t key = ploy_random_below(random, is_plain ? BT_GAME_PRIVATE : 2 * BT_GAME_KEYS);
        bool is_flag = key / BT_GAME_KEYS == 1;
        int64_t value = ploy_random_below(random, is_flag ? 2 : 4);
        char text[8];
        bt_model_spell(key, value, text);
        bt_model_write(&p->model, key, true, value);
        bool is_string = key >= BT_GAME_STRINGS && key < BT_GAME_DECIMALS;
        int64_t number = key >= BT_GAME_DECIMALS ? value * 1250 : value;
        ploy_blackboard_set(p->game.blackboard, key, is_string ? ploy_value_of(text) : number);
    }
}

static void save_and_load(pair* p)
{
    uint8_t bytes[65536];
    ploy_writer writer = {bytes, sizeof bytes, 0};
    p->mind->kind->save(&p->agent, &writer);
    assert_true(ploy_writer_fits(&writer));
    memset(p->agent.mind_data, 0, p->mind->data_bytes);
    ploy_reader reader = {bytes, writer.count, 0, false};
    assert_int_equal(p->mind->kind->load(&p->agent, &reader), PLOY_OK);
    assert_int_equal(reader.at, writer.count);
}

static void hand_over(pair* p)
{
    ploy_mind* fresh = compile(p);
    ploy_agent old = p->agent;
    p->agent.mind = fresh;
    p->agent.mind_data = calloc(1, fresh->data_bytes);
    assert_int_equal(fresh->kind->migrate(&p->agent, &old), PLOY_OK);
    free(old.mind_data);
    ploy_mind_destroy(p->mind);
    p->mind = fresh;
}

// Files. A tree as text, in every construct that it has.

typedef struct xml_text
{
    char bytes[1 << 17];
    size_t count;
} xml_text;

static void put(xml_text* t, const char* text)
{
    size_t count = strlen(text);
    assert_true(t->count + count < sizeof t->bytes);
    memcpy(t->bytes + t->count, text, count + 1);
    t->count += count;
}

static void put_value(xml_text* t, const char* text)
{
    for (; *text; ++text) {
        char letter[2] = {*text, 0};
        put(t, *text == '<' ? "&lt;" : *text == '&' ? "&amp;" : *text == '"' ? "&quot;" : letter);
    }
}

static void put_node(xml_text* t, const ploy_bt* tree, uint32_t node)
{
    const pl_bt_element* of = &tree->nodes.data[node];
    put(t, "<");
    put(t, of->element);
    for (uint32_t a = of->first_attribute; a != PLOY_NONE; a = tree->attributes.data[a].next) {
        put(t, " ");
        put(t, tree->attributes.data[a].name);
        put(t, "=\"");
        put_value(t, tree->attributes.data[a].value);
        put(t, "\"");
    }
    put(t, of->first == PLOY_NONE ? "/>" : ">\n");
    for (uint32_t child = of->first; child != PLOY_NONE; child = tree->nodes.data[child].next) put_node(t, tree, child);
    if (of->first == PLOY_NONE) return;
    put(t, "</");
    put(t, of->element);
    put(t, ">\n");
}

static void write_trees(xml_text* t, const ploy_bt* const* trees, uint32_t count)
{
    t->count = 0;
    put(t, "<root BTCPP_format=\"4\" main_tree_to_execute=\"random\">\n");
    for (uint32_t i = 0; i < count; ++i) {
        put(t, "<BehaviorTree ID=\"");
        put_value(t, ploy_bt_name(trees[i]));
        put(t, "\">\n");
        put_node(t, trees[i], 0);
        put(t, "</BehaviorTree>\n");
    }
    put(t, "</root>\n");
}

static void print_trees(const pair* p)
{
    static xml_text text;
    write_trees(&text, (const ploy_bt* const*)p->trees.trees, p->trees.count);
    fputs(text.bytes, stderr);
}

static void tick_both(pair* p, uint64_t tick, uint64_t seed)
{
    p->game.tick = p->other.tick = tick;
    p->game.log[0] = p->other.log[0] = '\0';
    uint32_t* words = p->agent.mind_data;
    words[PL_BT_END] = 0; // how it last ended: nothing but an ending sets it
    ploy_mind_tick(&p->agent, 1000);
    uint32_t expected = bt_model_tick(&p->model, 1000, LOOPS);
    if (expected == BT_MODEL_SKIPPED) expected = PLOY_SUCCESS;
    bool same = strcmp(p->game.log, p->other.log) == 0 && ploy_bt_outcome(&p->agent) == (ploy_outcome)expected;
    if (same) return;
    print_trees(p);
    fail_msg("seed %u, tick %u: '%s' %s, expected '%s' %s", (unsigned)seed, (unsigned)tick, p->game.log,
             pl_outcome_name(ploy_bt_outcome(&p->agent)), p->other.log, pl_outcome_name((ploy_outcome)expected));
}

// What is named is what made the tree fail, or a node around it.
static void compare_causes(pair* p, uint64_t tick, uint64_t seed)
{
    uint32_t node;
    if (!ploy_bt_failure(&p->agent, &node, NULL)) return;
    const model_node* named = bt_model_find(&p->model, ploy_bt_mind_node_name(p->mind, node));
    const model_node* cause = p->model.nodes[0].cause;
    ++p->failures;
    p->exact += named == cause;
    for (const model_node* around = cause; around; around = around->parent) {
        if (around == named) return;
    }
    print_trees(p);
    fail_msg("seed %u, tick %u: names n%d, but n%d made the tree fail", (unsigned)seed, (unsigned)tick,
             (int)(named - p->model.nodes), (int)(cause - p->model.nodes));
}

static uint32_t failures, exact;

static void compare(uint64_t seed, bool disturbs)
{
    static pair p;
    ploy_random random = {.seed = seed, .stream = 2};
    begin(&p, seed);
    for (uint64_t tick = 0; tick < 40; ++tick) {
        change_keys(&p, &random);
        tick_both(&p, tick, seed);
        compare_causes(&p, tick, seed);
        uint32_t what = disturbs ? ploy_random_below(&random, 4) : 4;
        if (what == 0) save_and_load(&p);
        if (what == 1) hand_over(&p);
        for (uint32_t key = 0; key < 2 * BT_GAME_KEYS; ++key) {
            assert_int_equal(ploy_blackboard_get(p.game.blackboard, key), p.keys[key]);
        }
    }
    end(&p);
    failures += p.failures;
    exact += p.exact;
}

static void compiled_trees_do_as_the_plain_ones(void** state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 6000; ++seed) compare(seed, false);
    if (exact < failures / 100 * 99) fail_msg("%u of %u failures have their very cause named", exact, failures);
}

static void saved_and_replaced_trees_go_on_where_they_were(void** state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 2000; ++seed) compare(seed + 100000, true);
}

// Trees that BehaviorTree.CPP ticks the same way. With PLOY_WRITE_TREES=FOLDER they go there, for bench/btcpp.sh: tree
// and keys of each, and what Ploy did.

static FILE* open_in(const char* folder, const char* name, const char* end)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s%s", folder, name, end);
    FILE* stream = fopen(path, "w");
    if (!stream) fail_msg("cannot write %s", path);
    return stream;
}

static void write_keys(const pair* p, const int64_t* before, FILE* keys)
{
    for (uint32_t key = 0; keys && key < BT_GAME_PRIVATE; ++key) {
        char text[8];
        if (p->keys[key] == before[key]) continue;
        bt_model_spell(key, p->keys[key], text);
        fprintf(keys, "%s=%s ", ploy_blackboard_keys_name(p->game.keys, key), text);
    }
    if (keys) fputc('\n', keys);
}

static void compare_keys(const pair* p, uint64_t tick, uint64_t seed)
{
    for (uint32_t key = 0; key < BT_GAME_ALL_KEYS; ++key) {
        char expected[8], found[8];
        int64_t value = ploy_blackboard_get(p->game.blackboard, key);
        ploy_value_type type = ploy_blackboard_keys_type(p->game.keys, key);
        bt_model_spell(key, p->keys[key], expected);
        if (type == PLOY_VALUE_STRING) {
            snprintf(found, sizeof found, "%s", ploy_value_string(value));
        } else {
            bt_model_spell(key, type == PLOY_VALUE_DECIMAL ? value / 1250 : value, found);
        }
        if (strcmp(found, expected) == 0) continue;
        print_trees(p);
        fail_msg("seed %u, tick %u: %s is %s, expected %s", (unsigned)seed, (unsigned)tick,
                 ploy_blackboard_keys_name(p->game.keys, key), found, expected);
    }
}

// What plain trees have to have, all of it together.
static const char* const constructs[] = {
    "<Script ",    "<ScriptCondition ", "_skipIf=",      "_while=",   "_failureIf=", "_successIf=",  "_onSuccess=",
    "_onFailure=", "_onHalted=",        "_post=",        "<LoopInt ", "<LoopBool ",  "<LoopDouble ", "<LoopString ",
    "<SubTree ",   "_autoremap=",       " mk0=\"{k0}\"", "=\"{_p}\"", "=\"_p ",      "<Switch2 ",    "\"Same\"",
};
static bool has_construct[sizeof constructs / sizeof *constructs];

static void run_plain(uint64_t seed, const char* folder, FILE* ours)
{
    static const char* const names[] = {"RUNNING", "SUCCESS", "FAILURE"};
    static pair p;
    static xml_text text;
    char name[24];
    ploy_random random = {.seed = seed, .stream = 2};
    begin(&p, seed);
    snprintf(name, sizeof name, "%u", (unsigned)seed);
    FILE* keys = folder ? open_in(folder, name, ".keys") : NULL;
    for (uint64_t tick = 0; tick < 40; ++tick) {
        int64_t before[BT_GAME_ALL_KEYS];
        memcpy(before, p.keys, sizeof before);
        change_keys(&p, &random);
        write_keys(&p, before, keys);
        tick_both(&p, tick, seed);
        compare_keys(&p, tick, seed);
        if (ours) fprintf(ours, "%s%s\n", p.game.log, names[ploy_bt_outcome(&p.agent)]);
    }
    write_trees(&text, (const ploy_bt* const*)p.trees.trees, p.trees.count);
    for (size_t i = 0; i < sizeof constructs / sizeof *constructs; ++i) {
        has_construct[i] = has_construct[i] || strstr(text.bytes, constructs[i]);
    }
    if (folder) {
        FILE* xml = open_in(folder, name, ".xml");
        fputs(text.bytes, xml);
        fclose(xml);
        fclose(keys);
    }
    end(&p);
}

static void plain_trees_do_as_in_behaviortree_cpp(void** state)
{
    (void)state;
    const char* folder = getenv("PLOY_WRITE_TREES");
    const char* count = getenv("PLOY_TREES");
    FILE* ours = folder ? open_in(folder, "ours", "") : NULL;
    is_plain = true;
    for (uint64_t seed = 1; seed <= (count ? strtoul(count, NULL, 10) : 500); ++seed) {
        if (ours) fprintf(ours, "case %u\n", (unsigned)seed);
        run_plain(seed, folder, ours);
    }
    is_plain = false;
    if (ours) fclose(ours);
    for (size_t i = 0; i < sizeof constructs / sizeof *constructs; ++i) {
        if (!has_construct[i] && !folder) fail_msg("no plain tree has %s", constructs[i]);
    }
}

static bool take_text(void* user, const char* text, size_t bytes)
{
    char part[4096];
    for (size_t at = 0; at < bytes;) {
        size_t count = bytes - at < sizeof part - 1 ? bytes - at : sizeof part - 1;
        memcpy(part, text + at, count);
        part[count] = '\0';
        put(user, part);
        at += count;
    }
    return true;
}

static ploy_file* parse(const xml_text* text)
{
    ploy_file* file;
    ploy_error error = {0};
    ploy_status status = ploy_file_parse(NULL, text->bytes, text->count, &file, &error);
    if (status != PLOY_OK)
        fail_msg("%u:%u: %s\n%s", (unsigned)error.line, (unsigned)error.column, error.message, text->bytes);
    return file;
}

// Loaded, saved and loaded again: the same text, and the same tree.
static void written_and_loaded_trees_are_the_same(void** state)
{
    (void)state;
    static pair p;
    static xml_text first, saved, second;
    bool seen[PL_BT_KIND_COUNT] = {0};
    for (uint64_t seed = 1; seed <= 1500; ++seed) {
        begin(&p, seed);
        write_trees(&first, (const ploy_bt* const*)p.trees.trees, p.trees.count);
        ploy_file* loaded = parse(&first);
        saved.count = 0;
        assert_int_equal(ploy_file_write(loaded, take_text, &saved), PLOY_OK);
        ploy_file* again = parse(&saved);
        write_trees(&second, ploy_file_bts(again), ploy_file_bt_count(again));
        assert_string_equal(second.bytes, first.bytes);
        assert_string_equal(ploy_file_main_bt(again), "random");
        ploy_mind* mind = compile_trees(&p, ploy_file_bts(again), ploy_file_bt_count(again));
        assert_int_equal(((pl_bt_mind*)mind)->layout_hash, ((pl_bt_mind*)p.mind)->layout_hash);
        for (uint32_t i = 0; i < p.model.count; ++i) {
            if (p.model.nodes[i].kind < PL_BT_KIND_COUNT) seen[p.model.nodes[i].kind] = true;
        }
        ploy_mind_destroy(mind);
        ploy_file_destroy(loaded);
        ploy_file_destroy(again);
        end(&p);
    }
    for (uint32_t kind = 0; kind < PL_BT_KIND_COUNT; ++kind) {
        bool is_elsewhere = kind == PL_BT_PLAN || (kind >= PL_BT_SWITCH3 && kind <= PL_BT_SWITCH6);
        if (!seen[kind] && !is_elsewhere) fail_msg("no random tree has a %s", pl_bt_kind_element((pl_bt_kind)kind));
    }
}

// Whatever a save was damaged to, it is refused or runs.
static void damaged_saves_do_no_harm(void** state)
{
    (void)state;
    static pair p;
    for (uint64_t seed = 1; seed <= 300; ++seed) {
        begin(&p, seed);
        ploy_random random = {.seed = seed, .stream = 3};
        for (uint64_t tick = 0; tick < 5; ++tick) ploy_mind_tick(&p.agent, 1000);
        uint8_t bytes[65536];
        ploy_writer writer = {bytes, sizeof bytes, 0};
        p.mind->kind->save(&p.agent, &writer);
        for (int tries = 0; tries < 30; ++tries) {
            bytes[8 + ploy_random_below(&random, (uint32_t)writer.count - 8)] = (uint8_t)ploy_random_next(&random);
            ploy_reader reader = {bytes, writer.count, 0, false};
            memset(p.agent.mind_data, 0, p.mind->data_bytes);
            ploy_status status = p.mind->kind->load(&p.agent, &reader);
            assert_true(status == PLOY_OK || status == PLOY_INVALID);
            for (uint64_t tick = 0; tick < 3; ++tick, p.game.log[0] = '\0') {
                char why[200];
                ploy_mind_tick(&p.agent, 1000);
                ploy_mind_why(&p.agent, why, sizeof why);
            }
        }
        end(&p);
    }
}

TEST_MAIN(TEST(compiled_trees_do_as_the_plain_ones), TEST(saved_and_replaced_trees_go_on_where_they_were),
          TEST(written_and_loaded_trees_are_the_same), TEST(plain_trees_do_as_in_behaviortree_cpp),
          TEST(damaged_saves_do_no_harm))
