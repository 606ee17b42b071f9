#include "games/arena/controllers/disabled.h"

#include <stdio.h>
#include <string.h>

#include "games/arena/setup/text_reader.h"

// What the mind may use without any row.
static void begin(arena_disabled* disabled, const ploy_goap_mind_def* def)
{
    *disabled = (arena_disabled){.goal_count = def->goal_count};
    uint32_t words = (ploy_domain_action_count(def->domain) + 63) / 64;
    if (def->disabled) memcpy(disabled->actions, def->disabled, words * sizeof(uint64_t));
    for (uint32_t i = 0; i < def->goal_count; i++) disabled->goals[i] = def->goals[i];
    if (def->goals) return;
    for (uint32_t i = 0; i < ploy_domain_goal_count(def->domain); i++)
        if (ploy_domain_goal(def->domain, i).param_count == 0) disabled->goals[disabled->goal_count++] = i;
}

static void drop_goal(arena_disabled* disabled, uint32_t goal)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < disabled->goal_count; i++)
        if (disabled->goals[i] != goal) disabled->goals[kept++] = disabled->goals[i];
    disabled->goal_count = kept;
}

// False: the domain has neither a goal nor an action of that name.
static bool disable_name(arena_disabled* disabled, const ploy_domain* domain, const char* name)
{
    bool is_there = false;
    for (uint32_t i = 0; i < ploy_domain_action_count(domain); i++) {
        if (strcmp(ploy_domain_action(domain, i).name, name) != 0) continue;
        disabled->actions[i / 64] |= (uint64_t)1 << i % 64;
        is_there = true;
    }
    for (uint32_t i = 0; i < ploy_domain_goal_count(domain); i++) {
        if (strcmp(ploy_domain_goal(domain, i).name, name) != 0) continue;
        drop_goal(disabled, i);
        is_there = true;
    }
    disabled->is_any |= is_there;
    return is_there;
}

static ploy_status read_rows(const arena_controller* controller, const ploy_domain* domain, arena_text* text,
                             arena_disabled* disabled, ploy_error* error)
{
    while (arena_text_next(text)) {
        if (!arena_text_disables(text) || strcmp(text->words[1], controller->technique->name) != 0) continue;
        for (uint32_t i = 2; i < text->count; i++) {
            if (disable_name(disabled, domain, text->words[i])) continue;
            char message[120];
            snprintf(message, sizeof message, "%s has neither a goal nor an action '%s'", controller->technique->name,
                     text->words[i]);
            return arena_text_wrong(text, error, message, "disable CONTROLLER NAME...");
        }
    }
    return PLOY_OK;
}

static ploy_status read_file(arena_controller* controller, const char* file, const ploy_domain* domain,
                             arena_disabled* disabled, ploy_error* error)
{
    arena_file_text text;
    ploy_status status = arena_controllers_read(controller->all, file, &text, error);
    if (status == PLOY_NOT_FOUND) return PLOY_OK; // a test's own type or mode
    arena_text reader = arena_text_of(text.text, text.bytes);
    if (status == PLOY_OK) status = read_rows(controller, domain, &reader, disabled, error);
    arena_controllers_release(controller->all, &text);
    return status;
}

ploy_status arena_disable(arena_controller* controller, const arena_type* type, const char* mode,
                          arena_disabled* disabled, ploy_goap_mind_def* def, ploy_error* error)
{
    char file[64];
    uint32_t goals = ploy_domain_goal_count(def->domain), actions = ploy_domain_action_count(def->domain);
    if (goals > ARENA_MAX_DISABLED || actions > ARENA_MAX_DISABLED) return PLOY_OK;
    begin(disabled, def);
    snprintf(file, sizeof file, "%s.type", type->name);
    ploy_status status = read_file(controller, file, def->domain, disabled, error);
    snprintf(file, sizeof file, "%s.mode", mode);
    if (status == PLOY_OK) status = read_file(controller, file, def->domain, disabled, error);
    if (status != PLOY_OK) return status;
    snprintf(file, sizeof file, "%s.xml", controller->technique->name);
    arena_controllers_seek(controller->all, file); // what follows is wrong there
    if (!disabled->is_any) return PLOY_OK;
    def->disabled = disabled->actions;
    def->goals = disabled->goals;
    def->goal_count = disabled->goal_count;
    return PLOY_OK;
}
