// What loaders of sections have in common: names, numbers in a range, one word of a list.

#ifndef PL_IO_XML_SECTION_H
#define PL_IO_XML_SECTION_H

#include "io/xml/loader.h"

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

ploy_status pl_load_keys(pl_loader* loader, const pl_xml_node* node);
ploy_status pl_load_kind(pl_loader* loader, const pl_xml_node* node);
ploy_status pl_load_sensor(pl_loader* loader, const pl_xml_node* node);
ploy_status pl_load_squad(pl_loader* loader, const pl_xml_node* node);

/// Of an agent, all that its domain does not say. After all sensors.
ploy_status pl_load_agent_mind(pl_loader* loader, const pl_xml_node* node, const ploy_domain* domain,
                               ploy_agent_info* agent);
/// As files have it: "none", "basic", "everything".
const char* pl_debug_name(ploy_trace_level level);

#endif
