#include "nav/search/square_root.h"

uint32_t pl_root_exact(uint64_t x)
{
    uint32_t root = 0;
    for (uint32_t bit = UINT32_C(1) << 31; bit; bit >>= 1) {
        uint64_t tried = root | bit;
        if (tried * tried <= x) root |= bit;
    }
    return root;
}

void pl_roots_init(pl_roots* roots)
{
    roots->ends[0] = roots->ends[1] = 0;
    for (uint32_t i = 2; i + 1 < PL_ROOT_ENDS; ++i) roots->ends[i] = pl_root_exact((uint64_t)i << 56);
    roots->ends[PL_ROOT_ENDS - 1] = UINT32_MAX;
}
