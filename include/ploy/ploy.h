// Everything but io.

#ifndef PLOY_PLOY_H
#define PLOY_PLOY_H

#include <ploy/agent.h>
#include <ploy/base.h>
#include <ploy/bytes.h>
#include <ploy/decision.h>
#include <ploy/explain.h>
#include <ploy/goap.h>
#include <ploy/grid.h>
#include <ploy/know.h>
#include <ploy/machine.h>
#include <ploy/mind.h>
#include <ploy/nav.h>
#include <ploy/network.h>
#include <ploy/paths.h>
#include <ploy/plan.h>
#include <ploy/record.h>
#include <ploy/recording.h>
#include <ploy/squad.h>
#include <ploy/terrain.h>
#include <ploy/trace.h>
#include <ploy/tree.h>
#include <ploy/utility.h>

#endif
