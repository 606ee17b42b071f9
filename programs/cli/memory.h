// What the program does when memory runs out: it never goes on with less than it asked for, so no answer is wrong.

#ifndef CLI_MEMORY_H
#define CLI_MEMORY_H

#include <stddef.h>

/// Prints "ploy: out of memory", removes files that are not whole and ends the program with ANSWER_BAD. Nothing that
/// waits to be printed is printed. On any thread.
_Noreturn void out_of_memory(void);

/// The memory itself; out_of_memory when it is NULL.
void* have_memory(void* memory);

/// From here on the library, too, ends the program when malloc fails.
void watch_memory(void);

#endif
