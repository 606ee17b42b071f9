// `ploy play file`: the agents of a file act as the file says. An action takes its duration and then applies its
// effects to its own agent's blackboard. Agents do not see each other.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "programs/cli/stub_callbacks.h"
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
    "  ploy play file FILE [--seconds S] [--nodes N] [--seed N] [--workers N] [--record FILE]\n"
    "                 [--watch] [--json]\n"
    "\n"
    "DESCRIPTION\n"
    "  Makes one agent of each type in FILE that has a GOAP mind and lets them choose goals, plan and\n"
    "  act, in ticks of 0.1 seconds. An action takes its duration and then applies its\n"
    "  effects. Callbacks of the game (contexts, call:NAME) are yes and 1. Prints goals and\n"
    "  actions as they start and end. With --record, 'ploy ask' explains decisions.\n"
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
} file_agent;

typedef struct file_session
{
    play_session play;
    uint32_t seconds;
    uint32_t nodes;
    ploy_file* file;
    ploy_world* world; // owns keys and minds
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

static void write_state(const file_agent* a, ploy_blackboard* blackboard, const uint64_t* state)
{
    for (uint32_t v = 0; v < ploy_domain_variable_count(a->domain); v++)
        if (ploy_view_senses(a->view, v)) write_variable(a, blackboard, v, ploy_state_get(a->domain, state, v));
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
    if (a->session->play.json || a->session->play.watch || event->kind > PLOY_GOAP_GOAL_ABORTED) return;
    char text[512], time[24];
    bool is_goal = event->kind >= PLOY_GOAP_GOAL_STARTED && event->kind <= PLOY_GOAP_GOAL_ABORTED;
    if (is_goal)
        snprintf(text, sizeof text, "%s", ploy_domain_goal(a->domain, event->index).name);
    else
        ploy_action_print(a->domain, event->index, event->args, text, sizeof text);
    printf("%6s s  %s: %s %s\n", print_fixed(agent->now / 1000, time), a->name, ploy_goap_event_name(event->kind),
           text);
}

static void on_event(void* user, ploy_agent* agent, const ploy_goap_event* event)
{
    file_agent* a = user;
    print_event(a, agent, event);
    if (event->kind == PLOY_GOAP_ACTION_FINISHED) {
        a->actions_done++;
        apply(a, agent, event);
    }
    a->goals_reached += event->kind == PLOY_GOAP_GOAL_FINISHED;
}

// Creation.

static int make_mind(file_session* s, file_agent* a, uint32_t type)
{
    ploy_error error = {0};
    ploy_agent_info info = ploy_file_agent(s->file, type);
    ploy_goap_mind_def def = info.goap;
    ploy_view_def view = {.domain = ploy_file_domain(s->file, info.domain), .keys = ploy_world_keys(s->world)};
    ploy_mind* mind = NULL;
    a->session = s;
    a->name = info.name;
    a->domain = ploy_file_domain(s->file, info.domain);
    if (!bind_rest(a->domain, info.goap.disabled, play_file.name)) return complain(play_file.name, "out of memory");
    def.parts = ploy_world_parts(s->world);
    def.event = on_event;
    def.event_user = a;
    ploy_status status = ploy_view_create(&view, &a->view, &error);
    if (status == PLOY_OK) status = ploy_goap_mind_create(&def, &mind, &error);
    if (status == PLOY_OK) status = ploy_world_add_mind(s->world, a->name, mind);
    if (status != PLOY_OK) return complain(play_file.name, "%s: %s", info.name, error.message);
    uint32_t words = ploy_domain_state_words(a->domain) + 1;
    a->before = calloc(words, sizeof *a->before);
    a->after = calloc(words, sizeof *a->after);
    return a->before && a->after ? ANSWER_DONE : complain(play_file.name, "out of memory");
}

static int make_minds(file_session* s)
{
    uint32_t types = ploy_file_agent_count(s->file);
    s->agents = calloc(types + 1, sizeof *s->agents);
    if (!s->agents) return complain(play_file.name, "out of memory");
    for (uint32_t i = 0; i < ploy_file_domain_count(s->file); i++)
        ploy_view_add_keys(ploy_file_domain(s->file, i), ploy_world_keys(s->world), 0);
    for (uint32_t i = 0; i < types; i++) {
        if (strcmp(ploy_file_agent(s->file, i).mind, "goap") != 0) continue;
        int answer = make_mind(s, &s->agents[s->count++], i);
        if (answer != ANSWER_DONE) return answer;
    }
    return s->count > 0 ? ANSWER_DONE : complain(play_file.name, "the file has no agent with a GOAP mind");
}

static int make_world(file_session* s)
{
    ploy_world_def def = {0};
    def.tasks = play_tasks(&s->play);
    def.max_nodes = s->nodes;
    def.seed = s->play.seed;
    def.trace = play_trace(&s->play);
    s->world = ploy_world_create(&def);
    return s->world ? ANSWER_DONE : complain(play_file.name, "out of memory");
}

static int make_agents(file_session* s)
{
    for (uint32_t i = 0, type = 0; i < s->count; i++, type++) {
        while (strcmp(ploy_file_agent(s->file, type).mind, "goap") != 0) type++;
        ploy_agent_def def = {.type = s->agents[i].name, .user = &s->agents[i]};
        s->agents[i].id = ploy_agent_create(s->world, &def);
        if (s->agents[i].id.index1 == 0) return complain(play_file.name, "out of memory");
        ploy_agent* agent = ploy_world_agent(s->world, s->agents[i].id);
        write_state(&s->agents[i], agent->blackboard, ploy_file_agent(s->file, type).state);
    }
    return ANSWER_DONE;
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

static void act(file_session* s)
{
    play_record_world(&s->play, s->world, name_agent, NULL);
    for (uint32_t tick = 0; tick < s->seconds * (PLOY_SECOND / TICK); tick++) {
        play_record_frame(&s->play, ploy_world_now(s->world), save, s);
        ploy_world_tick(s->world, TICK);
        play_record_tick(&s->play);
        if (s->play.watch) show(s);
    }
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
    for (uint32_t i = 0; i < s->count; i++) {
        ploy_view_destroy(s->agents[i].view);
        free(s->agents[i].before);
        free(s->agents[i].after);
    }
    ploy_world_destroy(s->world);
    free(s->agents);
    ploy_file_destroy(s->file);
}

static int play_path(file_session* s, const char* path)
{
    if (play_check_input(&s->play, path) != ANSWER_DONE) return ANSWER_BAD;
    s->file = load_file(path);
    if (!s->file) return ANSWER_BAD;
    int answer = make_world(s);
    if (answer == ANSWER_DONE) answer = make_minds(s);
    if (answer == ANSWER_DONE) answer = make_agents(s);
    if (answer == ANSWER_DONE) answer = play_start(&s->play);
    if (answer != ANSWER_DONE) return answer;
    act(s);
    print_result(s);
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
