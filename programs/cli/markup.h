// Text in HTML, SVG and XML.

#ifndef CLI_MARKUP_H
#define CLI_MARKUP_H

#include <stdio.h>

/// Escaped, for the content of an element or a quoted attribute.
void markup_text(FILE* out, const char* text);
/// The same, of a number of bytes.
void markup_bytes(FILE* out, const char* text, size_t bytes);

#endif
