// `ploy ask`: queries about recorded decisions.

#include <inttypes.h>

#include "programs/cli/json.h"
#include "programs/cli/options.h"
#include "programs/cli/whole_file.h"
#include "programs/commands/recorded_agent.h"
#include "programs/commands/view.h"

#include <ploy/debugger.h>

static const char page[] =
    "NAME\n"
    "  ploy ask - ask a recorded decision again: why, why not, what if\n"
    "\n"
    "SYNOPSIS\n"
    "  ploy ask RECORDING --tick T --agent A [--nth K] [--why-not ACTION]\n"
    "           [--with 'x=v, y=w'] [--flip ACTION] [--diff T2] [--search] [--brief] [--json]\n"
    "  ploy ask RECORDING --problems [--json]\n"
    "  ploy ask RECORDING [--json]\n"
    "\n"
    "DESCRIPTION\n"
    "  A recording (ploy play GAME --record FILE) holds everything that a decision was made from.\n"
    "  This command replays the last decision of an agent at or before a tick. It prints a summary,\n"
    "  the state, the goals by priority with their status, the plan, the plans for the other goals,\n"
    "  and what each step is for, or why there is no plan.\n"
    "\n"
    "  What only the game can compute (priorities and costs that are callbacks, contexts) stays as\n"
    "  recorded. The default for --tick is the last tick. With nothing but the recording, the command\n"
    "  lists the agents. For an agent that does not plan it prints what the trace has: its state,\n"
    "  option, node and running activities.\n"
    "\n"
    "OPTIONS\n"
    "  --tick T           a tick of the recording, from 0\n"
    "  --agent A          number or name\n"
    "  --nth K            the K-th decision of that tick, if there are several (default: the last)\n"
    "  --why-not ACTION   why the action was not in the plan: 'GoTo', or 'GoTo(bunker)'\n"
    "  --with 'x=v, y=w'  the decision if these symbols had had these values\n"
    "  --flip ACTION      the smallest changes of symbols that put the action into the plan: one\n"
    "                     symbol, else two, else three\n"
    "  --diff T2          what changed between this decision and the one at tick T2, and which changes\n"
    "                     made the later decision differ from the earlier one\n"
    "  --search           the search, run again without the plan cache: every node and what became of\n"
    "                     it, every edge that was dropped and why\n"
    "  --max-set N        changes at a time for --flip and --diff, 1 to 8 (default 3)\n"
    "  --max-tries N      changed decisions to evaluate for --flip and --diff (default 20000)\n"
    "  --brief            without plans for the other goals and without reasons\n"
    "  --problems         search the whole recording for agents that dither between goals, states or\n"
    "                     options, that are idle, and that wait long for plans or paths\n"
    "  --json             one JSON object: agent, name, mind, domain, tick, damaged (the end of the\n"
    "                     recording cannot be read), closed (the game ended it), decided, goal, mode,\n"
    "                     pushed, current, summary, state (symbol to value), goals (each goal,\n"
    "                     priority, status), plan (status, cost, steps), same (the replay gives the\n"
    "                     recorded plan), alternatives (each goal, status, cost, extra_cost, steps),\n"
    "                     why, and on request why_not, with, flip, diff, search\n"
    "\n"
    "EXIT STATUS\n"
    "  0  done\n"
    "  1  --problems: some were found\n"
    "  2  the recording or the usage is wrong, or there is no decision yet\n"
    "\n"
    "EXAMPLES\n"
    "  ploy play smithy --record smithy.rec\n"
    "  ploy ask smithy.rec --tick 600 --agent 'smith 1'\n"
    "  ploy ask smithy.rec --tick 600 --agent 1 --why-not MineOre --flip MineOre\n"
    "  ploy ask smithy.rec --tick 600 --agent 1 --with 'ironInStock'\n"
    "  ploy ask smithy.rec --tick 600 --agent 1 --diff 500\n"
    "  ploy ask smithy.rec --problems\n"
    "\n"
    "SEE ALSO\n"
    "  ploy explain: the same queries about a file; docs/learn/recording_and_debugging.md\n";

typedef struct ask_options
{
    ploy_debug_query query;
    const char* tick;
    const char* diff;
    const char* agent;
    bool problems;
    bool json;
} ask_options;

static int run(int argc, char** argv);
const command command_ask = {"ask", "ask a recorded decision again: why, why not, what if", page, run};

static int complain_error(const char* path, const ploy_error* error, ploy_status status)
{
    const char* message = error->message[0] ? error->message : ploy_status_text(status);
    return complain("ask", "%s: %s%s%s", path, message, error->hint[0] ? "; " : "", error->hint);
}

static int print_answer(const ask_options* o, ploy_debug_answer* answer)
{
    fputs(o->json ? answer->json : answer->text, stdout);
    ploy_debug_answer_destroy(answer);
    return ANSWER_DONE;
}

static int parse_ticks(ask_options* o, uint64_t ticks)
{
    o->query.tick = ticks > 0 ? ticks - 1 : 0;
    o->query.diff = o->diff != NULL;
    if (o->tick && !recorded_tick_parse(o->tick, &o->query.tick)) return complain("ask", "--tick is a number, from 0");
    if (o->diff && !recorded_tick_parse(o->diff, &o->query.other_tick))
        return complain("ask", "--diff is a tick, from 0");
    bool fits = o->query.tick < ticks && (!o->diff || o->query.other_tick < ticks);
    if (!fits && ticks == 0) return complain("ask", "the recording has no whole tick");
    if (!fits) return complain("ask", "the recording has ticks 0 to %" PRIu64, ticks - 1);
    return ANSWER_DONE;
}

static int ask_decision(ploy_debugger* debugger, const char* path, ask_options* o)
{
    ploy_error error = {0};
    ploy_debug_answer* answer;
    o->query.agent = recorded_agent_find("ask", path, debugger, o->agent);
    if (o->query.agent == 0) return ANSWER_BAD;
    ploy_status status = ploy_debugger_query(debugger, &o->query, &answer, &error);
    return status == PLOY_OK ? print_answer(o, answer) : complain_error(path, &error, status);
}

static int list_agents(const ploy_debugger* debugger, const ask_options* o, const ploy_recording_info* info)
{
    json j;
    if (o->json) {
        j = json_begin(stdout);
        json_flag(&j, "damaged", info->damaged);
        json_flag(&j, "closed", info->closed);
        json_array(&j, "agents");
    }
    for (uint32_t i = 0; i < ploy_debugger_agent_count(debugger); i++) {
        ploy_debugged_agent agent = ploy_debugger_agent(debugger, i);
        if (!o->json) {
            printf("%4u  %s  %s %s\n", agent.number, agent.name, agent.mind, agent.domain);
            continue;
        }
        json_object(&j, NULL);
        json_count(&j, "agent", agent.number);
        json_text(&j, "name", agent.name);
        json_text(&j, "mind", agent.mind);
        json_text(&j, "domain", agent.domain);
        json_close(&j);
    }
    if (o->json) json_end(&j);
    return ANSWER_DONE;
}

static int find_problems(ploy_debugger* debugger, const char* path, const ask_options* o)
{
    ploy_error error = {0};
    ploy_debug_answer* answer;
    ploy_status status = ploy_debugger_find_problems(debugger, &answer, &error);
    if (status != PLOY_OK) return complain_error(path, &error, status);
    bool none = answer->problem_count == 0;
    print_answer(o, answer);
    return none ? ANSWER_DONE : ANSWER_NO;
}

static int answer_query(ploy_debugger* debugger, const char* path, ask_options* o, const ploy_recording_info* info)
{
    if (o->problems) return find_problems(debugger, path, o);
    if (!o->agent) {
        if (!o->tick && !o->query.why_not && !o->query.flip) return list_agents(debugger, o, info);
        return complain("ask", "which agent? --agent takes a number or a name ('ploy ask %s' lists them)", path);
    }
    int answer = parse_ticks(o, info->ticks);
    return answer == ANSWER_DONE ? ask_decision(debugger, path, o) : answer;
}

static int ask_file(const char* path, ask_options* o)
{
    whole_file file;
    ploy_error error = {0};
    ploy_recording* recording = NULL;
    ploy_debugger* debugger = NULL;
    if (!whole_file_open(&file, "ask", path)) return ANSWER_BAD;
    ploy_recording_def def = {.bytes = file.bytes, .count = file.count};
    ploy_status status = ploy_recording_create(&def, &recording, &error);
    if (status == PLOY_OK)
        status = ploy_debugger_create(&(ploy_debugger_def){.recording = recording}, &debugger, &error);
    int answer = ANSWER_BAD;
    if (status == PLOY_OK) {
        ploy_recording_info info = ploy_recording_get_info(recording);
        view_warn_incomplete("ask", path, &info, "the answer is about");
        answer = answer_query(debugger, path, o, &info);
    } else {
        complain_error(path, &error, status);
    }
    ploy_debugger_destroy(debugger);
    ploy_recording_destroy(recording);
    whole_file_close(&file);
    return answer;
}

static int run(int argc, char** argv)
{
    ask_options o = {.query = (ploy_debug_query){0}};
    const option options[] = {
        {"--tick", OPTION_TEXT, &o.tick},
        {"--agent", OPTION_TEXT, &o.agent},
        {"--nth", OPTION_COUNT, &o.query.nth},
        {"--why-not", OPTION_TEXT, &o.query.why_not},
        {"--with", OPTION_TEXT, &o.query.with},
        {"--flip", OPTION_TEXT, &o.query.flip},
        {"--diff", OPTION_TEXT, &o.diff},
        {"--max-set", OPTION_COUNT, &o.query.max_set},
        {"--max-tries", OPTION_COUNT, &o.query.max_tries},
        {"--search", OPTION_FLAG, &o.query.search},
        {"--brief", OPTION_FLAG, &o.query.brief},
        {"--problems", OPTION_FLAG, &o.problems},
        {"--json", OPTION_FLAG, &o.json},
    };
    text_list files = {0};
    int answer = options_parse(&command_ask, options, sizeof options / sizeof options[0], &files, argc, argv);
    if (answer == OPTIONS_GO_ON && files.count != 1)
        answer = complain("ask",
                          files.count ? "one recording at a time, please" : "which recording? (see 'ploy ask --help')");
    if (answer == OPTIONS_GO_ON) answer = ask_file(files.items[0], &o);
    text_list_free(&files);
    return answer;
}
