// The domains that recorded minds plan in. A note has a domain as it was when its first mind was noted; what the game
// makes of it later is compared with what was last written, and the differences become events. So a recording needs no
// word from the game, whoever changes a domain and by whichever call.
//
// A domain is compared before a decision is recorded, since only decisions depend on it, and when the world is noted. As
// long as nothing has changed that is one comparison of stamps. Domains are not kept alive: whoever asks for a comparison
// has a mind that holds the domain.
//
// What is written is what planners know: an object, or a cell that conditions and effects read, from the compile on that
// grounded it.

#ifndef PL_RECORD_RECORDING_NOTED_DOMAINS_H
#define PL_RECORD_RECORDING_NOTED_DOMAINS_H

#include <ploy/plan.h>
#include <ploy/trace.h>

#include "base/containers/array.h"

typedef struct pl_noted_domain
{
    const ploy_domain* domain;                    ///< it may be gone, if no mind is left that plans in it
    uint32_t id;                                  ///< stays the same
    uint32_t note;                                ///< number of its note; other domains that cannot change may share it
    uint32_t version, object_stamp, clause_stamp; ///< of the domain, when it was last compared
    uint32_t* born;   ///< as written, one per object of the domain; 0: planners do not know it
    int64_t* values;  ///< likewise, one per cell of all tables
    int64_t* detours; ///< likewise, one per table
    uint32_t object_count, cell_count, table_count;
    bool is_used;      ///< by a mind; see pl_noted_domains_prune
    bool has_new_note; ///< clauses have changed: its minds need other numbers
    uint64_t since;    ///< tick from which on the new note holds
} pl_noted_domain;

typedef struct pl_noted_domains
{
    ploy_allocator allocator;
    PL_ARRAY(pl_noted_domain) list;
    uint32_t next_id;
} pl_noted_domains;

/// How a difference is written.
typedef struct pl_domain_writer
{
    void (*emit)(void* user, const ploy_trace_event* event);
    /// Clauses differ: writes the whole domain into a note and returns its number; PLOY_NONE: out of memory.
    uint32_t (*note)(void* user, const ploy_domain* domain);
    void* user;
    uint64_t tick; ///< that decisions with changed clauses belong to
} pl_domain_writer;

void pl_noted_domains_init(pl_noted_domains* domains, const ploy_allocator* allocator);
void pl_noted_domains_destroy(pl_noted_domains* domains);

/// By its id, and by the domain, which must be alive; NULL: it was not added.
pl_noted_domain* pl_noted_domains_at(const pl_noted_domains* domains, uint32_t id);
pl_noted_domain* pl_noted_domains_find(const pl_noted_domains* domains, const ploy_domain* domain);
/// A domain that was written into a note just now. Returns its id; PLOY_NONE: out of memory.
uint32_t pl_noted_domains_add(pl_noted_domains* domains, const ploy_domain* domain, uint32_t note,
                              const pl_domain_writer* writer);
/// Forgets those that are not used, before another domain at the same address is looked for; then none is marked as used.
void pl_noted_domains_prune(pl_noted_domains* domains);

/// Writes what has changed. The domain must be alive. false: out of memory.
bool pl_noted_domain_compare(pl_noted_domain* noted, const pl_domain_writer* writer);

#endif
