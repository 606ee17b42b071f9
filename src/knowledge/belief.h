// How belief falls with age, in whole thousandths. Every rule falls or stays, never rises, so a fact has one age at
// which it is forgotten, and that is known the moment it is noted: nothing has to be looked at before.

#ifndef PL_KNOWLEDGE_BELIEF_H
#define PL_KNOWLEDGE_BELIEF_H

#include <ploy/blackboard.h>
#include <ploy/memory.h>

/// The longest time to halve or to fade: all lifetimes then fit 32 bits.
#define PL_BELIEF_MAX_TIME (1u << 28)
#define PL_BELIEF_FOREVER UINT32_MAX

typedef struct pl_belief_rule
{
    uint32_t decay; ///< a ploy_decay
    uint32_t time;
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
    uint64_t halvings = age / rule->time;
    uint64_t rest = age % rule->time;
    uint64_t within = belief * (2 * (uint64_t)rule->time - rest) / (2 * (uint64_t)rule->time);
    return halvings < 32 ? (uint32_t)(within >> halvings) : 0;
}

/// The first age at which the belief is below the rule's floor; PL_BELIEF_FOREVER: it never is.
uint32_t pl_belief_lifetime(const pl_belief_rule* rule, uint32_t belief);

#endif
