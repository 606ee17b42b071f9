// EXPORT marks the functions that the page may call. The module hides everything else.

#ifndef INSPECTOR_EXPORT_H
#define INSPECTOR_EXPORT_H

#include <ploy/debugger.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

/// The recording of the page; NULL before it is opened.
ploy_recording* page_recording(void);
/// The debugger of that recording, made when first needed; NULL when out of memory.
ploy_debugger* page_debugger(void);

#endif
