#include "plan/heuristic/heuristic.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "base/check.h"
#include "base/hints.h"
#include "base/memory.h"
#include "plan/heuristic/regression.h"
#include "plan/domain/domain.h"
#include "search/search.h"

// With more moves than this, a table of pairs costs more than it saves.
#define MAX_IDLE_MOVES 256

// With more moves than this, operators are not split by what their price reads.
#define MAX_SPLIT_MOVES 4096

bool pl_target_holds(const pl_compiled* c, uint32_t target, const uint64_t* state)
{
    const pl_target* t = &c->targets[target];
    for (uint32_t i = 0; i < t->partial_count; ++i) {
        if (pl_partial_state_holds(c, &c->partials[t->first_partial + i], state)) return true;
    }
    return false;
}

uint32_t* pl_bit_owners(pl_arena* scratch, const pl_compiled* c)
{
    uint32_t* owners = pl_arena_alloc(scratch, pl_array_bytes((size_t)c->words * 64, sizeof *owners));
    if (!owners) return NULL;
    memset(owners, 0xFF, pl_array_bytes((size_t)c->words * 64, sizeof *owners));
    for (uint32_t v = 0; v < c->variable_count; ++v) {
        const pl_variable* variable = &c->variables[v];
        for (uint32_t b = 0; b < variable->bits; ++b) owners[variable->word * 64u + variable->shift + b] = v;
    }
    return owners;
}

uint32_t pl_partial_state_needs(const pl_compiled* c, const uint32_t* owners, const pl_partial_state* partial,
                                pl_need* needs)
{
    uint32_t count = 0;
    const uint64_t* mask = c->masks + partial->at;
    for (uint32_t w = 0; w < c->words; ++w) {
        for (uint64_t left = mask[w]; left;) {
            uint32_t v = owners[w * 64 + pl_trailing_zeros(left)];
            const pl_variable* variable = &c->variables[v];
            uint64_t field = (variable->bits == 64 ? ~0ull : (1ull << variable->bits) - 1) << variable->shift;
            left &= ~field;
            needs[count++] = (pl_need){v, pl_variable_value(variable, mask + c->words), NULL};
        }
    }
    for (uint32_t t = 0; t < partial->test_count; ++t) {
        const pl_test* test = &c->tests[partial->first_test + t];
        needs[count++] = (pl_need){test->variable, 0, c->allowed + test->allowed};
    }
    return count;
}

// Relevance.

typedef struct relevance
{
    const ploy_domain* domain;
    const pl_compiled* c;
    const uint32_t* owners;
    pl_need* needs;
    uint64_t* wanted;     // facts
    uint64_t* restricted; // variables
    uint64_t* kept;       // operators
    uint32_t* travelers;  // one per variable: the action plus one whose price reads it and gains nothing by a detour
} relevance;

// Does the ground action go straight, because no detour costs less? Then a plan needs no stop that nothing else wants:
// without it, the next one leads to the same place at no higher cost.
static bool is_direct(const relevance* r, const pl_ground* ground)
{
    return ground->direct1 && r->domain->tables.data[ground->direct1 - 1].detour <= ground->direct_slack;
}

// Must only the value be left that the operator sets, when it sets nothing else? Where it has that value already, the
// operator is not needed.
static bool only_leaves(const relevance* r, const pl_operator* op, const pl_need* need)
{
    const pl_effect* effect = &r->c->effects[op->first_effect];
    if (effect->variable != need->variable || !need->allowed) return false;
    uint32_t size = r->c->variables[need->variable].size;
    return !pl_bits_test(need->allowed, (uint32_t)effect->amount) &&
           pl_bits_count(need->allowed, pl_bits_words(size)) == size - 1;
}

// op: an operator that goes straight, or NULL.
static void want(relevance* r, const pl_partial_state* partial, const pl_operator* op)
{
    uint32_t count = pl_partial_state_needs(r->c, r->owners, partial, r->needs);
    for (uint32_t i = 0; i < count; ++i) {
        const pl_need* need = &r->needs[i];
        const pl_variable* variable = &r->c->variables[need->variable];
        pl_bits_set(r->restricted, need->variable);
        if (op && only_leaves(r, op, need)) continue;
        if (!need->allowed) pl_bits_set(r->wanted, variable->first_fact + need->value);
        for (uint32_t k = 0; need->allowed && k < variable->size; ++k) {
            if (pl_bits_test(need->allowed, k)) pl_bits_set(r->wanted, variable->first_fact + k);
        }
    }
}

// Any value of a variable that a price depends on may be the cheapest, unless only one action goes straight with it.
static void want_reads(relevance* r, const pl_ground* ground)
{
    for (uint32_t i = 0; i < ground->read_count; ++i) {
        uint32_t variable = r->c->reads[ground->first_read + i];
        const pl_variable* v = &r->c->variables[variable];
        uint32_t before = r->travelers[variable];
        pl_bits_set(r->restricted, variable);
        if (is_direct(r, ground) && (!before || before == ground->action + 1)) {
            r->travelers[variable] = ground->action + 1;
            continue;
        }
        for (uint32_t k = 0; k < v->size; ++k) pl_bits_set(r->wanted, v->first_fact + k);
    }
}

static bool serves(const relevance* r, const pl_operator* op)
{
    for (uint32_t e = 0; e < op->effect_count; ++e) {
        const pl_effect* effect = &r->c->effects[op->first_effect + e];
        if (!pl_bits_test(r->restricted, effect->variable)) continue;
        uint32_t fact = r->c->variables[effect->variable].first_fact, traveler = r->travelers[effect->variable];
        const pl_ground* ground = &r->c->grounds[op->ground];
        if (traveler && !(traveler == ground->action + 1 && is_direct(r, ground))) return true;
        if (effect->kind == PL_EFFECT_ADD || pl_bits_test(r->wanted, fact + (uint32_t)effect->amount)) return true;
    }
    return false;
}

static void find_relevant(relevance* r, uint32_t target)
{
    const pl_target* t = &r->c->targets[target];
    for (uint32_t i = 0; i < t->partial_count; ++i) want(r, &r->c->partials[t->first_partial + i], NULL);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t o = 0; o < r->c->operator_count; ++o) {
            if (pl_bits_test(r->kept, o) || !serves(r, &r->c->operators[o])) continue;
            pl_bits_set(r->kept, o);
            const pl_operator* op = &r->c->operators[o];
            const pl_ground* ground = &r->c->grounds[op->ground];
            want(r, &op->pre, is_direct(r, ground) ? op : NULL);
            want_reads(r, ground);
            changed = true;
        }
    }
}

static void keep_everything(relevance* r)
{
    for (uint32_t o = 0; o < r->c->operator_count; ++o) pl_bits_set(r->kept, o);
    for (uint32_t v = 0; v < r->c->variable_count; ++v) pl_bits_set(r->restricted, v);
}

static bool relevance_init(relevance* r, pl_arena* scratch, const ploy_domain* domain)
{
    const pl_compiled* c = pl_domain_compiled(domain);
    *r = (relevance){.domain = domain, .c = c};
    r->owners = pl_bit_owners(scratch, c);
    r->needs = PL_ARENA_ARRAY(scratch, pl_need, c->variable_count + 1);
    r->wanted = PL_ARENA_ARRAY(scratch, uint64_t, c->fact_count / 64 + c->words + 1);
    r->restricted = PL_ARENA_ARRAY(scratch, uint64_t, c->variable_count / 64 + 1);
    r->kept = PL_ARENA_ARRAY(scratch, uint64_t, c->operator_count / 64 + 1);
    r->travelers = PL_ARENA_ARRAY(scratch, uint32_t, c->variable_count + 1);
    return r->owners && r->needs && r->wanted && r->restricted && r->kept && r->travelers;
}

// Moves.

// The value that the operator sets the variable to when it does nothing else; PLOY_NONE: it does more.
static uint32_t only_value(const pl_compiled* c, const pl_operator* op, uint32_t variable)
{
    const pl_effect* effect = &c->effects[op->first_effect];
    bool is_only = op->effect_count == 1 && effect->kind == PL_EFFECT_SET && effect->variable == variable;
    return is_only ? (uint32_t)effect->amount : PLOY_NONE;
}

// The only variable that the operator's price reads; PLOY_NONE: it has one cost, or reads several.
static uint32_t split_variable(const ploy_domain* domain, uint32_t o)
{
    const pl_compiled* c = pl_domain_compiled(domain);
    const pl_ground* ground = &c->grounds[c->operators[o].ground];
    if (!ground->is_priced || ground->read_count != 1) return PLOY_NONE;
    if (c->variables[c->reads[ground->first_read]].size > UINT16_MAX) return PLOY_NONE;
    pl_number_bounds bounds = pl_domain_cost_bounds(domain, o, false);
    return bounds.min == bounds.max ? PLOY_NONE : c->reads[ground->first_read];
}

static bool allows(const pl_compiled* c, const pl_partial_state* pre, uint32_t variable, uint32_t value)
{
    const pl_variable* v = &c->variables[variable];
    const uint64_t* mask = c->masks + pre->at;
    if ((mask[v->word] >> v->shift & 1) && pl_variable_value(v, mask + c->words) != value) return false;
    for (uint32_t t = 0; t < pre->test_count; ++t) {
        const pl_test* test = &c->tests[pre->first_test + t];
        if (test->variable == variable && !pl_bits_test(c->allowed + test->allowed, value)) return false;
    }
    return true;
}

// Is there a move for this value? A step that changes nothing is no help, unless a rule counts it: then the heuristic is
// whole.
static bool has_move(const pl_compiled* c, uint32_t o, uint32_t variable, uint32_t value, bool is_whole)
{
    const pl_operator* op = &c->operators[o];
    return allows(c, &op->pre, variable, value) && (is_whole || value != only_value(c, op, variable));
}

static uint32_t count_split(const ploy_domain* domain, uint32_t o, bool is_whole)
{
    const pl_compiled* c = pl_domain_compiled(domain);
    uint32_t variable = split_variable(domain, o), count = 0;
    if (variable == PLOY_NONE) return 1;
    for (uint32_t k = 0; k < c->variables[variable].size; ++k) count += has_move(c, o, variable, k, is_whole);
    return count;
}

// The number of moves, and whether operators are split.
static uint32_t count_moves(const relevance* r, bool is_whole, bool* is_split)
{
    uint64_t whole = 0, split = 0;
    for (uint32_t o = 0; o < r->c->operator_count; ++o) {
        if (!pl_bits_test(r->kept, o)) continue;
        ++whole;
        split += count_split(r->domain, o, is_whole);
    }
    *is_split = split <= MAX_SPLIT_MOVES;
    return (uint32_t)(*is_split ? split : whole);
}

// The block.

static uint32_t count_bits(const uint64_t* bits, uint32_t words)
{
    uint32_t count = 0;
    for (uint32_t w = 0; w < words; ++w) count += pl_count_ones(bits[w]);
    return count;
}

static uint64_t field_of(const pl_variable* v)
{
    return (v->bits == 64 ? ~0ull : (1ull << v->bits) - 1) << v->shift;
}

static void lay_out_variables(pl_heuristic* g, const relevance* r)
{
    uint32_t n = 0, bit = 0, slice = 0;
    for (uint32_t v = 0; v < r->c->variable_count; ++v) {
        if (!pl_bits_test(r->restricted, v)) continue;
        const pl_variable* from = &r->c->variables[v];
        uint32_t left = 64 - bit % 64;
        if (from->size > left) bit += left % 64;
        g->variables[n++] = (pl_heuristic_variable){v, from->size, bit, slice, from->word, from->shift, from->bits};
        g->relevant[from->word] |= field_of(from);
        bit += from->size;
        slice += from->size;
    }
    g->partial_words = (bit + 63) / 64;
    g->slices = slice;
}

// The price where the variable has this value.
static int64_t price_at(const ploy_domain* domain, uint32_t ground, uint32_t variable, uint32_t value, uint64_t* state)
{
    const pl_compiled* c = pl_domain_compiled(domain);
    const pl_variable* v = &c->variables[variable];
    memset(state, 0, c->words * sizeof *state);
    state[v->word] = (uint64_t)value << v->shift;
    return pl_domain_price(domain, ground, state);
}

// read: the variable whose value the move requires beside the operator's precondition; PLOY_NONE: none.
static void lay_out_move(pl_heuristic* g, const pl_heuristic_request* request, const pl_compiled* c, uint32_t m,
                         uint32_t o, uint32_t read, uint32_t value, uint64_t* scratch)
{
    const pl_operator* op = &c->operators[o];
    const ploy_domain* domain = request->domain;
    uint32_t action = c->grounds[op->ground].action;
    ploy_action_info info = ploy_domain_action(domain, action);
    bool is_call = pl_domain_cost_is_call(domain, action);
    pl_number_bounds bounds = {0};
    if (read == PLOY_NONE)
        bounds = pl_domain_cost_bounds(domain, o, false);
    else
        bounds.min = bounds.max = price_at(domain, op->ground, read, value, scratch);
    bool is_priced = bounds.min != bounds.max;
    // A step that changes nothing is no help, unless a rule counts it: then the heuristic is whole.
    if (is_priced && !g->is_whole) bounds.min = pl_domain_cost_bounds(domain, o, true).min;
    int64_t cost = !is_call ? bounds.min : request->call_costs ? request->call_costs[op->ground] : 0;
    g->moves[m] = (pl_move){.cost = cost,
                            .op = o,
                            .ground = op->ground,
                            .first_test = op->pre.first_test,
                            .read = read,
                            .value = (uint16_t)value,
                            .test_count = (uint16_t)op->pre.test_count,
                            .is_move = info.move,
                            .is_call = is_call,
                            .is_priced = is_priced};
    g->unit = pl_gcd(g->unit, is_priced ? bounds.unit : cost);
    g->highest = bounds.max > g->highest ? bounds.max : g->highest;
    g->call_count += is_call;
    g->priced_count += is_priced;
    g->context_count += pl_domain_has_context(domain, action);
    uint64_t* to = g->move_words + (size_t)m * 5 * g->words;
    memcpy(to, c->masks + op->pre.at, 2 * g->words * sizeof *to);
    if (read != PLOY_NONE) {
        const pl_variable* v = &c->variables[read];
        to[v->word] |= field_of(v);
        to[g->words + v->word] |= (uint64_t)value << v->shift;
    }
    for (uint32_t w = 0; w < g->words; ++w) {
        const uint64_t* effect = c->masks + op->at;
        to[2 * g->words + w] = effect[w] | ~g->relevant[w];
        to[3 * g->words + w] = effect[g->words + w] & g->relevant[w];
        to[4 * g->words + w] = 0;
    }
    for (uint32_t e = 0; e < op->effect_count; ++e) {
        const pl_effect* effect = &c->effects[op->first_effect + e];
        const pl_variable* v = &c->variables[effect->variable];
        if (effect->kind != PL_EFFECT_ADD || !(g->relevant[v->word] >> v->shift & 1)) continue;
        to[4 * g->words + v->word] += (uint64_t)(int64_t)effect->amount << v->shift;
    }
}

// Fields that a move changes.
static void touched_by(const pl_heuristic* g, const pl_compiled* c, uint32_t m, uint64_t* touched)
{
    const pl_operator* op = &c->operators[g->moves[m].op];
    memset(touched, 0, g->words * sizeof *touched);
    for (uint32_t e = 0; e < op->effect_count; ++e) {
        const pl_variable* v = &c->variables[c->effects[op->first_effect + e].variable];
        touched[v->word] |= field_of(v) & g->relevant[v->word];
    }
}

static bool price_reads(const pl_heuristic* g, const pl_compiled* c, const uint64_t* touched, uint32_t m)
{
    const pl_ground* ground = &c->grounds[g->moves[m].ground];
    for (uint32_t i = 0; i < ground->read_count; ++i) {
        const pl_variable* v = &c->variables[c->reads[ground->first_read + i]];
        if (field_of(v) & touched[v->word]) return true;
    }
    return false;
}

static bool is_read_by(const pl_heuristic* g, const pl_compiled* c, const uint64_t* touched, uint32_t m)
{
    if (g->moves[m].is_priced && price_reads(g, c, touched, m)) return true;
    const uint64_t* mask = pl_heuristic_move_words(g, m);
    for (uint32_t w = 0; w < g->words; ++w) {
        if (mask[w] & touched[w]) return true;
    }
    for (uint32_t t = 0; t < g->moves[m].test_count; ++t) {
        const pl_variable* v = &c->variables[c->tests[g->moves[m].first_test + t].variable];
        if (field_of(v) & touched[v->word]) return true;
    }
    return false;
}

// Move a is idle before move b if b sets everything that a changed and does not read it: without a, the state is the
// same at a lower cost.
static void find_idle(pl_heuristic* g, const pl_compiled* c, uint64_t* touched)
{
    for (uint32_t first = 0; g->idle && first < g->move_count; ++first) {
        touched_by(g, c, first, touched);
        for (uint32_t second = 0; second < g->move_count; ++second) {
            const uint64_t* keep = pl_heuristic_move_words(g, second) + 2 * g->words;
            bool is_undone = !is_read_by(g, c, touched, second);
            for (uint32_t w = 0; is_undone && w < g->words; ++w) is_undone = !(touched[w] & keep[w]);
            if (is_undone) pl_bits_set(g->idle + (size_t)first * g->idle_words, second);
        }
    }
}

static void set_units(pl_heuristic* g)
{
    if (g->unit == 0) g->unit = 1;
    g->cost_overflows = g->highest / g->unit >= PL_COST_TOO_HIGH;
    for (uint32_t m = 0; m < g->move_count; ++m) {
        int64_t units = g->moves[m].cost / g->unit;
        g->cost_overflows |= units >= PL_COST_TOO_HIGH;
        g->costs[m] = units >= PL_COST_TOO_HIGH ? PL_COST_TOO_HIGH : (uint32_t)units;
    }
}

static size_t align16(size_t bytes)
{
    return (bytes + 15) & ~(size_t)15;
}

static pl_heuristic* allocate(const ploy_allocator* allocator, const relevance* r, uint32_t moves)
{
    const pl_compiled* c = r->c;
    uint32_t variables = count_bits(r->restricted, c->variable_count / 64 + 1);
    uint32_t operators = count_bits(r->kept, c->operator_count / 64 + 1);
    size_t move_bytes = sizeof(pl_move) + 5 * c->words * sizeof(uint64_t) + sizeof(uint32_t);
    size_t at_relevant = align16(sizeof(pl_heuristic));
    size_t at_variables = at_relevant + align16(c->words * sizeof(uint64_t));
    size_t at_moves = at_variables + align16(variables * sizeof(pl_heuristic_variable));
    size_t at_words = at_moves + align16(moves * sizeof(pl_move));
    size_t at_costs = at_words + align16(pl_array_bytes(moves, 5 * c->words * sizeof(uint64_t)));
    size_t at_idle = at_costs + align16(moves * sizeof(uint32_t));
    uint32_t idle_words = moves <= MAX_IDLE_MOVES ? pl_bits_words(moves) : 0;
    size_t bytes = at_idle + (size_t)moves * idle_words * sizeof(uint64_t);
    char* block = pl_alloc_zeroed(allocator, bytes);
    if (!block) return NULL;
    pl_heuristic* g = (pl_heuristic*)block;
    g->allocator = *allocator;
    g->bytes = g->block_bytes = bytes;
    g->split_bytes = moves > operators ? (moves - operators) * move_bytes : 0;
    g->words = c->words;
    g->variable_count = variables;
    g->move_count = moves;
    g->relevant = (uint64_t*)(block + at_relevant);
    g->variables = (pl_heuristic_variable*)(block + at_variables);
    g->moves = (pl_move*)(block + at_moves);
    g->move_words = (uint64_t*)(block + at_words);
    g->costs = (uint32_t*)(block + at_costs);
    g->idle = idle_words ? (uint64_t*)(block + at_idle) : NULL;
    g->idle_words = idle_words;
    return g;
}

static pl_heuristic* lay_out(const ploy_allocator* allocator, pl_arena* scratch, const pl_heuristic_request* request)
{
    const pl_compiled* c = pl_domain_compiled(request->domain);
    relevance r;
    if (!relevance_init(&r, scratch, request->domain)) return NULL;
    if (request->is_whole)
        keep_everything(&r);
    else
        find_relevant(&r, request->target);
    bool is_split;
    uint32_t moves = count_moves(&r, request->is_whole, &is_split);
    uint64_t* state = PL_ARENA_ARRAY(scratch, uint64_t, c->words + 1);
    pl_heuristic* g = state ? allocate(allocator, &r, moves) : NULL;
    if (!g) return NULL;
    g->version = pl_domain_version(request->domain);
    g->target = request->target;
    g->level = request->level;
    g->is_whole = request->is_whole;
    lay_out_variables(g, &r);
    uint32_t m = 0;
    for (uint32_t o = 0; o < c->operator_count; ++o) {
        if (!pl_bits_test(r.kept, o)) continue;
        uint32_t read = is_split ? split_variable(request->domain, o) : PLOY_NONE;
        if (read == PLOY_NONE) lay_out_move(g, request, c, m++, o, PLOY_NONE, 0, state);
        for (uint32_t k = 0; read != PLOY_NONE && k < c->variables[read].size; ++k) {
            if (has_move(c, o, read, k, request->is_whole)) lay_out_move(g, request, c, m++, o, read, k, state);
        }
    }
    set_units(g);
    find_idle(g, c, r.wanted); // reuses its memory
    return g;
}

static bool add_tables(pl_heuristic* g, pl_arena* scratch, const ploy_domain* domain, size_t table_bytes)
{
    if (table_bytes == 0 || g->cost_overflows) return true;
    const pl_compiled* c = pl_domain_compiled(domain);
    pl_regression regression;
    if (!pl_regression_init(&regression, scratch, c, g)) return false;
    size_t used = g->bytes - g->split_bytes, room = table_bytes > used ? table_bytes - used : 0;
    // A policy only has the plans of ordinary queries; other queries need a whole heuristic.
    if (!g->is_whole && !g->priced_count && !pl_policy_build(&g->policy, &g->allocator, scratch, &regression, room))
        return false;
    g->bytes += g->policy.bytes;
    if (g->policy.complete) return true;
    if (!pl_patterns_build(&g->patterns, &g->allocator, scratch, &regression, room)) return false;
    g->bytes += g->patterns.bytes;
    return true;
}

bool pl_heuristic_add_tables(pl_heuristic* g, pl_arena* scratch, const ploy_domain* domain, size_t table_bytes)
{
    pl_arena_place place = pl_arena_mark(scratch);
    bool ok = add_tables(g, scratch, domain, table_bytes);
    pl_arena_rewind(scratch, place);
    g->level = 1;
    return ok;
}

pl_heuristic* pl_heuristic_create(const ploy_allocator* allocator, pl_arena* scratch,
                                  const pl_heuristic_request* request)
{
    pl_arena_place place = pl_arena_mark(scratch);
    pl_heuristic* g = lay_out(allocator, scratch, request);
    bool has_tree = g && pl_successors_build(&g->successors, &g->allocator, scratch, g) &&
                    pl_symmetry_find(&g->symmetry, &g->allocator, scratch, request->domain, g);
    if (g) g->bytes += pl_array_bytes(g->successors.code.capacity, sizeof(uint32_t)) + g->symmetry.bytes;
    if (g && !(has_tree && add_tables(g, scratch, request->domain, request->table_bytes))) {
        pl_heuristic_destroy(g);
        g = NULL;
    }
    pl_arena_rewind(scratch, place);
    return g;
}

void pl_heuristic_destroy(pl_heuristic* g)
{
    if (!g) return;
    pl_policy_destroy(&g->policy, &g->allocator);
    pl_patterns_destroy(&g->patterns, &g->allocator);
    pl_successors_destroy(&g->successors, &g->allocator);
    pl_symmetry_destroy(&g->symmetry, &g->allocator);
    ploy_allocator allocator = g->allocator;
    pl_free(&allocator, g, g->block_bytes);
}
