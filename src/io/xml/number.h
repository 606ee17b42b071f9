#ifndef PL_IO_XML_NUMBER_H
#define PL_IO_XML_NUMBER_H

#include <ploy/base.h>

typedef enum pl_number_kind
{
    PL_NUMBER_WHOLE,   ///< the number itself
    PL_NUMBER_DECIMAL, ///< fixed point (1/1000), at most three places
} pl_number_kind;

/// "-12", "0.5": digits with an optional sign, no exponent. false when it is not one or beyond 10^15.
bool pl_number_parse(const char* text, pl_number_kind kind, int64_t* value);

/// What would be right, for a hint.
const char* pl_number_hint(pl_number_kind kind);

enum
{
    PL_NUMBER_SIZE = 32, ///< room for any number as text
};

/// Without needless zeros: a decimal of 1500 is "1.5".
void pl_number_print(int64_t value, pl_number_kind kind, char text[PL_NUMBER_SIZE]);

#endif
