// The library's names for numbers in events, so that the page has no lists of its own.

#include <string.h>

#include <ploy/base.h>
#include <ploy/goap.h>
#include <ploy/mind.h>
#include <ploy/squad.h>

#include "export.h"
#include "record/debugger/debugger.h"

const char* EXPORT(name_of_status)(int status)
{
    return ploy_status_text((ploy_status)status);
}

const char* EXPORT(name_of_search)(unsigned search)
{
    return ploy_search_name((ploy_search)search);
}

const char* EXPORT(name_of_goap_reason)(unsigned reason)
{
    return ploy_goap_reason_text((ploy_goap_reason)reason);
}

const char* EXPORT(name_of_goal_status)(unsigned status)
{
    return ploy_goal_status_text((ploy_goal_status)status);
}

const char* EXPORT(name_of_order)(unsigned kind)
{
    return ploy_order_name(kind);
}

const char* EXPORT(name_of_order_state)(unsigned state)
{
    return ploy_order_state_name(state);
}

const char* EXPORT(name_of_role)(unsigned role)
{
    return ploy_role_name(role);
}

const char* EXPORT(name_of_squad_task)(unsigned kind)
{
    return ploy_squad_task_name(kind);
}

const char* EXPORT(name_of_squad_task_end)(unsigned end)
{
    return ploy_squad_task_end_name(end);
}

/// What the outcome of a node or an edge means; "" for a name that is none.
const char* EXPORT(meaning_of_outcome)(const char* name)
{
#define MEANING(NAME, word, about)                                                                                     \
    if (strcmp(name, word) == 0) return about;
    PL_NODE_OUTCOME_LIST(MEANING)
    PL_EDGE_OUTCOME_LIST(MEANING)
#undef MEANING
    return "";
}
