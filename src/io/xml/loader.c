#include "io/xml/loader.h"

#include <string.h>

#include "base/error.h"
#include "io/lost_names.h"

ploy_status pl_loader_take(pl_loader* loader, ploy_status status)
{
    bool is_lost = status == PLOY_INVALID && loader->reports.on_error &&
                   pl_names_are_lost(&loader->file->lost, loader->error->name);
    return is_lost ? PLOY_OK : pl_reports_take(&loader->reports, status);
}

ploy_status pl_loader_lose(pl_loader* loader, const char* text)
{
    return pl_names_lose(&loader->file->lost, text) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

static ploy_status fail_list(pl_loader* loader, uint32_t place, const char* format, va_list list)
{
    pl_error_set_list(loader->error, 0, 0, format, list);
    pl_xml_locate(loader->xml, place, loader->error);
    return PLOY_INVALID;
}

ploy_status pl_loader_fail(pl_loader* loader, uint32_t place, const char* format, ...)
{
    va_list list;
    va_start(list, format);
    ploy_status status = fail_list(loader, place, format, list);
    va_end(list);
    return status;
}

ploy_status pl_loader_fail_value(pl_loader* loader, const pl_xml_node* node, const char* attribute, const char* format,
                                 ...)
{
    va_list list;
    va_start(list, format);
    ploy_status status = fail_list(loader, pl_xml_value_place(loader->xml, node, attribute, 0), format, list);
    va_end(list);
    return status;
}

static uint32_t byte_of(const char* text, uint32_t line, uint32_t column)
{
    const char* at = text;
    for (; line > 1 && *at; ++at) {
        line -= *at == '\n';
    }
    while (column > 1 && *at) {
        --column;
        ++at;
    }
    return (uint32_t)(at - text);
}

void pl_loader_place_error(pl_loader* loader, const pl_xml_node* node, const char* attribute)
{
    ploy_error* error = loader->error;
    const char* text = attribute ? pl_xml_value(node, attribute) : node->text;
    uint32_t at = text && error->line > 0 ? byte_of(text, error->line, error->column) : 0;
    uint32_t place = attribute ? pl_xml_value_place(loader->xml, node, attribute, at) : pl_xml_text_place(node, at);
    pl_xml_locate(loader->xml, place, error);
}

void pl_loader_place(const pl_loader* loader, const pl_xml_node* node, const char* attribute, uint32_t* line,
                     uint32_t* column)
{
    const char* text = loader->xml->text;
    uint32_t place = pl_xml_value_place(loader->xml, node, attribute, 0), start = place;
    while (start > 0 && text[start - 1] != '\n') --start;
    *line = node->line;
    for (uint32_t i = node->file; i < place; ++i) *line += text[i] == '\n';
    *column = place - start + 1;
}

ploy_status pl_loader_fail_twice(pl_loader* loader, const pl_xml_node* node, const pl_xml_node* first)
{
    ploy_error place = {0};
    pl_xml_locate(loader->xml, pl_xml_value_place(loader->xml, first, "name", 0), &place);
    pl_loader_fail_value(loader, node, "name", "%s '%s' is named twice", node->name, pl_xml_value(node, "name"));
    pl_error_hint(loader->error, "the first stands at line %u, column %u", (unsigned)place.line,
                  (unsigned)place.column);
    return PLOY_INVALID;
}

ploy_status pl_loader_fail_nameless(pl_loader* loader, const pl_xml_node* node)
{
    pl_loader_fail_value(loader, node, "name", "<%s> needs a name that is not empty", node->name);
    pl_error_hint(loader->error, "name=\"…\"");
    return PLOY_INVALID;
}

static void hint_nearest(pl_loader* loader, const char* wrong, const char* const* known)
{
    pl_similar similar = pl_similar_begin(wrong);
    for (; *known; ++known) {
        pl_similar_offer(&similar, *known);
    }
    pl_similar_hint(&similar, loader->error);
}

static bool is_listed(const char* const* list, const char* name)
{
    while (*list && strcmp(*list, name) != 0) {
        ++list;
    }
    return *list != NULL;
}

ploy_status pl_loader_check_attributes(pl_loader* loader, const pl_xml_node* node, const char* const* known,
                                       uint32_t required_count)
{
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < node->attribute_count && status == PLOY_OK; ++i) {
        const char* name = node->attributes[i].name;
        if (is_listed(known, name)) continue;
        pl_loader_fail(loader, pl_xml_attribute_place(loader->xml, node, name), "<%s> has no attribute '%s'",
                       node->name, name);
        hint_nearest(loader, name, known);
        status = pl_loader_take(loader, PLOY_INVALID);
    }
    for (uint32_t i = 0; i < required_count && status == PLOY_OK; ++i) {
        if (pl_xml_value(node, known[i])) continue;
        pl_loader_fail(loader, node->file, "<%s> needs the attribute '%s'", node->name, known[i]);
        pl_error_hint(loader->error, "add %s=\"…\"", known[i]);
        return PLOY_INVALID;
    }
    return status;
}

ploy_status pl_loader_fail_element(pl_loader* loader, const pl_xml_node* node, const char* const* known)
{
    pl_loader_fail(loader, node->file, "unknown element <%s> in <%s>", node->name, node->parent->name);
    hint_nearest(loader, node->name, known);
    return PLOY_INVALID;
}

static void fail_bad_value(pl_loader* loader, const pl_xml_node* node, const char* attribute, const char* text)
{
    bool may_have_name = pl_element_is_free(node->element) || pl_attribute_find(node->element, "name") != PLOY_NONE;
    const char* name = may_have_name ? pl_xml_value(node, "name") : NULL;
    pl_loader_fail_value(loader, node, attribute, "'%s' of '%s' is '%s'", attribute, name ? name : node->name, text);
}

ploy_status pl_loader_number(pl_loader* loader, const pl_xml_node* node, const char* attribute, pl_number_kind kind,
                             int64_t* value)
{
    const char* text = pl_xml_value(node, attribute);
    if (!text || pl_number_parse(text, kind, value)) {
        return PLOY_OK;
    }
    fail_bad_value(loader, node, attribute, text);
    pl_error_hint(loader->error, "%s", pl_number_hint(kind));
    return PLOY_INVALID;
}

ploy_status pl_loader_bool(pl_loader* loader, const pl_xml_node* node, const char* attribute, bool* value)
{
    const char* text = pl_xml_value(node, attribute);
    if (!text) {
        return PLOY_OK;
    }
    *value = strcmp(text, "true") == 0;
    if (*value || strcmp(text, "false") == 0) {
        return PLOY_OK;
    }
    fail_bad_value(loader, node, attribute, text);
    pl_error_hint(loader->error, "true or false");
    return PLOY_INVALID;
}

// Calls for each word are the same twice: to count, then to cut the copy into names.
static const char* next_word(const char* text, size_t* length)
{
    while (pl_is_white(*text)) {
        ++text;
    }
    *length = 0;
    while (text[*length] && !pl_is_white(text[*length])) {
        ++*length;
    }
    return text;
}

static uint32_t count_words(const char* text)
{
    uint32_t count = 0;
    size_t length;
    for (text = next_word(text, &length); length > 0; text = next_word(text + length, &length)) {
        ++count;
    }
    return count;
}

ploy_status pl_loader_words(pl_loader* loader, const char* text, pl_words* words)
{
    text = text ? text : "";
    pl_arena* arena = &loader->xml->arena;
    uint32_t count = count_words(text);
    char* copy = pl_arena_alloc(arena, strlen(text) + 1);
    *words = (pl_words){PL_ARENA_ARRAY(arena, const char*, count), PL_ARENA_ARRAY(arena, uint32_t, count), 0};
    if (!copy || !words->names || !words->at) {
        return PLOY_OUT_OF_MEMORY;
    }
    strcpy(copy, text);
    size_t length;
    for (const char* at = next_word(text, &length); length > 0; at = next_word(at + length, &length)) {
        uint32_t start = (uint32_t)(at - text);
        copy[start + length] = '\0';
        words->names[words->count] = copy + start;
        words->at[words->count++] = start;
    }
    return PLOY_OK;
}

const char* const pl_value_names[] = {"bool", "int", "decimal", "object", NULL};

const char* pl_section_keep(pl_loader* loader, const char* text)
{
    size_t bytes = strlen(text) + 1;
    char* kept = pl_arena_alloc(&loader->file->arena, bytes);
    return kept ? memcpy(kept, text, bytes) : NULL;
}

static const pl_xml_node* same_before(const pl_xml_node* node, const char* name)
{
    for (const pl_xml_node* one = node->parent->first; one != node; one = one->next) {
        bool is_alike = one->element == node->element && strcmp(one->name, node->name) == 0;
        const char* other = is_alike ? pl_xml_value(one, "name") : NULL;
        if (other && strcmp(other, name) == 0) {
            return one;
        }
    }
    return NULL;
}

const char* pl_section_name(pl_loader* loader, const pl_xml_node* node, ploy_status* status)
{
    const char* name = pl_xml_value(node, "name");
    const pl_xml_node* first = same_before(node, name);
    *status = PLOY_INVALID;
    if (!*name) {
        pl_loader_fail_nameless(loader, node);
        return NULL;
    }
    if (first) {
        pl_loader_fail_twice(loader, node, first);
        return NULL;
    }
    const char* kept = pl_section_keep(loader, name);
    *status = kept ? PLOY_OK : PLOY_OUT_OF_MEMORY;
    return kept;
}

ploy_status pl_section_range(pl_loader* loader, const pl_xml_node* node, const char* attribute, pl_number_kind kind,
                             int64_t min, int64_t max, int64_t* value)
{
    int64_t read = *value;
    ploy_status status = pl_loader_number(loader, node, attribute, kind, &read);
    if (status != PLOY_OK || !pl_xml_value(node, attribute)) {
        return status;
    }
    if (read >= min && read <= max) {
        *value = read;
        return PLOY_OK;
    }
    char low[PL_NUMBER_SIZE], high[PL_NUMBER_SIZE];
    pl_number_print(min, kind, low);
    pl_number_print(max, kind, high);
    pl_loader_fail_value(loader, node, attribute, "'%s' of <%s> is out of its range", attribute, node->name);
    pl_error_hint(loader->error, "%s to %s", low, high);
    return PLOY_INVALID;
}

ploy_status pl_section_time(pl_loader* loader, const pl_xml_node* node, const char* attribute, int64_t* value)
{
    static const int64_t max = (int64_t)1 << 40; // milliseconds: some thirty years
    int64_t fixed = *value / 1000;
    ploy_status status = pl_section_range(loader, node, attribute, PL_NUMBER_DECIMAL, 0, max, &fixed);
    if (status == PLOY_OK && pl_xml_value(node, attribute)) {
        *value = fixed * 1000;
    }
    return status;
}

int64_t pl_section_or_off(const pl_xml_node* node, const char* attribute, int64_t value)
{
    return value == 0 && pl_xml_value(node, attribute) ? PLOY_OFF : value;
}

ploy_status pl_section_choice(pl_loader* loader, const pl_xml_node* node, const char* attribute,
                              const char* const* words, uint32_t* value)
{
    const char* text = pl_xml_value(node, attribute);
    if (!text) {
        return PLOY_OK;
    }
    pl_similar similar = pl_similar_begin(text);
    for (uint32_t i = 0; words[i]; ++i) {
        if (strcmp(words[i], text) == 0) {
            *value = i;
            return PLOY_OK;
        }
        pl_similar_offer(&similar, words[i]);
    }
    pl_loader_fail_value(loader, node, attribute, "unknown %s '%s'", attribute, text);
    pl_similar_hint(&similar, loader->error);
    return PLOY_INVALID;
}

ploy_status pl_section_is_empty(pl_loader* loader, const pl_xml_node* node, bool may_have_elements)
{
    if (*node->text) {
        return pl_loader_fail(loader, pl_xml_text_place(node, 0), "<%s> cannot hold text", node->name);
    }
    if (node->first && !may_have_elements) {
        return pl_loader_fail(loader, node->first->file, "<%s> cannot hold elements", node->name);
    }
    return PLOY_OK;
}
