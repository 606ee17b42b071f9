#include "programs/experiment/study.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void study_free(study* s)
{
    free(s->cells);
    free(s->matches);
    *s = (study){0};
}

uint64_t study_seconds(const study* s)
{
    uint64_t seconds = 0;
    for (uint32_t i = 0; i < s->cell_count; i++) seconds += (uint64_t)s->cells[i].matches * s->cells[i].seconds;
    return seconds;
}

void study_technique(const char* controller, char technique[STUDY_NAME])
{
    snprintf(technique, STUDY_NAME, "%.*s", (int)strcspn(controller, "+"), controller);
}

bool study_has_squad(const char* controller)
{
    return strchr(controller, '+') != NULL;
}
