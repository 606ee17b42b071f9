// Names for the objects of a domain that stand on blackboards: recordings and debuggers show them in place of numbers.

#ifndef PL_RECORD_OBJECT_NAME_H
#define PL_RECORD_OBJECT_NAME_H

#include <ploy/plan.h>

/// The type of a domain that a key's values are objects of: the one that the key names (ploy_key_def.object_type, may be
/// NULL), or that of the symbol with the key's name. PLOY_NONE: the domain (may be NULL) has neither.
uint32_t pl_object_type_of(const ploy_domain* domain, const char* key, const char* object_type);

/// The name of an object; NULL: the domain does not know it.
const char* pl_object_name(const ploy_domain* domain, const char* key, const char* object_type, ploy_value value);

/// A cell of a table: "distance(hut, hill)". Returns `text`; "": there is no such cell.
const char* pl_cell_name(const ploy_domain* domain, uint64_t table, uint64_t cell, char* text, size_t size);
/// Its value: "true", "12", "5.5", "hill". Returns `text`; "": the table has no such value.
const char* pl_cell_value(const ploy_domain* domain, uint64_t table, int64_t value, char* text, size_t size);

#endif
