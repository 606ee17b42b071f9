#include "programs/tune/marks.h"

#include <ctype.h>
#include <expat.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs/cli/memory.h"
#include "programs/cli/system.h"

#define MAX_PLACES 9
#define MAX_PENDING 32

// One entry of a comment, until its element comes.
typedef struct mark_entry
{
    char attribute[40];
    uint32_t index; // from 1
    double low, high;
    int places;
    size_t at; // of the comment
} mark_entry;

typedef struct mark_reader
{
    marks* m;
    XML_Parser parser;
    const char* text;
    size_t bytes;
    ploy_error* error;
    ploy_status status;
    mark_entry pending[MAX_PENDING];
    uint32_t pending_count;
} mark_reader;

typedef struct text_span
{
    size_t at, end;
} text_span;

static void locate(const mark_reader* r, size_t at, uint32_t* line, uint32_t* column)
{
    *line = *column = 1;
    for (size_t i = 0; i < at && i < r->bytes; i++) {
        ++*column;
        if (r->text[i] == '\n') {
            ++*line;
            *column = 1;
        }
    }
}

CLI_PRINTF(4, 5) static bool fail(mark_reader* r, size_t at, const char* hint, const char* format, ...)
{
    if (r->status != PLOY_OK) return false;
    r->status = PLOY_INVALID;
    va_list args;
    va_start(args, format);
    vsnprintf(r->error->message, sizeof r->error->message, format, args);
    va_end(args);
    snprintf(r->error->hint, sizeof r->error->hint, "%s", hint);
    locate(r, at, &r->error->line, &r->error->column);
    XML_StopParser(r->parser, XML_FALSE);
    return false;
}

static int places_of(const char* text, size_t length)
{
    const char* point = memchr(text, '.', length);
    return point ? (int)(text + length - point) - 1 : 0;
}

static bool is_part_of_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.';
}

// The index-th number between at and end.
static bool find_number(const mark_reader* r, text_span where, uint32_t index, text_span* number)
{
    for (size_t i = where.at; i < where.end; i++) {
        if (r->text[i] == '&') {
            while (i < where.end && r->text[i] != ';') i++;
            continue;
        }
        bool begins = isdigit((unsigned char)r->text[i]) && (i == where.at || !is_part_of_word(r->text[i - 1]));
        if (!begins) continue;
        number->at = i;
        while (i < where.end && (isdigit((unsigned char)r->text[i]) || r->text[i] == '.')) i++;
        number->end = i;
        // A minus belongs to the number where it cannot subtract: first, or after a space, and next to the digit.
        size_t at = number->at;
        bool is_negative = at > where.at && r->text[at - 1] == '-' &&
                           (at - 1 == where.at || strchr(" ,(\t\n", r->text[at - 2]) != NULL);
        number->at -= is_negative;
        if (--index == 0) return true;
    }
    return false;
}

// The value of an attribute of the current start tag.
static bool find_attribute(const mark_reader* r, const char* name, text_span* value)
{
    size_t at = (size_t)XML_GetCurrentByteIndex(r->parser), length = strlen(name);
    char quote = 0;
    for (at++; at < r->bytes && (quote || r->text[at] != '>'); at++) {
        char c = r->text[at];
        if (quote) {
            if (c == quote) quote = 0;
            continue;
        }
        if (c == '"' || c == '\'') quote = c;
        if (!isspace((unsigned char)r->text[at - 1]) || at + length >= r->bytes || memcmp(r->text + at, name, length) != 0)
            continue;
        size_t open = at + length + strspn(r->text + at + length, " \t\r\n");
        if (r->text[open] != '=') continue;
        open += 1 + strspn(r->text + open + 1, " \t\r\n");
        const char* close = strchr(r->text + open + 1, r->text[open]);
        *value = (text_span){open + 1, close ? (size_t)(close - r->text) : open + 1};
        return close != NULL;
    }
    return false;
}

// What follows the current start tag, up to the next one.
static text_span text_after_tag(const mark_reader* r)
{
    size_t at = (size_t)XML_GetCurrentByteIndex(r->parser) + (size_t)XML_GetCurrentByteCount(r->parser);
    size_t end = at;
    while (end < r->bytes && r->text[end] != '<') end++;
    return (text_span){at, end};
}

static const char* name_of(const char** attributes)
{
    static const char* const naming[] = {"name", "ID", "of", "goal", "action", "state"};
    for (uint32_t i = 0; i < sizeof naming / sizeof *naming; i++)
        for (const char** a = attributes; *a; a += 2)
            if (strcmp(a[0], naming[i]) == 0) return a[1];
    return "";
}

static void list_names(const char** attributes, char* list, size_t size)
{
    size_t used = 0;
    for (const char** a = attributes; *a && used < size; a += 2)
        used += (size_t)snprintf(list + used, size - used, "%s, ", a[0]);
    if (used < size) snprintf(list + used, size - used, "text");
}

static void add_mark(mark_reader* r, const mark_entry* e, const char* element, const char** attributes)
{
    text_span where = text_after_tag(r), number;
    char hint[96];
    list_names(attributes, hint, sizeof hint);
    if (strcmp(e->attribute, "text") != 0 && !find_attribute(r, e->attribute, &where)) {
        fail(r, e->at, hint, "<%s> has no attribute '%s' to tune", element, e->attribute);
        return;
    }
    if (!find_number(r, where, e->index, &number)) {
        fail(r, where.at, "", "there is no number %u in '%s' to tune", e->index, e->attribute);
        return;
    }
    mark made = {.at = number.at, .bytes = number.end - number.at, .low = e->low, .high = e->high};
    made.value = strtod(r->text + number.at, NULL);
    int places = places_of(r->text + number.at, made.bytes);
    made.places = places > e->places ? places : e->places;
    if (made.value < made.low || made.value > made.high || made.places > MAX_PLACES) {
        fail(r, number.at, "widen the range", "%.*s is outside its range", (int)made.bytes, r->text + number.at);
        return;
    }
    uint32_t column;
    locate(r, number.at, &made.line, &column);
    char index[16] = "";
    if (e->index > 1) snprintf(index, sizeof index, "[%u]", e->index);
    const char* name = name_of(attributes);
    snprintf(made.name, sizeof made.name, "%.20s%s%.30s %.30s%s", element, *name ? " " : "", name, e->attribute, index);
    marks* m = r->m;
    m->items = have_memory(realloc(m->items, (m->count + 1) * sizeof *m->items));
    m->items[m->count++] = made;
}

static void XMLCALL start(void* user, const char* element, const char** attributes)
{
    mark_reader* r = user;
    for (uint32_t i = 0; i < r->pending_count && r->status == PLOY_OK; i++)
        add_mark(r, &r->pending[i], element, attributes);
    r->pending_count = 0;
}

static void refuse_pending(mark_reader* r)
{
    if (r->pending_count) fail(r, r->pending[0].at, "", "no element follows the mark");
}

static void XMLCALL end(void* user, const char* element)
{
    (void)element;
    refuse_pending(user);
}

static bool read_bound(const char** text, double* value, int* places)
{
    *text += strspn(*text, " \t\r\n");
    char* end = NULL;
    *value = strtod(*text, &end);
    if (end == *text) return false;
    int here = places_of(*text, (size_t)(end - *text));
    *places = here > *places ? here : *places;
    *text = end;
    return true;
}

// "cost[2] 1 to 9", up to a semicolon.
static bool read_entry(mark_reader* r, const char** text, size_t at)
{
    mark_entry e = {.index = 1, .at = at};
    *text += strspn(*text, " \t\r\n");
    size_t length = strcspn(*text, "[ \t\r\n;");
    bool is_good = length > 0 && length < sizeof e.attribute && r->pending_count < MAX_PENDING;
    if (is_good) memcpy(e.attribute, *text, length);
    *text += length;
    if (is_good && **text == '[') {
        char* close = NULL;
        e.index = (uint32_t)strtoul(*text + 1, &close, 10);
        is_good = e.index > 0 && *close == ']';
        *text = close + is_good;
    }
    is_good = is_good && read_bound(text, &e.low, &e.places);
    *text += strspn(*text, " \t\r\n");
    is_good = is_good && strncmp(*text, "to ", 3) == 0;
    *text += is_good ? 3 : 0;
    is_good = is_good && read_bound(text, &e.high, &e.places) && e.low < e.high;
    *text += strspn(*text, " \t\r\n");
    is_good = is_good && (**text == ';' || !**text);
    if (!is_good) return fail(r, at, "<!-- tune: cost 1 to 9; priority[2] 0.1 to 0.5 -->", "this is no mark");
    *text += **text == ';';
    r->pending[r->pending_count++] = e;
    return true;
}

static void XMLCALL comment(void* user, const char* text)
{
    mark_reader* r = user;
    size_t at = (size_t)XML_GetCurrentByteIndex(r->parser);
    text += strspn(text, " \t\r\n");
    if (strncmp(text, "tune:", 5) != 0) return;
    text += 5;
    do {
        if (!read_entry(r, &text, at)) return;
        text += strspn(text, " \t\r\n");
    } while (*text);
}

ploy_status marks_find(marks* m, const char* text, size_t bytes, ploy_error* error)
{
    *m = (marks){0};
    *error = (ploy_error){0};
    char* whole = have_memory(malloc(bytes + 1)); // ends with a zero
    memcpy(whole, text, bytes);
    whole[bytes] = '\0';
    mark_reader r = {.m = m, .text = whole, .bytes = bytes, .error = error, .status = PLOY_OK};
    r.parser = have_memory(XML_ParserCreate(NULL));
    XML_SetUserData(r.parser, &r);
    XML_SetElementHandler(r.parser, start, end);
    XML_SetCommentHandler(r.parser, comment);
    if (XML_Parse(r.parser, whole, (int)bytes, 1) != XML_STATUS_OK && r.status == PLOY_OK) {
        if (XML_GetErrorCode(r.parser) == XML_ERROR_NO_MEMORY) out_of_memory();
        r.status = PLOY_INVALID;
        snprintf(error->message, sizeof error->message, "%s", XML_ErrorString(XML_GetErrorCode(r.parser)));
        error->line = (uint32_t)XML_GetCurrentLineNumber(r.parser);
        error->column = (uint32_t)XML_GetCurrentColumnNumber(r.parser) + 1;
    }
    if (r.status == PLOY_OK) refuse_pending(&r);
    XML_ParserFree(r.parser);
    free(whole);
    if (r.status != PLOY_OK) marks_free(m);
    return r.status;
}

void marks_free(marks* m)
{
    free(m->items);
    *m = (marks){0};
}

double mark_value(const mark* m, double share)
{
    double unit = pow(10, m->places), value = m->low + (m->high - m->low) * fmin(fmax(share, 0), 1);
    return fmin(fmax(round(value * unit) / unit, m->low), m->high);
}

double mark_share(const mark* m, double value)
{
    return (value - m->low) / (m->high - m->low);
}

void mark_print(const mark* m, double value, char text[32])
{
    snprintf(text, 32, "%.*f", m->places, value == 0 ? 0.0 : value); // never -0
}

static int compare_places(const void* a, const void* b)
{
    const mark* const* x = a;
    const mark* const* y = b;
    return ((*x)->at > (*y)->at) - ((*x)->at < (*y)->at);
}

char* marks_write(const marks* m, const char* text, size_t bytes, const double* values, size_t* written)
{
    const mark** order = have_memory(calloc(m->count + 1u, sizeof *order));
    char* out = have_memory(malloc(bytes + 32 * (m->count + 1u)));
    size_t used = 0, at = 0;
    for (uint32_t i = 0; i < m->count; i++) order[i] = &m->items[i];
    qsort(order, m->count, sizeof *order, compare_places);
    for (uint32_t i = 0; i < m->count; i++) {
        memcpy(out + used, text + at, order[i]->at - at);
        used += order[i]->at - at;
        char number[32];
        mark_print(order[i], values[order[i] - m->items], number);
        memcpy(out + used, number, strlen(number));
        used += strlen(number);
        at = order[i]->at + order[i]->bytes;
    }
    memcpy(out + used, text + at, bytes - at);
    *written = used + bytes - at;
    free(order);
    return out;
}
