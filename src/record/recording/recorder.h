// What world_notes.c needs of a recorder, and what a recorder knows of the world: its minds by number, their domains, and
// the agents that were created or got another mind since their names were last noted.

#ifndef PL_RECORD_RECORDING_RECORDER_H
#define PL_RECORD_RECORDING_RECORDER_H

#include <ploy/recording.h>

#include "base/containers/array.h"
#include "record/json_text.h"
#include "record/recording/noted_domains.h"

/// An agent was created, or got another mind.
typedef struct pl_life_change
{
    uint32_t agent; ///< index plus one
    uint64_t tick;
} pl_life_change;

typedef struct pl_noted_mind
{
    const ploy_mind* mind;    ///< it may be gone: a new one at its address has no number yet
    const ploy_mind* planner; ///< that makes its decisions: the mind, or the one in a behavior tree; NULL: none
    uint32_t domain;          ///< id in pl_noted_world.domains, or PLOY_NONE
    uint32_t domain_note;     ///< number of the note that has its domain, or PLOY_NONE
    uint64_t domain_hash;     ///< of the domain as bytes
} pl_noted_mind;

typedef struct pl_noted_world
{
    bool is_noted;                 ///< once: from then on changes are collected
    bool is_loading;               ///< of a recording that is continued: events are not recorded yet
    PL_ARRAY(pl_noted_mind) minds; ///< by number; without a mind: only a domain has the number
    pl_noted_domains domains;
    bool has_new_notes;        ///< of domains: their minds and agents are to be noted again
    PL_ARRAY(uint64_t) squads; ///< generation << 32 | index1 of those that have a name in the notes
    PL_ARRAY(pl_life_change) changes;
    bool has_squad_changes;
    uint32_t pieces; ///< notes "world:0", "world:1", …
    pl_text lines;   ///< of the next one: it is written with the next block, since a note ends a block
} pl_noted_world;

ploy_allocator pl_recorder_allocator(const ploy_recorder* recorder);
uint64_t pl_recorder_tick(const ploy_recorder* recorder);
pl_noted_world* pl_recorder_world(ploy_recorder* recorder);

/// Writes the domain of the mind that comes next into a note, unless an equal one is in a note already and neither has
/// anything that a game changes while it runs; compares it from then on.
ploy_status pl_recorder_note_domain(ploy_recorder* recorder, const ploy_domain* domain, pl_noted_mind* mind);
/// Writes what has changed in the domain of a mind since, if the mind has a number.
void pl_recorder_compare_domain(ploy_recorder* recorder, const ploy_mind* mind);

#endif
