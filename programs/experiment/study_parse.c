// Reads experiment files, with expat. The first error ends the reading; its position is that of the attribute if it is
// about one, else of the element.

#include "programs/experiment/study_parse.h"

#include <ctype.h>
#include <errno.h>
#include <expat.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs/experiment/study_player.h"
#include "programs/cli/system.h"

#define MAX_BYTES ((size_t)1 << 20)
#define MAX_CONTROLLERS 16
#define MAX_MINUTES 1440

typedef struct study_reader
{
    study* s;
    XML_Parser parser;
    const char* text;
    size_t bytes;
    ploy_error* error;
    ploy_status status;
    const char** attributes; // of the current element
    uint32_t depth;
    bool in_tuned;
    uint64_t matches;
    size_t seed_at; // where the attribute stands
} study_reader;

// Offset of an attribute's name in the current start tag; 0: there is none.
static size_t find_attribute(const study_reader* r, const char* name)
{
    size_t at = (size_t)XML_GetCurrentByteIndex(r->parser), length = strlen(name);
    char quote = 0;
    for (at++; at < r->bytes && (quote || r->text[at] != '>'); at++) {
        char c = r->text[at];
        if (quote) {
            if (c == quote) quote = 0;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (isspace((unsigned char)r->text[at - 1]) && at + length < r->bytes &&
                   memcmp(r->text + at, name, length) == 0 &&
                   (r->text[at + length] == '=' || isspace((unsigned char)r->text[at + length]))) {
            return at;
        }
    }
    return 0;
}

static void locate(study_reader* r, size_t at)
{
    uint32_t line = 1, column = 1;
    for (size_t i = 0; i < at; i++) {
        column++;
        if (r->text[i] == '\n') {
            line++;
            column = 1;
        }
    }
    r->error->line = line;
    r->error->column = column;
}

CLI_PRINTF(4, 5) static bool fail(study_reader* r, const char* attribute, const char* hint, const char* format, ...)
{
    if (r->status != PLOY_OK) return false;
    r->status = PLOY_INVALID;
    va_list args;
    va_start(args, format);
    vsnprintf(r->error->message, sizeof r->error->message, format, args);
    va_end(args);
    snprintf(r->error->hint, sizeof r->error->hint, "%s", hint);
    size_t place = attribute ? find_attribute(r, attribute) : 0;
    locate(r, place ? place : (size_t)XML_GetCurrentByteIndex(r->parser));
    XML_StopParser(r->parser, XML_FALSE);
    return false;
}

static bool fail_memory(study_reader* r)
{
    fail(r, NULL, "", "out of memory");
    r->status = PLOY_OUT_OF_MEMORY;
    return false;
}

static const char* value_of(const study_reader* r, const char* name)
{
    for (const char** a = r->attributes; *a; a += 2)
        if (strcmp(a[0], name) == 0) return a[1];
    return NULL;
}

static const char* need(study_reader* r, const char* name)
{
    const char* value = value_of(r, name);
    if (!value) fail(r, NULL, "", "the attribute '%s' is missing", name);
    return value;
}

static bool know_attributes(study_reader* r, const char* element, const char* names)
{
    for (const char** a = r->attributes; *a; a += 2)
        if (study_find_word(names, a[0], strlen(a[0])) == PLOY_NONE)
            return fail(r, a[0], names, "<%s> has no attribute '%s'", element, a[0]);
    return true;
}

static bool read_number(study_reader* r, const char* name, uint64_t min, uint64_t max, uint64_t* number)
{
    const char* value = need(r, name);
    if (!value) return false;
    char* end = NULL;
    errno = 0;
    *number = strtoull(value, &end, 10);
    if (isdigit((unsigned char)*value) && !*end && !errno && *number >= min && *number <= max) return true;
    char hint[96];
    snprintf(hint, sizeof hint, "a whole number from %llu to %llu", (unsigned long long)min, (unsigned long long)max);
    return fail(r, name, hint, "'%s' is no number for '%s'", value, name);
}

static bool read_flag(study_reader* r, const char* name, bool* flag)
{
    const char* value = value_of(r, name);
    *flag = value && strcmp(value, "true") == 0;
    if (!value || *flag || strcmp(value, "false") == 0) return true;
    return fail(r, name, "true or false", "'%s' is neither true nor false", value);
}

static bool read_word(study_reader* r, const char* name, const char* list, char word[STUDY_NAME])
{
    const char* value = need(r, name);
    if (!value) return false;
    if (study_find_word(list, value, strlen(value)) == PLOY_NONE)
        return fail(r, name, list, "unknown %s '%s'", name, value);
    snprintf(word, STUDY_NAME, "%s", value);
    return true;
}

// Splits at spaces; PLOY_NONE after the last.
static const char* next_word(const char** list, size_t* length)
{
    *list += strspn(*list, " \t\r\n");
    const char* word = *list;
    *length = strcspn(word, " \t\r\n");
    *list += *length;
    return *length ? word : NULL;
}

static bool read_controller(study_reader* r, const char* attribute, const char* word, size_t length,
                            char name[STUDY_NAME])
{
    const char* plus = memchr(word, '+', length);
    size_t technique = plus ? (size_t)(plus - word) : length;
    bool known = study_find_word(study_play_techniques(), word, technique) != PLOY_NONE && length < STUDY_NAME;
    if (!known || (plus && (length - technique != 6 || memcmp(plus, "+squad", 6) != 0)))
        return fail(r, attribute, study_play_techniques(), "unknown controller '%.*s'", (int)length, word);
    snprintf(name, STUDY_NAME, "%.*s", (int)length, word);
    return true;
}

static bool read_one_controller(study_reader* r, const char* attribute, char name[STUDY_NAME])
{
    const char* value = need(r, attribute);
    return value && read_controller(r, attribute, value, strlen(value), name);
}

static bool add_cell_on_maps(study_reader* r, study_cell* cell)
{
    const char* maps = value_of(r, "maps");
    size_t length;
    uint32_t count = 0;
    if (!maps) maps = "1";
    for (const char* word; (word = next_word(&maps, &length)); count++) {
        cell->map = length == 1 && isdigit((unsigned char)*word) ? (uint32_t)(*word - '0') : 0;
        if (cell->map < 1 || cell->map > study_play_maps())
            return fail(r, "maps", "1 2", "unknown map '%.*s'", (int)length, word);
        r->matches += cell->matches;
        if (r->matches > STUDY_MAX_MATCHES) return fail(r, "matches", "at most a million", "too many matches");
        if (!study_add_cell(r->s, cell)) return fail_memory(r);
    }
    return count > 0 || fail(r, "maps", "1 2", "no map");
}

static bool read_common(study_reader* r, study_cell* cell)
{
    uint64_t matches = 0, time = 0;
    bool in_seconds = value_of(r, "seconds") && !value_of(r, "minutes");
    if (!read_word(r, "mode", study_play_modes(), cell->mode) ||
        !read_number(r, "matches", 1, STUDY_MAX_MATCHES, &matches) ||
        !read_number(r, in_seconds ? "seconds" : "minutes", 1, MAX_MINUTES, &time) ||
        !read_flag(r, "technical", &cell->technical))
        return false;
    cell->matches = (uint32_t)matches;
    cell->seconds = (uint32_t)time * (in_seconds ? 1 : 60);
    return true;
}

static void read_test(study_reader* r)
{
    study_cell cell = {0};
    if (know_attributes(r, "test", "mode maps first second matches minutes seconds technical") &&
        read_common(r, &cell) && read_one_controller(r, "first", cell.controllers[0]) &&
        read_one_controller(r, "second", cell.controllers[1]))
        add_cell_on_maps(r, &cell);
}

static bool read_list(study_reader* r, char (*names)[STUDY_NAME], uint32_t* count)
{
    const char* list = need(r, "controllers");
    size_t length;
    for (const char* word; list && (word = next_word(&list, &length)); ++*count) {
        if (*count == MAX_CONTROLLERS) return fail(r, "controllers", "at most 16", "too many controllers");
        if (!read_controller(r, "controllers", word, length, names[*count])) return false;
    }
    return list && (*count >= 2 || fail(r, "controllers", "at least two", "too few controllers"));
}

static void read_robin(study_reader* r)
{
    study_cell cell = {.robin = true};
    char names[MAX_CONTROLLERS][STUDY_NAME];
    uint32_t count = 0;
    if (!know_attributes(r, "robin", "mode maps controllers matches minutes seconds technical") ||
        !read_common(r, &cell) || !read_list(r, names, &count))
        return;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = i + 1; k < count; k++) {
            memcpy(cell.controllers[0], names[i], STUDY_NAME);
            memcpy(cell.controllers[1], names[k], STUDY_NAME);
            if (!add_cell_on_maps(r, &cell)) return;
        }
    }
}

static void read_root(study_reader* r, const char* element)
{
    char game[STUDY_NAME], version[STUDY_NAME];
    if (strcmp(element, "experiment") != 0) {
        fail(r, NULL, "an experiment file begins with <experiment>", "<%s> is no experiment", element);
        return;
    }
    if (!know_attributes(r, element, "version name game seed") || !read_word(r, "version", "1", version) ||
        !read_word(r, "game", "arena", game) ||
        !read_number(r, "seed", SEEDS_DEVELOPMENT_LAST + 1, UINT32_MAX, &r->s->seed))
        return;
    r->seed_at = find_attribute(r, "seed");
    const char* name = need(r, "name");
    // It is the name of a folder too.
    if (name && (!*name || strlen(name) >= STUDY_NAME || *name == '.' || strchr(name, '/')))
        fail(r, "name", "1 to 31 letters, no '/' and no '.' in front", "'%s' is no name", name);
    if (name) snprintf(r->s->name, sizeof r->s->name, "%s", name);
}

static void XMLCALL start(void* user, const char* element, const char** attributes)
{
    study_reader* r = user;
    r->attributes = attributes;
    r->depth++;
    if (r->status != PLOY_OK) return;
    if (r->depth == 1)
        read_root(r, element);
    else if (r->depth == 2 && strcmp(element, "test") == 0)
        read_test(r);
    else if (r->depth == 2 && strcmp(element, "robin") == 0)
        read_robin(r);
    else if (r->depth == 2 && strcmp(element, "tuned") == 0)
        r->in_tuned = know_attributes(r, element, "");
    else
        fail(r, NULL, "<test>, <robin> or <tuned>", "<%s> cannot stand here", element);
}

static void XMLCALL end(void* user, const char* element)
{
    (void)element;
    study_reader* r = user;
    r->depth--;
    r->in_tuned = false;
}

static void XMLCALL characters(void* user, const char* text, int length)
{
    study_reader* r = user;
    size_t used = strlen(r->s->tuned);
    for (int i = 0; i < length; i++) {
        bool is_white = isspace((unsigned char)text[i]);
        if (!r->in_tuned && !is_white) {
            fail(r, NULL, "", "text cannot stand here");
            return;
        }
        bool repeats = is_white && (used == 0 || r->s->tuned[used - 1] == ' ');
        if (r->in_tuned && !repeats && used + 1 < sizeof r->s->tuned) r->s->tuned[used++] = is_white ? ' ' : text[i];
    }
}

static void XMLCALL doctype(void* user, const char* name, const char* system, const char* public, int has_subset)
{
    (void)name, (void)system, (void)public, (void)has_subset;
    fail(user, NULL, "leave it out", "a document type cannot stand here");
}

static void parse(study_reader* r)
{
    XML_SetUserData(r->parser, r);
    XML_SetElementHandler(r->parser, start, end);
    XML_SetCharacterDataHandler(r->parser, characters);
    XML_SetStartDoctypeDeclHandler(r->parser, doctype);
    bool parsed = XML_Parse(r->parser, r->text, (int)r->bytes, 1) == XML_STATUS_OK;
    if (!parsed && r->status == PLOY_OK) {
        r->status = PLOY_INVALID;
        snprintf(r->error->message, sizeof r->error->message, "%s", XML_ErrorString(XML_GetErrorCode(r->parser)));
        r->error->line = (uint32_t)XML_GetCurrentLineNumber(r->parser);
        r->error->column = (uint32_t)XML_GetCurrentColumnNumber(r->parser) + 1;
    }
    r->attributes = NULL;
    if (r->status == PLOY_OK && r->s->cell_count == 0) {
        fail(r, NULL, "<test> or <robin>", "there is nothing to play");
        r->error->line = r->error->column = 1;
    }
    if (r->status == PLOY_OK && !seeds_are_of_experiments(r->s->seed, r->s->seed + r->matches - 1)) {
        fail(r, NULL, "below 10000000 or above 29999999", "seeds 10000000 to 29999999 are for ploy tune");
        locate(r, r->seed_at);
    }
}

static bool keep_text(study* s, const char* text, size_t bytes)
{
    s->text = malloc(bytes);
    if (s->text) memcpy(s->text, text, bytes);
    s->bytes = bytes;
    return s->text != NULL;
}

ploy_status study_parse(study* s, const char* text, size_t bytes, ploy_error* error)
{
    *s = (study){0};
    *error = (ploy_error){0};
    study_reader r = {.s = s, .text = text, .bytes = bytes, .error = error, .status = PLOY_OK};
    r.parser = bytes <= MAX_BYTES ? XML_ParserCreate(NULL) : NULL;
    if (!r.parser) {
        snprintf(error->message, sizeof error->message, bytes > MAX_BYTES ? "larger than 1 MB" : "out of memory");
        return PLOY_INVALID;
    }
    parse(&r);
    XML_ParserFree(r.parser);
    if (r.status == PLOY_OK && (!study_finish(s) || !keep_text(s, text, bytes))) r.status = PLOY_OUT_OF_MEMORY;
    if (r.status != PLOY_OK) study_free(s);
    return r.status;
}

ploy_status study_load(study* s, const char* path, ploy_error* error)
{
    *s = (study){0};
    *error = (ploy_error){0};
    FILE* file = system_open(path, "rb");
    char* text = file ? malloc(MAX_BYTES + 2) : NULL;
    size_t bytes = text ? fread(text, 1, MAX_BYTES + 1, file) : 0;
    bool read = text && !ferror(file);
    if (!read) snprintf(error->message, sizeof error->message, "cannot be read: %s", strerror(errno));
    if (file) fclose(file);
    ploy_status status = read ? study_parse(s, text, bytes, error) : PLOY_INVALID;
    free(text);
    return status;
}
