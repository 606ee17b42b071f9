// `ploy tune`: marked numbers of a data file, tuned by playing.

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs/cli/command.h"
#include "programs/cli/json.h"
#include "programs/cli/load_file.h"
#include "programs/cli/memory.h"
#include "programs/cli/options.h"
#include "programs/cli/output_file.h"
#include "programs/cli/whole_file.h"
#include "programs/experiment/study_parse.h"
#include "programs/experiment/study_player.h"
#include "programs/tune/tune_report.h"
#include "programs/workers/workers_cost.h"

static const char page[] =
    "NAME\n"
    "  ploy tune - tune marked numbers by playing\n"
    "\n"
    "SYNOPSIS\n"
    "  ploy tune FILE... [OPTIONS]\n"
    "\n"
    "DESCRIPTION\n"
    "  FILE is the data file of one of the arena's controllers, such as bt.xml; its name says which. A comment\n"
    "  before an element marks numbers of it, with a range beside the value:\n"
    "\n"
    "    <!-- tune: cost 1 to 9; priority[2] 0.05 to 0.50 -->\n"
    "\n"
    "  NLopt proposes values; each candidate plays the same matches against every opponent, on both sides. The\n"
    "  best few play again on fresh seeds, and the winner is compared with the old values on validation seeds.\n"
    "  If it is better, FILE.tuned.xml is written beside FILE. Several files get the same number of matches.\n"
    "  Seeds of tuning are 10000000 to 19999999, of validation 20000000 to 29999999; experiments use others.\n"
    "  Every match is stored: killed and started again, the command goes on where it stopped. Under mpirun, rank\n"
    "  0 hands out the matches and all other ranks play them.\n"
    "\n"
    "OPTIONS\n"
    "  --matches N       matches to tune with (default 4800)\n"
    "  --validation N    matches of old and new values each, on validation seeds (default 960)\n"
    "  --rounds N        seeds per trial (default 1)\n"
    "  --seconds N       of play per match (default 60)\n"
    "  --modes LIST      (default \"domination ctf deathmatch lms\")\n"
    "  --maps LIST       (default \"1 2\")\n"
    "  --opponents LIST  (default: every other free controller but random)\n"
    "  --squads          both sides have squads\n"
    "  --method NAME     sbplx (default) or crs\n"
    "  --seed N          first seed of tuning (default 10000000)\n"
    "  --jobs N          matches played at once, 1 to 64 (default: one per processor); not under mpirun\n"
    "  --out DIR         where matches and reports go (default: tuning); created if missing\n"
    "  --quiet           no progress on stderr\n"
    "  --json            one JSON object: files, each with file, controller, trials, matches, validation,\n"
    "                    seed, validation_seed, old_score, new_score, gain, low, high, p, better, tuned, report,\n"
    "                    values (each name, line, low, high, before, after); workers\n"
    "\n"
    "EXIT STATUS\n"
    "  0  every file got better values\n"
    "  1  the new values of a file are not shown to be better; nothing was written beside it\n"
    "  2  a bad file or usage, or something cannot be written\n"
    "\n"
    "EXAMPLES\n"
    "  ploy tune games/arena/data/bt.xml --modes \"domination ctf\" --out tuning\n";

static int run(int argc, char** argv);
const command command_tune = {"tune", "tune marked numbers by playing", page, run};

enum
{
    PATH_SIZE = 4096
};

typedef struct tune_request
{
    uint32_t matches, validation, rounds, seconds, seed, jobs;
    const char *modes, *maps, *opponents, *method, *out;
    bool squads, quiet, json;
    struct json* answer; // with --json
    workers* w;
} tune_request;

// Calls read with each word of a list.
static bool read_words(const char* list, const char* which, char (*names)[STUDY_NAME], uint32_t* count,
                       const char* known)
{
    for (size_t length; *(list += strspn(list, " ,")); list += length) {
        length = strcspn(list, " ,");
        bool is_known = study_find_word(known, list, length) != PLOY_NONE;
        if (!is_known || length >= STUDY_NAME || *count == CONTEST_NAMES) {
            complain("tune", "%s: unknown '%.*s'; there are: %s", which, (int)length, list, known);
            return false;
        }
        snprintf(names[(*count)++], STUDY_NAME, "%.*s", (int)length, list);
    }
    if (*count == 0) complain("tune", "%s is empty", which);
    return *count > 0;
}

static bool read_maps(const char* list, contest_plan* plan)
{
    char names[CONTEST_NAMES][STUDY_NAME];
    if (!read_words(list, "--maps", names, &plan->map_count, "1 2")) return false;
    for (uint32_t i = 0; i < plan->map_count; i++) plan->maps[i] = (uint32_t)atoi(names[i]);
    return true;
}

// The free controllers: neither the dissertation's, which keep to its tables, nor the one that acts at random.
static void add_free_opponents(contest_plan* plan)
{
    const char* list = study_play_techniques();
    for (size_t length; *(list += strspn(list, " ")); list += length) {
        length = strcspn(list, " ");
        char name[STUDY_NAME];
        snprintf(name, sizeof name, "%.*s", (int)length, list);
        bool is_free = strncmp(name, "long.", 5) != 0 && strcmp(name, "random") != 0;
        if (is_free && strcmp(name, plan->controller) != 0 && plan->opponent_count < CONTEST_NAMES)
            memcpy(plan->opponents[plan->opponent_count++], name, STUDY_NAME);
    }
}

static bool read_opponents(const tune_request* r, contest_plan* plan)
{
    if (!r->opponents) {
        add_free_opponents(plan);
        return true;
    }
    if (!read_words(r->opponents, "--opponents", plan->opponents, &plan->opponent_count, study_play_techniques()))
        return false;
    for (uint32_t i = 0; i < plan->opponent_count; i++) {
        if (strcmp(plan->opponents[i], plan->controller) != 0) continue;
        complain("tune", "%s cannot be its own opponent: both would have the new values", plan->controller);
        return false;
    }
    return true;
}

// ".../bt.xml" is of the controller bt.
static bool name_controller(const char* path, char name[STUDY_NAME])
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    size_t length = strlen(base);
    bool is_known = length > 4 && strcmp(base + length - 4, ".xml") == 0 && length - 4 < STUDY_NAME &&
                    study_find_word(study_play_techniques(), base, length - 4) != PLOY_NONE;
    if (is_known)
        snprintf(name, STUDY_NAME, "%.*s", (int)(length - 4), base);
    else
        complain("tune", "%s: not the file of a controller; there are NAME.xml for: %s", path, study_play_techniques());
    return is_known;
}

static bool read_plan(const tune_request* r, const char* path, contest_plan* plan)
{
    *plan = (contest_plan){.has_squads = r->squads, .seconds = r->seconds};
    return name_controller(path, plan->controller) &&
           read_words(r->modes, "--modes", plan->modes, &plan->mode_count, study_play_modes()) &&
           read_maps(r->maps, plan) && read_opponents(r, plan);
}

static uint64_t mix(uint64_t digest, const char* bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) digest = (digest ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return digest;
}

// Everything that decides what is played.
static void describe(const tuning* t, char* text, size_t size)
{
    const contest_plan* p = &t->plan;
    uint64_t lists = UINT64_C(0xcbf29ce484222325);
    for (uint32_t i = 0; i < p->mode_count; i++) lists = mix(lists, p->modes[i], strlen(p->modes[i]) + 1);
    for (uint32_t i = 0; i < p->map_count; i++) lists = mix(lists, (const char*)&p->maps[i], 1);
    for (uint32_t i = 0; i < p->opponent_count; i++) lists = mix(lists, p->opponents[i], strlen(p->opponents[i]) + 1);
    snprintf(text, size,
             "%s file %016" PRIx64 " data %016" PRIx64 " lists %016" PRIx64 " squads %d seconds %" PRIu32 " rounds %" PRIu32
             " matches %" PRIu32 " validation %" PRIu32 " seed %" PRIu64 " method %s version %s",
             p->controller, mix(UINT64_C(0xcbf29ce484222325), t->text, t->bytes), study_play_digest(), lists, p->has_squads,
             p->seconds, t->rounds, t->matches, t->validation, t->seed, t->method, ploy_version());
}

static int check_numbers(const tune_request* r, tuning* t, const char* path)
{
    uint32_t round = contest_round(&t->plan);
    t->validation = (r->validation + round - 1) / round * round;
    uint64_t seeds = r->matches / round + t->validation / round + 200000; // the final's come behind
    if (t->m.count == 0)
        return complain("tune", "%s: no number is marked; write <!-- tune: ATTRIBUTE LOW to HIGH --> before an element",
                        path);
    if (t->matches < tuning_min_matches(t))
        return complain("tune", "--matches %" PRIu32 " is too few: a trial takes %" PRIu32 ", so at least %" PRIu32,
                        t->matches, tuning_trial_matches(t), tuning_min_matches(t));
    if (r->seed < SEEDS_TUNING_FIRST || r->seed + seeds >= SEEDS_VALIDATION_FIRST)
        return complain("tune", "--seed is %d to %" PRIu64 ": others are for development, validation and experiments",
                        SEEDS_TUNING_FIRST, SEEDS_VALIDATION_FIRST - seeds - 1);
    return ANSWER_DONE;
}

static int open_tuning(const tune_request* r, const char* path, const whole_file* file, tuning* t)
{
    ploy_error error;
    *t = (tuning){.text = (const char*)file->bytes, .bytes = file->count, .method = r->method, .rounds = r->rounds,
                  .matches = r->matches, .seed = r->seed, .is_quiet = r->quiet, .w = r->w};
    if (!read_plan(r, path, &t->plan)) return ANSWER_BAD;
    if (marks_find(&t->m, t->text, t->bytes, &error) != PLOY_OK) {
        print_error(path, &error);
        return ANSWER_BAD;
    }
    int status = check_numbers(r, t, path);
    if (status != ANSWER_DONE) return status;
    char database[PATH_SIZE], about[512], message[256] = "out of memory";
    snprintf(database, sizeof database, "%s/%s.sqlite", r->out, t->plan.controller);
    describe(t, about, sizeof about);
    t->st = tune_store_open(database, about, message, sizeof message);
    return t->st ? ANSWER_DONE : complain("tune", "%s: %s", database, message);
}

static int write_tuned(const tuning* t, const char* path)
{
    output_file output;
    FILE* out = output_open(&output, "tune", path);
    if (!out) return ANSWER_BAD;
    size_t bytes;
    char* text = marks_write(&t->m, t->text, t->bytes, t->trials[t->best].values, &bytes);
    fwrite(text, 1, bytes, out);
    free(text);
    return output_close(&output);
}

static int write_report(const tuning* t, const char* file, const char* tuned, const char* path)
{
    output_file output;
    FILE* out = output_open(&output, "tune", path);
    if (!out) return ANSWER_BAD;
    tune_report_print(t, file, tuned, out);
    return output_close(&output);
}

static void json_values(json* out, const tuning* t)
{
    json_array(out, "values");
    for (uint32_t i = 0; i < t->m.count; i++) {
        const mark* m = &t->m.items[i];
        json_object(out, NULL);
        json_text(out, "name", m->name);
        json_count(out, "line", m->line);
        json_share(out, "low", m->low);
        json_share(out, "high", m->high);
        json_share(out, "before", m->value);
        json_share(out, "after", t->trials[t->best].values[i]);
        json_close(out);
    }
    json_close(out);
}

static void json_tuning(json* out, const tuning* t, const char* file, const char* tuned, const char* report)
{
    json_object(out, NULL);
    json_text(out, "file", file);
    json_text(out, "controller", t->plan.controller);
    json_count(out, "trials", t->trial_count);
    json_count(out, "matches", t->spent);
    json_count(out, "validation", t->validation);
    json_count(out, "seed", t->seed);
    json_count(out, "validation_seed", t->seed - SEEDS_TUNING_FIRST + SEEDS_VALIDATION_FIRST);
    json_share(out, "old_score", t->old_score);
    json_share(out, "new_score", t->new_score);
    json_share(out, "gain", t->gain.value);
    json_share(out, "low", t->gain.low);
    json_share(out, "high", t->gain.high);
    json_share(out, "p", t->gain.p);
    json_flag(out, "better", tuned != NULL);
    json_text(out, "tuned", tuned);
    json_text(out, "report", report);
    json_values(out, t);
    json_close(out);
}

static void print_tuning(const tuning* t, const char* file, const char* tuned, const char* report)
{
    printf("%s: %" PRIu32 " trials, %" PRIu32 " matches; on validation seeds %+.4f before, %+.4f after: gain %+.4f (95 %% "
           "interval %+.4f to %+.4f, p %.4f)\n",
           file, t->trial_count, t->spent, t->old_score, t->new_score, t->gain.value, t->gain.low, t->gain.high, t->gain.p);
    if (tuned)
        printf("  better: %s\n", tuned);
    else
        printf("  not shown to be better; no file was written\n");
    printf("  report: %s\n", report);
}

static int finish(const tune_request* r, const tuning* t, const char* file)
{
    char tuned[PATH_SIZE], report[PATH_SIZE];
    snprintf(tuned, sizeof tuned, "%.*s.tuned.xml", (int)strlen(file) - 4, file);
    snprintf(report, sizeof report, "%s/%s.html", r->out, t->plan.controller);
    bool is_better = tuning_is_better(t);
    int status = is_better ? write_tuned(t, tuned) : ANSWER_DONE;
    if (status == ANSWER_DONE) status = write_report(t, file, is_better ? tuned : NULL, report);
    if (status != ANSWER_DONE) return status;
    if (r->answer)
        json_tuning(r->answer, t, file, is_better ? tuned : NULL, report);
    else
        print_tuning(t, file, is_better ? tuned : NULL, report);
    return is_better ? ANSWER_DONE : ANSWER_NO;
}

static int tune_file(const tune_request* r, const char* path)
{
    whole_file file;
    if (!whole_file_open(&file, "tune", path)) return ANSWER_BAD;
    tuning t;
    char message[512] = "";
    int status = open_tuning(r, path, &file, &t);
    if (status == ANSWER_DONE && !tuning_run(&t, message, sizeof message)) status = complain("tune", "%s", message);
    if (status == ANSWER_DONE) status = finish(r, &t, path);
    tuning_free(&t);
    whole_file_close(&file);
    return status;
}

static int tune_files(tune_request* r, const text_list* files)
{
    int worst = ANSWER_DONE;
    packet none = {0};
    json out;
    if (!system_make_folder(r->out)) return complain("tune", "%s: cannot be created: %s", r->out, strerror(errno));
    r->w = workers_create(&contest_worker, &none, r->jobs);
    if (r->json) {
        out = json_begin(stdout);
        r->answer = &out;
        json_array(&out, "files");
    }
    for (uint32_t i = 0; i < files->count && worst != ANSWER_BAD; i++) {
        int status = tune_file(r, files->items[i]);
        worst = status > worst ? status : worst;
    }
    workers_cost cost = workers_get_cost(r->w);
    if (r->json) {
        json_close(&out);
        workers_cost_json(&cost, &out);
        json_end(&out);
    }
    if (!r->quiet) workers_cost_print(&cost, stderr);
    workers_destroy(r->w);
    return worst;
}

static int begin_and_tune(tune_request* r, const text_list* files)
{
    char message[256] = "";
    if (!workers_begin(message, sizeof message)) return complain("tune", "%s", message);
    if (workers_is_serving()) {
        workers_serve(&contest_worker);
        return workers_end(ANSWER_DONE);
    }
    return workers_end(tune_files(r, files));
}

static int check_request(const tune_request* r, const text_list* files)
{
    const char* methods = tuning_methods();
    if (!*methods) return complain("tune", "this program was built without NLopt; install libnlopt-dev and build it again");
    if (files->count == 0) return complain("tune", "which file? (see 'ploy tune --help')");
    if (study_find_word(methods, r->method, strlen(r->method)) == PLOY_NONE)
        return complain("tune", "--method is one of: %s", methods);
    if (r->jobs < 1 || r->jobs > 64) return complain("tune", "--jobs is 1 to 64");
    if (r->rounds < 1 || r->rounds > 1000) return complain("tune", "--rounds is 1 to 1000");
    if (r->seconds < 1 || r->seconds > 3600) return complain("tune", "--seconds is 1 to 3600");
    if (r->matches > 10000000 || r->validation < 1 || r->validation > 10000000)
        return complain("tune", "--matches and --validation are 1 to 10000000");
    return ANSWER_DONE;
}

static int run(int argc, char** argv)
{
    tune_request r = {.matches = 4800, .validation = 960, .rounds = 1, .seconds = 60, .seed = SEEDS_TUNING_FIRST,
                      .modes = "domination ctf deathmatch lms", .maps = "1 2", .method = "sbplx", .out = "tuning"};
    text_list files = {0};
    const option options[] = {
        {"--matches", OPTION_COUNT, &r.matches},   {"--validation", OPTION_COUNT, &r.validation},
        {"--rounds", OPTION_COUNT, &r.rounds},     {"--seconds", OPTION_COUNT, &r.seconds},
        {"--modes", OPTION_TEXT, &r.modes},        {"--maps", OPTION_TEXT, &r.maps},
        {"--opponents", OPTION_TEXT, &r.opponents}, {"--squads", OPTION_FLAG, &r.squads},
        {"--method", OPTION_TEXT, &r.method},      {"--seed", OPTION_COUNT, &r.seed},
        {"--jobs", OPTION_COUNT, &r.jobs},         {"--out", OPTION_TEXT, &r.out},
        {"--quiet", OPTION_FLAG, &r.quiet},        {"--json", OPTION_FLAG, &r.json},
    };
    r.jobs = system_processors() > 64 ? 64 : system_processors();
    int status = options_parse(&command_tune, options, sizeof options / sizeof *options, &files, argc, argv);
    if (status == OPTIONS_GO_ON) status = check_request(&r, &files);
    if (status == ANSWER_DONE && files.count) status = begin_and_tune(&r, &files);
    text_list_free(&files);
    return status;
}
