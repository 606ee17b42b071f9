// Recordings that are cut, damaged or absurd: each block border, each bit, huge counts with correct checksums.

#include <ploy/recording.h>

#include <stdlib.h>
#include <string.h>

#include "record/recording/block.h"
#include "record/recording/pack.h"
#include "support/base/allocators.h"
#include "support/base/test.h"

enum
{
    ROOM = 1 << 16,
    TICKS = 60,
    MODEST = 1 << 20, // at most so many bytes for opening a small file
};

typedef struct damaged_file
{
    uint8_t bytes[ROOM];
    size_t count;
} damaged_file;

static bool append(void* user, const void* bytes, size_t count)
{
    damaged_file* f = user;
    assert_true(count <= ROOM - f->count);
    memcpy(f->bytes + f->count, bytes, count);
    f->count += count;
    return true;
}

// Every kind of block: notes, kinds, frames packed and not, events packed and not, the end.
static void record(damaged_file* f, bool pack)
{
    ploy_recorder_def def = {0};
    def.write = append;
    def.user = f;
    def.block_ticks = 10;
    def.pack = pack;
    ploy_recorder* recorder = ploy_recorder_create(&def);
    assert_non_null(recorder);
    uint32_t kind;
    ploy_recorder_add_kind(recorder, &(ploy_event_kind){"position", 2, {"x", "y"}}, &kind);
    assert_int_equal(ploy_recorder_note(recorder, "game", "tag", 3), PLOY_OK);
    const ploy_trace* trace = ploy_recorder_trace(recorder);
    uint8_t frame[300] = {0};
    for (uint64_t tick = 0; tick < TICKS; ++tick) {
        if (tick % 25 == 0) assert_int_equal(ploy_recorder_frame(recorder, frame, tick ? sizeof frame : 3), PLOY_OK);
        for (uint32_t agent = 1; agent < 4; ++agent)
            trace->emit(trace->user, &(ploy_trace_event){kind, agent, {tick, 7 * tick}});
        ploy_recorder_tick(recorder);
    }
    assert_int_equal(ploy_recorder_close(recorder), PLOY_OK);
    ploy_recorder_destroy(recorder);
}

// Opens a copy that ends where the bytes end, reads all of it, and returns its info.
static ploy_recording_info look(const uint8_t* bytes, size_t count)
{
    uint8_t* copy = malloc(count);
    memcpy(copy, bytes, count);
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    ploy_recording* recording;
    assert_int_equal(ploy_recording_create(&(ploy_recording_def){.allocator = allocator, .bytes = copy, .count = count},
                                           &recording, NULL),
                     PLOY_OK);
    ploy_recording_info info = ploy_recording_get_info(recording);
    ploy_trace_event event;
    uint64_t tick;
    while (ploy_recording_next(recording, &event, &tick) == PLOY_FOUND) assert_true(tick <= info.ticks);
    const void* frame;
    size_t size;
    ploy_recording_frame(recording, info.ticks, &tick, &frame, &size);
    ploy_recording_destroy(recording);
    assert_int_equal(counters.live_blocks, 0);
    assert_true(counters.peak_bytes < MODEST);
    free(copy);
    return info;
}

static void a_recording_cut_at_any_border_is_read_up_to_there(void** state)
{
    (void)state;
    for (int pack = 0; pack < 2; ++pack) {
        damaged_file* f = calloc(1, sizeof *f);
        record(f, pack);
        uint32_t blocks = 0, kinds = 0;
        uint64_t ticks = 0;
        ploy_reader reader = {f->bytes, f->count, PL_RECORDING_HEADER, false};
        while (reader.at < f->count) {
            size_t border = reader.at, head = border + PL_BLOCK_HEADER;
            pl_block block;
            assert_true(pl_block_read(&block, &reader));
            size_t end = head + block.bytes;
            const size_t cuts[] = {border, border + 1, head - 1, head, head + block.bytes / 2, end - 1};
            for (size_t i = 0; i < sizeof cuts / sizeof *cuts; ++i) {
                if (cuts[i] >= end) continue;
                ploy_recording_info info = look(f->bytes, cuts[i]);
                assert_int_equal(info.good_bytes, border);
                assert_int_equal(info.blocks, blocks);
                assert_int_equal(info.ticks, ticks);
                assert_true(!info.closed && !info.damaged);
            }
            blocks += 1;
            kinds |= 1u << block.kind;
            ticks += block.kind == PL_BLOCK_EVENTS || block.kind == PL_BLOCK_PACKED ? block.ticks : 0;
            reader.at = end;
        }
        assert_int_equal(ticks, TICKS);
        uint32_t events = pack ? PL_BLOCK_PACKED : PL_BLOCK_EVENTS;
        assert_int_equal(kinds, 1u << PL_BLOCK_NOTE | 1u << PL_BLOCK_KIND | 1u << PL_BLOCK_FRAME | 1u << events |
                                    1u << PL_BLOCK_END | 1u << PL_BLOCK_PACKED_FRAME);
        free(f);
    }
}

// The block of a byte.
static size_t border_before(const damaged_file* f, size_t at)
{
    ploy_reader reader = {f->bytes, f->count, PL_RECORDING_HEADER, false};
    for (;;) {
        size_t border = reader.at;
        pl_block block;
        assert_true(pl_block_read(&block, &reader));
        reader.at += block.bytes;
        if (reader.at > at) return border;
    }
}

static void any_flipped_bit_ends_the_recording_before_its_block(void** state)
{
    (void)state;
    damaged_file* f = calloc(1, sizeof *f);
    record(f, true);
    for (size_t at = PL_RECORDING_HEADER; at < f->count; at += at % 5 == 0 ? 3 : 1) {
        size_t border = border_before(f, at);
        f->bytes[at] ^= (uint8_t)(1 << at % 8);
        ploy_recording_info info = look(f->bytes, f->count);
        assert_int_equal(info.good_bytes, border);
        assert_false(info.closed);
        f->bytes[at] ^= (uint8_t)(1 << at % 8);
    }
    assert_true(look(f->bytes, f->count).closed);
    free(f);
}

static void rubbish_behind_a_recording_is_left_alone(void** state)
{
    (void)state;
    damaged_file* f = calloc(1, sizeof *f);
    record(f, false);
    size_t good = f->count;
    ploy_random random = {5, 1, 0};
    for (uint32_t round = 0; round < 300; ++round) {
        f->count = good + PL_BLOCK_HEADER + ploy_random_below(&random, 100);
        for (size_t i = good; i < f->count; ++i) f->bytes[i] = (uint8_t)ploy_random_next(&random);
        ploy_recording_info info = look(f->bytes, f->count);
        assert_int_equal(info.good_bytes, good);
        assert_int_equal(info.ticks, TICKS);
        assert_true(info.damaged);
    }
    free(f);
}

// A file of one kind ("position", x, y) and one more block with a correct checksum.
static ploy_recording_info inspect_block(pl_block block, const void* payload)
{
    static const char kind[] = "\0\0\0\0\2\0\0\0position\0x\0y";
    uint8_t bytes[512];
    ploy_writer writer = {bytes, sizeof bytes, 0};
    ploy_write_bytes(&writer, PL_RECORDING_MAGIC, 8);
    ploy_write_u32(&writer, PLOY_RECORDING_VERSION);
    pl_block known = {.kind = PL_BLOCK_KIND, .bytes = sizeof kind};
    known.checksum = pl_block_checksum(&known, kind);
    pl_block_write(&known, &writer);
    ploy_write_bytes(&writer, kind, sizeof kind);
    block.checksum = pl_block_checksum(&block, payload);
    pl_block_write(&block, &writer);
    ploy_write_bytes(&writer, payload, block.bytes);
    assert_true(ploy_writer_fits(&writer));
    return look(bytes, writer.count);
}

#define BYTES(text) (sizeof(text) - 1), text

typedef struct absurd
{
    const char* what;
    uint32_t kind, ticks;
    uint64_t first_tick;
    uint32_t bytes;
    const char* payload;
    bool is_good;
} absurd;

static const absurd absurd_blocks[] = {
    {"an event and two ticks", PL_BLOCK_EVENTS, 2, 0, BYTES("\1\x38\4\6\0\0"), true},
    {"more ticks than there are", PL_BLOCK_EVENTS, 0xFFFFFFFF, 0, BYTES("\0\0"), false},
    {"fewer ticks than there are", PL_BLOCK_EVENTS, 1, 0, BYTES("\0\0"), false},
    {"a first tick far away", PL_BLOCK_EVENTS, 1, 0xFFFFFFFFFFFFFFFF, BYTES("\0"), false},
    {"a kind that is not known", PL_BLOCK_EVENTS, 1, 0, BYTES("\3\x38\4\6\0"), false},
    {"a kind beyond all numbers", PL_BLOCK_EVENTS, 0, 0, BYTES("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\1\7"), false},
    {"an agent beyond all numbers", PL_BLOCK_EVENTS, 0, 0, BYTES("\1\x0F\xFF\xFF\xFF\xFF\x7F"), false},
    {"the last agent", PL_BLOCK_EVENTS, 0, 0, BYTES("\1\x0F\xFF\xFF\xFF\xFF\x0F"), true},
    {"an agent before the first", PL_BLOCK_EVENTS, 0, 0, BYTES("\1\0"), false},
    {"an argument too many", PL_BLOCK_EVENTS, 0, 0, BYTES("\1\x78\4\6\2"), false},
    {"a number without an end", PL_BLOCK_EVENTS, 0, 0, BYTES("\1\x18\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"),
     false},
    {"an event that is cut", PL_BLOCK_EVENTS, 0, 0, BYTES("\1\x38\4"), false},
    {"packed: as large as can be", PL_BLOCK_PACKED, 0, 0, BYTES("\xFF\xFF\xFF\xFF\x10\1"), false},
    {"packed: larger than it can be", PL_BLOCK_PACKED, 0, 0, BYTES("\0\0\0\1\x10\1"), false},
    {"packed: no length", PL_BLOCK_PACKED, 0, 0, BYTES("\1"), false},
    {"packed: a copy from before the beginning", PL_BLOCK_PACKED, 9, 0, BYTES("\x9\0\0\0\x10\0\2\0\x40\0\0\0\0"),
     false},
    {"packed: literals without an end", PL_BLOCK_PACKED, 1, 0, BYTES("\x80\0\0\0\xF0\xFF\xFF\xFF"), false},
    {"packed: nine ticks", PL_BLOCK_PACKED, 9, 0, BYTES("\x9\0\0\0\x10\0\1\0\x40\0\0\0\0"), true},
    {"a frame as large as can be", PL_BLOCK_PACKED_FRAME, 0, 0, BYTES("\xFF\xFF\xFF\x3F\x10\1"), true},
    {"a note with a name beyond its end", PL_BLOCK_NOTE, 0, 0, BYTES("\xFF\xFF\xFF\xFFgame"), false},
    {"a note without room for its length", PL_BLOCK_NOTE, 0, 0, BYTES("\1\0"), false},
    {"a kind with five arguments", PL_BLOCK_KIND, 0, 0, BYTES("\1\0\0\0\5\0\0\0k\0a\0b\0c\0d\0e\0"), false},
    {"a kind with a number beyond reason", PL_BLOCK_KIND, 0, 0, BYTES("\xFF\xFF\xFF\x7F\0\0\0\0k\0"), false},
    {"a kind whose names are cut", PL_BLOCK_KIND, 0, 0, BYTES("\1\0\0\0\2\0\0\0k\0a\0b"), false},
    {"a kind without a name", PL_BLOCK_KIND, 0, 0, BYTES("\1\0\0\0\0\0\0\0\0"), false},
    {"a block of an unknown kind", 99, 7, 0, BYTES("anything"), true},
};

static void absurd_counts_are_refused_before_they_cost_memory(void** state)
{
    (void)state;
    for (size_t i = 0; i < sizeof absurd_blocks / sizeof *absurd_blocks; ++i) {
        const absurd* a = &absurd_blocks[i];
        pl_block block = {.kind = a->kind, .ticks = a->ticks, .first_tick = a->first_tick, .bytes = a->bytes};
        ploy_recording_info info = inspect_block(block, a->payload);
        if (info.damaged == a->is_good || info.blocks != 1u + a->is_good) fail_msg("%s", a->what);
    }
}

static void a_block_longer_than_the_file_is_one_that_is_not_there_yet(void** state)
{
    (void)state;
    damaged_file* f = calloc(1, sizeof *f);
    record(f, false);
    size_t good = f->count;
    ploy_writer writer = {f->bytes + good, ROOM - good, 0};
    pl_block block = {.kind = PL_BLOCK_EVENTS, .bytes = 0xFFFFFFFF, .first_tick = TICKS};
    pl_block_write(&block, &writer);
    ploy_recording_info info = look(f->bytes, good + writer.count);
    assert_int_equal(info.good_bytes, good);
    assert_false(info.damaged);
    free(f);
}

// Blocks of ticks alone, packed as well as can be: 255 bytes of a file make one.
static void a_file_unpacks_to_a_limited_total(void** state)
{
    (void)state;
    enum
    {
        BLOCK = 1 << 24,
        PACKED = BLOCK / 255 + 64,
        BLOCKS = 40,
    };
    uint8_t *zeros = calloc(1, BLOCK), *packed = malloc(BLOCK), *file = malloc(BLOCKS * PACKED);
    static uint32_t table[PL_PACK_TABLE];
    ploy_writer payload = {packed, 4, 0};
    ploy_write_u32(&payload, BLOCK);
    uint32_t bytes = pl_pack(zeros, BLOCK, packed + 4, table) + 4;
    assert_true(bytes > 4 && bytes + PL_BLOCK_HEADER <= PACKED);
    ploy_writer writer = {file, BLOCKS * PACKED, 0};
    ploy_write_bytes(&writer, PL_RECORDING_MAGIC, 8);
    ploy_write_u32(&writer, PLOY_RECORDING_VERSION);
    for (uint64_t i = 0; i < BLOCKS; ++i) {
        pl_block block = {.kind = PL_BLOCK_PACKED, .bytes = bytes, .ticks = BLOCK, .first_tick = i * BLOCK};
        block.checksum = pl_block_checksum(&block, packed);
        pl_block_write(&block, &writer);
        ploy_write_bytes(&writer, packed, bytes);
    }
    assert_true(ploy_writer_fits(&writer));
    ploy_recording* recording;
    assert_int_equal(
        ploy_recording_create(&(ploy_recording_def){.bytes = file, .count = writer.count}, &recording, NULL), PLOY_OK);
    ploy_recording_info info = ploy_recording_get_info(recording);
    assert_true(info.damaged && info.ticks > 0);
    assert_true(info.ticks <= PL_MIN_UNPACKED_TOTAL);
    ploy_recording_destroy(recording);
    free(zeros);
    free(packed);
    free(file);
}

// What the reader refuses is not written: beyond the total, blocks stay as they are.
static bool count_bytes(void* user, const void* bytes, size_t count)
{
    ploy_writer* to = user;
    ploy_write_bytes(to, bytes, count);
    return ploy_writer_fits(to);
}

static void a_recorder_packs_no_more_than_can_be_read(void** state)
{
    (void)state;
    enum
    {
        TOTAL = PL_MIN_UNPACKED_TOTAL + (1 << 22),
    };
    ploy_writer to = {malloc(TOTAL), TOTAL, 0};
    ploy_recorder_def def = {.write = count_bytes, .user = &to, .block_bytes = 1 << 22, .block_ticks = 1 << 22};
    def.pack = true;
    ploy_recorder* recorder = ploy_recorder_create(&def);
    for (uint32_t i = 0; i < TOTAL; ++i) ploy_recorder_tick(recorder);
    assert_int_equal(ploy_recorder_close(recorder), PLOY_OK);
    ploy_recorder_destroy(recorder);
    ploy_recording* recording;
    assert_int_equal(
        ploy_recording_create(&(ploy_recording_def){.bytes = to.bytes, .count = to.count}, &recording, NULL), PLOY_OK);
    ploy_recording_info info = ploy_recording_get_info(recording);
    assert_true(info.closed && !info.damaged);
    assert_int_equal(info.ticks, TOTAL);
    ploy_recording_destroy(recording);
    free(to.bytes);
}

static void a_frame_that_does_not_unpack_is_reported(void** state)
{
    (void)state;
    uint8_t bytes[128];
    ploy_writer writer = {bytes, sizeof bytes, 0};
    ploy_write_bytes(&writer, PL_RECORDING_MAGIC, 8);
    ploy_write_u32(&writer, PLOY_RECORDING_VERSION);
    pl_block block = {.kind = PL_BLOCK_PACKED_FRAME, .bytes = 6};
    block.checksum = pl_block_checksum(&block, "\4\0\0\0\x10\1");
    pl_block_write(&block, &writer);
    ploy_write_bytes(&writer, "\4\0\0\0\x10\1", 6);
    ploy_recording* recording;
    assert_int_equal(
        ploy_recording_create(&(ploy_recording_def){.bytes = bytes, .count = writer.count}, &recording, NULL), PLOY_OK);
    const void* frame;
    size_t count;
    uint64_t tick;
    assert_int_equal(ploy_recording_frame(recording, 0, &tick, &frame, &count), PLOY_INVALID);
    ploy_recording_destroy(recording);
}

TEST_MAIN(TEST(a_recording_cut_at_any_border_is_read_up_to_there),
          TEST(any_flipped_bit_ends_the_recording_before_its_block), TEST(rubbish_behind_a_recording_is_left_alone),
          TEST(absurd_counts_are_refused_before_they_cost_memory),
          TEST(a_block_longer_than_the_file_is_one_that_is_not_there_yet), TEST(a_file_unpacks_to_a_limited_total),
          TEST(a_recorder_packs_no_more_than_can_be_read), TEST(a_frame_that_does_not_unpack_is_reported))
