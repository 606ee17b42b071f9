// A game that has every name a file uses, for commands that read files without their games.
//
// Only the library knows where a file names activities, conditions, scorers, sensors, ports and keys. So what is missing
// is learned from ploy_error.missing: the file is loaded, a name that is not bound is bound, and the file is loaded again, until
// it loads or the error is the file's own. Activities succeed when their duration is over, conditions are true, scorers
// give 1, sensors sense nothing, nodes run their children in sequence.

#ifndef CLI_STUB_GAME_H
#define CLI_STUB_GAME_H

#include <ploy/io.h>
#include <ploy/world.h>

typedef enum stub_kind
{
    STUB_ACTIVITY,
    STUB_CONDITION,
    STUB_SCORER,
    STUB_SENSOR,
    STUB_NODE,
    STUB_KEY,
    STUB_BOOL,    // a key that turned out to be one
    STUB_DECIMAL, // likewise
    STUB_FACT_TYPE,
    STUB_ATTRIBUTE, // of a fact type
    STUB_PORT,
    STUB_STRUCT, // a type of keys
} stub_kind;

typedef struct stub_name
{
    stub_kind kind;
    char name[128];
    char owner[128]; // of a port: an activity or condition, "": each of them; of an attribute: the fact type
} stub_name;

typedef struct stub_game
{
    const char* text; // the file's
    size_t bytes;
    ploy_activity_fn* update; // of activities that are no actions of a domain; NULL: success
    ploy_activity_fn* start;  // likewise; NULL: they are running
    ploy_condition_fn* test;  // of conditions; NULL: true
    void* user;               // of these callbacks
    uint32_t data_bytes;      // of activities
    bool has_model_ports;     // leaves in <TreeNodesModel> have only the ports that it lists
    ploy_bindings* bindings;  // of the last world; that world must be destroyed before another is made
    stub_name* names;
    uint32_t count;
} stub_game;

/// A world with all names that were learned. NULL: out of memory.
ploy_world* stub_game_world(stub_game* game, const ploy_world_def* def);
/// True: the error is about a name of the game, which is known from now on.
bool stub_game_learn(stub_game* game, const ploy_error* error);
/// Loads the file into a world that has what it needs. PLOY_OK, or the file's own error. *world is not NULL unless out
/// of memory.
ploy_status stub_game_load(stub_game* game, const ploy_world_def* def, const char* path, ploy_world** world,
                           ploy_error* error);
void stub_game_free(stub_game* game);

#endif
