#ifndef PL_IO_XML_READ_FILE_H
#define PL_IO_XML_READ_FILE_H

#include <ploy/base.h>

#include "base/containers/array.h"

typedef PL_ARRAY(char) pl_file_text;

/// A whole file of at most `most` bytes (below 2^31), without a zero at its end. The text is to be freed whatever comes
/// back: PLOY_OK, PLOY_NOT_FOUND, PLOY_INVALID (too large, or not to be read) or PLOY_OUT_OF_MEMORY, and then error,
/// which must not be NULL, says why.
ploy_status pl_read_file(const char* path, const ploy_allocator* allocator, size_t max, pl_file_text* text,
                         ploy_error* error);

ploy_status pl_fail_size(size_t max, ploy_error* error);
ploy_status pl_fail_memory(ploy_error* error);

#endif
