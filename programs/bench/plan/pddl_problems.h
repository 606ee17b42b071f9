// Problems in PDDL of growing size, drawn by a seed, in the manner of well-known domains: balls carried by a gripper,
// blocks, cars on a ferry, packages in trucks and airplanes, crates on hoists and trucks, pictures taken by satellites,
// orders on as few desks as possible, cars parked behind each other.

#ifndef BENCH_PDDL_PROBLEMS_H
#define BENCH_PDDL_PROBLEMS_H

#include <stddef.h>
#include <stdint.h>

enum
{
    PDDL_FAMILIES = 8,
    PDDL_SIZES = 4,
};

typedef struct pddl_family
{
    const char* name;
    const char* domain;        ///< text
    int sizes[PDDL_SIZES];     ///< from small to large
    int optimal[PDDL_SIZES];   ///< likewise, for searches that prove that the plan is the cheapest
} pddl_family;

extern const pddl_family pddl_families[PDDL_FAMILIES];

/// Writes a problem into a buffer; returns its length. The same family, size and seed give the same text everywhere.
size_t pddl_problem_write(uint32_t family, int size, uint64_t seed, char* text, size_t bytes);

#endif
