#include "programs/cli/stub_callbacks.h"

#include "programs/cli/clause_words.h"
#include "programs/cli/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct canned_answer
{
    canned_answer* next;
    int64_t value;
};

static canned_answer one = {NULL, PLOY_UNIT};

static bool answer_context(void* user, const ploy_evaluation* call)
{
    (void)call;
    return ((const canned_answer*)user)->value != 0;
}

static int64_t answer_number(void* user, const ploy_evaluation* call)
{
    (void)call;
    return ((const canned_answer*)user)->value;
}

// A name may be used as a context, as a number, or as both.
static bool bind_name(ploy_domain* domain, const char* name, canned_answer* a, bool* is_context)
{
    *is_context = ploy_domain_bind_context(domain, name, answer_context, a) == PLOY_OK;
    bool is_number = ploy_domain_bind_number(domain, name, answer_number, a) == PLOY_OK;
    return *is_context || is_number;
}

static bool parse_value(const char* text, int64_t* value)
{
    if (strcmp(text, "yes") == 0 || strcmp(text, "true") == 0)
        *value = PLOY_UNIT;
    else if (strcmp(text, "no") == 0 || strcmp(text, "false") == 0)
        *value = 0;
    else
        return parse_fixed(text, value);
    return true;
}

static bool bind_call(ploy_domain* domain, const char* call, canned_answer** answers, const char* who)
{
    char name[256];
    const char* equals = strchr(call, '=');
    int64_t value = 0;
    if (!equals || !parse_value(equals + 1, &value)) {
        complain(who, "--call takes NAME=yes, NAME=no or NAME=NUMBER, not '%s'", call);
        return false;
    }
    canned_answer* a = have_memory(malloc(sizeof *a));
    *a = (canned_answer){*answers, value};
    *answers = a;
    bool is_context = false;
    snprintf(name, sizeof name, "%.*s", (int)(equals - call), call);
    if (bind_name(domain, name, a, &is_context)) return true;
    complain(who, "--call: no action or goal of domain '%s' uses '%s'", ploy_domain_name(domain), name);
    return false;
}

bool bind_given(ploy_domain* domain, const text_list* calls, canned_answer** answers, const char* who)
{
    for (uint32_t k = 0; k < calls->count; k++)
        if (!bind_call(domain, calls->items[k], answers, who)) return false;
    return true;
}

static bool any_clause_has(const ploy_domain* domain, ploy_part part, uint32_t owner, const char* name)
{
    for (uint32_t k = 0; k < ploy_domain_clause_count(domain, part, owner); k++)
        if (has_word(ploy_domain_clause(domain, part, owner, k), name)) return true;
    return false;
}

static bool matters(const ploy_domain* domain, const uint64_t* disabled, const char* name)
{
    for (uint32_t a = 0; a < ploy_domain_action_count(domain); a++) {
        if (disabled[a / 64] >> (a % 64) & 1) continue;
        const char* context = ploy_domain_action(domain, a).context;
        if (context && strcmp(context, name) == 0) return true;
        if (any_clause_has(domain, PLOY_PART_COST, a, name)) return true;
    }
    for (uint32_t g = 0; g < ploy_domain_goal_count(domain); g++)
        if (any_clause_has(domain, PLOY_PART_PRIORITY, g, name)) return true;
    return false;
}

bool bind_rest(ploy_domain* domain, const uint64_t* disabled, const char* who)
{
    for (const char* name; (name = ploy_domain_find_unbound(domain));) {
        char kept[256];
        bool is_context = false;
        snprintf(kept, sizeof kept, "%s", name);
        if (!bind_name(domain, kept, &one, &is_context)) return false;
        if (!who || !matters(domain, disabled, kept)) continue;
        const char* value = is_context ? "yes" : "1";
        complain(who, "note: '%s' is a callback of the game; assumed to be %s (--call %s=VALUE changes it)", kept,
                 value, kept);
    }
    return true;
}

void canned_answers_free(canned_answer* answers)
{
    while (answers) {
        canned_answer* next = answers->next;
        free(answers);
        answers = next;
    }
}
