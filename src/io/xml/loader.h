// From the elements of a file to what it holds.
//
// A section with a language of its own (sections/bt.c is the pattern) is made of: a free element in xml/grammar.c; a list
// in file.h of descriptions, which know neither bindings nor keys; a loader here, called once per element, that checks
// names, attributes and nesting; and a line in the table of sections in file.c. Writing a file again needs nothing:
// sections are kept as elements.

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
    ploy_error* error; ///< that of the reports
    pl_reports reports;
    bool is_included; ///< the file is another one's
} pl_loader;

/// Takes an error inside a section: see pl_reports_take. One about a lost name is passed over.
ploy_status pl_loader_take(pl_loader* loader, ploy_status status);

/// Loses the names in a text (NULL: none), after an error of what they name: PLOY_OK or PLOY_OUT_OF_MEMORY.
ploy_status pl_loader_lose(pl_loader* loader, const char* text);

/// Reports an error at a byte of the file; returns PLOY_INVALID.
ploy_status pl_loader_fail(pl_loader* loader, uint32_t place, const char* format, ...) PL_PRINTF(3, 4);

/// The same at an attribute's value.
ploy_status pl_loader_fail_value(pl_loader* loader, const pl_xml_node* node, const char* attribute, const char* format,
                                 ...) PL_PRINTF(4, 5);

/// Turns line and column of an error within an attribute's value (NULL: within the element's text) into those of the
/// file; an error without a line gets the beginning.
void pl_loader_place_error(pl_loader* loader, const pl_xml_node* node, const char* attribute);

/// Where an attribute's value stands, without walking through the file: for places that are kept.
void pl_loader_place(const pl_loader* loader, const pl_xml_node* node, const char* attribute, uint32_t* line,
                     uint32_t* column);

/// "x 'name' is named twice", and where the first stands.
ploy_status pl_loader_fail_twice(pl_loader* loader, const pl_xml_node* node, const pl_xml_node* first);

/// "a sensor needs a name that is not empty".
ploy_status pl_loader_fail_nameless(pl_loader* loader, const pl_xml_node* node);

/// Of a free element: "<x> has no attribute 'y'" when one is not in the list, which ends at NULL, and "<x> needs the
/// attribute 'y'" when one of its first required_count is missing. PLOY_OK: all that are required are there.
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

/// The name, kept in the file; NULL when out of memory or, with an error, when it is empty or an earlier element of the
/// same name stands beside this one with the same `name`.
const char* pl_section_name(pl_loader* loader, const pl_xml_node* node, ploy_status* status);

/// A copy that lives as long as the file; NULL when out of memory.
const char* pl_section_keep(pl_loader* loader, const char* text);

/// A number within bounds, in the unit of its kind. Leaves *value alone when the attribute is not there.
ploy_status pl_section_range(pl_loader* loader, const pl_xml_node* node, const char* attribute, pl_number_kind kind,
                             int64_t min, int64_t max, int64_t* value);
/// Seconds of the file as microseconds, from 0.
ploy_status pl_section_time(pl_loader* loader, const pl_xml_node* node, const char* attribute, int64_t* value);
/// A value whose 0 in a def means the default: PLOY_OFF where the file says 0.
int64_t pl_section_or_off(const pl_xml_node* node, const char* attribute, int64_t value);

/// Which word of a list that ends at NULL; leaves *value alone when the attribute is not there.
ploy_status pl_section_choice(pl_loader* loader, const pl_xml_node* node, const char* attribute,
                              const char* const* words, uint32_t* value);

/// The element holds neither text nor, unless elements may be in it, elements.
ploy_status pl_section_is_empty(pl_loader* loader, const pl_xml_node* node, bool may_have_elements);

/// "bool", "int", "decimal", "object": in the order of ploy_value_type, NULL at the end.
extern const char* const pl_value_names[];

/// As files have it: "none", "basic", "everything".
const char* pl_debug_name(ploy_trace_level level);

ploy_status pl_load_keys(pl_loader* loader, const pl_xml_node* node);
ploy_status pl_load_kind(pl_loader* loader, const pl_xml_node* node);
ploy_status pl_load_sensor(pl_loader* loader, const pl_xml_node* node);
ploy_status pl_load_squad(pl_loader* loader, const pl_xml_node* node);

#endif
