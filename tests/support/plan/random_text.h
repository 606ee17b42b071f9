// The trees of a random domain as text that the library reads.

#ifndef TEST_SUPPORT_PLAN_RANDOM_TEXT_H
#define TEST_SUPPORT_PLAN_RANDOM_TEXT_H

#include "support/plan/random_domain.h"

enum
{
    RANDOM_TEXT = 8192
};

typedef struct random_text
{
    char chars[RANDOM_TEXT];
    size_t length;
} random_text;

void random_text_expr(const random_domain* d, uint32_t expr, random_text* out);
void random_text_effects(const random_domain* d, const random_effect_clause* clause, random_text* out);
/// `owner`: the name in "call:<prefix><owner>".
void random_text_number(const random_domain* d, random_number number, const char* owner, random_text* out);
void random_text_value(const random_symbol* s, int64_t value, random_text* out);
void random_text_add(random_text* out, const char* format, ...);

const char* random_param_name(uint32_t index);
const char* random_type_name(uint32_t type);
const char* random_object_name(uint32_t type, uint32_t object);

#endif
