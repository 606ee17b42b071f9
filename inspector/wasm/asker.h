// Who answers for the page.

#ifndef INSPECTOR_ASKER_H
#define INSPECTOR_ASKER_H

#include <ploy/debugger.h>

#include "export.h"

/// Made when it is first needed; NULL: the recording's notes are damaged, or there is no memory.
ploy_debugger* page_asker(void);

#endif
