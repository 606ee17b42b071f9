#include "agent/inner_calls.h"

const pl_inner_calls* ploy_inner_calls(void)
{
#define GET(type, name, parameters, arguments) .name = name,
#define DO(name, parameters, arguments) .name = name,
    static const pl_inner_calls calls = {PL_INNER_CALLS(GET, DO).pl_assert_failed = pl_assert_failed};
#undef GET
#undef DO
    return &calls;
}
