/// Recordings: the trace of a run as a file that can be cut anywhere and still be read up to its last whole block, with
/// key frames from which the run goes on bit for bit. docs/recording.md describes the bytes.
///
/// A recorder turns events into blocks and hands them to the caller, who writes them wherever he likes; a recording
/// reads blocks from memory of the caller's, a file mapped or read. Neither opens files.

#ifndef PLOY_RECORDING_H
#define PLOY_RECORDING_H

#include <ploy/world.h>
#include <ploy/base.h>
#include <ploy/plan.h>
#include <ploy/trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of the format that is written and read.
#define PLOY_RECORDING_VERSION 2

// Writing.

typedef struct ploy_recorder ploy_recorder;

/// Takes the next bytes of the file. false: it could not; the recorder stays silent from then on.
typedef bool ploy_recorder_fn(void* user, const void* bytes, size_t count);

typedef struct ploy_recorder_def
{
    ploy_allocator allocator;
    ploy_recorder_fn* write;
    void* user;
    ploy_trace_level level; ///< of its sink, default basic
    uint32_t block_bytes;   ///< a block of events is written when it is so full, 64 .. 2^24, default 65,536
    uint32_t block_ticks;   ///< or when it spans so many ticks, default 300
    bool pack;              ///< blocks of events too, not key frames alone: smaller, for more work; default false
} ploy_recorder_def;

/// Writes the head of the file. NULL when out of memory or when nothing can be written.
PLOY_API ploy_recorder* ploy_recorder_create(const ploy_recorder_def* def);
/// Without close: what is not yet in a block is lost. NULL is allowed.
PLOY_API void ploy_recorder_destroy(ploy_recorder* recorder);

/// A kind of event of the game's own, for ploy_trace_event.kind: names of arguments as in PLOY_TRACE_LIST, up to four.
/// PLOY_NONE: out of memory, or the name is taken.
PLOY_API uint32_t ploy_recorder_add_kind(ploy_recorder* recorder, const char* name, uint32_t arg_count,
                                         const char* const* arg_names);

/// The sink: events go into the block under way. One thread at a time. Valid until destroy.
PLOY_API const ploy_trace* ploy_recorder_trace(const ploy_recorder* recorder);

/// Something to be found by name: the game, its options, the text of its files, names of agents. A later note of the
/// same name wins. PLOY_OUT_OF_MEMORY, PLOY_CANCELLED: nothing can be written any more.
PLOY_API ploy_status ploy_recorder_note(ploy_recorder* recorder, const char* name, const void* bytes, size_t count);

/// The domain as bytes, as note "domain:NAME". Statuses as for a note.
PLOY_API ploy_status ploy_recorder_note_domain(ploy_recorder* recorder, const ploy_domain* domain);

/// Writes an agent's name for people, of one line.
typedef void ploy_agent_name_fn(void* user, const ploy_agent* agent, char* text, size_t size);

/// Notes all that a reader needs to give names to the numbers in a world's events: its agents, their minds with their
/// domains, states, nodes and options, activities, squads. Before the first tick, and again when there are other
/// agents. name_of NULL: "agent 1". Statuses as for a note.
PLOY_API ploy_status ploy_recorder_note_world(ploy_recorder* recorder, const ploy_world* world,
                                              ploy_agent_name_fn* name_of, void* user);

/// A key frame: the whole run as it is now, between two ticks, in whatever bytes restore it. Statuses as for a note.
PLOY_API ploy_status ploy_recorder_frame(ploy_recorder* recorder, const void* bytes, size_t count);

/// The tick under way has ended; events from now on belong to the next.
PLOY_API void ploy_recorder_tick(ploy_recorder* recorder);

/// Writes what is left and the end. PLOY_CANCELLED: not all could be written; PLOY_OUT_OF_MEMORY: an event was lost.
PLOY_API ploy_status ploy_recorder_close(ploy_recorder* recorder);

/// Written so far.
PLOY_API uint64_t ploy_recorder_bytes(const ploy_recorder* recorder);

// Reading.

typedef struct ploy_recording ploy_recording;

/// Looks through all blocks. PLOY_OK also when the end is missing or damaged: what is good can be read.
/// PLOY_INVALID: not a recording; PLOY_NOT_SUPPORTED: of another version; PLOY_OUT_OF_MEMORY. bytes must live as long.
/// allocator NULL: the default.
PLOY_API ploy_status ploy_recording_open(const ploy_allocator* allocator, const void* bytes, size_t count,
                                         ploy_recording** recording, ploy_error* error);
/// NULL is allowed.
PLOY_API void ploy_recording_destroy(ploy_recording* recording);

/// The file has grown: the same bytes and more, perhaps elsewhere in memory. Only the new ones are looked at.
PLOY_API ploy_status ploy_recording_extend(ploy_recording* recording, const void* bytes, size_t count);

typedef struct ploy_recording_info
{
    uint32_t version;
    uint64_t ticks; ///< whole ticks that can be read
    uint32_t blocks;
    uint32_t frames;
    size_t good_bytes; ///< up to the last whole block
    bool closed;       ///< the recorder was closed: nothing is missing
    bool damaged; ///< bytes after good_bytes that are not the beginning of a block, or a block that does not add up
} ploy_recording_info;

PLOY_API ploy_recording_info ploy_recording_get_info(const ploy_recording* recording);

/// The last note of that name; PLOY_NOT_FOUND. Points into the recording's bytes.
PLOY_API ploy_status ploy_recording_note(const ploy_recording* recording, const char* name, const void** bytes,
                                         size_t* count);

/// Kinds as they were when it was made, the game's own too; not every number below the count need be one.
PLOY_API uint32_t ploy_recording_kind_count(const ploy_recording* recording);
/// "" for a number that is no kind.
PLOY_API const char* ploy_recording_kind_name(const ploy_recording* recording, uint32_t kind);
PLOY_API uint32_t ploy_recording_arg_count(const ploy_recording* recording, uint32_t kind);
PLOY_API const char* ploy_recording_arg_name(const ploy_recording* recording, uint32_t kind, uint32_t arg);

/// The last key frame at or before a tick: the run as it was when `frame_tick` began. The bytes live until the next
/// call. PLOY_NOT_FOUND: none; PLOY_OUT_OF_MEMORY; PLOY_INVALID: it is not one.
PLOY_API ploy_status ploy_recording_frame(ploy_recording* recording, uint64_t tick, uint64_t* frame_tick,
                                          const void** bytes, size_t* count);

/// The next event read is the first of this tick or of a later one. PLOY_NOT_FOUND: beyond the end.
PLOY_API ploy_status ploy_recording_seek(ploy_recording* recording, uint64_t tick);

/// PLOY_FOUND: an event and its tick; PLOY_NOT_FOUND: no more; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_recording_next(ploy_recording* recording, ploy_trace_event* event, uint64_t* tick);

#ifdef __cplusplus
}
#endif

#endif
