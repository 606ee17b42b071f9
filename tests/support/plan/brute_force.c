#include "support/plan/brute_force.h"

#include <stdlib.h>
#include <string.h>

enum
{
    MAX_NODES = 400000
};

/// What a node holds besides the values.
typedef struct extra
{
    uint32_t last; // ground + 1; 0: none, or irrelevant
    uint32_t depth;
    bool used;
} extra;

typedef struct brute_node
{
    extra e;
    int64_t g;
    uint32_t parent, by; // by: the ground action
    bool closed;
} brute_node;

typedef struct brute_entry
{
    int64_t g;
    uint32_t node;
} brute_entry;

typedef struct brute
{
    const random_domain* d;
    const brute_query* q;
    bool keeps_last, keeps_depth, keeps_used;
    brute_node* nodes;
    int64_t* values; // d->variable_count per node
    uint32_t count, capacity;
    uint32_t* slots; // node + 1
    uint32_t slot_count;
    brute_entry* open;
    uint32_t open_count, open_capacity;
} brute;

static void* grown(void* memory, size_t bytes)
{
    void* more = realloc(memory, bytes);
    if (!more) abort();
    return more;
}

// Nodes.

static uint64_t hash_of(const brute* b, const int64_t* values, extra e)
{
    uint64_t h = 1469598103934665603u ^ e.last * 31u ^ (uint64_t)e.depth * 7919u ^ (e.used ? 1u << 20 : 0);
    for (uint32_t i = 0; i < b->d->variable_count; i++) h = (h ^ (uint64_t)values[i]) * 1099511628211u;
    return h ^ h >> 29;
}

static bool same(const brute* b, uint32_t n, const int64_t* values, extra e)
{
    const brute_node* x = &b->nodes[n];
    if (x->e.last != e.last || x->e.depth != e.depth || x->e.used != e.used) return false;
    return memcmp(b->values + (size_t)n * b->d->variable_count, values, b->d->variable_count * sizeof *values) == 0;
}

static uint32_t* slot_for(brute* b, const int64_t* values, extra e)
{
    uint64_t at = hash_of(b, values, e) & (b->slot_count - 1);
    while (b->slots[at] && !same(b, b->slots[at] - 1, values, e)) at = (at + 1) & (b->slot_count - 1);
    return &b->slots[at];
}

static void rehash(brute* b)
{
    free(b->slots);
    b->slot_count = b->capacity * 2;
    b->slots = calloc(b->slot_count, sizeof *b->slots);
    if (!b->slots) abort();
    for (uint32_t n = 0; n < b->count; n++)
        *slot_for(b, b->values + (size_t)n * b->d->variable_count, b->nodes[n].e) = n + 1;
}

static uint32_t intern(brute* b, const int64_t* values, extra e)
{
    if (b->count == b->capacity) {
        b->capacity = b->capacity ? b->capacity * 2 : 256;
        b->nodes = grown(b->nodes, b->capacity * sizeof *b->nodes);
        b->values = grown(b->values, (size_t)b->capacity * b->d->variable_count * sizeof *b->values);
        rehash(b);
    }
    uint32_t* slot = slot_for(b, values, e);
    if (!*slot) {
        b->nodes[b->count] = (brute_node){.e = e, .g = INT64_MAX};
        memcpy(b->values + (size_t)b->count * b->d->variable_count, values, b->d->variable_count * sizeof *values);
        *slot = ++b->count;
    }
    return *slot - 1;
}

// Open list: a plain binary heap. Old entries are skipped when they are popped.

static void push(brute* b, int64_t g, uint32_t n)
{
    if (b->open_count == b->open_capacity) {
        b->open_capacity = b->open_capacity * 2 + 256;
        b->open = grown(b->open, b->open_capacity * sizeof *b->open);
    }
    uint32_t i = b->open_count++;
    for (; i && b->open[(i - 1) / 2].g > g; i = (i - 1) / 2) b->open[i] = b->open[(i - 1) / 2];
    b->open[i] = (brute_entry){g, n};
}

static brute_entry pop(brute* b)
{
    brute_entry top = b->open[0], last = b->open[--b->open_count];
    uint32_t i = 0;
    for (uint32_t child; (child = 2 * i + 1) < b->open_count; i = child) {
        if (child + 1 < b->open_count && b->open[child + 1].g < b->open[child].g) child++;
        if (b->open[child].g >= last.g) break;
        b->open[i] = b->open[child];
    }
    b->open[i] = last;
    return top;
}

// What the options of the query make of a step.

static bool has_repeat_cost(const brute_query* q)
{
    return q->repeat_cost != 0 && q->repeat_cost != PLOY_UNIT;
}

static bool allowed(const random_domain* d, const brute_query* q, uint32_t ground, uint32_t last, const int64_t* values)
{
    uint32_t action = d->grounds[ground].action;
    if (q->disabled >> action & 1 || !random_model_context(d, ground, q->start)) return false;
    if (q->no_two_moves && last && d->actions[action].move && d->actions[d->grounds[last - 1].action].move)
        return false;
    return random_model_applicable(d, ground, values);
}

static int64_t step_cost(const random_domain* d, const brute_query* q, uint32_t ground, uint32_t last,
                         const int64_t* values)
{
    int64_t cost = random_model_cost(d, ground, values, q->start);
    return has_repeat_cost(q) && last == ground + 1 ? cost * q->repeat_cost / PLOY_UNIT : cost;
}

static uint32_t last_before(const random_domain* d, const brute_query* q)
{
    return q->last_action == PLOY_NONE ? 0 : random_domain_ground(d, q->last_action, q->last_args) + 1;
}

// Dijkstra.

static void reach(brute* b, uint32_t from, uint32_t ground, const int64_t* values)
{
    const brute_node* x = &b->nodes[from];
    int64_t g = x->g + step_cost(b->d, b->q, ground, x->e.last, values);
    extra e = {
        .last = b->keeps_last ? ground + 1 : 0,
        .depth = b->keeps_depth ? x->e.depth + 1 : 0,
        .used = x->e.used || (b->keeps_used && b->d->grounds[ground].action == b->q->must_use),
    };
    int64_t after[RANDOM_MAX_VARIABLES];
    memcpy(after, values, b->d->variable_count * sizeof *after);
    random_model_apply(b->d, ground, after);
    uint32_t to = intern(b, after, e);
    if (g >= b->nodes[to].g) return;
    b->nodes[to].g = g;
    b->nodes[to].parent = from;
    b->nodes[to].by = ground;
    push(b, g, to);
}

static void expand(brute* b, uint32_t n)
{
    if (b->keeps_depth && b->nodes[n].e.depth == b->q->max_depth) return;
    int64_t values[RANDOM_MAX_VARIABLES];
    memcpy(values, b->values + (size_t)n * b->d->variable_count, b->d->variable_count * sizeof *values);
    for (uint32_t ground = 0; ground < b->d->ground_count; ground++)
        if (allowed(b->d, b->q, ground, b->nodes[n].e.last, values)) reach(b, n, ground, values);
}

static bool is_goal(const brute* b, uint32_t n)
{
    if (b->keeps_used && !b->nodes[n].e.used) return false;
    return random_model_goal(b->d, b->q->goal, b->q->goal_args, b->values + (size_t)n * b->d->variable_count);
}

static void trace_back(const brute* b, uint32_t n, brute_answer* answer)
{
    for (uint32_t x = n; x != 0; x = b->nodes[x].parent) answer->step_count++;
    uint32_t at = answer->step_count;
    for (uint32_t x = n; x != 0; x = b->nodes[x].parent)
        if (--at < BRUTE_MAX_STEPS) answer->steps[at] = b->nodes[x].by;
}

static void search(brute* b, brute_answer* answer)
{
    while (b->open_count) {
        brute_entry top = pop(b);
        if (b->nodes[top.node].closed) continue;
        b->nodes[top.node].closed = true;
        if (is_goal(b, top.node)) {
            answer->found = true;
            answer->cost = top.g;
            trace_back(b, top.node, answer);
            return;
        }
        expand(b, top.node);
        answer->nodes++;
        if (b->count > MAX_NODES) {
            answer->too_big = true;
            return;
        }
    }
}

brute_answer brute_solve(const random_domain* d, const brute_query* query)
{
    brute b = {
        .d = d,
        .q = query,
        .keeps_last = query->no_two_moves || has_repeat_cost(query),
        .keeps_depth = query->max_depth != 0,
        .keeps_used = query->must_use != PLOY_NONE,
    };
    brute_answer answer = {.found = false};
    uint32_t start = intern(&b, query->start, (extra){.last = b.keeps_last ? last_before(d, query) : 0});
    b.nodes[start].g = 0;
    push(&b, 0, start);
    search(&b, &answer);
    free(b.nodes);
    free(b.values);
    free(b.slots);
    free(b.open);
    return answer;
}

brute_answer brute_solve_without(const random_domain* d, const brute_query* query, uint32_t action)
{
    brute_query q = *query;
    q.disabled |= 1ull << action;
    return brute_solve(d, &q);
}

brute_answer brute_solve_with(const random_domain* d, const brute_query* query, uint32_t action)
{
    brute_query q = *query;
    q.must_use = action;
    return brute_solve(d, &q);
}

// Checking a plan.

static const char* execute_step(const random_domain* d, const brute_query* q, const ploy_step* step, uint32_t* last,
                                int64_t* values)
{
    if (step->action >= d->action_count) return "no such action";
    const random_action* a = &d->actions[step->action];
    for (uint32_t i = 0; i < a->param_count; i++)
        if (step->args[i] >= d->type_objects[a->params[i]]) return "no such object";
    uint32_t ground = random_domain_ground(d, step->action, step->args);
    if (!allowed(d, q, ground, *last, values)) return "not allowed there";
    if (step->cost != step_cost(d, q, ground, *last, values)) return "another cost";
    random_model_apply(d, ground, values);
    *last = ground + 1;
    return NULL;
}

const char* brute_execute(const random_domain* d, const brute_query* query, const ploy_step* steps, uint32_t step_count,
                          int64_t cost, char* why, size_t size)
{
    int64_t values[RANDOM_MAX_VARIABLES], sum = 0;
    memcpy(values, query->start, d->variable_count * sizeof *values);
    uint32_t last = last_before(d, query);
    bool used = query->must_use == PLOY_NONE;
    for (uint32_t i = 0; i < step_count; i++) {
        const char* wrong = execute_step(d, query, &steps[i], &last, values);
        if (wrong) {
            snprintf(why, size, "step %u (action %u): %s", (unsigned)i, (unsigned)steps[i].action, wrong);
            return why;
        }
        sum += steps[i].cost;
        used |= steps[i].action == query->must_use;
    }
    if (!random_model_goal(d, query->goal, query->goal_args, values)) return "the goal is not met at the end";
    if (!used) return "the action that must be used is not";
    if (query->max_depth && step_count > query->max_depth) return "more steps than the limit";
    if (sum == cost) return NULL;
    snprintf(why, size, "the steps cost %lld, the plan says %lld", (long long)sum, (long long)cost);
    return why;
}

// Conversion between the model and the library.

brute_query brute_query_default(const int64_t* start, uint32_t goal, const uint32_t* goal_args)
{
    brute_query q = {.start = start, .goal = goal, .last_action = PLOY_NONE, .must_use = PLOY_NONE};
    if (goal_args) memcpy(q.goal_args, goal_args, sizeof q.goal_args);
    return q;
}

ploy_plan_query brute_to_ploy(const random_domain* d, const brute_query* query, uint64_t* state, uint64_t* disabled)
{
    random_domain_pack(d, query->start, state);
    *disabled = query->disabled;
    ploy_plan_query q = {0};
    q.start = state;
    q.goal = query->goal;
    memcpy(q.goal_args, query->goal_args, sizeof q.goal_args);
    q.disabled = query->disabled ? disabled : NULL;
    q.options.max_depth = query->max_depth;
    q.options.no_two_moves = query->no_two_moves;
    q.options.repeat_cost = query->repeat_cost;
    if (query->last_action != PLOY_NONE) q.last1 = random_domain_ground(d, query->last_action, query->last_args) + 1;
    q.must_use1 = query->must_use + 1;
    return q;
}

static void print_ground(const random_domain* d, uint32_t ground, FILE* to)
{
    const random_ground* g = &d->grounds[ground];
    fprintf(to, " %s(", d->actions[g->action].name);
    for (uint32_t i = 0; i < d->actions[g->action].param_count; i++)
        fprintf(to, "%s%u", i ? "," : "", (unsigned)g->args[i]);
    fputc(')', to);
}

void brute_print(const random_domain* d, const brute_query* query, const brute_answer* answer, FILE* to)
{
    fprintf(to, "goal %u args %u %u disabled %llx depth %u two-moves %d repeat-cost %u last %d (%u %u) must-use %d\n",
            (unsigned)query->goal, (unsigned)query->goal_args[0], (unsigned)query->goal_args[1],
            (unsigned long long)query->disabled, (unsigned)query->max_depth, query->no_two_moves,
            (unsigned)query->repeat_cost, (int)query->last_action, (unsigned)query->last_args[0],
            (unsigned)query->last_args[1], (int)query->must_use);
    if (!answer->found) {
        fprintf(to, "brute force: %s\n", answer->too_big ? "gave up" : "no plan");
        return;
    }
    fprintf(to, "brute force: %lld in %u steps:", (long long)answer->cost, (unsigned)answer->step_count);
    for (uint32_t i = 0; i < answer->step_count && i < BRUTE_MAX_STEPS; i++) print_ground(d, answer->steps[i], to);
    fputc('\n', to);
}
