#include "plan/search/rules.h"

#include <string.h>

#include "search/search.h"

bool pl_rules_mark_is_move(const pl_rules* rules, uint32_t mark)
{
    if (!rules->repeat_costs) return mark != 0;
    if (mark == 0) return false;
    for (uint32_t m = 0; m < rules->heuristic->move_count; ++m) {
        if (rules->heuristic->moves[m].ground == mark - 1) return rules->heuristic->moves[m].is_move;
    }
    return rules->last_is_move; // it was executed before the plan and is not available now
}

void pl_rules_room_init(pl_rules_room* room, const ploy_allocator* allocator)
{
    *room = (pl_rules_room){.allocator = *allocator};
}

void pl_rules_room_destroy(pl_rules_room* room)
{
    PL_ARRAY_FREE(&room->costs, &room->allocator);
    PL_ARRAY_FREE(&room->repeat_costs, &room->allocator);
    PL_ARRAY_FREE(&room->available, &room->allocator);
    PL_ARRAY_FREE(&room->prices, &room->allocator);
}

size_t pl_rules_room_bytes(const pl_rules_room* room)
{
    return pl_array_bytes(room->costs.capacity + room->repeat_costs.capacity, sizeof(uint32_t)) +
           pl_array_bytes(room->available.capacity + room->prices.capacity, sizeof(int64_t));
}

static bool reserve(pl_rules_room* room, uint32_t moves)
{
    const ploy_allocator* allocator = &room->allocator;
    return PL_ARRAY_RESERVE(&room->costs, allocator, moves) &&
           PL_ARRAY_RESERVE(&room->repeat_costs, allocator, moves) &&
           PL_ARRAY_RESERVE(&room->prices, allocator, moves) &&
           PL_ARRAY_RESERVE(&room->available, allocator, moves / 64 + 1);
}

// Availability.

static bool disables_any(const ploy_domain* domain, const ploy_plan_query* query)
{
    for (uint32_t a = 0; query->disabled && a < ploy_domain_action_count(domain); a += 64) {
        if (query->disabled[a / 64]) return true;
    }
    return false;
}

static bool is_disabled(const ploy_plan_query* query, uint32_t action)
{
    return query->disabled && (query->disabled[action / 64] >> (action % 64) & 1);
}

static bool is_viable(const pl_compiled* c, uint32_t ground, const ploy_plan_query* query)
{
    return query->viable(query->agent, c->grounds[ground].action, c->grounds[ground].args);
}

// Finds the moves that the query and the contexts allow. The moves of a ground action are adjacent, so its callbacks
// are called once.
static void evaluate_available(pl_rules* rules, pl_rules_room* room, const ploy_domain* domain,
                               const ploy_plan_query* query)
{
    const pl_heuristic* g = rules->heuristic;
    uint64_t* available = room->available.data;
    uint32_t asked = PLOY_NONE;
    bool is_available = true;
    memset(available, 0, (g->move_count / 64 + 1) * sizeof *available);
    for (uint32_t m = 0; m < g->move_count; ++m) {
        uint32_t ground = g->moves[m].ground;
        if (ground != asked) {
            asked = ground;
            is_available =
                !is_disabled(query, rules->c->grounds[ground].action) &&
                (!g->context_count || pl_domain_evaluate_context(domain, ground, query->start, query->agent)) &&
                (!query->viable || is_viable(rules->c, ground, query));
        }
        if (is_available) available[m / 64] |= 1ull << (m % 64);
    }
    rules->available = available;
}

// Costs.

// Exact for all costs.
static int64_t repeat_price(uint32_t repeat_cost, int64_t price)
{
    return price / PLOY_UNIT * repeat_cost + price % PLOY_UNIT * repeat_cost / PLOY_UNIT;
}

static void ask_prices(pl_rules_room* room, const ploy_domain* domain, const ploy_plan_query* query,
                       const pl_heuristic* g)
{
    uint32_t asked = PLOY_NONE;
    int64_t price = 0;
    for (uint32_t m = 0; m < g->move_count; ++m) {
        const pl_move* move = &g->moves[m];
        if (move->is_call && move->ground != asked) {
            asked = move->ground;
            price = pl_domain_evaluate_cost(domain, asked, query->start, query->agent);
        }
        room->prices.data[m] = move->is_call ? price : move->cost;
    }
}

static uint32_t in_units(int64_t price, int64_t unit)
{
    int64_t units = price / unit;
    return units < PL_COST_TOO_HIGH ? (uint32_t)units : PL_COST_TOO_HIGH;
}

static void set_costs(pl_rules* rules, pl_rules_room* room, const ploy_plan_query* query, bool has_repeat_cost)
{
    const pl_heuristic* g = rules->heuristic;
    const int64_t* prices = room->prices.data;
    int64_t unit = g->unit;
    for (uint32_t m = 0; m < g->move_count; ++m) {
        unit = pl_gcd(unit, prices[m]);
        if (has_repeat_cost) unit = pl_gcd(unit, repeat_price(query->options.repeat_cost, prices[m]));
    }
    // A part of a price can be any number.
    if (has_repeat_cost && g->priced_count) unit = 1;
    for (uint32_t m = 0; m < g->move_count; ++m) {
        room->costs.data[m] = in_units(prices[m], unit);
        if (has_repeat_cost) room->repeat_costs.data[m] = in_units(repeat_price(query->options.repeat_cost, prices[m]), unit);
    }
    rules->unit = unit;
    rules->scale = in_units(g->unit, unit);
    rules->costs = room->costs.data;
    rules->repeat_costs = has_repeat_cost ? room->repeat_costs.data : NULL;
    rules->repeat_cost = query->options.repeat_cost;
}

uint32_t pl_rules_priced_cost(const pl_rules* rules, uint32_t move, const uint64_t* state, bool is_repeat)
{
    int64_t price = pl_domain_price(rules->domain, rules->heuristic->moves[move].ground, state);
    return in_units(is_repeat ? repeat_price(rules->repeat_cost, price) : price, rules->unit);
}

static pl_cost_change compare_costs(const pl_rules_room* room, const pl_heuristic* g)
{
    pl_cost_change change = PL_COSTS_SAME;
    for (uint32_t m = 0; m < g->move_count; ++m) {
        if (room->prices.data[m] < g->moves[m].cost) return PL_COSTS_LOWER;
        if (room->prices.data[m] > g->moves[m].cost) change = PL_COSTS_HIGHER;
    }
    return change;
}

int64_t pl_rules_price(const pl_rules* rules, const pl_rules_room* room, uint32_t move, const uint64_t* state,
                       bool is_repeat)
{
    const pl_move* m = &rules->heuristic->moves[move];
    int64_t price = m->is_priced                              ? pl_domain_price(rules->domain, m->ground, state)
                    : rules->costs == rules->heuristic->costs ? m->cost
                                                              : room->prices.data[move];
    return is_repeat && rules->repeat_costs ? repeat_price(rules->repeat_cost, price) : price;
}

// Settling.

static pl_rules plain_rules(const ploy_domain* domain, const ploy_plan_query* q, const pl_heuristic* g,
                            bool has_repeat_cost)
{
    return (pl_rules){.domain = domain,
                      .c = pl_domain_compiled(domain),
                      .heuristic = g,
                      .unit = g->unit,
                      .scale = 1,
                      .costs = g->costs,
                      .max_depth = q->options.max_depth,
                      .must_use = q->must_use1 ? q->must_use1 - 1 : PLOY_NONE,
                      .last_ground = PLOY_NONE,
                      .no_two_moves = q->options.no_two_moves,
                      .has_tail = q->options.max_depth || q->options.no_two_moves || has_repeat_cost || q->must_use1,
                      // If repetitions cost less, the tables overestimate.
                      .tables_hold = !has_repeat_cost || q->options.repeat_cost > PLOY_UNIT};
}

bool pl_rules_settle(pl_rules* rules, pl_rules_room* room, const ploy_domain* domain, const ploy_plan_query* query,
                     const pl_heuristic* g, pl_cost_change* change)
{
    bool has_repeat_cost = query->options.repeat_cost != 0 && query->options.repeat_cost != PLOY_UNIT;
    bool is_limited = g->context_count || query->viable || disables_any(domain, query);
    *change = PL_COSTS_SAME;
    *rules = plain_rules(domain, query, g, has_repeat_cost);
    if (query->last1) {
        rules->last_ground = query->last1 - 1;
        rules->last_is_move = ploy_domain_action(domain, rules->c->grounds[rules->last_ground].action).move;
    }
    if ((is_limited || g->call_count || has_repeat_cost) && !reserve(room, g->move_count)) return false;
    if (is_limited) evaluate_available(rules, room, domain, query);
    // With a tail, or a score per step, objects differ by more than the state.
    rules->has_symmetry = g->symmetry.count && !rules->has_tail && query->options.search != PLOY_SEARCH_UTILITY &&
                          pl_symmetry_holds(&g->symmetry, rules->available);
    if (!g->call_count && !has_repeat_cost) return true;
    ask_prices(room, domain, query, g);
    if (g->call_count) *change = compare_costs(room, g);
    rules->tables_hold &= *change != PL_COSTS_LOWER;
    set_costs(rules, room, query, has_repeat_cost);
    return true;
}
