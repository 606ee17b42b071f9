// What the world does with its reservations by itself: claims of an agent go with it, claims expire at the beginning of a
// tick, and all are saved with the world.

#ifndef PL_AGENT_RESERVATIONS_H
#define PL_AGENT_RESERVATIONS_H

#include <ploy/squad.h>

/// NULL when out of memory.
ploy_reservations* pl_reservations_create(const ploy_allocator* allocator);
/// NULL is allowed.
void pl_reservations_destroy(ploy_reservations* reservations);

/// All claims of an agent. Returns how many there were.
uint32_t pl_reservations_release_agent(ploy_reservations* reservations, ploy_agent_id agent);
/// All claims whose time ended before now. Returns how many there were.
uint32_t pl_reservations_expire(ploy_reservations* reservations, int64_t now);

bool pl_reservations_has(const ploy_reservations* reservations, uint64_t resource, ploy_agent_id agent);
/// Claims in all.
uint32_t pl_reservations_total(const ploy_reservations* reservations);

void pl_reservations_save(const ploy_reservations* reservations, ploy_writer* writer);
/// PLOY_INVALID, PLOY_OUT_OF_MEMORY: nothing is reserved then.
ploy_status pl_reservations_load(ploy_reservations* reservations, ploy_reader* reader);

#endif
