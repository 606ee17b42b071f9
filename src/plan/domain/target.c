// Grounds goals: a goal becomes one target per combination of arguments, with the alternatives of its condition and of
// its relevance.

#include <inttypes.h>

#include "plan/domain/compile.h"

static ploy_status add_partials(pl_builder* b, uint32_t first, uint32_t end, const uint32_t* args,
                                uint32_t* first_partial, uint32_t* count)
{
    pl_dnf terms;
    ploy_status status = pl_builder_condition(b, first, end, args, &terms);
    if (status != PLOY_OK) {
        return status;
    }
    *first_partial = b->partials.count;
    *count = terms.count;
    for (uint32_t i = 0; i < terms.count; ++i) {
        pl_partial_state partial;
        if (!pl_builder_partial_state(b, &terms.items[i], &partial) ||
            !PL_ARRAY_PUSH(&b->partials, &b->allocator, partial)) {
            return PLOY_OUT_OF_MEMORY;
        }
    }
    return PLOY_OK;
}

static bool is_any_unconditional(const pl_builder* b, uint32_t first, uint32_t count)
{
    bool is_any = false;
    for (uint32_t i = first; i < first + count && !is_any; ++i) {
        const pl_partial_state* partial = &b->partials.data[i];
        uint64_t required = partial->test_count;
        for (uint32_t w = 0; w < b->counts.words; ++w) required |= b->masks.data[partial->at + w];
        is_any = !required;
    }
    return is_any;
}

static ploy_status add_target(pl_builder* b, uint32_t goal, uint32_t rank, uint32_t condition_end)
{
    pl_target target = {.goal = goal};
    pl_declaration_unrank(b->domain, &b->domain->goals.data[goal], rank, target.args);
    if (!pl_domain_args_exist(b->domain, &b->domain->goals.data[goal], target.args, UINT32_MAX)) {
        return PL_ARRAY_PUSH(&b->targets, &b->allocator, target) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
    }
    ploy_status status = add_partials(b, 0, condition_end, target.args, &target.first_partial, &target.partial_count);
    if (status == PLOY_OK) {
        status =
            add_partials(b, condition_end, b->trees.count, target.args, &target.first_relevant, &target.relevant_count);
    }
    if (status != PLOY_OK) {
        return status;
    }
    target.is_always_relevant = is_any_unconditional(b, target.first_relevant, target.relevant_count);
    return PL_ARRAY_PUSH(&b->targets, &b->allocator, target) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

static ploy_status add_targets(pl_builder* b, uint32_t goal, uint32_t condition_end)
{
    const pl_declaration* declaration = &b->domain->goals.data[goal];
    uint64_t count = pl_declaration_ground_count(b->domain, declaration);
    if (count > b->domain->limits.operators - b->targets.count) {
        pl_error_set(b->error, 0, 0, "goal '%.80s': more than %" PRIu32 " ground goals", declaration->name,
                     b->domain->limits.operators);
        return PLOY_INVALID;
    }
    ploy_status status = PLOY_OK;
    for (uint32_t rank = 0; rank < count && status == PLOY_OK; ++rank) {
        pl_arena_place place = pl_arena_mark(&b->algebra.arena);
        status = add_target(b, goal, rank, condition_end);
        pl_arena_rewind(&b->algebra.arena, place);
    }
    return status;
}

static ploy_status add_goal(pl_builder* b, uint32_t goal)
{
    pl_number priority = {0};
    uint32_t root;
    PL_ARRAY_CLEAR(&b->expression.nodes);
    PL_ARRAY_CLEAR(&b->trees);
    ploy_status status = pl_builder_number(b, PLOY_PART_PRIORITY, goal, &priority, &root);
    status = status == PLOY_OK ? pl_builder_parse(b, PLOY_PART_CONDITION, goal, PL_GRAMMAR_CONDITION) : status;
    uint32_t condition_end = b->trees.count;
    status = status == PLOY_OK ? pl_builder_parse(b, PLOY_PART_RELEVANT, goal, PL_GRAMMAR_CONDITION) : status;
    if (status != PLOY_OK) {
        return status;
    }
    if (!PL_ARRAY_PUSH(&b->priorities, &b->allocator, priority) ||
        !PL_ARRAY_PUSH(&b->goal_first_target, &b->allocator, b->targets.count)) {
        return PLOY_OUT_OF_MEMORY;
    }
    return add_targets(b, goal, condition_end);
}

ploy_status pl_builder_goals(pl_builder* b)
{
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < b->domain->goals.count && status == PLOY_OK; ++i) {
        status = add_goal(b, i);
    }
    if (status == PLOY_OK && !PL_ARRAY_PUSH(&b->goal_first_target, &b->allocator, b->targets.count)) {
        return PLOY_OUT_OF_MEMORY;
    }
    return status;
}
