// When memory runs out, the program says so and exits with 2, or its answer is the right one: never a wrong answer, a
// short recording or a crash. The first allocations fail one by one, later ones by sample ($PLOY_LONG: ten times as
// many); then the program runs in less and less memory. failing_malloc.c makes allocations fail.

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "support/base/test.h"
#include "support/program/run_program.h"

// %s is the file to write, a recording of the smithy to read, or an experiment with a folder for its results.
typedef enum uses
{
    READS,
    WRITES,
    STUDIES,
} uses;

typedef struct tried_command
{
    const char* line;
    uses use;
} tried_command;

static const tried_command commands[] = {
    {"plan examples/village_smith.xml --json", READS},
    {"plan examples/orc_and_knight.xml --json --search regressive", READS},
    {"plan games/arena/data/goap.xml --json", READS},
    {"explain examples/orc_and_knight.xml --json", READS},
    {"explain examples/stuck.xml --json", READS},
    {"check examples/guard.xml --json", READS},
    {"check games/arena/data/htn.xml --json", READS},
    {"graph examples/warrior.xml", READS},
    {"path examples/maps/village.map --from 1,1 --to 9,9 --json", READS},
    {"path --scen examples/maps/village.map.scen --json", READS},
    {"play examples/guard.xml --json", READS},
    {"play smithy --minutes 1 --json --record %s", WRITES},
    {"play battleground --agents 10 --nodes 200 --minutes 1 --json --record %s", WRITES},
    {"play arena --agents 4 --minutes 1 --json --record %s", WRITES},
    {"play arena --agents 4 --minutes 1 --red utility --blue htn+squad --json", READS},
    {"play arena --agents 4 --minutes 1 --red fuzzy --blue gobt --workers 2 --json", READS},
    {"ask %s --agent 1 --tick 100 --json", READS},
    {"ask %s --agent 1 --tick 100 --flip MineOre --max-tries 100 --json", READS},
    {"ask %s --problems --json", READS},
    {"view %s --json --out /dev/null", READS},
    {"experiment %s --jobs 1 --json", STUDIES},
};

enum
{
    COMMANDS = sizeof commands / sizeof commands[0]
};

typedef struct answer
{
    run_result run;
    char* file;
    size_t file_bytes;
} answer;

static char recording[400], written[400], experiment[900], results[400];

static bool is_possible(void)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
    return false;
#endif
#endif
    return ploy_is_built() && getenv("FAILING_MALLOC");
}

static uint32_t tries(void)
{
    return getenv("PLOY_LONG") ? 400 : 40;
}

static char* read_file(const char* path, size_t* bytes)
{
    FILE* file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *bytes = (size_t)ftell(file);
    rewind(file);
    char* text = calloc(*bytes + 1, 1);
    assert_int_equal(fread(text, 1, *bytes, file), *bytes);
    fclose(file);
    return text;
}

// Values of fields whose name says that they are times or sizes differ from run to run.
static bool is_measured(const char* name, size_t length)
{
    static const char* const marks[] = {"cpu", "ns", "bytes", "second", "seconds", "path_share", "real_time", "feed"};
    for (uint32_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        size_t size = strlen(marks[i]);
        for (size_t at = 0; at + size <= length; at++) {
            bool whole = (at == 0 || name[at - 1] == '_') && (at + size == length || name[at + size] == '_');
            if (whole && memcmp(name + at, marks[i], size) == 0) return true;
        }
    }
    return false;
}

static void remove_measured(char* text)
{
    char* to = text;
    for (const char* from = text; *from;) {
        const char* colon = *from == '"' ? strstr(from, "\": ") : NULL;
        size_t length = colon ? strcspn(from + 1, "\"\n") : 0;
        if (colon && from + 1 + length == colon && is_measured(from + 1, length)) {
            from = colon + 3;
            while (isdigit((unsigned char)*from) || strchr(".+-e", *from)) {
                if (!*++from) break;
            }
        } else {
            *to++ = *from++;
        }
    }
    *to = '\0';
}

// What a claim says about times.
static void remove_times(char* text)
{
    char* to = text;
    for (char *line = text, *next; *line; line = next) {
        next = strchr(line, '\n') ? strchr(line, '\n') + 1 : line + strlen(line);
        char last = *next;
        *next = '\0';
        bool is_time = strstr(line, "\"cpu-") || strstr(line, "\"peaks-") || strstr(line, "µs");
        *next = last;
        if (is_time) continue;
        memmove(to, line, (size_t)(next - line));
        to += next - line;
    }
    *to = '\0';
}

static void remove_results(void)
{
    static const char* const names[] = {"results.sqlite", "results.sqlite-journal", "report.html"};
    char path[500];
    for (uint32_t i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", results, names[i]);
        remove(path);
    }
}

static answer run_command(const tried_command* command, const char* starter)
{
    char line[1024];
    answer a = {0};
    if (command->use == STUDIES) remove_results();
    if (command->use == WRITES) {
        FILE* file = fopen(written, "wb");
        assert_non_null(file);
        fclose(file);
    }
    const char* const files[] = {[READS] = recording, [WRITES] = written, [STUDIES] = experiment};
    snprintf(line, sizeof line, command->line, files[command->use]);
    a.run = run_ploy_under(starter, line);
    remove_measured(a.run.out);
    if (command->use == STUDIES) remove_times(a.run.out);
    if (command->use == WRITES) a.file = read_file(written, &a.file_bytes);
    return a;
}

static void free_answer(answer* a)
{
    run_free(&a->run);
    free(a->file);
}

// "right", "refused", or what is wrong.
static const char* judge(const answer* a, const answer* right)
{
    if (a->run.status < 0) return "it crashed";
    if (a->run.status == 2 && right->run.status != 2) return a->run.err[0] ? "refused" : "exit 2 without a message";
    if (a->run.status != right->run.status) return "another exit status";
    if (strcmp(a->run.out, right->run.out) != 0) return "another answer";
    bool same =
        a->file_bytes == right->file_bytes && (a->file_bytes == 0 || memcmp(a->file, right->file, a->file_bytes) == 0);
    return same ? "right" : "another recording";
}

static bool is_good(const char* judgment)
{
    return strcmp(judgment, "right") == 0 || strcmp(judgment, "refused") == 0;
}

static void prepare(void)
{
    char line[1024];
    snprintf(recording, sizeof recording, "%s", write_temporary("smithy.rec", ""));
    snprintf(written, sizeof written, "%s", write_temporary("written", ""));
    const char* study = write_temporary("one.xml", "<experiment version=\"1\" name=\"one\" game=\"arena\" seed=\"700\">"
                                                   "<tuned>Nothing.</tuned><test mode=\"deathmatch\" maps=\"1\" "
                                                   "first=\"goap\" second=\"fsm\" matches=\"1\" seconds=\"2\"/>"
                                                   "</experiment>");
    snprintf(experiment, sizeof experiment, "%s --out ", study);
    snprintf(results, sizeof results, "%.300s", written);
    strcat(results, ".results");
    strcat(experiment, results);
    snprintf(line, sizeof line, "play smithy --minutes 1 --record %s", recording);
    run_result r = run_ploy(line);
    assert_int_equal(r.status, 0);
    run_free(&r);
}

static unsigned long count_allocations(const tried_command* command, answer* right)
{
    char starter[1024], path[400];
    size_t bytes;
    snprintf(path, sizeof path, "%s", write_temporary("count", ""));
    snprintf(starter, sizeof starter, "env LD_PRELOAD=%s COUNT_FILE=%s", getenv("FAILING_MALLOC"), path);
    *right = run_command(command, starter);
    char* text = read_file(path, &bytes);
    unsigned long count = strtoul(text, NULL, 10);
    free(text);
    return count;
}

// Each of the first half of the tries, then evenly to the end; alone, or with all that follow.
static unsigned long allocation_of_try(uint32_t k, unsigned long count)
{
    uint32_t half = tries() / 2;
    if (k < half || count <= tries()) return k + 1;
    return half + 1 + (count - half - 1) * (k - half) / (tries() - half - 1);
}

static void no_failing_allocation_changes_an_answer(void** state)
{
    (void)state;
    if (!is_possible()) skip();
    prepare();
    uint32_t refused = 0, runs = 0, wrong = 0;
    for (uint32_t c = 0; c < COMMANDS; c++) {
        answer right;
        unsigned long count = count_allocations(&commands[c], &right);
        if (count < 5) print_message("%s: only %lu allocations\n", commands[c].line, count);
        uint32_t step = commands[c].use == STUDIES ? 3 : 1; // it takes long
        for (uint32_t k = 0; k < tries() && allocation_of_try(k, count) <= count; k += step, runs++) {
            char starter[1024];
            unsigned long at = allocation_of_try(k, count);
            snprintf(starter, sizeof starter, "env LD_PRELOAD=%s FAIL_AT=%lu%s", getenv("FAILING_MALLOC"), at,
                     k % 2 ? " FAIL_ON=1" : "");
            answer a = run_command(&commands[c], starter);
            const char* judgment = judge(&a, &right);
            refused += strcmp(judgment, "refused") == 0;
            if (!is_good(judgment)) print_message("%s %s: %s\n", starter, commands[c].line, judgment), wrong++;
            free_answer(&a);
        }
        free_answer(&right);
    }
    print_message("%u runs, %u refused, %u wrong\n", runs, refused, wrong);
    assert_true(refused > runs / 2);
    assert_int_equal(wrong, 0);
}

// With less, the system cannot even start it.
static uint32_t least_kilobytes(void)
{
    struct stat file;
    return stat(getenv("PLOY"), &file) == 0 ? (uint32_t)(file.st_size / 1024) + 3000 : 6000;
}

static void no_limit_of_memory_changes_an_answer(void** state)
{
    (void)state;
    if (!is_possible()) skip();
    prepare();
    uint32_t refused = 0, right_ones = 0, wrong = 0, least = least_kilobytes();
    for (uint32_t c = 0; c < COMMANDS; c++) {
        answer right = run_command(&commands[c], "");
        for (uint32_t kilobytes = least; kilobytes < 10 * least; kilobytes += kilobytes / (getenv("PLOY_LONG") ? 50 : 5)) {
            char starter[200];
            snprintf(starter, sizeof starter, "sh -c 'ulimit -v %u; exec \"$0\" \"$@\"'", kilobytes);
            answer a = run_command(&commands[c], starter);
            const char* judgment = a.run.status == 127 ? "refused" : judge(&a, &right); // not even loaded
            refused += strcmp(judgment, "refused") == 0;
            right_ones += strcmp(judgment, "right") == 0;
            if (!is_good(judgment)) print_message("%s %s: %s\n", starter, commands[c].line, judgment), wrong++;
            free_answer(&a);
        }
        free_answer(&right);
    }
    print_message("%u refused, %u right, %u wrong\n", refused, right_ones, wrong);
    assert_true(refused > COMMANDS && right_ones > COMMANDS);
    assert_int_equal(wrong, 0);
}

TEST_MAIN(TEST(no_failing_allocation_changes_an_answer), TEST(no_limit_of_memory_changes_an_answer))
