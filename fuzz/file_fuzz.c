// Any bytes as a file: an error with a message, or a file that can be written. Reading and writing the result gives the
// same text.

#include <ploy/io.h>
#include <ploy/world.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

typedef struct xml_buffer
{
    char* text;
    size_t bytes;
} xml_buffer;

static bool append(void* user, const char* text, size_t bytes)
{
    xml_buffer* out = user;
    out->text = realloc(out->text, out->bytes + bytes);
    memcpy(out->text + out->bytes, text, bytes);
    out->bytes += bytes;
    return true;
}

static xml_buffer write_all(const ploy_file* file)
{
    xml_buffer out = {0};
    PL_ASSERT(ploy_file_write(file, append, &out) == PLOY_OK);
    return out;
}

static ploy_file_def small(void)
{
    ploy_file_def def = {0};
    def.limits = (ploy_limits){.variables = 128, .values = 256, .operators = 512, .alternatives = 64, .depth = 32};
    def.max_bytes = 1 << 20;
    return def;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static void count_error(void* user, const ploy_error* error)
{
    PL_ASSERT(error->message[0] && error->line > 0);
    ++*(uint32_t*)user;
}

// A check goes on after every error.
static void check(const char* text, size_t size)
{
    uint32_t count = 0;
    ploy_world* world = ploy_world_create(NULL);
    ploy_status status = ploy_world_check_text(world, "text", text, size, count_error, &count);
    PL_ASSERT(status == (count > 0 ? PLOY_INVALID : PLOY_OK));
    ploy_world_destroy(world);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    if (size < 1 << 16) check((const char*)data, size);
    ploy_file_def def = small();
    ploy_file* file;
    ploy_error error;
    ploy_status status = ploy_file_parse(&def, (const char*)data, size, &file, &error);
    if (status != PLOY_OK) {
        PL_ASSERT(!file && error.message[0]);
        return 0;
    }
    xml_buffer first = write_all(file);
    ploy_file_destroy(file);
    PL_ASSERT(ploy_file_parse(&def, first.text, first.bytes, &file, &error) == PLOY_OK);
    xml_buffer second = write_all(file);
    ploy_file_destroy(file);
    PL_ASSERT(first.bytes == second.bytes && memcmp(first.text, second.text, first.bytes) == 0);
    free(first.text);
    free(second.text);
    return 0;
}
