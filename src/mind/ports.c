#include "mind/ports.h"

#include <string.h>

pl_ports pl_ports_connect(const ploy_action_info* action, const ploy_activity_def* activity,
                          const ploy_board_keys* keys)
{
    pl_ports made;
    for (uint32_t i = 0; i < PLOY_MAX_PORTS; ++i) {
        bool is_used = i < activity->port_count;
        made.params[i] = UINT8_MAX;
        for (uint32_t k = 0; is_used && k < action->param_count; ++k) {
            if (strcmp(action->param_names[k], activity->ports[i]) == 0) made.params[i] = (uint8_t)k;
        }
        uint32_t key = is_used && keys ? ploy_board_keys_find(keys, activity->ports[i]) : PLOY_NONE;
        made.fixed[i] = (ploy_port){.key = key};
    }
    return made;
}

void pl_ports_fill(const pl_ports* from, const uint32_t* args, ploy_port ports[PLOY_MAX_PORTS])
{
    for (uint32_t i = 0; i < PLOY_MAX_PORTS; ++i) {
        bool is_param = from->params[i] != UINT8_MAX;
        ports[i] = is_param ? (ploy_port){.key = PLOY_NONE, .value = args[from->params[i]]} : from->fixed[i];
    }
}
