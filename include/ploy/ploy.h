// Everything but io.

#ifndef PLOY_PLOY_H
#define PLOY_PLOY_H

#include <ploy/base.h>
#include <ploy/trace.h>

#endif
