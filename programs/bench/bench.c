// `ploy bench`: the table of benchmarks, and how their figures are printed.

#define _POSIX_C_SOURCE 200809L

#include "programs/bench/bench.h"

#include <string.h>

#include "programs/cli/suggest.h"
#include "programs/cli/system.h"

static const char page[] =
    "NAME\n"
    "  ploy bench - time planning, paths and minds\n"
    "\n"
    "SYNOPSIS\n"
    "  ploy bench\n"
    "  ploy bench plan FILE... [--cold] [--json]\n"
    "  ploy bench colony [--seed N] [--out DIR] [--json]\n"
    "  ploy bench explain [--seed N] [--json]\n"
    "  ploy bench pddl [--seed N] [--json]\n"
    "  ploy bench growth [--json]\n"
    "  ploy bench nav [--peers DIR] [--json] [FILE.scen...]\n"
    "  ploy bench mind [--json]\n"
    "  ploy bench world [--json] [FILE]\n"
    "  ploy bench crowd [--out DIR] [--json] [FILE]\n"
    "  ploy bench twice [--json] [FILE]\n"
    "  ploy bench scale [--json] [FILE]\n"
    "  ploy bench record [--json]\n"
    "\n"
    "DESCRIPTION\n"
    "  Without a name, lists the benchmarks. Times are CPU time; the clock is read once per\n"
    "  batch, so that its own cost does not count.\n"
    "\n"
    "  plan    plans for every agent of each file, its first goal. Warm: the first half of\n"
    "          a file's agents is planned first, with all preparation, then the second\n"
    "          half, each once, timed as a whole; repeated on fresh planners until the figure\n"
    "          is stable. With --cold, only what depends on the domain and the goal is kept\n"
    "          from one problem to the next, and its preparation is timed separately.\n"
    "  colony  anytime plans for colonies of 20 to 40 places, 15 to 24 goods and up to 100 trees\n"
    "          and ores, with roads or a table of distances, 20 of each size, drawn from seeds:\n"
    "          how many are solved and proved, and how soon. With --out it only writes them to a folder, for ploy plan\n"
    "  explain why not this action, for every tenth action of the same colonies\n"
    "  pddl    problems of eight classical kinds, four sizes of each: from text to a plan that the validator\n"
    "          has executed. greedy on large ones; lmcut, hmax and blind on small ones\n"
    "  growth  time and states against size: chains of counters, walks on a grid\n"
    "  nav     paths, alone and relative to the time that other libraries take for the same\n"
    "          queries; bench/nav.sh builds those that are installed. Grids: the queries of\n"
    "          the MovingAI scenarios given, or of four maps that it makes\n"
    "  mind    one decision of each kind of mind, traces off\n"
    "  world   ten and a hundred thousand agents that plan again once per second, a crowd that\n"
    "          starts in one frame, facts and blackboards. Agents use the first domain of FILE\n"
    "          (examples/village_smith.xml), the crowd of its second\n"
    "  crowd   two thousand agents that start in one frame, each a tree whose nodes plan over nine flags\n"
    "          (examples/data/nine_flags.xml): the time of 180 frames with all searches at once; in slices; with\n"
    "          a cache; in groups. With --out also as pictures, crowd-before.svg and crowd-after.svg\n"
    "  twice   for each goal of FILE (the smithy): its first plan, and when that has run the second, with\n"
    "          only the actions of the first and with all, side by side\n"
    "  scale   a thousand to a million agents, as in world, on 1, 2, 4 and 8 workers, in wall time: a\n"
    "          tick and its phases; a model of it, its error on sizes it was not fitted to, and what it\n"
    "          says about 2 to 16 cores. From 300,000 on agents tick in 60 groups\n"
    "  record  twenty minutes of arena with and without a recording, one second of each in turn,\n"
    "          five times: the lowest time of each second counts\n"
    "\n"
    "OPTIONS\n"
    "  --cold  plan: keep nothing that was learned from other problems\n"
    "  --small all but growth: little work, the same in every run, to count instructions;\n"
    "          the times mean nothing\n"
    "  --peers DIR  nav: where the other libraries' programs are; build/peers by default\n"
    "  --seed N     colony, explain, pddl: the first seed; 0 by default\n"
    "  --out DIR    colony: write the colonies to this folder; crowd: the pictures\n"
    "  --json  one JSON object. plan: machine and files, each with file, results (agent,\n"
    "          status, cost, expanded), mean_ns, and warmup_mean_ns or, with --cold,\n"
    "          prepare_ns_per_goal and prepare_bytes_per_goal. Others: machine and rows,\n"
    "          each with name, value and unit\n"
    "\n"
    "EXIT STATUS\n"
    "  0  done\n"
    "  2  a file or the usage is wrong\n"
    "\n"
    "EXAMPLES\n"
    "  ploy bench plan examples/*.xml\n"
    "  ploy bench plan --cold --json smith.xml\n";

static const benchmark benches[] = {
    {"plan", "plan for every agent of the files given, warm or --cold", bench_plan},
    {"colony", "plans for colonies: first plan, proof, cost over the best known", bench_colony},
    {"explain", "why not this action, in colonies: how long it takes, how often it is settled", bench_explain},
    {"pddl", "problems in PDDL: solved within 10 s, from text to plan, expansions per second", bench_pddl},
    {"growth", "time and states against size: counters in a chain, walks on a grid", bench_growth},
    {"nav", "paths, compared with other libraries where they are installed", bench_nav},
    {"mind", "what one decision of each kind of mind costs", bench_mind},
    {"world", "worlds of planning agents: a tick, memory, a crowd that starts at once", bench_world},
    {"crowd", "frame times of a crowd that plans: at once, in slices, with a cache, in groups", bench_crowd},
    {"twice", "a first plan, and a second one with only the actions of the first", bench_twice},
    {"scale", "worlds of planning agents on one to eight workers, by phase, and a model of it", bench_scale},
    {"record", "what recording a match of the arena costs, and how long it takes to open", bench_record},
};

enum
{
    BENCH_COUNT = sizeof benches / sizeof benches[0]
};

static const char* bench_name(const void* list, uint32_t index)
{
    (void)list;
    return benches[index].name;
}

static int list_benches(bool as_json)
{
    json j = {0};
    if (as_json) {
        j = json_begin(stdout);
        json_array(&j, "benchmarks");
    }
    for (uint32_t k = 0; k < BENCH_COUNT; k++) {
        if (as_json)
            json_text(&j, NULL, benches[k].name);
        else
            printf("%-8s %s\n", benches[k].name, benches[k].summary);
    }
    if (as_json) json_end(&j);
    return ANSWER_DONE;
}

static int run_bench(const char* name, const bench_options* options)
{
    for (uint32_t k = 0; k < BENCH_COUNT; k++)
        if (strcmp(benches[k].name, name) == 0) return benches[k].run(options);
    char tail[128];
    suggest_tail(name, bench_name, NULL, BENCH_COUNT, tail, sizeof tail);
    return complain("bench", "there is no benchmark '%s'%s", name, tail);
}

static int run(int argc, char** argv);

const command command_bench = {"bench", "time planning, paths and minds; without a name, list the benchmarks", page,
                               run};

static int run(int argc, char** argv)
{
    bench_options o = {0};
    const option options[] = {
        {"--cold", OPTION_FLAG, &o.cold},
        {"--small", OPTION_FLAG, &o.small},
        {"--peers", OPTION_TEXT, &o.peers},
        {"--out", OPTION_TEXT, &o.out},
        {"--seed", OPTION_COUNT, &o.seed},
        {"--json", OPTION_FLAG, &o.json},
    };
    text_list operands = {0};
    int answer = options_parse(&command_bench, options, sizeof options / sizeof options[0], &operands, argc, argv);
    for (uint32_t k = 1; k < operands.count; k++) text_list_add(&o.files, operands.items[k]);
    if (answer == OPTIONS_GO_ON) answer = operands.count ? run_bench(operands.items[0], &o) : list_benches(o.json);
    text_list_free(&o.files);
    text_list_free(&operands);
    return answer;
}

bench_report bench_report_begin(const bench_options* options)
{
    bench_report report = {.as_json = options->json};
    if (!options->json) return report;
    char fsm[512];
    report.j = json_begin(stdout);
    json_text(&report.j, "machine", print_computer(fsm, sizeof fsm));
    json_array(&report.j, "rows");
    return report;
}

// Counts are integers. A small figure that is not an integer is a ratio, and its digits matter.
static bool is_ratio(double value)
{
    return value < 10 && value != (double)(int)value;
}

void bench_report_row(bench_report* report, const char* name, double value, const char* unit)
{
    if (!report->as_json) {
        printf("%-40s %14.*f %s\n", name, is_ratio(value) ? 3 : 0, value, unit);
        return;
    }
    json_object(&report->j, NULL);
    json_text(&report->j, "name", name);
    if (is_ratio(value))
        json_share(&report->j, "value", value);
    else
        json_real(&report->j, "value", value);
    json_text(&report->j, "unit", unit);
    json_close(&report->j);
}

void bench_report_end(bench_report* report)
{
    if (report->as_json) json_end(&report->j);
}

static void read_model(char* text, size_t size)
{
    char line[256];
    FILE* info = fopen("/proc/cpuinfo", "r");
    snprintf(text, size, "unknown processor");
    while (info && fgets(line, sizeof line, info)) {
        const char* colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !colon) continue;
        snprintf(text, size, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
        break;
    }
    if (info) fclose(info);
}

const char* print_computer(char* text, size_t size)
{
    char model[200];
    char system[200];
    read_model(model, sizeof model);
    system_describe(system, sizeof system);
    snprintf(text, size, "%s, %s", system, model);
    return text;
}
