#ifndef PL_IO_XML_WHITE_H
#define PL_IO_XML_WHITE_H

#include <stdbool.h>

/// White space as XML has it; the caller's locale plays no part.
static inline bool pl_is_white(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

#endif
