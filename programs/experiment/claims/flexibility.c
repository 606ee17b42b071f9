#include "programs/experiment/claims/flexibility.h"

#include <ctype.h>
#include <expat.h>
#include <stdlib.h>
#include <string.h>

#include "games/arena/setup/data_files.h"
#include "programs/cli/memory.h"

#define DEEPEST 64
#define NAME_SIZE 64

static const char* const ctf_names[] = {
    "CaptureFlag", "ReturnFlagToBase", "AttackFlagCarrier", "CarryFlag", "PickupFlag", "ProtectFlagBearer", NULL};
static const char* const blind_names[] = {"BlindFire", NULL};
// A type also needs what a mind must ask before it shoots or strikes.
static const char* const type_names[] = {"melee_only", "may_fire", "may_melee", NULL};
static const char* const deathmatch_names[] = {"teams", NULL};
static const char* const lms_names[] = {"game_active", NULL};

const flexibility_feature flexibility_features[] = {
    {"Capture the Flag", {"2 goals, 4 actions, a file", "several states rewritten, others added"}, ctf_names},
    {"BlindFire", {"1 action, and its name in the agent's set", "1 state, and edits in six"}, blind_names},
    {"a new agent type (melee only)", {"a file", "a state machine and states of its own"}, type_names},
    {"Deathmatch, without teams", {"not stated", "not stated"}, deathmatch_names},
    {"Last Man Standing, in rounds", {"not stated", "not stated"}, lms_names},
};
const uint32_t flexibility_feature_count = sizeof flexibility_features / sizeof *flexibility_features;

typedef struct element
{
    char name[NAME_SIZE]; // "" for none
    bool is_touched;
    bool is_own;
} element;

typedef struct counter
{
    XML_Parser parser;
    const char* const* names;
    element stack[DEEPEST];
    uint32_t depth;
    uint32_t own_depth;    // depth of the outermost own element; 0: outside
    uint64_t own_line;     // its first line
    uint64_t last_touched; // line
    flexibility_count count;
} counter;

static bool is_listed(const counter* c, const char* name)
{
    for (const char* const* n = c->names; *n; n++)
        if (strcmp(*n, name) == 0) return true;
    return false;
}

static bool is_word_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool has_word(const char* text, size_t bytes, const char* word)
{
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= bytes; i++)
        if (memcmp(text + i, word, length) == 0 && (i == 0 || !is_word_letter(text[i - 1])) &&
            (i + length == bytes || !is_word_letter(text[i + length])))
            return true;
    return false;
}

static bool mentions(const counter* c, const char* text, size_t bytes)
{
    for (const char* const* n = c->names; *n; n++)
        if (has_word(text, bytes, *n)) return true;
    return false;
}

static void touch(counter* c)
{
    uint64_t line = XML_GetCurrentLineNumber(c->parser);
    if (line != c->last_touched) c->count.touched_lines++;
    c->last_touched = line;
    uint32_t named = c->depth < DEEPEST ? c->depth : DEEPEST;
    while (named > 1 && !c->stack[named - 1].name[0]) named--;
    if (named == 0 || c->stack[named - 1].is_touched) return;
    c->stack[named - 1].is_touched = true;
    c->count.touched++;
}

static const char* name_of(const char** attributes)
{
    for (const char** a = attributes; *a; a += 2)
        if (strcmp(a[0], "name") == 0 || strcmp(a[0], "ID") == 0) return a[1];
    return "";
}

static void XMLCALL start(void* user, const char* tag, const char** attributes)
{
    (void)tag;
    counter* c = user;
    const char* name = name_of(attributes);
    bool is_own = is_listed(c, name);
    if (c->depth < DEEPEST) {
        c->stack[c->depth] = (element){.is_own = is_own};
        strncat(c->stack[c->depth].name, name, NAME_SIZE - 1);
    }
    c->depth++;
    if (c->own_depth) return;
    if (is_own) {
        c->own_depth = c->depth;
        c->own_line = XML_GetCurrentLineNumber(c->parser);
        c->count.own++;
        return;
    }
    for (const char** a = attributes; *a; a += 2)
        if (mentions(c, a[1], strlen(a[1]))) touch(c);
}

static void XMLCALL end(void* user, const char* tag)
{
    (void)tag;
    counter* c = user;
    if (c->own_depth == c->depth) {
        c->count.own_lines += (uint32_t)(XML_GetCurrentLineNumber(c->parser) - c->own_line + 1);
        c->own_depth = 0;
    }
    c->depth--;
}

static void XMLCALL characters(void* user, const char* text, int length)
{
    counter* c = user;
    if (!c->own_depth && mentions(c, text, (size_t)length)) touch(c);
}

flexibility_count flexibility_count_text(const char* text, size_t bytes, const char* const* names)
{
    counter c = {.names = names, .count.there = true, .parser = have_memory(XML_ParserCreate(NULL))};
    XML_SetUserData(c.parser, &c);
    XML_SetElementHandler(c.parser, start, end);
    XML_SetCharacterDataHandler(c.parser, characters);
    bool is_parsed = XML_Parse(c.parser, text, (int)bytes, 1) == XML_STATUS_OK;
    if (!is_parsed && XML_GetErrorCode(c.parser) == XML_ERROR_NO_MEMORY) out_of_memory();
    XML_ParserFree(c.parser);
    return c.count;
}

flexibility_count flexibility_count_file(const char* file, const char* const* names)
{
    const game_file* data = arena_data_find(file);
    return data ? flexibility_count_text(data->text, data->bytes, names) : (flexibility_count){0};
}
