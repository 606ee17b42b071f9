// What BehaviorTree.CPP's XML reader accepts and expat refuses: an unescaped '<' or '&' in the value of an attribute,
// "--" inside a comment, white space before the declaration, and bytes that are no UTF-8, which become '_'. Only files whose outermost element is <root> are read so.
//
// Expat reads a copy in which each such byte is replaced by one that occurs nowhere else in the file, so every byte
// keeps its place and errors name it.

#ifndef PL_IO_XML_TOLERANT_H
#define PL_IO_XML_TOLERANT_H

#include <ploy/base.h>

typedef struct pl_tolerant
{
    char* copy; ///< of the whole text; NULL: the text needs no change
    size_t bytes;
    char less; ///< stands for '<' in the copy
    char amp;  ///< stands for '&'
} pl_tolerant;

/// PLOY_OUT_OF_MEMORY, else PLOY_OK.
ploy_status pl_tolerant_begin(pl_tolerant* tolerant, const ploy_allocator* allocator, const char* text, size_t bytes);
void pl_tolerant_end(pl_tolerant* tolerant, const ploy_allocator* allocator);

/// Puts '<' and '&' back into what was read from the copy.
void pl_tolerant_restore(const pl_tolerant* tolerant, char* text);

/// Is the '&' at `at` the beginning of a reference that XML knows: &lt; &#60; &#x3c;? `end`: of the text.
bool pl_is_reference(const char* at, const char* end);

/// Calls `found` for every '<' and '&' in the value of an attribute that is not escaped.
typedef bool pl_stray_fn(void* user, size_t at);
bool pl_tolerant_each(const char* text, size_t bytes, pl_stray_fn* found, void* user);

#endif
