// An agent and a tick of a recording, as the command line names them.

#ifndef COMMANDS_RECORDED_AGENT_H
#define COMMANDS_RECORDED_AGENT_H

#include <ploy/debugger.h>

/// "600". False: it is no tick.
bool recorded_tick_parse(const char* text, uint64_t* tick);

/// The number of an agent, by its number or name. 0: there is none; the message of the command `who` suggests one.
uint32_t recorded_agent_find(const char* who, const char* path, const ploy_debugger* debugger, const char* name);

#endif
