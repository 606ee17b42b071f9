// The way back from texts and attributes to the file: slow, and only walked by errors.

#include <string.h>

#include "io/xml/tolerant.h"
#include "io/xml/xml.h"

uint32_t pl_xml_text_place(const pl_xml_node* node, uint32_t at)
{
    if (node->chunk_count == 0) {
        return node->file;
    }
    uint32_t wanted = at + node->trimmed;
    uint32_t chunk = node->chunk_count - 1;
    while (chunk > 0 && node->chunks[chunk].at > wanted) {
        --chunk;
    }
    return node->chunks[chunk].file + (wanted - node->chunks[chunk].at);
}

static const char* skip_white(const char* text)
{
    while (pl_is_white(*text)) {
        ++text;
    }
    return text;
}

static const char* skip_name(const char* text)
{
    while (!pl_is_white(*text) && *text != '=' && *text != '>' && *text != '/') {
        ++text;
    }
    return text;
}

// Expat has accepted the tag, so it is well formed: name="value" or name='value', with white space anywhere between.
static const char* find_attribute(const char* tag, const char* attribute, const char** value)
{
    size_t length = strlen(attribute);
    const char* at = skip_white(skip_name(tag + 1));
    while (*at != '>' && *at != '/') {
        const char* name = at;
        at = skip_name(at);
        bool found = (size_t)(at - name) == length && memcmp(name, attribute, length) == 0;
        at = skip_white(skip_white(at) + 1);
        if (found) {
            *value = at + 1;
            return name;
        }
        at = skip_white(strchr(at + 1, *at) + 1);
    }
    return NULL;
}

// What one unit of a value takes in the file and in the value: an entity or a line end is more bytes there than here.
static uint32_t entity_bytes(const char* entity)
{
    if (entity[1] != '#') {
        return 1;
    }
    uint32_t code = 0;
    bool hex = entity[2] == 'x';
    for (const char* digit = entity + (hex ? 3 : 2); *digit != ';'; ++digit) {
        uint32_t value = (uint32_t)(*digit <= '9' ? *digit - '0' : (*digit | 32) - 'a' + 10);
        code = code * (hex ? 16 : 10) + value;
    }
    return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

static const char* walk_value(const char* raw, const char* end, uint32_t at)
{
    while (at > 0) {
        bool is_entity = *raw == '&' && pl_is_reference(raw, end);
        uint32_t bytes = is_entity ? entity_bytes(raw) : 1;
        if (at < bytes) {
            break;
        }
        at -= bytes;
        raw = is_entity ? strchr(raw, ';') + 1 : raw + (raw[0] == '\r' && raw[1] == '\n' ? 2 : 1);
    }
    return raw;
}

uint32_t pl_xml_value_place(const pl_xml* xml, const pl_xml_node* node, const char* attribute, uint32_t at)
{
    const char* value;
    const char* name = find_attribute(xml->text + node->file, attribute, &value);
    return name ? (uint32_t)(walk_value(value, xml->text + xml->bytes, at) - xml->text) : node->file;
}

uint32_t pl_xml_attribute_place(const pl_xml* xml, const pl_xml_node* node, const char* attribute)
{
    const char* value;
    const char* name = find_attribute(xml->text + node->file, attribute, &value);
    return name ? (uint32_t)(name - xml->text) : node->file;
}

void pl_xml_move(const pl_xml* xml, pl_xml_cursor* cursor, uint32_t place)
{
    for (; cursor->place < place && cursor->place < xml->bytes; ++cursor->place) {
        uint32_t i = cursor->place;
        bool lone_return = xml->text[i] == '\r' && !(i + 1 < xml->bytes && xml->text[i + 1] == '\n');
        if (xml->text[i] == '\n' || lone_return) {
            ++cursor->line;
            cursor->start = i + 1;
        }
    }
}

void pl_xml_locate(const pl_xml* xml, uint32_t place, ploy_error* error)
{
    pl_xml_cursor cursor = {0};
    pl_xml_move(xml, &cursor, place);
    error->line = cursor.line + 1;
    error->column = place - cursor.start + 1;
}
