// What the calls that null_calls.awk writes need.

#ifndef TEST_SUPPORT_MISUSE_NULL_CALLS_H
#define TEST_SUPPORT_MISUSE_NULL_CALLS_H

#include <ploy/base.h>
#include <string.h>

#include "support/base/test.h"

/// For arguments that must not be read before all of them were checked: poisoned, and no object of any kind.
extern void* something;
void some_function(void);

/// Of the last call.
extern ploy_error error;

/// Around each call: what is called, and which argument is NULL.
void begin(const char* function, const char* argument);
void expect(bool has_error);

void test_null_calls(void);
void test_null_destroys(void);

#endif
