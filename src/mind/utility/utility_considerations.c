// The considerations of an option: from the caller's list to parts and leaves.

#include <string.h>

#include "base/check.h"
#include "knowledge/blackboard.h"
#include "knowledge/fact_types.h"
#include "mind/common/bindings.h"
#include "mind/utility/utility.h"

enum
{
    ONE = 1000,
    MAX_WEIGHT = 1000000,
};

#define MAX_SPAN ((uint64_t)1 << 53)

static const char* const combine_names[] = {
#define NAME(NAME, text, rule) text,
    PLOY_COMBINE_LIST(NAME)
#undef NAME
};

ploy_status pl_combine_find(const char* name, ploy_combine* combine)
{
    for (uint32_t i = 0; i < PLOY_COMBINE_COUNT; ++i) {
        if (strcmp(combine_names[i], name) != 0) continue;
        *combine = (ploy_combine)i;
        return PLOY_OK;
    }
    return PLOY_NOT_FOUND;
}

const char* pl_combine_name(uint8_t combine)
{
    return combine_names[combine];
}

ploy_consideration ploy_consider(ploy_input_kind kind, const char* name, int64_t min, int64_t max, ploy_curve curve)
{
    return (ploy_consideration){
        .weight = ONE,
        .input = {.kind = kind, .name = name, .min = min, .max = max, .max_age = INT64_MAX},
        .curve = curve,
    };
}

// Leaves.

static ploy_status read_key(pl_utility_builder* b, const ploy_input* input, pl_utility_leaf* leaf)
{
    const ploy_blackboard_keys* keys = b->def->parts.keys;
    leaf->index = keys && input->name ? ploy_blackboard_keys_find(keys, input->name) : PLOY_NONE;
    if (leaf->index == PLOY_NONE)
        return pl_utility_fail_name(b, PLOY_MISSING_KEY, "key", input->name, keys ? &keys->names : NULL);
    if (pl_value_is_bytes(pl_key_kind(keys, leaf->index))) {
        pl_utility_fail(b, "the key '%.80s' is of type %s, which has no score", input->name,
                        pl_key_type_name(keys, leaf->index));
        pl_error_hint(b->error, "a key that is a bool, int, decimal or object, or a scorer that reads this one");
        return PLOY_INVALID;
    }
    return pl_utility_reads(b, leaf->index, &leaf->slot);
}

// A scorer with a port bound to a key reads its ports only; any other may read anything.
static ploy_status read_scorer(pl_utility_builder* b, const ploy_input* input, pl_utility_leaf* leaf)
{
    const ploy_bindings* bindings = b->def->parts.bindings;
    leaf->index = bindings ? pl_bindings_find_scorer(bindings, input->name) : PLOY_NONE;
    if (leaf->index == PLOY_NONE) {
        return pl_utility_fail_name(b, PLOY_MISSING_SCORER, "scorer", input->name,
                                    bindings ? &bindings->scorers.names : NULL);
    }
    const ploy_scorer_def* def = pl_bindings_scorer(bindings, leaf->index);
    ploy_status status = pl_utility_bind(b, pl_scorer_ports(def), input->ports, input->port_count, &leaf->ports);
    bool polls = true;
    for (uint32_t i = 0; status == PLOY_OK && i < def->port_count; ++i) {
        if (leaf->ports[i].key == PLOY_NONE) continue;
        polls = false;
        status = pl_utility_reads(b, leaf->ports[i].key, NULL);
    }
    if (polls) b->utility->pollers |= (uint64_t)1 << b->index;
    return status;
}

static ploy_status read_expression(pl_utility_builder* b, const ploy_input* input, pl_utility_leaf* leaf)
{
    if (!input->name || !*input->name) return pl_utility_fail(b, "an expression is empty");
    ploy_status status = pl_guard_compile(input->name, b->def->parts.keys, b->def->parts.bindings,
                                          &b->utility->allocator, &leaf->guard, b->error);
    if (status != PLOY_OK) return pl_utility_fail_text(b, "expression", status);
    return pl_utility_reads_guard(b, leaf->guard);
}

static ploy_status narrow(pl_utility_builder* b, const ploy_input* input, ploy_fact_query* query)
{
    query->min_belief = input->min_belief;
    query->max_age = input->max_age;
    for (uint32_t i = 0; i < input->range_count; ++i) {
        const ploy_fact_range* range = &input->ranges[i];
        uint32_t attribute = ploy_fact_types_find_attribute(b->def->parts.fact_types, query->type, range->attribute);
        if (attribute == PLOY_NONE) {
            pl_utility_fail(b, "facts '%s' have no attribute '%s'", input->name, range->attribute);
            pl_error_missing(b->error, PLOY_MISSING_ATTRIBUTE, range->attribute, input->name);
            ploy_status status = pl_reports_take(b->reports, PLOY_INVALID);
            if (status != PLOY_OK) return status;
            continue;
        }
        ploy_fact_query_between(query, attribute, range->min, range->max);
    }
    return PLOY_OK;
}

static ploy_status read_facts(pl_utility_builder* b, const ploy_input* input, pl_utility_leaf* leaf)
{
    const ploy_fact_types* types = b->def->parts.fact_types;
    uint32_t type = types && input->name ? ploy_fact_types_find(types, input->name) : PLOY_NONE;
    if (type == PLOY_NONE) {
        return pl_utility_fail_name(b, PLOY_MISSING_FACT_TYPE, "fact type", input->name, types ? &types->names : NULL);
    }
    ploy_fact_query* query = PL_ARENA_ARRAY(&b->utility->arena, ploy_fact_query, 1);
    if (!query) return PLOY_OUT_OF_MEMORY;
    ploy_fact_query_init(query, type);
    leaf->query = query;
    b->utility->fact_readers |= (uint64_t)1 << b->index;
    return narrow(b, input, query);
}

static ploy_status read_input(pl_utility_builder* b, const ploy_input* input, pl_utility_leaf* leaf)
{
    switch (input->kind) {
    case PLOY_INPUT_CONSTANT:
        return PLOY_OK;
    case PLOY_INPUT_KEY:
        return read_key(b, input, leaf);
    case PLOY_INPUT_SCORER:
        return read_scorer(b, input, leaf);
    case PLOY_INPUT_EXPRESSION:
        return read_expression(b, input, leaf);
    case PLOY_INPUT_FACT_COUNT:
    case PLOY_INPUT_FACT_BELIEF:
    case PLOY_INPUT_FACT_AGE:
        return read_facts(b, input, leaf);
    default:
        return pl_utility_fail(b, "unknown kind of input");
    }
}

static ploy_status set_range(pl_utility_builder* b, const ploy_input* input, pl_utility_leaf* leaf)
{
    uint64_t span = (uint64_t)input->max - (uint64_t)input->min;
    if (input->min >= input->max || span > MAX_SPAN) {
        return pl_utility_fail(b, "'%s' has no range: min must be below max", input->name ? input->name : "constant");
    }
    leaf->min = input->min;
    leaf->span = span;
    leaf->inverse = pl_leaf_inverse(span);
    return PLOY_OK;
}

// Leaves with the same curve share a table.
static const uint16_t* table_of(pl_utility_builder* b, const ploy_curve* curve)
{
    for (uint32_t i = 0; i < b->utility->leaves.count; ++i) {
        const pl_utility_leaf* other = &b->utility->leaves.data[i];
        if (other->table && pl_curves_are_equal(&b->utility->sources.data[i].curve, curve)) return other->table;
    }
    uint16_t* table = PL_ARENA_ARRAY(&b->utility->arena, uint16_t, PL_CURVE_SIZE);
    if (table) pl_curve_fill(curve, table);
    return table;
}

ploy_status pl_utility_build_leaf(pl_utility_builder* b, const ploy_consideration* from)
{
    ploy_utility* utility = b->utility;
    pl_utility_leaf leaf = {.weight = (int32_t)pl_utility_weight(from->weight), .kind = (uint8_t)from->input.kind};
    if (!ploy_curve_is_valid(&from->curve)) return pl_utility_fail(b, "a parameter of a curve is out of its range");
    ploy_status status = set_range(b, &from->input, &leaf);
    if (status == PLOY_OK) status = read_input(b, &from->input, &leaf);
    if (status == PLOY_OK) leaf.table = table_of(b, &from->curve);
    if (status == PLOY_OK && leaf.kind == PLOY_INPUT_CONSTANT && leaf.table) {
        leaf.min = leaf.table[pl_leaf_normalize(&leaf, from->input.value)];
    }
    pl_utility_leaf_source source = {from->curve, pl_utility_keep(b, from->input.name ? from->input.name : ""),
                                     from->input.max};
    bool kept = status == PLOY_OK && leaf.table && source.reads &&
                PL_ARRAY_PUSH(&utility->sources, &utility->allocator, source) &&
                PL_ARRAY_PUSH(&utility->leaves, &utility->allocator, leaf);
    if (!kept) pl_guard_destroy(leaf.guard);
    return kept || status != PLOY_OK ? status : PLOY_OUT_OF_MEMORY;
}

// Parts.

static const char* name_of(const ploy_consideration* from)
{
    if (from->name) return from->name;
    if (from->parts > 0) return combine_names[from->combine];
    return from->input.kind == PLOY_INPUT_CONSTANT ? "constant" : from->input.name ? from->input.name : "";
}

static ploy_status check(pl_utility_builder* b, const ploy_consideration* from)
{
    int64_t weight = pl_utility_weight(from->weight);
    if (weight < 0 || weight > MAX_WEIGHT) {
        return pl_utility_fail(b, "the weight of a consideration must be 0 .. 1000");
    }
    if (from->parts > 0 && (unsigned)from->combine >= PLOY_COMBINE_COUNT) {
        return pl_utility_fail(b, "unknown combination");
    }
    return PLOY_OK;
}

static ploy_status build_part(pl_utility_builder* b, const ploy_consideration* from)
{
    ploy_utility* utility = b->utility;
    if (from->line) {
        b->line = from->line;
        b->column = from->column;
    }
    ploy_status status = check(b, from);
    if (status == PLOY_OK && from->parts == 0) status = pl_utility_build_leaf(b, from);
    if (status != PLOY_OK) return status;
    pl_utility_part part = {
        .name = pl_utility_keep(b, name_of(from)),
        .parts = from->parts,
        .leaf = utility->leaves.count - (from->parts == 0),
        .end = utility->parts.count + 1,
        .weight = (int32_t)pl_utility_weight(from->weight),
        .weights = 1,
        .compensation = from->parts > 0 ? ((int64_t)(from->parts - 1) << 32) / from->parts : 0,
        .combine = (uint8_t)from->combine,
    };
    bool kept = part.name && PL_ARRAY_PUSH(&utility->parts, &utility->allocator, part);
    return kept ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

/// A composite that does not have all its parts yet.
typedef struct open_part
{
    uint32_t part;
    uint32_t left; ///< parts that are missing
    int64_t weights;
} open_part;

typedef struct open_parts
{
    open_part list[PLOY_CONSIDERATION_DEPTH + 1];
    uint32_t count;
} open_parts;

static bool is_flat(const ploy_utility* utility, const pl_utility_part* part)
{
    bool is_flat = part->end - (uint32_t)(part - utility->parts.data) - 1 == part->parts;
    for (uint32_t i = 0; is_flat && i < part->parts; ++i) {
        is_flat = utility->leaves.data[part->leaf + i].kind == PLOY_INPUT_KEY;
    }
    return is_flat;
}

// Closes the composites that have all their parts.
static void close_parts(ploy_utility* utility, open_parts* open)
{
    while (open->count > 0 && open->list[open->count - 1].left == 0) {
        const open_part* last = &open->list[--open->count];
        pl_utility_part* part = &utility->parts.data[last->part];
        part->end = utility->parts.count;
        part->weights = last->weights > 0 ? last->weights : 1;
        part->is_flat = is_flat(utility, part);
    }
}

static ploy_status add_part(pl_utility_builder* b, open_parts* open, const ploy_consideration* from)
{
    if (open->count == 0) return pl_utility_fail(b, "there are more considerations than the composites have parts");
    if (from->parts > 0 && open->count > PLOY_CONSIDERATION_DEPTH) {
        return pl_utility_fail(b, "considerations nest more than %d deep", PLOY_CONSIDERATION_DEPTH);
    }
    ploy_status status = build_part(b, from);
    if (status != PLOY_OK) return status;
    open_part* around = &open->list[open->count - 1];
    --around->left;
    around->weights += pl_utility_weight(from->weight);
    if (from->parts > 0) {
        open->list[open->count++] = (open_part){b->utility->parts.count - 1, from->parts, 0};
    }
    close_parts(b->utility, open);
    return PLOY_OK;
}

// The number of considerations at the top level: those that no composite contains.
static uint32_t count_roots(const ploy_option* option)
{
    uint64_t claimed = 0;
    for (uint32_t i = 0; i < option->consideration_count; ++i) claimed += option->considerations[i].parts;
    return claimed < option->consideration_count ? option->consideration_count - (uint32_t)claimed : 0;
}

ploy_status pl_utility_build_parts(pl_utility_builder* b, pl_utility_option* option)
{
    const ploy_option* from = b->option;
    if (from->consideration_count == 0) return PLOY_OK;
    ploy_consideration root = {.combine = from->combine, .parts = count_roots(from)};
    if (root.parts == 0) return pl_utility_fail(b, "a composite has fewer parts than it says");
    option->part = b->utility->parts.count;
    ploy_status status = build_part(b, &root);
    open_parts open = {.list = {{option->part, root.parts, 0}}, .count = 1};
    uint32_t errors = b->reports->count;
    for (uint32_t i = 0; i < from->consideration_count && status == PLOY_OK; ++i) {
        // After an error the parts do not match the list: the rest is only checked.
        bool is_checked = b->reports->count > errors;
        const ploy_consideration* one = &from->considerations[i];
        status = pl_reports_take(b->reports, is_checked ? build_part(b, one) : add_part(b, &open, one));
    }
    if (b->reports->count > errors) return status;
    if (status == PLOY_OK && open.count > 0) return pl_utility_fail(b, "a composite has fewer parts than it says");
    return status;
}
