// What a feature took of a technique's file: counted from the data files that are built into the program, by the names
// that the feature brought.
//
//   <state name="BlindFire"> … </state>          own: an element of one of the names, with all its lines
//   <state name="Idle"> <to state="BlindFire"/>  touched: Idle, which is not the feature's, says one of the names on a
//   line

#ifndef EXPERIMENT_CLAIMS_FLEXIBILITY_H
#define EXPERIMENT_CLAIMS_FLEXIBILITY_H

#include <ploy/base.h>

typedef struct flex_count
{
    bool there; ///< the file is
    uint32_t own, own_lines;
    uint32_t touched, touched_lines; ///< other named elements that mention it; the lines that do
} flex_count;

/// names: ended by NULL.
flex_count flex_count_text(const char* text, size_t bytes, const char* const* names);
/// In a data file of the arena.
flex_count flex_count_file(const char* file, const char* const* names);

/// A feature of the flexibility section.
typedef struct flex_feature
{
    const char* title;
    const char* theirs[2]; ///< the dissertation's count: GOAP, FSM
    const char* const* names;
} flex_feature;

extern const flex_feature flex_features[];
extern const uint32_t flex_feature_count;

#endif
