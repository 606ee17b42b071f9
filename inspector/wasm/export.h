// What the page may call is marked so; everything else of the module stays inside it.

#ifndef INSPECTOR_EXPORT_H
#define INSPECTOR_EXPORT_H

#include <ploy/recording.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

/// The recording that the page shows, NULL before it is opened. A page has one.
ploy_recording* page_recording(void);

#endif
