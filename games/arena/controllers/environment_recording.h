// The recording of an environment's matches: what happens, who is where, and the map.

#ifndef ARENA_CONTROLLERS_ENVIRONMENT_RECORDING_H
#define ARENA_CONTROLLERS_ENVIRONMENT_RECORDING_H

#include <stdio.h>

#include <ploy/recording.h>

#include "games/arena/rules/match.h"

/// Zeroed: nothing is recorded.
typedef struct arena_environment_recording
{
    char path[512];
    ploy_trace trace; ///< of the stage and of every match
    FILE* file;
    ploy_recorder* recorder; ///< NULL: no match is recorded
    uint32_t position;       ///< a kind of event
} arena_environment_recording;

/// From now on its trace can be used. It must not move after that.
void arena_environment_recording_init(arena_environment_recording* recording, const char* path);
/// Before a match is made. The file of the last match is replaced. false: it cannot be written.
bool arena_environment_recording_begin(arena_environment_recording* recording);
/// When the match is made, and after each step.
void arena_environment_recording_step(arena_environment_recording* recording, const arena_match* match);
/// The match stands still: whoever follows the file sees all of it.
void arena_environment_recording_flush(arena_environment_recording* recording);
/// When the match is gone.
void arena_environment_recording_end(arena_environment_recording* recording);

/// "red_0": as the environment calls its agents.
void arena_environment_name(void* user, const ploy_agent* agent, char* text, size_t size);

#endif
