// The ports of an activity that an action of a domain drives: each takes the parameter of its name, else the key of its
// name, else it is a constant 0.

#ifndef PL_MIND_PORTS_H
#define PL_MIND_PORTS_H

#include <ploy/mind.h>
#include <ploy/plan.h>

typedef struct pl_ports
{
    uint8_t params[PLOY_MAX_PORTS];  ///< UINT8_MAX: none
    ploy_port fixed[PLOY_MAX_PORTS]; ///< where there is no parameter
} pl_ports;

/// keys may be NULL.
pl_ports pl_ports_connect(const ploy_action_info* action, const ploy_activity_def* activity,
                          const ploy_board_keys* keys);
void pl_ports_fill(const pl_ports* from, const uint32_t* args, ploy_port ports[PLOY_MAX_PORTS]);

#endif
