#include "io/xml/malformed.h"

#include <string.h>

#include "base/error.h"

static const char beginning[] = "a Ploy file begins with <ploy version=\"1\">";

// Expat calls an invalid token "not well-formed", which the message says already.
static const char* expat_text(enum XML_Error code)
{
    return code == XML_ERROR_INVALID_TOKEN ? "invalid character" : XML_ErrorString(code);
}

// Missing end tags.

// Where an end tag could have stood: behind all that comes before a place but white space.
static uint32_t end_before(const pl_xml* xml, uint32_t place)
{
    while (place > 0 && pl_is_white(xml->text[place - 1])) --place;
    return place;
}

static void fail_unclosed(const pl_xml* xml, const pl_xml_node* open, uint32_t before, ploy_error* error)
{
    pl_error_set(error, 0, 0, "<%s> from line %u has no end tag", open->name, (unsigned)open->line);
    pl_error_hint(error, "add </%s> here%s", open->name, open->first ? "" : ", or end its start tag with />");
    pl_xml_locate(xml, end_before(xml, before), error);
}

// A free element takes in everything: what it holds may show that it should have ended before.
static const pl_xml_node* first_stranger(const pl_xml_node* open)
{
    const pl_xml_node* child = open->parent ? open->first : NULL;
    for (; child; child = child->next) {
        pl_element element = pl_element_find(child->name);
        if (element < PL_ELEMENT_COUNT && pl_element_allowed(element, open->parent->element)) return child;
    }
    return NULL;
}

static uint32_t tag_begin(const pl_xml* xml, uint32_t place)
{
    while (place > 0 && xml->text[place] != '<') --place;
    return place;
}

static bool is_open_around(const pl_xml_node* open, const char* name, size_t length)
{
    for (; open; open = open->parent) {
        if (strlen(open->name) == length && memcmp(open->name, name, length) == 0) return true;
    }
    return false;
}

static size_t name_length(const pl_xml* xml, uint32_t place)
{
    uint32_t end = place;
    while (end < xml->bytes && !pl_is_white(xml->text[end]) && !strchr("<>/=", xml->text[end])) ++end;
    return end - place;
}

// </x> where another element is open.
static void explain_mismatch(const pl_xml* xml, uint32_t place, const pl_xml_node* open, ploy_error* error)
{
    uint32_t tag = tag_begin(xml, place);
    const char* name = xml->text + tag + 2;
    size_t length = name_length(xml, tag + 2);
    const pl_xml_node* stranger = first_stranger(open);
    if (stranger || is_open_around(open->parent, name, length)) {
        fail_unclosed(xml, open, stranger ? stranger->file : tag, error);
        return;
    }
    pl_error_set(error, 0, 0, "</%.*s> ends nothing: <%s> from line %u is open", (int)(length < 60 ? length : 60), name,
                 open->name, (unsigned)open->line);
    pl_error_hint(error, "write </%s>", open->name);
    pl_xml_locate(xml, tag, error);
}

bool pl_xml_explain_misplaced(const pl_xml* xml, pl_element element, uint32_t place, const pl_xml_node* open,
                              ploy_error* error)
{
    const pl_xml_node* owner = open->parent;
    while (owner && !pl_element_allowed(element, owner->element)) owner = owner->parent;
    if (!owner) return false;
    fail_unclosed(xml, open, place, error);
    return true;
}

// Characters.

// In a text, or where one could be.
static const char* hint_text(const pl_xml* xml, uint32_t place)
{
    const char* text = xml->text;
    uint32_t before = end_before(xml, place);
    if (before > 0 && text[before - 1] == '<') return "write lt for < and le for <=, or &lt;";
    if (place < xml->bytes && text[place] == '<') return "a tag before it does not end with >, or write lt for <";
    if (before > 0 && text[before - 1] == '&') return "write and for &&, or &amp; for &";
    if (place < xml->bytes && text[place] == '&') return "write and for &&, or &amp; for &";
    return NULL;
}

static const char* hint_attribute(const pl_xml* xml, uint32_t place)
{
    uint32_t before = end_before(xml, place);
    if (before > 0 && xml->text[before - 1] == '=') return "put the value into quotes: name=\"value\"";
    return "an attribute is written name=\"value\", and a tag ends with > or />";
}

static const char* hint_invalid(const pl_xml* xml, uint32_t place)
{
    if (place == 0) return beginning;
    const char* hint = hint_text(xml, place);
    return hint ? hint : hint_attribute(xml, place);
}

void pl_xml_explain_malformed(const pl_xml* xml, enum XML_Error code, uint32_t place, const pl_xml_node* open,
                              ploy_error* error)
{
    if (code == XML_ERROR_TAG_MISMATCH && open) {
        explain_mismatch(xml, place, open, error);
        return;
    }
    if (code == XML_ERROR_NO_ELEMENTS && open) {
        const pl_xml_node* stranger = first_stranger(open);
        fail_unclosed(xml, open, stranger ? stranger->file : xml->bytes, error);
        return;
    }
    pl_error_set(error, 0, 0, "not well-formed XML: %s", expat_text(code));
    pl_xml_locate(xml, place, error);
    if (code == XML_ERROR_INVALID_TOKEN || code == XML_ERROR_UNDEFINED_ENTITY) {
        pl_error_hint(error, "%s", hint_invalid(xml, place));
    } else if (code == XML_ERROR_DUPLICATE_ATTRIBUTE) {
        pl_error_hint(error, "remove one of the two");
    } else if (code == XML_ERROR_JUNK_AFTER_DOC_ELEMENT) {
        pl_error_hint(error, "one outermost element holds everything");
    } else if (open) {
        pl_error_hint(error, "the element open here is <%s> from line %u", open->name, (unsigned)open->line);
    } else {
        pl_error_hint(error, "%s", beginning);
    }
}
