// Results in SQLite: one transaction a match, so that whatever is in the file is whole, and what is not is played
// again.
//
//   about   key, value: which experiment this is; another one is refused
//   match   id: the match's number in the plan; what was played, steps, hash
//   side    one row for each side of a match; the same whenever and wherever it is played
//   agent   likewise for each agent
//   used    how often each goal, action, state, … was begun
//   cost    what depends on the machine and the moment

#ifndef EXPERIMENT_STORE_H
#define EXPERIMENT_STORE_H

#include "programs/experiment/result.h"

typedef struct store store;

/// Opens or makes the file, for this process alone. NULL: message says why.
store* store_open(const char* path, const study* s, char* message, size_t size);
void store_close(store* st);

/// Puts a result in. Thread-safe only by the caller's care. False: message says why.
bool store_add(store* st, const study* s, uint32_t match, const study_result* result, char* message, size_t size);
/// Reads all that is there into results, one for each match of the study, zeroed by the caller.
bool store_read(store* st, const study* s, study_result* results, char* message, size_t size);

#endif
