// Any text as a file of BehaviorTree.CPP: no crash and no leak. Rejected text gives an error. Accepted text is written as
// version 4, which loads to as many trees and is written as it is; and as a Ploy file that loads, too, unless a
// node lacks an attribute.

#include <stdlib.h>
#include <string.h>

#include <ploy/io.h>

#include "base/check.h"

typedef struct written
{
    char* text;
    size_t bytes;
} written;

static bool append(void* user, const char* text, size_t bytes)
{
    written* w = user;
    w->text = realloc(w->text, w->bytes + bytes + 1);
    memcpy(w->text + w->bytes, text, bytes);
    w->bytes += bytes;
    return true;
}

// How many trees it has; -1: it is refused.
static int64_t load(const char* text, size_t bytes, written* ours)
{
    ploy_file* file;
    ploy_error error;
    if (ploy_file_parse(NULL, text, bytes, &file, &error) != PLOY_OK) {
        PL_ASSERT(error.message[0]);
        return -1;
    }
    int64_t count = ploy_file_bt_count(file);
    if (ours) {
        ploy_status status = ploy_file_write(file, append, ours);
        PL_ASSERT(status == PLOY_OK || (status == PLOY_NOT_SUPPORTED && !ours->text));
    }
    ploy_file_destroy(file);
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    written first = {0}, second = {0}, ours = {0};
    ploy_error error;
    char* text = malloc(size + 1);
    if (size > 0) memcpy(text, data, size);
    text[size] = '\0';
    int64_t trees = load(text, size, &ours);
    if (ploy_file_to_btcpp(text, size, append, &first, &error) == PLOY_OK) {
        PL_ASSERT(ploy_file_to_btcpp(first.text, first.bytes, append, &second, &error) == PLOY_OK);
        PL_ASSERT(first.bytes == second.bytes && memcmp(first.text, second.text, first.bytes) == 0);
    } else {
        PL_ASSERT(trees < 0 && error.message[0]);
    }
    if (trees >= 0) {
        PL_ASSERT(load(first.text, first.bytes, NULL) == trees);
        PL_ASSERT(!ours.text || load(ours.text, ours.bytes, NULL) == trees);
    }
    free(first.text);
    free(second.text);
    free(ours.text);
    free(text);
    return 0;
}
