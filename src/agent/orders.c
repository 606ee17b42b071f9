// Orders: given, checked, ended. What a member reads of its order, the fact and the keys, changes only here.

#include "agent/squads.h"
#include "base/check.h"
#include "trace/emit.h"

#define WORD(NAME, text) text " "
#define TASK_WORD(NAME, text, places) text " "

ploy_status ploy_squads_add_order_type(ploy_fact_types* types, uint32_t* type)
{
    PL_NEED(types, PLOY_INVALID);
    ploy_fact_type_def def = {0};
    static const ploy_fact_attribute attributes[] = {
        [PLOY_ORDER_FACT_SQUAD] = {"squad", PLOY_VALUE_OBJECT, true, "squad", NULL},
        [PLOY_ORDER_FACT_NUMBER] = {"number", PLOY_VALUE_INT, false, NULL, NULL},
        [PLOY_ORDER_FACT_TASK] = {"task", PLOY_VALUE_INT, false, NULL, PLOY_SQUAD_TASK_LIST(TASK_WORD)},
        [PLOY_ORDER_FACT_TYPE] = {"kind", PLOY_VALUE_INT, false, NULL, PLOY_ORDER_LIST(WORD)},
        [PLOY_ORDER_FACT_ROLE] = {"role", PLOY_VALUE_INT, false, NULL, PLOY_ROLE_LIST(WORD)},
        [PLOY_ORDER_FACT_PLACE] = {"place", PLOY_VALUE_INT, false, NULL, NULL},
        [PLOY_ORDER_FACT_TARGET] = {"target", PLOY_VALUE_OBJECT, false, NULL, NULL},
        [PLOY_ORDER_FACT_ISSUED] = {"issued", PLOY_VALUE_INT, false, NULL, NULL},
        [PLOY_ORDER_FACT_DEADLINE] = {"deadline", PLOY_VALUE_INT, false, NULL, NULL},
    };
    def.name = PL_ORDER_FACT;
    def.attribute_count = sizeof attributes / sizeof *attributes;
    for (uint32_t i = 0; i < def.attribute_count; ++i) {
        def.attributes[i] = attributes[i];
    }
    def.capacity = 4;
    def.decay = PLOY_DECAY_NONE;
    return ploy_fact_types_add(types, &def, type);
}

// What the member reads.

static void write_fact(const ploy_squads* squads, const pl_squad* squad, ploy_memory* facts, const ploy_order* order)
{
    ploy_fact fact = ploy_fact_of(squads->order_fact);
    ploy_fact_set(&fact, PLOY_ORDER_FACT_SQUAD, (int64_t)pl_squad_word(squad->id));
    ploy_fact_set(&fact, PLOY_ORDER_FACT_NUMBER, order->number);
    ploy_fact_set(&fact, PLOY_ORDER_FACT_TASK, squad->task.def.kind);
    ploy_fact_set(&fact, PLOY_ORDER_FACT_TYPE, order->kind);
    ploy_fact_set(&fact, PLOY_ORDER_FACT_ROLE, order->role);
    ploy_fact_set(&fact, PLOY_ORDER_FACT_PLACE, order->place);
    ploy_fact_set(&fact, PLOY_ORDER_FACT_TARGET, (int64_t)order->target);
    ploy_fact_set(&fact, PLOY_ORDER_FACT_ISSUED, order->issued);
    ploy_fact_set(&fact, PLOY_ORDER_FACT_DEADLINE, order->deadline);
    ploy_memory_remember(facts, &fact, NULL); // room was reserved when it joined
}

static void set_key(ploy_blackboard* blackboard, uint32_t key, int64_t value)
{
    if (key != PLOY_NONE) {
        ploy_blackboard_set(blackboard, key, value);
    }
}

static void unset_key(ploy_blackboard* blackboard, uint32_t key)
{
    if (key != PLOY_NONE) {
        ploy_blackboard_unset(blackboard, key);
    }
}

static void tell(const ploy_squads* squads, const pl_squad* squad, const pl_member* member)
{
    ploy_agent* agent = pl_member_agent(squads, member);
    const ploy_order* order = &member->order;
    if (agent && agent->memory && squads->order_fact != PLOY_NONE) {
        write_fact(squads, squad, agent->memory, order);
    }
    if (agent && agent->blackboard) {
        set_key(agent->blackboard, squads->place_key, order->place);
        set_key(agent->blackboard, squads->target_key, (int64_t)order->target);
        set_key(agent->blackboard, squads->order_key, order->kind);
    }
}

static void untell(const ploy_squads* squads, const pl_squad* squad, const pl_member* member)
{
    ploy_agent* agent = pl_member_agent(squads, member);
    if (agent && agent->memory && squads->order_fact != PLOY_NONE) {
        ploy_fact_query query;
        ploy_fact_query_init(&query, squads->order_fact);
        ploy_fact_query_equal(&query, PLOY_ORDER_FACT_SQUAD, (int64_t)pl_squad_word(squad->id));
        ploy_memory_forget_all(agent->memory, &query);
    }
    if (agent && agent->blackboard) {
        unset_key(agent->blackboard, squads->order_key);
        unset_key(agent->blackboard, squads->place_key);
        unset_key(agent->blackboard, squads->target_key);
    }
}

// Giving and ending them.

static void close(const ploy_squads* squads, pl_member* member, ploy_order_state state)
{
    PL_TRACE(squads->world->def.trace, ORDER_ENDED, member->agent.index1, member->order.number, member->order.kind,
             state);
    member->order.state = state;
    member->report = PLOY_ORDER_OPEN;
    member->is_waited_for = false;
}

void pl_order_end(ploy_squads* squads, pl_squad* squad, pl_member* member, ploy_order_state state)
{
    if (pl_member_has_order(member)) {
        close(squads, member, state);
        untell(squads, squad, member);
    }
}

static uint64_t target_of(const pl_squad* squad, ploy_order_kind kind)
{
    if (kind != PLOY_ORDER_FOLLOW || squad->task.def.target != 0) {
        return squad->task.def.target;
    }
    for (uint32_t i = 0; i < squad->count; ++i) {
        if (squad->members[i].slot == 0) {
            return (uint64_t)squad->members[i].agent.generation << 32 | squad->members[i].agent.index1;
        }
    }
    return 0;
}

static int64_t deadline_of(const ploy_squads* squads, const pl_squad* squad, const pl_duty* duty)
{
    int64_t patience = squad->task.def.patience;
    bool has_one = duty->is_waited_for && patience > 0 && patience <= INT64_MAX - squads->now;
    return has_one ? squads->now + patience : INT64_MAX;
}

static bool is_like(const pl_member* member, const ploy_order* order)
{
    const ploy_order* open = &member->order;
    return pl_member_has_order(member) && open->task == order->task && open->kind == order->kind &&
           open->role == order->role && open->place == order->place && open->target == order->target;
}

void pl_order_give(ploy_squads* squads, pl_squad* squad, pl_member* member, const pl_duty* duty)
{
    ploy_order order = {.task = squad->task.number,
                        .kind = duty->kind,
                        .role = duty->role,
                        .place = duty->place,
                        .target = target_of(squad, duty->kind),
                        .issued = squads->now,
                        .deadline = deadline_of(squads, squad, duty)};
    if (!is_like(member, &order)) {
        if (pl_member_has_order(member)) {
            close(squads, member, PLOY_ORDER_WITHDRAWN);
        }
        order.number = ++squads->order_numbers;
        member->order = order;
        PL_TRACE(squads->world->def.trace, ORDER_GIVEN, member->agent.index1, order.number, order.kind,
                 (uint64_t)order.place, order.target);
        tell(squads, squad, member);
    }
    member->is_waited_for = duty->is_waited_for;
}

static ploy_order_state check_distance(const ploy_squads* squads, const pl_member* member)
{
    if (member->order.kind != PLOY_ORDER_MOVE || !squads->def.calls.distance) {
        return PLOY_ORDER_OPEN;
    }
    int64_t distance = pl_squads_distance(squads, member->agent, member->order.place);
    return distance < 0 ? PLOY_ORDER_FAILED : distance <= squads->def.arrive_within ? PLOY_ORDER_DONE : PLOY_ORDER_OPEN;
}

ploy_order_state pl_order_check(const ploy_squads* squads, const pl_member* member)
{
    if (member->report != PLOY_ORDER_OPEN) {
        return member->report;
    }
    const ploy_squad_callbacks* calls = &squads->def.calls;
    ploy_order_state state =
        calls->check ? calls->check(calls->user, member->agent, &member->order) : check_distance(squads, member);
    PL_ASSERT(state <= PLOY_ORDER_OVERRULED);
    return state == PLOY_ORDER_OPEN && squads->now >= member->order.deadline ? PLOY_ORDER_LATE : state;
}

ploy_status ploy_squads_order(const ploy_squads* squads, ploy_agent_id agent, ploy_order* order)
{
    PL_NEED(squads, PLOY_INVALID);
    PL_NEED(order, PLOY_INVALID);
    pl_squad* squad;
    const pl_member* member = pl_member_of(squads, agent, &squad);
    if (!member || !pl_member_has_order(member)) {
        return PLOY_NOT_FOUND;
    }
    *order = member->order;
    return PLOY_OK;
}

ploy_status ploy_squads_report(ploy_squads* squads, ploy_agent_id agent, uint32_t order, ploy_order_state state)
{
    PL_NEED(squads, PLOY_INVALID);
    PL_ASSERT(state > PLOY_ORDER_OPEN && state <= PLOY_ORDER_OVERRULED);
    pl_squad* squad;
    pl_member* member = pl_member_of(squads, agent, &squad);
    if (!member || !pl_member_has_order(member) || member->order.number != order) {
        return PLOY_NOT_FOUND;
    }
    if (member->report == PLOY_ORDER_OPEN) {
        member->report = state;
    }
    return PLOY_OK;
}
