// A domain of Ploy as PDDL in the making: what both writers share. The one of pddl_write_schema.c has parameters; the one
// of pddl_write.c is grounded, for what cannot be written so.

#ifndef PL_IO_PDDL_PDDL_WRITE_H
#define PL_IO_PDDL_PDDL_WRITE_H

#include "base/containers/array.h"
#include "base/containers/names.h"
#include "plan/domain/compiled.h"
#include "plan/domain/domain.h"

#include <ploy/pddl.h>

typedef struct pl_pddl_output
{
    const ploy_domain* domain;
    const pl_compiled* c;
    const ploy_plan_query* query;
    ploy_write_fn* write;
    void* user;
    pl_names names;
    uint32_t* atoms; // grounded, per fact: the name of its predicate. A bool has one, of its true value.
    int64_t unit;    // of costs
    ploy_error* error;
    ploy_status status;
} pl_pddl_output;

void pl_pddl_output_put(pl_pddl_output* o, const char* format, ...) PL_PRINTF(2, 3);
/// Letters, digits, '-' and '_'; each name is taken once. PLOY_NONE: out of memory, the status says so.
uint32_t pl_pddl_output_take(pl_pddl_output* o, pl_names* names, const char* wanted);
bool pl_pddl_output_is_disabled(const pl_pddl_output* o, uint32_t action);
int64_t pl_pddl_output_gcd(int64_t a, int64_t b);

/// Writes the domain or the problem with parameters. false: it cannot be written so, `why` says why, and nothing was
/// written. An error is in the output's status.
bool pl_pddl_write_schema(pl_pddl_output* o, bool problem, char* why, size_t size);

#endif
