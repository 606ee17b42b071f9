#include "io/xml/tolerant.h"

#include <string.h>

#include "base/memory.h"
#include "io/xml/xml.h"

static bool begins_with(const char* at, const char* end, const char* prefix)
{
    size_t length = strlen(prefix);
    return (size_t)(end - at) >= length && memcmp(at, prefix, length) == 0;
}

/// The byte after the next occurrence, or the end.
static const char* after(const char* at, const char* end, const char* wanted)
{
    while (at < end && !begins_with(at, end, wanted)) {
        ++at;
    }
    return at < end ? at + strlen(wanted) : end;
}

static bool is_digit(char c, bool is_hex)
{
    return (c >= '0' && c <= '9') || (is_hex && ((c | 32) >= 'a' && (c | 32) <= 'f'));
}

static bool is_number(const char* at, const char* end)
{
    bool is_hex = at < end && *at == 'x';
    const char* digit = at + is_hex;
    const char* first = digit;
    while (digit < end && is_digit(*digit, is_hex)) {
        ++digit;
    }
    return digit > first && digit < end && *digit == ';';
}

bool pl_is_reference(const char* at, const char* end)
{
    static const char* const names[] = {"&lt;", "&gt;", "&amp;", "&quot;", "&apos;"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        if (begins_with(at, end, names[i])) {
            return true;
        }
    }
    return begins_with(at, end, "&#") && is_number(at + 2, end);
}

// The byte after a DOCTYPE with its declarations.
static const char* after_doctype(const char* at, const char* end)
{
    char quote = '\0';
    uint32_t depth = 0;
    for (; at < end; ++at) {
        char c = *at;
        if (quote) {
            quote = c == quote ? '\0' : quote;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (begins_with(at, end, "<!--")) {
            at = after(at + 4, end, "-->") - 1;
        } else if (c == '<' || c == '[') {
            ++depth;
        } else if ((c == '>' || c == ']') && --depth == 0) {
            return at + 1;
        }
    }
    return end;
}

static bool is_doctype(const char* at, const char* end)
{
    return begins_with(at, end, "<!DOCTYPE") || begins_with(at, end, "<!doctype");
}

// The outermost element, after a byte order mark, white space, the declaration and comments.
static bool is_root(const char* at, const char* end)
{
    at = begins_with(at, end, "\xEF\xBB\xBF") ? at + 3 : at;
    for (;;) {
        while (at < end && pl_is_white(*at)) {
            ++at;
        }
        if (begins_with(at, end, "<?")) {
            at = after(at, end, "?>");
        } else if (begins_with(at, end, "<!--")) {
            at = after(at + 4, end, "-->");
        } else if (is_doctype(at, end)) {
            at = after_doctype(at, end);
        } else {
            return begins_with(at, end, "<root") && at + 5 < end &&
                   (pl_is_white(at[5]) || at[5] == '>' || at[5] == '/');
        }
    }
}

// A declaration must be the first thing in the file; there, white space may come before it. Its place, or NULL.
static const char* late_declaration(const char* text, const char* end)
{
    const char* at = text;
    while (at < end && pl_is_white(*at)) {
        ++at;
    }
    bool is_one = at > text && begins_with(at, end, "<?xml") && at + 5 < end && pl_is_white(at[5]);
    return is_one ? at : NULL;
}

typedef struct scan
{
    const char* text;
    const char* end;
    pl_stray_fn* found; ///< in values
    pl_stray_fn* dash;  ///< in comments; may be NULL
    void* user;
} scan;

static bool scan_comment(const scan* s, const char** at)
{
    const char* close = after(*at + 4, s->end, "-->");
    const char* last = begins_with(close - 3, s->end, "-->") ? close - 3 : close;
    bool goes_on = true;
    for (const char* c = *at + 4; goes_on && s->dash && c < last; ++c) {
        if (*c == '-') {
            goes_on = s->dash(s->user, (size_t)(c - s->text));
        }
    }
    *at = close;
    return goes_on;
}

static bool scan_tag(const scan* s, const char** at)
{
    char quote = '\0';
    bool goes_on = true;
    for (++*at; goes_on && *at < s->end && (quote || **at != '>'); ++*at) {
        char c = **at;
        if (quote && c == quote) {
            quote = '\0';
        } else if (!quote && (c == '"' || c == '\'')) {
            quote = c;
        } else if (quote && (c == '<' || (c == '&' && !pl_is_reference(*at, s->end)))) {
            goes_on = s->found(s->user, (size_t)(*at - s->text));
        }
    }
    return goes_on;
}

static bool scan_all(const scan* s)
{
    const char* at = s->text;
    bool goes_on = true;
    while (goes_on && (at = memchr(at, '<', (size_t)(s->end - at)))) {
        if (begins_with(at, s->end, "<!--")) {
            goes_on = scan_comment(s, &at);
        } else if (begins_with(at, s->end, "<![CDATA[")) {
            at = after(at, s->end, "]]>");
        } else if (begins_with(at, s->end, "<?")) {
            at = after(at, s->end, "?>");
        } else if (is_doctype(at, s->end)) {
            at = after_doctype(at, s->end);
        } else {
            goes_on = scan_tag(s, &at);
        }
    }
    return goes_on;
}

bool pl_tolerant_each(const char* text, size_t bytes, pl_stray_fn* found, void* user)
{
    return !is_root(text, text + bytes) || scan_all(&(scan){text, text + bytes, found, NULL, user});
}

static bool stop_there(void* user, size_t at)
{
    (void)user, (void)at;
    return false;
}

static bool replace_stray(void* user, size_t at)
{
    pl_tolerant* tolerant = user;
    tolerant->copy[at] = tolerant->copy[at] == '<' ? tolerant->less : tolerant->amp;
    return true;
}

static bool replace_dash(void* user, size_t at)
{
    ((pl_tolerant*)user)->copy[at] = ' ';
    return true;
}

// The length of the character in UTF-8 at a byte; 0: there is none.
static size_t character_length(const unsigned char* at, const unsigned char* end)
{
    unsigned char first = *at;
    size_t length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    bool is_one = length > 0 && length <= (size_t)(end - at);
    for (size_t i = 1; is_one && i < length; ++i) {
        is_one = (at[i] & 0xC0) == 0x80;
    }
    bool is_long = is_one && ((first == 0xE0 && at[1] < 0xA0) || (first == 0xF0 && at[1] < 0x90));
    bool is_none = is_one && ((first == 0xED && at[1] > 0x9F) || (first == 0xF4 && at[1] > 0x8F));
    return is_one && !is_long && !is_none ? length : 0;
}

// The next byte that belongs to no character in UTF-8, or the end.
static char* next_foreign(const char* at, const char* end)
{
    const unsigned char* byte = (const unsigned char*)at;
    const unsigned char* last = (const unsigned char*)end;
    size_t length = 1;
    while (byte < last && (length = character_length(byte, last)) > 0) {
        byte += length;
    }
    return (char*)byte;
}

static void replace_foreign(pl_tolerant* tolerant)
{
    const char* end = tolerant->copy + tolerant->bytes;
    for (char* at = next_foreign(tolerant->copy, end); at < end; at = next_foreign(at, end)) {
        *at = '?';
    }
}

static void blank(char* at, const char* end)
{
    for (; at < end; ++at) {
        *at = pl_is_white(*at) ? *at : ' ';
    }
}

static void blank_declaration(pl_tolerant* tolerant)
{
    char* end = tolerant->copy + tolerant->bytes;
    const char* declaration = late_declaration(tolerant->copy, end);
    if (declaration) blank(tolerant->copy, after(declaration, end, "?>"));
}

// A DOCTYPE before the outermost element, which is not read: nothing that it declares stands for anything. Its place, or
// NULL.
static const char* find_doctype(const char* text, const char* end)
{
    const char* at = text;
    while ((at = memchr(at, '<', (size_t)(end - at))) && !is_doctype(at, end)) {
        if (begins_with(at, end, "<!--")) {
            at = after(at + 4, end, "-->");
        } else if (begins_with(at, end, "<?")) {
            at = after(at, end, "?>");
        } else {
            return NULL;
        }
    }
    return at;
}

static void blank_doctype(pl_tolerant* tolerant)
{
    const char* end = tolerant->copy + tolerant->bytes;
    char* doctype = (char*)find_doctype(tolerant->copy, end);
    if (doctype) blank(doctype, after_doctype(doctype, end));
}

// Bytes that XML allows in a value and that need no escape. A file that has all but one of them is read as it is.
static bool choose_marks(pl_tolerant* tolerant, const char* text)
{
    static const char candidates[] = "\x7F`~^$\\|@%?!;[]#*";
    char free[2];
    uint32_t count = 0;
    for (const char* c = candidates; *c && count < 2; ++c) {
        if (!memchr(text, *c, tolerant->bytes)) {
            free[count++] = *c;
        }
    }
    if (count == 2) {
        tolerant->less = free[0];
        tolerant->amp = free[1];
    }
    return count == 2;
}

ploy_status pl_tolerant_begin(pl_tolerant* tolerant, const ploy_allocator* allocator, const char* text, size_t bytes)
{
    *tolerant = (pl_tolerant){.bytes = bytes};
    const char* end = text + bytes;
    if (!is_root(text, end)) {
        return PLOY_OK;
    }
    bool is_xml = scan_all(&(scan){text, end, stop_there, stop_there, NULL}) && !late_declaration(text, end) &&
                  next_foreign(text, end) == end && !find_doctype(text, end);
    if (is_xml || !choose_marks(tolerant, text)) {
        return PLOY_OK;
    }
    tolerant->copy = pl_alloc(allocator, bytes);
    if (!tolerant->copy) {
        return PLOY_OUT_OF_MEMORY;
    }
    memcpy(tolerant->copy, text, bytes);
    scan_all(&(scan){text, end, replace_stray, replace_dash, tolerant});
    blank_declaration(tolerant);
    blank_doctype(tolerant);
    replace_foreign(tolerant);
    return PLOY_OK;
}

void pl_tolerant_end(pl_tolerant* tolerant, const ploy_allocator* allocator)
{
    if (tolerant->copy) {
        pl_free(allocator, tolerant->copy, tolerant->bytes);
    }
    tolerant->copy = NULL;
}

void pl_tolerant_restore(const pl_tolerant* tolerant, char* text)
{
    for (; tolerant->copy && *text; ++text) {
        *text = *text == tolerant->less ? '<' : *text == tolerant->amp ? '&' : *text;
    }
}
