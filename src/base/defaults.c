#include "base/defaults.h"

#include <ploy/base.h>

const ploy_default* ploy_defaults(uint32_t* count)
{
    static const ploy_default defaults[] = {
#define DEFAULT_ROW(NAME, value, text) {#NAME, value, text},
        PL_DEFAULT_LIST(DEFAULT_ROW)
#undef DEFAULT_ROW
    };
    *count = (uint32_t)(sizeof defaults / sizeof defaults[0]);
    return defaults;
}
