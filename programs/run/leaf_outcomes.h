// What the leaves of a tree return when no game is there: what the command line says, then what a script says, then
// chance.
//
// Outcomes are letters, one per tick of the leaf: s (success), f (failure), r (running); the last one repeats.

#ifndef RUN_LEAF_OUTCOMES_H
#define RUN_LEAF_OUTCOMES_H

#include <ploy/mind.h>

#include "programs/cli/options.h"

typedef struct leaf_rule
{
    uint32_t tick;        // from which on it holds, from 1
    const char* leaf;     // the name or the ID of a leaf; "{key}": sets a key
    const char* outcomes; // or the value of the key
    uint32_t line;        // in the script; 0: from the command line
    bool is_used;
} leaf_rule;

typedef struct leaf_outcomes
{
    leaf_rule* rules;
    uint32_t count;
    char* script;        // the text that rules point into
    uint32_t chances[3]; // of success, failure and running; all 0: leaves succeed
    uint64_t seed;
} leaf_outcomes;

/// "NAME=OUTCOMES" from the command line. ANSWER_DONE or, with a message, ANSWER_BAD.
int leaf_outcomes_add(leaf_outcomes* o, const char* who, const char* text);
/// A script: lines of TICK NAME OUTCOMES or TICK {KEY} VALUE; # begins a comment.
int leaf_outcomes_read(leaf_outcomes* o, const char* who, const char* path);
/// "60,20,20": the chances of success, failure and running.
int leaf_outcomes_set_chance(leaf_outcomes* o, const char* who, const char* text);
void leaf_outcomes_free(leaf_outcomes* o);

/// One tick of a leaf. calls: how often it has ticked before; since: how often before the rule that holds now began to,
/// kept by the caller per leaf and zeroed at first.
typedef struct leaf_state
{
    uint32_t calls;
    uint32_t rule1; // the rule that held last, plus one
    uint32_t rule_calls;
} leaf_state;

ploy_outcome leaf_outcomes_next(leaf_outcomes* o, leaf_state* state, uint32_t tick, const char* name, const char* id,
                                uint32_t node);

#endif
