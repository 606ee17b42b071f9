/// Recordings: the trace of a run as a file. A file that was cut off is readable up to its last whole block. Key frames
/// restore the run at a tick, bit for bit. docs/internals/formats.md describes the bytes.
///
/// A recorder turns events into blocks and passes them to the caller, who writes them to a file, a socket or memory. A
/// recording reads blocks from the caller's memory: a file that was read or mapped. Neither opens files. To record a
/// world into a file, call ploy_world_record of <ploy/io.h>.

#ifndef PLOY_RECORDING_H
#define PLOY_RECORDING_H

#include <ploy/world.h>
#include <ploy/base.h>
#include <ploy/plan.h>
#include <ploy/trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of the format that this library writes and reads.
#define PLOY_RECORDING_VERSION 2

/// A kind of event, and the names of its arguments.
typedef struct ploy_event_kind
{
    const char* name;
    uint32_t arg_count;       ///< 0 .. 4
    const char* arg_names[4]; ///< the first is "index" when the events of a tick are a list
} ploy_event_kind;

// Writing.

typedef struct ploy_recorder ploy_recorder;
typedef struct ploy_recording ploy_recording;

/// Writes the next bytes of the file. Returns false when it cannot; the recorder then writes nothing more.
typedef bool ploy_recorder_fn(void* user, const void* bytes, size_t count);

typedef struct ploy_recorder_def
{
    ploy_allocator allocator;
    ploy_recorder_fn* write; ///< required
    void* user;              ///< passed to write
    ploy_trace_level level;  ///< of the trace, default basic
    uint32_t block_bytes;    ///< a block of events ends at this size, 64 .. 2^24, default 65,536
    uint32_t block_ticks;    ///< or after this many ticks, default 300
    bool pack;               ///< compress blocks of events, not only key frames: smaller and slower; default false
    /// Another recording of the same game: the file begins with all that it has up to its last key frame at or before
    /// continues_at, and the first tick is that of the key frame. Load the key frame first; events are recorded from
    /// ploy_recorder_note_world or ploy_recorder_frame on. Needed only by ploy_recorder_create. NULL: none.
    const ploy_recording* continues;
    uint64_t continues_at; ///< tick
} ploy_recorder_def;

/// Writes the header of the file. NULL when out of memory, when write fails, or when there is nothing to continue.
PLOY_API ploy_recorder* ploy_recorder_create(const ploy_recorder_def* def);
/// Does not close: events that are not yet in a block are lost. NULL is allowed.
PLOY_API void ploy_recorder_destroy(ploy_recorder* recorder);

/// Adds a kind of event of the game's own. *index is its number, for ploy_trace_event.kind; index may be NULL.
/// PLOY_INVALID: the name is taken; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_recorder_add_kind(ploy_recorder* recorder, const ploy_event_kind* kind, uint32_t* index);

/// The trace whose events are recorded. For one thread at a time. Valid until destroy.
PLOY_API const ploy_trace* ploy_recorder_trace(const ploy_recorder* recorder);

/// Writes a named piece of data: the game, its options, the text of its files. A later note replaces an earlier one of
/// the same name. PLOY_OUT_OF_MEMORY; PLOY_CANCELLED: write has failed.
PLOY_API ploy_status ploy_recorder_note(ploy_recorder* recorder, const char* name, const void* bytes, size_t count);

/// Writes an agent's display name, one line.
typedef void ploy_agent_name_fn(void* user, const ploy_agent* agent, char* text, size_t size);

/// Writes notes that give names to the numbers in a world's events: agents, minds with their domains, states, nodes and
/// options, activities, sensors, blackboard keys, fact types, squads. Call it before the first tick and after each tick:
/// it adds the agents that were created or got another mind since then, and what has changed in domains, and is cheap
/// when nothing has. name_of may be NULL: "agent 1". Statuses as for ploy_recorder_note.
PLOY_API ploy_status ploy_recorder_note_world(ploy_recorder* recorder, const ploy_world* world,
                                              ploy_agent_name_fn* name_of, void* user);

/// Writes a key frame: the run between two ticks, as bytes that restore it. Less than 2^28 bytes. Statuses as for
/// ploy_recorder_note.
PLOY_API ploy_status ploy_recorder_frame(ploy_recorder* recorder, const void* bytes, size_t count);

/// Ends the current tick. Later events belong to the next tick.
PLOY_API void ploy_recorder_tick(ploy_recorder* recorder);

/// Writes the events so far, so that a viewer can follow: 10 times a second is enough, and smooth. Later events go into
/// another block, so the bytes of the file depend on when it is called; its events do not.
PLOY_API void ploy_recorder_flush(ploy_recorder* recorder);

/// Writes the last block and the end of the file. PLOY_CANCELLED: write has failed; PLOY_OUT_OF_MEMORY: an event was
/// lost.
PLOY_API ploy_status ploy_recorder_close(ploy_recorder* recorder);

// Reading.

typedef struct ploy_recording_def
{
    ploy_allocator allocator;
    const void* bytes; ///< the file; must outlive the recording
    size_t count;      ///< number of bytes
} ploy_recording_def;

/// Checks all blocks and builds an index of them. PLOY_OK also when the end is missing or damaged: the blocks before it
/// are readable. PLOY_INVALID: not a recording; PLOY_NOT_SUPPORTED: another version of the format; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_recording_create(const ploy_recording_def* def, ploy_recording** recording,
                                           ploy_error* error);
/// NULL is allowed.
PLOY_API void ploy_recording_destroy(ploy_recording* recording);

/// The file has grown. bytes begin with the bytes given before; their address may be another. Reads only the new part.
/// PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_recording_extend(ploy_recording* recording, const void* bytes, size_t count);

typedef struct ploy_recording_info
{
    uint32_t version;
    uint64_t ticks; ///< whole ticks that can be read
    uint32_t blocks;
    uint32_t frames;   ///< key frames
    size_t good_bytes; ///< up to the end of the last whole block
    bool closed;       ///< the recorder was closed: nothing is missing
    bool damaged;      ///< the bytes after good_bytes are not the beginning of a block, or its checksum is wrong
} ploy_recording_info;

PLOY_API ploy_recording_info ploy_recording_get_info(const ploy_recording* recording);

/// The last note of a name, in the recording's bytes. PLOY_NOT_FOUND.
PLOY_API ploy_status ploy_recording_note(const ploy_recording* recording, const char* name, const void** bytes,
                                         size_t* count);

/// The kinds of events at the time of recording, the game's own included. A number below the count can be unused.
PLOY_API uint32_t ploy_recording_kind_count(const ploy_recording* recording);
/// Any number is allowed. An unused number has the name "" and no arguments. arg_names beyond the last are "". The texts
/// are in the recording's bytes.
PLOY_API ploy_event_kind ploy_recording_kind(const ploy_recording* recording, uint32_t kind);

/// The last key frame at or before a tick: the run at the beginning of *frame_tick. *bytes are valid until the next
/// call. PLOY_NOT_FOUND; PLOY_INVALID: the frame is damaged; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_recording_frame(ploy_recording* recording, uint64_t tick, uint64_t* frame_tick,
                                          const void** bytes, size_t* count);

/// Makes ploy_recording_next continue with the first event at or after a tick. PLOY_NOT_FOUND: beyond the end.
PLOY_API ploy_status ploy_recording_seek(ploy_recording* recording, uint64_t tick);

/// PLOY_FOUND: the next event and its tick; PLOY_NOT_FOUND: there are no more; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_recording_next(ploy_recording* recording, ploy_trace_event* event, uint64_t* tick);

#ifdef __cplusplus
}
#endif

#endif
