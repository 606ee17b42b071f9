#include <ploy/io.h>
#include <ploy/remote.h>
#include <ploy/save.h>
#include <stdio.h>
#include <string.h>

#include "support/base/test.h"

// A courier who walks or rides, a guard with states, a worker with a tree, a cook who chooses.
static const char town[] =
    "<ploy version='1'>"
    "<blackboard><key name='alarm' type='bool'/><key name='ammo' type='int'/><key name='mood' type='string'/>"
    "<key name='foe' type='object' of='agent'/><key name='door' type='object' of='door'/>"
    "<key name='stop' type='object' of='place'/><key name='mate' type='int' of='agent'/><key name='flag' type='int' "
    "values=' home  carried dropped'/></blackboard>"
    "<domain name='post'><type name='place' objects='home mill'/>"
    "<symbol name='at' type='place'/><symbol name='sent' type='bool'/><symbol name='paid' type='bool'/>"
    "<action name='Walk' duration='1' cost='1'><effect>sent</effect></action>"
    "<action name='Ride' duration='1' cost='2'><effect>sent</effect></action>"
    "<action name='Collect' duration='0.2'><effect>paid</effect></action>"
    "<goal name='Deliver' priority='2'>sent</goal><goal name='BePaid' priority='1'>paid</goal>"
    "<goal name='BeAt' priority='0'><param name='p' type='place'/>at = p</goal></domain>"
    "<agent name='courier' domain='post' write_effects='true'><goals>Deliver BePaid</goals></agent>"
    "<fsm name='guard'><state name='Patrol'><transition to='Fight' when='alarm'/></state>"
    "<state name='Fight'><transition to='Patrol' when='not alarm'/></state></fsm>"
    "<agent name='guard' mind='guard'/>"
    "<BehaviorTree ID='work'><Sequence name='shift'><Dig name='dig'/><Rest name='rest'/></Sequence></BehaviorTree>"
    "<agent name='worker' mind='work'/>"
    "</ploy>";

typedef struct remote_stage
{
    ploy_world* world;
    ploy_remote* remote;
    ploy_trace sink;
    ploy_agent_id courier, guard, worker;
    uint32_t digs;
    bool sees_alarm, has_eyes;
    uint64_t tick;
    // What the sink has seen.
    char text[4096];
    size_t text_count;
    struct
    {
        uint64_t tick;
        char line[4096];
    } commands[32];
    uint32_t command_count;
} remote_stage;

static ploy_outcome dig(ploy_agent* agent, const ploy_call* call)
{
    (void)agent;
    ++((remote_stage*)call->user)->digs;
    return PLOY_SUCCESS;
}

static void look(ploy_agent* agent, void* user)
{
    const remote_stage* s = user;
    if (s->has_eyes) ploy_agent_set(agent, "alarm", s->sees_alarm);
}

static void take_event(void* user, const ploy_trace_event* event)
{
    remote_stage* s = user;
    if (event->kind == PLOY_TRACE_COMMAND_TEXT) {
        if (event->args[0] == 0) s->text_count = 0;
        for (uint32_t i = 1; i < 4; ++i) {
            for (uint64_t word = event->args[i]; word > 0; word >>= 8) s->text[s->text_count++] = (char)word;
        }
        s->text[s->text_count] = '\0';
    } else if (event->kind == PLOY_TRACE_COMMAND) {
        assert_int_equal(event->args[0], s->text_count);
        s->commands[s->command_count].tick = s->tick;
        strcpy(s->commands[s->command_count++].line, s->text);
    }
}

static ploy_status load(void* user, const char* name, const char* text, size_t bytes, ploy_error* error)
{
    return ploy_world_load_text(((remote_stage*)user)->world, name, text, bytes, error);
}

static void set_up(remote_stage* s)
{
    memset(s, 0, sizeof *s);
    s->sink = (ploy_trace){take_event, s, PLOY_TRACE_BASIC, false};
    s->world = ploy_world_create(&(ploy_world_def){.trace = &s->sink});
    ploy_bindings* bindings = ploy_world_bindings(s->world);
    ploy_bindings_add_activity(bindings, &(ploy_activity_def){.name = "Dig", .update = dig, .user = s}, NULL);
    ploy_bindings_add_activity(bindings, &(ploy_activity_def){.name = "Rest"}, NULL);
    ploy_bindings_add_sensor(bindings, &(ploy_sensor_def){.name = "eyes", .sense = look, .user = s}, NULL);
    ploy_error error = {0};
    ploy_status status = ploy_world_load_text(s->world, "town.xml", town, sizeof town - 1, &error);
    if (status != PLOY_OK) fail_msg("%u:%u: %s", error.line, error.column, error.message);
    s->courier = ploy_agent_create(s->world, &(ploy_agent_def){.type = "courier"});
    s->guard = ploy_agent_create(s->world, &(ploy_agent_def){.type = "guard"});
    s->worker = ploy_agent_create(s->world, &(ploy_agent_def){.type = "worker"});
    ploy_remote_def def = {.world = s->world, .load = load, .load_user = s};
    assert_int_equal(ploy_remote_create(&def, &s->remote), PLOY_OK);
}

static void tear_down(remote_stage* s)
{
    ploy_remote_destroy(s->remote);
    ploy_world_destroy(s->world);
}

static void tick(remote_stage* s, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        if (!ploy_remote_may_tick(s->remote)) continue;
        ploy_world_tick(s->world, PLOY_SECOND / 10);
        ++s->tick;
    }
}

static const char* ask(remote_stage* s, const char* line)
{
    const char* answer = ploy_remote_request(s->remote, line, strlen(line));
    assert_null(strchr(answer, '\n'));
    return answer;
}

static void order(remote_stage* s, const char* line)
{
    const char* answer = ask(s, line);
    if (strncmp(answer, "{\"ok\": true", 11) != 0) fail_msg("%s: %s", line, answer);
}

static void expect_refused(remote_stage* s, const char* line, const char* why)
{
    const char* answer = ask(s, line);
    if (strncmp(answer, "{\"ok\": false", 12) != 0 || !strstr(answer, why)) fail_msg("%s: %s", line, answer);
}

static void expect_paused(remote_stage* s, const char* with)
{
    const char* event = ploy_remote_next_event(s->remote);
    assert_non_null(event);
    if (!strstr(event, "\"event\": \"paused\"") || !strstr(event, with)) fail_msg("%s", event);
    assert_null(ploy_remote_next_event(s->remote));
    assert_false(ploy_remote_may_tick(s->remote));
}

static const char* action_of(const remote_stage* s)
{
    const ploy_agent* agent = ploy_world_agent(s->world, s->courier);
    uint32_t action = ploy_goap_action(agent, NULL);
    return action == PLOY_NONE ? "" : ploy_domain_action(ploy_goap_domain(agent->mind), action).name;
}

static void a_paused_world_goes_on_by_steps_alone(void** state)
{
    (void)state;
    remote_stage s;
    set_up(&s);
    tick(&s, 3);
    order(&s, "pause");
    tick(&s, 5);
    assert_int_equal(ploy_world_ticks(s.world), 3);
    order(&s, "step 2");
    tick(&s, 5);
    assert_int_equal(ploy_world_ticks(s.world), 5);
    expect_paused(&s, "\"step\"");
    order(&s, "resume");
    tick(&s, 1);
    assert_int_equal(ploy_world_ticks(s.world), 6);
    tear_down(&s);
}

static void a_debugger_that_leaves_lets_the_world_go_on(void** state)
{
    (void)state;
    remote_stage s;
    set_up(&s);
    order(&s, "break goal Deliver");
    order(&s, "pause");
    ploy_remote_detach(s.remote);
    tick(&s, 5);
    assert_int_equal(ploy_world_ticks(s.world), 5);
    tear_down(&s);
}

static void breakpoints_pause_on_goals_actions_states_nodes_and_conditions(void** state)
{
    (void)state;
    static const struct
    {
        const char* line;
        const char* met;
    } cases[] = {
        {"break goal BePaid", "\"name\": \"courier 1\", \"what\": \"BePaid\""},
        {"break action Collect", "\"what\": \"Collect\""},
        {"break action Rest", "\"name\": \"worker 3\""},
        {"break state Fight", "\"name\": \"guard 2\", \"what\": \"Fight\""},
        {"break node rest worker", "\"what\": \"rest\""},
        {"break condition alarm \"guard 2\"", "\"what\": \"alarm\""},
        {"break condition \"ammo > 2 and alarm\"", "\"name\": \"courier 1\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        remote_stage s;
        set_up(&s);
        char line[128];
        snprintf(line, sizeof line, "%s", cases[i].line);
        char* worker = strstr(line, " worker");
        if (worker) strcpy(worker, " #3");
        order(&s, line);
        tick(&s, 3);
        s.has_eyes = true;
        s.sees_alarm = true;
        order(&s, "set #1 ammo 3");
        tick(&s, 60);
        assert_true(ploy_world_ticks(s.world) < 60);
        expect_paused(&s, cases[i].met);
        uint64_t ticks = ploy_world_ticks(s.world);
        order(&s, "clear 1");
        order(&s, "resume");
        tick(&s, 60);
        assert_int_equal(ploy_world_ticks(s.world), ticks + 60);
        tear_down(&s);
    }
}

static void breakpoints_know_options_of_utilities_and_tasks_of_networks(void** state)
{
    (void)state;
    static const char text[] =
        "<ploy version='1'><blackboard><key name='heat' type='decimal'/></blackboard>"
        "<utility name='cook'><option name='Stir'><key of='heat'/></option><option name='Wait' weight='0.1'><constant "
        "value='1'/></option></utility>"
        "<agent name='cook' mind='cook'/>"
        "<domain name='d'><symbol name='done' type='bool'/><action name='Saw' "
        "duration='0.3'><effect>done</effect></action></domain>"
        "<htn name='carpenter' domain='d'><task name='Work'><method><do task='Saw'/></method></task></htn>"
        "<agent name='carpenter' mind='carpenter'/></ploy>";
    ploy_error error = {0};
    ploy_world* world = ploy_world_create(NULL);
    ploy_bindings* bindings = ploy_world_bindings(world);
    ploy_bindings_add_activity(bindings, &(ploy_activity_def){.name = "Stir"}, NULL);
    ploy_bindings_add_activity(bindings, &(ploy_activity_def){.name = "Wait"}, NULL);
    ploy_bindings_add_activity(bindings, &(ploy_activity_def){.name = "Saw"}, NULL);
    ploy_status status = ploy_world_load_text(world, "kitchen.xml", text, sizeof text - 1, &error);
    if (status != PLOY_OK) fail_msg("%u:%u: %s %s", error.line, error.column, error.message, error.hint);
    ploy_agent_create(world, &(ploy_agent_def){.type = "cook"});
    ploy_agent_create(world, &(ploy_agent_def){.type = "carpenter"});
    remote_stage s = {.world = world};
    assert_int_equal(ploy_remote_create(&(ploy_remote_def){.world = world}, &s.remote), PLOY_OK);
    order(&s, "break action Saw #2");
    tick(&s, 5);
    expect_paused(&s, "\"name\": \"carpenter 2\", \"what\": \"Saw\"");
    order(&s, "clear");
    order(&s, "break state Stir");
    expect_refused(&s, "break state Stirr", "did you mean 'Stir'?");
    order(&s, "resume");
    tick(&s, 5);
    assert_null(ploy_remote_next_event(s.remote));
    order(&s, "set #1 heat 0.9");
    tick(&s, 5);
    expect_paused(&s, "\"name\": \"cook 1\", \"what\": \"Stir\"");
    order(&s, "disable Saw");
    order(&s, "resume");
    tick(&s, 20);
    ploy_world_destroy(world);
}

static void a_breakpoint_on_dithering_waits_for_the_third_return(void** state)
{
    (void)state;
    remote_stage s;
    set_up(&s);
    s.has_eyes = true;
    order(&s, "break dither");
    tick(&s, 20); // steady
    assert_null(ploy_remote_next_event(s.remote));
    for (uint32_t i = 0; i < 12 && ploy_remote_may_tick(s.remote); ++i) {
        s.sees_alarm = i % 2 == 0;
        ploy_world_tick(s.world, PLOY_SECOND / 10);
    }
    expect_paused(&s, "\"name\": \"guard 2\"");
    assert_true(ploy_world_ticks(s.world) <= 20 + 6);
    tear_down(&s);
}

static void a_set_value_is_read_and_a_held_one_stays(void** state)
{
    (void)state;
    remote_stage s;
    set_up(&s);
    s.has_eyes = true;
    order(&s, "set \"guard 2\" alarm true");
    tick(&s, 2);
    assert_true(ploy_fsm_is_in(ploy_world_agent(s.world, s.guard), "Patrol")); // the eyes see no alarm
    order(&s, "hold \"guard 2\" alarm true");
    tick(&s, 5);
    assert_true(ploy_fsm_is_in(ploy_world_agent(s.world, s.guard), "Fight"));
    assert_non_null(strstr(ask(&s, "status"), "\"held\": [{\"agent\": 2, \"key\": \"alarm\"}]"));
    assert_non_null(strstr(ask(&s, "agent #2"), "\"value\": \"true\", \"from\": \"agent\", \"held\": true"));
    order(&s, "release #2 alarm");
    tick(&s, 2);
    assert_true(ploy_fsm_is_in(ploy_world_agent(s.world, s.guard), "Patrol"));
    order(&s, "set world mood \"a \\u00e4 \\\"b\\\" \\ud83d\\ude00\"");
    const ploy_agent* guard = ploy_world_agent(s.world, s.guard);
    assert_string_equal(ploy_value_string(ploy_agent_get(guard, "mood")), "a \xc3\xa4 \"b\" \xf0\x9f\x98\x80");
    order(&s, "set #1 at mill"); // an object by its name
    assert_int_equal(ploy_agent_get(ploy_world_agent(s.world, s.courier), "at"), 1);
    order(&s, "unset #1 at");
    assert_int_equal(ploy_agent_get(ploy_world_agent(s.world, s.courier), "at"), 0);
    order(&s, "hold world mood calm");
    ploy_agent_set(ploy_world_agent(s.world, s.guard), "mood", ploy_value_of("wild")); // the guard's own
    assert_string_equal(ploy_value_string(ploy_blackboard_get(ploy_world_blackboard(s.world), 2)), "calm");
    tear_down(&s);
}

static void objects_are_shown_and_set_by_name(void** state)
{
    (void)state;
    remote_stage s;
    set_up(&s);
    ploy_agent* courier = ploy_world_agent(s.world, s.courier);
    assert_non_null(strstr(ask(&s, "agent #1"), "\"key\": \"foe\", \"type\": \"object\", \"value\": \"none\""));
    order(&s, "set #1 foe \"guard 2\"");
    assert_int_equal(ploy_agent_get(courier, "foe"), s.guard.index1);
    assert_string_equal(s.commands[s.command_count - 1].line, "set #1 \"foe\" \"2\""); // names are the game's
    assert_non_null(strstr(ask(&s, "agent #1"), "\"key\": \"foe\", \"type\": \"object\", \"value\": \"guard 2\""));
    ploy_value id = (ploy_value)((uint64_t)s.worker.generation << 32 | s.worker.index1); // with its generation
    ploy_agent_set(courier, "foe", id);
    assert_non_null(strstr(ask(&s, "agent #1"), "\"value\": \"worker 3\""));
    order(&s, "set #1 foe \"guard 2\"");
    assert_int_equal((uint64_t)ploy_agent_get(courier, "foe") >> 32, s.guard.generation);
    ploy_agent_set(courier, "foe", id + ((ploy_value)1 << 32)); // another one, which is not there
    assert_null(strstr(ask(&s, "agent #1"), "\"value\": \"worker 3\""));
    order(&s, "set #1 foe none");
    assert_int_equal(ploy_agent_get(courier, "foe"), 0);
    order(&s, "set #1 mate \"guard 2\""); // an int may be one
    assert_int_equal(ploy_agent_get(courier, "mate"), s.guard.index1);
    assert_non_null(strstr(ask(&s, "agent #1"), "\"key\": \"mate\", \"type\": \"int\", \"value\": \"guard 2\""));
    expect_refused(&s, "set #1 foe \"guard 7\"", "'foe' is of type object, and 'guard 7' is none");
    order(&s, "set #1 stop mill"); // a type of the domain
    assert_int_equal(ploy_agent_get(courier, "stop"), 1);
    assert_non_null(
        strstr(ask(&s, "agent #1"), "\"key\": \"stop\", \"type\": \"object\", \"value\": \"mill\", \"from\""));
    order(&s, "set #1 door 3"); // what only the game knows stays a number
    assert_non_null(strstr(ask(&s, "agent #1"), "\"value\": \"3\", \"name\": \"door 3\""));
    tear_down(&s);
}

static void values_are_shown_and_set_by_name(void** state)
{
    (void)state;
    remote_stage s;
    set_up(&s);
    ploy_agent* courier = ploy_world_agent(s.world, s.courier);
    assert_non_null(strstr(ask(&s, "agent #1"), "\"key\": \"flag\", \"type\": \"int\", \"value\": \"home\""));
    order(&s, "set #1 flag dropped");
    assert_int_equal(ploy_agent_get(courier, "flag"), 2);
    assert_non_null(strstr(ask(&s, "agent #1"), "\"key\": \"flag\", \"type\": \"int\", \"value\": \"dropped\""));
    order(&s, "set #1 flag 1"); // by its number, as before
    assert_non_null(strstr(ask(&s, "agent #1"), "\"value\": \"carried\""));
    static const char* const unnamed[] = {"3", "-1"};
    for (uint32_t i = 0; i < 2; ++i) {
        char line[32], shown[64];
        snprintf(line, sizeof line, "set #1 flag %s", unnamed[i]);
        order(&s, line);
        snprintf(shown, sizeof shown, "\"key\": \"flag\", \"type\": \"int\", \"value\": \"%s\"", unnamed[i]);
        assert_non_null(strstr(ask(&s, "agent #1"), shown));
    }
    expect_refused(&s, "set #1 flag carr", "'flag' is of type int, and 'carr' is none");
    expect_refused(&s, "set #1 ammo home", "'ammo' is of type int, and 'home' is none");
    tear_down(&s);
}

static void a_held_key_of_an_agent_that_dies_is_forgotten(void** state)
{
    (void)state;
    remote_stage s;
    set_up(&s);
    order(&s, "hold #2 alarm true");
    order(&s, "hold #2 mood grim");
    tick(&s, 1);
    assert_int_equal(ploy_agent_destroy(s.world, s.guard), PLOY_OK);
    tick(&s, 1);
    s.guard = ploy_agent_create(s.world, &(ploy_agent_def){.type = "guard"});
    tick(&s, 2);
    assert_true(ploy_fsm_is_in(ploy_world_agent(s.world, s.guard), "Patrol"));
    order(&s, "hold #2 alarm false");
    assert_non_null(strstr(ask(&s, "status"), "\"held\": [{\"agent\": 2, \"key\": \"alarm\"}]"));
    tear_down(&s);
}

static void a_disabled_action_is_in_no_plan_until_it_is_enabled(void** state)
{
    (void)state;
    remote_stage s;
    set_up(&s);
    tick(&s, 2);
    assert_string_equal(action_of(&s), "Walk");
    order(&s, "disable Walk");
    tick(&s, 3);
    assert_string_equal(action_of(&s), "Ride");
    order(&s, "disable Ride");
    tick(&s, 4);
    assert_string_equal(action_of(&s), ""); // no plan for Deliver; BePaid may be met by now or not
    order(&s, "enable Walk");
    tick(&s, 12);
    assert_non_null(strstr(ask(&s, "status"), "\"disabled\": [\"Ride\"]"));
    uint32_t digs = s.digs;
    order(&s, "disable Dig");
    tick(&s, 10);
    assert_int_equal(s.digs, digs);
    order(&s, "enable Dig");
    tick(&s, 10);
    assert_true(s.digs > digs);
    tear_down(&s);
}

static void a_goal_is_forced_and_a_cost_turns_the_plan(void** state)
{
    (void)state;
    remote_stage s;
    set_up(&s);
    order(&s, "goal #1 BePaid");
    tick(&s, 2);
    assert_string_equal(action_of(&s), "Collect");
    order(&s, "cost Walk 9");
    tick(&s, 6);
    assert_string_equal(action_of(&s), "Ride");
    order(&s, "cost Ride \"9 + 9\"");
    tick(&s, 3);
    assert_string_equal(action_of(&s), "Walk");
    order(&s, "abort #1");
    order(&s, "priority BePaid 3");
    expect_refused(&s, "goal #1 BeAt", "takes 1 objects");
    expect_refused(&s, "goal #1 BeAt barn", "no object 'barn'");
    expect_refused(&s, "cost Walk \"call:nobody\"", "nobody");
    assert_string_equal(
        ploy_domain_clause(ploy_goap_domain(ploy_world_agent(s.world, s.courier)->mind), PLOY_PART_COST, 0, 0), "9");
    tear_down(&s);
}

static void a_cost_changes_in_every_domain_that_has_the_action_or_in_none(void** state)
{
    (void)state;
    static const char more[] =
        "<ploy version='1'><domain name='more'><symbol name='sent' type='bool'/>"
        "<action name='Walk' cost='4' duration='1'><effect>sent</effect></action><goal name='Go'>sent</goal>"
        "</domain><agent name='walker' domain='more' write_effects='true'/></ploy>";
    remote_stage s;
    set_up(&s);
    ploy_error error;
    ploy_status status = ploy_world_load_text(s.world, "more.xml", more, sizeof more - 1, &error);
    if (status != PLOY_OK) fail_msg("%u:%u: %s", error.line, error.column, error.message);
    ploy_agent_id walker = ploy_agent_create(s.world, &(ploy_agent_def){.type = "walker"});
    const ploy_domain* post = ploy_goap_domain(ploy_world_agent(s.world, s.courier)->mind);
    const ploy_domain* other = ploy_goap_domain(ploy_world_agent(s.world, walker)->mind);
    expect_refused(&s, "cost Walk \"paid ? 1 : 2\"", "paid"); // only one domain has it
    assert_string_equal(ploy_domain_clause(post, PLOY_PART_COST, 0, 0), "1");
    assert_string_equal(ploy_domain_clause(other, PLOY_PART_COST, 0, 0), "4");
    order(&s, "cost Walk \"sent ? 1 : 2\"");
    assert_string_equal(ploy_domain_clause(post, PLOY_PART_COST, 0, 0), "sent ? 1 : 2");
    assert_string_equal(ploy_domain_clause(other, PLOY_PART_COST, 0, 0), "sent ? 1 : 2");
    tick(&s, 3);
    tear_down(&s);
}

static void quoted(char* to, const char* text)
{
    *to++ = '"';
    for (; *text; ++text) {
        if (*text == '"' || *text == '\\') *to++ = '\\';
        *to++ = *text;
    }
    *to++ = '"';
    *to = '\0';
}

static void a_file_is_loaded_while_it_runs_and_a_bad_one_is_not(void** state)
{
    (void)state;
    remote_stage s;
    set_up(&s);
    char text[sizeof town], line[2 * sizeof town + 32] = "load town.xml ";
    strcpy(text, town);
    order(&s, "disable Collect");
    memcpy(strstr(text, "cost='1'"), "cost='7'", 8);
    quoted(line + strlen(line), text);
    order(&s, line);
    tick(&s, 2);
    assert_string_equal(action_of(&s), "Ride");
    tick(&s, 20);
    assert_int_equal(ploy_agent_get(ploy_world_agent(s.world, s.courier), "sent"), 1);
    assert_string_equal(action_of(&s), ""); // Collect is still disabled
    expect_refused(&s, "load town.xml \"<ploy version='1'><agent/></ploy>\"", "\"line\": 1");
    tick(&s, 2);
    tear_down(&s);
}

static void wrong_commands_are_refused_with_a_hint_and_change_nothing(void** state)
{
    (void)state;
    remote_stage s;
    set_up(&s);
    tick(&s, 2);
    uint64_t hash = ploy_world_hash(s.world);
    expect_refused(&s, "", "empty");
    expect_refused(&s, "   ", "empty");
    expect_refused(&s, "puase", "did you mean 'pause'?");
    expect_refused(&s, "set", "argument is missing");
    expect_refused(&s, "set #1 ammo 1 2", "too many arguments");
    expect_refused(&s, "set #9 ammo 1", "no agent '#9'");
    expect_refused(&s, "set #99999999999 ammo 1", "no agent");
    expect_refused(&s, "set \"courir 1\" ammo 1", "did you mean 'courier 1'?");
    expect_refused(&s, "set #1 amo 1", "did you mean 'ammo'?");
    expect_refused(&s, "set #1 ammo much", "is of type int");
    expect_refused(&s, "set \"courier 1 ammo 1", "no closing quote");
    expect_refused(&s, "set \"a\\q\" ammo 1", "unknown escape");
    expect_refused(&s, "set \"\\ud800\" ammo 1", "no character");
    expect_refused(&s, "set \"\\u0000\" ammo 1", "no character");
    expect_refused(&s, "set \"#1\"ammo 1", "a space is missing");
    expect_refused(&s, "a b c d e f g h i j", "too many arguments");
    expect_refused(&s, "step 0", "at least 1");
    expect_refused(&s, "step -1", "at least 1");
    expect_refused(&s, "break goals Deliver", "did you mean 'goal'?");
    expect_refused(&s, "break goal Delver", "did you mean 'Deliver'?");
    expect_refused(&s, "break goal", "takes a name");
    expect_refused(&s, "break condition \"ammo >\"", "column");
    expect_refused(&s, "break dither #7", "no agent");
    expect_refused(&s, "clear 4", "no breakpoint '4'");
    expect_refused(&s, "disable Fly", "no action or activity");
    expect_refused(&s, "enable Walk", "not disabled");
    expect_refused(&s, "release #1 ammo", "not held");
    expect_refused(&s, "goal #2 Deliver", "does not pursue goals");
    expect_refused(&s, "goal #1 Delver", "did you mean 'Deliver'?");
    expect_refused(&s, "cost Fly 1", "no action 'Fly'");
    expect_refused(&s, "cost Walk \"1 +\"", "ok");
    assert_int_equal(ploy_world_hash(s.world), hash);
    assert_int_equal(s.command_count, 0);
    const char zero[] = "set #1 \0 1";
    assert_non_null(strstr(ploy_remote_request(s.remote, zero, sizeof zero - 1), "zero byte"));
    tear_down(&s);
}

static void what_the_debugger_did_is_traced_and_leads_to_the_same_hash_again(void** state)
{
    (void)state;
    remote_stage s, again;
    set_up(&s);
    s.has_eyes = true;
    tick(&s, 3);
    order(&s, "hold \"guard 2\" alarm true");
    order(&s, "disable Walk");
    tick(&s, 4);
    order(&s, "pause");
    order(&s, "goal #1 BePaid");
    order(&s, "step 3");
    tick(&s, 9);
    order(&s, "set world mood \"quite \\\"long\\\", longer than one part of a text\"");
    order(&s, "cost Ride 0.5");
    order(&s, "resume");
    expect_refused(&s, "set #1 amo 1", "no key");
    tick(&s, 20);
    order(&s, "release #2 alarm");
    order(&s, "enable Walk");
    tick(&s, 5);
    assert_int_equal(s.command_count, 7);
    assert_string_equal(s.commands[0].line, "hold #2 \"alarm\" \"true\"");
    uint64_t hash = ploy_world_hash(s.world), plain;

    set_up(&again);
    again.has_eyes = true;
    for (uint32_t i = 0; again.tick < s.tick;) {
        for (; i < s.command_count && s.commands[i].tick == again.tick; ++i) order(&again, s.commands[i].line);
        tick(&again, 1);
    }
    assert_int_equal(ploy_world_hash(again.world), hash);
    tear_down(&again);

    set_up(&again);
    again.has_eyes = true;
    tick(&again, (uint32_t)s.tick);
    plain = ploy_world_hash(again.world);
    assert_int_not_equal(plain, hash); // it mattered
    tear_down(&again);
    tear_down(&s);
}

static void watching_changes_nothing(void** state)
{
    (void)state;
    remote_stage s;
    set_up(&s);
    tick(&s, 30);
    uint64_t hash = ploy_world_hash(s.world);
    tear_down(&s);
    set_up(&s);
    order(&s, "break node dig");
    order(&s, "break condition alarm");
    order(&s, "break dither");
    for (uint32_t i = 0; s.tick < 30; ++i) {
        ask(&s, "status");
        ask(&s, "agents");
        ask(&s, "agent #1");
        ask(&s, "agent #3");
        ask(&s, i % 3 ? "resume" : "pause");
        order(&s, "resume");
        tick(&s, 1);
    }
    assert_int_equal(ploy_world_hash(s.world), hash);
    tear_down(&s);
}

static void a_world_has_one_remote_control_at_a_time(void** state)
{
    (void)state;
    remote_stage s;
    set_up(&s);
    ploy_remote* second;
    ploy_remote_def def = {.world = s.world};
    assert_int_equal(ploy_remote_create(&def, &second), PLOY_NOT_SUPPORTED);
    assert_null(second);
    ploy_remote_destroy(s.remote);
    assert_int_equal(ploy_remote_create(&def, &s.remote), PLOY_OK);
    expect_refused(&s, "load a b", "cannot load files");
    tear_down(&s);
}

static void a_remote_control_goes_with_its_world(void** state)
{
    (void)state;
    remote_stage s;
    set_up(&s);
    order(&s, "hold #2 alarm true");
    order(&s, "disable Walk");
    order(&s, "break goal Deliver");
    tick(&s, 2);
    ploy_world_destroy(s.world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_paused_world_goes_on_by_steps_alone),
        cmocka_unit_test(a_debugger_that_leaves_lets_the_world_go_on),
        cmocka_unit_test(breakpoints_pause_on_goals_actions_states_nodes_and_conditions),
        cmocka_unit_test(breakpoints_know_options_of_utilities_and_tasks_of_networks),
        cmocka_unit_test(a_breakpoint_on_dithering_waits_for_the_third_return),
        cmocka_unit_test(a_set_value_is_read_and_a_held_one_stays),
        cmocka_unit_test(objects_are_shown_and_set_by_name),
        cmocka_unit_test(values_are_shown_and_set_by_name),
        cmocka_unit_test(a_held_key_of_an_agent_that_dies_is_forgotten),
        cmocka_unit_test(a_disabled_action_is_in_no_plan_until_it_is_enabled),
        cmocka_unit_test(a_goal_is_forced_and_a_cost_turns_the_plan),
        cmocka_unit_test(a_cost_changes_in_every_domain_that_has_the_action_or_in_none),
        cmocka_unit_test(a_file_is_loaded_while_it_runs_and_a_bad_one_is_not),
        cmocka_unit_test(wrong_commands_are_refused_with_a_hint_and_change_nothing),
        cmocka_unit_test(what_the_debugger_did_is_traced_and_leads_to_the_same_hash_again),
        cmocka_unit_test(watching_changes_nothing),
        cmocka_unit_test(a_world_has_one_remote_control_at_a_time),
        cmocka_unit_test(a_remote_control_goes_with_its_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
