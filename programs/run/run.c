// `ploy run`: ticks a behavior tree whose leaves are not bound, so that a tree can be tried before any code exists.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "programs/cli/load_file.h"
#include "programs/cli/stub_game.h"
#include "programs/cli/suggest.h"
#include "programs/play/play.h"
#include "programs/run/leaf_outcomes.h"
#include "programs/run/tree_view.h"

#include <ploy/io.h>
#include <ploy/save.h>
#include <ploy/world.h>

static const char page[] =
    "NAME\n"
    "  ploy run - tick a behavior tree before any code exists\n"
    "\n"
    "SYNOPSIS\n"
    "  ploy run TREE.xml [--tree ID] [--set NAME=OUTCOMES]... [--script FILE] [--chance S,F,R]\n"
    "           [--ticks N] [--step MS] [--seed N] [--record FILE] [--view] [--watch] [--json]\n"
    "\n"
    "DESCRIPTION\n"
    "  Ticks a tree of a Ploy file or a file of BehaviorTree.CPP until it succeeds or fails. Its leaves\n"
    "  need no code: each ends as the command line, a script or chance says; without a word about it, a\n"
    "  leaf succeeds. On a terminal --watch shows the tree live; otherwise each line is a leaf that\n"
    "  starts, ends or is halted.\n"
    "\n"
    "  OUTCOMES are letters, one per tick of the leaf: s (success), f (failure), r (running); the last one\n"
    "  repeats. 'rrs' runs for two ticks and then succeeds. Conditions that are 'r' are false. NAME is the\n"
    "  name or the ID of a leaf.\n"
    "\n"
    "  A script has lines of TICK NAME OUTCOMES (from that tick on) and of TICK {KEY} VALUE (sets a\n"
    "  blackboard key before that tick). '#' begins a comment.\n"
    "\n"
    "OPTIONS\n"
    "  --tree ID          which tree (default: main_tree_to_execute, or the first)\n"
    "  --set NAME=OUTCOMES, --set {KEY}=VALUE\n"
    "                     of a leaf, or of a blackboard key at the start\n"
    "  --script FILE      outcomes and keys by tick\n"
    "  --chance S,F,R     how often other leaves succeed, fail and run, e.g. 60,20,20\n"
    "  --ticks N          at most (default 100)\n"
    "  --step MS          time per tick, in milliseconds (default 100)\n"
    "  --seed N           of chance (default 1)\n"
    "  --record FILE      write a recording, for ploy view\n"
    "  --view             write its page beside it (default run.rec) and print its address\n"
    "  --watch            show the tree live in the terminal\n"
    "  --json             one JSON object: tree, seed, ticks, outcome (success, failure, running), failed\n"
    "                     (the node that made it fail), nodes (each name, element, parent, line, status,\n"
    "                     and how often it was entered, succeeded, failed, was skipped and halted)\n"
    "\n"
    "EXIT STATUS\n"
    "  0 the tree succeeded or is still running, 1 it failed, 2 bad input or usage\n"
    "\n"
    "EXAMPLES\n"
    "  ploy run examples/fighter.xml --set InReach=f --set FindPath=rs --ticks 20\n"
    "  ploy run examples/data/navigate.xml --tree Navigate --chance 50,20,30 --seed 7 --watch\n";

static int run(int argc, char** argv);
const command command_run = {"run", "tick a behavior tree before any code exists", page, run};

typedef struct run_session
{
    play_session play;
    const char* tree;
    text_list sets;
    const char* script;
    const char* chance;
    uint32_t ticks;
    uint32_t step; // milliseconds
    leaf_outcomes outcomes;
    stub_game game;
    char* text;
    ploy_world* world;
    const ploy_file* file;
    ploy_mind* mind; // of the world
    ploy_agent* agent;
    ploy_trace trace; // to the view, and on to the recording
    const ploy_trace* recording;
    tree_view view;
    leaf_state* leaves; // by node
    uint32_t entered;   // the node that was entered last
    uint32_t tick;
} run_session;

// Leaves. A leaf knows its node from the trace: it is entered right before its callback is called.

static ploy_outcome next_outcome(run_session* s, uint32_t node)
{
    return leaf_outcomes_next(&s->outcomes, &s->leaves[node], s->tick, ploy_bt_mind_node_name(s->mind, node),
                              ploy_bt_mind_get_node(s->mind, node).element, node);
}

static ploy_outcome start_leaf(ploy_agent* agent, const ploy_call* call)
{
    run_session* s = call->user;
    (void)agent;
    *(uint32_t*)call->data = s->entered;
    return next_outcome(s, s->entered);
}

static ploy_outcome update_leaf(ploy_agent* agent, const ploy_call* call)
{
    (void)agent;
    return next_outcome(call->user, *(const uint32_t*)call->data);
}

static bool test_leaf(ploy_agent* agent, const ploy_call* call)
{
    run_session* s = call->user;
    (void)agent;
    return next_outcome(s, s->entered) == PLOY_SUCCESS;
}

static void print_node(const run_session* s, uint32_t node, uint32_t status)
{
    bool is_leaf = ploy_bt_mind_get_node(s->mind, node).child_count == 0;
    bool is_quiet = s->play.json || s->play.watch || !is_leaf || s->view.nodes[node].is_hidden;
    char name[200];
    if (is_quiet) return;
    tree_view_name(&s->view, node, name, sizeof name);
    printf("%5" PRIu32 "  %-8s %s\n", s->tick, status == PLOY_RUNNING ? "starts" : tree_view_status(status), name);
}

static void on_trace(void* user, const ploy_trace_event* event)
{
    run_session* s = user;
    if (s->recording && event->kind < PLOY_TRACE_KIND_COUNT) s->recording->emit(s->recording->user, event);
    if (event->kind != PLOY_TRACE_BT_NODE || !s->view.nodes) return;
    uint32_t node = (uint32_t)event->args[0], status = (uint32_t)event->args[1];
    if (status == PLOY_RUNNING) s->entered = node;
    tree_view_note(&s->view, node, status);
    print_node(s, node, status);
}

// Loading.

static const char* main_tree(const run_session* s)
{
    const char* main = s->tree ? s->tree : ploy_file_main_bt(s->file);
    if (!main && ploy_file_bt_count(s->file) > 0) main = ploy_bt_name(ploy_file_bt(s->file, 0));
    return main;
}

// Trees plan as the agent type that has them would.
static ploy_goap_mind_def planner_of(const run_session* s, const char* tree)
{
    for (uint32_t k = 0; k < ploy_file_agent_count(s->file); k++) {
        ploy_agent_info agent = ploy_file_agent(s->file, k);
        if (agent.goap.domain && strcmp(agent.mind, tree) == 0) return agent.goap;
    }
    return (ploy_goap_mind_def){0};
}

static ploy_status make_mind(run_session* s, ploy_error* error)
{
    uint32_t count = ploy_file_utility_count(s->file);
    ploy_utility_def* utilities = calloc(count + 1, sizeof *utilities);
    if (!utilities) return PLOY_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; i++) utilities[i] = ploy_file_utility(s->file, i);
    const char* tree = main_tree(s);
    ploy_goap_mind_def planner = planner_of(s, tree);
    planner.parts = ploy_world_parts(s->world);
    ploy_bt_mind_def def = {.parts = ploy_world_parts(s->world), .trees = ploy_file_bts(s->file), .main = tree};
    def.tree_count = ploy_file_bt_count(s->file);
    def.planner = planner.domain ? &planner : NULL;
    def.utilities = utilities;
    def.utility_count = count;
    ploy_status status = PLOY_OK;
    if (strstr(s->text, "<root")) status = ploy_bt_declare_keys(&def, ploy_world_keys(s->world));
    if (status == PLOY_OK) status = ploy_bt_mind_create(&def, &s->mind, error);
    free(utilities);
    return status;
}

// In a world that has every name of the file, until the error is the file's own.
static ploy_status load_into_world(run_session* s, const char* path, ploy_error* error)
{
    for (;;) {
        ploy_world_def def = {.seed = s->play.seed, .trace = &s->trace};
        ploy_status status = stub_game_load(&s->game, &def, path, &s->world, error);
        if (status != PLOY_OK) return status;
        s->file = ploy_world_file(s->world, path);
        if (ploy_file_bt_count(s->file) == 0) return PLOY_NOT_FOUND;
        status = make_mind(s, error);
        if (status == PLOY_OK) return ploy_world_add_mind(s->world, "run", s->mind);
        if (status != PLOY_INVALID || !stub_game_learn(&s->game, error)) return status;
        ploy_world_destroy(s->world);
        s->world = NULL;
    }
}

static int load(run_session* s, const char* path)
{
    ploy_error error = {0};
    int answer = play_read_data(&s->play, path, &s->text, &s->game.bytes);
    if (answer != ANSWER_DONE) return answer;
    s->text[s->game.bytes] = '\0';
    s->game.text = s->text;
    s->game.start = start_leaf;
    s->game.update = update_leaf;
    s->game.test = test_leaf;
    s->game.user = s;
    s->game.data_bytes = sizeof(uint32_t);
    s->recording = play_trace(&s->play);
    s->trace = (ploy_trace){on_trace, s, PLOY_TRACE_EVERYTHING, true};
    ploy_status status = load_into_world(s, path, &error);
    if (status == PLOY_NOT_FOUND) return complain(command_run.name, "%s has no behavior tree", path);
    if (status == PLOY_OUT_OF_MEMORY) return complain(command_run.name, "out of memory");
    if (status == PLOY_OK) return ANSWER_DONE;
    print_error(path, &error);
    return ANSWER_BAD;
}

static int prepare(run_session* s)
{
    s->leaves = calloc(ploy_bt_mind_node_count(s->mind) + 1, sizeof *s->leaves);
    if (!s->leaves || !tree_view_begin(&s->view, s->mind)) return complain(command_run.name, "out of memory");
    ploy_agent_id id = ploy_agent_create(s->world, &(ploy_agent_def){.type = "run"});
    s->agent = ploy_world_agent(s->world, id);
    return s->agent ? ANSWER_DONE : complain(command_run.name, "out of memory");
}

static const char* node_name(const void* mind, uint32_t node)
{
    return ploy_bt_mind_node_name(mind, node);
}

// What the rules name must be there.
static int check_rules(const run_session* s)
{
    for (uint32_t r = 0; r < s->outcomes.count; r++) {
        const leaf_rule* rule = &s->outcomes.rules[r];
        char key[160];
        bool is_known = false;
        if (rule->leaf[0] == '{') {
            snprintf(key, sizeof key, "%.*s", (int)strcspn(rule->leaf + 1, "}"), rule->leaf + 1);
            is_known = ploy_blackboard_keys_find(ploy_world_keys(s->world), key) != PLOY_NONE;
        }
        for (uint32_t i = 0; !is_known && i < s->view.count; i++) {
            ploy_bt_node node = ploy_bt_mind_get_node(s->mind, i);
            is_known = node.child_count == 0 && (strcmp(rule->leaf, node.element) == 0 ||
                                                 strcmp(rule->leaf, ploy_bt_mind_node_name(s->mind, i)) == 0);
        }
        if (is_known) continue;
        char place[300] = "";
        if (rule->line > 0) snprintf(place, sizeof place, "%s:%" PRIu32 ": ", s->script, rule->line);
        char tail[160];
        suggest_tail(rule->leaf, node_name, s->mind, s->view.count, tail, sizeof tail);
        return complain(command_run.name, "%sthe tree has no leaf or key '%s'%s", place, rule->leaf, tail);
    }
    return ANSWER_DONE;
}

// Running.

static bool parse_value(ploy_value_type type, const char* text, ploy_value* value)
{
    bool is_true = strcmp(text, "true") == 0;
    switch (type) {
    case PLOY_VALUE_BOOL:
        *value = is_true;
        return is_true || strcmp(text, "false") == 0;
    case PLOY_VALUE_STRING:
        *value = ploy_value_of(text);
        return true;
    case PLOY_VALUE_FLOAT: {
        char* end;
        *value = ploy_value_of_float(is_true ? 1 : strtod(text, &end));
        return is_true || strcmp(text, "false") == 0 || (*text && *end == '\0');
    }
    case PLOY_VALUE_STRUCT:
        return false;
    default:
        if (is_true || strcmp(text, "false") == 0) return *value = is_true, true;
        if (!parse_fixed(text, value)) return false;
        if (type != PLOY_VALUE_DECIMAL) *value /= PLOY_UNIT;
        return true;
    }
}

static int set_keys(run_session* s)
{
    const ploy_blackboard_keys* keys = ploy_world_keys(s->world);
    for (uint32_t r = 0; r < s->outcomes.count; r++) {
        const leaf_rule* rule = &s->outcomes.rules[r];
        if (rule->leaf[0] != '{' || rule->tick != s->tick) continue;
        char name[160];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(rule->leaf + 1, "}"), rule->leaf + 1);
        uint32_t key = ploy_blackboard_keys_find(keys, name);
        ploy_value value;
        if (!parse_value(ploy_blackboard_keys_type(keys, key), rule->outcomes, &value))
            return complain(command_run.name, "'%s' is no value of the key '%s'", rule->outcomes, name);
        ploy_blackboard_set(s->agent->blackboard, key, value);
    }
    return ANSWER_DONE;
}

static void show(run_session* s)
{
    enum
    {
        SIZE = 1 << 16
    };
    static char screen[SIZE];
    char time[24];
    size_t used = (size_t)snprintf(screen, SIZE, "tick %" PRIu32 ", %s s\n", s->tick,
                                   print_fixed(ploy_world_now(s->world) / 1000, time));
    used = tree_view_print(&s->view, &s->play, screen, used, SIZE);
    play_show(&s->play, screen, s->step / 1000.0);
}

static ploy_status save(void* game, ploy_writer* writer)
{
    return ploy_world_save(((const run_session*)game)->world, NULL, writer);
}

static void name_agent(void* user, const ploy_agent* agent, char* text, size_t size)
{
    (void)agent;
    snprintf(text, size, "%s", main_tree(user));
}

static int tick_all(run_session* s)
{
    int answer = ANSWER_DONE;
    play_record_world(&s->play, s->world, name_agent, s);
    while (answer == ANSWER_DONE && s->tick < s->ticks && ploy_bt_outcome(s->agent) == PLOY_RUNNING &&
           !s->play.watching.is_left) {
        s->tick++;
        answer = set_keys(s);
        tree_view_tick(&s->view);
        play_record_frame(&s->play, ploy_world_now(s->world), save, s);
        ploy_world_tick(s->world, (int64_t)s->step * 1000);
        play_record_tick(&s->play);
        if (s->play.watch) show(s);
    }
    play_watch_end(&s->play);
    return answer;
}

static void write_nodes(const run_session* s, json* j)
{
    static const char* const names[] = {"entered", "succeeded", "failed", "skipped", "halted"};
    json_array(j, "nodes");
    for (uint32_t i = 0; i < s->view.count; i++) {
        const tree_node* of = &s->view.nodes[i];
        ploy_bt_node node = ploy_bt_mind_get_node(s->mind, i);
        json_object(j, NULL);
        json_text(j, "name", ploy_bt_mind_node_name(s->mind, i));
        json_text(j, "element", node.element);
        if (node.parent == PLOY_NONE)
            json_null(j, "parent");
        else
            json_count(j, "parent", node.parent);
        json_count(j, "line", node.line);
        json_text(j, "status", tree_view_status(of->status));
        for (uint32_t k = 0; k < sizeof names / sizeof *names; k++) json_count(j, names[k], of->counts[k]);
        json_close(j);
    }
    json_close(j);
}

static void print_result(const run_session* s)
{
    uint32_t node;
    bool failed = ploy_bt_failure(s->agent, &node, NULL);
    const char* outcome = tree_view_status(ploy_bt_outcome(s->agent));
    if (!s->play.json) {
        char why[512];
        ploy_mind_why(s->agent, why, sizeof why);
        printf("%" PRIu32 " tick%s: %s\n", s->tick, s->tick == 1 ? "" : "s", why);
        return;
    }
    json j = json_begin(stdout);
    json_text(&j, "tree", main_tree(s));
    json_count(&j, "seed", s->play.seed);
    json_count(&j, "ticks", s->tick);
    json_text(&j, "outcome", outcome);
    json_text(&j, "failed", failed ? ploy_bt_mind_node_name(s->mind, node) : NULL);
    write_nodes(s, &j);
    json_end(&j);
}

static int read_rules(run_session* s)
{
    int answer = ANSWER_DONE;
    s->outcomes.seed = s->play.seed;
    if (s->chance) answer = leaf_outcomes_set_chance(&s->outcomes, command_run.name, s->chance);
    for (uint32_t i = 0; answer == ANSWER_DONE && i < s->sets.count; i++)
        answer = leaf_outcomes_add(&s->outcomes, command_run.name, s->sets.items[i]);
    if (answer == ANSWER_DONE && s->script) answer = leaf_outcomes_read(&s->outcomes, command_run.name, s->script);
    return answer;
}

static int run_path(run_session* s, const char* path)
{
    int answer = read_rules(s);
    if (answer == ANSWER_DONE && s->script) answer = play_check_input(&s->play, s->script);
    if (answer == ANSWER_DONE) answer = load(s, path);
    if (answer == ANSWER_DONE) answer = prepare(s);
    if (answer == ANSWER_DONE) answer = check_rules(s);
    if (answer == ANSWER_DONE) answer = play_start(&s->play);
    if (answer == ANSWER_DONE) answer = tick_all(s);
    if (answer != ANSWER_DONE) return answer;
    print_result(s);
    return ploy_bt_outcome(s->agent) == PLOY_FAILURE ? ANSWER_NO : ANSWER_DONE;
}

static void clear(run_session* s)
{
    tree_view_free(&s->view);
    s->view.nodes = NULL; // the world's end is traced, too
    ploy_world_destroy(s->world);
    free(s->leaves);
    leaf_outcomes_free(&s->outcomes);
    stub_game_free(&s->game);
    free(s->text);
}

static int run(int argc, char** argv)
{
    run_session s = {.ticks = 100, .step = 100, .play = {.everything = true}};
    option options[PLAY_OPTIONS + 6];
    text_list files = {0};
    play_list_options(&s.play, options);
    options[PLAY_OPTIONS] = (option){"--tree", OPTION_TEXT, &s.tree};
    options[PLAY_OPTIONS + 1] = (option){"--set", OPTION_TEXTS, &s.sets};
    options[PLAY_OPTIONS + 2] = (option){"--script", OPTION_TEXT, &s.script};
    options[PLAY_OPTIONS + 3] = (option){"--chance", OPTION_TEXT, &s.chance};
    options[PLAY_OPTIONS + 4] = (option){"--ticks", OPTION_COUNT, &s.ticks};
    options[PLAY_OPTIONS + 5] = (option){"--step", OPTION_COUNT, &s.step};
    int answer = options_parse(&command_run, options, PLAY_OPTIONS + 6, &files, argc, argv);
    if (answer == OPTIONS_GO_ON && files.count != 1)
        answer = complain(command_run.name, "which file? (see 'ploy run --help')");
    if (answer == OPTIONS_GO_ON && (s.step > 86400000 || s.ticks < 1))
        answer = complain(command_run.name, "--ticks is at least 1, --step at most 86400000");
    if (answer == OPTIONS_GO_ON) {
        answer = play_begin(&s.play, &command_run);
        if (answer == ANSWER_DONE) answer = run_path(&s, files.items[0]);
        clear(&s);
        int ended = play_end(&s.play);
        if (answer == ANSWER_DONE) answer = ended;
    }
    text_list_free(&files);
    text_list_free(&s.sets);
    return answer;
}
