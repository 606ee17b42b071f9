// Only in the shared library: its way to the inner functions of libploy.

#include "agent/inner_calls.h"

#include <stdlib.h>

#define GET(type, name, parameters, arguments)                                                                         \
    type name parameters                                                                                               \
    {                                                                                                                  \
        return ploy_inner_calls()->name arguments;                                                                     \
    }
#define DO(name, parameters, arguments)                                                                                \
    void name parameters                                                                                               \
    {                                                                                                                  \
        ploy_inner_calls()->name arguments;                                                                            \
    }
PL_INNER_CALLS(GET, DO)
#undef GET
#undef DO

void pl_assert_failed(const char* function, const char* condition, const char* file, int line)
{
    ploy_inner_calls()->pl_assert_failed(function, condition, file, line);
    abort();
}

void pl_log(const char* format, ...)
{
    va_list list;
    va_start(list, format);
    pl_log_list(format, list);
    va_end(list);
}

void pl_error_set(ploy_error* error, uint32_t line, uint32_t column, const char* format, ...)
{
    va_list list;
    va_start(list, format);
    pl_error_set_list(error, line, column, format, list);
    va_end(list);
}

void pl_error_hint(ploy_error* error, const char* format, ...)
{
    va_list list;
    va_start(list, format);
    pl_error_hint_list(error, format, list);
    va_end(list);
}
