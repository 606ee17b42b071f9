// What a newcomer has done to a file that is not well-formed XML: expat says where it gave up, this says what is missing.

#ifndef PL_IO_XML_MALFORMED_H
#define PL_IO_XML_MALFORMED_H

#include <expat.h>

#include "io/xml/xml.h"

/// place: the byte at which expat stopped; open: the element that is open there, or NULL.
void pl_xml_explain_malformed(const pl_xml* xml, enum XML_Error code, uint32_t place, const pl_xml_node* open,
                              ploy_error* error);

/// A start tag at `place` that cannot stand in the open element, but in one around it: the end tag between is missing.
/// False: it can stand in none of them.
bool pl_xml_explain_misplaced(const pl_xml* xml, pl_element element, uint32_t place, const pl_xml_node* open,
                              ploy_error* error);

#endif
