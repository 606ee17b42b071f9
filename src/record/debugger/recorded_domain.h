// The domain of a recorded mind, as planners knew it at an event of the recording: as its note has it, and changed by the
// events up to there. The domain stays at its address.
//
// It goes forward: a later event reads only those in between. Going back starts from the note.

#ifndef PL_RECORD_DEBUGGER_RECORDED_DOMAIN_H
#define PL_RECORD_DEBUGGER_RECORDED_DOMAIN_H

#include "record/debugger/decision.h"
#include "record/debugger/decision_replay.h"
#include "record/json_text.h"

typedef struct pl_recorded_domain
{
    uint32_t note; ///< its number
    pl_replay* replay;
    ploy_allocator allocator;
    bool can_change;
    pl_event_place next; ///< events before it are in the domain
    bool is_stale;       ///< changed since it was compiled
    bool* existed;       ///< as noted, one per object
    int64_t* values;     ///< likewise, one per cell of all tables
    int64_t* detours;    ///< as last recorded, one per table; -1: not yet
    uint32_t object_count, cell_count, table_count;
} pl_recorded_domain;

/// Takes the domain. false: out of memory, and the domain is not taken.
bool pl_recorded_domain_init(pl_recorded_domain* recorded, uint32_t note, ploy_domain* domain,
                             const ploy_allocator* allocator);
void pl_recorded_domain_destroy(pl_recorded_domain* recorded);

/// Brings the domain to a place; moves the recording's reading position. PLOY_INVALID: it cannot be compiled with the
/// objects that the recording says; PLOY_OUT_OF_MEMORY.
ploy_status pl_recorded_domain_seek(pl_recorded_domain* recorded, const pl_event_kinds* kinds,
                                    ploy_recording* recording, pl_event_place place, ploy_error* error);

/// Have they the same types, symbols, tables, actions and goals, so that numbers mean the same in both?
bool pl_domains_are_alike(const ploy_domain* a, const ploy_domain* b);
/// Of two domains that are alike: adds what objects, cells and clauses were, then are, separated by semicolons; after the
/// first few it says how many more. Returns how many.
uint32_t pl_add_domain_changes(pl_text* text, const ploy_domain* before, const ploy_domain* after);

#endif
