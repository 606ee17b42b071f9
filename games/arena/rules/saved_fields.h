// Members of plain structs as bytes: a table says which, once for saving and for loading.

#ifndef ARENA_RULES_SAVED_FIELDS_H
#define ARENA_RULES_SAVED_FIELDS_H

#include <ploy/stream.h>
#include <stddef.h>

typedef struct arena_field
{
    uint32_t offset;
    uint16_t count;
    uint8_t width; ///< bytes of a number: 1 (a bool), 2, 4 or 8
} arena_field;

/// A row: the member, made of whole numbers of that type. Members of members are welcome.
#define ARENA_FIELD(owner, member, type)                                                                               \
    {                                                                                                                  \
        (uint32_t) offsetof(owner, member), (uint16_t)(sizeof(((owner*)0)->member) / sizeof(type)), sizeof(type)       \
    }

/// Tables end with a row of zeros.
void arena_fields_save(const arena_field* table, const void* object, ploy_writer* writer);
void arena_fields_load(const arena_field* table, void* object, ploy_reader* reader);

#endif
