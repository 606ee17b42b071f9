// The yardstick for planning speed: a plain GOAP planner, as one writes it for a game in an afternoon.
//
// States are 64 booleans in a word; A* over a hash table and a binary heap; the estimate counts what the goal still
// lacks; actions that cannot serve the goal are left out, and a goal that cannot be met even if nothing were ever undone
// is given up at once. No precomputation outlives a query. Ploy's planner is timed beside it (bench/compare.sh), and its
// speed is stated as a ratio to this program on the same problems on the same machine.
//
//   yardstick [--seed N] [--uniform] [--check] [--write DIR] [SET…]     all sets of problems.c, or those named
//   --seed N     other sets of the same kinds
//   --uniform    without an estimate: uniform-cost search
//   --check      compare each cost with the oracle's instead of timing
//   --write DIR  write DIR/SET.xml and DIR/SET.json instead of timing

#define _POSIX_C_SOURCE 200809L

#include "problems.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum
{
    TABLE_BITS = 20,
    TABLE_SIZE = 1 << TABLE_BITS,
    HEAP_SIZE = 4 * TABLE_SIZE,
    BATCH_NS = 2000000,
};

typedef struct yard_node
{
    uint64_t state;
    int cost;
    uint32_t query; // the table is never cleared: nodes of earlier queries count as empty
    bool closed;
} yard_node;

typedef struct yard_entry
{
    int estimate, slot;
} yard_entry;

static yard_node table[TABLE_SIZE];
static yard_entry heap[HEAP_SIZE];
static int heap_count;
static uint32_t query_number;
static bool is_uniform;

static void push(yard_entry entry)
{
    if (heap_count == HEAP_SIZE) abort();
    int at = heap_count++;
    while (at > 0 && heap[(at - 1) / 2].estimate > entry.estimate) {
        heap[at] = heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap[at] = entry;
}

static yard_entry pop(void)
{
    yard_entry first = heap[0], last = heap[--heap_count];
    int at = 0;
    for (int child = 1; child < heap_count; child = 2 * at + 1) {
        if (child + 1 < heap_count && heap[child + 1].estimate < heap[child].estimate) child++;
        if (heap[child].estimate >= last.estimate) break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = last;
    return first;
}

static int slot_of(uint64_t state)
{
    int slot = (int)((state * 0x9e3779b97f4a7c15u) >> (64 - TABLE_BITS));
    while (table[slot].query == query_number && table[slot].state != state) slot = (slot + 1) & (TABLE_SIZE - 1);
    return slot;
}

static int count_bits(uint64_t word)
{
    int count = 0;
    for (; word; word &= word - 1) count++;
    return count;
}

typedef struct yard_query
{
    problem_action actions[PROBLEM_MAX_ACTIONS]; // that can serve the goal
    int action_count;
    uint64_t relevant; // symbols that the goal and these actions read
    problem_facts goal;
    int cheapest, most_gained; // of one action: what it costs at least, and how much of the goal it meets at most
} yard_query;

// Works backward from the goal: an action serves when it sets what the goal or a serving action needs.
static void keep_serving_actions(yard_query* q, const problem_collection* set)
{
    bool kept[PROBLEM_MAX_ACTIONS] = {false};
    uint64_t on = q->goal.value, off = q->goal.mask & ~q->goal.value;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < set->action_count; i++) {
            const problem_action* a = &set->actions[i];
            if (kept[i] || !((a->sets.value & on) | (a->sets.mask & ~a->sets.value & off))) continue;
            kept[i] = changed = true;
            on |= a->needs.value;
            off |= a->needs.mask & ~a->needs.value;
            q->actions[q->action_count++] = *a;
        }
    }
    q->relevant = on | off;
}

static bool can_be_met(const yard_query* q, uint64_t start)
{
    uint64_t on = start, off = ~start;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < q->action_count; i++) {
            const problem_action* a = &q->actions[i];
            if ((a->needs.value & ~on) | (a->needs.mask & ~a->needs.value & ~off)) continue;
            uint64_t more_on = on | a->sets.value, more_off = off | (a->sets.mask & ~a->sets.value);
            changed = changed || more_on != on || more_off != off;
            on = more_on, off = more_off;
        }
    }
    return !((q->goal.value & ~on) | (q->goal.mask & ~q->goal.value & ~off));
}

static yard_query prepare(const problem_collection* set, const problem_case* c)
{
    yard_query q = {.goal = c->goal, .cheapest = 1 << 20, .most_gained = 1};
    keep_serving_actions(&q, set);
    for (int i = 0; i < q.action_count; i++) {
        problem_action* a = &q.actions[i];
        uint64_t wrong = a->sets.value ^ c->goal.value;
        int gained = count_bits(a->sets.mask & c->goal.mask & ~wrong);
        if (a->cost < q.cheapest) q.cheapest = a->cost;
        if (gained > q.most_gained) q.most_gained = gained;
        a->sets.mask &= q.relevant;
        a->sets.value &= q.relevant;
    }
    return q;
}

// Never too high: no action meets more of the goal, none costs less.
static int estimate(const yard_query* q, uint64_t state)
{
    int lacking = count_bits((state ^ q->goal.value) & q->goal.mask);
    return (lacking + q->most_gained - 1) / q->most_gained * q->cheapest;
}

static void visit(const yard_query* q, uint64_t state, int cost)
{
    int slot = slot_of(state);
    yard_node* n = &table[slot];
    if (n->query == query_number && n->cost <= cost) return;
    *n = (yard_node){.state = state, .cost = cost, .query = query_number};
    push((yard_entry){cost + (is_uniform ? 0 : estimate(q, state)), slot});
}

// The cost of the cheapest plan, -1 without one.
static int plan(const problem_collection* set, const problem_case* c)
{
    yard_query q = prepare(set, c);
    if (!can_be_met(&q, c->start)) return -1;
    query_number++;
    heap_count = 0;
    visit(&q, c->start & q.relevant, 0);
    while (heap_count > 0) {
        yard_node* n = &table[pop().slot];
        if (n->closed) continue;
        n->closed = true;
        if ((n->state & q.goal.mask) == q.goal.value) return n->cost;
        for (int i = 0; i < q.action_count; i++) {
            const problem_action* a = &q.actions[i];
            if ((n->state & a->needs.mask) != a->needs.value) continue;
            visit(&q, (n->state & ~a->sets.mask) | a->sets.value, n->cost + a->cost);
        }
    }
    return -1;
}

static double cpu_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

// The clock is read once per batch, because reading it takes as long as a small plan.
static double time_case(const problem_collection* set, const problem_case* c)
{
    for (int repeats = 1;; repeats *= 2) {
        double start = cpu_ns();
        for (int i = 0; i < repeats; i++)
            if (plan(set, c) != c->cost) abort();
        double spent = cpu_ns() - start;
        if (spent > BATCH_NS) return spent / repeats;
    }
}

static void time_set(const problem_collection* set)
{
    double sum = 0;
    for (int i = 0; i < set->case_count; i++) sum += time_case(set, &set->cases[i]);
    printf("{\"file\": \"%s\", \"mean_ns\": %.0f}\n", set->name, sum / set->case_count);
}

static bool check_set(const problem_collection* set)
{
    int wrong = 0;
    for (int i = 0; i < set->case_count; i++) {
        int cost = plan(set, &set->cases[i]);
        if (cost == set->cases[i].cost) continue;
        fprintf(stderr, "%s: case %d costs %d, the oracle says %d\n", set->name, i, cost, set->cases[i].cost);
        wrong++;
    }
    printf("%s: %d cases, %d wrong\n", set->name, set->case_count, wrong);
    return wrong == 0 && set->case_count > 0;
}

static bool write_file(const problem_collection* set, const char* folder, const char* extension,
                       void (*write)(const problem_collection*, FILE*))
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s.%s", folder, set->name, extension);
    FILE* file = fopen(path, "w");
    if (!file) return false;
    write(set, file);
    return fclose(file) == 0;
}

typedef struct yard_options
{
    const char* folder;
    bool check;
    uint64_t seed;
} yard_options;

static bool run_set(const char* name, const yard_options* options)
{
    static problem_collection set;
    if (!problem_set_make(&set, name, 0, options->seed)) {
        fprintf(stderr, "yardstick: there is no set '%s'\n", name);
        return false;
    }
    if (options->check) return check_set(&set);
    if (options->folder) {
        bool written = write_file(&set, options->folder, "xml", problem_set_write_xml) &&
                       write_file(&set, options->folder, "json", problem_set_write_json);
        if (!written) fprintf(stderr, "yardstick: cannot write %s/%s\n", options->folder, name);
        return written;
    }
    time_set(&set);
    return true;
}

int main(int argc, char** argv)
{
    yard_options options = {0};
    int first = 1;
    for (; first < argc && argv[first][0] == '-'; first++) {
        if (strcmp(argv[first], "--check") == 0) {
            options.check = true;
        } else if (strcmp(argv[first], "--uniform") == 0) {
            is_uniform = true;
        } else if (strcmp(argv[first], "--write") == 0 && first + 1 < argc) {
            options.folder = argv[++first];
        } else if (strcmp(argv[first], "--seed") == 0 && first + 1 < argc) {
            options.seed = strtoull(argv[++first], NULL, 10);
        } else {
            fputs("usage: yardstick [--seed N] [--uniform] [--check] [--write DIR] [SET...]\n", stderr);
            return 2;
        }
    }
    bool good = true;
    for (int i = first; i < argc; i++) good = run_set(argv[i], &options) && good;
    for (int i = 0; first == argc && problem_set_name(i); i++) good = run_set(problem_set_name(i), &options) && good;
    return good ? 0 : 1;
}
