// Any bytes as a domain: rejected, or read and written again with the same bytes.

#include <ploy/save.h>

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "record/save/domain_save.h"

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size)
{
    ploy_reader reader = {.bytes = bytes, .count = size};
    ploy_domain* domain;
    ploy_error error;
    if (pl_domain_load(NULL, &reader, &domain, &error) != PLOY_OK) {
        PL_ASSERT(!domain);
        return 0;
    }
    ploy_writer counter = {0};
    pl_domain_save(domain, &counter);
    uint8_t* copy = malloc(counter.count);
    ploy_writer writer = {copy, counter.count, 0};
    pl_domain_save(domain, &writer);
    ploy_domain* again;
    reader = (ploy_reader){.bytes = copy, .count = counter.count};
    PL_ASSERT(pl_domain_load(NULL, &reader, &again, &error) == PLOY_OK);
    ploy_domain_destroy(again);
    ploy_domain_destroy(domain);
    free(copy);
    return 0;
}
