#include "io/xml/xml.h"

#include <expat.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/containers/array.h"
#include "base/error.h"
#include "io/lost_names.h"
#include "io/xml/expat_memory.h"
#include "io/xml/malformed.h"
#include "io/xml/tolerant.h"

static const char beginning[] = "a Ploy file begins with <ploy version=\"1\">";

typedef struct reader
{
    pl_xml* xml;
    XML_Parser parser;
    ploy_allocator allocator;
    pl_xml_node* open;
    uint32_t depth;
    uint32_t section_depth; // in a free element
    pl_xml_options options;
    uint32_t skipped; // depth in an element that is passed over, itself counted
    const pl_xml_node* text_refused;
    PL_ARRAY(char) text; // of the open element: no element with text stands in another one with text
    PL_ARRAY(pl_xml_chunk) chunks;
    uint32_t text_end; // in the file
    pl_tolerant tolerant;
    bool is_done; // the outermost element has ended, and the rest is not read
    ploy_status status;
    ploy_error* error;
} reader;

static void stop(reader* r, ploy_status status)
{
    r->status = status;
    XML_StopParser(r->parser, XML_FALSE);
}

static void note_list(reader* r, uint32_t place, const char* format, va_list list)
{
    pl_error_set_list(r->error, 0, 0, format, list);
    pl_xml_locate(r->xml, place, r->error);
}

PL_PRINTF(3, 4) static void note(reader* r, uint32_t place, const char* format, ...)
{
    va_list list;
    va_start(list, format);
    note_list(r, place, format, list);
    va_end(list);
}

PL_PRINTF(3, 4) static void fail(reader* r, uint32_t place, const char* format, ...)
{
    va_list list;
    va_start(list, format);
    note_list(r, place, format, list);
    va_end(list);
    stop(r, PLOY_INVALID);
}

static void lose(reader* r, const char* text)
{
    if (r->options.lost && !pl_names_lose(r->options.lost, text)) stop(r, PLOY_OUT_OF_MEMORY);
}

static void lose_values(reader* r, const char** pairs)
{
    for (; pairs[0]; pairs += 2) lose(r, pairs[1]);
}

// What was noted, with its hints, is an error of this element and of those around it but the outermost. False: reading
// ends here, as it does for errors of the outermost element's tag.
static bool go_on(reader* r, pl_xml_node* node)
{
    if (!r->options.on_error || !r->open) {
        stop(r, PLOY_INVALID);
        return false;
    }
    r->options.on_error(r->options.user, r->error);
    r->xml->is_wrong = node->is_wrong = true;
    for (; node->parent; node = node->parent) {
        node->is_wrong = true;
    }
    return true;
}

static uint32_t here(const reader* r)
{
    XML_Index index = XML_GetCurrentByteIndex(r->parser);
    return index < 0 ? 0 : (uint32_t)index;
}

static void hint_owners(reader* r, pl_element element)
{
    for (uint32_t parent = 0; parent < PL_ELEMENT_COUNT; ++parent) {
        if (pl_element_allowed(element, (pl_element)parent)) {
            pl_error_hint(r->error, "it belongs in <%s>", pl_rules[parent].name);
            return;
        }
    }
}

// Elements that BehaviorTree.CPP passes over stand in <root>, too: only what looks misspelled is refused there.
static bool check_unknown_element(reader* r, const char* name)
{
    pl_similar similar = pl_similar_begin(name);
    for (uint32_t child = 0; child < PL_ELEMENT_COUNT; ++child) {
        if (pl_element_allowed((pl_element)child, r->open->element)) {
            pl_similar_offer(&similar, pl_rules[child].name);
        }
    }
    if (pl_rules[r->open->element].is_open && !similar.best) {
        return true;
    }
    note(r, here(r), "unknown element <%s> in <%s>", name, r->open->name);
    pl_similar_hint(&similar, r->error);
    go_on(r, r->open);
    return false;
}

static bool check_outermost(reader* r, pl_element element, const char* name)
{
    if (element != PL_ELEMENT_PLOY && element != PL_ELEMENT_ROOT) {
        fail(r, here(r), "the outermost element is <%s>", name);
        pl_error_hint(r->error, "%s", beginning);
        return false;
    }
    return true;
}

static bool check_once(reader* r, pl_element element)
{
    if (pl_rules[element].once && pl_xml_next(r->open->first, element)) {
        note(r, here(r), "<%s> stands twice in one <%s>", pl_rules[element].name, r->open->name);
        go_on(r, r->open);
        return false;
    }
    return true;
}

// BehaviorTree.CPP passes over text between elements: people write "//" before what they have put aside.
static bool may_have_stray_text(const reader* r)
{
    return r->xml->root && r->xml->root->element == PL_ELEMENT_ROOT;
}

// Text and elements are not mixed in a free element: text before its first child is found here, later text when it
// comes.
static bool check_no_text(reader* r)
{
    for (uint32_t i = 0; !may_have_stray_text(r) && i < r->text.count; ++i) {
        if (!pl_is_white(r->text.data[i])) {
            fail(r, here(r), "<%s> holds text and elements", r->open->name);
            return false;
        }
    }
    PL_ARRAY_CLEAR(&r->text);
    PL_ARRAY_CLEAR(&r->chunks);
    return true;
}

// False: the element is passed over, or reading has ended.
static bool check_element(reader* r, pl_element element, const char* name)
{
    uint32_t depth = r->section_depth > 0 ? r->section_depth : r->depth;
    uint32_t max = r->section_depth > 0 ? r->options.max_section_depth : r->options.max_depth;
    if (depth >= max) {
        fail(r, here(r), "elements are nested more than %u deep", (unsigned)max);
        return false;
    }
    if (r->section_depth > 0) {
        return check_no_text(r);
    }
    if (!r->open) {
        return check_outermost(r, element, name);
    }
    if (element == PL_ELEMENT_COUNT) {
        return check_unknown_element(r, name);
    }
    if (!pl_element_allowed(element, r->open->element)) {
        if (pl_xml_explain_misplaced(r->xml, element, here(r), r->open, r->error)) {
            stop(r, PLOY_INVALID);
            return false;
        }
        note(r, here(r), "<%s> cannot stand in <%s>", name, r->open->name);
        hint_owners(r, element);
        go_on(r, r->open);
        return false;
    }
    return check_once(r, element);
}

static const char* keep(reader* r, const char* text, size_t length)
{
    char* copy = pl_arena_alloc(&r->xml->arena, length + 1);
    if (!copy) {
        stop(r, PLOY_OUT_OF_MEMORY);
        return NULL;
    }
    if (length > 0) {
        memcpy(copy, text, length);
    }
    copy[length] = '\0';
    pl_tolerant_restore(&r->tolerant, copy);
    return copy;
}

// BehaviorTree.CPP's <root> may have any: those that look like a known one are taken for misspelled.
static bool check_unknown_attribute(reader* r, pl_xml_node* node, const char* name, uint32_t* meant)
{
    const pl_rule* rule = &pl_rules[node->element];
    pl_similar similar = pl_similar_begin(name);
    for (uint32_t i = 0; i < pl_attribute_count(node->element); ++i) {
        pl_similar_offer(&similar, rule->attributes[i]);
    }
    if (rule->is_open && !similar.best) {
        return true;
    }
    note(r, pl_xml_attribute_place(r->xml, node, name), "<%s> has no attribute '%s'", rule->name, name);
    pl_similar_hint(&similar, r->error);
    if (similar.best) *meant |= 1u << pl_attribute_find(node->element, similar.best);
    return go_on(r, node);
}

static bool read_free_attributes(reader* r, pl_xml_node* node, const char** pairs)
{
    uint32_t count = 0;
    while (pairs[2 * count]) {
        ++count;
    }
    if (count > PL_XML_MAX_FREE_ATTRIBUTES) {
        fail(r, node->file, "<%s> has more than %d attributes", node->name, PL_XML_MAX_FREE_ATTRIBUTES);
        return false;
    }
    pl_xml_attribute* all = PL_ARENA_ARRAY(&r->xml->arena, pl_xml_attribute, count);
    if (!all) {
        stop(r, PLOY_OUT_OF_MEMORY);
        return false;
    }
    for (uint32_t i = 0; i < count; ++i) {
        all[i].name = keep(r, pairs[2 * i], strlen(pairs[2 * i]));
        all[i].value = keep(r, pairs[2 * i + 1], strlen(pairs[2 * i + 1]));
    }
    node->attributes = all;
    node->attribute_count = count;
    return r->status == PLOY_OK;
}

// A name that is missing is one that nothing else has.
static bool stand_in(reader* r, pl_xml_node* node, uint32_t attribute)
{
    char name[32];
    int length = snprintf(name, sizeof name, "unnamed.%u", (unsigned)node->line);
    node->values[attribute] = keep(r, name, (size_t)length);
    lose(r, name);
    return r->status == PLOY_OK;
}

static bool read_attributes(reader* r, pl_xml_node* node, const char** pairs)
{
    if (pl_element_is_free(node->element)) {
        return read_free_attributes(r, node, pairs);
    }
    const pl_rule* rule = &pl_rules[node->element];
    uint32_t meant = 0; // attributes that are misspelled: that they are missing is no other error
    for (; pairs[0]; pairs += 2) {
        uint32_t attribute = pl_attribute_find(node->element, pairs[0]);
        if (attribute == PLOY_NONE) {
            if (!check_unknown_attribute(r, node, pairs[0], &meant)) {
                return false;
            }
            lose(r, pairs[1]);
            continue;
        }
        if (!*pairs[1] && attribute >= rule->required_count) {
            note(r, pl_xml_attribute_place(r->xml, node, pairs[0]), "'%s' of <%s> is empty", pairs[0], rule->name);
            pl_error_hint(r->error, "give it a value, or leave it out");
            if (!go_on(r, node)) {
                return false;
            }
            continue;
        }
        node->values[attribute] = keep(r, pairs[1], strlen(pairs[1]));
        if (!node->values[attribute]) {
            return false;
        }
    }
    for (uint32_t i = 0; i < rule->required_count; ++i) {
        if (node->values[i]) {
            continue;
        }
        note(r, node->file, "<%s> needs the attribute '%s'", rule->name, rule->attributes[i]);
        pl_error_hint(r->error, "add %s=\"…\"", rule->attributes[i]);
        if (!(meant >> i & 1) && !go_on(r, node)) {
            return false;
        }
        if (!stand_in(r, node, i)) {
            return false;
        }
    }
    return true;
}

static pl_xml_node* new_node(reader* r, pl_element element, const char* name)
{
    pl_xml_node* node = PL_ARENA_ARRAY(&r->xml->arena, pl_xml_node, 1);
    if (!node) {
        return NULL;
    }
    node->element = element;
    node->file = here(r);
    node->line = (uint32_t)XML_GetCurrentLineNumber(r->parser);
    node->parent = r->open;
    node->text = "";
    if (pl_element_is_free(element)) {
        node->name = keep(r, name, strlen(name));
        return node->name ? node : NULL;
    }
    node->name = pl_rules[element].name;
    node->values = PL_ARENA_ARRAY(&r->xml->arena, const char*, pl_attribute_count(element));
    return node->values ? node : NULL;
}

static void link_node(reader* r, pl_xml_node* node)
{
    pl_xml_node* parent = r->open;
    if (!parent) {
        r->xml->root = node;
    } else if (parent->last) {
        parent->last = parent->last->next = node;
    } else {
        parent->first = parent->last = node;
    }
}

static uint32_t* depth_of(reader* r, const pl_xml_node* node)
{
    return pl_element_is_free(node->element) ? &r->section_depth : &r->depth;
}

static void XMLCALL on_start(void* user, const XML_Char* name, const XML_Char** pairs)
{
    reader* r = user;
    pl_element element = r->section_depth > 0 ? PL_ELEMENT_INNER : pl_element_find(name);
    if (r->status != PLOY_OK) {
        return;
    }
    if (r->skipped > 0 || !check_element(r, element, name)) {
        lose_values(r, pairs);
        ++r->skipped;
        return;
    }
    pl_xml_node* node = new_node(r, element, name);
    if (!node) {
        stop(r, PLOY_OUT_OF_MEMORY);
        return;
    }
    if (read_attributes(r, node, pairs)) {
        link_node(r, node);
        r->open = node;
        *depth_of(r, node) += 1;
    }
}

static bool add_text(reader* r, const char* bytes, uint32_t count)
{
    uint32_t file = here(r);
    const pl_xml_chunk* last = r->chunks.count ? &r->chunks.data[r->chunks.count - 1] : NULL;
    bool goes_on = last && last->file + (r->text.count - last->at) == file;
    if (!goes_on && !PL_ARRAY_PUSH(&r->chunks, &r->allocator, (pl_xml_chunk){r->text.count, file})) {
        return false;
    }
    if (!PL_ARRAY_RESERVE(&r->text, &r->allocator, r->text.count + count)) {
        return false;
    }
    memcpy(r->text.data + r->text.count, bytes, count);
    r->text.count += count;
    r->text_end = file + (uint32_t)XML_GetCurrentByteCount(r->parser);
    return true;
}

static bool may_hold_text(const pl_xml_node* node)
{
    return pl_element_is_free(node->element) ? !node->first : pl_rules[node->element].has_text;
}

static void refuse_text(reader* r, const char* bytes, uint32_t count)
{
    for (uint32_t i = 0; !may_have_stray_text(r) && i < count; ++i) {
        if (!pl_is_white(bytes[i]) && r->text_refused != r->open) {
            note(r, here(r) + i, "<%s> cannot hold text", r->open->name);
            go_on(r, r->open);
            r->text_refused = r->open;
            return;
        }
    }
}

static void XMLCALL on_text(void* user, const XML_Char* bytes, int count)
{
    reader* r = user;
    if (r->status != PLOY_OK || r->skipped > 0) {
        return;
    }
    if (!may_hold_text(r->open)) {
        refuse_text(r, bytes, (uint32_t)count);
    } else if (!add_text(r, bytes, (uint32_t)count)) {
        stop(r, PLOY_OUT_OF_MEMORY);
    }
}

static bool keep_chunks(reader* r, pl_xml_node* node)
{
    if (!PL_ARRAY_PUSH(&r->chunks, &r->allocator, (pl_xml_chunk){r->text.count, r->text_end})) {
        return false;
    }
    pl_xml_chunk* chunks = pl_arena_alloc(&r->xml->arena, r->chunks.count * sizeof *chunks);
    if (!chunks) {
        return false;
    }
    memcpy(chunks, r->chunks.data, r->chunks.count * sizeof *chunks);
    node->chunks = chunks;
    node->chunk_count = r->chunks.count;
    return true;
}

static void keep_text(reader* r, pl_xml_node* node)
{
    uint32_t begin = 0;
    uint32_t end = r->text.count;
    while (begin < end && pl_is_white(r->text.data[begin])) {
        ++begin;
    }
    while (end > begin && pl_is_white(r->text.data[end - 1])) {
        --end;
    }
    if (!keep_chunks(r, node)) {
        stop(r, PLOY_OUT_OF_MEMORY);
        return;
    }
    node->trimmed = begin;
    node->text = keep(r, r->text.data + begin, end - begin);
    PL_ARRAY_CLEAR(&r->text);
    PL_ARRAY_CLEAR(&r->chunks);
}

static void XMLCALL on_end(void* user, const XML_Char* name)
{
    (void)name;
    reader* r = user;
    if (r->status != PLOY_OK) {
        return;
    }
    if (r->skipped > 0) {
        --r->skipped;
        return;
    }
    if (r->text.count > 0 && may_hold_text(r->open)) {
        keep_text(r, r->open);
    }
    *depth_of(r, r->open) -= 1;
    r->open->end = XML_GetCurrentByteCount(r->parser) > 0 ? here(r) : r->open->file; // <a/> has no end tag
    r->open = r->open->parent;
    // Like BehaviorTree.CPP: what comes behind its outermost element is not read.
    r->is_done = !r->open && r->xml->root->element == PL_ELEMENT_ROOT;
    if (r->is_done) XML_StopParser(r->parser, XML_FALSE);
}

// Refused before its first entity is declared: a file has no use for one, and a bomb is made of nothing else.
static void XMLCALL on_doctype(void* user, const XML_Char* name, const XML_Char* system, const XML_Char* public_id,
                               int has_subset)
{
    (void)name, (void)system, (void)public_id, (void)has_subset;
    reader* r = user;
    const char* text = r->xml->text;
    uint32_t place = here(r);
    while (place > 0 && text[place] != '<') {
        --place;
    }
    fail(r, place, "a DOCTYPE is not allowed: files declare no entities");
    pl_error_hint(r->error, "remove everything from <!DOCTYPE to its >");
}

static void report_expat(reader* r)
{
    enum XML_Error code = XML_GetErrorCode(r->parser);
    r->status = code == XML_ERROR_NO_MEMORY ? PLOY_OUT_OF_MEMORY : PLOY_INVALID;
    if (r->status == PLOY_INVALID) pl_xml_explain_malformed(r->xml, code, here(r), r->open, r->error);
}

static void parse(reader* r)
{
    r->parser = XML_ParserCreate_MM("UTF-8", &pl_expat_memory, NULL);
    if (!r->parser) {
        r->status = PLOY_OUT_OF_MEMORY;
        return;
    }
    XML_SetUserData(r->parser, r);
    XML_SetElementHandler(r->parser, on_start, on_end);
    XML_SetCharacterDataHandler(r->parser, on_text);
    XML_SetStartDoctypeDeclHandler(r->parser, on_doctype);
    const char* text = r->tolerant.copy ? r->tolerant.copy : r->xml->text;
    if (XML_Parse(r->parser, text, (int)r->xml->bytes, XML_TRUE) != XML_STATUS_OK && r->status == PLOY_OK &&
        !r->is_done) {
        report_expat(r);
    }
    XML_ParserFree(r->parser);
}

static ploy_status read_all(pl_xml* xml, const ploy_allocator* allocator, pl_xml_options options, ploy_error* error)
{
    reader r = {.xml = xml, .allocator = *allocator, .options = options, .error = error};
    r.status = pl_tolerant_begin(&r.tolerant, allocator, xml->text, xml->bytes);
    if (r.status != PLOY_OK) {
        return r.status;
    }
    const ploy_allocator* before = pl_expat_enter(allocator);
    parse(&r);
    pl_expat_leave(before);
    pl_tolerant_end(&r.tolerant, allocator);
    PL_ARRAY_FREE(&r.text, allocator);
    PL_ARRAY_FREE(&r.chunks, allocator);
    return r.status;
}

ploy_status pl_xml_read(pl_xml* xml, const ploy_allocator* allocator, const char* text, size_t bytes,
                        pl_xml_options options, ploy_error* error)
{
    PL_ASSERT(bytes <= PL_XML_MAX_BYTES);
    if (bytes == 0) {
        pl_error_set(error, 1, 1, "the file is empty");
        pl_error_hint(error, "%s", beginning);
        return PLOY_INVALID;
    }
    *xml = (pl_xml){.text = text, .bytes = (uint32_t)bytes};
    pl_arena_init(&xml->arena, allocator, 0);
    ploy_status status = read_all(xml, allocator, options, error);
    if (status != PLOY_OK) {
        pl_xml_destroy(xml);
    }
    return status;
}

void pl_xml_destroy(pl_xml* xml)
{
    pl_arena_destroy(&xml->arena);
    xml->root = NULL;
}

static const char* free_value(const pl_xml_node* node, const char* attribute)
{
    for (uint32_t i = 0; i < node->attribute_count; ++i) {
        if (strcmp(node->attributes[i].name, attribute) == 0) {
            return node->attributes[i].value;
        }
    }
    return NULL;
}

const char* pl_xml_value(const pl_xml_node* node, const char* attribute)
{
    if (pl_element_is_free(node->element)) {
        return free_value(node, attribute);
    }
    uint32_t index = pl_attribute_find(node->element, attribute);
    PL_ASSERT(index != PLOY_NONE);
    return node->values[index];
}

const pl_xml_node* pl_xml_next(const pl_xml_node* node, pl_element element)
{
    while (node && node->element != element) {
        node = node->next;
    }
    return node;
}

const pl_xml_node* pl_xml_next_named(const pl_xml_node* node, const char* name)
{
    while (node && strcmp(node->name, name) != 0) {
        node = node->next;
    }
    return node;
}

static const char* copy_text(pl_arena* arena, const char* text)
{
    char* copy = pl_arena_alloc(arena, strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}

static bool copy_attributes(pl_arena* arena, const pl_xml_node* node, pl_xml_node* copy)
{
    pl_xml_attribute* all = PL_ARENA_ARRAY(arena, pl_xml_attribute, node->attribute_count);
    for (uint32_t i = 0; all && i < node->attribute_count; ++i) {
        all[i].name = copy_text(arena, node->attributes[i].name);
        all[i].value = copy_text(arena, node->attributes[i].value);
        if (!all[i].name || !all[i].value) {
            return false;
        }
    }
    copy->attributes = all;
    copy->attribute_count = node->attribute_count;
    return all != NULL;
}

// As deep as the sections that were read.
pl_xml_node* pl_xml_copy(pl_arena* arena, const pl_xml_node* node)
{
    pl_xml_node* copy = PL_ARENA_ARRAY(arena, pl_xml_node, 1);
    if (!copy || !copy_attributes(arena, node, copy)) {
        return NULL;
    }
    copy->element = node->element;
    copy->line = node->line;
    copy->name = copy_text(arena, node->name);
    copy->text = copy_text(arena, node->text);
    if (!copy->name || !copy->text) {
        return NULL;
    }
    for (const pl_xml_node* child = node->first; child; child = child->next) {
        pl_xml_node* twin = pl_xml_copy(arena, child);
        if (!twin) {
            return NULL;
        }
        twin->parent = copy;
        *(copy->last ? &copy->last->next : &copy->first) = twin;
        copy->last = twin;
    }
    return copy;
}
