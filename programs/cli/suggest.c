#include "programs/cli/suggest.h"

#include <stdio.h>
#include <string.h>

enum
{
    LONGEST = 63
};

static uint32_t min(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

// Edit distance (insert, delete, replace) with one row of the usual table.
static uint32_t distance(const char* a, const char* b)
{
    uint32_t row[LONGEST + 1];
    size_t a_length = strlen(a), b_length = strlen(b);
    if (a_length > LONGEST || b_length > LONGEST) return UINT32_MAX;
    for (uint32_t k = 0; k <= b_length; k++) row[k] = k;
    for (uint32_t i = 1; i <= a_length; i++) {
        uint32_t diagonal = row[0];
        row[0] = i;
        for (uint32_t k = 1; k <= b_length; k++) {
            uint32_t replaced = diagonal + (a[i - 1] != b[k - 1]);
            diagonal = row[k];
            row[k] = min(replaced, min(row[k], row[k - 1]) + 1);
        }
    }
    return row[b_length];
}

const char* suggest(const char* word, suggest_name_fn* name_of, const void* list, uint32_t count)
{
    const char* nearest = NULL;
    uint32_t nearest_distance = UINT32_MAX;
    for (uint32_t k = 0; k < count; k++) {
        const char* name = name_of(list, k);
        uint32_t d = distance(word, name);
        if (d < nearest_distance && d <= 1 + strlen(name) / 3) nearest = name, nearest_distance = d;
    }
    return nearest;
}

const char* suggest_tail(const char* word, suggest_name_fn* name_of, const void* list, uint32_t count, char* text,
                         uint32_t size)
{
    const char* name = suggest(word, name_of, list, count);
    if (name)
        snprintf(text, size, ", did you mean '%s'?", name);
    else
        text[0] = 0;
    return text;
}
