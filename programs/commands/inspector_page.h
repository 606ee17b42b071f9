// The inspector's page inside the program, made by inspector/CMakeLists.txt.

#ifndef COMMANDS_INSPECTOR_PAGE_H
#define COMMANDS_INSPECTOR_PAGE_H

#include <stddef.h>

/// HTML. A recording in base64 replaces its one INSPECTOR_PAGE_MARK.
extern const unsigned char inspector_page[];
/// 0: the program was built without the page.
extern const size_t inspector_page_bytes;

#define INSPECTOR_PAGE_MARK "<!--recording-->"

#endif
