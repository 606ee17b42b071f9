#include <ploy/io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mind/common/bindings.h"
#include "mind/common/mind.h"
#include "mind/bt/bt.h"
#include "support/base/allocators.h"
#include "support/base/test.h"
#include "support/mind/bt_game.h"

typedef struct bt_stage
{
    bt_game game;
    ploy_file* file;
    ploy_mind* mind;
    ploy_agent agent;
} bt_stage;

static ploy_mind* compile(const bt_game* game, const ploy_file* file, ploy_error* error)
{
    ploy_bt_mind_def def = {0};
    def.trees = ploy_file_bts(file);
    def.tree_count = ploy_file_bt_count(file);
    def.main = ploy_file_main_bt(file);
    def.parts.bindings = game->bindings;
    def.parts.keys = game->keys;
    ploy_mind* mind;
    ploy_bt_mind_create(&def, &mind, error);
    return mind;
}

static ploy_file* parse(const char* text, ploy_error* error)
{
    ploy_file_def def = {0};
    ploy_file* file;
    ploy_file_parse(&def, text, strlen(text), &file, error);
    return file;
}

static ploy_file* parse_tree(const char* nodes, ploy_error* error)
{
    char text[8192];
    snprintf(text, sizeof text, "<ploy version='1'>\n<BehaviorTree ID='T'>\n%s\n</BehaviorTree></ploy>", nodes);
    return parse(text, error);
}

static void be(bt_stage* s)
{
    s->agent = (ploy_agent){.mind = s->mind, .blackboard = s->game.blackboard};
    s->agent.mind_data = calloc(1, s->mind->data_bytes);
}

static void set_up(bt_stage* s, ploy_file* file)
{
    ploy_error error = {0};
    assert_true(bt_game_create(&s->game, NULL));
    s->file = file;
    s->mind = compile(&s->game, file, &error);
    if (!s->mind) fail_msg("%u:%u: %s", (unsigned)error.line, (unsigned)error.column, error.message);
    be(s);
}

static void begin(bt_stage* s, const char* nodes)
{
    ploy_error error = {0};
    ploy_file* file = parse_tree(nodes, &error);
    if (!file) fail_msg("%u:%u: %s", (unsigned)error.line, (unsigned)error.column, error.message);
    set_up(s, file);
}

static void end(bt_stage* s)
{
    free(s->agent.mind_data);
    ploy_mind_destroy(s->mind);
    ploy_file_destroy(s->file);
    bt_game_destroy(&s->game);
}

// Every kind of node: the results of its leaves, and the calls in each tick of one millisecond.

typedef struct row
{
    const char* nodes;
    const char* scripts[4]; ///< of leaves 1 .. 4: a letter a call
    const char* b0;         ///< the key b0 at each tick, the last goes on; NULL: false
    const char* k0;         ///< the same for k0
    const char* expected;   ///< calls, then b, s, f or k (skipped) of the tree, a '|' between ticks
} row;

static const row rows[] = {
    {"<Sequence><Do id='1'/><Do id='2'/></Sequence>", {"bs", "bs"}, 0, 0, "S1 b|P1 F1 S2 b|P2 F2 s"},
    {"<Sequence><Do id='1'/><Do id='2'/></Sequence>", {"bs", "f"}, 0, 0, "S1 b|P1 F1 S2 F2 f"},
    {"<Sequence><Do id='1' _skipIf='b0'/><Do id='2'/></Sequence>", {"s", "s"}, "1", 0, "S2 F2 s"},
    {"<Sequence><Do id='1' _skipIf='b0'/></Sequence>", {"s"}, "1", 0, "k"},
    {"<SequenceWithMemory><Do id='1'/><Do id='2'/></SequenceWithMemory>",
     {"s", "fs"},
     0,
     0,
     "S1 F1 S2 F2 f|S2 F2 s|S1 F1 S2 F2 s"},
    {"<ReactiveSequence><Is value='{b0}'/><Do id='1'/></ReactiveSequence>", {"b"}, "1110", 0, "S1 b|P1 b|P1 b|H1 f"},
    {"<ReactiveSequence><Ask id='1'/><Do id='2'/></ReactiveSequence>", {"ssf", "b"}, 0, 0, "C1 S2 b|C1 P2 b|C1 H2 f"},
    {"<ReactiveSequence><Do id='1'/><Do id='2'/></ReactiveSequence>", {"sb", "b"}, 0, 0, "S1 F1 S2 b|S1 H2 b|P1 b"},
    {"<Fallback><Do id='1'/><Do id='2'/></Fallback>", {"bf", "bs"}, 0, 0, "S1 b|P1 F1 S2 b|P2 F2 s"},
    {"<Fallback><Do id='1'/><Do id='2'/></Fallback>", {"f", "f"}, 0, 0, "S1 F1 S2 F2 f"},
    {"<ReactiveFallback><Is value='{b0}'/><Do id='1'/></ReactiveFallback>", {"b"}, "001", 0, "S1 b|P1 b|H1 s"},
    {"<Parallel><Do id='1'/><Do id='2'/></Parallel>", {"bs", "s"}, 0, 0, "S1 S2 F2 b|P1 F1 s"},
    {"<Parallel><Do id='1'/><Do id='2'/></Parallel>", {"b", "bf"}, 0, 0, "S1 S2 b|P1 P2 F2 H1 f"},
    {"<Parallel success_count='1'><Do id='1'/><Do id='2'/></Parallel>", {"bs", "b"}, 0, 0, "S1 S2 b|P1 F1 H2 s"},
    {"<Parallel success_count='1' failure_count='2'><Do id='1'/><Do id='2'/></Parallel>",
     {"f", "bs"},
     0,
     0,
     "S1 F1 S2 b|P2 F2 s"},
    {"<ParallelAll><Do id='1'/><Do id='2'/></ParallelAll>", {"f", "bbs"}, 0, 0, "S1 F1 S2 b|P2 b|P2 F2 f"},
    {"<ParallelAll max_failures='2'><Do id='1'/><Do id='2'/></ParallelAll>", {"f", "bs"}, 0, 0, "S1 F1 S2 b|P2 F2 s"},
    {"<IfThenElse><Is value='{b0}'/><Do id='1'/><Do id='2'/></IfThenElse>", {"b", "b"}, "10", 0, "S1 b|P1 b"},
    {"<IfThenElse><Is value='{b0}'/><Do id='1'/></IfThenElse>", {"b"}, "0", 0, "f"},
    {"<WhileDoElse><Is value='{b0}'/><Do id='1'/><Do id='2'/></WhileDoElse>",
     {"b", "bs"},
     "110",
     0,
     "S1 b|P1 b|H1 S2 b|P2 F2 s"},
    {"<WhileDoElse><Is value='{b0}'/><Do id='1'/></WhileDoElse>", {"b"}, "10", 0, "S1 b|H1 f"},
    {"<Switch2 variable='{k0}' case_1='1' case_2='2'><Do id='1'/><Do id='2'/><Do id='3'/></Switch2>",
     {"b", "b", "s"},
     0,
     "120",
     "S1 b|H1 S2 b|H2 S3 F3 s"},
    {"<Switch3 variable='{k0}' case_1='1' case_2='2' case_3='7'><Do id='1'/><Do id='2'/><Do id='3'/><Do "
     "id='4'/></Switch3>",
     {"s", "s", "s", "s"},
     0,
     "75",
     "S3 F3 s|S4 F4 s"},
    {"<Switch4 variable='{k0}' case_1='1' case_2='2' case_3='3' case_4='4'><Do id='1'/><Do id='1'/><Do id='1'/><Do "
     "id='2'/><Do id='3'/></Switch4>",
     {"s", "b", "s"},
     0,
     "145",
     "S1 F1 s|S2 b|H2 S3 F3 s"},
    {"<Switch5 variable='{k0}' case_1='1' case_2='2' case_3='3' case_4='4' case_5='5'><Do id='1'/><Do id='1'/><Do "
     "id='1'/><Do id='1'/><Do id='2'/><Do id='3'/></Switch5>",
     {"f", "b", "s"},
     0,
     "356",
     "S1 F1 f|S2 b|H2 S3 F3 s"},
    {"<Switch6 variable='{k0}' case_1='1' case_2='2' case_3='3' case_4='4' case_5='5' case_6='6'><Do id='1'/><Do "
     "id='1'/><Do id='1'/><Do id='1'/><Do id='2'/><Do id='3'/><Do id='4'/></Switch6>",
     {"s", "s", "s", "s"},
     0,
     "569",
     "S2 F2 s|S3 F3 s|S4 F4 s"},
    {"<RandomChoice><Do id='1' _weight='0'/><Do id='2'/></RandomChoice>", {"s", "bf"}, 0, 0, "S2 b|P2 F2 f"},
    {"<RandomFallback><Do id='1'/><Do id='1'/></RandomFallback>", {"fs"}, 0, 0, "S1 F1 S1 F1 s"},
    {"<UtilitySelector><Do id='1' _score='0.4'/><Do id='2' _score='k0'/></UtilitySelector>",
     {"b", "b"},
     0,
     "02",
     "S1 b|P1 b"},
    {"<UtilitySelector choose='random'><Do id='1' _score='0'/><Do id='2' _score='k0'/></UtilitySelector>",
     {"b", "s"},
     0,
     "10",
     "S2 F2 s|f"},
    {"<ReactiveUtilitySelector hysteresis='1'><Do id='1' _score='2'/><Do id='2' "
     "_score='k0'/></ReactiveUtilitySelector>",
     {"b", "b"},
     0,
     "0342",
     "S1 b|P1 b|H1 S2 b|P2 b"},
    {"<ReactiveUtilitySelector><Do id='1' _score='Half'/><Do id='2' _score='k0 * 0.1'/></ReactiveUtilitySelector>",
     {"b", "b"},
     0,
     "57",
     "S1 b|H1 S2 b"},
    {"<Inverter><Do id='1'/></Inverter>", {"bs"}, 0, 0, "S1 b|P1 F1 f"},
    {"<Inverter><Do id='1'/></Inverter>", {"f"}, 0, 0, "S1 F1 s"},
    {"<ForceSuccess><Do id='1'/></ForceSuccess>", {"bf"}, 0, 0, "S1 b|P1 F1 s"},
    {"<ForceFailure><Do id='1'/></ForceFailure>", {"bs"}, 0, 0, "S1 b|P1 F1 f"},
    {"<Repeat num_cycles='3'><Do id='1'/></Repeat>", {"ssbs"}, 0, 0, "S1 F1 S1 F1 S1 b|P1 F1 s"},
    {"<Repeat num_cycles='-1'><Do id='1'/></Repeat>", {"sbf"}, 0, 0, "S1 F1 S1 b|P1 F1 f"},
    {"<RetryUntilSuccessful num_attempts='2'><Do id='1'/></RetryUntilSuccessful>", {"ff"}, 0, 0, "S1 F1 S1 F1 f"},
    {"<RetryUntilSuccessful num_attempts='3'><Do id='1'/></RetryUntilSuccessful>", {"fbs"}, 0, 0, "S1 F1 S1 b|P1 F1 s"},
    {"<KeepRunningUntilFailure><Do id='1'/></KeepRunningUntilFailure>", {"ssf"}, 0, 0, "S1 F1 b|S1 F1 b|S1 F1 f"},
    {"<Timeout msec='2'><Do id='1'/></Timeout>", {"b"}, 0, 0, "S1 b|P1 b|H1 f"},
    {"<Timeout msec='2'><Do id='1'/></Timeout>", {"bs"}, 0, 0, "S1 b|P1 F1 s"},
    {"<Delay delay_msec='2'><Do id='1'/></Delay>", {"s"}, 0, 0, "b|b|S1 F1 s"},
    {"<Cooldown msec='2'><Do id='1'/></Cooldown>", {"s"}, 0, 0, "S1 F1 s|f|S1 F1 s"},
    {"<RunOnce><Do id='1'/></RunOnce>", {"f"}, 0, 0, "S1 F1 f|k|k"},
    {"<RunOnce then_skip='false'><Do id='1'/></RunOnce>", {"f"}, 0, 0, "S1 F1 f|f"},
    {"<Service ID='Do' id='1' msec='2'><Do id='2'/></Service>",
     {"s", "bbbs"},
     0,
     0,
     "S1 F1 S2 b|P2 b|S1 F1 P2 b|P2 F2 s"},
    {"<Service ID='Do' id='1' msec='2'><Do id='2'/></Service>", {"b", "bs"}, 0, 0, "S1 S2 b|P1 P2 F2 H1 s"},
    {"<AlwaysSuccess/>", {0}, 0, 0, "s|s"},
    {"<AlwaysFailure/>", {0}, 0, 0, "f|f"},
    {"<Sleep msec='1'/>", {0}, 0, 0, "b|s"},
    {"<Sequence><SetBlackboard value='3' output_key='{k1}'/><Least value='{k1}' least='3'/></Sequence>",
     {0},
     0,
     0,
     "s"},
    {"<Sequence><SetBlackboard value='{k0}' output_key='k1'/><Least value='{k1}' least='3'/></Sequence>",
     {0},
     0,
     "23",
     "f|s"},
    {"<Sequence><SetBlackboard value='true' output_key='b1'/><UnsetBlackboard key='b1'/><Is value='{b1}'/></Sequence>",
     {0},
     0,
     0,
     "f"},
    {"<Condition ID='Ask' id='1'/>", {"sf"}, 0, 0, "C1 s|C1 f"},
    {"<Action ID='Do' id='1'/>", {"s"}, 0, 0, "S1 F1 s"},
    {"<Control ID='Sequence'><Decorator ID='Inverter'><Do id='1'/></Decorator></Control>", {"s"}, 0, 0, "S1 F1 f"},
    {"<Do id='1' _failureIf='b0'/>", {"b"}, "101", 0, "f|S1 b|P1 b"},
    {"<Do id='1' _successIf='b0'/>", {"b"}, "101", 0, "s|S1 b|P1 b"},
    {"<Do id='1' _skipIf='b0 or k0 > 3'/>", {"b"}, "101", "0", "k|S1 b|P1 b"},
    {"<Do id='1' _while='!b0 &amp;&amp; k0 == 0'/>", {"b"}, "001", "0", "S1 b|P1 b|H1 k"},
    {"<Sequence><Work/><Do id='1'/></Sequence>", {"s"}, 0, 0, "b|b|b|S1 F1 s"},
    {"<Timeout msec='0'><Do id='1'/></Timeout>", {"bbs"}, 0, 0, "S1 b|P1 b|P1 F1 s"},
    {"<AsyncSequence><Do id='1'/><Do id='2'/></AsyncSequence>", {"s", "bs"}, 0, 0, "S1 F1 S2 b|P2 F2 s"},
    {"<AsyncFallback><Do id='1'/><Do id='2'/></AsyncFallback>", {"f", "bf"}, 0, 0, "S1 F1 S2 b|P2 F2 f"},
    // Between two rounds the tree passes from its root again.
    {"<Parallel><Repeat num_cycles='2'><Do id='1'/></Repeat><Do id='2'/></Parallel>",
     {"s", "bbs"},
     0,
     0,
     "S1 F1 S2 S1 F1 P2 b|P2 F2 s"},
    {"<Parallel><Repeat num_cycles='2'><Do id='1'/></Repeat><Do id='2'/></Parallel>",
     {"bsbs", "b"},
     0,
     0,
     "S1 S2 b|P1 F1 S1 P2 b|P1 F1 P2 b"},
    {"<ReactiveSequence><Ask id='1'/><RetryUntilSuccessful num_attempts='3'><Do id='2'/></RetryUntilSuccessful>"
     "</ReactiveSequence>",
     {"ssf", "f"},
     0,
     0,
     "C1 S2 F2 C1 S2 F2 C1 f"},
    {"<ReactiveSequence><Ask id='1'/><SequenceWithMemory><Do id='2'/><Do id='3'/></SequenceWithMemory>"
     "</ReactiveSequence>",
     {"sf", "s", "s"},
     0,
     0,
     "C1 S2 F2 C1 f"},
    {"<ReactiveSequence><Ask id='1'/><AsyncSequence><Do id='2'/><Do id='3'/></AsyncSequence></ReactiveSequence>",
     {"sf", "s", "s"},
     0,
     0,
     "C1 S2 F2 C1 f"},
    {"<ReactiveSequence><Ask id='1'/><AsyncFallback><Do id='2'/><Do id='3'/></AsyncFallback></ReactiveSequence>",
     {"sf", "f", "s"},
     0,
     0,
     "C1 S2 F2 C1 f"},
    {"<ReactiveSequence><Is value='{b0}'/><Repeat num_cycles='-1'><Sequence><Do id='1'/>"
     "<SetBlackboard value='false' output_key='b0'/></Sequence></Repeat></ReactiveSequence>",
     {"s"},
     "1",
     0,
     "S1 F1 f"},
    {"<LoopInt queue='3;1' value='{k1}'><Do id='{k1}'/></LoopInt>",
     {"s", 0, "bs"},
     0,
     0,
     "S3 b|P3 F3 b|S1 F1 b|s|S3 F3 b"},
    {"<LoopInt queue='2' value='{k1}' if_empty='FAILURE'><Do id='{k1}'/></LoopInt>", {0, "s"}, 0, 0, "S2 F2 b|f"},
    {"<LoopBool queue='true;false' value='{b1}'><Is value='{b1}'/></LoopBool>", {0}, 0, 0, "b|f"},
    {"<LoopDouble queue='' if_empty='SKIPPED'><Do id='1'/></LoopDouble>", {"s"}, 0, 0, "k"},
    {"<LoopString queue='one;two'><Do id='1'/></LoopString>", {"s"}, 0, 0, "S1 F1 b|S1 F1 b|s"},
    {"<Parallel success_count='{k0}' failure_count='2'><Do id='1'/><Do id='2'/></Parallel>",
     {"b", "s"},
     0,
     "221",
     "S1 S2 F2 b|P1 b|P1 H1 s"},
    {"<ParallelAll max_failures='{k0}'><Do id='1'/><Do id='2'/></ParallelAll>",
     {"f", "s"},
     0,
     "12",
     "S1 F1 S2 F2 f|S1 F1 S2 F2 s"},
    {"<Repeat num_cycles='{k0}'><Do id='1'/></Repeat>", {"s"}, 0, "203", "S1 F1 S1 F1 s|s|S1 F1 S1 F1 S1 F1 s"},
    {"<RetryUntilSuccessful num_attempts='{k0}'><Do id='1'/></RetryUntilSuccessful>", {"f"}, 0, "2", "S1 F1 S1 F1 f"},
    {"<Timeout msec='{k0}'><Do id='1'/></Timeout>", {"b"}, 0, "00002", "S1 b|P1 b|P1 b|P1 b|H1 f"},
    {"<Delay delay_msec='{k0}'><Do id='1'/></Delay>", {"s"}, 0, "2", "b|b|S1 F1 s"},
    {"<Sleep msec='{k0}'/>", {0}, 0, "1", "b|s"},
    {"<Cooldown msec='{k0}'><Do id='1'/></Cooldown>", {"s"}, 0, "2", "S1 F1 s|f|S1 F1 s"},
    {"<TryCatch><Do id='1'/><Do id='2'/><Do id='3'/></TryCatch>", {"bs", "s", "s"}, 0, 0, "S1 b|P1 F1 S2 F2 s"},
    {"<TryCatch><Do id='1'/><Do id='2'/><Do id='3'/></TryCatch>", {"f", "s", "bs"}, 0, 0, "S1 F1 S3 b|P3 F3 f"},
    {"<TryCatch><Do id='1' _skipIf='b0'/><Do id='2'/></TryCatch>", {"f", "s"}, "1", 0, "k"},
    {"<Timeout msec='1'><TryCatch catch_on_halt='true'><Do id='1'/><Do id='2'/></TryCatch></Timeout>",
     {"b", "s"},
     0,
     0,
     "S1 b|H1 S2 F2 f"},
    {"<Timeout msec='1'><TryCatch catch_on_halt='true'><Do id='1'/><Do id='2'/></TryCatch></Timeout>",
     {"b", "b"},
     0,
     0,
     "S1 b|H1 S2 H2 f"},
    {"<Timeout msec='1'><TryCatch><Do id='1'/><Do id='2'/></TryCatch></Timeout>", {"b", "s"}, 0, 0, "S1 b|H1 f"},
    {"<Precondition if='b0'><Do id='1'/></Precondition>", {"bs"}, "010", 0, "f|S1 b|P1 F1 s"},
    {"<Precondition if='b0' else='RUNNING'><Do id='1'/></Precondition>", {"bs"}, "010", 0, "b|S1 b|P1 F1 s"},
    {"<Precondition if='b0' else='SKIPPED'><Do id='1'/></Precondition>", {"s"}, "01", 0, "k|S1 F1 s"},
    {"<WasEntryUpdated entry='{k0}'/>", {0}, 0, "1123", "s|f|s|s|f"},
    {"<SkipUnlessUpdated entry='k0'><Do id='1'/></SkipUnlessUpdated>", {"sbs"}, 0, "1122", "S1 F1 s|k|S1 b|P1 F1 s|k"},
    {"<WaitValueUpdate entry='{k0}'><Do id='1'/></WaitValueUpdate>", {"sbs"}, 0, "11122", "S1 F1 s|b|b|S1 b|P1 F1 s|b"},
    {"<Recover tries='2'><Do id='1'/><Do id='2'/></Recover>", {"fs", "bs"}, 0, 0, "S1 F1 S2 b|P2 F2 S1 F1 s"},
    {"<Recover tries='1'><Do id='1'/><Do id='2'/></Recover>",
     {"f", "s"},
     0,
     0,
     "S1 F1 S2 F2 S1 F1 f|S1 F1 S2 F2 S1 F1 f"},
    {"<Control ID='Recover' tries='{k0}'><Do id='1'/><Do id='2'/></Control>", {"f", "s"}, 0, "0", "S1 F1 f"},
    {"<Recover tries='1'><Do id='1' _skipIf='b0'/><Do id='2'/></Recover>", {"f", "s"}, "1", 0, "k"},
    {"<Race><Do id='1'/><Do id='2'/><Do id='3'/></Race>",
     {"bbbs", "b", "bs"},
     0,
     0,
     "S2 S3 S1 b|H2 H3 P1 b|S2 S3 F3 P1 b|H2 S3 F3 P1 F1 s"},
    {"<Timeout msec='2'><Race><Do id='1'/><Do id='2'/></Race></Timeout>", {"b", "b"}, 0, 0, "S2 S1 b|H2 P1 b|H1 f"},
    {"<Sequence><Race><Do id='1'/><Do id='2'/></Race><Do id='3'/></Sequence>",
     {"s", "b", "s"},
     0,
     0,
     "S2 S1 F1 H2 S3 F3 s"},
};

static void note_root(void* user, const ploy_trace_event* event)
{
    static const char letters[] = "bsfk";
    bool is_root = event->kind == PLOY_TRACE_BT_NODE && event->args[0] == 0;
    if (is_root && event->args[1] < 4) *(char*)user = letters[event->args[1]];
}

static int64_t letter_at(const char* letters, uint32_t tick)
{
    size_t last = letters ? strlen(letters) - 1 : 0;
    return letters ? letters[tick < last ? tick : last] - '0' : 0;
}

static void tick_row(bt_stage* s, const row* r, uint32_t tick, char* got)
{
    char root = 'b';
    ploy_trace trace = {note_root, &root, PLOY_TRACE_EVERYTHING, false};
    ploy_blackboard_set(s->game.blackboard, 0, letter_at(r->k0, tick));
    ploy_blackboard_set(s->game.blackboard, BT_GAME_KEYS, letter_at(r->b0, tick));
    s->game.log[0] = '\0';
    s->agent.trace = &trace;
    ploy_mind_tick(&s->agent, 1000);
    strcat(got, s->game.log);
    strncat(got, &root, 1);
}

static void every_kind_does_what_its_table_says(void** state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        bt_stage s;
        char got[512] = "";
        begin(&s, rows[i].nodes);
        memcpy(s.game.script + 1, rows[i].scripts, sizeof rows[i].scripts);
        for (uint32_t tick = 0; strlen(got) < strlen(rows[i].expected); ++tick) {
            if (tick > 0) strcat(got, "|");
            tick_row(&s, &rows[i], tick, got);
        }
        if (strcmp(got, rows[i].expected) != 0) fail_msg("%s\n%s, expected\n%s", rows[i].nodes, got, rows[i].expected);
        s.agent.trace = NULL;
        end(&s);
    }
}

// Halts.

static ploy_outcome slow_to_halt(const bt_game* game, char what, int64_t id)
{
    return what == 'H' ? (game->tick < 5 ? PLOY_RUNNING : PLOY_SUCCESS) : bt_game_scripted(game, what, id);
}

static void a_halt_may_take_ticks_and_nothing_starts_meanwhile(void** state)
{
    (void)state;
    static const char* const expected[] = {"S1 ", "P1 ", "H1 ", "H1 ", "H1 ", "H1 S2 F2 "};
    bt_stage s;
    begin(&s, "<Fallback><Timeout msec='2'><Do id='1'/></Timeout><Do id='2'/></Fallback>");
    s.game.answer = slow_to_halt;
    s.game.script[1] = "b";
    s.game.script[2] = "s";
    for (uint32_t tick = 0; tick < 6; ++tick) {
        s.game.tick = tick;
        s.game.log[0] = '\0';
        ploy_mind_tick(&s.agent, 1000);
        assert_string_equal(s.game.log, expected[tick]);
    }
    assert_int_equal(ploy_bt_outcome(&s.agent), PLOY_SUCCESS);
    end(&s);
}

static void an_agent_that_goes_halts_what_runs(void** state)
{
    (void)state;
    bt_stage s;
    begin(&s, "<Parallel><Do id='1'/><Sequence><AlwaysSuccess/><Do id='2'/></Sequence></Parallel>");
    s.game.script[1] = s.game.script[2] = "b";
    ploy_mind_tick(&s.agent, 1000);
    s.mind->kind->end(&s.agent);
    assert_string_equal(s.game.log, "S1 S2 H1 H2 ");
    s.mind->kind->end(&s.agent);
    assert_string_equal(s.game.log, "S1 S2 H1 H2 ");
    end(&s);
}

// Watching.

static void conditions_are_evaluated_again_only_when_their_keys_change(void** state)
{
    (void)state;
    bt_stage s;
    begin(&s, "<ReactiveSequence><Is value='{b0}'/><Least value='{k0}' least='2'/><Do id='1'/></ReactiveSequence>");
    s.game.script[1] = "b";
    ploy_blackboard_set(s.game.blackboard, BT_GAME_KEYS, 1);
    ploy_blackboard_set(s.game.blackboard, 0, 5);
    for (int tick = 0; tick < 10; ++tick) ploy_mind_tick(&s.agent, 1000);
    assert_int_equal(s.game.evaluated_pure, 2);
    ploy_blackboard_set(s.game.blackboard, 1, 9); // a key that nobody reads
    ploy_mind_tick(&s.agent, 1000);
    assert_int_equal(s.game.evaluated_pure, 2);
    ploy_blackboard_set(s.game.blackboard, 0, 4);
    ploy_mind_tick(&s.agent, 1000);
    assert_int_equal(s.game.evaluated_pure, 4);
    ploy_blackboard_set(s.game.blackboard, 0, 1);
    ploy_mind_tick(&s.agent, 1000);
    assert_int_equal(s.game.evaluated_pure, 6);
    assert_int_equal(ploy_bt_outcome(&s.agent), PLOY_FAILURE);
    end(&s);
}

// Reasons.

static ploy_outcome give_up(ploy_agent* agent, const ploy_call* call)
{
    agent->reason = (uint32_t)(uintptr_t)call->user;
    return PLOY_FAILURE;
}

static void a_failure_says_where_and_why(void** state)
{
    (void)state;
    bt_stage s;
    ploy_error error;
    assert_true(bt_game_create(&s.game, NULL));
    ploy_activity_def def = {0};
    def.name = "Climb";
    def.start = give_up;
    def.user = (void*)(uintptr_t)ploy_bindings_add_reason(s.game.bindings, "the wall is too high");
    ploy_bindings_add_activity(s.game.bindings, &def, NULL);
    s.file = parse_tree(
        "<Sequence name='Raid'>\n<Fallback><AlwaysSuccess/></Fallback>\n<Climb name='Over the wall'/></Sequence>",
        &error);
    s.mind = compile(&s.game, s.file, &error);
    be(&s);
    uint32_t node, reason;
    assert_false(ploy_bt_failure(&s.agent, &node, &reason));
    ploy_mind_tick(&s.agent, 1000);
    assert_true(ploy_bt_failure(&s.agent, &node, &reason));
    assert_string_equal(ploy_bt_mind_node_name(s.mind, node), "Over the wall");
    assert_int_equal(ploy_bt_mind_get_node(s.mind, node).line, 5);
    assert_string_equal(pl_bindings_reason(s.game.bindings, reason), "the wall is too high");
    assert_int_equal(s.agent.reason, reason);
    char text[128];
    ploy_mind_why(&s.agent, text, sizeof text);
    assert_string_equal(text, "the tree failed at Over the wall: the wall is too high");
    end(&s);
}

static void expect_why(const char* nodes, const char* first, const char* second, uint32_t ticks, const char* expected)
{
    bt_stage s;
    char text[128];
    begin(&s, nodes);
    s.game.script[1] = first;
    s.game.script[2] = second;
    for (uint32_t tick = 0; tick < ticks; ++tick) ploy_mind_tick(&s.agent, 1000);
    ploy_mind_why(&s.agent, text, sizeof text);
    assert_string_equal(text, expected);
    end(&s);
}

static void a_parallel_that_needs_no_failure_to_fail_names_itself(void** state)
{
    (void)state;
    expect_why("<Parallel name='P' failure_count='0'><Do id='1'/><Do id='2'/></Parallel>", "b", "b", 1,
               "the tree failed at P");
    expect_why("<ParallelAll name='P' max_failures='0'><Do id='1'/><Do id='2'/></ParallelAll>", "s", "s", 1,
               "the tree failed at P");
    expect_why("<Sequence><Fallback><AlwaysFailure name='A'/><AlwaysSuccess/></Fallback>"
               "<Parallel name='P' failure_count='0'><Do id='1'/><Do id='2'/></Parallel></Sequence>",
               "b", "b", 1, "the tree failed at P");
}

static void a_failure_that_a_fallback_recovered_from_is_not_named(void** state)
{
    (void)state;
    expect_why(
        "<ParallelAll><Do id='1' name='broken'/><Sequence><Do id='2'/><Fallback><AlwaysFailure name='recovered'/>"
        "<AlwaysSuccess/></Fallback></Sequence></ParallelAll>",
        "f", "bs", 2, "the tree failed at broken");
    expect_why("<Fallback name='all'><AlwaysFailure name='broken'/><Sequence _while='Half gt k1'><Fallback>"
               "<AlwaysFailure name='recovered'/><SetBlackboard value='1' output_key='k1'/></Fallback><Sleep msec='5'/>"
               "</Sequence></Fallback>",
               "s", "s", 2, "the tree failed at all");
}

static int64_t passed;

static ploy_outcome sum_time(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    passed += agent->dt;
    return PLOY_RUNNING;
}

static void time_passes_once_per_tick_however_many_rounds_there_are(void** state)
{
    (void)state;
    bt_stage s;
    ploy_error error;
    assert_true(bt_game_create(&s.game, NULL));
    ploy_bindings_add_activity(s.game.bindings,
                               &(ploy_activity_def){.name = "Walk", .start = sum_time, .update = sum_time}, NULL);
    s.file = parse_tree("<Parallel><Repeat num_cycles='5'><Do id='1'/></Repeat><Walk/></Parallel>", &error);
    s.mind = compile(&s.game, s.file, &error);
    be(&s);
    passed = 0;
    for (int tick = 0; tick < 3; ++tick) ploy_mind_tick(&s.agent, 1000);
    assert_int_equal(passed, 3000);
    assert_int_equal(s.agent.dt, 1000);
    end(&s);
}

static void why_prints_the_path(void** state)
{
    (void)state;
    bt_stage s;
    begin(&s, "<Sequence name='Raid'><Parallel name='Both'><Do id='1' name='Guard' _skipIf='b0'/><Inverter><Do id='2' "
              "name='Dig'/></Inverter></Parallel></Sequence>");
    char text[128];
    ploy_mind_why(&s.agent, text, sizeof text);
    assert_string_equal(text, "the tree has not begun");
    assert_int_equal(ploy_bt_running(&s.agent, NULL, 0), 0);
    s.game.script[1] = s.game.script[2] = "b";
    ploy_mind_tick(&s.agent, 1000);
    ploy_mind_why(&s.agent, text, sizeof text);
    assert_string_equal(text, "running: Raid > Both; Guard; Inverter > Dig");
    uint32_t nodes[2] = {PLOY_NONE, PLOY_NONE};
    assert_int_equal(ploy_bt_running(&s.agent, NULL, 0), 2);
    assert_int_equal(ploy_bt_running(&s.agent, nodes, 1), 2);
    assert_int_equal(nodes[1], PLOY_NONE);
    assert_int_equal(ploy_bt_running(&s.agent, nodes, 2), 2);
    assert_string_equal(ploy_bt_mind_node_name(s.mind, nodes[0]), "Guard");
    assert_string_equal(ploy_bt_mind_node_name(s.mind, nodes[1]), "Dig");
    end(&s);
}

// Files.

static void files_of_behaviortree_cpp_load_as_they_are(void** state)
{
    (void)state;
    static const char* const texts[] = {
        "<root BTCPP_format=\"4\">\n  <BehaviorTree ID=\"MainTree\">\n    <Sequence name=\"root_sequence\">\n"
        "      <Do  name=\"action_hello\" id=\"1\"/>\n      <Condition ID=\"Ask\" id=\"2\"/>\n    </Sequence>\n"
        "  </BehaviorTree>\n</root>",
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<root BTCPP_format=\"4\" main_tree_to_execute=\"MainTree\">\n"
        "  <BehaviorTree ID=\"MainTree\">\n    <Sequence>\n      <Fallback>\n        <Inverter>\n"
        "          <Is value=\"{b0}\"/>\n        </Inverter>\n"
        "        <SubTree ID=\"DoorClosed\" which=\"{k0}\" _autoremap=\"true\"/>\n      </Fallback>\n"
        "      <Do id=\"1\"/>\n    </Sequence>\n  </BehaviorTree>\n  <BehaviorTree ID=\"DoorClosed\">\n    <Fallback>\n"
        "      <Do id=\"2\"/>\n      <RetryUntilSuccessful num_attempts=\"5\">\n        <Do id=\"3\" "
        "key=\"{which}\"/>\n"
        "      </RetryUntilSuccessful>\n      <Do id=\"4\" key=\"{@k1}\" _skipIf=\"b0\"/>\n    </Fallback>\n"
        "  </BehaviorTree>\n  <!-- Description of Node Models (used by Groot) -->\n  <TreeNodesModel>\n"
        "    <Action ID=\"Do\">\n      <input_port name=\"id\">which</input_port>\n    </Action>\n"
        "    <SubTree ID=\"DoorClosed\"/>\n  </TreeNodesModel>\n</root>",
        "<root BTCPP_format=\"4\">\n  <BehaviorTree>\n    <ReactiveSequence>\n      <Condition ID=\"Ask\" id=\"1\"/>\n"
        "      <Timeout msec=\"300\"><KeepRunningUntilFailure><Action ID=\"Do\" id=\"2\"/></KeepRunningUntilFailure>"
        "</Timeout>\n      <Parallel failure_count=\"1\" success_count=\"-1\"><AlwaysSuccess/><Sleep msec=\"10\"/>"
        "</Parallel>\n      <Switch3 name=\"s\" variable=\"{k0}\" case_1=\"1\" case_2=\"42\" case_3=\"666\">\n"
        "        <Do id=\"1\"/><Do id=\"2\"/><Do id=\"3\"/><AlwaysFailure/>\n      </Switch3>\n"
        "    </ReactiveSequence>\n  </BehaviorTree>\n</root>",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        ploy_error error = {0};
        bt_stage s;
        ploy_file* file = parse(texts[i], &error);
        if (!file) fail_msg("%u:%u: %s", (unsigned)error.line, (unsigned)error.column, error.message);
        set_up(&s, file);
        ploy_mind_tick(&s.agent, 1000);
        end(&s);
    }
}

static void subtrees_give_other_names_to_keys(void** state)
{
    (void)state;
    bt_stage s;
    ploy_error error = {0};
    ploy_file* file =
        parse("<ploy version='1' main_tree_to_execute='Main'><BehaviorTree ID='Least3'>"
              "<Sequence _failureIf='mine gt 8'><Least value='{mine}' least='{most}'/></Sequence></BehaviorTree>"
              "<BehaviorTree ID='Between'><SubTree ID='Least3' mine='{yours}' most='{limit}'/></BehaviorTree>"
              "<BehaviorTree ID='Main'><Sequence><SubTree ID='Between' yours='{k0}' limit='3'/>"
              "<SubTree ID='Between' yours='{k1}' limit='{k2}'/></Sequence></BehaviorTree></ploy>",
              &error);
    if (!file) fail_msg("%s", error.message);
    set_up(&s, file);
    static const struct
    {
        int64_t k[3];
        ploy_outcome outcome;
    } cases[] = {
        {{3, 5, 5}, PLOY_SUCCESS}, {{2, 5, 5}, PLOY_FAILURE}, {{4, 5, 6}, PLOY_FAILURE}, {{9, 5, 5}, PLOY_FAILURE}};
    for (size_t i = 0; i < 4; ++i) {
        for (uint32_t key = 0; key < 3; ++key) ploy_blackboard_set(s.game.blackboard, key, cases[i].k[key]);
        ploy_mind_tick(&s.agent, 1000);
        assert_int_equal(ploy_bt_outcome(&s.agent), cases[i].outcome);
    }
    end(&s);
}

static void add_int_keys(const bt_game* game, const char* const* names)
{
    for (; *names; ++names) {
        ploy_key_def def = {.name = *names, .type = PLOY_VALUE_INT};
        assert_int_equal(ploy_blackboard_keys_add(game->keys, &def, NULL), PLOY_OK);
    }
}

// Counts to 3 in a key of its own, so that it fails if anybody else counts in it.
static const char counting_trees[] =
    "<root BTCPP_format='4' main_tree_to_execute='Main'><BehaviorTree ID='Main'><Sequence>"
    "<SubTree ID='Count'/><Count/><SubTree ID='Outer'/><Least value='{k0}' "
    "least='{k1}'/></Sequence></BehaviorTree>"
    "<BehaviorTree ID='Outer'><SubTree ID='Count' result='{r}' _autoremap='true'/></BehaviorTree>"
    "<BehaviorTree ID='Count'><Sequence><Inverter><Least value='{k0}' least='1'/></Inverter>"
    "<SetBlackboard value='3' output_key='{k0}'/><SetBlackboard value='{k0}' output_key='{result}'/>"
    "<SetBlackboard value='{k0}' output_key='{@k1}'/></Sequence></BehaviorTree></root>";

static void each_use_of_a_subtree_has_keys_of_its_own(void** state)
{
    (void)state;
    static const char* const own[] = {"Count.k0", "Count.2.k0", "Count.result", "Count.2.result", "Outer.k0",
                                      "Outer.r",  NULL};
    bt_stage s;
    ploy_error error = {0};
    assert_true(bt_game_create(&s.game, NULL));
    ploy_blackboard_destroy(s.game.blackboard);
    ploy_blackboard_keys_destroy(s.game.keys);
    s.game.keys = ploy_blackboard_keys_create(NULL);
    add_int_keys(&s.game, (const char*[]){"k0", "k1", NULL});
    s.file = parse(counting_trees, &error);
    assert_null(compile(&s.game, s.file, &error));
    assert_string_equal(error.message, "unknown key 'Count.k0'");
    assert_string_equal(error.hint, "a <SubTree> has keys of its own: declare it, or give the <SubTree> k0=\"{k0}\"");
    add_int_keys(&s.game, own);
    s.game.blackboard = ploy_blackboard_create(&(ploy_blackboard_def){.keys = s.game.keys});
    s.mind = compile(&s.game, s.file, &error);
    if (!s.mind) fail_msg("%s", error.message);
    be(&s);
    ploy_mind_tick(&s.agent, 1000);
    assert_int_equal(ploy_blackboard_get(s.game.blackboard, 0), 0); // the outer k0
    assert_int_equal(ploy_blackboard_get(s.game.blackboard, 1), 3); // {@k1}
    for (uint32_t i = 0; own[i]; ++i) {
        if (ploy_blackboard_get(s.game.blackboard, 2 + i) != 3) fail_msg("%s was not written", own[i]);
    }
    end(&s);
}

static void what_is_wrong_is_named_with_its_place(void** state)
{
    (void)state;
    static const struct
    {
        const char* nodes;
        const char* expected; ///< from line 3 on
    } wrong[] = {
        {"<Sequence>\n  <Script code='k0 := 1; x:=1'/></Sequence>", "4:26: condition: unknown key 'x'"},
        {"<Inverter><Do/><Do/></Inverter>", "3:1: <Inverter> needs exactly 1 child, here are 2"},
        {"<Sequence/>", "3:1: <Sequence> needs at least 1 child"},
        {"<Do><Do/></Do>", "3:1: <Do> is an activity and cannot hold nodes"},
        {"<Timeout><Do/></Timeout>", "3:1: <Timeout> needs the attribute 'msec'"},
        {"<Timeout msec='soon'><Do/></Timeout>", "3:16: 'msec' of <Timeout> is 'soon'"},
        {"<Sequence memory='yes'><Do/></Sequence>", "3:19: <Sequence> has no attribute 'memory'"},
        {"<Do id='1' _onSuccess='k0 := '/>", "3:30: condition: a name or a value expected, but the text ends"},
        {"<Precondition if='k0' else='NEVER'><Do/></Precondition>", "3:29: 'else' is 'NEVER'"},
        {"<Dig/>", "3:1: unknown activity 'Dig'"},
        {"<Sequense><Do/></Sequense>", "3:1: unknown node 'Sequense'"},
        {"<Decorator ID='Invertor'><Do/></Decorator>", "3:1: unknown node 'Invertor'"},
        {"<LoopInt queue='1;x'><Do/></LoopInt>", "3:17: 'x' in 'queue' is no whole number"},
        {"<LoopInt queue='{k0}'><Do/></LoopInt>", "3:17: the key of 'queue' is no string"},
        {"<Precondition if='b0' else='MAYBE'><Do/></Precondition>", "3:29: 'else' is 'MAYBE'"},
        {"<Recover/>", "3:1: the node <Recover> takes 2 to 2 children, here are 0"},
        {"<Recover tries='1'><Do/><Do/><Do/></Recover>", "3:1: the node <Recover> takes 2 to 2 children, here are 3"},
        {"<Recover trys='1'><Do/><Do/></Recover>", "3:16: node 'Recover' has no port 'trys'"},
        {"<Condition ID='Axk'/>", "3:1: unknown condition 'Axk'"},
        {"<Do idd='1'/>", "3:10: activity 'Do' has no port 'idd'"},
        {"<Do id='{k9}'/>", "3:9: unknown key 'k9'"},
        {"<Do id='one'/>", "3:9: 'id' is 'one'"},
        {"<SubTree ID='Other'/>", "3:1: unknown tree 'Other'"},
        {"<SubTree ID='T'/>", "3:1: the tree 'T' contains itself"},
        {"<Parallel success_count='3'><Do/><Do/></Parallel>",
         "3:1: 'success_count' of <Parallel> is more than its 2 children"},
        {"<Do _while='k0 and'/>", "3:19: condition: a name or a value expected"},
        {"<UtilitySelector><Do/></UtilitySelector>", "3:18: a child of <UtilitySelector> needs the attribute '_score'"},
        {"<SetBlackboard value='maybe' output_key='b0'/>", "3:23: 'value' is 'maybe'"},
        {"text", "2:1: the tree 'T' needs exactly one node at its top"},
        {"<Do/><Do/>", "3:6: the tree 'T' needs exactly one node at its top"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        ploy_error error = {0};
        bt_game game;
        char got[512];
        assert_true(bt_game_create(&game, NULL));
        ploy_file* file = parse_tree(wrong[i].nodes, &error);
        if (file) assert_null(compile(&game, file, &error));
        snprintf(got, sizeof got, "%u:%u: %s", (unsigned)error.line, (unsigned)error.column, error.message);
        if (strncmp(got, wrong[i].expected, strlen(wrong[i].expected)) != 0) {
            fail_msg("%s\n%s, expected\n%s", wrong[i].nodes, got, wrong[i].expected);
        }
        ploy_file_destroy(file);
        bt_game_destroy(&game);
    }
}

static void what_is_too_deep_or_too_large_is_refused(void** state)
{
    (void)state;
    enum
    {
        DEEP = 10000
    };
    char* text = calloc(1, DEEP * 24 + 200);
    strcpy(text, "<ploy version='1'><BehaviorTree ID='T'>");
    char* at = text + strlen(text);
    for (int i = 0; i < DEEP; ++i) at += sprintf(at, "<Inverter>");
    at += sprintf(at, "<Do/>");
    for (int i = 0; i < DEEP; ++i) at += sprintf(at, "</Inverter>");
    strcpy(at, "</BehaviorTree></ploy>");
    ploy_error error;
    assert_null(parse(text, &error));
    assert_non_null(strstr(error.message, "nested more than 512 deep"));
    at = text + sprintf(text, "<ploy version='1'>"); // each tree holds the next twice
    for (int i = 0; i < 30; ++i) {
        at += sprintf(
            at, "<BehaviorTree ID='t%d'><Sequence><SubTree ID='t%d'/><SubTree ID='t%d'/></Sequence></BehaviorTree>", i,
            i + 1, i + 1);
    }
    strcpy(at, "<BehaviorTree ID='t30'><Do/></BehaviorTree></ploy>");
    bt_game game;
    assert_true(bt_game_create(&game, NULL));
    ploy_file* file = parse(text, &error);
    assert_non_null(file);
    assert_null(compile(&game, file, &error));
    assert_non_null(strstr(error.message, "more than 65534 nodes"));
    ploy_file_destroy(file);
    bt_game_destroy(&game);
    free(text);
}

// Memory.

static const char all_sorts[] = "<ReactiveSequence><Is value='{b0}'/><Parallel><Do id='1' "
                                "_while='b0'/><UtilitySelector><Do id='2' _score='k0 + 1'/>"
                                "</UtilitySelector><Service ID='Do' id='3' msec='2'><Switch2 variable='{k0}' "
                                "case_1='1' case_2='2'><Work/><Do id='4'/>"
                                "<AlwaysSuccess/></Switch2></Service></Parallel></ReactiveSequence>";

static bool make_and_tick(const ploy_allocator* allocator)
{
    bt_game game;
    if (!bt_game_create(&game, allocator)) return false;
    char text[1024];
    snprintf(text, sizeof text, "<ploy version='1'><BehaviorTree ID='T'>%s</BehaviorTree></ploy>", all_sorts);
    ploy_file_def file_def = {0};
    file_def.allocator = *allocator;
    ploy_file* file;
    ploy_error error;
    ploy_status status = ploy_file_parse(&file_def, text, strlen(text), &file, &error);
    ploy_mind* mind = NULL;
    if (status == PLOY_OK) {
        ploy_bt_mind_def def = {0};
        def.parts.allocator = *allocator;
        def.trees = ploy_file_bts(file);
        def.tree_count = 1;
        def.parts.bindings = game.bindings;
        def.parts.keys = game.keys;
        status = ploy_bt_mind_create(&def, &mind, &error);
    }
    assert_true(status == PLOY_OK || status == PLOY_OUT_OF_MEMORY);
    ploy_mind_destroy(mind);
    ploy_file_destroy(file);
    bt_game_destroy(&game);
    return status == PLOY_OK;
}

static void a_failing_allocator_gives_a_status_and_no_leak(void** state)
{
    (void)state;
    test_fail_every_allocation(make_and_tick);
}

static void a_hundred_nodes_take_little_memory(void** state)
{
    (void)state;
    char nodes[8192] = "<Fallback>";
    for (int i = 0; i < 24; ++i) strcat(nodes, "<Sequence><Is value='{b0}'/><Do id='1'/><Do id='2'/></Sequence>");
    strcat(nodes, "<Timeout msec='5'><Repeat num_cycles='2'><Do id='1'/></Repeat></Timeout></Fallback>");
    bt_stage s;
    begin(&s, nodes);
    assert_int_equal(ploy_bt_mind_node_count(s.mind), 100);
    assert_true(s.mind->data_bytes <= 64);
    end(&s);
}

static void ticks_allocate_nothing(void** state)
{
    (void)state;
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    bt_stage s = {0};
    ploy_error error;
    assert_true(bt_game_create(&s.game, &allocator));
    s.file = parse_tree(all_sorts, &error);
    s.mind = compile(&s.game, s.file, &error);
    be(&s);
    s.game.script[1] = "bbs";
    uint64_t calls = counters.calls;
    for (int tick = 0; tick < 100; ++tick) {
        ploy_blackboard_set(s.game.blackboard, BT_GAME_KEYS, tick % 7 != 0);
        ploy_blackboard_set(s.game.blackboard, 0, tick % 3);
        s.game.log[0] = '\0';
        ploy_mind_tick(&s.agent, 1000);
    }
    assert_int_equal(counters.calls, calls);
    end(&s);
}

static void a_changed_description_halts_the_old_tree_and_starts_again(void** state)
{
    (void)state;
    bt_stage s;
    ploy_error error;
    begin(&s, "<Sequence><Do id='1'/></Sequence>");
    s.game.script[1] = "b";
    ploy_mind_tick(&s.agent, 1000);
    ploy_file* file = parse_tree("<Sequence><AlwaysSuccess/><Do id='1'/></Sequence>", &error);
    ploy_mind* fresh = compile(&s.game, file, &error);
    ploy_agent old = s.agent;
    s.agent.mind = fresh;
    s.agent.mind_data = calloc(1, fresh->data_bytes);
    assert_int_equal(fresh->kind->migrate(&s.agent, &old), PLOY_OK);
    ploy_mind_tick(&s.agent, 1000);
    assert_string_equal(s.game.log, "S1 H1 S1 ");
    free(old.mind_data);
    ploy_mind_destroy(s.mind);
    ploy_file_destroy(s.file);
    s.mind = fresh;
    s.file = file;
    end(&s);
}

TEST_MAIN(TEST(every_kind_does_what_its_table_says), TEST(a_halt_may_take_ticks_and_nothing_starts_meanwhile),
          TEST(an_agent_that_goes_halts_what_runs), TEST(conditions_are_evaluated_again_only_when_their_keys_change),
          TEST(a_failure_says_where_and_why), TEST(a_parallel_that_needs_no_failure_to_fail_names_itself),
          TEST(a_failure_that_a_fallback_recovered_from_is_not_named),
          TEST(time_passes_once_per_tick_however_many_rounds_there_are), TEST(why_prints_the_path),
          TEST(files_of_behaviortree_cpp_load_as_they_are), TEST(subtrees_give_other_names_to_keys),
          TEST(each_use_of_a_subtree_has_keys_of_its_own), TEST(what_is_wrong_is_named_with_its_place),
          TEST(what_is_too_deep_or_too_large_is_refused), TEST(a_failing_allocator_gives_a_status_and_no_leak),
          TEST(a_hundred_nodes_take_little_memory), TEST(ticks_allocate_nothing),
          TEST(a_changed_description_halts_the_old_tree_and_starts_again))
