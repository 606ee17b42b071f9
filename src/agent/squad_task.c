// The eight tasks: what each slot does in each phase. Roles depend on the slot alone, so that a member that
// joins late fits in.

#include <string.h>

#include "agent/squads.h"

#define NAME_OF(list, value)                                                                                           \
    static const char* const names[] = {list};                                                                         \
    return (value) < sizeof names / sizeof *names ? names[value] : "unknown"
#define TASK_NAME(NAME, text, places) text,
#define TASK_PLACES(NAME, text, places) places,
#define NAME_ROW(NAME, text) text,

const char* ploy_squad_task_name(uint32_t kind)
{
    NAME_OF(PLOY_SQUAD_TASK_LIST(TASK_NAME), kind);
}

const char* ploy_squad_task_end_name(uint32_t end)
{
    NAME_OF(PLOY_SQUAD_TASK_END_LIST(NAME_ROW), end);
}

const char* ploy_order_name(uint32_t kind)
{
    NAME_OF(PLOY_ORDER_LIST(NAME_ROW), kind);
}

const char* ploy_order_state_name(uint32_t state)
{
    NAME_OF(PLOY_ORDER_STATE_LIST(NAME_ROW), state);
}

const char* ploy_role_name(uint32_t role)
{
    NAME_OF(PLOY_ROLE_LIST(NAME_ROW), role);
}

ploy_squad_task_kind pl_squad_task_find(const char* name)
{
    uint32_t kind = 0;
    while (kind < PLOY_SQUAD_TASK_KIND_COUNT && strcmp(ploy_squad_task_name(kind), name) != 0) {
        ++kind;
    }
    return (ploy_squad_task_kind)kind;
}

ploy_squad_task_def pl_squad_task_with_defaults(const ploy_squad_task_def* given)
{
    ploy_squad_task_def def = given ? *given : (ploy_squad_task_def){0};
    PL_DEFAULT(def.min, 1);
    return def;
}

bool pl_squad_task_is_valid(const ploy_squad_task_def* def)
{
    static const uint32_t least_places[] = {PLOY_SQUAD_TASK_LIST(TASK_PLACES)};
    bool ok = def->kind > PLOY_SQUAD_TASK_NONE && def->kind < PLOY_SQUAD_TASK_KIND_COUNT;
    ok = ok && def->place_count >= least_places[def->kind] && def->place_count <= PLOY_SQUAD_PLACES;
    return ok && def->limit >= 0 && def->patience >= 0;
}

static bool has_own_leader(const ploy_squad_task_def* def)
{
    return def->kind == PLOY_SQUAD_TASK_FOLLOW && def->target == 0;
}

uint32_t pl_squad_task_min(const ploy_squad_task_def* def)
{
    uint32_t needed = has_own_leader(def) ? 2 : 1;
    return def->min > needed ? def->min : needed;
}

uint32_t pl_squad_task_phases(const ploy_squad_task_def* def)
{
    switch (def->kind) {
    case PLOY_SQUAD_TASK_PATROL:
        return def->rounds == 0 || def->rounds > UINT32_MAX / PLOY_SQUAD_PLACES ? UINT32_MAX
                                                                                : def->rounds * def->place_count;
    case PLOY_SQUAD_TASK_FLANK:
        return 2;
    case PLOY_SQUAD_TASK_FORMATION:
        return def->place_count;
    case PLOY_SQUAD_TASK_ADVANCE:
        return 2 * def->place_count;
    default:
        return 1;
    }
}

bool pl_squad_task_replaces(const ploy_squad_task_def* def, uint32_t phase)
{
    return def->kind == PLOY_SQUAD_TASK_ADVANCE || (def->kind == PLOY_SQUAD_TASK_FLANK && phase == 0);
}

static pl_duty patrol(const ploy_squad_task_def* def, uint32_t phase, uint32_t slot, uint32_t slots)
{
    uint32_t first = slot * def->place_count / slots;
    int64_t place = def->places[(first + phase % def->place_count) % def->place_count];
    return (pl_duty){PLOY_ROLE_MEMBER, PLOY_ORDER_MOVE, PLOY_ORDER_HOLD, place, true};
}

static pl_duty attack(const ploy_squad_task_def* def, ploy_role role)
{
    return (pl_duty){role, PLOY_ORDER_ATTACK, PLOY_ORDER_NONE, def->places[0], true};
}

// Even slots go around, by turns on one side and the other.
static pl_duty flank(const ploy_squad_task_def* def, uint32_t phase, uint32_t slot)
{
    ploy_role role = slot % 2 == 0 ? PLOY_ROLE_FLANKER : PLOY_ROLE_BASE;
    if (phase > 0) {
        return attack(def, role);
    }
    if (role == PLOY_ROLE_BASE) {
        return (pl_duty){role, PLOY_ORDER_COVER, PLOY_ORDER_NONE, def->places[0], false};
    }
    uint32_t sides = def->place_count > 2 ? 2 : 1;
    return (pl_duty){role, PLOY_ORDER_MOVE, PLOY_ORDER_HOLD, def->places[1 + slot / 2 % sides], true};
}

// In even phases the even slots move up and the others cover, then they swap.
static pl_duty advance(const ploy_squad_task_def* def, uint32_t phase, uint32_t slot)
{
    ploy_role role = slot % 2 == 0 ? PLOY_ROLE_FIRST : PLOY_ROLE_SECOND;
    int64_t place = def->places[phase / 2];
    if (slot % 2 == phase % 2) {
        return (pl_duty){role, PLOY_ORDER_MOVE, PLOY_ORDER_COVER, place, true};
    }
    return (pl_duty){role, PLOY_ORDER_COVER, PLOY_ORDER_NONE, place, false};
}

static pl_duty follow(const ploy_squad_task_def* def, uint32_t slot)
{
    if (has_own_leader(def) && slot == 0) {
        return (pl_duty){PLOY_ROLE_LEADER, PLOY_ORDER_LEAD, PLOY_ORDER_NONE, 0, false};
    }
    return (pl_duty){PLOY_ROLE_MEMBER, PLOY_ORDER_FOLLOW, PLOY_ORDER_NONE, 0, true};
}

pl_duty pl_squad_task_duty(const ploy_squad_task_def* def, uint32_t phase, uint32_t slot, uint32_t slots)
{
    switch (def->kind) {
    case PLOY_SQUAD_TASK_PATROL:
        return patrol(def, phase, slot, slots);
    case PLOY_SQUAD_TASK_ATTACK:
        return attack(def, PLOY_ROLE_MEMBER);
    case PLOY_SQUAD_TASK_FLANK:
        return flank(def, phase, slot);
    case PLOY_SQUAD_TASK_GO_TO:
        return (pl_duty){PLOY_ROLE_MEMBER, PLOY_ORDER_MOVE, PLOY_ORDER_NONE, def->places[0], true};
    case PLOY_SQUAD_TASK_FORMATION:
        return (pl_duty){PLOY_ROLE_MEMBER, PLOY_ORDER_MOVE, PLOY_ORDER_HOLD, def->places[phase], true};
    case PLOY_SQUAD_TASK_RENDEZVOUS:
        return (pl_duty){PLOY_ROLE_MEMBER, PLOY_ORDER_MOVE, PLOY_ORDER_HOLD, def->places[0], true};
    case PLOY_SQUAD_TASK_ADVANCE:
        return advance(def, phase, slot);
    case PLOY_SQUAD_TASK_FOLLOW:
        return follow(def, slot);
    default:
        PL_ASSERT(false && "a task of a squad");
        return (pl_duty){0};
    }
}
