#include "io/xml/expat_memory.h"

#include "base/check.h"
#include "base/memory.h"

typedef union header
{
    size_t bytes;
    char alignment[16]; // as malloc's
} header;

_Static_assert(sizeof(header) == 16, "what follows the header must stay aligned");

static PL_THREAD_LOCAL const ploy_allocator* in_force;

static void* take(size_t bytes)
{
    PL_ASSERT(in_force);
    if (bytes > SIZE_MAX - sizeof(header)) {
        return NULL;
    }
    header* head = pl_alloc(in_force, sizeof(header) + bytes);
    if (!head) {
        return NULL;
    }
    head->bytes = bytes;
    return head + 1;
}

static void give_back(void* memory)
{
    PL_ASSERT(in_force);
    if (memory) {
        header* head = (header*)memory - 1;
        pl_free(in_force, head, sizeof(header) + head->bytes);
    }
}

static void* resize(void* memory, size_t bytes)
{
    if (!memory) {
        return take(bytes);
    }
    if (bytes > SIZE_MAX - sizeof(header)) {
        return NULL;
    }
    header* head = (header*)memory - 1;
    head = pl_resize(in_force, head, sizeof(header) + head->bytes, sizeof(header) + bytes);
    if (!head) {
        return NULL;
    }
    head->bytes = bytes;
    return head + 1;
}

const XML_Memory_Handling_Suite pl_expat_memory = {take, resize, give_back};

const ploy_allocator* pl_expat_enter(const ploy_allocator* allocator)
{
    const ploy_allocator* before = in_force;
    in_force = allocator;
    return before;
}

void pl_expat_leave(const ploy_allocator* before)
{
    in_force = before;
}
