#include <ploy/plan.h>
#include <string.h>

const char* ploy_search_name(ploy_search search)
{
    static const char* const names[] = {
#define X(name, text, about) text,
        PLOY_SEARCH_LIST(X)
#undef X
    };
    return (size_t)search < sizeof names / sizeof *names ? names[search] : "unknown";
}

uint32_t ploy_search_find(const char* name)
{
#define X(NAME, text, about)                                                                                           \
    if (strcmp(name, text) == 0) return PLOY_SEARCH_##NAME;
    PLOY_SEARCH_LIST(X)
#undef X
    return PLOY_NONE;
}
