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

ploy_status ploy_search_find(const char* name, ploy_search* search)
{
#define X(NAME, text, about)                                                                                           \
    if (strcmp(name, text) == 0) {                                                                                     \
        *search = PLOY_SEARCH_##NAME;                                                                                  \
        return PLOY_FOUND;                                                                                             \
    }
    PLOY_SEARCH_LIST(X)
#undef X
    return PLOY_NOT_FOUND;
}
