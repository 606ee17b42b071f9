// A check tells everything that is wrong with a file, and nothing else.

#include <ploy/io.h>
#include <ploy/world.h>
#include <stdio.h>
#include <string.h>

#include "support/base/allocators.h"
#include "support/base/test.h"

static ploy_outcome succeed(ploy_agent* agent, const ploy_call* call)
{
    (void)agent, (void)call;
    return PLOY_SUCCESS;
}

static ploy_world* make_world(const ploy_allocator* allocator)
{
    ploy_world_def def = {0};
    if (allocator) def.allocator = *allocator;
    ploy_world* world = ploy_world_create(&def);
    ploy_bindings* bindings = world ? ploy_world_bindings(world) : NULL;
    const ploy_activity_def activities[] = {{.name = "Walk", .ports = "to:int", .update = succeed},
                                            {.name = "Wait", .update = succeed}};
    for (uint32_t i = 0; bindings && i < 2; ++i) {
        if (ploy_bindings_add_activity(bindings, &activities[i], NULL) == PLOY_OK) continue;
        ploy_world_destroy(world);
        return NULL;
    }
    return world;
}

typedef struct listed
{
    char text[4096];
    size_t length;
} listed;

static void list_error(void* user, const ploy_error* error)
{
    listed* all = user;
    size_t room = sizeof all->text - all->length;
    int length = snprintf(all->text + all->length, room, "%u:%u %s\n", (unsigned)error->line, (unsigned)error->column,
                          error->message);
    assert_true((size_t)length < room);
    all->length += (size_t)length;
}

// Keys n and go, a domain d with the symbols x and at and the actions Step and Go(place).
#define BEGIN                                                                                                          \
    "<ploy version='1'><blackboard><key name='n' type='int'/><key name='go'/></blackboard><domain name='d'>"           \
    "<type name='place' objects='here there'/><symbol name='x' type='bool'/><symbol name='at' type='place'/>"          \
    "<action name='Step' duration='1'><effect>x</effect></action>"                                                     \
    "<action name='Go' duration='1'><param name='p' type='place'/><effect>at = p</effect></action></domain>\n"

static void expect_errors_of(const char* text, const char* errors)
{
    ploy_world* world = make_world(NULL);
    listed all = {.length = 0};
    assert_int_equal(ploy_world_check_text(world, "text", text, strlen(text), list_error, &all),
                     *errors ? PLOY_INVALID : PLOY_OK);
    assert_string_equal(all.text, errors);
    ploy_world_destroy(world);
}

static void expect_errors(const char* sections, const char* errors)
{
    char text[4096];
    int bytes = snprintf(text, sizeof text, BEGIN "%s</ploy>", sections);
    assert_true(bytes > 0 && (size_t)bytes < sizeof text);
    expect_errors_of(text, errors);
}

static void all_errors_of_a_behavior_tree_are_reported(void** state)
{
    (void)state;
    expect_errors("<BehaviorTree ID='T'>\n"
                  "<Sequence>\n"
                  "  <Repeat><Wait/></Repeat>\n"
                  "  <Repeat num_cycles='abc'><Waite/></Repeat>\n"
                  "  <SubTree ID='Nobody'/>\n"
                  "  <Walk to='{nn}' two='1'/>\n"
                  "  <Inverter/>\n"
                  "  <Wait _skipIf='n gt' _onSuccess='n := ' _While='go'/>\n"
                  "  <Switch2 variable='{n}' case_1='a' case_2='b'><Wait/><Wait/><Wait/></Switch2>\n"
                  "</Sequence></BehaviorTree>",
                  "4:3 <Repeat> needs the attribute 'num_cycles'\n"
                  "8:3 <Inverter> needs exactly 1 child, here are 0\n"
                  "9:51 <Wait> has no attribute '_While'\n"
                  "5:23 'num_cycles' of <Repeat> is 'abc'\n"
                  "5:28 unknown activity 'Waite'\n"
                  "6:3 unknown tree 'Nobody'\n"
                  "7:13 unknown key 'nn'\n"
                  "7:24 activity 'Walk' has no port 'two'\n"
                  "9:41 condition: a name or a value expected, but the text ends\n"
                  "9:22 condition: a name or a value expected, but the text ends\n"
                  "10:35 'case_1' is 'a'\n"
                  "10:46 'case_2' is 'b'\n");
}

static void a_tree_that_is_used_twice_is_blamed_once(void** state)
{
    (void)state;
    expect_errors("<BehaviorTree ID='T'><Sequence><SubTree ID='S'/><SubTree ID='S'/></Sequence></BehaviorTree>\n"
                  "<BehaviorTree ID='S'><Sequence>\n<Walk to='{own}'/>\n<Run/>\n<Delay delay_msec='x'><Wait/></Delay>"
                  "</Sequence></BehaviorTree>",
                  "4:11 unknown key 'S.own'\n"
                  "5:1 unknown activity 'Run'\n"
                  "6:20 'delay_msec' of <Delay> is 'x'\n");
}

static void all_errors_of_a_state_machine_are_reported(void** state)
{
    (void)state;
    expect_errors("<fsm name='m'>\n"
                  "<state name='A' history='some' does='Wait Run'>\n"
                  "  <transition to='B' when='n and'/>\n"
                  "  <transition to='Q'/>\n"
                  "  <transition/>\n"
                  "  <transition to='B' after='-1' on='fail'/>\n"
                  "</state>\n"
                  "<state name='B' base='Z' shade='red' enter='Walk(too = 1)'/>\n"
                  "<state name='B'/>\n"
                  "<stat name='C'/>\n"
                  "<state name='D' base='A'/>\n"
                  "<state name='E' base='F'/><state name='F' base='E'/>\n"
                  "</fsm>",
                  "3:26 'some' is no history\n"
                  "6:3 <transition> needs the attribute 'to'\n"
                  "7:37 'fail' is no on\n"
                  "7:29 the time must not be negative\n"
                  "9:26 <state> has no attribute 'shade'\n"
                  "10:1 state 'B' is named twice\n"
                  "11:1 unknown element <stat> in <fsm>\n"
                  "9:1 there is no state 'Z' to inherit from\n"
                  "13:1 state 'E' inherits from itself\n"
                  "5:3 there is no state 'Q' for a transition to enter\n"
                  "3:1 state 'A': activities: 'Run' is no activity\n"
                  "9:1 state 'B': activities: 'too' is no port of this activity\n"
                  "4:3 transition to 'B': condition: a condition expected, 'n' is of type int\n");
}

static void all_errors_of_a_fuzzy_state_machine_are_reported(void** state)
{
    (void)state;
    expect_errors("<fuzzy name='f'>\n"
                  "<variable name='v' value='n +'><set name='low' falls='1 2 3'/>\n"
                  "<set name='high' points='3 2 1'/></variable>\n"
                  "<output name='o' key='none' by='guess'><set name='some' points='1 2 3'/></output>\n"
                  "<state name='S' on='7' does='Run'/>\n"
                  "<rule>if v is low then S</rule>\n"
                  "<rule>if v is lo then S</rule>\n"
                  "<rule weight='2'>if v is high then o is some</rule>\n"
                  "<rule>if w is low then S</rule>\n"
                  "</fuzzy>",
                  "3:55 falls takes two numbers of at most three decimals\n"
                  "4:1 set 'high': points must not decrease\n"
                  "5:33 unknown method 'guess'\n"
                  "6:1 state 'S': on must be 0.001 .. 1 and off 0 .. on\n"
                  "9:1 a rule needs a text and a weight in 0.001 .. 1\n"
                  "8:1 rule 'if v is lo then S': rule: 'lo' is no set of 'v'\n"
                  "10:1 rule 'if w is low then S': rule: 'w' is no variable\n"
                  "3:1 variable 'v': condition: a name or a value expected, but the text ends\n"
                  "5:1 output 'o': 'none' is no key of the blackboard\n"
                  "6:1 state 'S': activities: 'Run' is no activity\n");
}

static void all_errors_of_a_utility_are_reported(void** state)
{
    (void)state;
    expect_errors("<utility name='u' choice='worst'>\n"
                  "<option name='Wait' weight='-1' when='n lt'>\n"
                  "  <key of='n' curve='round' min='1' max='x'/>\n"
                  "  <kez of='n'/>\n"
                  "  <sum><constant value='7'/>\n"
                  "  <key of='nn'/></sum>\n"
                  "</option>\n"
                  "<option name='Walk' size='1'><constant value='1'/>\n"
                  "  <port name='to'/><port name='at' value='1'/></option>\n"
                  "<option name='Run'><constant value='1'/></option>\n"
                  "<option/>\n"
                  "<option name='Wait'><constant value='1'/></option>\n"
                  "</utility>",
                  "2:27 unknown choice 'worst'\n"
                  "3:29 'weight' is not between 0 and 1000\n"
                  "4:42 'max' of 'key' is 'x'\n"
                  "4:22 unknown curve 'round'\n"
                  "5:3 unknown element <kez> in <option>\n"
                  "6:25 'value' is not between 0 and 1\n"
                  "9:21 <option> has no attribute 'size'\n"
                  "10:3 <port> needs either a key or a value\n"
                  "12:1 <option> needs the attribute 'name'\n"
                  "13:15 option 'Wait' is named twice\n"
                  "3:1 option 'Wait': when: condition: a name or a value expected, but the text ends\n"
                  "7:3 option 'Wait': unknown key 'nn'\n"
                  "9:1 option 'Walk': there is no port 'at'\n"
                  "11:1 option 'Run': there is no activity of that name\n");
}

static void all_errors_of_a_task_network_are_reported(void** state)
{
    (void)state;
    expect_errors("<htn name='h' domain='d' ranking='luck' max_depth='0'>\n"
                  "<task name='T'><param name='p' type='place'/><param name='q' type='nix'/>\n"
                  "  <method when='y'>\n"
                  "    <do task='Run'/>\n"
                  "    <do task='Go' args='q'/>\n"
                  "    <do task='Step' args='here'/><do/>\n"
                  "  </method>\n"
                  "  <method when='x and' unordered='maybe'><do task='Go' args='nowhere'/></method>\n"
                  "  <methode/>\n"
                  "</task>\n"
                  "<task name='Step'><method/></task>\n"
                  "<task name='U'/>\n"
                  "</htn>",
                  "2:35 unknown ranking 'luck'\n"
                  "2:52 'max_depth' of <htn> is out of its range\n"
                  "10:3 unknown element <methode> in <task>\n"
                  "7:34 <do> needs the attribute 'task'\n"
                  "9:35 'unordered' of 'method' is 'maybe'\n"
                  "3:1 task 'T': unknown type 'nix'\n"
                  "12:1 task 'Step': there is an action of that name\n"
                  "13:1 task 'U': a task needs a method\n"
                  "4:3 task 'T': condition: unknown symbol 'y'\n"
                  "5:5 task 'T': 'Run' is no task and no action\n"
                  "7:5 task 'T': 'Step' takes 0 arguments, not 1\n"
                  "9:3 task 'T': condition: a symbol or a value expected, but the text ends\n"
                  "9:42 task 'T': 'nowhere' is no parameter and no place\n");
}

static void what_names_something_wrong_is_not_blamed(void** state)
{
    (void)state;
    // A key that is wrong, and all that reads it.
    expect_errors_of("<ploy version='1'><blackboard><key name='hp' type='int' initial='x'/></blackboard>\n"
                     "<BehaviorTree ID='T'><Sequence><Walk to='{hp}' _skipIf='hp gt 3'/><Run/></Sequence></BehaviorTree>\n"
                     "<utility name='u'><option name='Wait'><key of='hp'/></option></utility></ploy>",
                     "1:66 'initial' of 'hp' is 'x'\n"
                     "2:67 unknown activity 'Run'\n");
    // A utility that is wrong, and the tree and agent that use it.
    expect_errors("<utility name='u'><option name='Wait'><key of='nn'/></option></utility>\n"
                  "<BehaviorTree ID='T'><UtilitySelector><Wait _score='utility:u'/><Wait _score='utility:u.Wait'/>"
                  "</UtilitySelector></BehaviorTree>\n<agent name='a' mind='T'/><agent name='b' mind='u'/>",
                  "2:39 option 'Wait': unknown key 'nn'\n");
    // A tree without nodes, the tree that uses it and its agent.
    expect_errors("<BehaviorTree ID='S'/>\n<BehaviorTree ID='T'><SubTree ID='S'/></BehaviorTree>\n"
                  "<agent name='a' mind='S'/><agent name='b' mind='T'/><agent name='c' mind='goap'/>",
                  "2:1 the tree 'S' needs exactly one node at its top\n"
                  "4:53 <agent> needs the attribute 'domain', or a mind that does not plan\n");
    // A network that is wrong and its agent.
    expect_errors("<htn name='h' domain='d'><task name='T'><method><do task='Run'/></method></task></htn>\n"
                  "<agent name='a' domain='d' mind='h'/>",
                  "2:49 task 'T': 'Run' is no task and no action\n");
}

// Planted faults: each line of the file is right or wrong by itself.

typedef struct line_pair
{
    const char* right;
    const char* wrong;
} line_pair;

typedef struct section
{
    const char* begin;
    const char* end;
    line_pair lines[8]; ///< each may stand there any number of times; "%u" is a number of its own
} section;

static const section sections[] = {
    {"<BehaviorTree ID='T%u'><Sequence><Wait/>\n",
     "</Sequence></BehaviorTree>\n",
     {{"<Walk to='{n}'/>\n", "<Walk to='{n%u}'/>\n"},
      {"<Repeat num_cycles='3'><Wait/></Repeat>\n", "<Repeat num_cycles='three'><Wait/></Repeat>\n"},
      {"<Inverter><Wait/></Inverter>\n", "<Inverter><Wait/><Wait/></Inverter>\n"},
      {"<Wait _skipIf='n gt 3'/>\n", "<Wait _skipIf='n gt'/>\n"},
      {"<Delay delay_msec='1'><Wait/></Delay>\n", "<Delay><Wait/></Delay>\n"},
      {"<Wait/>\n", "<Run%u/>\n"},
      {"<SubTree ID='Common'/>\n", "<SubTree ID='Nobody%u'/>\n"},
      {"<Script code='n := 1'/>\n", "<Script code='n := 1 +'/>\n"}}},
    {"<fsm name='m%u'><state name='A'/><state name='B' does='Wait'/>\n",
     "</fsm>\n",
     {{"<state name='S%u' does='Wait'/>\n", "<state name='S%u' does='Run'/>\n"},
      {"<state name='S%u' base='B'/>\n", "<state name='S%u' base='C'/>\n"},
      {"<state name='S%u' history='deep'/>\n", "<state name='S%u' history='depp'/>\n"},
      {"<transition to='A' when='n gt 5'/>\n", "<transition to='A' when='n gt x'/>\n"},
      {"<transition to='B' after='5'/>\n", "<transition to='C' after='5'/>\n"},
      {"<transition to='B' after='1'/>\n", "<transition to='B' after='-1'/>\n"},
      {"<state name='S%u'/>\n", "<state name='A'/>\n"},
      {"<state name='S%u' enter='Walk(to = n)'/>\n", "<state name='S%u' enter='Walk(to = m)'/>\n"}}},
    {"<fuzzy name='f%u'><variable name='v' value='n'><set name='low' falls='1 2'/></variable><state name='S'/>\n",
     "</fuzzy>\n",
     {{"<rule>if v is low then S</rule>\n", "<rule>if v is lo then S</rule>\n"},
      {"<rule>if not v is low then S</rule>\n", "<rule>if v is low the S</rule>\n"},
      {"<state name='S%u' does='Wait'/>\n", "<state name='S%u' does='Run'/>\n"},
      {"<state name='S%u' on='0.5'/>\n", "<state name='S%u' on='5'/>\n"},
      {"<variable name='v%u' value='n'/>\n", "<variable name='v%u' value='nn'/>\n"},
      {"<variable name='v%u' value='n'><set name='a' rises='1 2'/></variable>\n",
       "<variable name='v%u' value='n'><set name='a' rises='1'/></variable>\n"},
      {"<rule weight='0.5'>if v is low then S</rule>\n", "<rule weight='5'>if v is low then S</rule>\n"},
      {"<state name='S%u'/>\n", "<stat name='S%u'/>\n"}}},
    {"<utility name='u%u'><option name='Wait'><constant value='1'/></option>\n",
     "</utility>\n",
     {{"<option name='o%u' activity='Wait'><key of='n'/></option>\n",
       "<option name='o%u' activity='Wait'><key of='nn'/></option>\n"},
      {"<option name='o%u' activity='Wait'><key of='n' curve='logistic'/></option>\n",
       "<option name='o%u' activity='Wait'><key of='n' curve='logic'/></option>\n"},
      {"<option name='o%u' activity='Wait' weight='2'><constant value='1'/></option>\n",
       "<option name='o%u' activity='Wait' weight='-2'><constant value='1'/></option>\n"},
      {"<option name='o%u' activity='Wait'><constant value='1'/></option>\n",
       "<option name='o%u' activity='Run'><constant value='1'/></option>\n"},
      {"<option name='o%u' activity='Wait' when='go'><constant value='1'/></option>\n",
       "<option name='o%u' activity='Wait' when='goo'><constant value='1'/></option>\n"},
      {"<option name='o%u' activity='Walk'><constant value='1'/><port name='to' key='n'/></option>\n",
       "<option name='o%u' activity='Walk'><constant value='1'/><port name='too' key='n'/></option>\n"},
      {"<option name='o%u' activity='Wait'><sum><key of='n'/><key of='go'/></sum></option>\n",
       "<option name='o%u' activity='Wait'><sum><key of='n'/><kez of='go'/></sum></option>\n"},
      {"<option name='o%u' activity='Wait'><key of='n' min='1' max='3'/></option>\n",
       "<option name='o%u' activity='Wait'><key of='n' min='3' max='1'/></option>\n"}}},
    {"<htn name='h%u' domain='d'><task name='M'><method/></task><task name='T'><param name='p' type='place'/><method/>\n",
     "</task></htn>\n",
     {{"<method when='x'><do task='Step'/></method>\n", "<method when='y'><do task='Step'/></method>\n"},
      {"<method><do task='Go' args='p'/></method>\n", "<method><do task='Go'/></method>\n"},
      {"<method><do task='Go' args='there'/></method>\n", "<method><do task='Go' args='nowhere'/></method>\n"},
      {"<method><do task='T' args='here'/></method>\n", "<method><do task='U' args='here'/></method>\n"},
      {"<method unordered='true'/>\n", "<method unordered='yes'/>\n"},
      {"<method><pause/></method>\n", "<method><paus/></method>\n"},
      {"<method><param name='q' type='place'/><do task='Go' args='q'/></method>\n",
       "<method><param name='q' type='plaice'/><do task='Go' args='q'/></method>\n"},
      {"<method when='not x'/>\n", "<method when='not'/>\n"}}},
};

enum
{
    SECTIONS = sizeof sections / sizeof *sections,
    MAX_LINES = 200,
};

typedef struct planted
{
    char text[MAX_LINES * 120];
    size_t length;
    uint32_t lines;
    uint32_t number;
    bool wrong[MAX_LINES];
    uint32_t found[MAX_LINES];
    ploy_random random;
} planted;

static void add_line(planted* p, const char* format, bool is_wrong)
{
    size_t room = sizeof p->text - p->length;
    const char* place = strstr(format, "%u");
    int before = place ? (int)(place - format) : (int)strlen(format);
    int length = place ? snprintf(p->text + p->length, room, "%.*s%u%s", before, format, (unsigned)++p->number, place + 2)
                       : snprintf(p->text + p->length, room, "%s", format);
    assert_true((size_t)length < room && p->lines + 2 < MAX_LINES);
    p->length += (size_t)length;
    p->wrong[++p->lines] = is_wrong;
}

static void plant(planted* p, uint64_t seed)
{
    p->random = (ploy_random){.seed = seed};
    p->length = p->lines = p->number = 0;
    memset(p->wrong, 0, sizeof p->wrong);
    memset(p->found, 0, sizeof p->found);
    add_line(p, BEGIN, false);
    add_line(p, "<BehaviorTree ID='Common'><Wait/></BehaviorTree>\n", false);
    uint32_t one_in = 1 + (uint32_t)(ploy_random_next(&p->random) % 8);
    for (uint32_t s = 0; s < SECTIONS; ++s) {
        const section* of = &sections[ploy_random_next(&p->random) % SECTIONS];
        add_line(p, of->begin, false);
        for (uint32_t i = (uint32_t)(ploy_random_next(&p->random) % 20); i > 0; --i) {
            const line_pair* pair = &of->lines[ploy_random_next(&p->random) % 8];
            bool is_wrong = ploy_random_next(&p->random) % one_in == 0;
            add_line(p, is_wrong ? pair->wrong : pair->right, is_wrong);
        }
        add_line(p, of->end, false);
    }
    add_line(p, "</ploy>\n", false);
}

static void find_line(void* user, const ploy_error* error)
{
    planted* p = user;
    bool is_planted = error->line <= p->lines && p->wrong[error->line] && error->column > 0;
    if (!is_planted) {
        fprintf(stderr, "%u:%u %s\n%s", (unsigned)error->line, (unsigned)error->column, error->message, p->text);
    }
    assert_true(is_planted);
    ++p->found[error->line];
}

static void every_planted_fault_is_reported_and_nothing_else(void** state)
{
    (void)state;
    static planted p;
    uint32_t count = 0;
    for (uint64_t seed = 0; seed < 300; ++seed) {
        plant(&p, seed);
        ploy_world* world = make_world(NULL);
        ploy_status status = ploy_world_check_text(world, "text", p.text, p.length, find_line, &p);
        uint32_t wrong = 0;
        for (uint32_t line = 1; line <= p.lines; ++line) {
            wrong += p.wrong[line];
            if (p.found[line] == p.wrong[line]) continue;
            fprintf(stderr, "line %u has %u errors\n%s", (unsigned)line, (unsigned)p.found[line], p.text);
            fail();
        }
        assert_int_equal(status, wrong > 0 ? PLOY_INVALID : PLOY_OK);
        count += wrong;
        ploy_world_destroy(world);
    }
    assert_true(count > 1000);
}

static void pass_over(void* user, const ploy_error* error)
{
    (void)user, (void)error;
}

static bool check_with(const ploy_allocator* allocator)
{
    static planted p;
    plant(&p, 3);
    ploy_world* world = make_world(allocator);
    ploy_status status =
        world ? ploy_world_check_text(world, "text", p.text, p.length, pass_over, NULL) : PLOY_OUT_OF_MEMORY;
    ploy_world_destroy(world);
    assert_true(status == PLOY_INVALID || status == PLOY_OUT_OF_MEMORY);
    return status == PLOY_INVALID;
}

static void a_check_survives_every_failing_allocation(void** state)
{
    (void)state;
    test_fail_every_allocation(check_with);
}

TEST_MAIN(TEST(all_errors_of_a_behavior_tree_are_reported), TEST(a_tree_that_is_used_twice_is_blamed_once),
          TEST(all_errors_of_a_state_machine_are_reported), TEST(all_errors_of_a_fuzzy_state_machine_are_reported),
          TEST(all_errors_of_a_utility_are_reported), TEST(all_errors_of_a_task_network_are_reported),
          TEST(what_names_something_wrong_is_not_blamed), TEST(every_planted_fault_is_reported_and_nothing_else),
          TEST(a_check_survives_every_failing_allocation))
