#include "games/arena/setup/agent_types.h"

#include <string.h>

#include "games/arena/setup/text_reader.h"

const arena_type arena_type_all = {"all", 1, 1};

static const arena_text_column fields[] = {
#define FIELD(name, unit) {#name, offsetof(arena_type, name), ARENA_##unit},
    ARENA_TYPE_FIELDS(FIELD)
#undef FIELD
};

ploy_status arena_types_read(arena_type* types, uint32_t* count, const char* text, size_t bytes, ploy_error* error)
{
    arena_text reader = arena_text_of(text, bytes);
    *count = 0;
    while (arena_text_next(&reader)) {
        if (strcmp(reader.words[0], "type") == 0 && reader.count == 2) {
            if (*count == ARENA_TYPES) return arena_text_wrong(&reader, error, "too many types", "at most 8");
            types[*count] = (arena_type){0};
            memcpy(types[(*count)++].name, reader.words[1], sizeof types->name);
            continue;
        }
        if (*count == 0) return arena_text_wrong(&reader, error, "a type starts with its name", "type NAME");
        ploy_status status =
            arena_text_field(&reader, fields, sizeof fields / sizeof *fields, &types[*count - 1], error);
        if (status != PLOY_OK) return status;
    }
    return *count ? PLOY_OK : arena_text_wrong(&reader, error, "there is no type", "type NAME");
}
