#include "programs/run/leaf_outcomes.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs/cli/whole_file.h"

static void add(leaf_outcomes* o, leaf_rule rule)
{
    leaf_rule* rules = realloc(o->rules, (o->count + 1) * sizeof *rules);
    if (!rules) abort();
    o->rules = rules;
    rules[o->count++] = rule;
}

static bool are_outcomes(const char* text)
{
    return *text && text[strspn(text, "sfr")] == '\0';
}

int leaf_outcomes_add(leaf_outcomes* o, const char* who, const char* text)
{
    const char* equals = strrchr(text, '=');
    bool is_key = *text == '{';
    if (is_key) equals = strchr(text, '=');
    if (!equals || equals == text || (!is_key && !are_outcomes(equals + 1)))
        return complain(who, "'%s' is no outcome of a leaf; NAME=OUTCOMES, with letters s, f and r", text);
    size_t length = (size_t)(equals - text);
    char* leaf = malloc(length + 1); // lives as long as the program
    if (!leaf) abort();
    memcpy(leaf, text, length);
    leaf[length] = '\0';
    add(o, (leaf_rule){.tick = 1, .leaf = leaf, .outcomes = equals + 1});
    return ANSWER_DONE;
}

// The next word of a line, which ends at a space. NULL: none.
static char* next_word(char** at)
{
    char* word = *at + strspn(*at, " \t\r");
    if (!*word) return NULL;
    char* end = word + strcspn(word, " \t\r");
    *at = *end ? end + 1 : end;
    *end = '\0';
    return word;
}

static int read_line(leaf_outcomes* o, const char* who, const char* path, char* text, uint32_t line)
{
    if (text[strspn(text, " \t\r")] == '#' || !text[strspn(text, " \t\r")]) return ANSWER_DONE;
    char* end;
    char *tick = next_word(&text), *leaf = next_word(&text);
    unsigned long number = strtoul(tick, &end, 10);
    text += strspn(text, " \t\r");
    for (size_t length = strlen(text); length > 0 && isspace((unsigned char)text[length - 1]);) text[--length] = '\0';
    bool is_good = *end == '\0' && isdigit((unsigned char)*tick) && number >= 1 && number <= UINT32_MAX && leaf;
    if (!is_good || (*leaf != '{' && !are_outcomes(text)))
        return complain(who, "%s:%u: a line is TICK NAME OUTCOMES, with letters s, f and r, or TICK {KEY} VALUE", path,
                        line);
    add(o, (leaf_rule){.tick = (uint32_t)number, .leaf = leaf, .outcomes = text, .line = line});
    return ANSWER_DONE;
}

int leaf_outcomes_read(leaf_outcomes* o, const char* who, const char* path)
{
    whole_file file;
    if (!whole_file_open(&file, who, path)) return ANSWER_BAD;
    char* text = malloc(file.count + 1);
    if (!text) abort();
    memcpy(text, file.bytes, file.count);
    text[file.count] = '\0';
    whole_file_close(&file);
    o->script = text;
    int answer = ANSWER_DONE;
    for (uint32_t line = 1; answer == ANSWER_DONE && *text; line++) {
        char* end = text + strcspn(text, "\n");
        char* next = *end ? end + 1 : end;
        *end = '\0';
        answer = read_line(o, who, path, text, line);
        text = next;
    }
    return answer;
}

int leaf_outcomes_set_chance(leaf_outcomes* o, const char* who, const char* text)
{
    unsigned chances[3];
    char rest;
    bool is_good = sscanf(text, "%u,%u,%u%c", &chances[0], &chances[1], &chances[2], &rest) == 3;
    for (int i = 0; is_good && i < 3; i++) is_good = chances[i] <= 1000000;
    if (!is_good || chances[0] + chances[1] + chances[2] == 0)
        return complain(who, "--chance is '%s'; three numbers: of success, failure and running, such as 60,20,20",
                        text);
    for (int i = 0; i < 3; i++) o->chances[i] = chances[i];
    return ANSWER_DONE;
}

void leaf_outcomes_free(leaf_outcomes* o)
{
    for (uint32_t i = 0; i < o->count; i++)
        if (o->rules[i].line == 0) free((char*)o->rules[i].leaf);
    free(o->rules);
    free(o->script);
}

// The last rule that has begun, one for the leaf's name before one for its ID. o->count: none.
static uint32_t find_rule(const leaf_outcomes* o, uint32_t tick, const char* name, const char* id)
{
    const char* const words[] = {name, id};
    for (uint32_t w = 0; w < 2; w++) {
        uint32_t found = o->count;
        for (uint32_t i = 0; i < o->count; i++) {
            const leaf_rule* rule = &o->rules[i];
            if (rule->tick > tick || strcmp(rule->leaf, words[w]) != 0) continue;
            if (found == o->count || rule->tick >= o->rules[found].tick) found = i;
        }
        if (found < o->count) return found;
    }
    return o->count;
}

static ploy_outcome by_chance(const leaf_outcomes* o, uint32_t node, uint32_t calls)
{
    uint32_t sum = o->chances[0] + o->chances[1] + o->chances[2];
    if (sum == 0) return PLOY_SUCCESS;
    ploy_random random = {.seed = o->seed, .stream = node, .counter = calls};
    uint32_t drawn = ploy_random_below(&random, sum);
    if (drawn < o->chances[0]) return PLOY_SUCCESS;
    return drawn < o->chances[0] + o->chances[1] ? PLOY_FAILURE : PLOY_RUNNING;
}

ploy_outcome leaf_outcomes_next(leaf_outcomes* o, leaf_state* state, uint32_t tick, const char* name, const char* id,
                                uint32_t node)
{
    uint32_t rule = find_rule(o, tick, name, id);
    uint32_t calls = state->calls++;
    if (rule == o->count) return by_chance(o, node, calls);
    if (state->rule1 != rule + 1) *state = (leaf_state){state->calls, rule + 1, 0};
    const char* outcomes = o->rules[rule].outcomes;
    size_t last = strlen(outcomes) - 1, at = state->rule_calls++;
    o->rules[rule].is_used = true;
    char letter = outcomes[at < last ? at : last];
    return letter == 's' ? PLOY_SUCCESS : letter == 'f' ? PLOY_FAILURE : PLOY_RUNNING;
}
