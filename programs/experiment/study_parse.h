// The plan from the cells: inside of study_parse.

#ifndef EXPERIMENT_STUDY_PARSE_H
#define EXPERIMENT_STUDY_PARSE_H

#include "programs/experiment/study.h"

enum
{
    STUDY_MAX_MATCHES = 1000000
};

/// False: out of memory.
bool study_add_cell(study* s, const study_cell* cell);
/// After all cells: the matches, and the digest.
bool study_finish(study* s);

/// The index of a word in a list with one space between, or PLOY_NONE.
uint32_t study_find_word(const char* list, const char* word, size_t length);

#endif
