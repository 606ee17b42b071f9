// A utility as it is read when agents score: the considerations of all options in one list, composites before their
// parts, each with where its last part ends; what leaves read lies beside it.
//
//   option 0            option 1
//   [product sum leaf leaf leaf] [product leaf leaf]        parts
//      |       |__2___|    |
//      |_______2___________|
//
// Beside the scores stands what they depend on, for each key a bit an option, so that a kept score is dropped when and
// only when something that it reads has changed. Workload: tens of options of a handful of considerations, thousands of
// agents, few keys changed a tick.

#ifndef PL_MIND_UTILITY_UTILITY_H
#define PL_MIND_UTILITY_UTILITY_H

#include <ploy/utility.h>

#include "base/containers/arena.h"
#include "base/containers/array.h"
#include "mind/utility/curve.h"
#include "mind/common/activity.h"
#include "mind/common/guard.h"

typedef struct pl_leaf
{
    int64_t min;      ///< constant: the value itself
    uint64_t span;    ///< max - min
    uint64_t inverse; ///< of the span: pl_leaf_inverse
    const uint16_t* table;
    int32_t weight;
    uint32_t slot;                ///< key: its place among the keys that are read
    uint32_t index;               ///< key or measure
    uint8_t kind;                 ///< ploy_input_kind
    const ploy_port* ports;       ///< measure
    const ploy_fact_query* query; ///< facts
    pl_guard* guard;              ///< expression
} pl_leaf;

typedef struct pl_part
{
    const char* name;
    uint32_t parts; ///< 0: a leaf
    uint32_t leaf;  ///< the first of its leaves
    uint32_t end;   ///< the part after the last of its own
    int32_t weight;
    int64_t weights; ///< of its parts, at least 1
    int64_t make_up; ///< 2^32 (1 - 1 / parts)
    uint8_t combine; ///< ploy_combine
    bool is_flat;    ///< its parts are leaves, and all of them keys
} pl_part;

/// What a leaf was made from, for those who ask.
typedef struct pl_leaf_source
{
    ploy_curve curve;
    const char* reads; ///< the input's name or text; "" of a constant
    int64_t max;
} pl_leaf_source;

typedef struct pl_option
{
    const char* name;
    const char* condition; ///< the text of when, or ""
    pl_guard* when;        ///< NULL: always
    int32_t weight;
    uint32_t part; ///< its root; PLOY_NONE: it has no considerations
    uint32_t activity;
    const ploy_activity_def* def; ///< of the activity
    const ploy_port* ports;
    int64_t duration;
    int64_t limit;
} pl_option;

struct ploy_utility
{
    ploy_mind mind;
    ploy_allocator allocator;
    pl_arena arena; ///< texts, ports, queries, tables
    const ploy_bindings* bindings;
    const ploy_blackboard_keys* blackboard_keys;
    const char* name;
    PL_ARRAY(pl_option) options;
    PL_ARRAY(pl_part) parts;
    PL_ARRAY(pl_leaf) leaves;
    PL_ARRAY(pl_leaf_source) sources; ///< of each leaf
    PL_ARRAY(uint32_t) keys;          ///< that any option reads
    PL_ARRAY(uint64_t) readers;       ///< of each of those keys: a bit an option
    uint64_t fact_readers;
    uint64_t pollers; ///< options that must be scored each time
    ploy_choice choice;
    uint32_t commitment;
    uint32_t repeat_penalty;
    int64_t momentum;
    uint32_t run_bytes; ///< of the activity that keeps most
};

/// Where considerations read from.
typedef struct pl_reading
{
    ploy_agent* agent;
    const ploy_domain* domain; ///< NULL: all from the agent
    const uint64_t* state;
    const int64_t* values; ///< NULL, or one for each key that is read, in thousandths, so that each is read once
} pl_reading;

/// Fills values of keys that these options read (a bit an option).
void pl_utility_read_keys(const ploy_utility* utility, const ploy_agent* agent, uint64_t options, int64_t* values);
/// 0 .. 1,000.
int32_t pl_utility_value(const ploy_utility* utility, const pl_reading* reading, uint32_t part);
/// Thousandths; -1: its condition does not hold.
int32_t pl_utility_score(const ploy_utility* utility, const pl_reading* reading, uint32_t option);
/// Of several, a bit each.
void pl_utility_score_some(const ploy_utility* utility, const pl_reading* reading, uint64_t options, int32_t* scores);
/// Of an option, or (PLOY_NONE) the greatest of all; 0: no condition holds.
int64_t pl_utility_best(const ploy_utility* utility, ploy_agent* agent, uint32_t option);
/// May that change though the board does not?
bool pl_utility_calls_scorer(const ploy_utility* utility, uint32_t option);
/// 1000 * 2^PL_LEAF_SHIFT / span, rounded up; 0: span is too large for that. With a span of 2^26 at most, what rounding
/// up adds to a product is too little to reach the next whole number.
uint64_t pl_leaf_inverse(uint64_t span);
#define PL_LEAF_SHIFT 53
/// PLOY_NOT_FOUND when no combination has that name. Exported: libploy-io calls it.
PLOY_API ploy_status pl_combine_find(const char* name, ploy_combine* combine);
/// "product".
const char* pl_combine_name(uint8_t combine);
/// Where a number lies between a leaf's min and max: 0 .. 1,000.
uint32_t pl_leaf_normalize(const pl_leaf* leaf, int64_t value);

/// Of those that score above 0: best, or random with one draw of the agent's. PLOY_NONE: there is none.
uint32_t pl_utility_pick(const ploy_utility* utility, const int32_t* scores, ploy_agent* agent);

/// The user data of pl_utility_score_step.
typedef struct pl_utility_scorer
{
    const ploy_utility* utility;
    ploy_agent* agent;
} pl_utility_scorer;

/// A ploy_score_fn for PLOY_SEARCH_UTILITY; user is a pl_utility_scorer. The score of a step is that of the option with
/// the name of its action, or 0. A key with the name of a symbol without indices is read from the search's state,
/// everything else from the agent.
int64_t pl_utility_score_step(void* user, const ploy_domain* domain, const ploy_step* step, const uint64_t* state);

/// The activity of an option; memory NULL: not to be run.
pl_activity_plan pl_utility_activity(const ploy_utility* utility, uint32_t option, void* memory);

/// What an agent remembers: the deed under way, and the scores as they were last computed. Followed by the stamps of
/// all keys, 8 bytes each, the scores, 4 bytes each, and the memory of the activity that runs.
typedef struct pl_utility_data
{
    pl_activity activity;
    uint64_t board_stamp;
    uint64_t facts_version;
    const ploy_blackboard* blackboard; ///< that the stamps are of
    const ploy_memory* facts;
    uint32_t running;   ///< option + 1; 0: none
    uint32_t wanted;    ///< option + 1
    uint32_t last;      ///< option + 1 that ended last and counts less at the next choice
    int32_t chosen;     ///< the greatest score when the running one was chosen
    int32_t offered;    ///< the greatest score when the wanted one was; not saved, since it is chosen again
    uint8_t is_leaving; ///< the running one is being halted to make way
    uint8_t is_warm;    ///< stamps and scores are good
    uint8_t is_settled; ///< as long as keys and facts stay, the choice does
} pl_utility_data;

static inline pl_utility_data* pl_utility_data_of(const ploy_agent* agent)
{
    return agent->mind_data;
}

static inline uint64_t* pl_utility_stamps(pl_utility_data* memory)
{
    return (uint64_t*)(memory + 1);
}

static inline int32_t* pl_utility_scores(const ploy_utility* utility, pl_utility_data* memory)
{
    return (int32_t*)(pl_utility_stamps(memory) + utility->keys.count);
}

static inline void* pl_utility_run(const ploy_utility* utility, pl_utility_data* memory)
{
    return pl_utility_scores(utility, memory) + (utility->options.count + 1) / 2 * 2;
}

/// What the running option counts as, inertia and momentum included.
int64_t pl_utility_held(const ploy_utility* utility, const ploy_agent* agent);

/// What a leaf reads, before range and curve: thousandths.
int64_t pl_leaf_read(const ploy_utility* utility, const pl_reading* reading, const pl_leaf* leaf);

size_t pl_utility_describe(const ploy_mind* mind, char* text, size_t size);
size_t pl_utility_why(const ploy_utility* utility, const ploy_agent* agent, char* text, size_t size);

extern const ploy_mind_class pl_utility_class;

uint32_t pl_utility_count(const ploy_utility* utility);

const char* pl_utility_name(const ploy_utility* utility, uint32_t option);

#endif
