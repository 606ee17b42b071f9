// `ploy experiment`: plays the matches that have not been played, then writes the report.

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs/cli/clock.h"
#include "programs/cli/command.h"
#include "programs/experiment/study_player.h"
#include "programs/experiment/report/report.h"
#include "programs/experiment/run.h"
#include "programs/cli/json.h"
#include "programs/cli/load_file.h"
#include "programs/cli/options.h"
#include "programs/cli/output_file.h"
#include "programs/cli/system.h"
#include "programs/workers/workers_cost.h"

static const char page[] =
    "NAME\n"
    "  ploy experiment - many matches of the arena, a table, a report\n"
    "\n"
    "SYNOPSIS\n"
    "  ploy experiment FILE [--jobs N] [--out DIR] [--only-report] [--json]\n"
    "\n"
    "DESCRIPTION\n"
    "  Plays the matches that FILE lists and writes DIR/results.sqlite and DIR/report.html. Each match\n"
    "  is stored at its end: killed at any moment and started again, the experiment continues where\n"
    "  it stopped and ends with the same tables. Progress goes to stderr.\n"
    "  Under mpirun, rank 0 hands out the matches and all other ranks play them: the same tables.\n"
    "\n"
    "OPTIONS\n"
    "  --jobs N       matches played at once, 1 to 64 (default: one per processor); not under mpirun\n"
    "  --out DIR      where results go (default: the experiment's name); created if missing\n"
    "  --only-report  play nothing; write the report of the stored matches\n"
    "  --json         one JSON object: experiment, digest, matches, done, minutes, seconds (this run's),\n"
    "                 workers (count, lost, matches, play_ns, hand_out_ns, can_feed: how many one rank\n"
    "                 can feed), report, results, holds, fails, unknown, claims (each id, claim, dissertation,\n"
    "                 ours, p, p_holm, margin, verdict)\n"
    "\n"
    "EXIT STATUS\n"
    "  0  everything is played and the report is written\n"
    "  1  not everything is played (with --only-report)\n"
    "  2  a bad experiment file or usage, or something cannot be written\n"
    "\n"
    "EXAMPLES\n"
    "  ploy experiment experiments/long2007.xml --jobs 2 --out long2007\n";

static int run(int argc, char** argv);
const command command_experiment = {"experiment", "many matches of the arena, a table, a report", page, run};

enum
{
    PATH_SIZE = 4096
};

typedef struct experiment_run
{
    uint32_t jobs;
    const char* out;
    bool only_report;
    bool json;
    study s;
    store* st;
    study_result* results;
    claim_answer* answers;
    char database[PATH_SIZE], report[PATH_SIZE];
    double seconds;
    workers_cost cost;
} experiment_run;

static int set_paths(experiment_run* j)
{
    const char* folder = j->out ? j->out : j->s.name;
    if (!system_make_folder(folder))
        return complain("experiment", "%s: cannot be created: %s", folder, strerror(errno));
    int length = snprintf(j->database, PATH_SIZE, "%s/results.sqlite", folder);
    snprintf(j->report, PATH_SIZE, "%s/report.html", folder);
    return length < PATH_SIZE - 8 ? ANSWER_DONE : complain("experiment", "%s: the path is too long", folder);
}

static int open_results(experiment_run* j)
{
    char message[256] = "out of memory";
    j->results = calloc(j->s.match_count, sizeof *j->results);
    j->st = j->results ? store_open(j->database, &j->s, message, sizeof message) : NULL;
    if (!j->st || !store_read(j->st, &j->s, j->results, message, sizeof message))
        return complain("experiment", "%s: %s", j->database, message);
    return ANSWER_DONE;
}

static int play_all(experiment_run* j)
{
    char message[512] = "";
    study_run r = {.s = &j->s, .st = j->st, .results = j->results, .jobs = j->jobs};
    bool is_done = study_run_all(&r, message, sizeof message);
    j->cost = r.cost;
    return is_done ? ANSWER_DONE : complain("experiment", "%s", message);
}

static evidence evidence_of(const experiment_run* j)
{
    return (evidence){&j->s, j->results, 0};
}

static int evaluate_claims(experiment_run* j)
{
    evidence e = evidence_of(j);
    j->answers = claims_evaluate(&e);
    return j->answers ? ANSWER_DONE : complain("experiment", "out of memory");
}

static int write_report(const experiment_run* j)
{
    output_file output;
    FILE* file = output_open(&output, "experiment", j->report);
    if (!file) return ANSWER_BAD;
    evidence e = evidence_of(j);
    report_print(&e, j->answers, file);
    return output_close(&output);
}

static void json_claim(json* out, const claim_answer* a)
{
    json_object(out, NULL);
    json_text(out, "id", a->id);
    json_text(out, "claim", a->claim);
    json_text(out, "dissertation", a->theirs);
    json_text(out, "ours", a->ours);
    if (isnan(a->p))
        json_null(out, "p");
    else
        json_share(out, "p", a->p);
    if (isnan(a->holm))
        json_null(out, "p_holm");
    else
        json_share(out, "p_holm", a->holm);
    json_text(out, "margin", a->margin);
    json_text(out, "verdict", verdict_text(a->verdict));
    json_close(out);
}

static void print_json(const experiment_run* j)
{
    evidence e = evidence_of(j);
    char digest[24];
    snprintf(digest, sizeof digest, "%016" PRIx64, j->s.digest);
    json out = json_begin(stdout);
    json_text(&out, "experiment", j->s.name);
    json_text(&out, "digest", digest);
    json_count(&out, "matches", j->s.match_count);
    json_count(&out, "done", evidence_done(&e));
    json_real(&out, "minutes", (double)study_seconds(&j->s) / 60);
    json_real(&out, "seconds", j->seconds);
    workers_cost_json(&j->cost, &out);
    json_text(&out, "report", j->report);
    json_text(&out, "results", j->database);
    json_count(&out, "holds", claims_count(j->answers, VERDICT_HOLDS));
    json_count(&out, "fails", claims_count(j->answers, VERDICT_FAILS));
    json_count(&out, "unknown", claims_count(j->answers, VERDICT_UNKNOWN));
    json_array(&out, "claims");
    for (uint32_t i = 0; i < claim_count; i++) json_claim(&out, &j->answers[i]);
    json_end(&out);
}

static void print_text(const experiment_run* j)
{
    evidence e = evidence_of(j);
    for (uint32_t i = 0; i < claim_count; i++) {
        const claim_answer* a = &j->answers[i];
        printf("%-13s  %s\n               %s\n", verdict_text(a->verdict), a->claim, a->ours);
    }
    workers_cost_print(&j->cost, stderr);
    printf("\n%" PRIu32 " of %" PRIu32 " matches; of %" PRIu32 " claims %" PRIu32 " hold, %" PRIu32
           " do not, of %" PRIu32 " we cannot tell\nreport: %s\n",
           evidence_done(&e), j->s.match_count, claim_count, claims_count(j->answers, VERDICT_HOLDS),
           claims_count(j->answers, VERDICT_FAILS), claims_count(j->answers, VERDICT_UNKNOWN), j->report);
}

static int answer(const experiment_run* j)
{
    evidence e = evidence_of(j);
    if (j->json)
        print_json(j);
    else
        print_text(j);
    return evidence_done(&e) == j->s.match_count ? ANSWER_DONE : ANSWER_NO;
}

static int perform(experiment_run* j)
{
    int status = set_paths(j);
    if (status == ANSWER_DONE) status = open_results(j);
    double began = wall_ns();
    if (status == ANSWER_DONE && !j->only_report) status = play_all(j);
    j->seconds = (wall_ns() - began) / 1e9;
    if (status == ANSWER_DONE) status = evaluate_claims(j);
    if (status == ANSWER_DONE) status = write_report(j);
    return status == ANSWER_DONE ? answer(j) : status;
}

static int load_and_perform(experiment_run* j, const char* path)
{
    ploy_error error = {0};
    if (study_load(&j->s, path, &error) != PLOY_OK) {
        print_error(path, &error);
        return ANSWER_BAD;
    }
    int status = perform(j);
    for (uint32_t i = 0; j->results && i < j->s.match_count; i++) study_result_free(&j->results[i]);
    free(j->results);
    free(j->answers);
    store_close(j->st);
    study_free(&j->s);
    return status;
}

static int begin_and_perform(experiment_run* j, const char* path)
{
    char message[256] = "";
    if (!workers_begin(message, sizeof message)) return complain("experiment", "%s", message);
    if (workers_is_serving()) {
        workers_serve(&study_worker);
        return workers_end(ANSWER_DONE);
    }
    return workers_end(load_and_perform(j, path));
}

static int run(int argc, char** argv)
{
    experiment_run j = {0};
    text_list files = {0};
    const option options[] = {
        {"--jobs", OPTION_COUNT, &j.jobs},
        {"--out", OPTION_TEXT, &j.out},
        {"--only-report", OPTION_FLAG, &j.only_report},
        {"--json", OPTION_FLAG, &j.json},
    };
    j.jobs = system_processors() > 64 ? 64 : system_processors();
    int status = options_parse(&command_experiment, options, sizeof options / sizeof *options, &files, argc, argv);
    if (status == OPTIONS_GO_ON) {
        if (files.count != 1)
            status = complain("experiment", "one experiment file, please (see 'ploy experiment --help')");
        else if (j.jobs < 1 || j.jobs > 64)
            status = complain("experiment", "--jobs is 1 to 64");
        else
            status = begin_and_perform(&j, files.items[0]);
    }
    text_list_free(&files);
    return status;
}
