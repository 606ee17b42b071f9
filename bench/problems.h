// Planning problems for the yardstick, the planner's tests and the planner's benchmarks, drawn from seeds.
//
// A set is one domain of booleans and many problems in it: a start, a goal and the lowest cost, which an uninformed
// search found. The same name and seed give the same set on every machine. Nothing here knows the library.

#ifndef BENCH_PROBLEMS_H
#define BENCH_PROBLEMS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum
{
    PROBLEM_MAX_SYMBOLS = 64,
    PROBLEM_MAX_ACTIONS = 128,
    PROBLEM_MAX_NAME = 16,
    PROBLEM_MAX_COUNT = 300,
};

/// Some symbols and the value that each has: a precondition, an effect or a goal.
typedef struct problem_facts
{
    uint64_t mask;  ///< which symbols
    uint64_t value; ///< a subset of mask: the ones that are true
} problem_facts;

typedef struct problem_action
{
    char name[PROBLEM_MAX_NAME];
    int cost;
    problem_facts needs, sets;
} problem_action;

typedef struct problem_case
{
    uint64_t start;
    problem_facts goal;
    int cost; ///< of the cheapest plan; -1: there is none
} problem_case;

typedef struct problem_collection
{
    const char* name;
    uint64_t seed;
    int symbol_count, action_count, case_count;
    char symbols[PROBLEM_MAX_SYMBOLS][PROBLEM_MAX_NAME];
    problem_action actions[PROBLEM_MAX_ACTIONS];
    problem_case cases[PROBLEM_MAX_COUNT];
} problem_collection;

/// Names of the sets, by index; NULL after the last.
const char* problem_set_name(int index);

/// False when there is no set of that name. max_cases: 0, or draw at most so many (the first ones of the whole set).
/// seed: 0, or another set of the same kind.
bool problem_set_make(problem_collection* set, const char* name, int max_cases, uint64_t seed);

/// The cheapest plan's cost by uniform-cost search over all states that actions of use for the goal reach; -1: there is
/// no plan; -2: gave up after max_states.
int problem_solve(const problem_collection* set, uint64_t start, problem_facts goal, int max_states);

/// As a file that the library loads: agent pN has the start and the goal of case N.
void problem_set_write_xml(const problem_collection* set, FILE* file);
/// {"p0": 12, "p1": null}: each agent's lowest cost.
void problem_set_write_json(const problem_collection* set, FILE* file);

#endif
