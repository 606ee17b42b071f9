// Everything but io.

#ifndef PLOY_PLOY_H
#define PLOY_PLOY_H

#include <ploy/base.h>
#include <ploy/explain.h>
#include <ploy/grid.h>
#include <ploy/know.h>
#include <ploy/nav.h>
#include <ploy/paths.h>
#include <ploy/plan.h>
#include <ploy/terrain.h>
#include <ploy/trace.h>

#endif
