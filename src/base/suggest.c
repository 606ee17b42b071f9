#include "base/suggest.h"

#include <string.h>

#include "base/error.h"

enum
{
    LONGEST = 63, // longer names are not compared: the rows below are on the stack
};

static uint32_t min(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

// The number of edits (insert, delete, change, swap two neighbors) from one name to the other. Case does not count.
static uint32_t edits(const char* a, size_t a_length, const char* b, size_t b_length)
{
    uint32_t rows[3][LONGEST + 1];
    for (uint32_t j = 0; j <= b_length; ++j) {
        rows[0][j] = j;
    }
    for (uint32_t i = 1; i <= a_length; ++i) {
        uint32_t* row = rows[i % 3];
        const uint32_t* up = rows[(i + 2) % 3];
        const uint32_t* above = rows[(i + 1) % 3];
        row[0] = i;
        for (uint32_t j = 1; j <= b_length; ++j) {
            bool same = lower(a[i - 1]) == lower(b[j - 1]);
            row[j] = min(up[j - 1] + !same, min(up[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1])) {
                row[j] = min(row[j], above[j - 2] + 1);
            }
        }
    }
    return rows[a_length % 3][b_length];
}

pl_similar pl_similar_begin(const char* wanted)
{
    size_t length = strlen(wanted);
    uint32_t farthest = length <= 2 ? 1 : length <= 5 ? 2 : 3;
    return (pl_similar){wanted, NULL, farthest + 1};
}

void pl_similar_offer(pl_similar* similar, const char* name)
{
    size_t wanted_length = strlen(similar->wanted);
    size_t length = strlen(name);
    if (wanted_length > LONGEST || length > LONGEST) {
        return;
    }
    uint32_t distance = edits(similar->wanted, wanted_length, name, length);
    if (distance < similar->distance && distance < length) {
        similar->distance = distance;
        similar->best = name;
    }
}

void pl_similar_hint(const pl_similar* similar, ploy_error* error)
{
    if (similar->best) {
        pl_error_hint(error, "did you mean '%s'?", similar->best);
    }
}
