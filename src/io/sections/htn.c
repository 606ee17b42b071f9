// <htn>. It needs only a domain of the same file, so it is created here; its description is scratch.

#include <string.h>

#include "base/check.h"
#include "base/error.h"
#include "io/xml/loader.h"

typedef struct htn_builder
{
    pl_loader* loader;
    pl_arena* arena; ///< scratch
    const ploy_domain* domain;
} htn_builder;

static uint32_t count_named(const pl_xml_node* node, const char* name)
{
    uint32_t count = 0;
    for (const pl_xml_node* at = pl_xml_next_named(node->first, name); at; at = pl_xml_next_named(at->next, name))
        ++count;
    return count;
}

// Checks that an element contains only these elements, and no text.
static ploy_status check_inside(htn_builder* b, const pl_xml_node* node, const char* const* known)
{
    if (*node->text) {
        return pl_loader_fail(b->loader, pl_xml_text_place(node, 0), "<%s> cannot hold text", node->name);
    }
    for (const pl_xml_node* at = node->first; at; at = at->next) {
        uint32_t i = 0;
        while (known[i] && strcmp(known[i], at->name) != 0) ++i;
        if (!known[i]) return pl_loader_fail_element(b->loader, at, known);
    }
    return PLOY_OK;
}

static ploy_status read_params(htn_builder* b, const pl_xml_node* node, ploy_param params[PLOY_MAX_ARGS],
                               uint32_t* count)
{
    static const char* const attributes[] = {"name", "type", NULL};
    for (const pl_xml_node* at = pl_xml_next_named(node->first, "param"); at;
         at = pl_xml_next_named(at->next, "param")) {
        ploy_status status = pl_loader_check_attributes(b->loader, at, attributes, 2);
        if (status == PLOY_OK) status = pl_section_is_empty(b->loader, at, false);
        if (status != PLOY_OK) return status;
        if (*count == PLOY_MAX_ARGS) {
            return pl_loader_fail(b->loader, at->file, "more than %d parameters", PLOY_MAX_ARGS);
        }
        params[(*count)++] = (ploy_param){pl_xml_value(at, "name"), pl_xml_value(at, "type")};
    }
    return PLOY_OK;
}

static ploy_status read_subtask(htn_builder* b, const pl_xml_node* node, ploy_htn_subtask* subtask)
{
    static const char* const attributes[] = {"task", "args", NULL};
    static const char* const none[] = {NULL};
    bool is_pause = strcmp(node->name, "pause") == 0;
    subtask->line = node->line;
    ploy_status status = pl_loader_check_attributes(b->loader, node, is_pause ? none : attributes, is_pause ? 0 : 1);
    if (status == PLOY_OK) status = pl_section_is_empty(b->loader, node, false);
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

static ploy_status read_method(htn_builder* b, const pl_xml_node* node, ploy_htn_method* method)
{
    static const char* const attributes[] = {"name", "when", "unordered", NULL};
    static const char* const inside[] = {"do", "pause", "param", NULL};
    uint32_t count = count_named(node, "do") + count_named(node, "pause");
    ploy_htn_subtask* subtasks = PL_ARENA_ARRAY(b->arena, ploy_htn_subtask, count);
    if (!subtasks) return PLOY_OUT_OF_MEMORY;
    *method = (ploy_htn_method){.name = pl_xml_value(node, "name"),
                                .when = pl_xml_value(node, "when"),
                                .subtasks = subtasks,
                                .line = node->line};
    ploy_status status = pl_loader_check_attributes(b->loader, node, attributes, 0);
    if (status == PLOY_OK) status = check_inside(b, node, inside);
    if (status == PLOY_OK) status = pl_loader_bool(b->loader, node, "unordered", &method->unordered);
    if (status == PLOY_OK) status = read_params(b, node, method->params, &method->param_count);
    for (const pl_xml_node* at = node->first; at && status == PLOY_OK; at = at->next) {
        if (strcmp(at->name, "param") == 0) continue;
        status = read_subtask(b, at, &subtasks[method->subtask_count++]);
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
    *task = (ploy_htn_task){.name = pl_xml_value(node, "name"), .methods = methods, .line = node->line};
    status = read_params(b, node, task->params, &task->param_count);
    const pl_xml_node* at = pl_xml_next_named(node->first, "method");
    for (; at && status == PLOY_OK; at = pl_xml_next_named(at->next, "method")) {
        status = read_method(b, at, &methods[task->method_count++]);
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
    for (const pl_xml_node* at = node->first; at && status == PLOY_OK; at = at->next) {
        status = read_task(b, at, &tasks[def->task_count++]);
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
    if (status == PLOY_OK) status = pl_section_choice(loader, node, "ranking", rankings, &ranking);
    if (status == PLOY_OK) status = pl_section_range(loader, node, "max_depth", PL_NUMBER_WHOLE, 1, 1000, &depth);
    if (status == PLOY_OK) status = pl_section_range(loader, node, "max_steps", PL_NUMBER_WHOLE, 1, 1000, &steps);
    if (status == PLOY_OK) status = pl_section_range(loader, node, "max_nodes", PL_NUMBER_WHOLE, 1, 1 << 30, &nodes);
    def->domain = b->domain;
    def->ranking = (ploy_htn_ranking)ranking;
    def->max_depth = (uint32_t)depth;
    def->max_steps = (uint32_t)steps;
    def->max_nodes = (uint32_t)nodes;
    return status;
}

// An error of ploy_htn_create has a line only: finds the element that begins there.
static const pl_xml_node* find_line(const pl_xml_node* node, uint32_t line)
{
    const pl_xml_node* found = node->line == line ? node : NULL;
    for (const pl_xml_node* at = node->first; at; at = at->next) {
        const pl_xml_node* inside = find_line(at, line);
        found = inside ? inside : found;
    }
    return found;
}

static ploy_status create(htn_builder* b, const pl_xml_node* node, const ploy_htn_def* def)
{
    ploy_file* file = b->loader->file;
    ploy_htn* htn;
    ploy_status status = ploy_htn_create(def, &htn, b->loader->error);
    if (status == PLOY_INVALID) {
        const pl_xml_node* at = find_line(node, b->loader->error->line);
        pl_xml_locate(b->loader->xml, at ? at->file : node->file, b->loader->error);
    }
    if (status != PLOY_OK) return status;
    if (PL_ARRAY_PUSH(&file->htns, &file->allocator, htn)) return PLOY_OK;
    ploy_htn_destroy(htn);
    return PLOY_OUT_OF_MEMORY;
}

ploy_status pl_load_htn(pl_loader* loader, const pl_xml_node* node)
{
    htn_builder b = {.loader = loader, .arena = &loader->xml->arena};
    ploy_htn_def def = {0};
    def.allocator = loader->file->allocator;
    ploy_status status = read_attributes(&b, node, &def);
    if (status == PLOY_OK) status = read_tasks(&b, node, &def);
    return status == PLOY_OK ? create(&b, node, &def) : status;
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
