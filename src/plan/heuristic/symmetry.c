#include "plan/heuristic/symmetry.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "base/memory.h"
#include "plan/domain/domain.h"
#include "plan/heuristic/heuristic.h"

enum
{
    MAX_VALUES = 64, // of a variable of a block: they fit in a word
};

// An object of the type in question.
typedef struct symmetric_object
{
    uint32_t first_variable, variable_count; // into finder.variables
    uint32_t first_move, move_count;         // into finder.moves
    uint64_t hash;                           // of its moves: interchangeable objects have the same
    uint32_t leader;
    bool is_single; // not interchangeable
} symmetric_object;

typedef struct symmetry_finder
{
    const ploy_domain* domain;
    const pl_compiled* c;
    const pl_heuristic* g;
    uint32_t* owners; // of bits
    uint32_t* local;  // variable -> index in the heuristic; PLOY_NONE: does not matter
    pl_need *needs, *other_needs;
    uint32_t type;
    symmetric_object* objects; // of the type
    uint32_t object_count;
    uint32_t* object_of; // per variable of the heuristic; PLOY_NONE: none
    uint32_t* slots;     // and where it is in the block
    uint32_t* keys;      // and the variable that it would be if its object were the first
    uint32_t* variables;
    uint32_t* moves;
    uint32_t* owner; // per move: the object; PLOY_NONE: none
    pl_symmetry_member* members;
    uint32_t member_count;
    uint32_t *kept_variables, *kept_moves;
    uint32_t kept_variable_count, kept_move_count;
} symmetry_finder;

// Blocks.

// The object of the type that indexes a variable, and the variable's key; PLOY_NONE: none. False: there are several.
static bool find_object(const symmetry_finder* f, uint32_t variable, uint32_t* object, uint32_t* key)
{
    const pl_symbol* symbol = &f->domain->symbols.data[f->c->variables[variable].symbol];
    uint32_t offset = variable - symbol->first_variable, stride = 1;
    *object = PLOY_NONE;
    *key = variable;
    for (uint32_t i = symbol->of_count; i-- > 0;) {
        uint32_t size = f->domain->types.data[symbol->of[i]].object_count, arg = offset % size;
        offset /= size;
        if (symbol->of[i] == f->type) {
            if (*object != PLOY_NONE) return false;
            *object = arg;
            *key = variable - arg * stride;
        }
        stride *= size;
    }
    return true;
}

// False: the type has no classes.
static bool find_blocks(symmetry_finder* f)
{
    const pl_heuristic* g = f->g;
    bool has_any = false;
    for (uint32_t v = 0; v < g->variable_count; ++v) {
        const pl_symbol* symbol = &f->domain->symbols.data[f->c->variables[g->variables[v].variable].symbol];
        if (symbol->type == f->type) return false;
        if (!find_object(f, g->variables[v].variable, &f->object_of[v], &f->keys[v])) return false;
        uint32_t object = f->object_of[v];
        if (object == PLOY_NONE) continue;
        has_any = true;
        f->slots[v] = f->objects[object].variable_count++;
        f->objects[object].is_single |= g->variables[v].size > MAX_VALUES;
    }
    uint32_t first = 0;
    for (uint32_t i = 0; i < f->object_count; ++i) {
        f->objects[i].first_variable = first;
        first += f->objects[i].variable_count;
    }
    for (uint32_t v = 0; v < g->variable_count; ++v) {
        if (f->object_of[v] != PLOY_NONE) f->variables[f->objects[f->object_of[v]].first_variable + f->slots[v]] = v;
    }
    return has_any;
}

// Moves.

static uint32_t move_needs(const symmetry_finder* f, uint32_t m, pl_need* needs)
{
    const pl_move* move = &f->g->moves[m];
    uint32_t count = pl_partial_state_needs(f->c, f->owners, &f->c->operators[move->op].pre, needs);
    if (move->read != PLOY_NONE) needs[count++] = (pl_need){move->read, move->value, NULL};
    return count;
}

// Notes that a move has a variable.
static void touch(symmetry_finder* f, uint32_t m, uint32_t variable)
{
    uint32_t v = f->local[variable];
    if (v == PLOY_NONE || f->object_of[v] == PLOY_NONE) return;
    uint32_t object = f->object_of[v];
    if (f->owner[m] == PLOY_NONE) f->owner[m] = object;
    if (f->owner[m] != object) f->objects[object].is_single = f->objects[f->owner[m]].is_single = true;
}

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 29;
}

static void own_move(symmetry_finder* f, uint32_t m)
{
    const pl_move* move = &f->g->moves[m];
    const pl_operator* op = &f->c->operators[move->op];
    const pl_ground* ground = &f->c->grounds[op->ground];
    uint64_t hash = mix((uint64_t)move->cost, ground->action);
    f->owner[m] = PLOY_NONE;
    uint32_t count = move_needs(f, m, f->needs);
    for (uint32_t i = 0; i < count; ++i) {
        touch(f, m, f->needs[i].variable);
        uint32_t v = f->local[f->needs[i].variable];
        if (v != PLOY_NONE && f->object_of[v] == PLOY_NONE && !f->needs[i].allowed)
            hash += mix(v, f->needs[i].value); // in any order
    }
    for (uint32_t i = 0; i < op->effect_count; ++i) touch(f, m, f->c->effects[op->first_effect + i].variable);
    for (uint32_t i = 0; i < ground->read_count && move->is_priced; ++i) touch(f, m, f->c->reads[ground->first_read + i]);
    if (f->owner[m] == PLOY_NONE) return;
    symmetric_object* object = &f->objects[f->owner[m]];
    object->is_single |= move->is_priced || move->is_call;
    object->hash = mix(object->hash, hash);
    object->move_count++;
}

static void find_moves(symmetry_finder* f)
{
    uint32_t first = 0;
    for (uint32_t m = 0; m < f->g->move_count; ++m) own_move(f, m);
    for (uint32_t i = 0; i < f->object_count; ++i) {
        f->objects[i].first_move = first;
        first += f->objects[i].move_count;
        f->objects[i].move_count = 0;
    }
    for (uint32_t m = 0; m < f->g->move_count; ++m) {
        if (f->owner[m] == PLOY_NONE) continue;
        symmetric_object* object = &f->objects[f->owner[m]];
        f->moves[object->first_move + object->move_count++] = m;
    }
}

// Comparisons of two objects.

// The variable that the swap of object a with object b makes of this one.
static uint32_t image(const symmetry_finder* f, uint32_t a, uint32_t b, uint32_t variable)
{
    uint32_t v = f->local[variable];
    if (v == PLOY_NONE || f->object_of[v] != a) return variable;
    return f->g->variables[f->variables[f->objects[b].first_variable + f->slots[v]]].variable;
}

static bool same_need(const symmetry_finder* f, const pl_need* a, const pl_need* b)
{
    if (!a->allowed != !b->allowed) return false;
    if (!a->allowed) return a->value == b->value;
    return memcmp(a->allowed, b->allowed, (f->c->variables[a->variable].size + 63) / 64 * sizeof(uint64_t)) == 0;
}

// Is each need of the first list in the second, up to the swap? `only`: of the variables of object a.
static bool same_needs(const symmetry_finder* f, uint32_t a, uint32_t b, uint32_t count, uint32_t other_count, bool only)
{
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t v = f->local[f->needs[i].variable], to = image(f, a, b, f->needs[i].variable), k = 0;
        if (only && (v == PLOY_NONE || f->object_of[v] != a)) continue;
        while (k < other_count && f->other_needs[k].variable != to) ++k;
        if (k == other_count || !same_need(f, &f->needs[i], &f->other_needs[k])) return false;
    }
    return true;
}

static bool same_effects(const symmetry_finder* f, uint32_t a, uint32_t b, const pl_operator* op, const pl_operator* other)
{
    if (op->effect_count != other->effect_count) return false;
    for (uint32_t i = 0; i < op->effect_count; ++i) {
        const pl_effect *effect = &f->c->effects[op->first_effect + i], *twin = &f->c->effects[other->first_effect];
        uint32_t to = image(f, a, b, effect->variable), k = 0;
        if (f->local[effect->variable] == PLOY_NONE) continue;
        while (k < other->effect_count && twin[k].variable != to) ++k;
        if (k == other->effect_count || twin[k].kind != effect->kind || twin[k].amount != effect->amount) return false;
    }
    return true;
}

static bool same_moves(const symmetry_finder* f, uint32_t a, uint32_t b, uint32_t m, uint32_t n)
{
    const pl_move *move = &f->g->moves[m], *other = &f->g->moves[n];
    const pl_operator *op = &f->c->operators[move->op], *other_op = &f->c->operators[other->op];
    if (move->cost != other->cost || move->is_move != other->is_move) return false;
    if (f->c->grounds[op->ground].action != f->c->grounds[other_op->ground].action) return false;
    uint32_t count = move_needs(f, m, f->needs), other_count = move_needs(f, n, f->other_needs);
    return count == other_count && same_needs(f, a, b, count, other_count, false) && same_effects(f, a, b, op, other_op);
}

static bool are_interchangeable(const symmetry_finder* f, uint32_t a, uint32_t b)
{
    const symmetric_object *x = &f->objects[a], *y = &f->objects[b];
    if (x->variable_count != y->variable_count || x->move_count != y->move_count || x->hash != y->hash) return false;
    for (uint32_t i = 0; i < x->variable_count; ++i) {
        if (f->keys[f->variables[x->first_variable + i]] != f->keys[f->variables[y->first_variable + i]]) return false;
    }
    for (uint32_t i = 0; i < x->move_count; ++i) {
        if (!same_moves(f, a, b, f->moves[x->first_move + i], f->moves[y->first_move + i])) return false;
    }
    return true;
}

// Does every alternative of the goal ask the same of both?
static bool same_goal(const symmetry_finder* f, uint32_t a, uint32_t b)
{
    const pl_target* target = &f->c->targets[f->g->target];
    for (uint32_t i = 0; i < target->partial_count; ++i) {
        const pl_partial_state* partial = &f->c->partials[target->first_partial + i];
        uint32_t count = pl_partial_state_needs(f->c, f->owners, partial, f->needs);
        memcpy(f->other_needs, f->needs, count * sizeof *f->needs);
        if (!same_needs(f, a, b, count, count, true) || !same_needs(f, b, a, count, count, true)) return false;
    }
    return true;
}

// Classes.

static void keep_member(symmetry_finder* f, uint32_t object, uint32_t leader)
{
    const symmetric_object* o = &f->objects[object];
    f->members[f->member_count++] = (pl_symmetry_member){leader, f->kept_variable_count, o->variable_count,
                                                         f->kept_move_count, o->move_count, PLOY_NONE};
    for (uint32_t i = 0; i < o->variable_count; ++i)
        f->kept_variables[f->kept_variable_count++] = f->variables[o->first_variable + i];
    for (uint32_t i = 0; i < o->move_count; ++i) f->kept_moves[f->kept_move_count++] = f->moves[o->first_move + i];
}

static void keep_class(symmetry_finder* f, uint32_t first, uint32_t* like)
{
    uint32_t leader = f->member_count, count = 0;
    for (uint32_t i = first; i < f->object_count; ++i) {
        if (f->objects[i].leader == first) like[count++] = i;
    }
    for (uint32_t i = 0; i < count && count > 1; ++i) {
        uint32_t k = 0;
        keep_member(f, like[i], leader);
        while (k < i && !same_goal(f, like[k], like[i])) ++k;
        f->members[leader + i].goal_like = leader + k;
    }
}

static void find_classes(symmetry_finder* f, uint32_t* like)
{
    for (uint32_t i = 0; i < f->object_count; ++i) {
        f->objects[i].leader = PLOY_NONE;
        if (f->objects[i].is_single || !f->objects[i].move_count) continue;
        f->objects[i].leader = i;
        for (uint32_t k = 0; k < i; ++k) {
            if (f->objects[k].leader != k || !are_interchangeable(f, k, i)) continue;
            f->objects[i].leader = k;
            break;
        }
    }
    for (uint32_t i = 0; i < f->object_count; ++i) {
        if (f->objects[i].leader == i) keep_class(f, i, like);
    }
}

static bool make_room(symmetry_finder* f, pl_arena* scratch, uint32_t most_objects, uint32_t types)
{
    uint32_t variables = f->g->variable_count + 1, moves = f->g->move_count + 1;
    f->owners = pl_bit_owners(scratch, f->c);
    f->local = PL_ARENA_ARRAY(scratch, uint32_t, f->c->variable_count + 1);
    f->needs = PL_ARENA_ARRAY(scratch, pl_need, f->c->variable_count + 2);
    f->other_needs = PL_ARENA_ARRAY(scratch, pl_need, f->c->variable_count + 2);
    f->objects = PL_ARENA_ARRAY(scratch, symmetric_object, most_objects + 1);
    f->object_of = PL_ARENA_ARRAY(scratch, uint32_t, variables);
    f->slots = PL_ARENA_ARRAY(scratch, uint32_t, variables);
    f->keys = PL_ARENA_ARRAY(scratch, uint32_t, variables);
    f->variables = PL_ARENA_ARRAY(scratch, uint32_t, variables);
    f->moves = PL_ARENA_ARRAY(scratch, uint32_t, moves);
    f->owner = PL_ARENA_ARRAY(scratch, uint32_t, moves);
    f->members = PL_ARENA_ARRAY(scratch, pl_symmetry_member, (size_t)most_objects * types + 1);
    f->kept_variables = PL_ARENA_ARRAY(scratch, uint32_t, (size_t)variables * types);
    f->kept_moves = PL_ARENA_ARRAY(scratch, uint32_t, (size_t)moves * types);
    return f->owners && f->local && f->needs && f->other_needs && f->objects && f->object_of && f->slots && f->keys &&
           f->variables && f->moves && f->owner && f->members && f->kept_variables && f->kept_moves;
}

static bool keep(pl_symmetry* s, const ploy_allocator* allocator, const symmetry_finder* f)
{
    size_t members = f->member_count * sizeof *s->members, variables = f->kept_variable_count * sizeof *s->variables;
    size_t moves = f->kept_move_count * sizeof *s->moves;
    if (!f->member_count) return true;
    char* block = pl_alloc(allocator, members + variables + moves);
    if (!block) return false;
    *s = (pl_symmetry){.count = f->member_count, .block = block, .bytes = members + variables + moves};
    s->members = memcpy(block, f->members, members);
    s->variables = memcpy(block + members, f->kept_variables, variables);
    s->moves = memcpy(block + members + variables, f->kept_moves, moves);
    return true;
}

// Types that index variables which matter, as bits of a word; a domain with more than 64 types has no classes of the
// others.
static uint64_t types_of(const ploy_domain* domain, const pl_compiled* c, const pl_heuristic* g)
{
    uint64_t types = 0, values = 0;
    for (uint32_t v = 0; v < g->variable_count; ++v) {
        const pl_symbol* symbol = &domain->symbols.data[c->variables[g->variables[v].variable].symbol];
        for (uint32_t i = 0; i < symbol->of_count; ++i) types |= symbol->of[i] < 64 ? 1ull << symbol->of[i] : 0;
        if (symbol->type < 64) values |= 1ull << symbol->type;
    }
    return types & ~values;
}

bool pl_symmetry_find(pl_symmetry* s, const ploy_allocator* allocator, pl_arena* scratch, const ploy_domain* domain,
                      const pl_heuristic* g)
{
    symmetry_finder f = {.domain = domain, .c = pl_domain_compiled(domain), .g = g};
    uint64_t types = types_of(domain, f.c, g);
    uint32_t most = 0, count = 0;
    for (uint32_t t = 0; t < domain->types.count && t < 64; ++t) {
        if (!(types >> t & 1)) continue;
        most = domain->types.data[t].object_count > most ? domain->types.data[t].object_count : most;
        ++count;
    }
    *s = (pl_symmetry){0};
    if (most < 2) return true;
    uint32_t* like = PL_ARENA_ARRAY(scratch, uint32_t, most);
    if (!like || !make_room(&f, scratch, most, count)) return false;
    memset(f.local, 0xFF, f.c->variable_count * sizeof *f.local);
    for (uint32_t v = 0; v < g->variable_count; ++v) f.local[g->variables[v].variable] = v;
    for (f.type = 0; f.type < domain->types.count && f.type < 64; ++f.type) {
        f.object_count = domain->types.data[f.type].object_count;
        if (!(types >> f.type & 1) || f.object_count < 2) continue;
        memset(f.objects, 0, f.object_count * sizeof *f.objects);
        if (!find_blocks(&f)) continue;
        find_moves(&f);
        find_classes(&f, like);
    }
    return keep(s, allocator, &f);
}

void pl_symmetry_destroy(pl_symmetry* s, const ploy_allocator* allocator)
{
    pl_free(allocator, s->block, s->bytes);
    *s = (pl_symmetry){0};
}

// Queries.

static bool is_available(const uint64_t* available, uint32_t move)
{
    return available[move / 64] >> (move % 64) & 1;
}

bool pl_symmetry_holds(const pl_symmetry* s, const uint64_t* available)
{
    for (uint32_t i = 0; i < s->count && available; ++i) {
        const pl_symmetry_member *member = &s->members[i], *leader = &s->members[member->leader];
        for (uint32_t k = 0; k < member->move_count; ++k) {
            if (is_available(available, s->moves[member->first_move + k]) !=
                is_available(available, s->moves[leader->first_move + k]))
                return false;
        }
    }
    return true;
}

static uint64_t value_in(const pl_heuristic_variable* v, const uint64_t* words, bool is_partial)
{
    if (!is_partial) return pl_heuristic_value(v, words);
    return words[v->first / 64] >> (v->first % 64) & (v->size == 64 ? ~0ull : (1ull << v->size) - 1);
}

static bool have_same(const pl_symmetry* s, const pl_heuristic* g, const uint64_t* words, bool is_partial, uint32_t a,
                      uint32_t b)
{
    const uint32_t *x = s->variables + s->members[a].first_variable, *y = s->variables + s->members[b].first_variable;
    for (uint32_t i = 0; i < s->members[a].variable_count; ++i) {
        if (value_in(&g->variables[x[i]], words, is_partial) != value_in(&g->variables[y[i]], words, is_partial))
            return false;
    }
    return true;
}

void pl_symmetry_compare(const pl_symmetry* s, const pl_heuristic* g, const uint64_t* partial, uint32_t* like)
{
    for (uint32_t i = 0; i < s->count; ++i) {
        uint32_t k = s->members[i].leader;
        while (k < i && !have_same(s, g, partial, true, k, i)) ++k;
        like[i] = k;
    }
}

static bool skip_moves(const pl_symmetry* s, const pl_heuristic* g, const pl_symmetry_member* member, uint64_t* skipped,
                       bool is_first)
{
    if (is_first) memset(skipped, 0, pl_bits_words(g->move_count) * sizeof *skipped);
    for (uint32_t i = 0; i < member->move_count; ++i) pl_bits_set(skipped, s->moves[member->first_move + i]);
    return true;
}

bool pl_symmetry_skip(const pl_symmetry* s, const pl_heuristic* g, const uint64_t* state, uint64_t* skipped)
{
    bool skips = false;
    for (uint32_t i = 0; i < s->count; ++i) {
        for (uint32_t k = s->members[i].leader; k < i; ++k) {
            if (s->members[k].goal_like != s->members[i].goal_like || !have_same(s, g, state, false, k, i)) continue;
            skips = skip_moves(s, g, &s->members[i], skipped, !skips);
            break;
        }
    }
    return skips;
}

bool pl_symmetry_skip_back(const pl_symmetry* s, const pl_heuristic* g, const uint64_t* partial, const uint32_t* like,
                           uint64_t* skipped)
{
    bool skips = false;
    for (uint32_t i = 0; i < s->count; ++i) {
        for (uint32_t k = s->members[i].leader; k < i; ++k) {
            if (like[k] != like[i] || !have_same(s, g, partial, true, k, i)) continue;
            skips = skip_moves(s, g, &s->members[i], skipped, !skips);
            break;
        }
    }
    return skips;
}
