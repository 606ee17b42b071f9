// The terminal that a person sits at: how large it is, and keys as they are pressed, without Enter.

#ifndef TERMINAL_TERMINAL_H
#define TERMINAL_TERMINAL_H

#include <stdbool.h>
#include <stdint.h>

typedef struct terminal_size
{
    uint32_t columns, rows;
} terminal_size;

enum
{
    TERMINAL_COLUMNS = 80, ///< where the size is unknown
    TERMINAL_ROWS = 24,
    TERMINAL_MAX_COLUMNS = 320, ///< of a larger one no more is used
    TERMINAL_MAX_ROWS = 120,
};

/// Of the terminal that is the standard output.
terminal_size terminal_get_size(void);

/// Keys are read one by one from now on and the cursor is hidden, until terminal_end or until the program ends, also by
/// Ctrl-C. Nothing when the standard input is no terminal, or when the program runs in the background: no key is pressed.
void terminal_begin(void);
void terminal_end(void);
/// Keys can be pressed.
bool terminal_has_keys(void);

/// Waits at most so long for a key. 0: none. Right is '.', Up '+', Down '-'; other keys with sequences are 0.
char terminal_key(double seconds);

#endif
