// Domains as bytes, so that a recording is inspected without the game's files.

#ifndef PL_RECORD_SAVE_DOMAIN_SAVE_H
#define PL_RECORD_SAVE_DOMAIN_SAVE_H

#include <ploy/plan.h>
#include <ploy/stream.h>

/// The description of a compiled domain, without its bindings. A writer that only counts is welcome.
void pl_domain_save(const ploy_domain* domain, ploy_writer* writer);

/// A domain with the same indices, compiled; its callbacks are not bound. allocator NULL: the default. PLOY_INVALID:
/// not a domain, cut or damaged; error (may be NULL) says more. PLOY_OUT_OF_MEMORY.
ploy_status pl_domain_load(const ploy_allocator* allocator, ploy_reader* reader, ploy_domain** domain,
                           ploy_error* error);

#endif
