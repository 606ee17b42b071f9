// Inference: from the values of variables to weights of states and strengths of sets, and from those to outputs.
// Integer arithmetic only.

#include <string.h>

#include "mind/fuzzy/fuzzy.h"
#include "base/check.h"

enum
{
    ONE = 1000,
    SAMPLES = 101,
};

uint32_t ploy_fuzzy_membership(const ploy_fuzzy_set* set, int64_t value)
{
    PL_NEED(set, 0);
    const int64_t* p = set->points;
    if (value >= p[1] && value <= p[2]) return ONE;
    if (value <= p[0] || value >= p[3]) return 0;
    if (value < p[1]) return (uint32_t)((value - p[0]) * ONE / (p[1] - p[0]));
    return (uint32_t)((p[3] - value) * ONE / (p[3] - p[2]));
}

static void raise(uint32_t* to, uint32_t strength)
{
    if (*to < strength) *to = strength;
}

void pl_fuzzy_infer(const pl_fuzzy_ops* ops, const pl_fuzzy_set_entry* sets, const int64_t* values,
                    pl_fuzzy_result* result)
{
    memset(result, 0, sizeof *result);
    uint32_t stack[PL_FUZZY_STACK + 1];
    uint32_t* top = stack;
    uint32_t strength = 0;
    for (uint32_t i = 0; i < ops->count; ++i) {
        uint32_t index = ops->data[i].index;
        switch ((pl_fuzzy_code)ops->data[i].code) {
        case PL_FUZZY_IS:
            *++top = ploy_fuzzy_membership(&sets[index].set, values[sets[index].variable]);
            break;
        case PL_FUZZY_NOT:
            *top = ONE - *top;
            break;
        case PL_FUZZY_AND:
            --top, *top = top[1] < top[0] ? top[1] : top[0];
            break;
        case PL_FUZZY_OR:
            --top, *top = top[1] > top[0] ? top[1] : top[0];
            break;
        case PL_FUZZY_THEN:
            strength = *top-- * index / ONE;
            break;
        case PL_FUZZY_STATE:
            raise(&result->states[index], strength);
            break;
        case PL_FUZZY_OUTPUT:
            raise(&result->sets[index], strength);
            break;
        }
    }
}

static bool average(const pl_fuzzy_set_entry* sets, const uint32_t* strengths, uint32_t count, int64_t* value)
{
    int64_t sum = 0, weight = 0;
    for (uint32_t i = 0; i < count; ++i) {
        sum += (sets[i].set.points[1] + sets[i].set.points[2]) / 2 * strengths[i];
        weight += strengths[i];
    }
    if (weight == 0) return false;
    *value = sum / weight;
    return true;
}

// The height at a point of the union of the sets, each cut off at its strength.
static uint32_t height(const pl_fuzzy_set_entry* sets, const uint32_t* strengths, uint32_t count, int64_t at)
{
    uint32_t max = 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t membership = ploy_fuzzy_membership(&sets[i].set, at);
        raise(&max, membership < strengths[i] ? membership : strengths[i]);
    }
    return max;
}

static bool centroid(const pl_fuzzy_set_entry* sets, const uint32_t* strengths, uint32_t count, int64_t* value)
{
    int64_t min = sets[0].set.points[0], max = sets[0].set.points[3];
    for (uint32_t i = 1; i < count; ++i) {
        min = sets[i].set.points[0] < min ? sets[i].set.points[0] : min;
        max = sets[i].set.points[3] > max ? sets[i].set.points[3] : max;
    }
    int64_t sum = 0, weight = 0;
    for (int64_t i = 0; i < SAMPLES; ++i) {
        int64_t here = height(sets, strengths, count, min + (max - min) * i / (SAMPLES - 1));
        sum += here * i;
        weight += here;
    }
    if (weight == 0)
        return average(sets, strengths, count, value); // the sets are narrower than the distance of two samples
    *value = min + (max - min) * sum / (weight * (SAMPLES - 1));
    return true;
}

bool pl_fuzzy_defuzzify(const pl_fuzzy_set_entry* sets, const uint32_t* strengths, uint32_t count, ploy_fuzzy_by by,
                        int64_t* value)
{
    if (count == 0) return false;
    return by == PLOY_BY_AVERAGE ? average(sets, strengths, count, value) : centroid(sets, strengths, count, value);
}
