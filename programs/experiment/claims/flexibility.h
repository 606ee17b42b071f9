// What a feature cost each technique: the differences between its data files and the same files without the feature, as
// `diff -U0` prints them (experiments/features). The tests take every difference back and play with what is left.

#ifndef EXPERIMENT_CLAIMS_FLEXIBILITY_H
#define EXPERIMENT_CLAIMS_FLEXIBILITY_H

#include <ploy/base.h>

typedef struct flexibility_count
{
    uint32_t added;   ///< lines that are new
    uint32_t changed; ///< lines that were there and had to be changed
    uint32_t places;  ///< in so many places of the files
} flexibility_count;

flexibility_count flexibility_count_diff(const char* diff, size_t bytes);
/// The text without what the difference of its first file adds; ends with a zero; free it. NULL: the text is not what the
/// difference leads to.
char* flexibility_take_back(const char* text, const char* diff);

/// A feature of the flexibility section.
typedef struct flexibility_feature
{
    const char* name; ///< of its files: NAME.goap.diff, NAME.fsm.diff
    const char* title;
    const char* theirs[2]; ///< the dissertation's count: GOAP, FSM
} flexibility_feature;

extern const flexibility_feature flexibility_features[];
extern const uint32_t flexibility_feature_count;

/// Of the technique "goap" or "fsm".
flexibility_count flexibility_of(uint32_t feature, const char* technique);

enum
{
    FLEXIBILITY_NAME = 64
};

/// A built-in file without the feature, as flexibility_take_back gives it: the first (0), second ... of those that it made
/// differences to for the technique. The name is "" if there are no more.
char* flexibility_without(uint32_t feature, const char* technique, uint32_t index, char name[FLEXIBILITY_NAME]);

#endif
