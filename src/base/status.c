#include <ploy/base.h>

const char* ploy_version(void)
{
    return PLOY_VERSION;
}

const char* ploy_status_name(ploy_status status)
{
    static const char* const names[] = {
#define STATUS_NAME(NAME, wire, text) wire,
        PLOY_STATUS_LIST(STATUS_NAME)
#undef STATUS_NAME
    };
    return (unsigned)status < PLOY_STATUS_COUNT ? names[status] : "unknown";
}

const char* ploy_status_text(ploy_status status)
{
    static const char* const texts[] = {
#define STATUS_TEXT(NAME, wire, text) text,
        PLOY_STATUS_LIST(STATUS_TEXT)
#undef STATUS_TEXT
    };
    return (unsigned)status < PLOY_STATUS_COUNT ? texts[status] : "not a status";
}
