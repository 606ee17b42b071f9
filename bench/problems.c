#include "problems.h"

#include <stdlib.h>
#include <string.h>

enum
{
    TABLE_BITS = 20,
    TABLE_SIZE = 1 << TABLE_BITS,
    MAX_STATES = TABLE_SIZE / 2,
    NOT_SOLVED = -2,
};

enum
{
    SEED_STEP = 1000033,
    RETRY_STEP = 1000, // to the domain that is drawn in place of one without hard problems
    MAX_TRIES = 2000,  // per case
};

// Numbers from a seed: splitmix64.

static uint64_t draw(uint64_t* seed)
{
    uint64_t z = *seed += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static int draw_below(uint64_t* seed, int end)
{
    return (int)(draw(seed) % (uint64_t)end);
}

// The oracle: uniform-cost search without a heuristic. Actions that no chain of needs connects with the goal are left
// out, for they can neither shorten nor complete a plan; without that the larger domains have too many states.

typedef struct oracle_node
{
    uint64_t state;
    int cost;
    uint32_t search; // the number of the search that reached it: the table needs no clearing
    bool closed;
} oracle_node;

typedef struct oracle_entry
{
    int cost, node;
} oracle_entry;

typedef struct oracle_search
{
    oracle_node* nodes; // an open hash table
    oracle_entry* heap;
    int heap_count, heap_capacity, state_count;
    uint32_t number;
} oracle_search;

static uint64_t of_use(const problem_collection* set, problem_facts goal, bool* used)
{
    uint64_t true_wanted = goal.value, false_wanted = goal.mask & ~goal.value;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < set->action_count; i++) {
            const problem_action* a = &set->actions[i];
            bool serves = (a->sets.value & true_wanted) || (a->sets.mask & ~a->sets.value & false_wanted);
            if (used[i] || !serves) continue;
            used[i] = changed = true;
            true_wanted |= a->needs.value;
            false_wanted |= a->needs.mask & ~a->needs.value;
        }
    }
    return true_wanted | false_wanted;
}

// Could the goal be met if no action ever undid anything? If not, there is no plan, and no need to reach every state.
static bool is_relaxed_reachable(const problem_collection* set, uint64_t start, problem_facts goal)
{
    uint64_t can_be_true = start, can_be_false = ~start;
    for (bool changed = true; changed;) {
        uint64_t true_before = can_be_true, false_before = can_be_false;
        for (int i = 0; i < set->action_count; i++) {
            const problem_action* a = &set->actions[i];
            uint64_t true_needs = a->needs.value, false_needs = a->needs.mask & ~a->needs.value;
            if ((true_needs & ~can_be_true) || (false_needs & ~can_be_false)) continue;
            can_be_true |= a->sets.value;
            can_be_false |= a->sets.mask & ~a->sets.value;
        }
        changed = can_be_true != true_before || can_be_false != false_before;
    }
    return !(goal.value & ~can_be_true) && !(goal.mask & ~goal.value & ~can_be_false);
}

static int find_node(const oracle_search* s, uint64_t state)
{
    uint64_t slot = (state * 0x9e3779b97f4a7c15u) >> (64 - TABLE_BITS);
    while (s->nodes[slot].search == s->number && s->nodes[slot].state != state) slot = (slot + 1) % TABLE_SIZE;
    return (int)slot;
}

static void push_entry(oracle_search* s, oracle_entry entry)
{
    if (s->heap_count == s->heap_capacity) {
        s->heap_capacity = s->heap_capacity ? 2 * s->heap_capacity : 1024;
        s->heap = realloc(s->heap, (size_t)s->heap_capacity * sizeof *s->heap);
        if (!s->heap) abort();
    }
    int at = s->heap_count++;
    for (; at > 0 && s->heap[(at - 1) / 2].cost > entry.cost; at = (at - 1) / 2) s->heap[at] = s->heap[(at - 1) / 2];
    s->heap[at] = entry;
}

static oracle_entry pop_entry(oracle_search* s)
{
    oracle_entry first = s->heap[0], last = s->heap[--s->heap_count];
    int at = 0;
    for (int child; (child = 2 * at + 1) < s->heap_count; at = child) {
        if (child + 1 < s->heap_count && s->heap[child + 1].cost < s->heap[child].cost) child++;
        if (s->heap[child].cost >= last.cost) break;
        s->heap[at] = s->heap[child];
    }
    s->heap[at] = last;
    return first;
}

static void reach(oracle_search* s, uint64_t state, int cost)
{
    int node = find_node(s, state);
    oracle_node* n = &s->nodes[node];
    bool known = n->search == s->number;
    if (known && (n->closed || n->cost <= cost)) return;
    s->state_count += !known;
    *n = (oracle_node){.state = state, .cost = cost, .search = s->number};
    push_entry(s, (oracle_entry){cost, node});
}

static int search(oracle_search* s, const problem_collection* set, uint64_t start, problem_facts goal, int max_states)
{
    bool used[PROBLEM_MAX_ACTIONS] = {false};
    uint64_t relevant = of_use(set, goal, used);
    reach(s, start & relevant, 0);
    while (s->heap_count > 0) {
        int node = pop_entry(s).node;
        oracle_node* n = &s->nodes[node];
        if (n->closed) continue;
        n->closed = true;
        if ((n->state & goal.mask) == goal.value) return n->cost;
        if (s->state_count + set->action_count > max_states) return NOT_SOLVED;
        for (int i = 0; i < set->action_count; i++) {
            const problem_action* a = &set->actions[i];
            if (!used[i] || (n->state & a->needs.mask) != a->needs.value) continue;
            reach(s, ((n->state & ~a->sets.mask) | a->sets.value) & relevant, n->cost + a->cost);
        }
    }
    return -1;
}

int problem_solve(const problem_collection* set, uint64_t start, problem_facts goal, int max_states)
{
    static oracle_search s; // kept from one search to the next: memory is taken once
    if (!s.nodes) s.nodes = calloc(TABLE_SIZE, sizeof *s.nodes);
    if (!s.nodes) abort();
    if (!is_relaxed_reachable(set, start, goal)) return -1;
    s.heap_count = s.state_count = 0;
    s.number++;
    return search(&s, set, start, goal, max_states < MAX_STATES ? max_states : MAX_STATES);
}

// Domains written by hand: "symbol" is true, "!symbol" is false.

typedef struct written_action
{
    const char* name;
    int cost;
    const char *needs, *sets;
} written_action;

static int symbol_index(problem_collection* set, const char* name, size_t length)
{
    for (int i = 0; i < set->symbol_count; i++)
        if (strlen(set->symbols[i]) == length && memcmp(set->symbols[i], name, length) == 0) return i;
    if (set->symbol_count == PROBLEM_MAX_SYMBOLS || length >= PROBLEM_MAX_NAME) abort();
    memcpy(set->symbols[set->symbol_count], name, length);
    return set->symbol_count++;
}

static problem_facts read_facts(problem_collection* set, const char* text)
{
    problem_facts facts = {0, 0};
    for (const char* at = text + strspn(text, " "); *at; at += strspn(at, " ")) {
        bool is_false = *at == '!';
        at += is_false;
        size_t length = strcspn(at, " ");
        uint64_t bit = (uint64_t)1 << symbol_index(set, at, length);
        facts.mask |= bit;
        if (!is_false) facts.value |= bit;
        at += length;
    }
    return facts;
}

static void add_action(problem_collection* set, const char* name, int cost, problem_facts needs, problem_facts sets)
{
    if (set->action_count == PROBLEM_MAX_ACTIONS) abort();
    problem_action* a = &set->actions[set->action_count++];
    snprintf(a->name, sizeof a->name, "%s", name);
    a->cost = cost;
    a->needs = needs;
    a->sets = sets;
}

static void add_written(problem_collection* set, const written_action* actions, size_t count)
{
    for (size_t i = 0; i < count; i++)
        add_action(set, actions[i].name, actions[i].cost, read_facts(set, actions[i].needs),
                   read_facts(set, actions[i].sets));
}

// Four places, and a sword that needs a blade and a handle from three of them.
static const written_action smith_actions[] = {
    {"GoForge", 2, "", "atForge !atForest !atMine !atMarket"},
    {"GoForest", 3, "", "!atForge atForest !atMine !atMarket"},
    {"GoMine", 4, "", "!atForge !atForest atMine !atMarket"},
    {"GoMarket", 3, "", "!atForge !atForest !atMine atMarket"},
    {"TakeHammer", 1, "atForge", "hammer"},
    {"TakeSaw", 1, "atForge", "saw"},
    {"FellTree", 4, "atForest saw", "log"},
    {"DigOre", 5, "atMine hammer", "ore"},
    {"DigCoal", 3, "atMine", "coal"},
    {"LightFire", 2, "atForge coal", "fire !coal"},
    {"Smelt", 3, "atForge fire ore", "iron !ore"},
    {"SawBoard", 2, "atForge saw log", "board !log"},
    {"CarveGrip", 2, "board", "grip !board"},
    {"ForgeBlade", 6, "atForge fire iron hammer", "blade !iron"},
    {"Harden", 1, "atForge fire blade", "hard !fire"},
    {"BuyHide", 5, "atMarket coins", "hide !coins"},
    {"WrapGrip", 2, "grip hide", "handle !grip !hide"},
    {"Assemble", 3, "atForge blade handle", "sword !blade !handle"},
    {"Whet", 1, "atForge sword", "sharp"},
    {"SellSword", 2, "atMarket sword sharp", "coins !sword !sharp"},
    {"SellOre", 3, "atMarket ore", "coins !ore"},
    {"BuyIron", 8, "atMarket coins", "iron !coins"},
};

static const char* const smith_goals[] = {"sword", "sharp", "handle fire", "coins iron", "blade hard"};
static const char* const smith_goods[] = {"hammer", "saw",  "log",    "ore",   "coal",  "fire",  "iron", "board",
                                          "grip",   "hide", "handle", "blade", "sword", "sharp", "coins"};

enum
{
    SMITH_GOALS = sizeof smith_goals / sizeof smith_goals[0],
    SMITH_GOODS = sizeof smith_goods / sizeof smith_goods[0],
};

static void make_smith(problem_collection* set)
{
    add_written(set, smith_actions, sizeof smith_actions / sizeof smith_actions[0]);
}

static problem_facts draw_goods(problem_collection* set, uint64_t* seed, int count)
{
    problem_facts goods = {0, 0};
    for (int i = 0; i < count; i++) goods.mask |= read_facts(set, smith_goods[draw_below(seed, SMITH_GOODS)]).mask;
    goods.value = goods.mask;
    return goods;
}

static problem_case draw_smith_start(problem_collection* set, uint64_t* seed)
{
    static const char* const places[] = {"atForge", "atForest", "atMine", "atMarket"};
    uint64_t goods = draw_goods(set, seed, draw_below(seed, 6)).value;
    return (problem_case){.start = goods | read_facts(set, places[draw_below(seed, 4)]).value};
}

static problem_case draw_smith(problem_collection* set, uint64_t* seed)
{
    problem_case c = draw_smith_start(set, seed);
    c.goal = read_facts(set, smith_goals[draw_below(seed, SMITH_GOALS)]);
    return c;
}

static problem_case draw_smith_hard(problem_collection* set, uint64_t* seed)
{
    problem_case c = draw_smith_start(set, seed);
    c.goal = draw_goods(set, seed, 5);
    return c;
}

// Two places at once: each can be reached, both never.
static problem_case draw_dead_end(problem_collection* set, uint64_t* seed)
{
    static const char* const both[] = {"atForge atMine", "atForest atMarket", "atForge atMarket"};
    problem_case c = draw_smith_start(set, seed);
    problem_facts places = read_facts(set, both[draw_below(seed, 3)]), goods = draw_goods(set, seed, 2);
    c.goal = (problem_facts){places.mask | goods.mask, places.value | goods.value};
    return c;
}

static const written_action shooter_actions[] = {
    {"Search", 2, "hasGun", "seesEnemy"},
    {"CloseIn", 1, "seesEnemy", "isNear"},
    {"StepBack", 1, "isNear", "!isNear"},
    {"Load", 1, "hasGun", "isLoaded"},
    {"Aim", 1, "seesEnemy isLoaded", "isAimed"},
    {"Fire", 1, "isAimed", "!enemyLives !isLoaded !isAimed"},
    {"BlowUp", 4, "hasBomb isNear", "!enemyLives !lives"},
};

static void make_shooter(problem_collection* set)
{
    add_written(set, shooter_actions, sizeof shooter_actions / sizeof shooter_actions[0]);
}

static problem_case draw_shooter(problem_collection* set, uint64_t* seed)
{
    const char* goal = draw_below(seed, 2) ? "!enemyLives" : "!enemyLives lives";
    const char* start = draw_below(seed, 2) ? "hasGun hasBomb enemyLives lives" : "hasBomb seesEnemy enemyLives lives";
    return (problem_case){.start = read_facts(set, start).value, .goal = read_facts(set, goal)};
}

// Soldiers: chains of three stages that end in something worth having, and single facts that the stages need.

enum
{
    CHAINS = 8,
    STAGES = 3,
    SINGLES = 40,
    SOLDIER_SEED = 11,
};

static uint64_t stage_bit(int chain, int stage)
{
    return (uint64_t)1 << (chain * STAGES + stage);
}

static uint64_t single_bit(int single)
{
    return (uint64_t)1 << (CHAINS * STAGES + single);
}

static void name_soldier_symbols(problem_collection* set)
{
    for (int i = 0; i < CHAINS * STAGES; i++)
        snprintf(set->symbols[set->symbol_count++], PROBLEM_MAX_NAME, "c%d_%d", i / STAGES, i % STAGES);
    for (int i = 0; i < SINGLES; i++) snprintf(set->symbols[set->symbol_count++], PROBLEM_MAX_NAME, "x%d", i);
}

static problem_facts draw_needs(uint64_t* seed, int count)
{
    problem_facts needs = {0, 0};
    for (int i = 0; i < count; i++) {
        uint64_t bit = single_bit(draw_below(seed, SINGLES));
        needs.mask |= bit;
        if (draw_below(seed, 5)) needs.value |= bit;
    }
    return needs;
}

static void add_stage(problem_collection* set, uint64_t* seed, int chain, int stage)
{
    problem_facts needs = draw_needs(seed, 1), sets = {stage_bit(chain, stage), stage_bit(chain, stage)};
    if (stage) needs.mask |= stage_bit(chain, stage - 1), needs.value |= stage_bit(chain, stage - 1);
    char name[PROBLEM_MAX_NAME];
    snprintf(name, sizeof name, "A%d", set->action_count);
    add_action(set, name, 1 + draw_below(seed, 5), needs, sets);
}

// An action that gains one single fact, and now and then gains or loses another.
static void add_single(problem_collection* set, uint64_t* seed, int single, int min_needs)
{
    problem_facts needs = draw_needs(seed, min_needs + draw_below(seed, 2));
    problem_facts sets = {single_bit(single), single_bit(single)};
    int more = draw_below(seed, 10);
    uint64_t other = single_bit(draw_below(seed, SINGLES));
    if (more < 3 && !(other & sets.mask)) {
        sets.mask |= other;
        if (more == 0) sets.value |= other;
    }
    needs.mask &= ~single_bit(single);
    needs.value &= needs.mask;
    char name[PROBLEM_MAX_NAME];
    snprintf(name, sizeof name, "A%d", set->action_count);
    add_action(set, name, 1 + draw_below(seed, 6), needs, sets);
}

static void make_soldier(problem_collection* set, int min_needs, int chains)
{
    uint64_t seed = SOLDIER_SEED + (uint64_t)min_needs + set->seed * SEED_STEP;
    name_soldier_symbols(set);
    for (int i = 0; i < 2 * CHAINS * STAGES; i++)
        if (i / 2 / STAGES < chains) add_stage(set, &seed, i / 2 / STAGES, i / 2 % STAGES);
    for (int i = 0; i < 72; i++) add_single(set, &seed, i % SINGLES, min_needs);
}

static void make_soldier_gated(problem_collection* set)
{
    make_soldier(set, 1, CHAINS);
}

static void make_soldier_open(problem_collection* set)
{
    make_soldier(set, 0, CHAINS);
}

// Nothing leads to the last chain.
static void make_impossible(problem_collection* set)
{
    make_soldier(set, 1, CHAINS - 1);
}

static problem_case draw_soldier_start(uint64_t* seed)
{
    problem_case c = {0};
    for (int i = 0; i < CHAINS * STAGES + SINGLES; i++)
        if (draw_below(seed, 5) == 0) c.start |= (uint64_t)1 << i;
    return c;
}

static void want_chain(problem_case* c, int chain)
{
    c->goal.mask |= stage_bit(chain, STAGES - 1);
    c->goal.value |= stage_bit(chain, STAGES - 1);
    for (int stage = 0; stage < STAGES; stage++) c->start &= ~stage_bit(chain, stage);
}

static problem_case draw_soldier(problem_collection* set, uint64_t* seed)
{
    (void)set;
    problem_case c = draw_soldier_start(seed);
    want_chain(&c, draw_below(seed, CHAINS));
    return c;
}

static problem_case draw_soldier_hard(problem_collection* set, uint64_t* seed)
{
    problem_case c = draw_soldier(set, seed);
    want_chain(&c, draw_below(seed, CHAINS));
    return c;
}

static problem_case draw_impossible(problem_collection* set, uint64_t* seed)
{
    problem_case c = draw_soldier(set, seed);
    want_chain(&c, CHAINS - 1);
    return c;
}

// Actions that each change several symbols at random.

enum
{
    MULTI_SYMBOLS = 14,
    MULTI_ACTIONS = 20,
};

static problem_facts draw_facts(uint64_t* seed, int count, int false_of_ten)
{
    problem_facts facts = {0, 0};
    for (int i = 0; i < count; i++) {
        uint64_t bit = (uint64_t)1 << draw_below(seed, MULTI_SYMBOLS);
        facts.mask |= bit;
        facts.value &= ~bit;
        if (draw_below(seed, 10) >= false_of_ten) facts.value |= bit;
    }
    return facts;
}

static void make_multi(problem_collection* set)
{
    uint64_t seed = 5 + set->seed * SEED_STEP;
    for (; set->symbol_count < MULTI_SYMBOLS; set->symbol_count++)
        snprintf(set->symbols[set->symbol_count], PROBLEM_MAX_NAME, "s%d", set->symbol_count);
    for (int i = 0; i < MULTI_ACTIONS; i++) {
        char name[PROBLEM_MAX_NAME];
        snprintf(name, sizeof name, "M%d", i);
        problem_facts needs = draw_facts(&seed, 1 + draw_below(&seed, 3), 5);
        add_action(set, name, 1 + draw_below(&seed, 4), needs, draw_facts(&seed, 2 + draw_below(&seed, 4), 3));
    }
}

static problem_case draw_multi(problem_collection* set, uint64_t* seed)
{
    (void)set;
    problem_case c = {.start = draw(seed) & (((uint64_t)1 << MULTI_SYMBOLS) - 1)};
    c.start &= draw(seed);
    c.goal = draw_facts(seed, 3 + draw_below(seed, 2), 4);
    return c;
}

// The sets.

typedef struct set_recipe
{
    const char* name;
    int count;
    uint64_t seed;
    int min_cost;   // of a case that is taken; -1: those without a plan
    int max_states; // for the oracle; a case that needs more is drawn again
    void (*make)(problem_collection* set);
    problem_case (*draw)(problem_collection* set, uint64_t* seed);
} set_recipe;

static const set_recipe recipes[] = {
    {"smith", 40, 1, 8, 100000, make_smith, draw_smith},
    {"smith_hard", 24, 2, 40, MAX_STATES, make_smith, draw_smith_hard},
    {"smith_many", 300, 3, 4, 100000, make_smith, draw_smith},
    {"soldier_gated", 40, 4, 8, 50000, make_soldier_gated, draw_soldier},
    {"soldier_open", 40, 5, 8, 50000, make_soldier_open, draw_soldier},
    {"soldier_hard", 16, 6, 18, 150000, make_soldier_open, draw_soldier_hard},
    {"soldier_many", 300, 7, 6, 50000, make_soldier_open, draw_soldier},
    {"gated_many", 100, 12, 6, 10000, make_soldier_gated, draw_soldier},
    {"multi", 40, 8, 4, 100000, make_multi, draw_multi},
    {"shooter", 2, 9, 4, 100000, make_shooter, draw_shooter},
    {"dead_end", 6, 10, -1, MAX_STATES, make_smith, draw_dead_end},
    {"impossible", 10, 11, -1, MAX_STATES, make_impossible, draw_impossible},
};

enum
{
    RECIPES = sizeof recipes / sizeof recipes[0]
};

const char* problem_set_name(int index)
{
    return index < RECIPES ? recipes[index].name : NULL;
}

// False: hardly any problem of this domain is hard enough.
static bool draw_cases(problem_collection* set, const set_recipe* recipe, int count)
{
    uint64_t seed = recipe->seed * 1000003 + set->seed * SEED_STEP;
    for (int tries = 0; set->case_count < count; tries++) {
        if (tries > MAX_TRIES * (set->case_count + 1)) return false;
        problem_case c = recipe->draw(set, &seed);
        c.cost = problem_solve(set, c.start, c.goal, recipe->max_states);
        bool taken = recipe->min_cost < 0 ? c.cost == -1 : c.cost >= recipe->min_cost;
        if (taken) set->cases[set->case_count++] = c;
    }
    return true;
}

bool problem_set_make(problem_collection* set, const char* name, int max_cases, uint64_t seed)
{
    for (int i = 0; i < RECIPES; i++) {
        const set_recipe* r = &recipes[i];
        if (strcmp(r->name, name) != 0) continue;
        do {
            *set = (problem_collection){.name = r->name, .seed = seed};
            r->make(set);
            seed += RETRY_STEP;
        } while (!draw_cases(set, r, max_cases && max_cases < r->count ? max_cases : r->count));
        return true;
    }
    return false;
}

// Files.

static void write_facts(const problem_collection* set, problem_facts facts, const char* between, FILE* file)
{
    const char* first = "";
    for (int i = 0; i < set->symbol_count; i++) {
        uint64_t bit = (uint64_t)1 << i;
        if (!(facts.mask & bit)) continue;
        fprintf(file, "%s%s%s", first, facts.value & bit ? "" : "not ", set->symbols[i]);
        first = between;
    }
}

static void write_action(const problem_collection* set, const problem_action* a, FILE* file)
{
    fprintf(file, "    <action name=\"%s\" cost=\"%d\">\n", a->name, a->cost);
    if (a->needs.mask) {
        fputs("      <pre>", file);
        write_facts(set, a->needs, " and ", file);
        fputs("</pre>\n", file);
    }
    fputs("      <effect>", file);
    write_facts(set, a->sets, ", ", file);
    fputs("</effect>\n    </action>\n", file);
}

// Cases with the same goal share it.
static int goal_index(const problem_collection* set, int index)
{
    for (int i = 0; i < index; i++) {
        const problem_facts *a = &set->cases[i].goal, *b = &set->cases[index].goal;
        if (a->mask == b->mask && a->value == b->value) return i;
    }
    return index;
}

void problem_set_write_xml(const problem_collection* set, FILE* file)
{
    fprintf(file, "<ploy version=\"1\">\n  <domain name=\"%s\">\n", set->name);
    for (int i = 0; i < set->symbol_count; i++)
        fprintf(file, "    <symbol name=\"%s\" type=\"bool\"/>\n", set->symbols[i]);
    for (int i = 0; i < set->action_count; i++) write_action(set, &set->actions[i], file);
    for (int i = 0; i < set->case_count; i++) {
        if (goal_index(set, i) != i) continue;
        fprintf(file, "    <goal name=\"g%d\">", i);
        write_facts(set, set->cases[i].goal, " and ", file);
        fputs("</goal>\n", file);
    }
    fputs("  </domain>\n", file);
    for (int i = 0; i < set->case_count; i++) {
        fprintf(file, "  <agent name=\"p%d\" domain=\"%s\"><goals>g%d</goals><state>", i, set->name,
                goal_index(set, i));
        write_facts(set, (problem_facts){set->cases[i].start, set->cases[i].start}, ", ", file);
        fputs("</state></agent>\n", file);
    }
    fputs("</ploy>\n", file);
}

void problem_set_write_json(const problem_collection* set, FILE* file)
{
    fputs("{", file);
    for (int i = 0; i < set->case_count; i++) {
        fprintf(file, "%s\n\"p%d\": ", i ? "," : "", i);
        if (set->cases[i].cost < 0)
            fputs("null", file);
        else
            fprintf(file, "%d", set->cases[i].cost);
    }
    fputs("\n}\n", file);
}
