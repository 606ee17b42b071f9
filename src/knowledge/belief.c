#include "knowledge/belief.h"

// Ten halvings leave nothing of a thousand.
#define MOST_HALVINGS 11

uint32_t pl_belief_lifetime(const pl_belief_rule* rule, uint32_t belief)
{
    if (rule->decay == PLOY_DECAY_NONE) {
        return belief < rule->floor ? 0 : PL_BELIEF_FOREVER;
    }
    uint32_t low = 0;
    uint32_t high = MOST_HALVINGS * rule->time;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (pl_belief_at(rule, belief, middle) < rule->floor) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}
