#include "games/arena/setup/mode_rules.h"

#include <string.h>

#include "games/arena/setup/text_reader.h"

static const arena_text_column fields[] = {
#define FIELD(name, unit) {#name, offsetof(arena_rules, name), ARENA_##unit},
    ARENA_RULES_FIELDS(FIELD)
#undef FIELD
};

static ploy_status check(const arena_rules* rules, const arena_text* text, ploy_error* error)
{
    if (rules->name[0] == '\0') return arena_text_wrong(text, error, "a mode needs a name", "mode NAME");
    if (rules->points != 0 && rules->points != 2) {
        return arena_text_wrong(text, error, "there are two points, or none", "points 2");
    }
    if ((rules->points || rules->flags) && (!rules->teams || rules->reach <= 0)) {
        return arena_text_wrong(text, error, "points and flags need teams and a reach", "teams 1, reach 3");
    }
    if (rules->respawn < 0 || rules->hold < 0 || rules->round_limit < 0 || rules->round_pause < 0) {
        return arena_text_wrong(text, error, "a time is negative", "0 or more");
    }
    return PLOY_OK;
}

ploy_status arena_rules_read(arena_rules* rules, const char* text, size_t bytes, ploy_error* error)
{
    memset(rules, 0, sizeof *rules);
    arena_text reader = arena_text_of(text, bytes);
    while (arena_text_next(&reader)) {
        if (strcmp(reader.words[0], "mode") == 0 && reader.count == 2) {
            memcpy(rules->name, reader.words[1], sizeof rules->name);
        } else if (!arena_text_disables(&reader)) {
            ploy_status status = arena_text_field(&reader, fields, sizeof fields / sizeof *fields, rules, error);
            if (status != PLOY_OK) return status;
        }
    }
    return check(rules, &reader, error);
}
