// The inspector's page as the program carries it: inspector/CMakeLists.txt makes it.

#ifndef COMMANDS_INSPECTOR_PAGE_H
#define COMMANDS_INSPECTOR_PAGE_H

#include <stddef.h>

/// HTML in which INSPECTOR_PAGE_MARK stands once, where a recording goes in base64.
extern const unsigned char inspector_page[];
/// 0: the program was built without the page.
extern const size_t inspector_page_bytes;

#define INSPECTOR_PAGE_MARK "<!--recording-->"

#endif
