// Which member has which slot of a task: the lowest sum of distances, so that members do not cross over and no two have one
// job.

#include "agent/squads.h"
#include "trace/emit.h"

// Larger than any distance that counts, and still a cost: a member without a path may still be the only one.
#define NO_WAY ((int64_t)1 << 40)

pl_duty pl_squad_duty(const ploy_squads* squads, const pl_squad* squad, uint32_t slot)
{
    pl_duty duty = pl_squad_task_duty(&squad->task.def, squad->phase, slot, squad->slot_count);
    const ploy_squad_callbacks* calls = &squads->def.calls;
    bool has_spot = duty.kind == PLOY_ORDER_MOVE || duty.kind == PLOY_ORDER_ATTACK;
    if (has_spot && calls->spot) {
        duty.place = calls->spot(calls->user, squad->id, squad->task.def.kind, duty.role, slot, duty.place);
    }
    return duty;
}

static int64_t cost_of(const ploy_squads* squads, const pl_member* member, const pl_duty* duty)
{
    if (duty->is_waited_for && member->has_refused) {
        return PL_ASSIGN_NEVER;
    }
    if (duty->kind != PLOY_ORDER_MOVE && duty->kind != PLOY_ORDER_ATTACK) {
        return 0;
    }
    int64_t distance = pl_squads_distance(squads, member->agent, duty->place);
    return distance < 0 || distance > NO_WAY ? NO_WAY : distance;
}

// The phase's movers come first, so that a squad of one has one.
static uint32_t slot_at(const pl_squad* squad, uint32_t job)
{
    return squad->task.def.kind == PLOY_SQUAD_TASK_ADVANCE ? job ^ (squad->phase & 1) : job;
}

static void find_jobs(const ploy_squads* squads, const pl_squad* squad, uint32_t* jobs)
{
    int64_t costs[PLOY_SQUAD_MAX * PLOY_SQUAD_MAX];
    for (uint32_t job = 0; job < squad->count; ++job) {
        pl_duty duty = pl_squad_duty(squads, squad, slot_at(squad, job));
        for (uint32_t i = 0; i < squad->count; ++i) {
            costs[i * squad->count + job] = cost_of(squads, &squad->members[i], &duty);
        }
    }
    pl_assign(costs, squad->count, squad->count, jobs);
}

// Who refused all that is left gets the lowest of it, and no order.
static void fill_up(const pl_squad* squad, uint32_t* jobs)
{
    uint64_t taken = 0;
    for (uint32_t i = 0; i < squad->count; ++i) {
        taken |= jobs[i] == PLOY_NONE ? 0 : (uint64_t)1 << jobs[i];
    }
    for (uint32_t i = 0; i < squad->count; ++i) {
        for (uint32_t job = 0; jobs[i] == PLOY_NONE; ++job) {
            if ((taken >> job & 1) == 0) {
                jobs[i] = job;
                taken |= (uint64_t)1 << job;
            }
        }
    }
}

static void set_slot(const ploy_squads* squads, pl_squad* squad, pl_member* member, uint32_t slot, bool is_new)
{
    if (!is_new && member->slot == slot) {
        return;
    }
    member->slot = slot;
    pl_duty duty = pl_squad_task_duty(&squad->task.def, squad->phase, slot, squad->slot_count);
    PL_TRACE(squads->world->def.trace, SQUAD_ROLE_GIVEN, member->agent.index1, pl_squad_word(squad->id),
             squad->task.number, duty.role, slot);
}

void pl_squad_give_roles(ploy_squads* squads, pl_squad* squad, bool all_are_new)
{
    uint32_t jobs[PLOY_SQUAD_MAX];
    squad->slot_count = squad->count;
    squad->has_changed = false;
    find_jobs(squads, squad, jobs);
    fill_up(squad, jobs);
    for (uint32_t i = 0; i < squad->count; ++i) {
        set_slot(squads, squad, &squad->members[i], slot_at(squad, jobs[i]), all_are_new);
    }
}

static bool has_slot(const pl_squad* squad, uint32_t slot)
{
    uint32_t i = 0;
    while (i < squad->count && squad->members[i].slot != slot) {
        ++i;
    }
    return i < squad->count;
}

// The halves of an advance stay as they are while both have members, and followers while they have a leader.
bool pl_squad_needs_roles(const pl_squad* squad)
{
    uint32_t parities = 0;
    for (uint32_t i = 0; i < squad->count; ++i) {
        parities |= 1u << (squad->members[i].slot & 1);
    }
    switch (squad->task.def.kind) {
    case PLOY_SQUAD_TASK_ADVANCE:
        return squad->has_changed && parities != 3 && squad->count > 1;
    case PLOY_SQUAD_TASK_FOLLOW:
        return squad->has_changed && !has_slot(squad, 0);
    default:
        return squad->has_changed;
    }
}

void pl_squad_give_free_slot(ploy_squads* squads, pl_squad* squad, pl_member* member)
{
    uint32_t slot = 0;
    while (has_slot(squad, slot)) {
        ++slot;
    }
    squad->slot_count = slot >= squad->slot_count ? slot + 1 : squad->slot_count;
    set_slot(squads, squad, member, slot, true);
}
