// Everything but io.

#ifndef PLOY_PLOY_H
#define PLOY_PLOY_H

#include <ploy/world.h>
#include <ploy/profile.h>
#include <ploy/base.h>
#include <ploy/stream.h>
#include <ploy/debugger.h>
#include <ploy/explain.h>
#include <ploy/goap.h>
#include <ploy/grid.h>
#include <ploy/blackboard.h>
#include <ploy/memory.h>
#include <ploy/fsm.h>
#include <ploy/mind.h>
#include <ploy/nav.h>
#include <ploy/htn.h>
#include <ploy/path_service.h>
#include <ploy/plan.h>
#include <ploy/save.h>
#include <ploy/recording.h>
#include <ploy/remote.h>
#include <ploy/spatial.h>
#include <ploy/squad.h>
#include <ploy/terrain.h>
#include <ploy/trace.h>
#include <ploy/bt.h>
#include <ploy/utility.h>

#endif
