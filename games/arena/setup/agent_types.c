#include "games/arena/setup/agent_types.h"

#include "games/arena/setup/text_reader.h"

const arena_type arena_type_all = {"all", 1, 1};

static const arena_text_column fields[] = {
#define FIELD(name, unit) {#name, offsetof(arena_type, name), ARENA_##unit},
    ARENA_TYPE_FIELDS(FIELD)
#undef FIELD
};

ploy_status arena_type_read(arena_type* type, const char* text, size_t bytes, ploy_error* error)
{
    arena_text reader = arena_text_of(text, bytes);
    ploy_status status = PLOY_OK;
    while (status == PLOY_OK && arena_text_next(&reader)) {
        if (arena_text_disables(&reader)) continue;
        status = arena_text_field(&reader, fields, sizeof fields / sizeof *fields, type, error);
    }
    return status;
}
