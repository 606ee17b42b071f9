// Members of plain structs as bytes. One table per struct serves saving and loading.

#ifndef ARENA_RULES_SAVED_FIELDS_H
#define ARENA_RULES_SAVED_FIELDS_H

#include <ploy/stream.h>
#include <stddef.h>

typedef struct arena_saved_field
{
    uint32_t offset;
    uint16_t count;
    uint8_t width; ///< bytes per number: 1 (a bool), 2, 4 or 8
} arena_saved_field;

/// A row: a member that consists of integers of that type. The member may be nested.
#define ARENA_SAVED_FIELD(owner, member, type)                                                                         \
    {                                                                                                                  \
        (uint32_t) offsetof(owner, member), (uint16_t)(sizeof(((owner*)0)->member) / sizeof(type)), sizeof(type)       \
    }

/// Tables end with a row of zeros.
void arena_fields_save(const arena_saved_field* table, const void* object, ploy_writer* writer);
void arena_fields_load(const arena_saved_field* table, void* object, ploy_reader* reader);

#endif
