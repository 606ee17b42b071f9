// What makes tasks go on. A squad's tick: the states of orders are read, the phase ends when no member is waited for any
// more, the task ends if that was its last phase, and the next one begins. At most one phase per tick begins that has
// members to wait for, so every order stands for a tick at least.

#include "agent/squads.h"
#include "trace/emit.h"

// Ending.

void pl_squad_end_task(ploy_squads* squads, pl_squad* squad, ploy_squad_task_end end)
{
    for (uint32_t i = 0; i < squad->count; ++i) {
        pl_order_end(squads, squad, &squad->members[i], PLOY_ORDER_WITHDRAWN);
    }
    pl_squad_task ended = squad->task;
    squad->task = (pl_squad_task){0};
    if (ended.is_standing) {
        squad->rest_until = squads->now + squads->def.pause;
    }
    PL_TRACE(squads->world->def.trace, SQUAD_TASK_ENDED, 0, pl_squad_word(squad->id), ended.number, end, squad->count);
    if (squads->def.calls.ended) {
        squads->def.calls.ended(squads->def.calls.user, squad->id, ended.number, end);
    }
}

static void remove_queued(pl_squad* squad, uint32_t at)
{
    --squad->queue_count;
    for (uint32_t i = at; i < squad->queue_count; ++i) {
        squad->queue[i] = squad->queue[i + 1];
    }
}

static void drop_aborted(ploy_squads* squads, pl_squad* squad)
{
    for (uint32_t i = 0; i < squad->queue_count;) {
        pl_squad_task task = squad->queue[i];
        if (!task.is_aborted) {
            ++i;
            continue;
        }
        remove_queued(squad, i);
        PL_TRACE(squads->world->def.trace, SQUAD_TASK_ENDED, 0, pl_squad_word(squad->id), task.number,
                 PLOY_SQUAD_TASK_END_ABORTED, squad->count);
        if (squads->def.calls.ended) {
            squads->def.calls.ended(squads->def.calls.user, squad->id, task.number, PLOY_SQUAD_TASK_END_ABORTED);
        }
    }
}

// Phases.

static void give_order(ploy_squads* squads, pl_squad* squad, pl_member* member)
{
    pl_duty duty = pl_squad_duty(squads, squad, member->slot);
    if (duty.is_waited_for && member->has_refused) {
        pl_order_end(squads, squad, member, PLOY_ORDER_WITHDRAWN);
    } else {
        pl_order_give(squads, squad, member, &duty);
    }
}

static void give_orders(ploy_squads* squads, pl_squad* squad)
{
    for (uint32_t i = 0; i < squad->count; ++i) {
        give_order(squads, squad, &squad->members[i]);
    }
}

static void begin_phase(ploy_squads* squads, pl_squad* squad, uint32_t phase)
{
    squad->phase = phase;
    squad->done_count = 0;
    squad->bad_count = 0;
    for (uint32_t i = 0; i < squad->count; ++i) {
        squad->members[i].has_refused = false;
        squad->members[i].is_waited_for = false;
    }
    PL_TRACE(squads->world->def.trace, SQUAD_TASK_PHASE, 0, pl_squad_word(squad->id), squad->task.number, phase);
    if (phase == 0 || pl_squad_needs_roles(squad)) {
        pl_squad_give_roles(squads, squad, phase == 0);
    }
    give_orders(squads, squad);
}

static void take_in(ploy_squads* squads, pl_squad* squad, pl_member* member)
{
    ploy_order_state state = pl_order_check(squads, member);
    if (state == PLOY_ORDER_OPEN) {
        return;
    }
    bool was_waited_for = member->is_waited_for;
    pl_order_end(squads, squad, member, state);
    member->has_refused = state != PLOY_ORDER_DONE;
    squad->done_count += was_waited_for && !member->has_refused;
    squad->bad_count += was_waited_for && member->has_refused;
}

static void take_in_all(ploy_squads* squads, pl_squad* squad)
{
    for (uint32_t i = 0; i < squad->count; ++i) {
        if (pl_member_has_order(&squad->members[i])) {
            take_in(squads, squad, &squad->members[i]);
        }
    }
}

static bool waits(const pl_squad* squad)
{
    uint32_t i = 0;
    while (i < squad->count && !squad->members[i].is_waited_for) {
        ++i;
    }
    return i < squad->count;
}

// What members do that have arrived already.
static void give_waiting(ploy_squads* squads, pl_squad* squad)
{
    for (uint32_t i = 0; i < squad->count; ++i) {
        pl_member* member = &squad->members[i];
        const ploy_order* last = &member->order;
        pl_duty duty = pl_squad_task_duty(&squad->task.def, squad->phase, member->slot, squad->slot_count);
        bool has_done = last->state == PLOY_ORDER_DONE && last->task == squad->task.number && last->kind == duty.kind;
        if (has_done && duty.is_waited_for && duty.then != PLOY_ORDER_NONE) {
            pl_order_give(squads, squad, member, &(pl_duty){duty.role, duty.then, PLOY_ORDER_NONE, last->place, false});
        }
    }
}

// No order was done, and there is a member that has not tried.
static bool can_replace(const pl_squad* squad)
{
    bool is_alone = squad->task.def.kind == PLOY_SQUAD_TASK_ADVANCE && squad->count == 1; // has its turn in the next
    if (squad->done_count > 0 || is_alone || !pl_squad_task_replaces(&squad->task.def, squad->phase)) {
        return false;
    }
    uint32_t i = 0;
    while (i < squad->count && squad->members[i].has_refused) {
        ++i;
    }
    return i < squad->count;
}

// Without anyone at its side an attack comes from the front.
static bool has_failed(const pl_squad* squad)
{
    bool goes_on = squad->task.def.kind == PLOY_SQUAD_TASK_FLANK && squad->phase == 0;
    return squad->done_count == 0 && squad->bad_count > 0 && !goes_on;
}

static void go_on(ploy_squads* squads, pl_squad* squad)
{
    while (squad->task.number != 0 && !waits(squad)) {
        if (can_replace(squad)) {
            pl_squad_give_roles(squads, squad, false);
            give_orders(squads, squad);
        } else if (has_failed(squad)) {
            pl_squad_end_task(squads, squad, PLOY_SQUAD_TASK_END_FAILED);
        } else if (squad->phase + 1 >= pl_squad_task_phases(&squad->task.def) && squad->phase + 1 != 0) {
            pl_squad_end_task(squads, squad, PLOY_SQUAD_TASK_END_DONE);
        } else {
            begin_phase(squads, squad, squad->phase + 1);
        }
    }
}

// A member that joined gets an order at once; a leader that went is replaced.
static void settle_members(ploy_squads* squads, pl_squad* squad)
{
    if (squad->task.def.kind == PLOY_SQUAD_TASK_FOLLOW && pl_squad_needs_roles(squad)) {
        pl_squad_give_roles(squads, squad, false);
        give_orders(squads, squad);
    }
    for (uint32_t i = 0; i < squad->count; ++i) {
        if (squad->members[i].slot == PLOY_NONE) {
            pl_squad_give_free_slot(squads, squad, &squad->members[i]);
            give_order(squads, squad, &squad->members[i]);
        }
    }
}

static bool is_out_of_time(const ploy_squads* squads, const pl_squad* squad)
{
    return squad->task.def.limit > 0 && squads->now - squad->begun >= squad->task.def.limit;
}

static bool is_endless(const ploy_squad_task_def* def)
{
    return def->kind == PLOY_SQUAD_TASK_FOLLOW || pl_squad_task_phases(def) == UINT32_MAX;
}

static void tick_task(ploy_squads* squads, pl_squad* squad)
{
    const pl_squad_task* task = &squad->task;
    if (task->is_aborted || (task->is_standing && squad->queue_count > 0)) {
        pl_squad_end_task(squads, squad, PLOY_SQUAD_TASK_END_ABORTED);
    } else if (squad->count < pl_squad_task_min(&task->def)) {
        pl_squad_end_task(squads, squad, PLOY_SQUAD_TASK_END_LOST);
    } else if (is_out_of_time(squads, squad)) {
        bool is_done = is_endless(&task->def);
        pl_squad_end_task(squads, squad, is_done ? PLOY_SQUAD_TASK_END_DONE : PLOY_SQUAD_TASK_END_FAILED);
    } else {
        settle_members(squads, squad);
        take_in_all(squads, squad);
        if (waits(squad)) {
            give_waiting(squads, squad);
        } else {
            go_on(squads, squad);
        }
    }
}

// Beginning.

// The place of the member that all others reach with the lowest sum of distances; false: not known.
static bool find_meeting_place(const ploy_squads* squads, const pl_squad* squad, int64_t* place)
{
    const ploy_squad_callbacks* calls = &squads->def.calls;
    int64_t min = INT64_MAX;
    for (uint32_t i = 0; i < squad->count && calls->where; ++i) {
        int64_t here = calls->where(calls->user, squad->members[i].agent);
        int64_t sum = 0;
        for (uint32_t j = 0; j < squad->count; ++j) {
            int64_t way = calls->distance(calls->user, squad->members[j].agent, here);
            int64_t max = INT64_MAX / (2 * PLOY_SQUAD_MAX);
            sum += way < 0 || way > max ? max : way;
        }
        if (sum < min) {
            min = sum;
            *place = here;
        }
    }
    return min < INT64_MAX;
}

static void begin_task(ploy_squads* squads, pl_squad* squad, const pl_squad_task* task)
{
    squad->task = *task;
    squad->begun = squads->now;
    squad->phase = 0;
    ploy_squad_task_def* def = &squad->task.def;
    PL_TRACE(squads->world->def.trace, SQUAD_TASK_BEGUN, 0, pl_squad_word(squad->id), task->number, def->kind,
             squad->count);
    if (def->kind == PLOY_SQUAD_TASK_RENDEZVOUS && def->place_count == 0) {
        if (!find_meeting_place(squads, squad, &def->places[0])) {
            pl_squad_end_task(squads, squad, PLOY_SQUAD_TASK_END_FAILED);
            return;
        }
        def->place_count = 1;
    }
    begin_phase(squads, squad, 0);
}

static void begin_next(ploy_squads* squads, pl_squad* squad)
{
    if (squad->queue_count > 0) {
        pl_squad_task task = squad->queue[0];
        if (squad->count >= pl_squad_task_min(&task.def)) {
            remove_queued(squad, 0);
            begin_task(squads, squad, &task);
        }
    } else if (squad->standing.kind != PLOY_SQUAD_TASK_NONE && squads->now >= squad->rest_until &&
               squad->count >= pl_squad_task_min(&squad->standing)) {
        pl_squad_task task = {.def = squad->standing, .number = ++squads->task_numbers, .is_standing = true};
        begin_task(squads, squad, &task);
    }
}

void pl_squads_tick(ploy_squads* squads, int64_t now)
{
    squads->now = now;
    pl_squads_drop_gone(squads);
    pl_squads_fill_from_pool(squads);
    for (uint32_t i = 0; i < squads->list.count; ++i) {
        pl_squad* squad = &squads->list.data[i];
        if (squad->id.index1 != 0) {
            drop_aborted(squads, squad);
            if (squad->task.number != 0) {
                tick_task(squads, squad);
            }
            if (squad->task.number == 0) {
                begin_next(squads, squad);
            }
        }
    }
}
