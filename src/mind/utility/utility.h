// A utility as it is read when agents score: the considerations of all options in one list of parts, composites before
// their parts, each with the index where its last part ends. What the leaves read is in a list beside it.
//
//   option 0                     option 1
//   [product sum leaf leaf leaf] [product leaf leaf]        parts
//      |       |__2___|    |
//      |_______2___________|
//
// For each key there is one bit per option that reads it, so that a kept score is dropped if and only if something that
// it reads has changed. Workload: tens of options with a handful of considerations each, thousands of agents, few keys
// changed per tick.

#ifndef PL_MIND_UTILITY_UTILITY_H
#define PL_MIND_UTILITY_UTILITY_H

#include <ploy/utility.h>

#include "base/containers/arena.h"
#include "base/containers/array.h"
#include "base/containers/names.h"
#include "base/error.h"
#include "mind/common/activity.h"
#include "mind/common/guard.h"
#include "mind/common/held.h"
#include "mind/common/ports.h"

// Response curves. x is one of 1,001 values, so every kind of curve becomes a table, and a lookup costs the same for
// all.

enum
{
    PL_CURVE_SIZE = 1001,
};

void pl_curve_fill(const ploy_curve* curve, uint16_t table[PL_CURVE_SIZE]);

/// True if both give the same y for every x.
bool pl_curves_are_equal(const ploy_curve* a, const ploy_curve* b);

/// PLOY_NOT_FOUND when no curve has that name. Exported: libploy-io calls it.
ploy_status pl_curve_find(const char* name, ploy_curve_kind* kind);
/// "linear"; "unknown" for a number that is not in the list.
const char* pl_curve_name(ploy_curve_kind kind);

typedef struct pl_utility_leaf
{
    int64_t min;      ///< of a constant: its value
    uint64_t span;    ///< max - min
    uint64_t inverse; ///< of the span: pl_leaf_inverse
    const uint16_t* table;
    int32_t weight;
    uint32_t slot;                ///< key: its index among the keys that are read
    uint32_t index;               ///< key or scorer
    uint8_t kind;                 ///< ploy_input_kind
    const ploy_port* ports;       ///< scorer
    const ploy_fact_query* query; ///< facts
    pl_guard* guard;              ///< expression
} pl_utility_leaf;

typedef struct pl_utility_part
{
    const char* name;
    uint32_t parts; ///< 0: a leaf
    uint32_t leaf;  ///< the first of its leaves
    uint32_t end;   ///< the part after the last of its own
    int32_t weight;
    int64_t weights;      ///< sum of the weights of its parts, at least 1
    int64_t compensation; ///< 2^32 (1 - 1 / parts)
    uint8_t combine;      ///< ploy_combine
    bool is_flat;         ///< all its parts are leaves that read keys
} pl_utility_part;

/// The description of a leaf.
typedef struct pl_utility_leaf_source
{
    ploy_curve curve;
    const char* reads; ///< the name or text of the input; "" for a constant
    int64_t max;
} pl_utility_leaf_source;

typedef struct pl_utility_option
{
    const char* name;
    const char* condition; ///< the text of when, or ""
    pl_guard* when;        ///< NULL: always true
    int32_t weight;
    uint32_t part; ///< the root of its considerations; PLOY_NONE: it has none
    uint32_t activity;
    const ploy_activity_def* def; ///< of the activity
    const ploy_port* ports;
    int64_t duration;
    int64_t limit;
} pl_utility_option;

struct ploy_utility
{
    ploy_mind mind;
    ploy_allocator allocator;
    pl_arena arena; ///< texts, ports, queries, tables
    pl_held held;
    const ploy_bindings* bindings;
    const ploy_blackboard_keys* blackboard_keys;
    const char* name;
    PL_ARRAY(pl_utility_option) options;
    PL_ARRAY(pl_utility_part) parts;
    PL_ARRAY(pl_utility_leaf) leaves;
    PL_ARRAY(pl_utility_leaf_source) sources; ///< one per leaf
    PL_ARRAY(uint32_t) keys;                  ///< those that any option reads
    PL_ARRAY(uint64_t) readers;               ///< one per such key: one bit per option
    uint64_t fact_readers;
    uint64_t pollers; ///< volatile options, which are scored in every tick
    ploy_choice choice;
    uint32_t commitment;
    uint32_t repeat_penalty;
    int64_t momentum;
    uint32_t run_bytes; ///< data bytes of an activity, the most of all options
};

/// Where considerations read from.
typedef struct pl_utility_reading
{
    ploy_agent* agent;
    const ploy_domain* domain; ///< NULL: everything is read from the agent
    const uint64_t* state;
    const int64_t* values; ///< one per key that is read, fixed point (1/1000), so that each is read once; or NULL
} pl_utility_reading;

/// Fills in the values of the keys that these options read (one bit per option).
void pl_utility_read_keys(const ploy_utility* utility, const ploy_agent* agent, uint64_t options, int64_t* values);
/// 0 .. 1,000.
int32_t pl_utility_value(const ploy_utility* utility, const pl_utility_reading* reading, uint32_t part);
/// Fixed point (1/1000); -1: its condition does not hold.
int32_t pl_utility_score(const ploy_utility* utility, const pl_utility_reading* reading, uint32_t option);
/// Scores several options, one bit each.
void pl_utility_score_some(const ploy_utility* utility, const pl_utility_reading* reading, uint64_t options,
                           int32_t* scores);
/// The score of an option, or (PLOY_NONE) the highest of all; 0 when no condition holds.
int64_t pl_utility_best(const ploy_utility* utility, ploy_agent* agent, uint32_t option);
/// True if that score can change while the blackboard does not.
bool pl_utility_calls_scorer(const ploy_utility* utility, uint32_t option);
/// 1000 * 2^PL_LEAF_SHIFT / span, rounded up; 0: span is too large for that. With a span of at most 2^26,
/// what rounding up adds to a product is too small to reach the next integer.
uint64_t pl_leaf_inverse(uint64_t span);
#define PL_LEAF_SHIFT 53
/// PLOY_NOT_FOUND when no combination has that name. Exported: libploy-io calls it.
ploy_status pl_combine_find(const char* name, ploy_combine* combine);
/// "product".
const char* pl_combine_name(uint8_t combine);
/// Maps a number between the leaf's min and max to 0 .. 1,000.
uint32_t pl_leaf_normalize(const pl_utility_leaf* leaf, int64_t value);

/// Chooses among the options with a score above 0: the best, or at random with one draw of the agent. PLOY_NONE: none.
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

/// The data of an agent: the running activity, and the scores as last computed. Followed by the stamps of all keys (8
/// bytes each), the scores (4 bytes each), and the data of the running activity.
typedef struct pl_utility_data
{
    pl_activity activity;
    uint64_t blackboard_stamp;
    uint64_t facts_version;
    const ploy_blackboard* blackboard; ///< that the stamps belong to
    const ploy_memory* facts;
    uint32_t running; ///< option + 1; 0: none
    uint32_t wanted;  ///< option + 1
    uint32_t last;    ///< option + 1 that ended last: the repeat penalty applies to it
    int32_t chosen;   ///< the highest score when the running option was chosen
    int32_t offered; ///< the highest score when the wanted option was chosen; not saved, since the choice is made again
    uint8_t is_leaving; ///< the running option is being halted for another
    uint8_t is_warm;    ///< stamps and scores are valid
    uint8_t is_settled; ///< the choice cannot change until keys or facts do
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

/// What the running option counts as, commitment and momentum included.
int64_t pl_utility_held(const ploy_utility* utility, const ploy_agent* agent);

/// What a leaf reads, before range and curve: fixed point (1/1000).
int64_t pl_leaf_read(const ploy_utility* utility, const pl_utility_reading* reading, const pl_utility_leaf* leaf);

size_t pl_utility_describe(const ploy_mind* mind, char* text, size_t size);
size_t pl_utility_why(const ploy_utility* utility, const ploy_agent* agent, char* text, size_t size);

extern const ploy_mind_class pl_utility_class;

uint32_t pl_utility_option_count(const ploy_utility* utility);

const char* pl_utility_option_name(const ploy_utility* utility, uint32_t option);

// Creation: names become indices, curves become tables, and the lists of considerations are checked to be trees.

typedef struct pl_utility_builder
{
    const ploy_utility_def* def;
    ploy_utility* utility;
    ploy_error* error;         ///< that of the reports
    const ploy_option* option; ///< being built
    uint32_t index;            ///< of that option
    uint32_t line, column;     ///< of what is being built
    pl_reports* reports;
} pl_utility_builder;

/// Sets the error to "option 'Flee': …"; returns PLOY_INVALID.
ploy_status pl_utility_fail(pl_utility_builder* b, const char* format, ...) PL_PRINTF(2, 3);

/// Gives the error of a parsed text the same form; returns the status.
ploy_status pl_utility_fail_text(pl_utility_builder* b, const char* noun, ploy_status status);

/// The error for an unknown name, with the most similar known one as a hint.
ploy_status pl_utility_fail_name(pl_utility_builder* b, ploy_missing missing, const char* noun, const char* name,
                                 const pl_names* known);

/// A copy that lives as long as the utility; NULL when out of memory.
const char* pl_utility_keep(pl_utility_builder* b, const char* text);

/// Notes that the option reads this key; slot (may be NULL) gets its index among all keys that are read. PLOY_OK or
/// PLOY_OUT_OF_MEMORY.
ploy_status pl_utility_reads(pl_utility_builder* b, uint32_t key, uint32_t* slot);
/// The same for all keys that a guard reads.
ploy_status pl_utility_reads_guard(pl_utility_builder* b, const pl_guard* guard);

/// One port per name, connected as the bindings say.
ploy_status pl_utility_bind(pl_utility_builder* b, const pl_port_list* list, const ploy_port_binding* bindings,
                            uint32_t binding_count, const ploy_port** ports);

/// Builds the option's considerations.
ploy_status pl_utility_build_parts(pl_utility_builder* b, pl_utility_option* option);

/// Appends one leaf.
ploy_status pl_utility_build_leaf(pl_utility_builder* b, const ploy_consideration* from);

/// The effective weight of an option or consideration: 0 stands for 1,000, PLOY_OFF for 0.
int64_t pl_utility_weight(int64_t given);

#endif
