// The ports of an ability that an action or a goal of a domain uses: each takes the parameter of its name, else the key
// of its name, else it is a constant 0.

#ifndef PL_MIND_COMMON_PORTS_H
#define PL_MIND_COMMON_PORTS_H

#include <ploy/mind.h>
#include <ploy/plan.h>

typedef struct pl_ports
{
    ploy_port fixed[PLOY_MAX_PORTS]; ///< where there is no parameter
    uint8_t params[PLOY_MAX_PORTS];  ///< UINT8_MAX: none
    uint8_t count;
} pl_ports;

/// Names of the parameters and of the ports; keys may be NULL.
pl_ports pl_ports_connect(const char* const* params, uint32_t param_count, const char* const* ports,
                          uint32_t port_count, const ploy_blackboard_keys* keys);

static inline void pl_ports_fill(const pl_ports* from, const uint32_t* args, ploy_port ports[PLOY_MAX_PORTS])
{
    for (uint32_t i = 0; i < from->count; ++i) {
        bool is_param = from->params[i] != UINT8_MAX;
        ports[i] = is_param ? (ploy_port){.key = PLOY_NONE, .value = args[from->params[i]]} : from->fixed[i];
    }
}

#endif
