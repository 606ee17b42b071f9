// Expat's memory from the caller's allocator.
//
// Expat's memory functions have no user pointer and free without a size. So every piece carries its size in front, and
// the allocator in force is a thread-local pointer that is set around each use of a parser and cleared after it: two
// threads that read two files do not meet, and nothing outlives the call.

#ifndef PL_IO_XML_EXPAT_MEMORY_H
#define PL_IO_XML_EXPAT_MEMORY_H

#include <expat.h>
#include <ploy/base.h>

/// From here to the leave, expat on this thread takes its memory from the allocator, which must live that long.
/// Returns what leave puts back.
const ploy_allocator* pl_expat_enter(const ploy_allocator* allocator);
void pl_expat_leave(const ploy_allocator* before);

/// Only between enter and leave.
extern const XML_Memory_Handling_Suite pl_expat_memory;

#endif
