// <squad> and its standing <task>. Places are words of the game's: it says what number each is when squads are made.

#include <string.h>

#include "io/xml/section.h"

#define TASK_NAME(NAME, text, places) text,
#define TASK_PLACES(NAME, text, places) places,

static ploy_status read_places(pl_loader* loader, const pl_xml_node* node, pl_file_squad* squad)
{
    static const uint32_t least_places[] = {PLOY_SQUAD_TASK_LIST(TASK_PLACES)};
    ploy_squad_task_def* task = &squad->def.standing;
    pl_words words;
    ploy_status status = pl_loader_words(loader, pl_xml_value(node, "places"), &words);
    if (status != PLOY_OK) {
        return status;
    }
    if (words.count < least_places[task->kind] || words.count > PLOY_SQUAD_PLACES) {
        pl_loader_fail(loader, node->file, "the task '%s' has %u places", ploy_squad_task_name(task->kind),
                       (unsigned)words.count);
        pl_error_hint(loader->error, "%u to %d", (unsigned)least_places[task->kind], PLOY_SQUAD_PLACES);
        return PLOY_INVALID;
    }
    task->place_count = words.count;
    for (uint32_t i = 0; i < words.count; ++i) {
        squad->places[i] = pl_section_keep(loader, words.names[i]);
        if (!squad->places[i]) {
            return PLOY_OUT_OF_MEMORY;
        }
    }
    return PLOY_OK;
}

static ploy_status read_task_numbers(pl_loader* loader, const pl_xml_node* node, ploy_squad_task_def* task)
{
    int64_t rounds = task->rounds, min = task->min, target = 0;
    ploy_status status = pl_section_range(loader, node, "rounds", PL_NUMBER_WHOLE, 0, 1000000, &rounds);
    if (status == PLOY_OK) {
        status = pl_section_range(loader, node, "min_members", PL_NUMBER_WHOLE, 1, PLOY_SQUAD_MAX, &min);
    }
    if (status == PLOY_OK) {
        status = pl_section_range(loader, node, "target", PL_NUMBER_WHOLE, 0, (int64_t)1 << 48, &target);
    }
    status = status == PLOY_OK ? pl_section_time(loader, node, "limit", &task->limit) : status;
    status = status == PLOY_OK ? pl_section_time(loader, node, "patience", &task->patience) : status;
    task->rounds = (uint32_t)rounds;
    task->min = (uint32_t)min;
    task->target = (uint64_t)target;
    return status;
}

static ploy_status load_task(pl_loader* loader, const pl_xml_node* node, pl_file_squad* squad)
{
    static const char* const attributes[] = {"kind",        "places", "target",   "rounds",
                                             "min_members", "limit",  "patience", NULL};
    static const char* const elements[] = {"task", NULL};
    static const char* const kinds[] = {PLOY_SQUAD_TASK_LIST(TASK_NAME) NULL};
    if (strcmp(node->name, "task") != 0) {
        return pl_loader_fail_element(loader, node, elements);
    }
    if (squad->def.standing.kind != PLOY_SQUAD_TASK_NONE) {
        return pl_loader_fail(loader, node->file, "the squad '%s' has more than one task", squad->def.name);
    }
    uint32_t kind = 0;
    ploy_status status = pl_loader_check_attributes(loader, node, attributes, 1);
    status = status == PLOY_OK ? pl_section_is_empty(loader, node, false) : status;
    status = status == PLOY_OK ? pl_section_choice(loader, node, "kind", kinds, &kind) : status;
    squad->def.standing.kind = (ploy_squad_task_kind)kind;
    if (status == PLOY_OK && kind == PLOY_SQUAD_TASK_NONE) {
        return pl_loader_fail_value(loader, node, "kind", "a task cannot be 'none'");
    }
    status = status == PLOY_OK ? read_task_numbers(loader, node, &squad->def.standing) : status;
    return status == PLOY_OK ? read_places(loader, node, squad) : status;
}

static ploy_status read_squad(pl_loader* loader, const pl_xml_node* node, pl_file_squad* squad)
{
    const char* home = pl_xml_value(node, "home");
    int64_t size = squad->def.size;
    ploy_status status = PLOY_OK;
    squad->def.name = pl_section_name(loader, node, &status);
    if (status == PLOY_OK && strlen(squad->def.name) > 31) {
        return pl_loader_fail_value(loader, node, "name", "a squad's name has at most 31 bytes");
    }
    if (status == PLOY_OK && home) {
        squad->home = pl_section_keep(loader, home);
        status = squad->home ? PLOY_OK : PLOY_OUT_OF_MEMORY;
    }
    if (status == PLOY_OK) {
        status = pl_section_range(loader, node, "size", PL_NUMBER_WHOLE, 1, PLOY_SQUAD_MAX, &size);
    }
    squad->def.size = (uint32_t)size;
    squad->line = node->line;
    return status == PLOY_OK ? pl_loader_bool(loader, node, "closed", &squad->def.closed) : status;
}

ploy_status pl_load_squad(pl_loader* loader, const pl_xml_node* node)
{
    static const char* const attributes[] = {"name", "size", "home", "closed", NULL};
    pl_file_squad squad = {.def = (ploy_squad_def){0}};
    ploy_status status = pl_loader_check_attributes(loader, node, attributes, 1);
    status = status == PLOY_OK ? pl_section_is_empty(loader, node, true) : status;
    status = status == PLOY_OK ? read_squad(loader, node, &squad) : status;
    for (const pl_xml_node* one = node->first; status == PLOY_OK && one; one = one->next) {
        status = load_task(loader, one, &squad);
    }
    ploy_file* file = loader->file;
    if (status == PLOY_OK && !PL_ARRAY_PUSH(&file->world.squads, &file->allocator, squad)) {
        return PLOY_OUT_OF_MEMORY;
    }
    return status;
}
