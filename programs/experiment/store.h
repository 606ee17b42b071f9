// Results in SQLite, one transaction per match: the file holds only whole matches, and the others are played again.
//
//   about   key, value: which experiment this is; another one is refused
//   match   id: the match's number in the plan; controllers, steps, hash
//   side    one row per side of a match; the same whenever and wherever it is played
//   agent   the same per agent
//   used    how often each goal, action, state, … started
//   segment CPU time of the two games of a technical run, segment by segment
//   cost    what depends on the computer and its load

#ifndef EXPERIMENT_STORE_H
#define EXPERIMENT_STORE_H

#include "programs/experiment/result.h"

typedef struct store store;

/// Opens or creates the file, locked for this process. NULL: message says why.
store* store_open(const char* path, const study* s, char* message, size_t size);
void store_close(store* st);

/// Adds a result. Not thread-safe. False: message says why.
bool store_add(store* st, const study* s, uint32_t match, const study_result* result, char* message, size_t size);
/// Reads everything into results, one per match of the study, zeroed by the caller.
bool store_read(store* st, const study* s, study_result* results, char* message, size_t size);

#endif
