#include "programs/commands/recorded_agent.h"

#include <stdlib.h>

#include "programs/cli/command.h"
#include "programs/cli/suggest.h"

bool recorded_tick_parse(const char* text, uint64_t* tick)
{
    char* end;
    *tick = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0';
}

static const char* agent_name(const void* debugger, uint32_t index)
{
    return ploy_debugger_agent(debugger, index).name;
}

uint32_t recorded_agent_find(const char* who, const char* path, const ploy_debugger* debugger, const char* name)
{
    uint32_t index = ploy_debugger_find_agent(debugger, name);
    uint32_t count = ploy_debugger_agent_count(debugger);
    char tail[128];
    if (index != PLOY_NONE) return ploy_debugger_agent(debugger, index).number;
    if (count == 0) {
        complain(who, "%s: the recording names no agents", path);
        return 0;
    }
    suggest_tail(name, agent_name, debugger, count, tail, sizeof tail);
    complain(who, "%s: the recording has no agent '%s'%s", path, name, tail);
    return 0;
}
