// Every match that was played for a tuning, so that the same command goes on where it stopped.

#ifndef TUNE_TUNE_STORE_H
#define TUNE_TUNE_STORE_H

#include "programs/tune/contest.h"

typedef struct tune_store tune_store;

/// Opens or creates the file. `about` says everything that decides what is played; a file of another tuning is refused.
/// NULL: text says why.
tune_store* tune_store_open(const char* path, const char* about, char* text, size_t size);
void tune_store_close(tune_store* st);

/// The candidate is its values, as text. False: it has not been played.
bool tune_store_get(tune_store* st, const char* candidate, const contest_plan* plan, const contest_match* match,
                    contest_result* result);
/// Between begin and commit. False: text says why.
bool tune_store_add(tune_store* st, const char* candidate, const contest_plan* plan, const contest_match* match,
                    contest_result result, char* text, size_t size);
bool tune_store_begin(tune_store* st, char* text, size_t size);
bool tune_store_commit(tune_store* st, char* text, size_t size);

#endif
