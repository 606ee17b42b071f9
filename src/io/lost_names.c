#include "io/lost_names.h"

#include <string.h>

bool pl_names_lose(pl_names* lost, const char* text)
{
    static const char white[] = " \t\r\n";
    if (!text || !*text) return true;
    bool is_kept = pl_names_intern(lost, text, strlen(text)) != PLOY_NONE;
    while (is_kept && *(text += strspn(text, white))) {
        size_t length = strcspn(text, white);
        is_kept = pl_names_intern(lost, text, length) != PLOY_NONE;
        text += length;
    }
    return is_kept;
}

bool pl_names_are_lost(const pl_names* lost, const char* text)
{
    static const char between[] = "(), ";
    if (!*text || pl_names_count(lost) == 0) return false;
    if (pl_names_find(lost, text, strlen(text)) != PLOY_NONE) return true;
    if (!strchr(text, '(')) return false;
    while (*(text += strspn(text, between))) {
        size_t length = strcspn(text, between);
        if (pl_names_find(lost, text, length) != PLOY_NONE) return true;
        text += length;
    }
    return false;
}
