// How belief falls with age, in fixed point (1/1000). Times are milliseconds here. No rule lets belief rise, so a fact
// has one age at which it is forgotten, which is known the moment it is remembered: nothing has to be checked before.

#ifndef PL_KNOWLEDGE_BELIEF_H
#define PL_KNOWLEDGE_BELIEF_H

#include <ploy/memory.h>

/// The longest decay time, so that every lifetime fits 32 bits.
#define PL_BELIEF_MAX_TIME (1u << 28)
#define PL_BELIEF_FOREVER UINT32_MAX

typedef struct pl_belief_rule
{
    uint32_t decay; ///< a ploy_decay
    uint32_t time;  ///< milliseconds
    uint32_t floor;
} pl_belief_rule;

/// What is left of a belief at an age.
static inline uint32_t pl_belief_at(const pl_belief_rule* rule, uint32_t belief, uint64_t age)
{
    if (age == 0 || rule->decay == PLOY_DECAY_NONE) {
        return belief;
    }
    if (rule->decay == PLOY_DECAY_LINEAR) {
        uint64_t lost = age >= rule->time ? PLOY_FACT_CERTAIN : PLOY_FACT_CERTAIN * age / rule->time;
        return lost < belief ? belief - (uint32_t)lost : 0;
    }
    uint64_t halvings = 0, rest = age;
    if (age >= rule->time) {
        halvings = age / rule->time;
        rest = age % rule->time;
    }
    uint64_t within = belief * (2 * (uint64_t)rule->time - rest) / (2 * (uint64_t)rule->time);
    return halvings < 32 ? (uint32_t)(within >> halvings) : 0;
}

/// The first age at which the belief is below the floor of the rule; PL_BELIEF_FOREVER: never.
uint32_t pl_belief_lifetime(const pl_belief_rule* rule, uint32_t belief);

#endif
