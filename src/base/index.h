#ifndef PL_BASE_INDEX_H
#define PL_BASE_INDEX_H

#include <stdint.h>

/// The index of nothing.
#define PL_NONE UINT32_MAX

#endif
