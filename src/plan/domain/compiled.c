#include "plan/domain/compiled.h"

#include <string.h>

#include "base/memory.h"
#include "plan/domain/compile.h"

_Static_assert(sizeof(pl_operator) % 8 == 0 && sizeof(pl_number) % 8 == 0, "8-byte items keep each other aligned");

static size_t bytes_of(const pl_compiled* c)
{
    size_t bytes = sizeof *c;
#define ADD(T, field, count) bytes += sizeof(T) * (size_t)(count);
    PL_COMPILED_ARRAYS(ADD)
#undef ADD
    return bytes;
}

pl_compiled* pl_compiled_pack(const pl_compiled* from, const ploy_allocator* allocator)
{
    size_t bytes = bytes_of(from);
    pl_compiled* c = pl_alloc(allocator, bytes);
    if (!c) {
        return NULL;
    }
    *c = *from;
    c->bytes = bytes;
    char* at = (char*)(c + 1);
#define PLACE(T, field, count)                                                                                         \
    c->field = (T*)(void*)at;                                                                                          \
    if ((count) > 0) {                                                                                                 \
        memcpy(at, from->field, sizeof(T) * (size_t)(count));                                                          \
    }                                                                                                                  \
    at += sizeof(T) * (size_t)(count);
    PL_COMPILED_ARRAYS(PLACE)
#undef PLACE
    return c;
}

void pl_compiled_free(pl_compiled* compiled, const ploy_allocator* allocator)
{
    if (compiled) {
        pl_free(allocator, compiled, compiled->bytes);
    }
}

const pl_compiled* pl_domain_compiled(const ploy_domain* domain)
{
    return domain->compiled;
}

uint32_t pl_domain_ground_index(const ploy_domain* domain, uint32_t action, const uint32_t* args)
{
    PL_ASSERT(domain->compiled && action < domain->compiled->action_count);
    return domain->compiled->action_first_ground[action] +
           pl_declaration_rank(domain, &domain->actions.data[action].head, args);
}

uint32_t pl_domain_target_index(const ploy_domain* domain, uint32_t goal, const uint32_t* args)
{
    PL_ASSERT(domain->compiled && goal < domain->compiled->goal_count);
    return domain->compiled->goal_first_target[goal] + pl_declaration_rank(domain, &domain->goals.data[goal], args);
}
