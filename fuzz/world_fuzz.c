// Any bytes as the save of a world. It is loaded completely, ticks and can be saved again; or it is rejected with a
// message and the world is unchanged. The header and the digest are corrected first, otherwise nothing would get past
// them. Incomplete prefixes must be rejected.

#include <ploy/save.h>

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/hash.h"
#include "support/world/golden_world.h"

enum
{
    HEAD = 20,
    TAIL = 12,
};

// The head of a save of such a world, the bytes, an end and their digest.
static size_t wrap(const golden_world* g, const uint8_t* data, size_t size, uint8_t* bytes)
{
    ploy_writer writer = {.bytes = bytes, .capacity = HEAD};
    PL_ASSERT(ploy_world_save(g->world, &g->save, &writer) == PLOY_OK);
    writer = (ploy_writer){.bytes = bytes, .capacity = HEAD + size + TAIL, .count = HEAD};
    ploy_write_bytes(&writer, data, size);
    ploy_write_u32(&writer, UINT32_MAX);
    pl_digest digest = {0};
    ploy_reader reader = {.bytes = data, .count = size};
    for (uint32_t n; (n = ploy_read_u32(&reader)) != UINT32_MAX && !reader.failed && n <= size - reader.at;
         reader.at += n) {
        pl_digest_add_bytes(&digest, data + reader.at, n);
    }
    ploy_write_u64(&writer, digest.value);
    return writer.count;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    golden_world g;
    PL_ASSERT(golden_world_create(&g, NULL, NULL));
    uint64_t before = ploy_world_hash(g.world);
    uint8_t* bytes = malloc(HEAD + size + TAIL);
    ploy_reader reader = {.bytes = bytes, .count = wrap(&g, data, size, bytes)};
    ploy_error error = {0};
    if (ploy_world_load(g.world, &g.save, &reader, &error) == PLOY_OK) {
        golden_world_tick(&g, 4);
        ploy_writer count = {0};
        PL_ASSERT(ploy_world_save(g.world, &g.save, &count) == PLOY_OK);
    } else {
        PL_ASSERT(error.message[0] && ploy_world_hash(g.world) == before);
    }
    free(bytes);
    golden_world_destroy(&g);
    return 0;
}
