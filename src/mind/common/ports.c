#include "mind/common/ports.h"

#include <string.h>

static uint8_t param_of(const char* const* params, uint32_t count, const char* port)
{
    for (uint32_t i = 0; i < count; ++i) {
        if (strcmp(params[i], port) == 0) return (uint8_t)i;
    }
    return UINT8_MAX;
}

pl_ports pl_ports_connect(const char* const* params, uint32_t param_count, const char* const* ports,
                          uint32_t port_count, const ploy_blackboard_keys* keys)
{
    pl_ports made = {.count = (uint8_t)port_count};
    for (uint32_t i = 0; i < port_count; ++i) {
        made.params[i] = param_of(params, param_count, ports[i]);
        made.fixed[i] = (ploy_port){.key = keys ? ploy_blackboard_keys_find(keys, ports[i]) : PLOY_NONE};
    }
    return made;
}
