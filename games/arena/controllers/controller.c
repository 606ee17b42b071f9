#include "games/arena/controllers/controller.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "games/arena/ai/squad_plan.h"
#include "games/arena/setup/allocation.h"
#include "games/arena/controllers/technique.h"
#include "games/arena/setup/data_files.h"
#include "games/open_file.h"

#define CONTROLLERS 32
#define LONGEST_FILE (16u << 20)

struct arena_controllers
{
    ploy_allocator allocator;
    char folder[512];
    char file[600]; ///< file of the last search; "": built in
    arena_kit kit;
    arena_tactics tactics;
    arena_type types[ARENA_TYPES];
    uint32_t type_count;
    ploy_file* squads[2]; ///< of free controllers and of those of the dissertation; NULL: not read yet
    arena_controller* list[CONTROLLERS];
    uint32_t count;
};

arena_controllers_def arena_controllers_def_default(void)
{
    return (arena_controllers_def){.allocator = ploy_allocator_default()};
}

// Files of the folder have precedence over built-in ones. A file that is there and cannot be read counts as found, so
// that reading it fails: no built-in file takes its place unnoticed.

static bool find_in_folder(arena_controllers* all, const char* name)
{
    FILE* file = NULL;
    if (all->folder[0]) {
        snprintf(all->file, sizeof all->file, "%s/%s", all->folder, name);
        file = open_game_file(all->file);
    }
    bool is_there = file || (all->folder[0] && errno != ENOENT);
    if (file) fclose(file);
    if (!is_there) all->file[0] = '\0';
    return is_there;
}

void arena_controllers_seek(arena_controllers* controllers, const char* name)
{
    (void)find_in_folder(controllers, name);
}

const char* arena_controllers_file(const arena_controllers* controllers)
{
    return controllers->file[0] ? controllers->file : NULL;
}

static ploy_status fail_to_read(const arena_controllers* controllers, const char* why, ploy_error* error)
{
    *error = (ploy_error){0};
    snprintf(error->message, sizeof error->message, "%.140s: %.79s", controllers->file, why);
    return PLOY_INVALID;
}

/// Makes room for twice as many bytes. False: out of memory.
static bool grow(const ploy_allocator* allocator, arena_file_text* text)
{
    size_t bytes = text->owned_bytes ? 2 * text->owned_bytes : 8192;
    void* moved = allocator->resize(allocator->user, text->owned, text->owned_bytes, bytes);
    if (!moved) return false;
    text->text = text->owned = moved;
    text->owned_bytes = bytes;
    return true;
}

static ploy_status read_all(const arena_controllers* controllers, FILE* file, arena_file_text* text)
{
    while (!feof(file) && !ferror(file) && text->bytes < LONGEST_FILE) {
        if (text->bytes == text->owned_bytes && !grow(&controllers->allocator, text)) return PLOY_OUT_OF_MEMORY;
        text->bytes += fread((char*)text->owned + text->bytes, 1, text->owned_bytes - text->bytes, file);
    }
    return feof(file) && !ferror(file) ? PLOY_OK : PLOY_INVALID;
}

static ploy_status read_in_folder(arena_controllers* controllers, arena_file_text* text, ploy_error* error)
{
    FILE* file = open_game_file(controllers->file);
    if (!file) {
        char why[80];
        snprintf(why, sizeof why, "cannot be read: %.60s", strerror(errno));
        return fail_to_read(controllers, why, error);
    }
    ploy_status status = read_all(controllers, file, text);
    fclose(file);
    if (status != PLOY_OK) arena_controllers_release(controllers, text);
    if (status != PLOY_INVALID) return status;
    return fail_to_read(controllers, "cannot be read: it is no file, or too long", error);
}

ploy_status arena_controllers_read(arena_controllers* controllers, const char* name, arena_file_text* text,
                                   ploy_error* error)
{
    *text = (arena_file_text){0};
    if (find_in_folder(controllers, name)) return read_in_folder(controllers, text, error);
    const game_file* file = arena_data_find(name);
    if (!file) return PLOY_NOT_FOUND;
    text->text = file->text;
    text->bytes = file->bytes;
    return PLOY_OK;
}

void arena_controllers_release(arena_controllers* controllers, arena_file_text* text)
{
    arena_give(&controllers->allocator, text->owned, 1, text->owned_bytes);
    *text = (arena_file_text){0};
}

static ploy_status read_tactics(arena_controllers* all, ploy_error* error)
{
    arena_file_text text;
    ploy_status status = arena_controllers_read(all, "tactics.txt", &text, error);
    if (status == PLOY_OK) status = arena_tactics_read(&all->tactics, text.text, text.bytes, error);
    arena_controllers_release(all, &text);
    return status;
}

ploy_status arena_controllers_create(const arena_controllers_def* def, arena_controllers** controllers,
                                     ploy_error* error)
{
    arena_controllers* all = arena_take(&def->allocator, 1, sizeof *all);
    *controllers = NULL;
    if (!all) return PLOY_OUT_OF_MEMORY;
    all->allocator = def->allocator;
    if (def->folder) snprintf(all->folder, sizeof all->folder, "%s", def->folder);
    ploy_status status = read_tactics(all, error);
    if (status != PLOY_OK && def->wrong_file) *def->wrong_file = "tactics.txt";
    if (status == PLOY_OK && !arena_kit_make(&all->kit, &all->tactics, &all->allocator, def->trace))
        status = PLOY_OUT_OF_MEMORY;
    if (status == PLOY_OK)
        *controllers = all;
    else
        arena_controllers_destroy(all);
    return status;
}

void arena_controller_empty(arena_controller* controller)
{
    for (uint32_t i = 0; i < controller->mind_count; i++) ploy_mind_destroy(controller->minds[i].mind);
    if (controller->technique->unload) controller->technique->unload(controller);
    ploy_file_destroy(controller->file);
}

static void destroy(arena_controller* controller)
{
    ploy_allocator allocator = controller->all->allocator;
    arena_controller_empty(controller);
    while (controller->before) {
        arena_controller* before = controller->before;
        controller->before = before->before;
        arena_controller_empty(before);
        arena_give(&controller->allocator, before, 1, sizeof *before);
    }
    arena_give(&allocator, controller, 1, sizeof *controller);
}

void arena_controllers_destroy(arena_controllers* controllers)
{
    if (!controllers) return;
    ploy_allocator allocator = controllers->allocator;
    for (uint32_t i = 0; i < controllers->count; i++) destroy(controllers->list[i]);
    for (uint32_t i = 0; i < 2; i++) ploy_file_destroy(controllers->squads[i]);
    arena_kit_free(&controllers->kit);
    arena_give(&allocator, controllers, 1, sizeof *controllers);
}

const arena_kit* arena_controllers_kit(const arena_controllers* controllers)
{
    return &controllers->kit;
}

const arena_tactics* arena_controllers_tactics(const arena_controllers* controllers)
{
    return &controllers->tactics;
}

// A type is read when it is first needed.
static ploy_status read_type(arena_controllers* all, arena_type* type, ploy_error* error)
{
    char file[64];
    arena_file_text text;
    snprintf(file, sizeof file, "%s.type", type->name);
    ploy_status status = arena_controllers_read(all, file, &text, error);
    if (status == PLOY_NOT_FOUND) return status;
    if (status == PLOY_OK) status = arena_type_read(type, text.text, text.bytes, error);
    arena_controllers_release(all, &text);
    return status;
}

ploy_status arena_controllers_find_type(arena_controllers* controllers, const char* name, const arena_type** type,
                                        ploy_error* error)
{
    for (uint32_t i = 0; i < controllers->type_count; i++) {
        *type = &controllers->types[i];
        if (strcmp(controllers->types[i].name, name) == 0) return PLOY_OK;
    }
    *type = NULL;
    if (controllers->type_count == ARENA_TYPES) return PLOY_FULL;
    arena_type* made = &controllers->types[controllers->type_count];
    *made = (arena_type){0};
    snprintf(made->name, sizeof made->name, "%s", name);
    ploy_status status = read_type(controllers, made, error);
    if (status != PLOY_OK) return status;
    controllers->type_count++;
    *type = made;
    return PLOY_OK;
}

// Loading.

static void* count_bytes(void* user, void* memory, size_t old_bytes, size_t new_bytes)
{
    arena_controller* controller = user;
    const ploy_allocator* allocator = &controller->all->allocator;
    void* result = allocator->resize(allocator->user, memory, old_bytes, new_bytes);
    if (result || new_bytes == 0) controller->bytes += new_bytes - old_bytes;
    return result;
}

static ploy_status load_file(arena_controllers* all, const char* name, const ploy_allocator* allocator,
                             ploy_file** file, ploy_error* error)
{
    char full[64];
    ploy_file_def def = {.allocator = *allocator};
    snprintf(full, sizeof full, "%s.xml", name);
    if (find_in_folder(all, full)) {
        ploy_status status = ploy_file_load(&def, all->file, file, error);
        bool is_unreadable = status != PLOY_OK && status != PLOY_OUT_OF_MEMORY && error->line == 0;
        char why[80];
        snprintf(why, sizeof why, "%.79s", error->message);
        return is_unreadable ? fail_to_read(all, why, error) : status;
    }
    const game_file* built_in = arena_data_find(full);
    return ploy_file_parse(&def, built_in->text, built_in->bytes, file, error);
}

/// An error without a place names at least the file.
static ploy_status name_file(const char* name, ploy_status status, const arena_controllers* all, ploy_error* error)
{
    if (status != PLOY_INVALID || error->line != 0) return status;
    char why[80];
    snprintf(why, sizeof why, "%.79s", error->message);
    snprintf(error->message, sizeof error->message, "%.140s%s: %.79s", all->file[0] ? all->file : name,
             all->file[0] ? "" : ".xml", why);
    return status;
}

ploy_status arena_controller_squads(arena_controller* controller, const ploy_file** file, ploy_error* error)
{
    arena_controllers* all = controller->all;
    bool is_long = controller->technique->is_long;
    const char* name = is_long ? "long.squads" : "squads";
    ploy_file** network = &all->squads[is_long];
    ploy_status status = *network ? PLOY_OK : load_file(all, name, &all->allocator, network, error);
    *file = *network;
    if (status != PLOY_OK) return status;
    return name_file(name, arena_squad_network_check(*network, error), all, error);
}

static ploy_status load(arena_controller* controller, ploy_error* error)
{
    ploy_status status = PLOY_OK;
    if (controller->technique->has_file)
        status =
            load_file(controller->all, controller->technique->name, &controller->allocator, &controller->file, error);
    if (status != PLOY_OK || !controller->technique->load) return status;
    return name_file(controller->technique->name, controller->technique->load(controller, error), controller->all,
                     error);
}

// A new technique is a row here, a make_<technique>.c and a data file.
static const arena_technique* const techniques[] = {
    &arena_goap,    &arena_fsm, &arena_fuzzy,  &arena_bt,        &arena_gobt,
    &arena_utility, &arena_htn, &arena_random, &arena_long_goap, &arena_long_fsm,
};

static const arena_technique* find_technique(const char* name)
{
    for (uint32_t i = 0; i < sizeof techniques / sizeof *techniques; i++) {
        if (strcmp(techniques[i]->name, name) == 0) return techniques[i];
    }
    return NULL;
}

const char* arena_controller_names(void)
{
    return "goap fsm fuzzy bt gobt utility htn random long.goap long.fsm";
}

static ploy_status add(arena_controllers* all, const arena_technique* technique, uint32_t side,
                       arena_controller** controller, ploy_error* error)
{
    if (all->count == CONTROLLERS) return PLOY_OUT_OF_MEMORY;
    arena_controller* made = arena_take(&all->allocator, 1, sizeof *made);
    if (!made) return PLOY_OUT_OF_MEMORY;
    *made = (arena_controller){.all = all, .technique = technique, .side = side};
    made->allocator = (ploy_allocator){.resize = count_bytes, .user = made};
    ploy_status status = load(made, error);
    if (status != PLOY_OK) {
        destroy(made);
        return status;
    }
    all->list[all->count++] = *controller = made;
    return PLOY_OK;
}

ploy_status arena_controllers_get(arena_controllers* controllers, const char* name, uint32_t side,
                                  arena_controller** controller, ploy_error* error)
{
    ploy_error ignored;
    if (!error) error = &ignored;
    for (uint32_t i = 0; i < controllers->count; i++) {
        *controller = controllers->list[i];
        if ((*controller)->side == side && strcmp((*controller)->technique->name, name) == 0) return PLOY_OK;
    }
    *controller = NULL;
    const arena_technique* technique = find_technique(name);
    if (technique) return add(controllers, technique, side, controller, error);
    *error = (ploy_error){0};
    snprintf(error->message, sizeof error->message, "there is no controller '%.40s'", name);
    snprintf(error->hint, sizeof error->hint, "one of %s", arena_controller_names());
    return PLOY_INVALID;
}

ploy_status arena_controller_mind(arena_controller* controller, const arena_type* type, const char* mode,
                                  ploy_mind** mind, ploy_error* error)
{
    ploy_error ignored;
    if (!controller->technique->has_modes) mode = "";
    for (uint32_t i = 0; i < controller->mind_count; i++) {
        *mind = controller->minds[i].mind;
        if (strcmp(controller->minds[i].type, type->name) == 0 && strcmp(controller->minds[i].mode, mode) == 0)
            return PLOY_OK;
    }
    *mind = NULL;
    if (controller->mind_count == ARENA_MINDS) return PLOY_FULL;
    arena_mind* made = &controller->minds[controller->mind_count];
    ploy_status status = controller->technique->make(controller, type, mode, mind, error ? error : &ignored);
    if (status != PLOY_OK) return status;
    memcpy(made->type, type->name, sizeof made->type);
    snprintf(made->mode, sizeof made->mode, "%s", mode);
    made->mind = *mind;
    controller->mind_count++;
    return PLOY_OK;
}

const arena_mind* arena_mind_of(const arena_controller* controller, const arena_agent* agent)
{
    for (uint32_t i = 0; i < controller->mind_count; i++) {
        if (controller->minds[i].mind == agent->agent->mind) return &controller->minds[i];
    }
    return NULL;
}

const char* arena_controller_name(const arena_controller* controller)
{
    return controller->technique->name;
}

size_t arena_controller_bytes(const arena_controller* controller)
{
    return controller->bytes;
}

uint32_t arena_controllers_count(const arena_controllers* controllers)
{
    return controllers->count;
}

arena_controller* arena_controllers_at(const arena_controllers* controllers, uint32_t index)
{
    return controllers->list[index];
}

// What agents do, and uses.

arena_doing arena_controller_doing(const arena_controller* controller, const arena_agent* agent)
{
    if (!agent->agent->mind) return (arena_doing){"", ""};
    if (controller->technique->doing) return controller->technique->doing(controller, agent);
    return (arena_doing){"", agent->doing ? agent->doing : ""};
}

static uint32_t current_use(const arena_controller* controller, const arena_agent* agent)
{
    bool has_use = controller->technique->current && agent->agent->mind;
    return has_use ? controller->technique->current(controller, agent) : PLOY_NONE;
}

bool arena_controller_sees_change(const arena_controller* controller, const arena_agent* agent)
{
    uint32_t use = current_use(controller, agent);
    return use != PLOY_NONE && use + 1 != agent->state1;
}

void arena_controller_observe(arena_controller* controller, arena_agent* agent)
{
    uint32_t use = current_use(controller, agent);
    if (use == PLOY_NONE || use + 1 == agent->state1) return;
    if (!controller->technique->has_goals) arena_behavior_state(agent, use);
    uint32_t outer = controller->uses[use].outer;
    bool is_entered = outer != PLOY_NONE && (agent->state1 == 0 || controller->uses[agent->state1 - 1].outer != outer);
    if (is_entered) arena_count_use(controller, outer);
    agent->score.state_changes += agent->state1 != 0;
    agent->state1 = use + 1;
    arena_count_use(controller, use);
}

uint32_t arena_add_use(arena_controller* controller, const char* kind, const char* name)
{
    if (controller->use_count == ARENA_USES) return PLOY_NONE;
    controller->uses[controller->use_count] = (arena_use){kind, name, 0, PLOY_NONE};
    return controller->use_count++;
}

uint32_t arena_find_use(const arena_controller* controller, const char* name)
{
    for (uint32_t i = 0; i < controller->use_count; i++) {
        if (strcmp(controller->uses[i].name, name) == 0) return i;
    }
    return PLOY_NONE;
}

void arena_count_use(arena_controller* controller, uint32_t use)
{
    if (use < controller->use_count) controller->uses[use].count++;
}

void arena_count_plan(arena_controller* controller, arena_agent* agent, uint32_t steps)
{
    agent->score.plans++;
    arena_behavior_plan(agent, steps);
    controller->plan_lengths[steps < ARENA_PLAN_LENGTHS ? steps : ARENA_PLAN_LENGTHS - 1]++;
}

uint32_t arena_controller_use_count(const arena_controller* controller)
{
    return controller->use_count;
}

arena_use arena_controller_use(const arena_controller* controller, uint32_t index)
{
    return controller->uses[index];
}

const uint64_t* arena_controller_plan_lengths(const arena_controller* controller)
{
    return controller->plan_lengths;
}

void arena_controller_reset_uses(arena_controller* controller)
{
    for (uint32_t i = 0; i < controller->use_count; i++) controller->uses[i].count = 0;
    memset(controller->plan_lengths, 0, sizeof controller->plan_lengths);
}

void arena_report_goal(const arena_agent* agent, const ploy_goap_event* event)
{
    if (event->kind == PLOY_GOAP_GOAL_STARTED) arena_behavior_start_goal(agent, event->index);
    bool is_finished = event->kind == PLOY_GOAP_GOAL_FINISHED;
    if (is_finished || event->kind == PLOY_GOAP_GOAL_ABORTED) arena_behavior_end_goal(agent, is_finished);
}

ploy_status arena_bind_domain(arena_controller* controller, ploy_error* error)
{
    const ploy_bindings* bindings = arena_controllers_kit(controller->all)->bindings;
    return ploy_bindings_bind_domain(bindings, ploy_file_domain(controller->file, 0), error);
}
