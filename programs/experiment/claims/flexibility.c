#include "programs/experiment/claims/flexibility.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/arena/setup/data_files.h"
#include "programs/cli/memory.h"

/// Generated at build time from experiments/features.
extern const game_file experiment_features[];

const flexibility_feature flexibility_features[] = {
    {"ctf", "Capture the Flag", {"2 goals, 4 actions, a file", "several states rewritten, others added"}},
    {"blind_fire", "BlindFire", {"1 action, and its name in the agent's set", "1 state, and edits in six"}},
    {"melee_only", "a new agent type (melee only)", {"a file", "a state machine and states of its own"}},
    {"deathmatch", "Deathmatch, without teams", {"a file that disables goals and actions", "a few if statements"}},
    {"lms", "Last Man Standing, in rounds", {"a file", "if statements scattered among the states"}},
};
const uint32_t flexibility_feature_count = sizeof flexibility_features / sizeof *flexibility_features;

static size_t line_length(const char* line)
{
    size_t length = strcspn(line, "\n");
    return length + (line[length] == '\n');
}

static bool is_hunk(const char* line)
{
    return strncmp(line, "@@", 2) == 0;
}

// The two lines with the names of a file come before its first hunk.
#define FILE_MARK "--- without/"

static bool is_file(const char* line)
{
    return strncmp(line, FILE_MARK, sizeof FILE_MARK - 1) == 0;
}

static const char* first_hunk(const char* diff)
{
    while (*diff && !is_hunk(diff)) diff += line_length(diff);
    return diff;
}

flexibility_count flexibility_count_diff(const char* diff, size_t bytes)
{
    flexibility_count count = {0};
    const char* end = diff + bytes;
    for (const char* line = first_hunk(diff); line < end; line += line_length(line)) {
        if (is_file(line)) line = first_hunk(line);
        count.places += is_hunk(line);
        count.added += *line == '+';
        count.changed += *line == '-';
    }
    // A changed line is taken away and added again.
    count.added -= count.changed < count.added ? count.changed : count.added;
    return count;
}

// The lines of a hunk that it adds, without their first letters; *hunk is behind them then.
static char* read_lines(const char** hunk, char sign)
{
    size_t used = 0;
    char* lines = have_memory(calloc(strlen(*hunk) + 1, 1));
    for (; **hunk == sign; *hunk += line_length(*hunk)) {
        size_t length = line_length(*hunk) - 1;
        memcpy(lines + used, *hunk + 1, length);
        used += length;
    }
    return lines;
}

// Where lines begin a line of the text; NULL: nowhere.
static const char* find_lines(const char* text, const char* lines)
{
    size_t length = strlen(lines);
    for (; *text; text += line_length(text))
        if (strncmp(text, lines, length) == 0) return text;
    return NULL;
}

char* flexibility_take_back(const char* text, const char* diff)
{
    char* out = have_memory(calloc(strlen(text) + strlen(diff) + 1, 1));
    const char* hunk = first_hunk(diff);
    while (is_hunk(hunk)) {
        hunk += line_length(hunk);
        char *old = read_lines(&hunk, '-'), *added = read_lines(&hunk, '+');
        const char* at = *added ? find_lines(text, added) : NULL;
        if (at) {
            strncat(out, text, (size_t)(at - text));
            strcat(out, old);
            text = at + strlen(added);
        }
        free(old);
        free(added);
        if (!at) {
            free(out);
            return NULL;
        }
    }
    return strcat(out, text);
}

static const game_file* find_diff(uint32_t feature, const char* technique)
{
    char name[64];
    snprintf(name, sizeof name, "%s.%s.diff", flexibility_features[feature].name, technique);
    for (const game_file* file = experiment_features; file->name; file++)
        if (strcmp(file->name, name) == 0) return file;
    return NULL; // it needs nothing
}

flexibility_count flexibility_of(uint32_t feature, const char* technique)
{
    const game_file* diff = find_diff(feature, technique);
    return diff ? flexibility_count_diff(diff->text, diff->bytes) : (flexibility_count){0};
}

// The part of the difference that is about the file of that number; NULL: there are fewer.
static const char* find_part(const char* diff, uint32_t index)
{
    for (; *diff; diff += line_length(diff))
        if (is_file(diff) && index-- == 0) return diff;
    return NULL;
}

char* flexibility_without(uint32_t feature, const char* technique, uint32_t index, char name[FLEXIBILITY_NAME])
{
    const game_file* diff = find_diff(feature, technique);
    const char* part = diff ? find_part(diff->text, index) : NULL;
    name[0] = '\0';
    if (!part) return NULL;
    const char* from = part + sizeof FILE_MARK - 1;
    snprintf(name, FLEXIBILITY_NAME, "%.*s", (int)strcspn(from, "\t\n"), from);
    const game_file* file = arena_data_find(name);
    return file ? flexibility_take_back(file->text, part) : NULL;
}
