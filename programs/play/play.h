// What the games of `ploy play` share: options, worker threads, the recording, the screen, and the first fields of the
// JSON object. A game is a command of its own, "play smithy", in play_<game>.c.

#ifndef PLAY_PLAY_H
#define PLAY_PLAY_H

#include <ploy/stream.h>
#include <ploy/recording.h>
#include <ploy/remote.h>

#include "programs/cli/json.h"
#include "programs/cli/options.h"
#include "programs/terminal/terminal.h"

extern const command* const play_games[];
extern const uint32_t play_game_count;

/// Commands that a game gets before certain ticks (`ploy replay`).
typedef struct play_command
{
    uint64_t tick;
    char* line;
} play_command;

typedef struct play_script
{
    play_command* commands; // in order of their ticks
    uint32_t count;
    uint32_t next;
    uint32_t refused;
    uint64_t last_tick;     // the game ends before it; 0: as it does
    uint64_t hash;          // at the end
    char recorded_hash[17]; // "": unknown
    ploy_recording* recording; // whose game it is
    const void* frame;         // the key frame that the game starts from; NULL: from the beginning
    size_t frame_bytes;
    uint64_t frame_tick;
    bool frame_failed; // it did not load: nothing was played
    bool is_compared;
    bool is_quiet;    // the game prints nothing
    char answer[512]; // PLAY_ANSWER; then: of the first command that was refused
} play_script;

typedef struct play_watch
{
    bool is_paused, is_stepping; // stepping: paused after the next tick
    bool is_left;                // the game ends before the next tick
    int32_t speed;               // 2 to this power times the usual one
    terminal_size size;          // of the last screen
    double shown, drawn;         // wall times: of the last screen, and of the last one that was not left out
} play_watch;

typedef struct play_session
{
    const command* game;
    uint32_t seed;
    uint32_t workers; // default 1
    const char* record;
    bool everything;      // records everything
    bool profile;         // records where the time goes
    bool view;            // writes the page of the recording beside it
    char* page;           // its path
    char record_name[32]; // of --view without --record
    bool watch;
    bool json;
    bool attach;     // a debugger may attach
    bool wait;       // for it: begins paused
    uint32_t speed;  // of --attach: times real time; 0: as fast as it can
    double due;      // of the next tick, wall time
    uint64_t ticks_begun;
    play_script* script; // or NULL
    ploy_remote* remote; // of the script
    bool is_started; // play_start has opened the recording
    FILE* file;      // the recording; until play_start its beginning is kept in memory
    char* beginning;
    size_t beginning_bytes;
    char buffer[1 << 16]; // of the recording
    double written;       // wall time of the last write
    ploy_recorder* recorder;
    ploy_scheduler* scheduler;
    double began; // CPU time
    bool is_terminal;
    bool has_colors; // the terminal shows colors
    play_watch watching;
    struct play_recorded* recorded; // of play_record.c
    uint32_t tick_time;             // kind of event of --profile
    uint64_t profiled;              // time of the world when the last tick was recorded
} play_session;

enum
{
    PLAY_OPTIONS = 11,
    PLAY_SCREEN_BYTES = 1 << 18, // of any screen, with colors
    PLAY_ANSWER = 512, // bytes of what a game answers to a wrong command
    PLAY_FRAME_SECONDS = 120,
    PLAY_POSITIONS_PER_SECOND = 5, // enough to draw
};

#define PLAY_WRITE_NS 1e8 // of wall time, at least, between two writes of the recording while it is not full

/// The lines about these options in a game's --help page.
#define PLAY_PAGE                                                                                                      \
    "  --seed N           another game; the same seed gives the same game (default 1)\n"                               \
    "  --workers N        threads that think; changes only the time it takes (default 1)\n"                            \
    "  --record FILE      write a recording, for ploy view and ploy ask\n"                                             \
    "  --view             write the page of the game beside its recording (default GAME.rec), print its\n"             \
    "                     address and open it in the browser, if there is a display\n"                                 \
    "  --everything       also record search nodes, behavior tree nodes and all scores\n"                              \
    "  --profile          also record how long ticks take and where the time goes; with --record\n"                    \
    "  --watch            show it live in the terminal, all of it. Keys: space pauses, . or s steps a tick,\n"         \
    "                     + and - change the speed, q ends the game\n"                                                 \
    "  --attach           a debugger of this machine may attach: prints the address for ploy attach and\n"             \
    "                     ploy view --live on stderr, and plays in real time\n"                                      \
    "  --wait             with --attach: begin paused, until the debugger resumes it\n"                                \
    "  --speed N          with --attach: times real time (default 1); 0: as fast as it can\n"                          \
    "  --json             one JSON object: game, seed, ticks, hash, cpu_ns, and\n"

/// Fills the first PLAY_OPTIONS rows of a game's option table.
void play_list_options(play_session* p, option* rows);

/// Call it after the options are parsed: starts threads and the trace. ANSWER_DONE or ANSWER_BAD.
int play_begin(play_session* p, const command* game);
/// Call it when all inputs were read and are right: opens the recording. What was at its path is lost only now.
/// ANSWER_BAD: it cannot be written, or another process writes it.
int play_start(play_session* p);
/// ANSWER_BAD: an input is the recording. play_read_data calls it.
int play_check_input(const play_session* p, const char* path);
/// NULL without --record.
const ploy_trace* play_trace(const play_session* p);
ploy_tasks play_tasks(const play_session* p);
/// For the game's world, in nanoseconds; NULL without --profile.
ploy_clock_fn* play_clock(const play_session* p);

/// Reads a whole data file of the game; free the text.
int play_read_data(const play_session* p, const char* path, char** text, size_t* bytes);
/// Prints what is wrong with the data, and where; path NULL: built-in data. Returns ANSWER_BAD.
int play_complain_data(const play_session* p, const char* path, const ploy_error* error);

/// --watch, in play_watch.c. On a terminal the person at it can pause, step, change the speed and end the game by keys.

/// The game draws a screen after this tick: after every tick while it is stepped, else after each `every`th. false
/// without --watch.
bool play_wants_screen(const play_session* p, uint64_t tick, uint32_t every);
/// Of a screen, without the line that lists the keys; 80 by 24 without a terminal.
terminal_size play_screen_size(const play_session* p);
/// Draws a screen over the last one and waits until it was visible for so long, or as long as the game is paused. Without
/// a terminal, prints it below the last one and does not wait.
void play_show(play_session* p, const char* text, double seconds);
/// play_begin calls it: keys work until the end.
void play_watch_begin(play_session* p);
/// Call it after the last tick, before the result is printed.
void play_watch_end(play_session* p);
/// An escape such as "\033[1m" on a terminal with colors, else "".
const char* play_color(const play_session* p, const char* code);

/// CPU time since play_begin.
double play_cpu_ns(const play_session* p);
/// Opens the object and writes the fields that all games have.
json play_json(const play_session* p, uint64_t ticks, uint64_t hash);

/// What a page and `ploy ask` need beside the trace (docs/internals/recording.md), in play_record.c. Without --record
/// these functions do nothing.

/// Call it before the first tick: names of agents, minds and states; their domains. play_record_tick adds those of agents
/// that come later, so the world must outlive the last tick.
void play_record_world(play_session* p, const ploy_world* world, ploy_agent_name_fn* name_of, void* user);
/// A note "map": its first line is its kind and its numbers, e.g. "cells 48 14"; the others are rows.
void play_record_map(play_session* p, const char* text);
/// Any other data under a name, such as the text of a file: "file:battleground.xml".
void play_record_note(play_session* p, const char* name, const void* bytes, size_t count);
/// Adds a kind of event for the game; PLOY_NONE without --record.
uint32_t play_record_kind(play_session* p, const char* name, uint32_t arg_count, const char* const* arg_names);
void play_record_event(play_session* p, uint32_t kind, uint32_t agent, const int64_t args[4]);
/// With --profile, in play_profile.c: the time of the last tick, and where all time went so far.
void play_profile_tick(play_session* p, const ploy_world* world);
void play_profile_note(play_session* p, const ploy_world* world);
/// Call it after the last tick, while the world is there.
void play_record_note_profile(play_session* p);
/// The position of an agent (its number, from 1) in 1/1000 cell of the map. Only changes are written.
void play_record_position(play_session* p, uint32_t agent, int64_t x, int64_t y);

/// Number of key frames so far. What a game writes only when it changes, it writes again after each.
uint32_t play_record_frames(const play_session* p);

/// Saves the whole game into the writer. It may be called any number of times. PLOY_OK, or it cannot be saved now.
typedef ploy_status play_save_fn(void* game, ploy_writer* writer);
/// Call it before each tick: writes a key frame every PLAY_FRAME_SECONDS of game time. now is in microseconds.
void play_record_frame(play_session* p, int64_t now, play_save_fn* save, void* game);
/// Loads a key frame into an empty game.
typedef ploy_status play_load_fn(void* game, ploy_reader* reader, ploy_error* error);
/// Does the game start from a key frame (`ploy replay --frame`)? Then create it empty, load it and begin with this tick.
bool play_has_frame(const play_session* p);
uint64_t play_first_tick(const play_session* p);
/// ANSWER_BAD: it cannot be loaded. Does nothing without one.
int play_load_frame(play_session* p, play_load_fn* load, void* game);
/// Call it after each tick.
void play_record_tick(play_session* p);
/// Writes all ticks that have ended: viewers see them now.
void play_record_flush(play_session* p);

/// Commands for the game, in play_remote.c. Without --attach and `ploy replay` these functions do nothing.

typedef struct play_remote_def
{
    ploy_world* world;
    ploy_agent_name_fn* name;
    ploy_remote_load_fn* load; // NULL: the world's files
    void* load_user;
} play_remote_def;

/// Call it when the world is complete. ANSWER_BAD: with a message.
int play_remote_begin(play_session* p, const play_remote_def* def);
/// Call it before each tick, after play_record_frame: waits while the game is paused. seconds: of a tick. false: the game
/// ends now.
bool play_before_tick(play_session* p, ploy_world* world, double seconds);
/// Call it after the last tick, before the world is destroyed: notes the hash.
void play_remote_end(play_session* p, uint64_t hash);

/// The game prints its result.
static inline bool play_prints(const play_session* p)
{
    return !p->script || !p->script->is_quiet;
}

/// The next game gets these commands; NULL: none. The script must outlive it.
void play_use_script(play_script* script);
/// Plays a game as `ploy play` does; argv[0] is its name.
int play_run(int argc, char** argv);
/// Records what would have happened (`ploy replay --do`), without a word. ANSWER_BAD: `answer` is what the game refused, or ""
/// and a message on stderr.
int play_other_future(const char* path, const char* tick, const text_list* commands, const char* record,
                      char answer[PLAY_ANSWER]);
/// A command as the game takes it, to be freed: of `load FILE` with the text of the file. NULL: with a message of `who`.
char* play_script_line(const char* who, const char* text);

/// Frees the recording's data; play_end calls it.
void play_record_end(play_session* p);

/// --view, in play_view.c. At the beginning: finds names for what is to be written; at the end: writes the page. They
/// do nothing without --view. ANSWER_BAD: with a message.
int play_view_begin(play_session* p, const char* game);
int play_view_end(play_session* p);

/// Closes the recording, writes the page of --view and stops threads. ANSWER_BAD: something could not be written.
int play_end(play_session* p);

#endif
