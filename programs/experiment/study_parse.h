// Creates the plan from its cells, for study_parse.c.

#ifndef EXPERIMENT_STUDY_PARSE_H
#define EXPERIMENT_STUDY_PARSE_H

#include "programs/experiment/study.h"

enum
{
    STUDY_MAX_MATCHES = 1000000
};

/// False: out of memory.
bool study_add_cell(study* s, const study_cell* cell);
/// Call it after all cells: creates the matches and the digest.
bool study_finish(study* s);

/// The index of a word in a list separated by spaces, or PLOY_NONE.
uint32_t study_find_word(const char* list, const char* word, size_t length);

#endif
