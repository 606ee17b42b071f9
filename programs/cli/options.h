// Long options: --name value, --name=value, --flag; everything else is an operand. `--` ends the options.
//
// A command lists its options in a table with a pointer to each value. Errors on stderr name what is wrong and suggest
// a similar option.

#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "programs/cli/command.h"

enum
{
    OPTIONS_GO_ON = -1
};

/// Texts that point into argv; the list owns the array.
typedef struct text_list
{
    const char** items;
    uint32_t count;
} text_list;

void text_list_add(text_list* list, const char* text);
void text_list_free(text_list* list);

typedef enum option_kind
{
    OPTION_FLAG,  // bool
    OPTION_TEXT,  // const char*
    OPTION_COUNT, // uint32_t
    OPTION_FIXED, // int64_t; "0.5" is 500
    OPTION_TEXTS, // text_list; may be repeated
} option_kind;

typedef struct option
{
    const char* name; // with its dashes
    option_kind kind;
    void* value;
} option;

/// OPTIONS_GO_ON, or the exit status: --help was printed, or the usage is wrong. operands NULL: it takes none.
int options_parse(const command* owner, const option* options, uint32_t option_count, text_list* operands, int argc,
                  char** argv);

/// "12", "-0.5": at most three places, within ±10^15 / 1000. False: anything else.
bool parse_fixed(const char* text, int64_t* value);

/// "1.5" into a buffer of at least 24 bytes. Returns the buffer.
const char* print_fixed(int64_t value, char* text);

#endif
