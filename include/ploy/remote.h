/// Remote control of a running world, for debuggers: pause, step, breakpoints, a changed blackboard, a disabled action, a
/// forced goal, an edited file. A command is a line of text, its answer a line of JSON. How the lines travel is the
/// caller's: ploy_world_attach of <ploy/io.h> takes them from a socket, and most games call only that.
///
///   ploy_remote_create(&(ploy_remote_def){.world = world}, &remote);
///   while (playing) {
///       while (next_line(&line)) puts(ploy_remote_request(remote, line, strlen(line)));
///       if (ploy_remote_may_tick(remote)) ploy_world_tick(world, PLOY_SECOND / 60);
///       while ((event = ploy_remote_next_event(remote))) puts(event);
///   }
///   ploy_remote_destroy(remote);
///
/// Commands take effect between two ticks. Those that change the world go into its trace (the events command-text and
/// command), so a recording holds them, and giving a fresh world the same commands before the same ticks leads to the same
/// hash. Pausing changes nothing: the game only ticks later.
///
/// A command is a name and its arguments, separated by spaces; an argument with spaces is a string as in JSON. An agent is
/// its display name, or # and its number; `world` is the world's blackboard.
///
///   help                      every command
///   status                    tick, time, breakpoints, what is held and disabled
///   agents, agent AGENT       who there is; its goals, plan, blackboard, and why it does what it does
///   pause, resume, step [N]   N ticks, default 1
///   break goal NAME [AGENT]   pauses when the goal starts; likewise action, state, node (of a behavior tree), each by its
///                             name, condition EXPRESSION (when it becomes true) and dither (back and forth, three times)
///   clear [NUMBER]            removes one breakpoint, or all
///   set AGENT KEY VALUE       writes the blackboard; a sensor may overwrite it. unset AGENT KEY
///   hold AGENT KEY VALUE      the key keeps the value, whatever writes it, until: release AGENT KEY
///   disable ACTION            no agent does it any more: no plan has it, and an activity of that name fails. enable ACTION
///   goal AGENT GOAL [OBJECT…] pushes the goal. abort AGENT
///   cost ACTION EXPRESSION    changes the cost of an action; likewise priority GOAL EXPRESSION
///   load NAME TEXT            hot reload of a file

#ifndef PLOY_REMOTE_H
#define PLOY_REMOTE_H

#include <ploy/recording.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ploy_remote ploy_remote;

/// Loads the text of a file again. PLOY_INVALID: the error says what is wrong, and what was loaded stays in force.
typedef ploy_status ploy_remote_load_fn(void* user, const char* name, const char* text, size_t bytes,
                                        ploy_error* error);

typedef struct ploy_remote_def
{
    ploy_world* world;         ///< required; has at most one
    ploy_agent_name_fn* name;  ///< display names; NULL: the type and a number
    void* name_user;           ///< passed to name
    ploy_remote_load_fn* load; ///< NULL: the command load is refused
    void* load_user;           ///< passed to load
} ploy_remote_def;

/// From now on the world works on one thread, as it does with a trace. Not inside a tick. PLOY_NOT_SUPPORTED: it has one
/// already; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_remote_create(const ploy_remote_def* def, ploy_remote** remote);
/// Not inside a tick. What was held is free, what was disabled enabled. A world that is destroyed does this by itself. NULL
/// is allowed.
PLOY_API void ploy_remote_destroy(ploy_remote* remote);

/// Executes one command, without its line end; outside of ticks. The answer is one JSON object in one line, without a line
/// end: "ok" is true, or false with "error" and, where it is known, "hint". Valid until the next call.
PLOY_API const char* ploy_remote_request(ploy_remote* remote, const char* line, size_t bytes);

/// Ask before each tick: false: the debugger has paused the world. Counts the ticks of the command step.
PLOY_API bool ploy_remote_may_tick(ploy_remote* remote);

/// What happened since the last call, as a JSON object in one line: {"event": "paused", "reason": "break", …}. NULL: nothing.
/// Valid until the next call.
PLOY_API const char* ploy_remote_next_event(ploy_remote* remote);

/// The debugger has left: the world goes on, and there are no breakpoints. What it changed stays.
PLOY_API void ploy_remote_detach(ploy_remote* remote);

#ifdef __cplusplus
}
#endif

#endif
