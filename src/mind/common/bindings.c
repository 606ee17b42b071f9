#include "mind/common/bindings.h"

#include <string.h>

#include "base/check.h"
#include "base/memory.h"

enum
{
    MAX_MEMORY = 64,
};

ploy_activity_def ploy_activity_def_default(void)
{
    return (ploy_activity_def){.cookie = PL_COOKIE};
}

ploy_condition_def ploy_condition_def_default(void)
{
    return (ploy_condition_def){.cookie = PL_COOKIE};
}

ploy_measure_def ploy_measure_def_default(void)
{
    return (ploy_measure_def){.cookie = PL_COOKIE};
}

ploy_abilities* ploy_abilities_create(const ploy_allocator* allocator)
{
    ploy_allocator from = pl_allocator_choose(allocator);
    ploy_abilities* abilities = PL_NEW(&from, ploy_abilities);
    if (!abilities) return NULL;
    abilities->allocator = from;
    pl_arena_init(&abilities->arena, &abilities->allocator, 0);
    pl_names_init(&abilities->activity_names, &abilities->allocator);
    pl_names_init(&abilities->condition_names, &abilities->allocator);
    pl_names_init(&abilities->measure_names, &abilities->allocator);
    pl_names_init(&abilities->port_names, &abilities->allocator);
    pl_names_init(&abilities->reasons, &abilities->allocator);
    return abilities;
}

void ploy_abilities_destroy(ploy_abilities* abilities)
{
    if (!abilities) return;
    PL_ARRAY_FREE(&abilities->activities, &abilities->allocator);
    PL_ARRAY_FREE(&abilities->conditions, &abilities->allocator);
    PL_ARRAY_FREE(&abilities->measures, &abilities->allocator);
    pl_arena_destroy(&abilities->arena);
    pl_names_destroy(&abilities->activity_names);
    pl_names_destroy(&abilities->condition_names);
    pl_names_destroy(&abilities->measure_names);
    pl_names_destroy(&abilities->port_names);
    pl_names_destroy(&abilities->reasons);
    ploy_allocator allocator = abilities->allocator;
    PL_DELETE(&allocator, abilities);
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

static bool keep_ports(ploy_abilities* abilities, const char** ports, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t id = pl_names_intern(&abilities->port_names, ports[i], strlen(ports[i]));
        if (id == PL_NONE) return false;
        ports[i] = pl_names_text(&abilities->port_names, id);
    }
    return true;
}

// Each of the three kinds of ability is a list and the names of its items, in the same order: room in the list is made
// first, so that a name without an item never stays behind.
#define ADD(list, names, def, same_shape, index)                                                                       \
    do {                                                                                                               \
        uint32_t known = find(&abilities->names, (def).name);                                                          \
        if (known != PLOY_NONE && !(same_shape)) return PLOY_INVALID;                                                  \
        if (!keep_ports(abilities, (def).ports, (def).port_count)) return PLOY_OUT_OF_MEMORY;                          \
        if (known == PLOY_NONE) {                                                                                      \
            if (!PL_ARRAY_RESERVE(&abilities->list, &abilities->allocator, abilities->list.count + 1)) {               \
                return PLOY_OUT_OF_MEMORY;                                                                             \
            }                                                                                                          \
            void* made = pl_arena_alloc(&abilities->arena, sizeof(def));                                               \
            if (!made) return PLOY_OUT_OF_MEMORY;                                                                      \
            known = pl_names_intern(&abilities->names, (def).name, strlen((def).name));                                \
            if (known == PL_NONE) return PLOY_OUT_OF_MEMORY;                                                           \
            abilities->list.count = known + 1;                                                                         \
            abilities->list.data[known] = made;                                                                        \
        }                                                                                                              \
        (def).name = pl_names_text(&abilities->names, known);                                                          \
        *abilities->list.data[known] = (def);                                                                          \
        if (index) *(index) = known;                                                                                   \
        return PLOY_OK;                                                                                                \
    } while (0)

#define SAME_PORTS(list, def)                                                                                          \
    ports_are_same(abilities->list.data[known]->ports, abilities->list.data[known]->port_count, (def).ports,           \
                   (def).port_count)

ploy_status ploy_abilities_add_activity(ploy_abilities* abilities, const ploy_activity_def* def, uint32_t* index)
{
    PL_ASSERT_COOKIE(def);
    ploy_activity_def kept = *def;
    if (!kept.name || !*kept.name || kept.memory > MAX_MEMORY) return PLOY_INVALID;
    if (!ports_are_good(kept.ports, kept.port_count)) return PLOY_INVALID;
    ADD(activities, activity_names, kept,
        SAME_PORTS(activities, kept) && abilities->activities.data[known]->memory == kept.memory, index);
}

ploy_status ploy_abilities_add_condition(ploy_abilities* abilities, const ploy_condition_def* def, uint32_t* index)
{
    PL_ASSERT_COOKIE(def);
    ploy_condition_def kept = *def;
    if (!kept.name || !*kept.name || !kept.test) return PLOY_INVALID;
    if (!ports_are_good(kept.ports, kept.port_count)) return PLOY_INVALID;
    ADD(conditions, condition_names, kept, SAME_PORTS(conditions, kept), index);
}

ploy_status ploy_abilities_add_measure(ploy_abilities* abilities, const ploy_measure_def* def, uint32_t* index)
{
    PL_ASSERT_COOKIE(def);
    ploy_measure_def kept = *def;
    if (!kept.name || !*kept.name || !kept.measure) return PLOY_INVALID;
    if (!ports_are_good(kept.ports, kept.port_count)) return PLOY_INVALID;
    ADD(measures, measure_names, kept, SAME_PORTS(measures, kept), index);
}

uint32_t ploy_abilities_add_reason(ploy_abilities* abilities, const char* text)
{
    uint32_t id = pl_names_intern(&abilities->reasons, text, strlen(text));
    return id == PL_NONE ? 0 : id + 1;
}

uint32_t ploy_abilities_find_activity(const ploy_abilities* abilities, const char* name)
{
    return find(&abilities->activity_names, name);
}

uint32_t ploy_abilities_find_condition(const ploy_abilities* abilities, const char* name)
{
    return find(&abilities->condition_names, name);
}

uint32_t ploy_abilities_find_measure(const ploy_abilities* abilities, const char* name)
{
    return find(&abilities->measure_names, name);
}

uint32_t ploy_abilities_activity_count(const ploy_abilities* abilities)
{
    return abilities->activities.count;
}

uint32_t ploy_abilities_condition_count(const ploy_abilities* abilities)
{
    return abilities->conditions.count;
}

uint32_t ploy_abilities_measure_count(const ploy_abilities* abilities)
{
    return abilities->measures.count;
}

const ploy_activity_def* ploy_abilities_activity(const ploy_abilities* abilities, uint32_t index)
{
    PL_ASSERT(index < abilities->activities.count);
    return abilities->activities.data[index];
}

const ploy_condition_def* ploy_abilities_condition(const ploy_abilities* abilities, uint32_t index)
{
    PL_ASSERT(index < abilities->conditions.count);
    return abilities->conditions.data[index];
}

const ploy_measure_def* ploy_abilities_measure(const ploy_abilities* abilities, uint32_t index)
{
    PL_ASSERT(index < abilities->measures.count);
    return abilities->measures.data[index];
}

const char* ploy_abilities_reason(const ploy_abilities* abilities, uint32_t reason)
{
    bool known = reason > 0 && reason <= pl_names_count(&abilities->reasons);
    return known ? pl_names_text(&abilities->reasons, reason - 1) : "";
}
