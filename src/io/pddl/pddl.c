#include "io/pddl/pddl.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/error.h"
#include "io/pddl/pddl_parser.h"

static ploy_pddl* create(const ploy_pddl_def* def)
{
    ploy_allocator allocator = pl_allocator_choose(def ? &def->allocator : NULL);
    ploy_pddl* pddl = PL_NEW(&allocator, ploy_pddl);
    if (!pddl) return NULL;
    pddl->allocator = allocator;
    if (def) pddl->def = *def;
    pddl->domain_name = pddl->problem_name = pddl->goal = PLOY_NONE;
    pddl->step_cost = PLOY_UNIT;
    pl_names_init(&pddl->names, &allocator);
    pl_tuple_names_init(&pddl->atoms, &allocator);
    // Never empty, so that a place in them can be formed for nothing at all.
    if (PL_ARRAY_RESERVE(&pddl->terms, &allocator, 1) && PL_ARRAY_RESERVE(&pddl->variables, &allocator, 1) &&
        PL_ARRAY_RESERVE(&pddl->set_types, &allocator, 1))
        return pddl;
    ploy_pddl_destroy(pddl);
    return NULL;
}

void ploy_pddl_destroy(ploy_pddl* pddl)
{
    if (!pddl) return;
    ploy_allocator allocator = pddl->allocator;
    pl_names_destroy(&pddl->names);
    pl_tuple_names_destroy(&pddl->atoms);
    PL_ARRAY_FREE(&pddl->types, &allocator);
    PL_ARRAY_FREE(&pddl->sets, &allocator);
    PL_ARRAY_FREE(&pddl->set_types, &allocator);
    PL_ARRAY_FREE(&pddl->set_objects, &allocator);
    PL_ARRAY_FREE(&pddl->variables, &allocator);
    PL_ARRAY_FREE(&pddl->objects, &allocator);
    PL_ARRAY_FREE(&pddl->name_objects1, &allocator);
    PL_ARRAY_FREE(&pddl->symbols, &allocator);
    PL_ARRAY_FREE(&pddl->actions, &allocator);
    PL_ARRAY_FREE(&pddl->nodes, &allocator);
    PL_ARRAY_FREE(&pddl->terms, &allocator);
    PL_ARRAY_FREE(&pddl->values, &allocator);
    PL_ARRAY_FREE(&pddl->prices, &allocator);
    PL_ARRAY_FREE(&pddl->steps, &allocator);
    PL_ARRAY_FREE(&pddl->step_args, &allocator);
    PL_DELETE(&allocator, pddl);
}

static ploy_status fail_outer(pl_pddl_parser* p, uint32_t at, const char* why)
{
    uint32_t line, column;
    ploy_error error;
    pl_text_place(p->sexprs.text, p->sexprs.bytes, at, &line, &column);
    pl_error_set(&error, line, column, "%s", why);
    if (p->error) *p->error = error;
    if (p->pddl->def.on_error) p->pddl->def.on_error(p->pddl->def.user, &error);
    return PLOY_INVALID;
}

static ploy_status read_text(ploy_pddl* pddl, const char* text, size_t bytes, ploy_error* error)
{
    pl_pddl_parser p = {.pddl = pddl, .sexprs = {.text = text, .bytes = bytes}, .error = error};
    uint32_t at = 0;
    const char* why = "";
    if (bytes > INT32_MAX) return fail_outer(&p, 0, "the text is larger than 2 GB");
    ploy_status status = pl_sexprs_read(&p.sexprs, &pddl->allocator, &at, &why);
    if (status == PLOY_INVALID) fail_outer(&p, at, why);
    if (status == PLOY_OK) status = pl_pddl_parse(&p);
    pl_sexprs_free(&p.sexprs, &pddl->allocator);
    PL_ARRAY_FREE(&p.scope, &pddl->allocator);
    PL_ARRAY_FREE(&p.word, &pddl->allocator);
    return status;
}

ploy_status ploy_pddl_read(const ploy_pddl_def* def, const char* text, size_t bytes, ploy_pddl** pddl,
                           ploy_error* error)
{
    PL_NEED_ERROR(error, text, PLOY_INVALID);
    PL_NEED_ERROR(error, pddl, PLOY_INVALID);
    pl_error_clear(error);
    if (!*pddl) *pddl = create(def);
    ploy_status status = *pddl ? read_text(*pddl, text, bytes, error) : PLOY_OUT_OF_MEMORY;
    if (status == PLOY_OUT_OF_MEMORY) pl_error_set(error, 0, 0, "out of memory");
    if (status != PLOY_OK) {
        ploy_pddl_destroy(*pddl);
        *pddl = NULL;
    }
    return status;
}

// Sets.

bool pl_pddl_is_member(const ploy_pddl* pddl, uint32_t object, uint32_t set)
{
    const pl_pddl_set* s = &pddl->sets.data[set];
    uint32_t low = s->first_object, high = low + s->object_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (pddl->set_objects.data[middle] < object)
            low = middle + 1;
        else
            high = middle;
    }
    return low < s->first_object + s->object_count && pddl->set_objects.data[low] == object;
}

// Marks a type and all above it. `row` has one entry per type; `queue` likewise.
static void mark_ancestors(const ploy_pddl* pddl, uint32_t type, bool* row, uint32_t* queue)
{
    uint32_t count = 0;
    if (!row[type]) queue[count++] = type;
    row[type] = true;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t parents = pddl->types.data[queue[i]].parents;
        for (uint32_t k = 0; parents != PLOY_NONE && k < pddl->sets.data[parents].type_count; ++k) {
            uint32_t parent = pddl->set_types.data[pddl->sets.data[parents].first_type + k];
            if (!row[parent]) queue[count++] = parent;
            row[parent] = true;
        }
    }
}

static bool is_below(const ploy_pddl* pddl, const bool* row, uint32_t set)
{
    const pl_pddl_set* want = &pddl->sets.data[set];
    for (uint32_t i = 0; i < want->type_count; ++i)
        if (row[pddl->set_types.data[want->first_type + i]]) return true;
    return false;
}

// rows: one per object, an entry per type that the object is of.
static bool list_members(ploy_pddl* pddl, const bool* rows)
{
    for (uint32_t s = 0; s < pddl->sets.count; ++s) {
        pl_pddl_set* set = &pddl->sets.data[s];
        set->first_object = pddl->set_objects.count;
        for (uint32_t o = 0; o < pddl->objects.count; ++o)
            if (is_below(pddl, rows + (size_t)o * pddl->types.count, s) &&
                !PL_ARRAY_PUSH(&pddl->set_objects, &pddl->allocator, o))
                return false;
        set->object_count = pddl->set_objects.count - set->first_object;
    }
    return true;
}

bool pl_pddl_list_members(ploy_pddl* pddl)
{
    size_t types = pddl->types.count, objects = pddl->objects.count;
    PL_ARRAY_CLEAR(&pddl->set_objects);
    if (!objects) return true;
    bool* rows = PL_NEW_ARRAY(&pddl->allocator, bool, types* objects);
    uint32_t* queue = PL_NEW_ARRAY(&pddl->allocator, uint32_t, types);
    bool good = rows && queue;
    for (uint32_t o = 0; good && o < objects; ++o) {
        const pl_pddl_set* have = &pddl->sets.data[pddl->objects.data[o].set];
        rows[o * types] = true; // object: everything
        for (uint32_t i = 0; i < have->type_count; ++i)
            mark_ancestors(pddl, pddl->set_types.data[have->first_type + i], rows + o * types, queue);
    }
    good = good && list_members(pddl, rows);
    PL_DELETE_ARRAY(&pddl->allocator, rows, types* objects);
    PL_DELETE_ARRAY(&pddl->allocator, queue, types);
    return good;
}

// Arithmetic.

static int64_t fail_number(bool* is_good)
{
    *is_good = false;
    return 0;
}

int64_t pl_pddl_compute(pl_pddl_kind kind, int64_t a, int64_t b, bool* is_good)
{
    const int64_t max = INT64_C(1000000000000000);
    int64_t magnitude_a = a < 0 ? -a : a, magnitude_b = b < 0 ? -b : b, value = 0;
    switch (kind) {
        case PL_PDDL_PLUS: value = a + b; break;
        case PL_PDDL_MINUS: value = a - b; break;
        case PL_PDDL_TIMES:
            if (magnitude_b && magnitude_a > INT64_MAX / magnitude_b) return fail_number(is_good);
            value = a * b / PLOY_UNIT;
            break;
        default:
            if (b == 0) return fail_number(is_good);
            value = a * PLOY_UNIT / b;
    }
    return value > max || value < -max ? fail_number(is_good) : value;
}

int64_t pl_pddl_price_of(const ploy_pddl* pddl, uint32_t symbol)
{
    for (uint32_t i = 0; i < pddl->prices.count; ++i)
        if (pddl->prices.data[i].symbol == symbol) return pddl->prices.data[i].price;
    return 0;
}

bool pl_pddl_compare(pl_pddl_kind kind, int64_t a, int64_t b)
{
    switch (kind) {
        case PL_PDDL_LESS: return a < b;
        case PL_PDDL_AT_MOST: return a <= b;
        case PL_PDDL_GREATER: return a > b;
        case PL_PDDL_AT_LEAST: return a >= b;
        default: return a == b;
    }
}

// Tuples.

void pl_tuple_names_init(pl_tuple_names* tuples, const ploy_allocator* allocator)
{
    pl_names_init(&tuples->names, allocator);
}

void pl_tuple_names_destroy(pl_tuple_names* tuples)
{
    pl_names_destroy(&tuples->names);
}

uint32_t pl_tuple_intern(pl_tuple_names* tuples, const uint32_t* numbers, uint32_t count)
{
    return pl_names_intern(&tuples->names, (const char*)(const void*)numbers, count * sizeof *numbers);
}

uint32_t pl_tuple_find(const pl_tuple_names* tuples, const uint32_t* numbers, uint32_t count)
{
    return pl_names_find(&tuples->names, (const char*)(const void*)numbers, count * sizeof *numbers);
}

void pl_pddl_print_atom(const ploy_pddl* pddl, const uint32_t* atom, char* text, size_t size)
{
    const pl_pddl_symbol* symbol = &pddl->symbols.data[atom[0]];
    int used = snprintf(text, size, "%s", pl_pddl_name(pddl, symbol->name));
    for (uint32_t i = 0; i < symbol->arity && used >= 0 && (size_t)used < size; ++i)
        used += snprintf(text + used, size - (size_t)used, " %s",
                         pl_pddl_name(pddl, pddl->objects.data[atom[1 + i]].name));
}

size_t ploy_pddl_step_print(const ploy_pddl* pddl, const ploy_step* step, char* text, size_t size)
{
    PL_NEED(pddl, 0);
    PL_NEED(step, 0);
    if (size) PL_NEED(text, 0);
    if (size) text[0] = '\0';
    if (step->action >= pddl->steps.count || pddl->steps.data[step->action].action == PLOY_NONE) return 0;
    const pl_pddl_step* s = &pddl->steps.data[step->action];
    const pl_pddl_action* action = &pddl->actions.data[s->action];
    size_t length = (size_t)snprintf(text, size, "(%s", pl_pddl_name(pddl, action->name));
    for (uint32_t i = 0; i <= action->param_count; ++i) {
        bool is_end = i == action->param_count;
        const char* name = is_end ? ")" : pl_pddl_name(pddl, pddl->objects.data[pddl->step_args.data[s->first + i]].name);
        bool fits = length < size;
        length += (size_t)snprintf(fits ? text + length : NULL, fits ? size - length : 0, "%s%s", is_end ? "" : " ", name);
    }
    return length;
}
