// Names for the objects of a domain that stand on blackboards: recordings and debuggers show them in place of numbers.

#ifndef PL_RECORD_OBJECT_NAME_H
#define PL_RECORD_OBJECT_NAME_H

#include <ploy/plan.h>

/// The type of a domain that a key's values are objects of: the one that the key names (ploy_key_def.object_type, may be
/// NULL), or that of the symbol with the key's name. PLOY_NONE: the domain (may be NULL) has neither.
uint32_t pl_object_type_of(const ploy_domain* domain, const char* key, const char* object_type);

/// The name of an object; NULL: the domain does not know it.
const char* pl_object_name(const ploy_domain* domain, const char* key, const char* object_type, ploy_value value);

#endif
