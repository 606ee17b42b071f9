#include "programs/cli/options.h"

#include "programs/cli/memory.h"
#include "programs/cli/suggest.h"

#include <ploy/plan.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_list_add(text_list* list, const char* text)
{
    list->items = have_memory(realloc(list->items, (list->count + 1) * sizeof *list->items));
    list->items[list->count++] = text;
}

void text_list_free(text_list* list)
{
    free(list->items);
    *list = (text_list){0};
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool parse_fixed(const char* text, int64_t* value)
{
    bool negative = *text == '-';
    text += negative;
    if (!is_digit(*text)) return false;
    int64_t whole = 0, part = 0, unit = PLOY_UNIT;
    for (; is_digit(*text); text++) {
        whole = whole * 10 + (*text - '0');
        if (whole > INT64_C(1000000000000)) return false;
    }
    if (*text == '.') {
        if (!is_digit(*++text)) return false;
        for (; is_digit(*text); text++) {
            unit /= 10;
            if (unit == 0) return false;
            part += (*text - '0') * unit;
        }
    }
    if (*text) return false;
    *value = (whole * PLOY_UNIT + part) * (negative ? -1 : 1);
    return true;
}

const char* print_fixed(int64_t value, char* text)
{
    uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    uint64_t part = size % PLOY_UNIT;
    int length = sprintf(text, "%s%" PRIu64, value < 0 ? "-" : "", size / PLOY_UNIT);
    if (part) {
        length += sprintf(text + length, ".%03" PRIu64, part);
        while (text[length - 1] == '0') text[--length] = 0;
    }
    return text;
}

static bool parse_count(const char* text, uint32_t* value)
{
    uint64_t count = 0;
    if (!is_digit(*text)) return false;
    for (; is_digit(*text); text++) {
        count = count * 10 + (uint64_t)(*text - '0');
        if (count > UINT32_MAX) return false;
    }
    *value = (uint32_t)count;
    return *text == 0;
}

typedef struct name_list
{
    const option* options;
    uint32_t count;
} name_list;

static const char* option_name(const void* list, uint32_t index)
{
    const name_list* names = list;
    return index < names->count ? names->options[index].name : "--help";
}

static int unknown_option(const command* owner, const option* options, uint32_t option_count, const char* word)
{
    char name[64], tail[128];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    name_list names = {options, option_count};
    suggest_tail(name, option_name, &names, option_count + 1, tail, sizeof tail);
    return complain(owner->name, "unknown option '%s'%s (see 'ploy %s --help')", name, tail, owner->name);
}

static const option* find_option(const option* options, uint32_t option_count, const char* word)
{
    size_t length = strcspn(word, "=");
    for (uint32_t k = 0; k < option_count; k++)
        if (strlen(options[k].name) == length && memcmp(options[k].name, word, length) == 0) return &options[k];
    return NULL;
}

static int store(const command* owner, const option* o, const char* text)
{
    switch (o->kind) {
    case OPTION_FLAG:
        *(bool*)o->value = true;
        break;
    case OPTION_TEXT:
        *(const char**)o->value = text;
        break;
    case OPTION_TEXTS:
        text_list_add(o->value, text);
        break;
    case OPTION_COUNT:
        if (!parse_count(text, o->value))
            return complain(owner->name, "%s takes a whole number from 0 to 4294967295, not '%s'", o->name, text);
        break;
    case OPTION_FIXED:
        if (!parse_fixed(text, o->value))
            return complain(owner->name, "%s takes a number with at most three decimals, not '%s'", o->name, text);
        break;
    }
    return OPTIONS_GO_ON;
}

static int parse_one(const command* owner, const option* options, uint32_t option_count, int argc, char** argv, int* at)
{
    const char* word = argv[*at];
    const option* o = find_option(options, option_count, word);
    if (!o) return unknown_option(owner, options, option_count, word);
    const char* text = strchr(word, '=');
    if (o->kind == OPTION_FLAG) {
        if (text) return complain(owner->name, "%s takes no value", o->name);
        return store(owner, o, NULL);
    }
    if (text) return store(owner, o, text + 1);
    if (*at + 1 >= argc) return complain(owner->name, "%s needs a value", o->name);
    if (find_option(options, option_count, argv[*at + 1]))
        return complain(owner->name, "%s needs a value, and '%s' is another option", o->name, argv[*at + 1]);
    return store(owner, o, argv[++*at]);
}

static int add_operand(const command* owner, text_list* operands, const char* word)
{
    if (!operands) return complain(owner->name, "takes no operand '%s' (see 'ploy %s --help')", word, owner->name);
    text_list_add(operands, word);
    return OPTIONS_GO_ON;
}

int options_parse(const command* owner, const option* options, uint32_t option_count, text_list* operands, int argc,
                  char** argv)
{
    bool is_over = false; // after "--"
    for (int at = 1; at < argc; at++) {
        bool is_operand = is_over || argv[at][0] != '-' || argv[at][1] == 0;
        if (!is_over && strcmp(argv[at], "--") == 0) {
            is_over = true;
            continue;
        }
        if (is_operand) {
            int answer = add_operand(owner, operands, argv[at]);
            if (answer != OPTIONS_GO_ON) return answer;
            continue;
        }
        if (strcmp(argv[at], "--help") == 0 || strcmp(argv[at], "-h") == 0) {
            fputs(owner->page, stdout);
            return ANSWER_DONE;
        }
        int answer = parse_one(owner, options, option_count, argc, argv, &at);
        if (answer != OPTIONS_GO_ON) return answer;
    }
    return OPTIONS_GO_ON;
}
