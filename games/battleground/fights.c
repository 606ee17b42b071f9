#include "games/battleground/fights.h"

#include <string.h>

#include "games/battleground/battle.h"

int32_t fight_damage(uint32_t attack, uint32_t defense)
{
    uint32_t parts = defense + 1, whole = attack / parts, rest = attack % parts;
    bool up = 2 * rest > parts || (2 * rest == parts && (whole + 1) % 2 == 1);
    return (int32_t)(whole + 1 + up);
}

bool fight_is_in_reach(const fighter* a, const fighter* b)
{
    return battle_distance_squared(fighter_position(a), fighter_seen(b)->position) <=
           (uint64_t)FIGHT_REACH * FIGHT_REACH;
}

static bool has_started(const battle* b, uint32_t attacker, uint32_t defender)
{
    for (uint32_t i = b->attacks[attacker]; i > 0; i = b->fights[i - 1].next1) {
        if (b->fights[i - 1].sides[1] == defender) return true;
    }
    return false;
}

bool fights_has(const battle* b, const fighter* one, const fighter* other)
{
    if (one->fights == 0 || other->fights == 0) return false;
    return has_started(b, one->number, other->number) || has_started(b, other->number, one->number);
}

static void link(battle* b, uint32_t i)
{
    fight* f = &b->fights[i];
    f->next1 = b->attacks[f->sides[0]];
    b->attacks[f->sides[0]] = i + 1;
}

void fights_link(battle* b)
{
    memset(b->attacks, 0, b->fighter_count * sizeof *b->attacks);
    for (uint32_t i = 0; i < b->fight_count; ++i) link(b, i);
}

bool fights_begin(battle* b, fighter* attacker, fighter* defender)
{
    if (fights_has(b, attacker, defender)) return true;
    if (b->fight_count == b->fighter_count) return false;
    b->fights[b->fight_count] = (fight){.sides = {attacker->number, defender->number}};
    link(b, b->fight_count++);
    ++attacker->fights;
    ++defender->fights;
    ++b->counts.fights;
    return true;
}

static void strike(battle* b, fighter* who, fighter* whom)
{
    whom->health -= fight_damage(who->attack, whom->defense);
    ++b->counts.blows;
    if (whom->health > 0) return;
    ++who->wins;
    battle_retire(b, whom);
}

// Who fights was seen when the tick began, and has no life as soon as it has lost.
static bool goes_on(const battle* b, const fight* f)
{
    return b->seen[f->sides[0]].life && b->seen[f->sides[1]].life;
}

static void take_turns(battle* b)
{
    for (uint32_t i = 0; i < b->fight_count; ++i) {
        fight* f = &b->fights[i];
        uint32_t turn = f->ticks / FIGHT_TURN % 2;
        if (goes_on(b, f) && f->ticks % FIGHT_TURN == 0)
            strike(b, &b->fighters[f->sides[turn]], &b->fighters[f->sides[!turn]]);
        ++f->ticks;
    }
}

static void end_fights(battle* b)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < b->fight_count; ++i) b->attacks[b->fights[i].sides[0]] = 0;
    for (uint32_t i = 0; i < b->fight_count; ++i) {
        fight f = b->fights[i];
        if (goes_on(b, &f)) {
            b->fights[kept] = f;
            link(b, kept++);
            continue;
        }
        for (uint32_t side = 0; side < 2; ++side) --b->fighters[f.sides[side]].fights;
    }
    b->fight_count = kept;
}

void fights_tick(battle* b)
{
    take_turns(b);
    end_fights(b);
}
