#include <ploy/stream.h>

#include <string.h>

#include "support/base/test.h"

static void numbers_are_little_endian(void** state)
{
    (void)state;
    uint8_t bytes[32] = {0};
    ploy_writer writer = {.bytes = bytes, .capacity = sizeof bytes};
    ploy_write_u8(&writer, 0x01);
    ploy_write_u16(&writer, 0x0302);
    ploy_write_u32(&writer, 0x07060504);
    ploy_write_u64(&writer, 0x0F0E0D0C0B0A0908);
    ploy_write_i64(&writer, -2);
    assert_int_equal(writer.count, 23);
    for (int i = 0; i < 15; ++i) assert_int_equal(bytes[i], i + 1);
    assert_int_equal(bytes[15], 0xFE);
    assert_int_equal(bytes[22], 0xFF);
    assert_int_equal(bytes[23], 0);
}

static void a_reader_reads_what_a_writer_wrote(void** state)
{
    (void)state;
    uint8_t bytes[64];
    ploy_writer writer = {.bytes = bytes, .capacity = sizeof bytes};
    ploy_write_u8(&writer, UINT8_MAX);
    ploy_write_u16(&writer, UINT16_MAX);
    ploy_write_u32(&writer, UINT32_MAX - 1);
    ploy_write_u64(&writer, UINT64_MAX - 2);
    ploy_write_i64(&writer, INT64_MIN);
    ploy_write_bytes(&writer, "text", 4);
    ploy_write_bytes(&writer, NULL, 0);
    ploy_reader reader = {.bytes = bytes, .count = writer.count};
    assert_int_equal(ploy_read_u8(&reader), UINT8_MAX);
    assert_int_equal(ploy_read_u16(&reader), UINT16_MAX);
    assert_int_equal(ploy_read_u32(&reader), UINT32_MAX - 1);
    assert_true(ploy_read_u64(&reader) == UINT64_MAX - 2);
    assert_true(ploy_read_i64(&reader) == INT64_MIN);
    char text[4];
    ploy_read_bytes(&reader, text, 4);
    ploy_read_bytes(&reader, NULL, 0);
    assert_memory_equal(text, "text", 4);
    assert_false(reader.failed);
    assert_int_equal(reader.at, reader.count);
}

static void a_writer_without_room_counts_bytes(void** state)
{
    (void)state;
    ploy_writer writer = {0};
    ploy_write_u64(&writer, 1);
    ploy_write_bytes(&writer, "abc", 3);
    assert_int_equal(writer.count, 11);
    assert_false(ploy_writer_fits(&writer));
    assert_true(ploy_writer_fits(&(ploy_writer){0}));
}

static void a_write_that_does_not_fit_and_all_after_it_change_no_bytes(void** state)
{
    (void)state;
    uint8_t bytes[8] = {9, 9, 9, 9, 9, 9, 9, 9};
    ploy_writer writer = {.bytes = bytes, .capacity = 5};
    ploy_write_u32(&writer, 0);
    ploy_write_u16(&writer, 0);
    assert_false(ploy_writer_fits(&writer));
    ploy_write_u8(&writer, 0);
    assert_int_equal(writer.count, 7);
    for (int i = 4; i < 8; ++i) assert_int_equal(bytes[i], 9);
    writer = (ploy_writer){.bytes = bytes, .capacity = 5};
    ploy_write_u32(&writer, 1);
    ploy_write_u8(&writer, 1);
    assert_true(ploy_writer_fits(&writer));
}

static void reading_beyond_the_end_fails_for_good_and_gives_zeros(void** state)
{
    (void)state;
    const uint8_t bytes[] = {1, 2, 3, 4, 5};
    ploy_reader reader = {.bytes = bytes, .count = sizeof bytes};
    assert_int_equal(ploy_read_u32(&reader), 0x04030201);
    assert_int_equal(ploy_read_u16(&reader), 0);
    assert_true(reader.failed);
    assert_int_equal(ploy_read_u8(&reader), 0);
    char text[3] = "xyz";
    ploy_read_bytes(&reader, text, 3);
    assert_memory_equal(text, "\0\0\0", 3);
    assert_int_equal(reader.at, 4);
}

static void a_number_beyond_its_bound_fails_the_reader(void** state)
{
    (void)state;
    const uint8_t bytes[] = {6, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0};
    ploy_reader reader = {.bytes = bytes, .count = sizeof bytes};
    assert_int_equal(ploy_read_below(&reader, 7), 6);
    assert_false(reader.failed);
    assert_int_equal(ploy_read_below(&reader, 7), 0);
    assert_true(reader.failed);
    reader = (ploy_reader){.bytes = bytes + 8, .count = 4};
    assert_int_equal(ploy_read_below(&reader, 0), 0);
    assert_true(reader.failed);
}

TEST_MAIN(TEST(numbers_are_little_endian), TEST(a_reader_reads_what_a_writer_wrote),
          TEST(a_writer_without_room_counts_bytes), TEST(a_write_that_does_not_fit_and_all_after_it_change_no_bytes),
          TEST(reading_beyond_the_end_fails_for_good_and_gives_zeros), TEST(a_number_beyond_its_bound_fails_the_reader))
