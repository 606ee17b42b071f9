// The editor's page inside the program, made by editor/CMakeLists.txt.

#ifndef EDIT_EDIT_PAGE_H
#define EDIT_EDIT_PAGE_H

#include <stddef.h>

/// HTML.
extern const unsigned char editor_page[];
/// 0: the program was built without the page.
extern const size_t editor_page_bytes;

#endif
