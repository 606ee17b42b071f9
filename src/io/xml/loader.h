// From the elements of a file to what it holds.
//
// A section with a language of its own (io/tree.c is the pattern) is made of: a free element in io/grammar.c; a list in
// io/file.h of descriptions, objects of their own that know no abilities and no keys; a loader here, called once for
// each of its elements, that checks names, attributes and nesting; and a line in the table of sections in io/file.c.
// Writing a file again needs nothing: sections are kept as elements.

#ifndef PL_IO_XML_LOADER_H
#define PL_IO_XML_LOADER_H

#include "base/error.h"
#include "io/file.h"
#include "io/xml/number.h"
#include "io/xml/xml.h"

typedef struct pl_loader
{
    const ploy_file_def* def;
    pl_xml* xml; ///< its arena also serves as scratch
    ploy_file* file;
    ploy_error* error; ///< never NULL
} pl_loader;

/// Reports an error at a byte of the file; returns PLOY_INVALID.
ploy_status pl_loader_fail(pl_loader* loader, uint32_t place, const char* format, ...) PL_PRINTF(3, 4);

/// The same at an attribute's value.
ploy_status pl_loader_fail_value(pl_loader* loader, const pl_xml_node* node, const char* attribute, const char* format,
                                 ...) PL_PRINTF(4, 5);

/// Turns line and column of an error within an attribute's value (NULL: within the element's text) into those of the
/// file; an error without a line gets the beginning.
void pl_loader_place_error(pl_loader* loader, const pl_xml_node* node, const char* attribute);

/// "x 'name' is named twice", and where the first stands.
ploy_status pl_loader_fail_twice(pl_loader* loader, const pl_xml_node* node, const pl_xml_node* first);

/// Of a free element: "<x> has no attribute 'y'" when one is not in the list, which ends at NULL, and "<x> needs the
/// attribute 'y'" when one of its first required_count is missing.
ploy_status pl_loader_check_attributes(pl_loader* loader, const pl_xml_node* node, const char* const* known,
                                       uint32_t required_count);
/// "unknown element <x> in <y>", with the nearest of the known names, a list that ends at NULL.
ploy_status pl_loader_fail_element(pl_loader* loader, const pl_xml_node* node, const char* const* known);

/// Leaves *value alone when the attribute is not there.
ploy_status pl_loader_number(pl_loader* loader, const pl_xml_node* node, const char* attribute, pl_number_kind kind,
                             int64_t* value);
ploy_status pl_loader_bool(pl_loader* loader, const pl_xml_node* node, const char* attribute, bool* value);

/// Names separated by white space.
typedef struct pl_words
{
    const char** names;
    uint32_t* at; ///< byte of each in the text
    uint32_t count;
} pl_words;

/// In the loader's scratch. text NULL: no words.
ploy_status pl_loader_words(pl_loader* loader, const char* text, pl_words* words);

ploy_status pl_load_domain(pl_loader* loader, const pl_xml_node* node);

/// In any order.
ploy_status pl_load_bt(pl_loader* loader, const pl_xml_node* node);
ploy_status pl_load_utility(pl_loader* loader, const pl_xml_node* node);
ploy_status pl_load_htn(pl_loader* loader, const pl_xml_node* node);
ploy_status pl_load_fsm(pl_loader* loader, const pl_xml_node* node);
ploy_status pl_load_fuzzy(pl_loader* loader, const pl_xml_node* node);

/// After all domains.
ploy_status pl_load_agent(pl_loader* loader, const pl_xml_node* node);

#endif
