// <htn>. It needs only a domain of the same file, so it is created here; its description is scratch.

#include <string.h>

#include "base/check.h"
#include "base/error.h"
#include "io/xml/loader.h"

typedef struct htn_builder
{
    pl_loader* loader;
    pl_arena* arena; ///< scratch
    const pl_xml_node* node;
    const ploy_domain* domain;
    pl_xml_cursor cursor;
} htn_builder;

static void locate(htn_builder* b, const pl_xml_node* node, uint32_t* line, uint32_t* column)
{
    pl_xml_move(b->loader->xml, &b->cursor, node->file);
    *line = b->cursor.line + 1;
    *column = node->file - b->cursor.start + 1;
}

static uint32_t count_named(const pl_xml_node* node, const char* name)
{
    uint32_t count = 0;
    for (const pl_xml_node* at = pl_xml_next_named(node->first, name); at; at = pl_xml_next_named(at->next, name))
        ++count;
    return count;
}

static bool is_known(const pl_xml_node* node, const char* const* known)
{
    while (*known && strcmp(*known, node->name) != 0) ++known;
    return *known != NULL;
}

// Checks that an element contains only these elements, and no text.
static ploy_status check_inside(htn_builder* b, const pl_xml_node* node, const char* const* known)
{
    ploy_status status = PLOY_OK;
    if (*node->text) {
        pl_loader_fail(b->loader, pl_xml_text_place(node, 0), "<%s> cannot hold text", node->name);
        status = pl_loader_take(b->loader, PLOY_INVALID);
    }
    for (const pl_xml_node* at = node->first; at && status == PLOY_OK; at = at->next) {
        if (!is_known(at, known)) status = pl_loader_take(b->loader, pl_loader_fail_element(b->loader, at, known));
    }
    return status;
}

static ploy_status read_param(htn_builder* b, const pl_xml_node* node, ploy_param params[PLOY_MAX_ARGS],
                              uint32_t* count)
{
    static const char* const attributes[] = {"name", "type", NULL};
    ploy_status status = pl_loader_check_attributes(b->loader, node, attributes, 2);
    if (status == PLOY_OK) status = pl_loader_take(b->loader, pl_section_is_empty(b->loader, node, false));
    if (status != PLOY_OK) return status;
    if (*count == PLOY_MAX_ARGS) {
        return pl_loader_fail(b->loader, node->file, "more than %d parameters", PLOY_MAX_ARGS);
    }
    params[(*count)++] = (ploy_param){pl_xml_value(node, "name"), pl_xml_value(node, "type")};
    return PLOY_OK;
}

static ploy_status read_params(htn_builder* b, const pl_xml_node* node, ploy_param params[PLOY_MAX_ARGS],
                               uint32_t* count)
{
    ploy_status status = PLOY_OK;
    const pl_xml_node* at = pl_xml_next_named(node->first, "param");
    for (; at && status == PLOY_OK; at = pl_xml_next_named(at->next, "param")) {
        status = pl_loader_take(b->loader, read_param(b, at, params, count));
    }
    return status;
}

static ploy_status read_subtask(htn_builder* b, const pl_xml_node* node, ploy_htn_subtask* subtask)
{
    static const char* const attributes[] = {"task", "args", NULL};
    static const char* const none[] = {NULL};
    bool is_pause = strcmp(node->name, "pause") == 0;
    locate(b, node, &subtask->line, &subtask->column);
    ploy_status status = pl_loader_check_attributes(b->loader, node, is_pause ? none : attributes, is_pause ? 0 : 1);
    if (status == PLOY_OK) status = pl_loader_take(b->loader, pl_section_is_empty(b->loader, node, false));
    if (status != PLOY_OK || is_pause) return status;
    pl_words words;
    if (pl_loader_words(b->loader, pl_xml_value(node, "args"), &words) != PLOY_OK) return PLOY_OUT_OF_MEMORY;
    if (words.count > PLOY_MAX_ARGS) {
        return pl_loader_fail_value(b->loader, node, "args", "more than %d arguments", PLOY_MAX_ARGS);
    }
    subtask->name = pl_xml_value(node, "task");
    subtask->arg_count = words.count;
    for (uint32_t i = 0; i < words.count; ++i) subtask->args[i] = words.names[i];
    return PLOY_OK;
}

// A subtask that is wrong is left as a pause.
static ploy_status read_method(htn_builder* b, const pl_xml_node* node, ploy_htn_method* method)
{
    static const char* const attributes[] = {"name", "when", "unordered", NULL};
    static const char* const inside[] = {"do", "pause", "param", NULL};
    uint32_t count = count_named(node, "do") + count_named(node, "pause");
    ploy_htn_subtask* subtasks = PL_ARENA_ARRAY(b->arena, ploy_htn_subtask, count);
    if (!subtasks) return PLOY_OUT_OF_MEMORY;
    *method = (ploy_htn_method){
        .name = pl_xml_value(node, "name"), .when = pl_xml_value(node, "when"), .subtasks = subtasks};
    locate(b, node, &method->line, &method->column);
    ploy_status status = pl_loader_check_attributes(b->loader, node, attributes, 0);
    if (status == PLOY_OK) status = check_inside(b, node, inside);
    if (status == PLOY_OK) {
        status = pl_loader_take(b->loader, pl_loader_bool(b->loader, node, "unordered", &method->unordered));
    }
    if (status == PLOY_OK) status = read_params(b, node, method->params, &method->param_count);
    for (const pl_xml_node* at = node->first; at && status == PLOY_OK; at = at->next) {
        if (strcmp(at->name, "do") != 0 && strcmp(at->name, "pause") != 0) continue;
        status = pl_loader_take(b->loader, read_subtask(b, at, &subtasks[method->subtask_count++]));
    }
    return status;
}

static ploy_status read_task(htn_builder* b, const pl_xml_node* node, ploy_htn_task* task)
{
    static const char* const attributes[] = {"name", NULL};
    static const char* const inside[] = {"method", "param", NULL};
    ploy_htn_method* methods = PL_ARENA_ARRAY(b->arena, ploy_htn_method, count_named(node, "method"));
    if (!methods) return PLOY_OUT_OF_MEMORY;
    ploy_status status = pl_loader_check_attributes(b->loader, node, attributes, 1);
    if (status == PLOY_OK) status = check_inside(b, node, inside);
    if (status != PLOY_OK) return status;
    *task = (ploy_htn_task){.name = pl_xml_value(node, "name"), .methods = methods};
    locate(b, node, &task->line, &task->column);
    status = read_params(b, node, task->params, &task->param_count);
    const pl_xml_node* at = pl_xml_next_named(node->first, "method");
    for (; at && status == PLOY_OK; at = pl_xml_next_named(at->next, "method")) {
        status = pl_loader_take(b->loader, read_method(b, at, &methods[task->method_count++]));
    }
    return status;
}

static ploy_status read_tasks(htn_builder* b, const pl_xml_node* node, ploy_htn_def* def)
{
    static const char* const inside[] = {"task", NULL};
    ploy_htn_task* tasks = PL_ARENA_ARRAY(b->arena, ploy_htn_task, count_named(node, "task"));
    if (!tasks) return PLOY_OUT_OF_MEMORY;
    def->tasks = tasks;
    ploy_status status = check_inside(b, node, inside);
    const pl_xml_node* at = pl_xml_next_named(node->first, "task");
    for (; at && status == PLOY_OK; at = pl_xml_next_named(at->next, "task")) {
        ploy_htn_task task = {0};
        status = pl_loader_take(b->loader, read_task(b, at, &task));
        if (task.name) tasks[def->task_count++] = task;
    }
    return status;
}

static ploy_status find_domain(htn_builder* b, const pl_xml_node* node)
{
    const ploy_file* file = b->loader->file;
    const char* name = pl_xml_value(node, "domain");
    uint32_t index = pl_file_find_domain(file, name);
    if (index != PLOY_NONE) {
        b->domain = file->domains.data[index].domain;
        return PLOY_OK;
    }
    pl_loader_fail_value(b->loader, node, "domain", "unknown domain '%s'", name);
    pl_similar similar = pl_similar_begin(name);
    for (uint32_t i = 0; i < file->domains.count; ++i) {
        pl_similar_offer(&similar, ploy_domain_name(file->domains.data[i].domain));
    }
    pl_similar_hint(&similar, b->loader->error);
    pl_error_missing(b->loader->error, PLOY_MISSING_NOTHING, name, NULL);
    return PLOY_INVALID;
}

static ploy_status read_attributes(htn_builder* b, const pl_xml_node* node, ploy_htn_def* def)
{
    static const char* const attributes[] = {"name", "domain", "ranking", "max_depth", "max_steps", "max_nodes", NULL};
    static const char* const rankings[] = {"order", "cost", NULL};
    int64_t depth = def->max_depth, steps = def->max_steps, nodes = def->max_nodes;
    uint32_t ranking = 0;
    pl_loader* loader = b->loader;
    ploy_status status = pl_loader_check_attributes(loader, node, attributes, 2);
    if (status == PLOY_OK) def->name = pl_section_name(loader, node, &status);
    if (status == PLOY_OK) status = find_domain(b, node);
    if (status == PLOY_OK) {
        status = pl_loader_take(loader, pl_section_choice(loader, node, "ranking", rankings, &ranking));
    }
    const struct
    {
        const char* name;
        int64_t max;
        int64_t* value;
    } limits[] = {{"max_depth", 1000, &depth}, {"max_steps", 1000, &steps}, {"max_nodes", 1 << 30, &nodes}};
    for (uint32_t i = 0; i < 3 && status == PLOY_OK; ++i) {
        status = pl_section_range(loader, node, limits[i].name, PL_NUMBER_WHOLE, 1, limits[i].max, limits[i].value);
        status = pl_loader_take(loader, status);
    }
    def->domain = b->domain;
    def->ranking = (ploy_htn_ranking)ranking;
    def->max_depth = (uint32_t)depth;
    def->max_steps = (uint32_t)steps;
    def->max_nodes = (uint32_t)nodes;
    return status;
}

static void place_error(void* user, const ploy_error* error)
{
    htn_builder* b = user;
    pl_loader* loader = b->loader;
    *loader->error = *error;
    if (error->line == 0) pl_xml_locate(loader->xml, b->node->file, loader->error);
}

static void take_error(void* user, const ploy_error* error)
{
    place_error(user, error);
    pl_loader_take(((htn_builder*)user)->loader, PLOY_INVALID);
}

static ploy_status create(htn_builder* b, ploy_htn_def* def)
{
    ploy_file* file = b->loader->file;
    ploy_htn* htn;
    ploy_error error = {0};
    def->on_error = b->loader->def->on_error ? take_error : NULL;
    def->error_user = b;
    ploy_status status = ploy_htn_create(def, &htn, &error);
    if (status == PLOY_INVALID && def->on_error) return PLOY_OK;
    if (status == PLOY_INVALID) place_error(b, &error);
    if (status != PLOY_OK) return status;
    if (PL_ARRAY_PUSH(&file->htns, &file->allocator, htn)) return PLOY_OK;
    ploy_htn_destroy(htn);
    return PLOY_OUT_OF_MEMORY;
}

ploy_status pl_load_htn(pl_loader* loader, const pl_xml_node* node)
{
    htn_builder b = {.loader = loader, .arena = &loader->xml->arena, .node = node};
    ploy_htn_def def = {0};
    def.allocator = loader->file->allocator;
    ploy_status status = read_attributes(&b, node, &def);
    if (status == PLOY_OK) status = read_tasks(&b, node, &def);
    return status == PLOY_OK ? create(&b, &def) : status;
}

uint32_t ploy_file_htn_count(const ploy_file* file)
{
    PL_NEED(file, 0);
    return file->htns.count;
}

ploy_htn* ploy_file_htn(const ploy_file* file, uint32_t index)
{
    PL_NEED(file, NULL);
    PL_ASSERT(index < file->htns.count);
    return file->htns.data[index];
}

uint32_t pl_file_find_htn(const ploy_file* file, const char* name)
{
    for (uint32_t i = 0; i < file->htns.count; ++i) {
        if (strcmp(ploy_htn_name(file->htns.data[i]), name) == 0) return i;
    }
    return PLOY_NONE;
}
