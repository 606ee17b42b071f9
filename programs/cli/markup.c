#include "programs/cli/markup.h"

#include <string.h>

void markup_bytes(FILE* out, const char* text, size_t bytes)
{
    for (size_t k = 0; k < bytes; k++) {
        const char* escaped = text[k] == '<'   ? "&lt;"
                              : text[k] == '>' ? "&gt;"
                              : text[k] == '&' ? "&amp;"
                              : text[k] == '"' ? "&quot;"
                                               : NULL;
        escaped ? fputs(escaped, out) : fputc(text[k], out);
    }
}

void markup_text(FILE* out, const char* text)
{
    markup_bytes(out, text, strlen(text));
}
