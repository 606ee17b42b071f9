#include "games/arena/rules/saved_fields.h"

#include <string.h>

static void save_number(const uint8_t* at, uint32_t width, ploy_writer* writer)
{
    uint16_t two;
    uint32_t four;
    uint64_t eight;
    if (width == 1) ploy_write_u8(writer, *(const bool*)at);
    if (width == 2) ploy_write_u16(writer, (memcpy(&two, at, 2), two));
    if (width == 4) ploy_write_u32(writer, (memcpy(&four, at, 4), four));
    if (width == 8) ploy_write_u64(writer, (memcpy(&eight, at, 8), eight));
}

static void load_number(uint8_t* at, uint32_t width, ploy_reader* reader)
{
    if (width == 1) memcpy(at, &(bool){ploy_read_u8(reader) != 0}, 1);
    if (width == 2) memcpy(at, &(uint16_t){ploy_read_u16(reader)}, 2);
    if (width == 4) memcpy(at, &(uint32_t){ploy_read_u32(reader)}, 4);
    if (width == 8) memcpy(at, &(uint64_t){ploy_read_u64(reader)}, 8);
}

void arena_fields_save(const arena_saved_field* table, const void* object, ploy_writer* writer)
{
    for (; table->width; table++) {
        const uint8_t* at = (const uint8_t*)object + table->offset;
        for (uint32_t i = 0; i < table->count; i++) save_number(at + i * table->width, table->width, writer);
    }
}

void arena_fields_load(const arena_saved_field* table, void* object, ploy_reader* reader)
{
    for (; table->width; table++) {
        uint8_t* at = (uint8_t*)object + table->offset;
        for (uint32_t i = 0; i < table->count; i++) load_number(at + i * table->width, table->width, reader);
    }
}
