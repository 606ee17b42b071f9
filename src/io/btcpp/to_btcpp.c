// The text of a file as one of BehaviorTree.CPP 4: changes to its elements, made in the text.

#include <stdlib.h>
#include <string.h>

#include "base/defaults.h"
#include "base/error.h"
#include "io/btcpp/version3.h"
#include "io/file.h"
#include "io/xml/read_file.h"
#include "io/xml/tolerant.h"

typedef struct escapes
{
    const char* text;
    pl_edits* edits;
} escapes;

static bool escape(void* user, size_t at)
{
    const escapes* e = user;
    return pl_edits_add(e->edits, (uint32_t)at, 1, e->text[at] == '<' ? "&lt;" : "&amp;");
}

// At one place what is only inserted comes first, then the longest: an edit inside another one is passed over.
static int compare_edits(const void* a, const void* b)
{
    const pl_edit *x = a, *y = b;
    if (x->at != y->at) return x->at < y->at ? -1 : 1;
    if (x->length == y->length) return x->index < y->index ? -1 : x->index > y->index;
    bool is_first = x->length == 0 || (y->length > 0 && x->length > y->length);
    return is_first ? -1 : 1;
}

static bool write_edited(const char* text, uint32_t bytes, const pl_edits* edits, ploy_write_fn* write, void* user)
{
    uint32_t done = 0;
    for (uint32_t i = 0; i < edits->list.count; ++i) {
        const pl_edit* edit = &edits->list.data[i];
        if (edit->at < done) continue;
        if (!write(user, text + done, edit->at - done) || !write(user, edit->text, strlen(edit->text))) return false;
        done = edit->at + edit->length;
    }
    return write(user, text + done, bytes - done);
}

// The byte after an element. Expat has accepted it, so its tags end.
static uint32_t end_of(const pl_xml* xml, const pl_xml_node* node)
{
    char quote = '\0';
    uint32_t at = node->end;
    for (; quote || xml->text[at] != '>'; ++at) {
        char c = xml->text[at];
        quote = quote ? (c == quote ? '\0' : quote) : c == '"' || c == '\'' ? c : '\0';
    }
    return at + 1;
}

// Of a Ploy file only the trees are left, with the white space before them.
static bool keep_trees(const pl_xml* xml, pl_edits* edits)
{
    const pl_xml_node* root = xml->root;
    uint32_t version = pl_xml_attribute_place(xml, root, "version");
    uint32_t value = pl_xml_value_place(xml, root, "version", 0);
    bool fits = pl_edits_add(edits, root->file + 1, 4, "root") && pl_edits_add(edits, version, 7, "BTCPP_format") &&
                pl_edits_add(edits, value, 1, "4") &&
                (root->end == root->file || pl_edits_add(edits, root->end + 2, 4, "root"));
    for (const pl_xml_node* node = root->first; fits && node; node = node->next) {
        if (node->element == PL_ELEMENT_BT || node->element == PL_ELEMENT_BT_MODEL) continue;
        uint32_t begin = node->file;
        while (pl_is_white(xml->text[begin - 1])) --begin;
        fits = pl_edits_add(edits, begin, end_of(xml, node) - begin, "");
    }
    return fits;
}

static ploy_status convert(pl_xml* xml, pl_edits* edits, ploy_write_fn* write, void* user)
{
    escapes e = {xml->text, edits};
    bool fits = xml->root->element == PL_ELEMENT_ROOT
                    ? pl_version3_upgrade(xml, edits) == PLOY_OK && pl_tolerant_each(xml->text, xml->bytes, escape, &e)
                    : keep_trees(xml, edits);
    if (!fits) return PLOY_OUT_OF_MEMORY;
    if (edits->list.count > 0) qsort(edits->list.data, edits->list.count, sizeof(pl_edit), compare_edits);
    return write_edited(xml->text, xml->bytes, edits, write, user) ? PLOY_OK : PLOY_INVALID;
}

ploy_status ploy_file_to_btcpp(const char* text, size_t bytes, ploy_write_fn* write, void* user, ploy_error* error)
{
    if (bytes > 0) PL_NEED_ERROR(error, text, PLOY_INVALID);
    PL_NEED_ERROR(error, write, PLOY_INVALID);
    ploy_allocator allocator = ploy_allocator_default();
    ploy_error ignored;
    error = error ? error : &ignored;
    pl_error_clear(error);
    if (bytes > PLOY_DEFAULT_FILE_MAX_BYTES) return pl_fail_size(PLOY_DEFAULT_FILE_MAX_BYTES, error);
    pl_xml xml;
    pl_xml_options options = {.max_depth = PLOY_DEFAULT_FILE_MAX_DEPTH,
                              .max_section_depth = PLOY_DEFAULT_FILE_MAX_SECTION_DEPTH};
    ploy_status status = pl_xml_read(&xml, &allocator, text, bytes, options, error);
    if (status == PLOY_OK) {
        pl_edits edits = {.allocator = &allocator};
        status = convert(&xml, &edits, write, user);
        PL_ARRAY_FREE(&edits.list, &allocator);
        pl_xml_destroy(&xml);
    }
    return status == PLOY_OUT_OF_MEMORY ? pl_fail_memory(error) : status;
}
