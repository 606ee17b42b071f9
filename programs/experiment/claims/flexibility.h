// How much of a technique's file a feature needs: the lines that differ between the built-in file and the same file
// without the feature, found by the names that the feature added.
//
//   <state name="BlindFire"> … </state>          own: an element with one of the names, with all its lines
//   <state name="Idle"> <to state="BlindFire"/>  touched: Idle does not belong to the feature and mentions it

#ifndef EXPERIMENT_CLAIMS_FLEXIBILITY_H
#define EXPERIMENT_CLAIMS_FLEXIBILITY_H

#include <ploy/base.h>

typedef struct flexibility_count
{
    bool there; ///< the file exists
    uint32_t own, own_lines;
    uint32_t touched, touched_lines; ///< other named elements that mention it, and their lines that do
} flexibility_count;

/// `names` ends with NULL.
flexibility_count flexibility_count_text(const char* text, size_t bytes, const char* const* names);
/// In a data file of the arena.
flexibility_count flexibility_count_file(const char* file, const char* const* names);

/// A feature of the flexibility section.
typedef struct flexibility_feature
{
    const char* title;
    const char* theirs[2]; ///< the dissertation's count: GOAP, FSM
    const char* const* names;
} flexibility_feature;

extern const flexibility_feature flexibility_features[];
extern const uint32_t flexibility_feature_count;

#endif
