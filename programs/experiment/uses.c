#include "programs/experiment/uses.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void* a, const void* b)
{
    const use_row *x = a, *y = b;
    int order = strcmp(x->technique, y->technique);
    if (order == 0) order = strcmp(x->kind, y->kind);
    return order ? order : strcmp(x->name, y->name);
}

static uint32_t fold(use_row* rows, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (kept && compare(&rows[kept - 1], &rows[i]) == 0)
            rows[kept - 1].count += rows[i].count;
        else
            rows[kept++] = rows[i];
    }
    return kept;
}

use_row* uses_collect(const evidence* e, uint32_t* count)
{
    size_t all = 0;
    for (uint32_t i = 0; i < e->s->match_count; i++) all += e->results[i].use_count;
    use_row* rows = calloc(all + 1, sizeof *rows);
    *count = 0;
    for (uint32_t i = 0; rows && i < e->s->match_count; i++) {
        const study_cell* cell = study_cell_of(e->s, i);
        for (uint32_t k = 0; k < e->results[i].use_count; k++) {
            const study_use* use = &e->results[i].uses[k];
            use_row* row = &rows[(*count)++];
            study_technique(cell->controllers[use->side], row->technique);
            memcpy(row->kind, use->kind, sizeof row->kind);
            memcpy(row->name, use->name, sizeof row->name);
            row->count = use->count;
        }
    }
    if (rows) {
        qsort(rows, *count, sizeof *rows, compare);
        *count = fold(rows, *count);
    }
    return rows;
}
