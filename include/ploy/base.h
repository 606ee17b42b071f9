/// What every other header builds on: version, status codes, values, memory, errors, handlers, random numbers and
/// tasks.

#ifndef PLOY_BASE_H
#define PLOY_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PLOY_VERSION_MAJOR 0
#define PLOY_VERSION_MINOR 2
#define PLOY_VERSION_PATCH 0
#define PLOY_VERSION "0.2.0"

#if defined(_WIN32) && defined(PLOY_BUILD)
#define PLOY_API __declspec(dllexport)
#elif defined(_WIN32) && defined(PLOY_SHARED) // by those who use the DLLs; CMake's targets set it
#define PLOY_API __declspec(dllimport)
#elif defined(__GNUC__) && !defined(_WIN32)
#define PLOY_API __attribute__((visibility("default")))
#else
#define PLOY_API
#endif

/// The index of nothing: no such symbol, action, goal, node.
#define PLOY_NONE UINT32_MAX

/// One second. All times are microseconds in int64_t.
#define PLOY_SECOND 1000000

/// In a def every 0, NULL or false means the default, so `(ploy_world_def){0}` and a NULL def are both all defaults. A
/// number whose default is not 0 is switched off with this.
#define PLOY_OFF (-1)

/// The version the library was built as, e.g. "0.2.0". Compare it with PLOY_VERSION to detect a stale header.
PLOY_API const char* ploy_version(void);

/// Every status: enum name, identifier, explanation.
#define PLOY_STATUS_LIST(X)                                                                                            \
    X(OK, "ok", "done")                                                                                                \
    X(IN_PROGRESS, "in-progress", "not finished, call update again")                                                   \
    X(FOUND, "found", "found")                                                                                         \
    X(ALREADY, "already", "nothing to do: it is so already")                                                           \
    X(NOT_FOUND, "not-found", "does not exist: everything was searched")                                               \
    X(OUT_OF_NODES, "out-of-nodes", "the node limit was reached before an answer")                                     \
    X(OUT_OF_DEPTH, "out-of-depth", "the depth limit cut off alternatives that might lead to an answer")               \
    X(OUT_OF_MEMORY, "out-of-memory", "the allocator had no memory left")                                              \
    X(CANCELLED, "cancelled", "stopped by the caller")                                                                 \
    X(PARTIAL, "partial", "only a part of the result is available")                                                    \
    X(INVALID, "invalid", "the data is not valid")                                                                     \
    X(FULL, "full", "the capacity is used up")                                                                         \
    X(NOT_SUPPORTED, "not-supported", "valid, but not available here")

typedef enum ploy_status
{
#define PLOY_STATUS_ENUM(NAME, identifier, text) PLOY_##NAME,
    PLOY_STATUS_LIST(PLOY_STATUS_ENUM)
#undef PLOY_STATUS_ENUM
        PLOY_STATUS_COUNT
} ploy_status;

/// The identifier, e.g. "out-of-nodes"; "unknown" for a number that is no status.
PLOY_API const char* ploy_status_name(ploy_status status);

/// The explanation: one line of English.
PLOY_API const char* ploy_status_text(ploy_status status);

/// The value of a blackboard key, an attribute of a fact, a symbol or a port: 64 bits whose type gives them a meaning.
/// A string or a struct is a pointer, made by ploy_value_of: the value does not own what it points to.
typedef int64_t ploy_value;

typedef enum ploy_value_type
{
    PLOY_VALUE_BOOL,    ///< 0 or 1
    PLOY_VALUE_INT,     ///< the number itself
    PLOY_VALUE_DECIMAL, ///< fixed point (1/1000): 1.5 is 1500
    PLOY_VALUE_OBJECT,  ///< of a symbol: the index of an object of its type; elsewhere: a handle of the game
    PLOY_VALUE_FLOAT,   ///< decimal floating point, made by ploy_value_of_float; of blackboard keys and ports only
    PLOY_VALUE_STRING,  ///< text in UTF-8 that ends with a zero byte; of blackboard keys and ports only
    PLOY_VALUE_STRUCT,  ///< a struct that only the game knows (<ploy/blackboard.h>); of blackboard keys and ports only
} ploy_value_type;

/// A string or a struct as a value, for example ploy_blackboard_set(blackboard, key, ploy_value_of("north")).
static inline ploy_value ploy_value_of(const void* string_or_struct)
{
    return (ploy_value)(intptr_t)string_or_struct;
}

static inline const char* ploy_value_string(ploy_value value)
{
    return (const char*)(intptr_t)value;
}

static inline const void* ploy_value_struct(ploy_value value)
{
    return (const void*)(intptr_t)value;
}

/// A number as a value of type float, rounded to 15 digits: 0.1 is 0.1. A float holds 16 digits and an exponent of ten
/// from -127 to 127, and every machine computes the same with it. Larger numbers become the largest one, smaller ones
/// and NaN 0.
PLOY_API ploy_value ploy_value_of_float(double number);
/// The nearest double; exact to and from numbers of 15 digits with an exponent of -22 to 22.
PLOY_API double ploy_value_float(ploy_value value);

/// A point in the plane, in the caller's own unit. Both coordinates in -PLOY_MAX_COORDINATE .. PLOY_MAX_COORDINATE.
typedef struct ploy_point
{
    int32_t x, y;
} ploy_point;

#define PLOY_MAX_COORDINATE 1073741823

/// Where all memory comes from. One function does three jobs. memory is NULL: it allocates new_bytes. new_bytes is 0:
/// it frees memory and returns NULL. Otherwise it resizes memory and keeps the contents. old_bytes is the size last
/// requested (0 with NULL). The result is aligned to 8 bytes; NULL: out of memory, and the old memory stays valid.
typedef struct ploy_allocator
{
    void* (*resize)(void* user, void* memory, size_t old_bytes, size_t new_bytes);
    void* user;
} ploy_allocator;

/// An allocator on malloc and free, the default everywhere. When malloc fails, the log gets a message that begins with
/// PLOY_LOG_OUT_OF_MEMORY, on the thread that asked: calls without a status, such as ploy_world_tick, do what they still
/// can, so decisions may be missing from then on.
PLOY_API ploy_allocator ploy_allocator_default(void);

#define PLOY_LOG_OUT_OF_MEMORY "out of memory"

/// What a file uses and the game has not bound or added.
typedef enum ploy_missing
{
    PLOY_MISSING_NOTHING, ///< the error is about something else
    PLOY_MISSING_ACTIVITY,
    PLOY_MISSING_CONDITION,
    PLOY_MISSING_SCORER,
    PLOY_MISSING_NODE,
    PLOY_MISSING_SENSOR,
    PLOY_MISSING_CALL, ///< of a domain: a condition (context=) or a scorer (call:)
    PLOY_MISSING_NAME, ///< in an expression: a blackboard key, a condition or a scorer
    PLOY_MISSING_PORT, ///< of ploy_error.owner; "": of whatever the place in the file names
    PLOY_MISSING_KEY,
    PLOY_MISSING_STRUCT, ///< a type of keys
    PLOY_MISSING_FACT_TYPE,
    PLOY_MISSING_ATTRIBUTE, ///< of the fact type ploy_error.owner
} ploy_missing;

/// What is wrong with a piece of data, and where. Functions that take one accept NULL.
typedef struct ploy_error
{
    uint32_t line;        ///< from 1; 0: not known
    uint32_t column;      ///< from 1, in bytes; 0: not known
    char message[240];    ///< what is wrong; empty: no error
    char hint[120];       ///< what would be right; may be empty
    ploy_missing missing; ///< for tools: what the game would have to bind or add
    char name[120];       ///< of what is missing
    char owner[120];      ///< of a port or an attribute
} ploy_error;

/// Gets an error of a piece of data that may have more of them.
typedef void ploy_error_fn(void* user, const ploy_error* error);

/// Called on API misuse, with a message such as "API misuse in ploy_blackboard_set: key < count": the function and the
/// condition that its arguments do not meet. When it returns, the process is aborted. NULL in place of a pointer that a
/// function needs is milder: the log gets "ploy_world_tick: world is NULL", and the call does nothing and returns
/// PLOY_INVALID, NULL, PLOY_NONE, 0 or false.
typedef void ploy_assert_fn(const char* message, const char* file, int line, void* user);

/// Gets a message for the developer, without a line end.
typedef void ploy_log_fn(const char* message, void* user);

/// The two handlers are the only global state of the library. Set them before other threads use the library. NULL
/// restores the default, which prints to stderr.
PLOY_API void ploy_set_assert_handler(ploy_assert_fn* handler, void* user);
PLOY_API void ploy_set_log_handler(ploy_log_fn* handler, void* user);

/// A stream of random numbers that is a pure function of its three numbers: any draw can be repeated, in any order, on
/// any thread. Give each user a stream of its own (the id of an agent, for example) and let the counter start at 0.
typedef struct ploy_random
{
    uint64_t seed;
    uint64_t stream;
    uint64_t counter;
} ploy_random;

/// The 64 random bits at a counter, from Philox 4x32 with ten rounds.
PLOY_API uint64_t ploy_random_at(uint64_t seed, uint64_t stream, uint64_t counter);

/// The next 64 random bits. Each of the functions below draws once.
PLOY_API uint64_t ploy_random_next(ploy_random* random);

/// Uniform in 0 .. bound - 1. bound must not be 0.
PLOY_API uint32_t ploy_random_below(ploy_random* random, uint32_t bound);

/// Uniform in min .. max, both included. min must not be above max.
PLOY_API int32_t ploy_random_range(ploy_random* random, int32_t min, int32_t max);

/// A share of a task: the items begin .. end - 1. Shares of one task that run at the same time have different workers,
/// and worker < worker_count, so scratch memory indexed by worker needs no lock.
typedef void ploy_task_fn(uint32_t begin, uint32_t end, uint32_t worker, void* context);

/// How the library uses the threads of the game. Zeroed: everything runs on the calling thread.
typedef struct ploy_tasks
{
    /// Starts a task, split into shares of at least min_range items (the last may be smaller). Returns a handle for
    /// finish, or NULL when the whole task has run already.
    void* (*enqueue)(ploy_task_fn* task, uint32_t item_count, uint32_t min_range, void* task_context, void* user);
    /// Waits until every share of the task has run.
    void (*finish)(void* task, void* user);
    void* user;
    uint32_t worker_count;
} ploy_tasks;

/// A small thread pool for programs that have none.
typedef struct ploy_scheduler ploy_scheduler;

typedef struct ploy_scheduler_def
{
    ploy_allocator allocator; ///< default malloc and free
    uint32_t workers;         ///< 1 .. 64, default 4. The thread that waits for a task counts: one fewer is started
} ploy_scheduler_def;

/// def may be NULL. Returns NULL when memory or threads run out. Starting a task allocates nothing. A library built
/// without threads (PLOY_THREADS=0) has one worker: the caller.
PLOY_API ploy_scheduler* ploy_scheduler_create(const ploy_scheduler_def* def);

/// All its tasks must be finished. NULL is allowed.
PLOY_API void ploy_scheduler_destroy(ploy_scheduler* scheduler);

/// The tasks to give to a world, valid until the scheduler is destroyed. A task must not start tasks on its own
/// scheduler.
PLOY_API ploy_tasks ploy_scheduler_tasks(ploy_scheduler* scheduler);

#ifdef __cplusplus
}
#endif

#endif
