#include "games/arena/setup/tactics.h"

#include <stdio.h>
#include <string.h>

#include <ploy/memory.h>
#include <ploy/world.h>

#include "games/arena/ai/knowledge.h"
#include "games/arena/map/map.h"
#include "games/arena/setup/data_files.h"
#include "games/arena/setup/text_reader.h"

static const arena_text_column fields[] = {
#define FIELD(name, unit) {#name, offsetof(arena_tactics, name), ARENA_##unit},
    ARENA_TACTICS_FIELDS(FIELD)
#undef FIELD
};

#define FIELDS (sizeof fields / sizeof *fields)
#define MISSING INT32_MIN

static ploy_status check(const arena_tactics* tactics, const arena_text* text, ploy_error* error)
{
    for (uint32_t i = 0; i < FIELDS; i++) {
        int32_t value;
        char message[80];
        memcpy(&value, (const char*)tactics + fields[i].offset, sizeof value);
        snprintf(message, sizeof message, "'%s' is %s", fields[i].name, value == MISSING ? "missing" : "negative");
        if (value < 0) return arena_text_wrong(text, error, message, "setup/tactics.h lists all fields");
    }
    if (tactics->sight > ARENA_MAX_SIGHT)
        return arena_text_wrong(text, error, "nobody sees so far", "sight 56, or less");
    if (tactics->crowd_pace < 1 || tactics->crowd_pace > PLOY_MAX_PACE)
        return arena_text_wrong(text, error, "a pace is 1 to 256", "crowd_pace 4");
    if (tactics->crowd_watch < 1 || tactics->crowd_watch > PLOY_MAX_PACE)
        return arena_text_wrong(text, error, "a pace is 1 to 256", "crowd_watch 2");
    if (tactics->crowd_nodes < 1 || tactics->crowd_nodes > ARENA_NODES_KNOWN)
        return arena_text_wrong(text, error, "crowd_nodes is 1 to 16", "crowd_nodes 4");
    if (tactics->crowd_shows < 1) return arena_text_wrong(text, error, "crowd_shows is at least 1", "crowd_shows 8");
    const int32_t beliefs[] = {tactics->enemy_least,    tactics->friend_least, tactics->pickup_least,
                               tactics->event_least,    tactics->node_least,   tactics->node_belief,
                               tactics->attacker_belief};
    for (uint32_t i = 0; i < sizeof beliefs / sizeof *beliefs; i++) {
        if (beliefs[i] > PLOY_FACT_CERTAIN)
            return arena_text_wrong(text, error, "a belief is above 1000", "enemy_least 60");
    }
    return PLOY_OK;
}

ploy_status arena_tactics_read(arena_tactics* tactics, const char* text, size_t bytes, ploy_error* error)
{
    arena_text reader = arena_text_of(text, bytes);
    for (uint32_t i = 0; i < FIELDS; i++) {
        memcpy((char*)tactics + fields[i].offset, &(int32_t){MISSING}, sizeof(int32_t));
    }
    while (arena_text_next(&reader)) {
        ploy_status status = arena_text_field(&reader, fields, FIELDS, tactics, error);
        if (status != PLOY_OK) return status;
    }
    return check(tactics, &reader, error);
}

arena_tactics arena_tactics_default(void)
{
    arena_tactics tactics;
    const game_file* file = arena_data_find("tactics.txt");
    arena_tactics_read(&tactics, file->text, file->bytes, NULL);
    return tactics;
}
