// A recording read from a file.

#ifndef PROGRAM_RECORDING_FILE_H
#define PROGRAM_RECORDING_FILE_H

#include <ploy/recording.h>

typedef struct recording_file
{
    uint8_t* bytes;
    size_t count;
    ploy_recording* recording;
} recording_file;

/// ANSWER_DONE, or the reason has been printed in the command's name and nothing is to be closed.
int recording_file_open(recording_file* file, const char* who, const char* path);
void recording_file_close(recording_file* file);

#endif
