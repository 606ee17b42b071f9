#include "games/arena/controllers/techniques.h"

const arena_technique* const arena_techniques[] = {
    &arena_goap, &arena_fsm, &arena_fuzzy, &arena_bt, &arena_gobt, &arena_utility, &arena_htn, &arena_random,
};
const uint32_t arena_technique_count = sizeof arena_techniques / sizeof *arena_techniques;
