// A fuzzy machine as a mind. An agent's memory is one block:
//
//   head | values of outputs | deeds | weight of each state | phase of each state | which outputs have a value | bytes
//   of deeds

#ifndef PL_MIND_FUZZY_FUZZY_MIND_H
#define PL_MIND_FUZZY_FUZZY_MIND_H

#include "mind/fuzzy/fuzzy.h"

typedef struct pl_fuzzy_active
{
    pl_activities does;
    const char* name;
    uint32_t key; ///< its weight is written to it, or PLOY_NONE
    uint32_t on, off;
    uint32_t slot; ///< of its first deed
} pl_fuzzy_active;

typedef struct pl_fuzzy_output
{
    const char* name;
    uint32_t key;
    bool whole; ///< the key is an int
    ploy_fuzzy_by by;
    uint32_t first, count; ///< sets
} pl_fuzzy_output;

/// What a variable was made from, for those who ask. Texts are the mind's.
typedef struct pl_fuzzy_source
{
    const char* name;
    const char* value;
    uint32_t first, count; ///< sets
} pl_fuzzy_source;

typedef struct pl_fuzzy_text
{
    const char* text;
    int64_t weight;
} pl_fuzzy_text;

typedef struct pl_fuzzy_mind
{
    ploy_mind mind;
    ploy_allocator allocator;
    const ploy_bindings* bindings;
    pl_names names;
    pl_fuzzy_ops ops;
    PL_ARRAY(pl_fuzzy_set) sets;
    PL_ARRAY(pl_guard*) values;        ///< one a variable; NULL: an output
    PL_ARRAY(pl_fuzzy_source) sources; ///< one a variable
    PL_ARRAY(pl_fuzzy_text) rules;
    PL_ARRAY(pl_fuzzy_active) states;
    PL_ARRAY(pl_fuzzy_output) outputs;
    PL_ARRAY(uint32_t) bytes_at; ///< of each slot's own memory; the last is the end
    uint32_t slots;
    uint32_t deeds_at, weights_at, phases_at, known_at; ///< parts of an agent's memory
    bool polls;
    uint64_t fingerprint; ///< of all that a save depends on
} pl_fuzzy_mind;

typedef enum pl_fuzzy_phase
{
    PL_FUZZY_OFF,
    PL_FUZZY_ON,
    PL_FUZZY_STOPPING, ///< its deeds are being halted
} pl_fuzzy_phase;

typedef struct pl_fuzzy_data
{
    uint64_t stamp; ///< of the board when the weights were worked out; UINT64_MAX: work them out
    int64_t outputs[];
} pl_fuzzy_data;

static inline const pl_fuzzy_mind* pl_fuzzy_of(const ploy_agent* agent)
{
    return (const pl_fuzzy_mind*)agent->mind;
}

static inline pl_activity* pl_fuzzy_activities(const pl_fuzzy_mind* mind, void* memory)
{
    return (pl_activity*)((uint8_t*)memory + mind->deeds_at);
}

static inline uint32_t* pl_fuzzy_weights(const pl_fuzzy_mind* mind, void* memory)
{
    return (uint32_t*)((uint8_t*)memory + mind->weights_at);
}

static inline uint8_t* pl_fuzzy_phases(const pl_fuzzy_mind* mind, void* memory)
{
    return (uint8_t*)memory + mind->phases_at;
}

static inline uint8_t* pl_fuzzy_known(const pl_fuzzy_mind* mind, void* memory)
{
    return (uint8_t*)memory + mind->known_at;
}

/// Is it of this kind?
bool pl_is_fuzzy(const ploy_mind* mind);

void pl_fuzzy_destroy_mind(ploy_mind* mind);
ploy_status pl_fuzzy_begin(ploy_agent* agent);
void pl_fuzzy_think(ploy_agent* agent);
void pl_fuzzy_act(ploy_agent* agent);
void pl_fuzzy_end(ploy_agent* agent);
void pl_fuzzy_save(const ploy_agent* agent, ploy_writer* writer);
ploy_status pl_fuzzy_load(ploy_agent* agent, ploy_reader* reader);
ploy_status pl_fuzzy_migrate(ploy_agent* agent, ploy_agent* old);
size_t pl_fuzzy_describe(const ploy_mind* mind, char* text, size_t size);
size_t pl_fuzzy_why(const ploy_agent* agent, char* text, size_t size);

#endif
