// What the games of `ploy play` share: options, worker threads, the recording, the screen, and the first fields of the
// JSON object. A game is a command of its own, "play smithy", in play_<game>.c.

#ifndef PLAY_PLAY_H
#define PLAY_PLAY_H

#include <ploy/stream.h>
#include <ploy/recording.h>

#include "programs/cli/json.h"
#include "programs/cli/options.h"

extern const command* const play_games[];
extern const uint32_t play_game_count;

typedef struct play
{
    const command* game;
    uint32_t seed;
    uint32_t workers; // default 1
    const char* record;
    bool everything; // is recorded
    bool watch;
    bool json;
    FILE* file;
    char buffer[1 << 16]; // of the file
    double written;       // when the buffer last was, on the wall
    ploy_recorder* recorder;
    ploy_scheduler* scheduler;
    double began; // CPU time
    double shown; // when the last screen was drawn, on the wall
    bool is_terminal;
    bool has_colours; // of the terminal
    uint32_t screens;
    struct play_recorded* recorded; // of play_record.c
} play;

enum
{
    PLAY_OPTIONS = 6,
    PLAY_FRAME_SECONDS = 120,
    PLAY_POSITIONS_A_SECOND = 5, // are enough to draw
};

/// The lines of a game's page about these options.
#define PLAY_PAGE                                                                                                      \
    "  --seed N           another game; the same seed gives the same game (default 1)\n"                               \
    "  --workers N        threads that think; changes nothing but the time (default 1)\n"                              \
    "  --record FILE      write a recording, for ploy view and ploy ask\n"                                             \
    "  --everything       record search nodes, nodes of trees and all scores too\n"                                    \
    "  --watch            show it live in the terminal\n"                                                              \
    "  --json             one JSON object: game, seed, ticks, hash, cpu_ns, and\n"

/// Fills the first PLAY_OPTIONS rows of a game's table.
void play_list_options(play* p, option* rows);

/// After the options are parsed: opens the recording and starts threads. ANSWER_DONE or ANSWER_BAD.
int play_begin(play* p, const command* game);
/// NULL without --record.
const ploy_trace* play_trace(const play* p);
ploy_tasks play_tasks(const play* p);

/// Reads a file of the game's data whole; the caller frees the text.
int play_read_data(const play* p, const char* path, char** text, size_t* bytes);
/// What is wrong with the data, and where; path NULL: those built in. Returns ANSWER_BAD.
int play_complain_data(const play* p, const char* path, const ploy_error* error);

/// Draws a screen over the last one and waits until it has been there for so long; not on a terminal: one below the
/// other, without waiting.
void play_show(play* p, const char* text, double seconds);
/// "\033[1m" and the like on a terminal with colours, else "".
const char* play_colour(const play* p, const char* code);

/// CPU time since play_begin.
double play_cpu_ns(const play* p);
/// Opens the object and writes what all games have.
json play_json(const play* p, uint64_t ticks, uint64_t hash);

/// With --record, what a page and `ploy ask` need beside the trace (docs/recording.md), in play_record.c. Without it
/// all of these do nothing.

/// Before the first tick, and again when there are other agents: names of agents, minds, states; their domains.
void play_record_world(play* p, const ploy_world* world, ploy_agent_name_fn* name_of, void* user);
/// A note "map": the first line is its kind and its numbers, "cells 48 14" say, the others are rows.
void play_record_map(play* p, const char* text);
/// Anything else to be found by name, such as the text of a file: "file:battleground.xml".
void play_record_note(play* p, const char* name, const void* bytes, size_t count);
/// A kind of event of the game's own; PLOY_NONE without --record.
uint32_t play_record_kind(play* p, const char* name, uint32_t arg_count, const char* const* arg_names);
void play_record_event(play* p, uint32_t kind, uint32_t agent, const int64_t args[4]);
/// Where an agent (its number, from 1) is, in thousandths of a cell of the map. Only what has changed is written.
void play_record_position(play* p, uint32_t agent, int64_t x, int64_t y);

/// Saves the whole game into the writer, as often as it is asked; PLOY_OK, or it cannot be saved now.
typedef ploy_status play_save_fn(void* game, ploy_writer* writer);
/// Before each tick: a key frame now and then, each PLAY_FRAME_SECONDS of game time. now in microseconds.
void play_record_frame(play* p, int64_t now, play_save_fn* save, void* game);
/// After each tick.
void play_record_tick(play* p);

/// Frees what these keep; play_end calls it.
void play_record_end(play* p);

/// Closes the recording, stops threads. ANSWER_BAD: the recording could not be written.
int play_end(play* p);

#endif
