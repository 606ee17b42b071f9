#include "programs/experiment/result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs/cli/memory.h"

int64_t study_metric_of(const study_metrics* metrics, study_metric metric)
{
    switch (metric) {
#define CASE(name, text)                                                                                               \
    case STUDY_METRIC_##name:                                                                                          \
        return metrics->name;
        STUDY_METRICS(CASE)
#undef CASE
    default:
        return 0;
    }
}

const char* study_metric_name(study_metric metric)
{
    static const char* const names[] = {
#define NAME(name, text) #name,
        STUDY_METRICS(NAME)
#undef NAME
    };
    return names[metric];
}

bool study_result_add_use(study_result* result, uint32_t side, const char* kind, const char* name, uint64_t count)
{
    result->uses = have_memory(realloc(result->uses, (result->use_count + 1) * sizeof *result->uses));
    study_use* use = &result->uses[result->use_count++];
    *use = (study_use){.side = side, .count = count};
    snprintf(use->kind, sizeof use->kind, "%s", kind);
    snprintf(use->name, sizeof use->name, "%s", name);
    return true;
}

void study_result_add_segment(study_result* result, const study_segment* segment)
{
    result->segments =
        have_memory(realloc(result->segments, (result->segment_count + 1) * sizeof *result->segments));
    result->segments[result->segment_count++] = *segment;
}

void study_result_free(study_result* result)
{
    free(result->segments);
    free(result->uses);
    *result = (study_result){0};
}
