// `ploy play file`: the agents of a file act as the file says, in a game that has every name the file uses. An action
// takes its duration and then applies its effects to its own agent's blackboard; any other activity takes its duration,
// or a second. Agents do not see each other.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "programs/cli/stub_game.h"
#include "programs/cli/load_file.h"
#include "programs/play/play.h"

#include <ploy/world.h>
#include <ploy/explain.h>
#include <ploy/goap.h>
#include <ploy/io.h>
#include <ploy/save.h>

static const char page[] =
    "NAME\n"
    "  ploy play file - the agents of a file plan and act\n"
    "\n"
    "SYNOPSIS\n"
    "  ploy play [file] FILE [--seconds S] [--nodes N] [--seed N] [--workers N] [--record FILE]\n"
    "                 [--watch] [--json]\n"
    "\n"
    "DESCRIPTION\n"
    "  Makes one agent of each type in FILE and lets them decide and act, in ticks of 0.1 seconds. An\n"
    "  action takes its duration and then applies its effects; any other activity takes its duration,\n"
    "  or a second. Conditions of the game are true, scorers 1, and nothing is sensed. Prints goals\n"
    "  and actions as they start and end, and of agents that do not plan what they do and why. With\n"
    "  --record, 'ploy ask' explains decisions.\n"
    "\n"
    "OPTIONS\n"
    "  --seconds S        of the game (default 10)\n"
    "  --nodes N          states that all searches together may expand per tick; 0: no limit\n"
    "                     (default)\n" PLAY_PAGE
    "                     agents (each name, goals_reached, actions_done)\n"
    "\n"
    "EXAMPLES\n"
    "  ploy play file examples/stuck.xml --record stuck.rec\n"
    "  ploy ask stuck.rec --agent miller\n";

static int run(int argc, char** argv);
const command play_file = {"play file", "the agents of a file plan and act", page, run};

enum
{
    TICK = 100000, // microseconds
};

typedef struct file_agent
{
    struct file_session* session;
    const char* name;
    ploy_domain* domain;
    ploy_view* view;
    uint64_t* before; // states
    uint64_t* after;
    ploy_agent_id id;
    uint32_t goals_reached;
    uint32_t actions_done;
    char why[256]; // what was printed last of an agent that does not plan
} file_agent;

typedef struct file_session
{
    play_session play;
    uint32_t seconds;
    uint32_t nodes;
    char* text; // of the file
    const char* path;
    stub_game game;
    ploy_world* world; // owns keys, minds and the file
    const ploy_file* file;
    file_agent* agents;
    uint32_t count;
} file_session;

// Acting.

static void write_variable(const file_agent* a, ploy_blackboard* blackboard, uint32_t variable, int64_t value)
{
    char name[512];
    ploy_domain_variable_print(a->domain, variable, name, sizeof name);
    uint32_t key = ploy_blackboard_keys_find(ploy_world_keys(a->session->world), name);
    if (key != PLOY_NONE) ploy_blackboard_set(blackboard, key, value);
}

static void apply(file_agent* a, ploy_agent* agent, const ploy_goap_event* event)
{
    ploy_state_init(a->domain, a->before);
    ploy_view_read(a->view, agent->blackboard, a->before);
    memcpy(a->after, a->before, ploy_domain_state_words(a->domain) * sizeof *a->after);
    if (!ploy_action_applicable(a->domain, event->index, event->args, a->after)) return;
    ploy_action_apply(a->domain, event->index, event->args, a->after);
    for (uint32_t v = 0; v < ploy_domain_variable_count(a->domain); v++) {
        int64_t value = ploy_state_get(a->domain, a->after, v);
        bool changed = value != ploy_state_get(a->domain, a->before, v);
        if (changed && ploy_view_senses(a->view, v)) write_variable(a, agent->blackboard, v, value);
    }
}

static void print_event(const file_agent* a, const ploy_agent* agent, const ploy_goap_event* event)
{
    if (a->session->play.json || a->session->play.watch || !play_prints(&a->session->play) ||
        event->kind > PLOY_GOAP_GOAL_HELD || !a->domain)
        return;
    char text[512], time[24];
    bool is_goal = event->kind >= PLOY_GOAP_GOAL_STARTED && event->kind <= PLOY_GOAP_GOAL_HELD;
    if (is_goal)
        snprintf(text, sizeof text, "%s", ploy_domain_goal(a->domain, event->index).name);
    else
        ploy_action_print(a->domain, event->index, event->args, text, sizeof text);
    printf("%6s s  %s: %s %s\n", print_fixed(agent->now / 1000, time), a->name, ploy_goap_event_name(event->kind),
           text);
}

static void on_event(void* user, ploy_agent* agent, const ploy_goap_event* event)
{
    (void)user;
    file_agent* a = agent->user;
    print_event(a, agent, event);
    if (event->kind == PLOY_GOAP_ACTION_FINISHED) {
        a->actions_done++;
        apply(a, agent, event);
    }
    a->goals_reached += event->kind == PLOY_GOAP_GOAL_FINISHED;
}

// Creation.

// Activities that no file gives a duration take a second.
static ploy_outcome take_time(ploy_agent* agent, const ploy_call* call)
{
    (void)agent;
    return call->elapsed < (call->duration ? call->duration : PLOY_SECOND) ? PLOY_RUNNING : PLOY_SUCCESS;
}

static int load(file_session* s, const char* path)
{
    ploy_error error = {0};
    ploy_world_def def = {0};
    def.tasks = play_tasks(&s->play);
    def.max_nodes = s->nodes;
    def.seed = s->play.seed;
    def.trace = play_trace(&s->play);
    def.clock = play_clock(&s->play);
    def.on_event = on_event;
    int answer = play_read_data(&s->play, path, &s->text, &s->game.bytes);
    if (answer != ANSWER_DONE) return answer;
    s->text[s->game.bytes] = '\0';
    s->path = path;
    s->game.text = s->text;
    s->game.update = take_time;
    ploy_status status = stub_game_load(&s->game, &def, path, &s->world, &error);
    if (status == PLOY_OK) {
        s->file = ploy_world_file(s->world, path);
        return ANSWER_DONE;
    }
    print_error(path, &error);
    return ANSWER_BAD;
}

// The view tells which symbols are keys, for writing effects.
static int prepare_domain(file_session* s, file_agent* a, uint32_t domain)
{
    ploy_error error = {0};
    a->domain = ploy_file_domain(s->file, domain);
    ploy_view_def view = {.domain = a->domain, .keys = ploy_world_keys(s->world)};
    if (ploy_view_create(&view, &a->view, &error) != PLOY_OK)
        return complain(play_file.name, "%s: %s", a->name, error.message);
    uint32_t words = ploy_domain_state_words(a->domain) + 1;
    a->before = calloc(words, sizeof *a->before);
    a->after = calloc(words, sizeof *a->after);
    return a->before && a->after ? ANSWER_DONE : complain(play_file.name, "out of memory");
}

static void clear_agent(file_agent* a)
{
    ploy_view_destroy(a->view);
    free(a->before);
    free(a->after);
    a->domain = NULL;
    a->view = NULL;
    a->before = a->after = NULL;
}

static int make_agent(file_session* s, const char* type, uint32_t domain)
{
    file_agent* agents = realloc(s->agents, (s->count + 1) * sizeof *agents);
    if (!agents) return complain(play_file.name, "out of memory");
    s->agents = agents;
    agents[s->count] = (file_agent){.session = s, .name = type};
    int answer = domain == PLOY_NONE ? ANSWER_DONE : prepare_domain(s, &agents[s->count], domain);
    s->count++;
    return answer;
}

// A file without <agent> has what decides for types, by their names.
static int make_own_agents(file_session* s)
{
    const ploy_file* file = s->file;
    const char* tree = ploy_file_main_bt(file);
    if (!tree && ploy_file_bt_count(file) == 1) tree = ploy_bt_name(ploy_file_bt(file, 0));
    int answer = tree ? make_agent(s, tree, PLOY_NONE) : ANSWER_DONE;
    for (uint32_t i = 0; answer == ANSWER_DONE && i < ploy_file_fsm_count(file); i++)
        answer = make_agent(s, ploy_fsm_name(ploy_file_fsm(file, i)), PLOY_NONE);
    for (uint32_t i = 0; answer == ANSWER_DONE && i < ploy_file_fuzzy_count(file); i++)
        answer = make_agent(s, ploy_fuzzy_name(ploy_file_fuzzy(file, i)), PLOY_NONE);
    for (uint32_t i = 0; answer == ANSWER_DONE && i < ploy_file_utility_count(file); i++)
        answer = make_agent(s, ploy_file_utility(file, i).name, PLOY_NONE);
    for (uint32_t i = 0; answer == ANSWER_DONE && i < ploy_file_htn_count(file); i++)
        answer = make_agent(s, ploy_htn_name(ploy_file_htn(file, i)), PLOY_NONE);
    return answer;
}

static int make_agents(file_session* s, const char* path)
{
    int answer = ANSWER_DONE;
    for (uint32_t i = 0; answer == ANSWER_DONE && i < ploy_file_agent_count(s->file); i++) {
        ploy_agent_info info = ploy_file_agent(s->file, i);
        answer = make_agent(s, info.name, info.domain);
    }
    if (answer == ANSWER_DONE && s->count == 0) answer = make_own_agents(s);
    if (answer == ANSWER_DONE && s->count == 0)
        answer =
            complain(play_file.name, "%s has no agent, behavior tree, state machine, utility or task network", path);
    for (uint32_t i = 0; answer == ANSWER_DONE && i < s->count; i++) {
        ploy_agent_def def = {.type = s->agents[i].name, .user = &s->agents[i]};
        s->agents[i].id = ploy_agent_create(s->world, &def);
        if (s->agents[i].id.index1 == 0) answer = complain(play_file.name, "out of memory");
    }
    return answer;
}

// Running.

static void name_agent(void* user, const ploy_agent* agent, char* text, size_t size)
{
    (void)user;
    snprintf(text, size, "%s", ploy_agent_type(agent));
}

static ploy_status save(void* game, ploy_writer* writer)
{
    const file_session* s = game;
    return ploy_world_save(s->world, NULL, writer);
}

// Hot reload: the agents' own domains follow.
static ploy_status reload(void* user, const char* name, const char* text, size_t bytes, ploy_error* error)
{
    (void)name;
    file_session* s = user;
    ploy_status status = ploy_world_load_text(s->world, s->path, text, bytes, error);
    if (status != PLOY_OK) return status;
    s->file = ploy_world_file(s->world, s->path);
    for (uint32_t i = 0; i < s->count; i++) {
        file_agent* a = &s->agents[i];
        uint32_t type = ploy_file_find_agent(s->file, a->name);
        uint32_t domain = type == PLOY_NONE ? PLOY_NONE : ploy_file_agent(s->file, type).domain;
        clear_agent(a);
        if (domain != PLOY_NONE) prepare_domain(s, a, domain);
    }
    return PLOY_OK;
}

// One line per agent: what it does, and why.
static void show(file_session* s)
{
    char screen[8192], time[24];
    size_t used = (size_t)snprintf(screen, sizeof screen, "%s s\n", print_fixed(ploy_world_now(s->world) / 1000, time));
    for (uint32_t i = 0; i < s->count && used < sizeof screen - 512; i++) {
        char why[256];
        ploy_mind_why(ploy_world_agent(s->world, s->agents[i].id), why, sizeof why);
        used += (size_t)snprintf(screen + used, sizeof screen - used, "%.60s: %s\n", s->agents[i].name, why);
    }
    play_show(&s->play, screen, (double)TICK / PLOY_SECOND);
}

// Times go on while nothing else changes.
static bool is_same_but_for_numbers(const char* a, const char* b)
{
    for (;;) {
        a += strspn(a, "0123456789.");
        b += strspn(b, "0123456789.");
        if (*a != *b) return false;
        if (*a == '\0') return true;
        a++, b++;
    }
}

// Agents that do not plan have no events: what they do is printed when it changes.
static void print_changes(file_session* s)
{
    for (uint32_t i = 0; i < s->count; i++) {
        file_agent* a = &s->agents[i];
        const ploy_agent* agent = ploy_world_agent(s->world, a->id);
        char why[sizeof a->why], time[24];
        if (a->domain && strcmp(ploy_file_agent(s->file, i).mind, "goap") == 0) continue;
        if (ploy_mind_why(agent, why, sizeof why) == 0 || is_same_but_for_numbers(why, a->why)) continue;
        memcpy(a->why, why, sizeof why);
        printf("%6s s  %s: %s\n", print_fixed(agent->now / 1000, time), a->name, why);
    }
}

static void act(file_session* s)
{
    play_record_world(&s->play, s->world, name_agent, NULL);
    for (uint32_t tick = 0; tick < s->seconds * (PLOY_SECOND / TICK); tick++) {
        play_record_frame(&s->play, ploy_world_now(s->world), save, s);
        if (!play_before_tick(&s->play, s->world, (double)TICK / PLOY_SECOND)) break;
        ploy_world_tick(s->world, TICK);
        play_record_tick(&s->play);
        if (s->play.watch) show(s);
        if (!s->play.watch && !s->play.json && play_prints(&s->play)) print_changes(s);
    }
    play_watch_end(&s->play);
}

static void print_result(file_session* s)
{
    if (!s->play.json) {
        for (uint32_t i = 0; i < s->count; i++)
            printf("%s: %" PRIu32 " goals reached, %" PRIu32 " actions done\n", s->agents[i].name,
                   s->agents[i].goals_reached, s->agents[i].actions_done);
        return;
    }
    json j = play_json(&s->play, ploy_world_ticks(s->world), ploy_world_hash(s->world));
    json_array(&j, "agents");
    for (uint32_t i = 0; i < s->count; i++) {
        json_object(&j, NULL);
        json_text(&j, "name", s->agents[i].name);
        json_count(&j, "goals_reached", s->agents[i].goals_reached);
        json_count(&j, "actions_done", s->agents[i].actions_done);
        json_close(&j);
    }
    json_close(&j);
    json_end(&j);
}

static void clear(file_session* s)
{
    for (uint32_t i = 0; i < s->count; i++) clear_agent(&s->agents[i]);
    ploy_world_destroy(s->world);
    free(s->agents);
    stub_game_free(&s->game);
    free(s->text);
}

static int play_path(file_session* s, const char* path)
{
    int answer = load(s, path);
    if (answer == ANSWER_DONE) answer = make_agents(s, path);
    if (answer == ANSWER_DONE) answer = play_start(&s->play);
    if (answer == ANSWER_DONE)
        answer = play_remote_begin(
            &s->play, &(play_remote_def){.world = s->world, .name = name_agent, .load = reload, .load_user = s});
    if (answer != ANSWER_DONE) return answer;
    act(s);
    if (play_prints(&s->play)) print_result(s);
    play_remote_end(&s->play, ploy_world_hash(s->world));
    return ANSWER_DONE;
}

static int run(int argc, char** argv)
{
    file_session s = {.seconds = 10};
    option options[PLAY_OPTIONS + 2];
    text_list files = {0};
    play_list_options(&s.play, options);
    options[PLAY_OPTIONS] = (option){"--seconds", OPTION_COUNT, &s.seconds};
    options[PLAY_OPTIONS + 1] = (option){"--nodes", OPTION_COUNT, &s.nodes};
    int answer = options_parse(&play_file, options, PLAY_OPTIONS + 2, &files, argc, argv);
    if (answer == OPTIONS_GO_ON && files.count != 1)
        answer = complain(play_file.name, "which file? (see 'ploy play file --help')");
    if (answer == OPTIONS_GO_ON && (s.seconds < 1 || s.seconds > 86400))
        answer = complain(play_file.name, "--seconds is 1 to 86400");
    if (answer == OPTIONS_GO_ON) {
        answer = play_begin(&s.play, &play_file);
        if (answer == ANSWER_DONE) answer = play_path(&s, files.items[0]);
        clear(&s);
        int ended = play_end(&s.play);
        if (answer == ANSWER_DONE) answer = ended;
    }
    text_list_free(&files);
    return answer;
}
