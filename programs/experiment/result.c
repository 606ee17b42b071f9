#include "programs/experiment/result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int64_t study_measure_of(const study_measures* measures, study_measure measure)
{
    switch (measure) {
#define CASE(name, text)                                                                                               \
    case STUDY_MEASURE_##name:                                                                                         \
        return measures->name;
        STUDY_MEASURES(CASE)
#undef CASE
    default:
        return 0;
    }
}

const char* study_measure_name(study_measure measure)
{
    static const char* const names[] = {
#define NAME(name, text) #name,
        STUDY_MEASURES(NAME)
#undef NAME
    };
    return names[measure];
}

bool study_result_add_use(study_result* result, uint32_t side, const char* kind, const char* name, uint64_t count)
{
    study_use* grown = realloc(result->uses, (result->use_count + 1) * sizeof *grown);
    if (!grown) return false;
    result->uses = grown;
    study_use* use = &grown[result->use_count++];
    *use = (study_use){.side = side, .count = count};
    snprintf(use->kind, sizeof use->kind, "%s", kind);
    snprintf(use->name, sizeof use->name, "%s", name);
    return true;
}

void study_result_free(study_result* result)
{
    free(result->uses);
    *result = (study_result){0};
}
