#include "support/world/memory_recording.h"

#include <stdlib.h>
#include <string.h>

#include "support/base/test.h"

enum
{
    HEAD = 12,       // bytes at the head of the file
    BLOCK_HEAD = 32, // and of each block
};

static bool keep(void* user, const void* bytes, size_t count)
{
    test_recorded* r = user;
    if (count > r->capacity - r->count) {
        r->capacity = 2 * (r->count + count);
        r->bytes = realloc(r->bytes, r->capacity);
        if (!r->bytes) return false;
    }
    memcpy(r->bytes + r->count, bytes, count);
    r->count += count;
    return true;
}

void test_recorded_begin(test_recorded* recorded)
{
    *recorded = (test_recorded){0};
    ploy_recorder_def def = {0};
    def.write = keep;
    def.user = recorded;
    recorded->recorder = ploy_recorder_create(&def);
    assert_non_null(recorded->recorder);
}

void test_recorded_frame(test_recorded* recorded, test_save_fn* save, const void* game)
{
    ploy_writer writer = {0};
    assert_int_equal(save(game, &writer), PLOY_OK);
    uint8_t* bytes = malloc(writer.count);
    writer = (ploy_writer){bytes, writer.count, 0};
    assert_int_equal(save(game, &writer), PLOY_OK);
    assert_true(ploy_writer_fits(&writer));
    assert_int_equal(ploy_recorder_frame(recorded->recorder, bytes, writer.count), PLOY_OK);
    free(bytes);
}

void test_recorded_end(test_recorded* recorded)
{
    assert_int_equal(ploy_recorder_close(recorded->recorder), PLOY_OK);
    ploy_recorder_destroy(recorded->recorder);
    recorded->recorder = NULL;
}

void test_recorded_free(test_recorded* recorded)
{
    free(recorded->bytes);
}

static size_t block_at(const test_recorded* r, size_t at)
{
    const uint8_t* bytes = (const uint8_t*)r->bytes + at + 8; // little-endian, on every machine
    return BLOCK_HEAD + ((size_t)bytes[0] | (size_t)bytes[1] << 8 | (size_t)bytes[2] << 16 | (size_t)bytes[3] << 24);
}

size_t test_recorded_cut(const test_recorded* recorded, uint32_t skipped)
{
    uint32_t blocks = 0;
    for (size_t at = HEAD; at < recorded->count; at += block_at(recorded, at)) blocks++;
    size_t end = HEAD;
    for (uint32_t i = 0; i + skipped < blocks; i++) end += block_at(recorded, end);
    return end;
}
