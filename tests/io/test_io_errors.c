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
    if (strcmp(all.text, errors) != 0) fprintf(stderr, "%s", all.text);
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

// A name that is unknown does not end the text that it stands in.
static void all_errors_of_a_condition_and_of_a_state_are_reported(void** state)
{
    (void)state;
    expect_errors(
        "<BehaviorTree ID='T'>\n"
        "<Sequence _while='n gt one and two = n or three'>\n"
        "  <Wait _onSuccess='four := 1; four += five; n := six + (' _skipIf='n gt \"a\" + seven'/>\n"
        "</Sequence></BehaviorTree>\n"
        "<fsm name='m'><state name='A' does='Wait'>\n"
        "<transition to='A' when='n gt one and two'/></state></fsm>",
        "3:24 condition: unknown name 'one': not a blackboard key, a condition or a scorer\n"
        "3:32 condition: unknown name 'two': not a blackboard key, a condition or a scorer\n"
        "3:43 condition: unknown name 'three': not a blackboard key, a condition or a scorer\n"
        "4:21 condition: unknown key 'four'\n"
        "4:32 condition: unknown key 'four'\n"
        "4:40 condition: unknown name 'five': not a blackboard key, a condition or a scorer\n"
        "4:51 condition: unknown name 'six': not a blackboard key, a condition or a scorer\n"
        "4:58 condition: a name or a value expected, but the text ends\n"
        "4:80 condition: unknown name 'seven': not a blackboard key, a condition or a scorer\n"
        "4:74 condition: a number expected, '\"a\"' is of type string\n"
        "7:1 transition to 'A': condition: unknown name 'one': not a blackboard key, a condition or a scorer\n"
        "7:1 transition to 'A': condition: unknown name 'two': not a blackboard key, a condition or a scorer\n");
    expect_errors_of("<ploy version='1'><domain name='d'><type name='place' objects='a b'/>\n"
                     "<symbol name='n' type='int' min='0' max='3'/><symbol name='s' type='bool' of='place'/>\n"
                     "<action name='A' duration='1'><pre>s(a)</pre><effect>n = 1, not s(b)</effect></action>\n"
                     "<goal name='G'>n = 1</goal></domain>\n"
                     "<agent name='x' domain='d'><state>n = 9, m = 1,\n s(c), s(b)</state></agent>\n"
                     "<agent name='y' domain='d'><state>n = 1, s(a), n = 2</state></agent></ploy>",
                     "5:39 state: n has range 0 to 3, 9 is outside\n"
                     "5:42 state: unknown symbol 'm'\n"
                     "6:4 state: unknown symbol 'c'\n"
                     "7:48 state: n is set twice\n");
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

static void all_errors_of_a_domain_and_of_what_uses_it_are_reported(void** state)
{
    (void)state;
    expect_errors_of("<ploy version='1'><domain name='d'>\n"
                     "<type name='place' objects='a a'/>\n"
                     "<symbol name='s' type='bol'/><symbol name='n' type='int' min='0' max='3'/>\n"
                     "<symbol name='at' type='place' initial='a'/>\n"
                     "<action name='A' duration='x' cost='m'><param name='p' type='plaze'/>\n"
                     "<pre>s and q and r(p)</pre>\n"
                     "<effect>n += 0.5, s</effect><effect>at = a, n = 9</effect></action>\n"
                     "<action name='A' duration='1'><pre>q</pre></action>\n"
                     "<action name='B' base='Z' duration='1'><pre>w and n</pre></action>\n"
                     "<goal name='G' hold='x' priority='-1'></goal>\n"
                     "<goal name='H' relevant='s = a'>s or n</goal><fish name='K'/></domain>\n"
                     "<htn name='h' domain='d'><task name='T'><method when='s and v'><do task='A' args='a'/>\n"
                     "<do task='B' args='a b'/><do task='C'/></method></task></htn>\n"
                     "<BehaviorTree ID='T'><Sequence><Plan goal='G'/><Plan goal='J'/><Plan goal='K'/></Sequence>"
                     "</BehaviorTree>\n"
                     "<agent name='x' domain='d' max_nodes='-1' settle='-1'><actions>A Bb</actions>\n"
                     "<goals>G Hh Gg</goals><state>s, at = a, n = 8</state></agent>\n"
                     "<agent name='y' domain='e' max_depth='q'/>\n"
                     "<agent name='z' domain='d' mind='T'/></ploy>",
                     "11:46 unknown element <fish> in <domain>\n"
                     "2:31 object 'a' is named twice\n"
                     "3:24 unknown type 'bol'\n"
                     "5:62 unknown type 'plaze'\n"
                     "5:28 'duration' of 'A' is 'x'\n"
                     "8:15 action 'A' is named twice\n"
                     "9:15 action 'B': its base 'Z' is no action before it\n"
                     "10:22 'hold' of 'G' is 'x'\n"
                     "10:1 goal 'G' has no condition\n"
                     "10:35 'priority' of 'G' is below 0\n"
                     "6:12 action 'A', precondition: unknown symbol 'q'\n"
                     "6:18 action 'A', precondition: unknown symbol 'r'\n"
                     "7:14 action 'A', effect clause 0: n has steps of 1, 0.5 is between two\n"
                     "7:49 action 'A', effect clause 1: n has range 0 to 3, 9 is outside\n"
                     "5:37 action 'A', cost: unknown symbol 'm'\n"
                     "8:36 action 'A.8', precondition: unknown symbol 'q'\n"
                     "9:51 action 'B', precondition: a condition expected, 'n' is of type int\n"
                     "11:38 goal 'H', condition: a condition expected, 'n' is of type int\n"
                     "12:41 task 'T': condition: unknown symbol 'v'\n"
                     "13:26 task 'T': 'C' is no task and no action\n"
                     "15:66 unknown action 'Bb' in agent 'x'\n"
                     "16:10 unknown goal 'Hh' in agent 'x'\n"
                     "16:13 unknown goal 'Gg' in agent 'x'\n"
                     "16:45 state: n has range 0 to 3, 8 is outside\n"
                     "15:51 'settle' of <agent> is out of its range\n"
                     "15:39 'max_nodes' of <agent> is out of its range\n"
                     "17:25 unknown domain 'e'\n"
                     "17:39 'max_depth' of 'y' is 'q'\n"
                     "14:60 unknown goal 'J'\n");
}

static void what_names_something_wrong_is_not_blamed(void** state)
{
    (void)state;
    // A key that is wrong, and all that reads it.
    expect_errors_of(
        "<ploy version='1'><blackboard><key name='hp' type='int' initial='x'/></blackboard>\n"
        "<BehaviorTree ID='T'><Sequence><Walk to='{hp}' _skipIf='hp gt 3'/><Run/></Sequence></BehaviorTree>\n"
        "<utility name='u'><option name='Wait'><key of='hp'/></option></utility></ploy>",
        "1:66 'initial' of 'hp' is 'x'\n"
        "2:67 unknown activity 'Run'\n");
    // What a key's objects are.
    expect_errors_of(
        "<ploy version='1'><blackboard>\n<key name='foe' type='bool' of='agent'/>\n"
        "<key name='door' type='object' of='a door'/><key name='stop' type='object' of='place'/></blackboard></ploy>",
        "2:33 only what is of type object or int is 'of' something\n"
        "3:36 'of' is 'a door', and not a word\n");
    // What a key's values are called.
    expect_errors_of(
        "<ploy version='1'><blackboard>\n<key name='at' type='bool' values='no yes'/>\n"
        "<key name='flag' type='int' values='home|out'/><key name='n' type='int' values=' a  b '/></blackboard></ploy>",
        "2:36 only what is of type int has names of its 'values'\n"
        "3:37 a name in 'values' has a '|'\n");
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
    line_pair lines[8]; ///< each may stand there any number of times; "%u" is a number of the line's own
} section;

// A domain begins right. What a line declares wrongly the same line uses, and is blamed for once.
#define DOMAIN                                                                                                         \
    "<domain name='e%u'><type name='place' objects='here there'/><symbol name='x' type='bool'/>"                       \
    "<symbol name='c' type='int' min='0' max='9'/><symbol name='at' type='place'/>\n"
#define USES                                                                                                           \
    "<action name='A%u' duration='1'><param name='p' type='place'/><pre>s%u and x</pre><effect>not s%u</effect>"       \
    "</action><goal name='G%u'>s%u or x</goal>\n"

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
    {"<htn name='h%u' domain='d'><task name='M'><method/></task><task name='T'><param name='p' "
     "type='place'/><method/>\n",
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
    {DOMAIN,
     "</domain>\n",
     {{"<symbol name='s%u' type='bool'/>" USES, "<symbol name='s%u' type='bol'/>" USES},
      {"<symbol name='s%u' type='bool'/>" USES, "<symbol name='s%u' type='bool' min='1'/>" USES},
      {"<symbol name='s%u' type='bool' initial='true'/>" USES, "<symbol name='s%u' type='bool' inital='true'/>" USES},
      {"<symbol name='s%u' type='bool'/>" USES, "<symbl name='s%u' type='bool'/>" USES},
      {"<type name='t%u' objects='o%u'/><symbol name='is%u' type='t%u'/><goal name='G%u'>is%u = o%u and x</goal>\n",
       "<type name='t%u' objects='o%u o%u'/><symbol name='is%u' type='t%u'/><goal name='G%u'>is%u = o%u and "
       "x</goal>\n"},
      {"<type name='t%u' capacity='2'/><symbol name='has%u' type='bool' of='t%u'/>"
       "<goal name='G%u'><param name='q' type='t%u'/>has%u(q)</goal>\n",
       "<type name='t%u' capacity='two'/><symbol name='has%u' type='bool' of='t%u'/>"
       "<goal name='G%u'><param name='q' type='t%u'/>has%u(q)</goal>\n"},
      {"<table name='far%u' of='place place'/>"
       "<action name='A%u' duration='1' cost='1 + far%u(here, at)'><effect>x</effect></action>\n",
       "<table name='far%u' of='place plaice'/>"
       "<action name='A%u' duration='1' cost='1 + far%u(here, at)'><effect>x</effect></action>\n"},
      {"<symbol name='k%u' type='int' min='0' max='3'/><goal name='G%u' priority='k%u + 1'>k%u gt 2</goal>\n",
       "<symbol name='k%u' type='int' min='3' max='0'/><goal name='G%u' priority='k%u + 1'>k%u gt 2</goal>\n"}}},
    {DOMAIN,
     "</domain>\n",
     {{"<action name='A%u' duration='1'><pre>x</pre><effect>c += 1</effect></action>\n",
       "<action name='A%u' duration='1'><pre>xx</pre><effect>c += 1</effect></action>\n"},
      {"<action name='A%u' duration='1'><pre>x</pre><effect>c += 1</effect></action>\n",
       "<action name='A%u' duration='one'><pre>x</pre><effect>c += 1</effect></action>\n"},
      {"<action name='A%u' duration='1'><param name='p' type='place'/><effect>at = p</effect></action>\n",
       "<action name='A%u' duration='1'><param name='p' type='plaice'/><effect>at = p</effect></action>\n"},
      {"<action name='A%u' duration='1'><effect>x</effect></action>"
       "<action name='B%u' base='A%u' duration='1'><effect>c = 1</effect></action>\n",
       "<action name='A%u' duration='1'><effect>x</effect></action>"
       "<action name='B%u' base='Aa%u' duration='1'><pre>at = p</pre><effect>c = 1</effect></action>\n"},
      {"<goal name='G%u'>c = 3 and x</goal>\n", "<goal name='G%u'>c = 33 and x</goal>\n"},
      {"<goal name='G%u' relevant='not x'>at = here</goal>\n", "<goal name='G%u' relevant='at'>at = here</goal>\n"},
      {"<goal name='G%u' priority='3'>x</goal>\n", "<goal name='G%u' prioritee='3'>x</goal>\n"},
      {"<action name='A%u' duration='1' cost='2'><effect>x</effect></action>\n",
       "<action name='A%u' duration='1' cost='at'><effect>x</effect></action>\n"}}},
    {"<fact name='f%u'/>\n",
     "<fact name='g%u'/>\n",
     {{"<agent name='a%u' domain='w'><actions>Light Rest</actions><state>lamp, spot = yard</state></agent>\n",
       "<agent name='a%u' domain='w'><actions>Lite Rest</actions><state>lamp, spot = yard</state></agent>\n"},
      {"<agent name='a%u' domain='w'><goals>Lit Rested</goals></agent>\n",
       "<agent name='a%u' domain='w'><goals>Let Rested</goals></agent>\n"},
      {"<agent name='a%u' domain='w'><goals>Lit</goals><state>lamp, not tired</state></agent>\n",
       "<agent name='a%u' domain='w'><goals>Lit</goals><state>lamp, not tried</state></agent>\n"},
      {"<agent name='a%u' domain='w' max_nodes='5'><pursue goal='Lit'/></agent>\n",
       "<agent name='a%u' domain='w' max_nodes='-5'><pursue goal='Lit'/></agent>\n"},
      {"<agent name='a%u' domain='w' mind='Planning'/>\n", "<agent name='a%u' domain='v' mind='Planning'/>\n"},
      {"<agent name='a%u' mind='Common'/>\n", "<agent name='a%u' mind='Uncommon'/>\n"},
      {"<agent name='a%u' domain='w'><perform action='Light' activities='Wait'/></agent>\n",
       "<agent name='a%u' domain='w'><perform action='Lite' activities='Wait'/></agent>\n"},
      {"<htn name='h%u' domain='w'><task name='T'><method when='lamp and tired'><do task='Rest'/><do task='Light' "
       "args='yard'/></method></task></htn>\n",
       "<htn name='h%u' domain='w'><task name='T'><method when='lamp and tried'><do task='Rest'/><do task='Light' "
       "args='yard'/></method></task></htn>\n"}}},
};

// A domain that others use: whatever is wrong in it, they are not blamed.
static const line_pair used[] = {
    {"<type name='place' objects='yard shed'/>\n", "<type name='place' objects='yard yard'/>\n"},
    {"<symbol name='lamp' type='bool'/>\n", "<symbol name='lamp' type='boo'/>\n"},
    {"<symbol name='spot' type='place'/>\n", "<symbol nam='spot' type='place'/>\n"},
    {"<action name='Light' duration='1'><param name='p' type='place'/><pre>spot = "
     "p</pre><effect>lamp</effect></action>\n",
     "<action name='Light' duration='1'><param name='p' type='places'/><pre>spot = "
     "p</pre><effect>lamp</effect></action>\n"},
    {"<action name='Rest' duration='1'><pre>tired</pre><effect>not tired</effect></action>\n",
     "<acton name='Rest' duration='1'><pre>tired</pre><effect>not tired</effect></acton>\n"},
    {"<goal name='Lit'>lamp</goal>\n", "<goal name='Lit' hold='maybe'>lamp</goal>\n"},
    {"<goal name='Rested'>not tired</goal>\n", "<goal name='Rested'></goal>\n"},
};

enum
{
    SECTIONS = sizeof sections / sizeof *sections,
    MAX_LINES = 200,
};

typedef struct planted
{
    char text[MAX_LINES * 200];
    size_t length;
    uint32_t lines;
    uint32_t number;
    bool wrong[MAX_LINES];
    uint32_t found[MAX_LINES];
    ploy_random random;
} planted;

static void add_line(planted* p, const char* format, bool is_wrong)
{
    ++p->number;
    while (*format) {
        const char* place = strstr(format, "%u");
        int before = place ? (int)(place - format) : (int)strlen(format);
        size_t room = sizeof p->text - p->length;
        int length = place ? snprintf(p->text + p->length, room, "%.*s%u", before, format, (unsigned)p->number)
                           : snprintf(p->text + p->length, room, "%s", format);
        assert_true((size_t)length < room);
        p->length += (size_t)length;
        format += before + (place ? 2 : 0);
    }
    assert_true(p->lines + 2 < MAX_LINES);
    p->wrong[++p->lines] = is_wrong;
}

static bool is_wrong_one(planted* p, uint32_t one_in)
{
    return ploy_random_next(&p->random) % one_in == 0;
}

static void plant(planted* p, uint64_t seed)
{
    p->random = (ploy_random){.seed = seed};
    p->length = p->lines = p->number = 0;
    memset(p->wrong, 0, sizeof p->wrong);
    memset(p->found, 0, sizeof p->found);
    add_line(p, BEGIN, false);
    add_line(p, "<BehaviorTree ID='Common'><Wait/></BehaviorTree>\n", false);
    add_line(p, "<BehaviorTree ID='Planning'><Plan goal='Lit'/></BehaviorTree>\n", false);
    uint32_t one_in = 1 + (uint32_t)(ploy_random_next(&p->random) % 8);
    add_line(p, "<domain name='w'><symbol name='tired' type='bool'/>\n", false);
    for (uint32_t i = 0; i < sizeof used / sizeof *used; ++i) {
        bool is_wrong = is_wrong_one(p, one_in);
        add_line(p, is_wrong ? used[i].wrong : used[i].right, is_wrong);
    }
    add_line(p, "</domain>\n", false);
    add_line(p, "<agent name='planner' domain='w' mind='Planning'/>\n", false);
    for (uint32_t s = 0; s < SECTIONS; ++s) {
        const section* of = &sections[ploy_random_next(&p->random) % SECTIONS];
        add_line(p, of->begin, false);
        for (uint32_t i = (uint32_t)(ploy_random_next(&p->random) % 20); i > 0; --i) {
            const line_pair* pair = &of->lines[ploy_random_next(&p->random) % 8];
            bool is_wrong = is_wrong_one(p, one_in);
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
    assert_true(count > 5000);
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

TEST_MAIN(TEST(all_errors_of_a_behavior_tree_are_reported), TEST(all_errors_of_a_condition_and_of_a_state_are_reported),
          TEST(a_tree_that_is_used_twice_is_blamed_once), TEST(all_errors_of_a_state_machine_are_reported),
          TEST(all_errors_of_a_fuzzy_state_machine_are_reported), TEST(all_errors_of_a_utility_are_reported),
          TEST(all_errors_of_a_task_network_are_reported),
          TEST(all_errors_of_a_domain_and_of_what_uses_it_are_reported), TEST(what_names_something_wrong_is_not_blamed),
          TEST(every_planted_fault_is_reported_and_nothing_else), TEST(a_check_survives_every_failing_allocation))
