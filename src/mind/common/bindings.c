#include "mind/common/bindings.h"

#include <string.h>

#include "base/check.h"
#include "base/memory.h"

enum
{
    MAX_MEMORY = 64,
};

ploy_bindings* ploy_bindings_create(const ploy_allocator* allocator)
{
    ploy_allocator from = pl_allocator_choose(allocator);
    ploy_bindings* bindings = PL_NEW(&from, ploy_bindings);
    if (!bindings) return NULL;
    bindings->allocator = from;
    pl_arena_init(&bindings->arena, &bindings->allocator, 0);
    pl_names_init(&bindings->activity_names, &bindings->allocator);
    pl_names_init(&bindings->condition_names, &bindings->allocator);
    pl_names_init(&bindings->measure_names, &bindings->allocator);
    pl_names_init(&bindings->port_names, &bindings->allocator);
    pl_names_init(&bindings->reasons, &bindings->allocator);
    return bindings;
}

void ploy_bindings_destroy(ploy_bindings* bindings)
{
    if (!bindings) return;
    PL_ARRAY_FREE(&bindings->activities, &bindings->allocator);
    PL_ARRAY_FREE(&bindings->conditions, &bindings->allocator);
    PL_ARRAY_FREE(&bindings->measures, &bindings->allocator);
    pl_arena_destroy(&bindings->arena);
    pl_names_destroy(&bindings->activity_names);
    pl_names_destroy(&bindings->condition_names);
    pl_names_destroy(&bindings->measure_names);
    pl_names_destroy(&bindings->port_names);
    pl_names_destroy(&bindings->reasons);
    ploy_allocator allocator = bindings->allocator;
    PL_DELETE(&allocator, bindings);
}

static uint32_t find(const pl_names* names, const char* name)
{
    return name ? pl_names_find(names, name, strlen(name)) : PLOY_NONE;
}

static bool ports_are_good(const char* const* ports, uint32_t count)
{
    if (count > PLOY_MAX_PORTS) return false;
    for (uint32_t i = 0; i < count; ++i) {
        if (!ports[i] || !*ports[i]) return false;
        for (uint32_t k = 0; k < i; ++k) {
            if (strcmp(ports[i], ports[k]) == 0) return false;
        }
    }
    return true;
}

static bool ports_are_same(const char* const* a, uint32_t a_count, const char* const* b, uint32_t b_count)
{
    if (a_count != b_count) return false;
    for (uint32_t i = 0; i < a_count; ++i) {
        if (strcmp(a[i], b[i]) != 0) return false;
    }
    return true;
}

static bool keep_ports(ploy_bindings* bindings, const char** ports, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t id = pl_names_intern(&bindings->port_names, ports[i], strlen(ports[i]));
        if (id == PL_NONE) return false;
        ports[i] = pl_names_text(&bindings->port_names, id);
    }
    return true;
}

// Each of the three kinds of ability is a list and the names of its items, in the same order: room in the list is made
// first, so that a name without an item never stays behind.
#define ADD(list, names, def, same_shape, index)                                                                       \
    do {                                                                                                               \
        uint32_t known = find(&bindings->names, (def).name);                                                           \
        if (known != PLOY_NONE && !(same_shape)) return PLOY_INVALID;                                                  \
        if (!keep_ports(bindings, (def).ports, (def).port_count)) return PLOY_OUT_OF_MEMORY;                           \
        if (known == PLOY_NONE) {                                                                                      \
            if (!PL_ARRAY_RESERVE(&bindings->list, &bindings->allocator, bindings->list.count + 1)) {                  \
                return PLOY_OUT_OF_MEMORY;                                                                             \
            }                                                                                                          \
            void* made = pl_arena_alloc(&bindings->arena, sizeof(def));                                                \
            if (!made) return PLOY_OUT_OF_MEMORY;                                                                      \
            known = pl_names_intern(&bindings->names, (def).name, strlen((def).name));                                 \
            if (known == PL_NONE) return PLOY_OUT_OF_MEMORY;                                                           \
            bindings->list.count = known + 1;                                                                          \
            bindings->list.data[known] = made;                                                                         \
        }                                                                                                              \
        (def).name = pl_names_text(&bindings->names, known);                                                           \
        *bindings->list.data[known] = (def);                                                                           \
        if (index) *(index) = known;                                                                                   \
        return PLOY_OK;                                                                                                \
    } while (0)

#define SAME_PORTS(list, def)                                                                                          \
    ports_are_same(bindings->list.data[known]->ports, bindings->list.data[known]->port_count, (def).ports,             \
                   (def).port_count)

ploy_status ploy_bindings_add_activity(ploy_bindings* bindings, const ploy_activity_def* def, uint32_t* index)
{
    ploy_activity_def kept = *def;
    if (!kept.name || !*kept.name || kept.data_bytes > MAX_MEMORY) return PLOY_INVALID;
    if (!ports_are_good(kept.ports, kept.port_count)) return PLOY_INVALID;
    ADD(activities, activity_names, kept,
        SAME_PORTS(activities, kept) && bindings->activities.data[known]->data_bytes == kept.data_bytes, index);
}

ploy_status ploy_bindings_add_condition(ploy_bindings* bindings, const ploy_condition_def* def, uint32_t* index)
{
    ploy_condition_def kept = *def;
    if (!kept.name || !*kept.name || !kept.test) return PLOY_INVALID;
    if (!ports_are_good(kept.ports, kept.port_count)) return PLOY_INVALID;
    ADD(conditions, condition_names, kept, SAME_PORTS(conditions, kept), index);
}

ploy_status ploy_bindings_add_scorer(ploy_bindings* bindings, const ploy_scorer_def* def, uint32_t* index)
{
    ploy_scorer_def kept = *def;
    if (!kept.name || !*kept.name || !kept.measure) return PLOY_INVALID;
    if (!ports_are_good(kept.ports, kept.port_count)) return PLOY_INVALID;
    ADD(measures, measure_names, kept, SAME_PORTS(measures, kept), index);
}

uint32_t ploy_bindings_add_reason(ploy_bindings* bindings, const char* text)
{
    uint32_t id = pl_names_intern(&bindings->reasons, text, strlen(text));
    return id == PL_NONE ? 0 : id + 1;
}

uint32_t ploy_bindings_find_activity(const ploy_bindings* bindings, const char* name)
{
    return find(&bindings->activity_names, name);
}

uint32_t ploy_bindings_find_condition(const ploy_bindings* bindings, const char* name)
{
    return find(&bindings->condition_names, name);
}

uint32_t ploy_bindings_find_scorer(const ploy_bindings* bindings, const char* name)
{
    return find(&bindings->measure_names, name);
}

uint32_t ploy_bindings_activity_count(const ploy_bindings* bindings)
{
    return bindings->activities.count;
}

uint32_t ploy_bindings_condition_count(const ploy_bindings* bindings)
{
    return bindings->conditions.count;
}

uint32_t ploy_bindings_scorer_count(const ploy_bindings* bindings)
{
    return bindings->measures.count;
}

const ploy_activity_def* ploy_bindings_activity(const ploy_bindings* bindings, uint32_t index)
{
    PL_ASSERT(index < bindings->activities.count);
    return bindings->activities.data[index];
}

const ploy_condition_def* ploy_bindings_condition(const ploy_bindings* bindings, uint32_t index)
{
    PL_ASSERT(index < bindings->conditions.count);
    return bindings->conditions.data[index];
}

const ploy_scorer_def* ploy_bindings_scorer(const ploy_bindings* bindings, uint32_t index)
{
    PL_ASSERT(index < bindings->measures.count);
    return bindings->measures.data[index];
}

const char* ploy_bindings_reason(const ploy_bindings* bindings, uint32_t reason)
{
    bool known = reason > 0 && reason <= pl_names_count(&bindings->reasons);
    return known ? pl_names_text(&bindings->reasons, reason - 1) : "";
}
