#define _POSIX_C_SOURCE 200809L // mkstemp

#include <ploy/io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/world.h"
#include "knowledge/blackboard.h"
#include "mind/goap/goap.h"
#include "support/base/allocators.h"
#include "support/base/temporary.h"
#include "support/base/test.h"

// A smith who hammers a sword or, if that is cheaper, casts it. Every action takes two ticks.
static const char smith[] = "<ploy version='1'>\n"
                            "  <domain name='smith'>\n"
                            "    <symbol name='hot' type='bool'/>\n"
                            "    <symbol name='sword' type='bool'/>\n"
                            "    <action name='Heat' duration='0.2'><effect>hot</effect></action>\n"
                            "    <action name='Hammer' cost='%s' duration='0.2'><pre>hot</pre><effect>sword</effect>"
                            "</action>\n"
                            "    <action name='Cast' cost='3' duration='0.2'><effect>sword</effect></action>\n"
                            "    <goal name='Arm' priority='%s'>sword</goal>\n"
                            "  </domain>\n"
                            "  <agent name='%s' domain='smith'>%s</agent>\n"
                            "</ploy>\n";

typedef struct forge
{
    char path[320];
    ploy_world* world;
    ploy_agent_id agent;
    char log[512];
    const char* again_in_act; ///< the sets in a file that is loaded when the next action starts; NULL: none
} forge;

/// What the file says this time.
typedef struct version
{
    const char* cost;
    const char* priority;
    const char* name;
    const char* sets;
} version;

static const version usual = {"1", "1", "smith", ""};

static void write_file(const forge* f, version e)
{
    FILE* file = fopen(f->path, "w");
    assert_non_null(file);
    fprintf(file, smith, e.cost, e.priority, e.name, e.sets);
    fclose(file);
}

static void on_event(void* user, ploy_agent* agent, const ploy_goap_event* event)
{
    forge* f = user;
    if (event->kind == PLOY_GOAP_PLAN_TAKEN) return;
    size_t used = strlen(f->log);
    const ploy_domain* domain = ploy_file_domain(ploy_world_file(f->world, f->path), 0);
    bool is_action = event->kind <= PLOY_GOAP_ACTION_ABORTED;
    const char* name =
        is_action ? ploy_domain_action(domain, event->index).name : ploy_domain_goal(domain, event->index).name;
    snprintf(f->log + used, sizeof f->log - used, "%s:%s ", ploy_goap_event_name(event->kind), name);
    if (event->kind == PLOY_GOAP_ACTION_FINISHED) {
        const char* made = strcmp(name, "Heat") == 0 ? "hot" : "sword";
        ploy_agent_set(agent, made, true);
    }
    if (f->again_in_act && event->kind == PLOY_GOAP_ACTION_STARTED) {
        write_file(f, (version){"1", "1", "smith", f->again_in_act});
        f->again_in_act = NULL;
        assert_int_equal(ploy_world_load_file(ploy_agent_world(agent), f->path, NULL), PLOY_OK);
    }
}

static void open_file(forge* f)
{
    static int count;
    char name[32];
    *f = (forge){0};
    snprintf(name, sizeof name, "world%d.xml", count++);
    snprintf(f->path, sizeof f->path, "%s", write_temporary(name, ""));
    write_file(f, usual);
}

static bool open_forge(forge* f, const ploy_allocator* allocator)
{
    open_file(f);
    ploy_world_def def = {.on_event = on_event, .user = f};
    if (allocator) def.allocator = *allocator;
    f->world = ploy_world_create(&def);
    return f->world && ploy_world_load_file(f->world, f->path, NULL) == PLOY_OK;
}

static void close_forge(forge* f)
{
    ploy_world_destroy(f->world);
    remove(f->path);
}

static void make_smith(forge* f)
{
    f->agent = ploy_agent_create(f->world, &(ploy_agent_def){.type = "smith"});
}

static ploy_mind* mind_of(const forge* f)
{
    return pl_world_find_type(f->world, "smith")->mind;
}

static void tick(forge* f, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        ploy_world_tick(f->world, PLOY_SECOND / 10);
    }
}

// A file comes after two ticks, in the middle of the first step; then the world goes on.
static void expect_reload(version e, const char* log)
{
    forge f;
    assert_true(open_forge(&f, NULL));
    make_smith(&f);
    tick(&f, 2);
    assert_string_equal(f.log, "goal-started:Arm action-started:Heat ");
    write_file(&f, e);
    ploy_error error;
    assert_int_equal(ploy_world_load_file(f.world, f.path, &error), PLOY_OK);
    assert_string_equal(error.message, "");
    assert_int_equal(ploy_world_mind_agents(f.world, mind_of(&f)), 1);
    tick(&f, 9);
    assert_string_equal(f.log, log);
    close_forge(&f);
}

// The sword is sold and the fire is out: the smith has to plan again.
static void sell_sword(forge* f)
{
    ploy_agent* agent = ploy_world_agent(f->world, f->agent);
    ploy_agent_set(agent, "hot", false);
    ploy_agent_set(agent, "sword", false);
    f->log[0] = '\0';
}

static void new_costs_count_from_the_next_plan_on(void** state)
{
    (void)state;
    forge f;
    assert_true(open_forge(&f, NULL));
    make_smith(&f);
    tick(&f, 2);
    write_file(&f, (version){"9", "1", "smith", ""});
    assert_int_equal(ploy_world_load_file(f.world, f.path, NULL), PLOY_OK);
    tick(&f, 9);
    assert_string_equal(f.log, "goal-started:Arm action-started:Heat action-finished:Heat action-started:Hammer "
                               "action-finished:Hammer goal-finished:Arm ");
    sell_sword(&f);
    tick(&f, 9);
    assert_string_equal(f.log, "goal-started:Arm action-started:Cast action-finished:Cast goal-finished:Arm ");
    close_forge(&f);
}

static void a_goal_that_is_not_wanted_any_more_is_given_up(void** state)
{
    (void)state;
    expect_reload((version){"1", "0", "smith", ""},
                  "goal-started:Arm action-started:Heat action-aborted:Heat goal-aborted:Arm ");
}

static void another_set_of_actions_is_in_force(void** state)
{
    (void)state;
    expect_reload((version){"1", "1", "smith", "<actions>Cast</actions>"},
                  "goal-started:Arm action-started:Heat action-aborted:Heat action-started:Cast action-finished:Cast "
                  "goal-finished:Arm ");
}

// A bad file, and what is said of it.
static void expect_refusal(version e, uint32_t line, uint32_t column, const char* message)
{
    forge f;
    assert_true(open_forge(&f, NULL));
    make_smith(&f);
    tick(&f, 2);
    ploy_mind* mind = mind_of(&f);
    write_file(&f, e);
    ploy_error error;
    assert_int_equal(ploy_world_load_file(f.world, f.path, &error), PLOY_INVALID);
    assert_string_equal(error.message, message);
    assert_int_equal(error.line, line);
    assert_int_equal(error.column, column);
    assert_ptr_equal(mind_of(&f), mind);
    tick(&f, 9);
    assert_string_equal(f.log, "goal-started:Arm action-started:Heat action-finished:Heat action-started:Hammer "
                               "action-finished:Hammer goal-finished:Arm ");
    close_forge(&f);
}

static void a_bad_file_is_reported_and_the_old_one_stays(void** state)
{
    (void)state;
    expect_refusal((version){"much", "1", "smith", ""}, 6, 33, "action 'Hammer', cost: unknown symbol 'much'");
    expect_refusal((version){"1", "1", "smith", "<actions>Heet</actions>"}, 10, 47,
                   "unknown action 'Heet' in agent 'smith'");
    expect_refusal((version){"1", "1", "smith", "<pursue goal='Arm' satisfied='Armed'/>"}, 10, 1,
                   "condition 'Armed' is not bound");
    expect_refusal((version){"1", "1", "baker", ""}, 1, 1, "the file has no agent 'smith', and the world has 1");
    expect_refusal((version){"1", "1", "smith", "</agent>"}, 10, 46,
                   "</agent> ends nothing: <ploy> from line 1 is open");
}

static void a_file_loaded_inside_a_tick_is_in_force_when_it_ends(void** state)
{
    (void)state;
    forge f;
    assert_true(open_forge(&f, NULL));
    make_smith(&f);
    ploy_mind* old = mind_of(&f);
    f.again_in_act = "<actions>Cast</actions>";
    tick(&f, 1);
    assert_int_equal(ploy_world_mind_agents(f.world, old), 0);
    assert_int_equal(ploy_world_mind_agents(f.world, mind_of(&f)), 1);
    tick(&f, 9);
    assert_string_equal(f.log, "goal-started:Arm action-started:Heat action-aborted:Heat action-started:Cast "
                               "action-finished:Cast goal-finished:Arm ");
    close_forge(&f);
}

static void many_versions_leave_nothing_behind(void** state)
{
    (void)state;
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    forge f;
    assert_true(open_forge(&f, &allocator));
    make_smith(&f);
    uint64_t blocks = 0;
    for (uint32_t i = 0; i < 20; ++i) {
        write_file(&f, (version){i % 2 ? "1" : "9", "1", "smith", ""});
        assert_int_equal(ploy_world_load_file(f.world, f.path, NULL), PLOY_OK);
        assert_int_equal(ploy_world_load_file(f.world, f.path, NULL), PLOY_OK);
        tick(&f, 1);
        f.log[0] = '\0';
        blocks = i == 9 ? counters.live_blocks : blocks;
    }
    assert_int_equal(counters.live_blocks, blocks);
    close_forge(&f);
    assert_int_equal(counters.live_blocks, 0);
}

static bool reload_once(const ploy_allocator* allocator)
{
    forge f;
    bool ok = open_forge(&f, allocator);
    if (ok) {
        make_smith(&f);
        ploy_status status = ploy_world_load_file(f.world, f.path, NULL);
        assert_true(status == PLOY_OK || status == PLOY_OUT_OF_MEMORY);
        ok = status == PLOY_OK && f.agent.index1 != 0;
    }
    close_forge(&f);
    return ok;
}

static void without_memory_the_old_one_stays(void** state)
{
    (void)state;
    test_fail_every_allocation(reload_once);
}

// What a file needs must be there, and what it brings counts.

static ploy_status load_text(ploy_world* world, const char* text, ploy_error* error)
{
    return ploy_world_load_text(world, "text", text, strlen(text), error);
}

static void expect_error(const char* text, uint32_t line, const char* message, const char* hint)
{
    ploy_world* world = ploy_world_create(NULL);
    ploy_error error;
    assert_int_equal(load_text(world, text, &error), PLOY_INVALID);
    assert_string_equal(error.message, message);
    assert_string_equal(error.hint, hint);
    assert_int_equal(error.line, line);
    assert_null(ploy_world_file(world, "text"));
    ploy_world_destroy(world);
}

static void names_that_are_not_bound_are_errors(void** state)
{
    (void)state;
    expect_error("<ploy version='1'>\n<sensor name='eyes'/></ploy>", 2, "no sensor 'eyes' is bound",
                 "bind it with ploy_bindings_add_sensor before the file is loaded");
    expect_error("<ploy version='1'><domain name='d'>\n<action name='A' cost='call:far'/></domain></ploy>", 2,
                 "the domain 'd' calls 'far', and no condition or scorer of that name is bound",
                 "bind a condition (context=) or a scorer (call:) of that name before the file is loaded");
    expect_error("<ploy version='1'><domain name='d'>\n<action name='A' cost='call:far'/><action name='B' context='may'/>"
                 "<goal name='G' priority='call:need'>true</goal></domain></ploy>",
                 2,
                 "the domain 'd' calls 'far', and no condition or scorer of that name is bound; nor 'may'; nor 'need'",
                 "bind a condition (context=) or a scorer (call:) of that name before the file is loaded");
    expect_error("<ploy version='1'><domain name='d'>\n<action name='A'/><action name='B' duration='1'/>"
                 "<action name='C'/></domain><agent name='a' domain='d'/></ploy>",
                 2, "action 'A' has neither an activity of its name nor a duration; nor 'C'",
                 "bind an activity 'A', or give the action a duration");
    expect_error("<ploy version='1'><domain name='d'/>\n<agent name='a' domain='d' mind='Guard'/></ploy>", 2,
                 "the file has no behavior tree, state machine, task network or utility 'Guard'",
                 "'goap', or the name of one that the file has");
    expect_error("<ploy version='1'>\n<agent name='a'/></ploy>", 2,
                 "<agent> needs the attribute 'domain', or a mind that does not plan",
                 "add domain=\"…\", or mind=\"…\" with the name of a behavior tree or the like");
}

static ploy_outcome till(ploy_agent* agent, const ploy_call* call)
{
    (void)agent, (void)call;
    return PLOY_SUCCESS;
}

static void an_action_with_neither_activity_nor_duration_is_an_error(void** state)
{
    (void)state;
    static const char field[] = "<ploy version='1'><domain name='d'><symbol name='tilled' type='bool'/>\n"
                                "<action name='Till'><effect>tilled</effect></action></domain>\n"
                                "<agent name='a' domain='d'/></ploy>";
    static const char* const names[] = {"Til", "Plow"};
    static const char* const hints[] = {"did you mean 'Til'?",
                                        "bind an activity 'Till', or give the action a duration"};
    for (int i = 0; i < 2; ++i) {
        ploy_world* world = ploy_world_create(NULL);
        ploy_activity_def activity = {.name = names[i], .update = till};
        ploy_error error;
        assert_int_equal(ploy_bindings_add_activity(ploy_world_bindings(world), &activity, NULL), PLOY_OK);
        assert_int_equal(load_text(world, field, &error), PLOY_INVALID);
        assert_string_equal(error.message, "action 'Till' has neither an activity of its name nor a duration");
        assert_string_equal(error.hint, hints[i]);
        assert_int_equal(error.line, 2);
        activity.name = "Till";
        assert_int_equal(ploy_bindings_add_activity(ploy_world_bindings(world), &activity, NULL), PLOY_OK);
        assert_int_equal(load_text(world, field, &error), PLOY_OK);
        ploy_world_destroy(world);
    }
}

// What is logged, line by line.
static void take_log(const char* message, void* user)
{
    char* taken = user;
    size_t used = strlen(taken);
    snprintf(taken + used, 1024 - used, "%s\n", message);
}

static void a_port_that_is_neither_a_parameter_nor_a_key_is_an_error(void** state)
{
    (void)state;
    static const char farm[] = "<ploy version='1'><domain name='d'><type name='place' objects='house field'/>\n"
                               "<symbol name='at' type='place'/>\n"
                               "<action name='GoTo'><param name='place' type='place'/>\n"
                               "<pre>at != place</pre><effect>at = place</effect></action></domain>\n"
                               "<agent name='a' domain='d'/></ploy>";
    static const char* const ports[] = {"palce", "speed", "place", "at"};
    static const char* const hints[] = {"did you mean 'place'?",
                                        "give the action a parameter of that name, or add a key"};
    for (int i = 0; i < 4; ++i) {
        ploy_world* world = ploy_world_create(NULL);
        ploy_activity_def activity = {.name = "GoTo", .update = till, .ports = ports[i]};
        ploy_error error;
        assert_int_equal(ploy_bindings_add_activity(ploy_world_bindings(world), &activity, NULL), PLOY_OK);
        assert_int_equal(load_text(world, farm, &error), i < 2 ? PLOY_INVALID : PLOY_OK);
        ploy_world_destroy(world);
        if (i >= 2) continue;
        char message[200];
        snprintf(message, sizeof message,
                 "port '%s' of the activity 'GoTo': action 'GoTo' has no parameter of that name, and the blackboard no "
                 "key",
                 ports[i]);
        assert_string_equal(error.message, message);
        assert_string_equal(error.hint, hints[i]);
        assert_int_equal(error.line, 3);
        assert_int_equal(error.column, 15);
    }
}

static void look(ploy_agent* agent, void* user)
{
    (void)agent, (void)user;
}

static bool is_late(ploy_agent* agent, const ploy_call* call)
{
    (void)agent, (void)call;
    return false;
}

static void a_name_that_is_bound_and_not_used_is_logged_once(void** state)
{
    (void)state;
    static const char field[] = "<ploy version='1'><sensor name='eyes'/><domain name='d'><symbol name='t' type='bool'/>"
                                "<action name='Till' duration='1'><effect>t</effect></action>"
                                "<action name='Sow' duration='1'><effect>t</effect></action></domain>"
                                "<agent name='a' domain='d'/></ploy>";
    char taken[1024] = "";
    ploy_world* world = ploy_world_create(NULL);
    ploy_bindings* bindings = ploy_world_bindings(world);
    static const char* const names[] = {"Til", "Sow", "Harvest"};
    for (int i = 0; i < 3; ++i) {
        ploy_bindings_add_activity(bindings, &(ploy_activity_def){.name = names[i], .update = till}, NULL);
    }
    ploy_bindings_add_condition(bindings, &(ploy_condition_def){.name = "is_late", .test = is_late}, NULL);
    ploy_bindings_add_sensor(bindings, &(ploy_sensor_def){.name = "eyes", .sense = look}, NULL);
    ploy_bindings_add_sensor(bindings, &(ploy_sensor_def){.name = "ears", .sense = look}, NULL);
    ploy_bindings_add_sensor(bindings, &(ploy_sensor_def){.name = "nose", .sense = look, .interval = 5}, NULL);
    assert_int_equal(load_text(world, field, NULL), PLOY_OK);
    ploy_set_log_handler(take_log, taken);
    for (int i = 0; i < 3; ++i) ploy_world_tick(world, PLOY_SECOND);
    ploy_set_log_handler(NULL, NULL);
    ploy_world_destroy(world);
    assert_string_equal(
        taken,
        "ploy_world_tick: the activity 'Til' is bound, and nothing uses it; did you mean the action 'Till'?\n"
        "ploy_world_tick: the activity 'Harvest' is bound, and nothing uses it; remove it, or use it in a file\n"
        "ploy_world_tick: the condition 'is_late' is bound, and nothing uses it; remove it, or use it in a file\n"
        "ploy_world_tick: the sensor 'ears' updates in every tick; add <sensor name=\"ears\"> to a file, or set "
        "its interval\n");
}

static void feel(ploy_agent* agent, void* user)
{
    const char* key = user;
    if (key) ploy_agent_set(agent, key, 7);
}

#define UNWRITTEN_KEY                                                                                                  \
    "ploy_world_destroy: nothing ever wrote the key 'alarm' of text:2:1; write it, give it an initial value, or "      \
    "remove it\n"

static void log_of_a_farm(const char* written, const char* type, uint32_t ticks, char taken[1024])
{
    static const char farm[] = "<ploy version='1'><domain name='farm'><type name='place' objects='house field road'/>"
                               "<symbol name='hungry' type='bool'/><symbol name='at' type='place'/>"
                               "<symbol name='unread' type='bool'/><symbol name='fed' type='bool' planned='true'/>"
                               "<action name='Eat' duration='1'><pre>at = house</pre><effect>fed</effect></action>"
                               "<goal name='BeFed' relevant='hungry'>fed</goal></domain>"
                               "<agent name='farmer' domain='farm'/><blackboard>\n"
                               "<key name='alarm'/><key name='pace' type='int' initial='2'/></blackboard></ploy>";
    ploy_world* world = ploy_world_create(NULL);
    ploy_sensor_def sensor = {.name = "eyes", .sense = feel, .user = (void*)written};
    ploy_bindings_add_sensor(ploy_world_bindings(world), &sensor, NULL);
    assert_int_equal(load_text(world, farm, NULL), PLOY_OK);
    taken[0] = '\0';
    ploy_set_log_handler(take_log, taken);
    for (int i = 0; i < 2; ++i) ploy_agent_create(world, &(ploy_agent_def){.type = type});
    for (uint32_t i = 0; i < ticks; ++i) ploy_world_tick(world, PLOY_SECOND / 10);
    ploy_world_destroy(world);
    ploy_set_log_handler(NULL, NULL);
}

static void a_symbol_that_nothing_wrote_is_logged_when_the_world_ends(void** state)
{
    (void)state;
    char taken[1024];
    log_of_a_farm(NULL, "farmer", 99, taken);
    assert_string_equal(taken, "");
    log_of_a_farm(NULL, "farmer", 100, taken);
    assert_string_equal(taken, UNWRITTEN_KEY
                        "ploy_world_destroy: nothing ever wrote the symbol 'hungry' of the domain 'farm'; write it in "
                        "a sensor or an activity, or mark it planned\n"
                        "ploy_world_destroy: nothing ever wrote the symbol 'at' of the domain 'farm'; write it in a "
                        "sensor or an activity, or mark it planned\n");
}

static void a_number_that_is_no_object_is_logged_once(void** state)
{
    (void)state;
    char taken[1024];
    log_of_a_farm("at", "farmer", 5, taken);
    assert_string_equal(taken,
                        "ploy_view_read: the symbol 'at' of the domain 'farm' is read as its first object: its key "
                        "holds 7, and it has 3 objects; write 0 to 2\n");
}

static void agents_without_a_mind_are_logged_where_types_were_loaded(void** state)
{
    (void)state;
    char taken[1024];
    log_of_a_farm(NULL, NULL, 200, taken);
    assert_string_equal(
        taken, "ploy_world_tick: no agent has a mind; set ploy_agent_def.type, say to 'farmer'\n" UNWRITTEN_KEY);
}

// Each is refused at another step, after its keys and fact types were added.
static void a_file_that_is_refused_leaves_nothing_behind(void** state)
{
    (void)state;
    static const char* const refused[] = {
        "<sensor name='unbound'/>",
        "<domain name='e'><action name='A' cost='call:unbound'/></domain>",
        "<agent name='a' domain='d' mind='None'/>",
        "<agent name='a' domain='d'><pursue goal='G' satisfied='unbound'/></agent>",
        "<squad name='s' home='nowhere'/>",
        "<BehaviorTree ID='T'><Unbound/></BehaviorTree><agent name='a' mind='T'/>",
    };
    static const char body[] = "<ploy version='1'><blackboard><key name='%s'/><key name='own' type='string'/>"
                               "</blackboard><fact name='%s'><attribute name='who'/></fact><domain name='d'>"
                               "<symbol name='x' type='bool'/><goal name='G'>x</goal></domain>%s</ploy>";
    ploy_world* world = ploy_world_create(NULL);
    ploy_blackboard_keys_add(ploy_world_keys(world), &(ploy_key_def){.name = "first"}, NULL);
    uint64_t fingerprint = ploy_world_keys(world)->fingerprint;
    char text[1024];
    ploy_error error;
    for (uint32_t i = 0; i < sizeof refused / sizeof *refused; ++i) {
        snprintf(text, sizeof text, body, "key", "enemy", refused[i]);
        if (load_text(world, text, &error) != PLOY_INVALID) fail_msg("%s", text);
        assert_int_equal(ploy_blackboard_keys_count(ploy_world_keys(world)), 1);
        assert_true(ploy_world_keys(world)->fingerprint == fingerprint);
        assert_int_equal(ploy_blackboard_keys_find(ploy_world_keys(world), "key"), PLOY_NONE);
        assert_int_equal(ploy_fact_types_find(ploy_world_fact_types(world), "enemy"), PLOY_NONE);
    }
    snprintf(text, sizeof text, body, "other", "friend", "");
    assert_int_equal(load_text(world, text, &error), PLOY_OK);
    assert_int_equal(ploy_blackboard_keys_find(ploy_world_keys(world), "other"), 1);
    assert_int_equal(ploy_blackboard_keys_find(ploy_world_keys(world), "x"), 3);
    assert_int_equal(ploy_fact_types_find(ploy_world_fact_types(world), "friend"), 0);
    ploy_agent_create(world, NULL);
    ploy_world_tick(world, PLOY_SECOND);
    ploy_world_destroy(world);
}

static void list_missing(void* user, const ploy_error* error)
{
    static const char* const kinds[] = {"nothing", "activity", "condition", "scorer", "node",      "sensor",   "call",
                                        "name",    "port",     "key",       "struct", "fact type", "attribute"};
    char line[300];
    snprintf(line, sizeof line, "%s %s%s%s", kinds[error->missing], error->name, *error->owner ? " of " : "",
             error->owner);
    take_log(line, user);
}

// A tool learns from the errors which names a file uses.
static void an_error_says_what_the_game_has_not_bound(void** state)
{
    (void)state;
    static const char* const files[] = {
        "<sensor name='eyes'/>",
        "<domain name='d'><symbol name='x' type='bool'/><action name='A' cost='call:price'><effect>x</effect></action>"
        "</domain>",
        "<domain name='d'><symbol name='x' type='bool'/><action name='A'><effect>x</effect></action></domain>"
        "<agent name='a' domain='d'/>",
        "<BehaviorTree ID='T'><Walk/></BehaviorTree>",
        "<BehaviorTree ID='T'><Condition ID='IsNear'/></BehaviorTree>",
        "<BehaviorTree ID='T'><Inspect><Walk/><Walk/></Inspect></BehaviorTree>",
        "<BehaviorTree ID='T'><Bound at='3'/></BehaviorTree>",
        "<fsm name='m'><state name='s' does='Guard'/></fsm>",
        "<fsm name='m'><state name='s' does='Bound(at = 3)'/></fsm>",
        "<fsm name='m'><state name='s' does='Bound'><transition to='s' when='alarm'/></state></fsm>",
        "<utility name='u'><option name='Eat'><constant value='1'/></option></utility>",
        "<utility name='u'><option name='Bound'><scorer of='need'/></option></utility>",
        "<utility name='u'><option name='Bound'><key of='hunger'/></option></utility>",
        "<blackboard><key name='k' type='Pose'/></blackboard>",
        "<BehaviorTree ID='T'><Sequense><Bound/></Sequense></BehaviorTree>",
    };
    char taken[1024] = "";
    for (uint32_t i = 0; i < sizeof files / sizeof *files; ++i) {
        ploy_world* world = ploy_world_create(NULL);
        ploy_bindings_add_activity(ploy_world_bindings(world), &(ploy_activity_def){.name = "Bound", .update = till},
                                   NULL);
        char text[512];
        int bytes = snprintf(text, sizeof text, "<ploy version='1'>%s</ploy>", files[i]);
        assert_int_equal(ploy_world_check_text(world, "text", text, (size_t)bytes, list_missing, taken), PLOY_INVALID);
        ploy_world_destroy(world);
    }
    assert_string_equal(taken, "sensor eyes\ncall price\nactivity A\nactivity Walk\ncondition IsNear\nnode Inspect\n"
                               "activity Walk\nactivity Walk\nport at of Bound\nactivity Guard\nport at of Bound\nname alarm\nactivity Eat\n"
                               "scorer need\nkey hunger\nstruct Pose\nnothing \n");
}

static void count_errors(void* user, const ploy_error* error)
{
    take_log(error->message, user);
}

static void a_check_reports_every_error_and_leaves_nothing_behind(void** state)
{
    (void)state;
    static const char many[] = "<ploy version='1'><blackboard><key name='k'/></blackboard><sensor name='eyes'/>"
                               "<BehaviorTree ID='Main'><SubTree ID='Part'/></BehaviorTree>"
                               "<BehaviorTree ID='Part'><Walk/></BehaviorTree>"
                               "<BehaviorTree ID='Alone'><Run/></BehaviorTree>"
                               "<agent name='a' mind='Main'/><agent name='b' mind='None'/></ploy>";
    char taken[1024] = "";
    ploy_world* world = ploy_world_create(NULL);
    assert_int_equal(ploy_world_check_text(world, "text", many, strlen(many), count_errors, taken), PLOY_INVALID);
    assert_string_equal(taken, "no sensor 'eyes' is bound\n"
                               "unknown activity 'Walk'\n"
                               "the file has no behavior tree, state machine, task network or utility 'None'\n"
                               "unknown activity 'Run'\n");
    assert_int_equal(ploy_blackboard_keys_count(ploy_world_keys(world)), 0);
    assert_null(ploy_world_file(world, "text"));
    static const char good[] = "<ploy version='1'><blackboard><key name='k'/></blackboard></ploy>";
    assert_int_equal(ploy_world_check_text(world, "text", good, strlen(good), count_errors, taken), PLOY_OK);
    assert_int_equal(ploy_blackboard_keys_count(ploy_world_keys(world)), 0);
    ploy_world_destroy(world);
}

static void effects_are_written_where_the_agent_type_says_so(void** state)
{
    (void)state;
    static const char range[] =
        "<ploy version='1'><domain name='d'><type name='place' objects='camp range'/>"
        "<symbol name='at' type='place'/><symbol name='ammo' type='int' min='1' max='9'/>"
        "<symbol name='skill' type='decimal' min='0' max='2' step='0.5'/>"
        "<action name='Go' duration='0.1'><pre>at = camp</pre><effect>at = range</effect></action>"
        "<action name='Load' duration='0.1'><pre>at = range</pre><effect>ammo += 3</effect></action>"
        "<action name='Shoot' duration='0.1'><pre>ammo ge 4</pre>"
        "<effect>ammo -= 2, skill += 0.5</effect></action>"
        "<goal name='Train'>skill ge 0.5</goal></domain>"
        "<agent name='writes' domain='d' write_effects='true'/><agent name='senses' domain='d'/></ploy>";
    ploy_world* world = ploy_world_create(NULL);
    assert_int_equal(load_text(world, range, NULL), PLOY_OK);
    ploy_agent* writes = ploy_world_agent(world, ploy_agent_create(world, &(ploy_agent_def){.type = "writes"}));
    ploy_agent* senses = ploy_world_agent(world, ploy_agent_create(world, &(ploy_agent_def){.type = "senses"}));
    for (int i = 0; i < 20; ++i) ploy_world_tick(world, PLOY_SECOND / 10);
    assert_int_equal(ploy_agent_get(writes, "at"), 1);
    assert_int_equal(ploy_agent_get(writes, "ammo"), 2);
    assert_int_equal(ploy_agent_get(writes, "skill"), 500);
    assert_int_equal(ploy_goap_goal(writes, NULL), PLOY_NONE);
    assert_int_equal(ploy_agent_get(senses, "at"), 0);
    assert_int_equal(ploy_agent_get(senses, "ammo"), 1);
    ploy_world_destroy(world);
}

static void ignore(ploy_agent* agent, void* user)
{
    (void)agent;
    (void)user;
}

static void effects_are_believed_a_second_longer_than_the_slowest_sensor_takes(void** state)
{
    (void)state;
    static const char field[] =
        "<ploy version='1'><domain name='d'><symbol name='x' type='bool'/>"
        "<action name='A' duration='1'><effect>x</effect></action><goal name='G'>x</goal></domain>"
        "<sensor name='eyes' interval='2'/><sensor name='ears'/><sensor name='nose'/>"
        "<agent name='all' domain='d'/><agent name='deaf' domain='d' sensors='eyes'/>"
        "<agent name='blind' domain='d' sensors='nose'/>"
        "<agent name='sure' domain='d' settle='9'/></ploy>";
    static const char* const types[] = {"all", "deaf", "blind", "sure"};
    static const int64_t seconds[] = {5, 3, 1, 9};
    ploy_world* world = ploy_world_create(NULL);
    ploy_sensor_def eyes = {.name = "eyes", .sense = ignore}, ears = eyes, nose = eyes;
    ears.name = "ears";
    nose.name = "nose";
    ears.interval = 4 * PLOY_SECOND;
    assert_int_equal(ploy_bindings_add_sensor(ploy_world_bindings(world), &eyes, NULL), PLOY_OK);
    assert_int_equal(ploy_bindings_add_sensor(ploy_world_bindings(world), &ears, NULL), PLOY_OK);
    assert_int_equal(ploy_bindings_add_sensor(ploy_world_bindings(world), &nose, NULL), PLOY_OK);
    assert_int_equal(load_text(world, field, NULL), PLOY_OK);
    for (int i = 0; i < 4; ++i) {
        ploy_agent* agent = ploy_world_agent(world, ploy_agent_create(world, &(ploy_agent_def){.type = types[i]}));
        assert_int_equal(pl_goap_of(agent)->def.settle, seconds[i] * PLOY_SECOND);
    }
    ploy_world_destroy(world);
}

static int64_t price(ploy_agent* agent, const ploy_call* call)
{
    assert_non_null(agent);
    return call->ports[0].value == 1 ? 9000 : 1000;
}

static bool sells(ploy_agent* agent, const ploy_call* call)
{
    (void)agent;
    return call->ports[0].value != *(const int64_t*)call->user;
}

static void conditions_and_scorers_answer_what_a_domain_calls(void** state)
{
    (void)state;
    static const char shop[] =
        "<ploy version='1'><domain name='d'><type name='shop' objects='near dear shut'/>"
        "<symbol name='bread' type='bool'/><symbol name='bought' type='shop' initial='dear'/>"
        "<action name='Buy' cost='call:price' context='sells' duration='1'><param name='s' type='shop'/>"
        "<effect>bread, bought = s</effect></action><goal name='Eat'>bread</goal></domain>"
        "<agent name='a' domain='d'/></ploy>";
    for (int64_t shut = 0; shut < 3; shut += 2) {
        ploy_world* world = ploy_world_create(NULL);
        ploy_bindings* bindings = ploy_world_bindings(world);
        ploy_scorer_def scorer = {.name = "price", .score = price, .ports = "shop"};
        ploy_condition_def condition = {.name = "sells", .test = sells, .ports = "shop", .user = &shut};
        assert_int_equal(ploy_bindings_add_scorer(bindings, &scorer, NULL), PLOY_OK);
        assert_int_equal(ploy_bindings_add_condition(bindings, &condition, NULL), PLOY_OK);
        assert_int_equal(load_text(world, shop, NULL), PLOY_OK);
        ploy_agent_id id = ploy_agent_create(world, &(ploy_agent_def){.type = "a"});
        ploy_world_tick(world, 1);
        uint32_t args[PLOY_MAX_ARGS];
        assert_int_equal(ploy_goap_action(ploy_world_agent(world, id), args), 0);
        assert_int_equal(args[0], shut == 0 ? 2 : 0);
        ploy_world_destroy(world);
    }
}

static void an_agent_starts_in_the_state_of_its_type(void** state)
{
    (void)state;
    ploy_world* world = ploy_world_create(NULL);
    assert_int_equal(load_text(world,
                               "<ploy version='1'><domain name='d'><symbol name='ammo' type='int' min='0' max='9'/>"
                               "<symbol name='armed' type='bool'/></domain>"
                               "<agent name='a' domain='d'><state>ammo = 3, armed</state></agent>"
                               "<agent name='b' domain='d'/></ploy>",
                               NULL),
                     PLOY_OK);
    ploy_agent* a = ploy_world_agent(world, ploy_agent_create(world, &(ploy_agent_def){.type = "a"}));
    ploy_agent* b = ploy_world_agent(world, ploy_agent_create(world, &(ploy_agent_def){.type = "b"}));
    assert_int_equal(ploy_agent_get(a, "ammo"), 3);
    assert_int_equal(ploy_agent_get(a, "armed"), 1);
    assert_int_equal(ploy_agent_get(b, "ammo"), 0);
    assert_string_equal(ploy_agent_type(a), "a");
    assert_int_equal(ploy_agent_create(world, &(ploy_agent_def){.type = "c"}).index1, 0);
    ploy_world_destroy(world);
}

static ploy_outcome wave(ploy_agent* agent, const ploy_call* call)
{
    ++*(uint32_t*)call->user;
    (void)agent;
    return PLOY_SUCCESS;
}

static void a_file_without_agents_has_what_decides_for_types(void** state)
{
    (void)state;
    uint32_t waves = 0;
    ploy_world* world = ploy_world_create(NULL);
    ploy_activity_def activity = {.name = "Wave", .update = wave, .user = &waves};
    assert_int_equal(ploy_bindings_add_activity(ploy_world_bindings(world), &activity, NULL), PLOY_OK);
    assert_int_equal(
        load_text(world, "<root BTCPP_format='4'><BehaviorTree ID='Greet'><Wave/></BehaviorTree></root>", NULL),
        PLOY_OK);
    assert_true(ploy_agent_create(world, &(ploy_agent_def){.type = "Greet"}).index1 != 0);
    for (int i = 0; i < 8; ++i) ploy_world_tick(world, 1);
    assert_true(waves >= 2);
    ploy_world_destroy(world);
}

static void what_comes_after_the_first_agent_cannot_bring_new_keys(void** state)
{
    (void)state;
    ploy_world* world = ploy_world_create(NULL);
    ploy_agent_create(world, NULL);
    ploy_error error;
    assert_int_equal(load_text(world, "<ploy version='1'><blackboard><key name='late'/></blackboard></ploy>", &error),
                     PLOY_INVALID);
    assert_string_equal(error.message, "the key 'late' is new, and the world has agents already");
    ploy_world_destroy(world);
}

// Keys that are strings and structs.

static bool parse_pair(void* user, const char* text, void* made)
{
    (void)user;
    return sscanf(text, "%d;%d", &((int*)made)[0], &((int*)made)[1]) == 2;
}

static size_t print_pair(void* user, const void* from, char* text, size_t size)
{
    (void)user;
    return (size_t)snprintf(text, size, "%d;%d", ((const int*)from)[0], ((const int*)from)[1]);
}

static void keys_of_a_file_may_be_strings_and_structs(void** state)
{
    (void)state;
    ploy_world* world = ploy_world_create(NULL);
    ploy_struct_def pair = {.name = "Pair", .bytes = 8, .parse = parse_pair, .print = print_pair};
    assert_int_equal(ploy_blackboard_keys_add_struct(ploy_world_keys(world), &pair), PLOY_OK);
    assert_int_equal(
        load_text(world,
                  "<ploy version='1'><blackboard><key name='mood' type='string' initial='calm &amp; cool'/>"
                  "<key name='home' type='Pair' initial='3;4'/><key name='spot' type='Pair'/>"
                  "</blackboard></ploy>",
                  NULL),
        PLOY_OK);
    ploy_agent* agent = ploy_world_agent(world, ploy_agent_create(world, NULL));
    assert_string_equal(ploy_value_string(ploy_agent_get(agent, "mood")), "calm & cool");
    assert_int_equal(((const int*)ploy_value_struct(ploy_agent_get(agent, "home")))[1], 4);
    assert_int_equal(((const int*)ploy_value_struct(ploy_agent_get(agent, "spot")))[1], 0);
    ploy_agent_set(agent, "mood", ploy_value_of("cross"));
    assert_string_equal(ploy_value_string(ploy_agent_get(agent, "mood")), "cross");
    ploy_world_destroy(world);
}

static void numbers_of_a_file_have_names_in_scripts(void** state)
{
    (void)state;
    static const char text[] = "<ploy version='1'><blackboard><enum name='RED' value='3'/><enum name='GREEN'/>"
                               "<key name='color' type='int'/></blackboard><BehaviorTree ID='Paint'>"
                               "<Script code='color := GREEN'/></BehaviorTree></ploy>";
    ploy_world* world = ploy_world_create(NULL);
    ploy_error error = {0};
    if (ploy_world_load_text(world, "paint.xml", text, strlen(text), &error) != PLOY_OK) fail_msg("%s", error.message);
    ploy_agent_id id = ploy_agent_create(world, &(ploy_agent_def){.type = "Paint"});
    ploy_world_tick(world, 1000);
    assert_int_equal(ploy_agent_get(ploy_world_agent(world, id), "color"), 4);
    static const char wrong[] = "<ploy version='1'><blackboard><enum name='color'/></blackboard></ploy>";
    assert_int_equal(ploy_world_load_text(world, "wrong.xml", wrong, strlen(wrong), &error), PLOY_INVALID);
    assert_string_equal(error.message, "'color' is a key already");
    assert_int_equal(error.column, 43);
    ploy_world_destroy(world);
}

static void a_key_of_an_unknown_type_is_reported_with_its_place(void** state)
{
    (void)state;
    static const struct
    {
        const char* key;
        const char* message;
        const char* hint;
    } bad[] = {
        {"type='boll'", "the key 'a' has an unknown type 'boll'", "did you mean 'bool'?"},
        {"type='Pear'", "the key 'a' has an unknown type 'Pear'", "did you mean 'Pair'?"},
        {"type='geometry'", "the key 'a' has an unknown type 'geometry'",
         "bool, int, decimal, float, object, string, or add it with ploy_blackboard_keys_add_struct"},
        {"type='Pair' initial='3'", "'initial' of 'a' is '3', which is no Pair", ""},
    };
    for (uint32_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        ploy_world* world = ploy_world_create(NULL);
        ploy_struct_def pair = {.name = "Pair", .bytes = 8, .parse = parse_pair, .print = print_pair};
        assert_int_equal(ploy_blackboard_keys_add_struct(ploy_world_keys(world), &pair), PLOY_OK);
        char text[256];
        snprintf(text, sizeof text, "<ploy version='1'>\n<blackboard><key name='a' %s/></blackboard></ploy>",
                 bad[i].key);
        ploy_error error;
        assert_int_equal(load_text(world, text, &error), PLOY_INVALID);
        assert_string_equal(error.message, bad[i].message);
        assert_string_equal(error.hint, bad[i].hint);
        assert_int_equal(error.line, 2);
        assert_int_equal(error.column, 33);
        ploy_world_destroy(world);
    }
}

// Stones go from even heaps to odd ones and back, and a switch is turned each time: all heaps as they were, and the switch
// turned, is impossible, but no count of stones says so. Every distribution has to be tried, far more than any limit allows.
static const char* hopeless_file(char* text, size_t size, const char* attributes)
{
    size_t length = (size_t)snprintf(text, size, "<ploy version='1'><domain name='heaps'>");
    length += (size_t)snprintf(text + length, size - length, "<symbol name='on' type='bool' planned='true'/>");
    for (int i = 0; i < 12; ++i) {
        const char* symbol = "<symbol name='x%d' type='int' min='0' max='5' initial='2' planned='true'/>";
        length += (size_t)snprintf(text + length, size - length, symbol, i);
    }
    for (int i = 0; i < 144; ++i) {
        int even = 2 * (i / 24), odd = 2 * (i / 4 % 6) + 1;
        const char* action =
            "<action name='M%d' duration='1'><pre>%son</pre><effect>x%d -= 1, x%d += 1, %son</effect></action>";
        length += (size_t)snprintf(text + length, size - length, action, i, i & 1 ? "not " : "", i & 2 ? even : odd,
                                   i & 2 ? odd : even, i & 1 ? "" : "not ");
    }
    length += (size_t)snprintf(text + length, size - length, "<goal name='Level'>on");
    for (int i = 0; i < 12; ++i) length += (size_t)snprintf(text + length, size - length, " and x%d = 2", i);
    length += (size_t)snprintf(text + length, size - length,
                               "</goal></domain><agent name='mover' domain='heaps'%s/></ploy>", attributes);
    assert_true(length < size);
    return text;
}

typedef struct limit_log
{
    uint32_t ticks, searches, others;
    char last[512];
} limit_log;

static void hear_limit(const char* message, void* user)
{
    limit_log* log = user;
    bool is_tick = strstr(message, "in one tick") != NULL, is_search = strstr(message, "reached") && !is_tick;
    log->ticks += is_tick;
    log->searches += is_search;
    log->others += !is_tick && !is_search;
    snprintf(log->last, sizeof log->last, "%s", message);
}

static uint32_t tick_hopeless(const char* attributes, uint32_t max_nodes, uint32_t ticks, limit_log* log)
{
    static char text[20000];
    uint32_t highest = 0;
    *log = (limit_log){0};
    ploy_set_log_handler(hear_limit, log);
    ploy_world* world = ploy_world_create(&(ploy_world_def){.max_nodes = max_nodes});
    ploy_error error = {0};
    hopeless_file(text, sizeof text, attributes);
    if (ploy_world_load_text(world, "heaps", text, strlen(text), &error) != PLOY_OK) fail_msg("%s", error.message);
    ploy_agent_create(world, &(ploy_agent_def){.type = "mover"});
    for (uint32_t t = 0; t < ticks; ++t) {
        ploy_world_tick(world, PLOY_SECOND / 60);
        uint32_t nodes = ploy_world_get_stats(world).nodes;
        highest = nodes > highest ? nodes : highest;
    }
    ploy_world_destroy(world);
    ploy_set_log_handler(NULL, NULL);
    return highest;
}

static void a_goal_that_takes_too_long_stops_no_tick_and_is_logged_once(void** state)
{
    (void)state;
    limit_log log;
    uint32_t nodes = tick_hopeless("", 0, 6, &log);
    assert_int_equal(nodes, 20000); // 100,000 by the five times 32 operators that 144 have begun
    assert_int_equal(log.ticks, 1);
    assert_int_equal(log.searches, 1);
    assert_int_equal(log.others, 0);
    assert_string_equal(log.last,
                        "ploy_world_tick: domain 'heaps': the search of agent 1 for a plan for 'Level' reached the "
                        "default limit, about a second of work; it may have a plan. Set max_nodes of its "
                        "<agent>, or make the domain smaller");
    nodes = tick_hopeless(" max_nodes='500'", 0, 3, &log);
    assert_int_equal(nodes, 500);
    assert_int_equal(log.ticks, 0);
    assert_int_equal(log.searches, 1);
    assert_non_null(strstr(log.last, "'Level' reached max_nodes, 500;"));
    nodes = tick_hopeless("", 300, 3, &log);
    assert_int_equal(nodes, 300);
    assert_int_equal(log.ticks + log.searches + log.others, 0);
}

TEST_MAIN(TEST(a_goal_that_takes_too_long_stops_no_tick_and_is_logged_once),
          TEST(keys_of_a_file_may_be_strings_and_structs), TEST(numbers_of_a_file_have_names_in_scripts),
          TEST(a_key_of_an_unknown_type_is_reported_with_its_place), TEST(names_that_are_not_bound_are_errors),
          TEST(conditions_and_scorers_answer_what_a_domain_calls),
          TEST(effects_are_written_where_the_agent_type_says_so),
          TEST(effects_are_believed_a_second_longer_than_the_slowest_sensor_takes),
          TEST(an_action_with_neither_activity_nor_duration_is_an_error),
          TEST(a_port_that_is_neither_a_parameter_nor_a_key_is_an_error),
          TEST(a_name_that_is_bound_and_not_used_is_logged_once), TEST(a_file_that_is_refused_leaves_nothing_behind),
          TEST(an_error_says_what_the_game_has_not_bound), TEST(a_check_reports_every_error_and_leaves_nothing_behind),
          TEST(a_symbol_that_nothing_wrote_is_logged_when_the_world_ends),
          TEST(a_number_that_is_no_object_is_logged_once),
          TEST(agents_without_a_mind_are_logged_where_types_were_loaded),
          TEST(an_agent_starts_in_the_state_of_its_type), TEST(a_file_without_agents_has_what_decides_for_types),
          TEST(what_comes_after_the_first_agent_cannot_bring_new_keys), TEST(new_costs_count_from_the_next_plan_on),
          TEST(a_goal_that_is_not_wanted_any_more_is_given_up), TEST(another_set_of_actions_is_in_force),
          TEST(a_bad_file_is_reported_and_the_old_one_stays),
          TEST(a_file_loaded_inside_a_tick_is_in_force_when_it_ends), TEST(many_versions_leave_nothing_behind),
          TEST(without_memory_the_old_one_stays))
