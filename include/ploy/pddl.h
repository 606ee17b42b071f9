// PDDL, the language of the planning competitions. Part of libploy-io.
//
//   ploy_pddl* pddl = NULL;
//   ploy_pddl_read(NULL, domain_text, domain_bytes, &pddl, &error);
//   ploy_pddl_read(NULL, problem_text, problem_bytes, &pddl, &error);
//   ploy_pddl_ground(pddl, &domain, &error);             an ordinary domain: plan, explain and record with it
//   ploy_pddl_check_plan(pddl, plan_text, bytes, …);     the validator, which knows nothing of that domain
//
// Read are STRIPS, typing with either, negative and disjunctive preconditions, equality, quantifiers, conditional
// effects, constants, action costs and numeric functions, in the dialects of the competitions: without :requirements,
// in any case, types as predicates. Durative actions, derived predicates, preferences and constraints are refused.

#ifndef PLOY_PDDL_H
#define PLOY_PDDL_H

#include <ploy/io.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ploy_pddl ploy_pddl;

typedef struct ploy_pddl_def
{
    ploy_allocator allocator;     ///< also the grounded domain's
    ploy_limits limits;           ///< of the grounded domain; 0: 65,535 variables, 1,000,000 operators
    ploy_error_fn* on_error; ///< gets every error of a text; NULL: only the first is reported
    void* user;                   ///< of on_error
} ploy_pddl_def;

/// Reads a text: first a domain, with `*pddl` NULL, which makes one; then its problem into the same one. Both may stand
/// in one text. PLOY_INVALID: error (may be NULL) names line, column, what is wrong and what would be right;
/// PLOY_OUT_OF_MEMORY. After either, `*pddl` is destroyed and NULL. `def` may be NULL; it matters for the first text.
PLOY_API ploy_status ploy_pddl_read(const ploy_pddl_def* def, const char* text, size_t bytes, ploy_pddl** pddl,
                                    ploy_error* error);
/// NULL is allowed. Domains that were grounded stay.
PLOY_API void ploy_pddl_destroy(ploy_pddl* pddl);

/// Makes a compiled domain of what the problem can ever reach: one symbol per finite-domain variable, one action without
/// parameters per ground action, one goal. Its initial state is the problem's. The caller destroys it. PLOY_INVALID: there
/// is no problem, something has no bound or exceeds a limit; error (may be NULL) says what.
PLOY_API ploy_status ploy_pddl_ground(ploy_pddl* pddl, ploy_domain** domain, ploy_error* error);

/// Writes the problem as a file of Ploy to read and edit: a domain with types, symbols, tables and actions with parameters,
/// and an agent with the state at the start. Plans cost the same as in the grounded domain. PLOY_NOT_SUPPORTED: it cannot be
/// written so; error (may be NULL) says why. PLOY_CANCELLED: `write` returned false; else as ploy_pddl_ground.
PLOY_API ploy_status ploy_pddl_write(ploy_pddl* pddl, ploy_write_fn* write, void* user, ploy_error* error);

/// A step of a plan in the domain grounded last, as PDDL has it: "(drive truck1 depot market)". Returns the length it
/// needs, as snprintf does; 0: the step only helps another one and is not part of the plan.
PLOY_API size_t ploy_pddl_step_print(const ploy_pddl* pddl, const ploy_step* step, char* text, size_t size);

typedef struct ploy_pddl_verdict
{
    bool valid;          ///< every step can be taken and the goal holds at the end
    uint32_t step_count; ///< steps that could be taken
    int64_t cost;        ///< of these, fixed point (1/1000): what they add to the metric, or 1 per step without one
    uint32_t line;       ///< of the plan, at the step that cannot be taken; 0: the goal is not met, or all is well
    char reason[240];    ///< why it is not valid; empty when it is
} ploy_pddl_verdict;

/// Executes a plan ("(drive truck1 depot market)", one step per line, ';' comments, "0.0:" before steps allowed) on the
/// problem as it was read. PLOY_OK: see the verdict; PLOY_INVALID: not a plan, or there is no problem; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_pddl_check_plan(const ploy_pddl* pddl, const char* text, size_t bytes,
                                          ploy_pddl_verdict* verdict, ploy_error* error);

/// Writes a domain of Ploy as PDDL: its actions from where the query starts, for its goal, without what it disables; the
/// domain's text, or with `problem` the problem's. It has types and parameters. Where that is not possible it is grounded,
/// and error (may be NULL) says why although the result is PLOY_OK. Contexts are taken to hold. PLOY_INVALID: a cost is a
/// callback's, or must be grounded and depends on the state; error says whose. PLOY_CANCELLED: `write` returned false;
/// PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_domain_to_pddl(const ploy_domain* domain, const ploy_plan_query* query, bool problem,
                                         ploy_write_fn* write, void* user, ploy_error* error);

#ifdef __cplusplus
}
#endif

#endif
