// What every other header stands on: status codes, memory, errors, handlers, random numbers and tasks.

#ifndef PLOY_BASE_H
#define PLOY_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PLOY_VERSION_MAJOR 0
#define PLOY_VERSION_MINOR 1
#define PLOY_VERSION_PATCH 0
#define PLOY_VERSION "0.1.0"

#if defined(__GNUC__)
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

/// The version the library was built as, e.g. "0.1.0". Compare with PLOY_VERSION to catch a stale header.
PLOY_API const char* ploy_version(void);

/// Every way a call can end: enum name, name on the wire, explanation.
#define PLOY_STATUS_LIST(X)                                                                                            \
    X(OK, "ok", "done")                                                                                                \
    X(IN_PROGRESS, "in-progress", "not done yet, call update again")                                                   \
    X(FOUND, "found", "what was looked for was found")                                                                 \
    X(ALREADY, "already", "what was asked for holds already")                                                          \
    X(NOT_FOUND, "not-found", "everything was looked at and it is not there")                                          \
    X(OUT_OF_NODES, "out-of-nodes", "the node limit was reached before an answer")                                     \
    X(OUT_OF_DEPTH, "out-of-depth", "the depth limit cut off ways that might lead to an answer")                       \
    X(OUT_OF_MEMORY, "out-of-memory", "the allocator gave no memory")                                                  \
    X(CANCELLED, "cancelled", "stopped by the caller")                                                                 \
    X(PARTIAL, "partial", "only part of what was asked for")                                                           \
    X(INVALID, "invalid", "the data given is not valid")                                                               \
    X(FULL, "full", "the capacity given by the caller is used up")                                                     \
    X(NOT_SUPPORTED, "not-supported", "valid, but not available here")

typedef enum ploy_status
{
#define PLOY_STATUS_ENUM(NAME, wire, text) PLOY_##NAME,
    PLOY_STATUS_LIST(PLOY_STATUS_ENUM)
#undef PLOY_STATUS_ENUM
        PLOY_STATUS_COUNT
} ploy_status;

/// The name on the wire, e.g. "out-of-nodes"; "unknown" for a value that is not in the list.
PLOY_API const char* ploy_status_name(ploy_status status);

/// One line of English for people.
PLOY_API const char* ploy_status_text(ploy_status status);

/// One second. All times are microseconds in int64_t; files say seconds.
#define PLOY_SECOND 1000000

/// A value of a blackboard key, a fact's attribute, a symbol or a port: 64 bits, which its type gives a meaning.
typedef int64_t ploy_value;

typedef enum ploy_value_type
{
    PLOY_VALUE_BOOL,    ///< 0 or 1
    PLOY_VALUE_INT,     ///< the number itself
    PLOY_VALUE_DECIMAL, ///< fixed point (1/1000): 1.5 is 1500
    PLOY_VALUE_OBJECT,  ///< of a symbol: the index of an object of its type; elsewhere: a handle of the game's
} ploy_value_type;

/// Where all memory comes from. One function does the three jobs:
/// memory NULL: allocate new_bytes; new_bytes 0: free, return NULL; else resize, keeping the contents.
/// old_bytes is always the size last asked for (0 with NULL). Returns memory aligned to 16 bytes, or NULL when there
/// is none, in which case the old memory stays valid.
typedef struct ploy_allocator
{
    void* (*resize)(void* user, void* memory, size_t old_bytes, size_t new_bytes);
    void* user;
} ploy_allocator;

/// malloc and free.
PLOY_API ploy_allocator ploy_allocator_default(void);

/// What is wrong with a piece of data, and where. A caller that does not care passes NULL.
typedef struct ploy_error
{
    uint32_t line;     ///< from 1; 0: not known
    uint32_t column;   ///< from 1, in bytes; 0: not known
    char message[240]; ///< what is wrong; empty: nothing
    char hint[120];    ///< what would be right; may be empty
} ploy_error;

/// Called when the program breaks a rule of the interface. If it returns, the process is aborted.
typedef void ploy_assert_fn(const char* condition, const char* file, int line, void* user);

/// Takes a message for the developer, without line end.
typedef void ploy_log_fn(const char* message, void* user);

/// The two handlers are the library's only global state. Set them before any other thread uses the library.
/// NULL brings back the default, which writes to stderr.
PLOY_API void ploy_set_assert_handler(ploy_assert_fn* handler, void* user);
PLOY_API void ploy_set_log_handler(ploy_log_fn* handler, void* user);

/// One default of the library, for printing.
typedef struct ploy_default
{
    const char* name;
    int64_t value;
    const char* text;
} ploy_default;

/// All defaults, in the order of the source file that holds them.
PLOY_API const ploy_default* ploy_defaults(uint32_t* count);

/// A stream of random numbers that is a pure function of its three numbers: any draw can be made again, in any order,
/// on any thread. Give each user its own stream (an agent's id, say) and let counter run from 0.
typedef struct ploy_random
{
    uint64_t seed;
    uint64_t stream;
    uint64_t counter;
} ploy_random;

/// The draw at counter: 64 random bits. Philox 4x32 with ten rounds.
PLOY_API uint64_t ploy_random_at(uint64_t seed, uint64_t stream, uint64_t counter);

/// The next 64 bits. Every function below takes exactly one draw.
PLOY_API uint64_t ploy_random_next(ploy_random* random);

/// Uniform in 0 .. bound - 1. bound must not be 0.
PLOY_API uint32_t ploy_random_below(ploy_random* random, uint32_t bound);

/// Uniform in min .. max, both included. min <= max.
PLOY_API int32_t ploy_random_range(ploy_random* random, int32_t min, int32_t max);

/// Uniform in [0, 1), a multiple of 2^-24.
PLOY_API float ploy_random_unit(ploy_random* random);

/// A share of a task: the items begin .. end - 1. No two shares of one task that run at the same time have the same
/// worker, and worker < worker_count, so scratch indexed by worker needs no lock.
typedef void ploy_task_fn(uint32_t begin, uint32_t end, uint32_t worker, void* context);

/// How the library reaches the caller's threads. Zeroed: everything runs on the calling thread.
typedef struct ploy_tasks
{
    /// Starts a task, split into shares of at min min_range items (the last may be smaller). Returns what finish
    /// takes, or NULL when the task has been run already.
    void* (*enqueue)(ploy_task_fn* task, uint32_t item_count, uint32_t min_range, void* task_context, void* user);
    /// Returns when every share of the task has run.
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

/// def may be NULL. Returns NULL when memory or threads run out. Starting a task allocates nothing.
PLOY_API ploy_scheduler* ploy_scheduler_create(const ploy_scheduler_def* def);

/// All tasks must be finished. NULL is allowed.
PLOY_API void ploy_scheduler_destroy(ploy_scheduler* scheduler);

/// The hook to give to a world; valid until destroy. A task must not enqueue tasks on its own scheduler.
PLOY_API ploy_tasks ploy_scheduler_tasks(ploy_scheduler* scheduler);

#ifdef __cplusplus
}
#endif

#endif
