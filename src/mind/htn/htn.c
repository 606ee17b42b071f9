// From a description to an htn: names become indices, conditions become syntax trees.

#include "mind/htn/htn.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/defaults.h"
#include "base/error.h"
#include "plan/domain/domain.h"

enum
{
    MAX_LIMIT = 1000,
};

typedef struct htn_compiler
{
    const ploy_htn_def* def;
    ploy_htn* htn;
    ploy_error* error; ///< that of the reports
    pl_reports* reports;
    const ploy_htn_task* task;
    const ploy_htn_method* method;
    pl_parameter params[PL_HTN_ARGS]; ///< of the task, then of the method
    pl_declaration head;
    uint32_t line, column;
} htn_compiler;

static ploy_htn_def htn_with_defaults(const ploy_htn_def* given)
{
    ploy_htn_def def = given ? *given : (ploy_htn_def){0};
    def.allocator = pl_allocator_choose(&def.allocator);
    PL_DEFAULT(def.max_depth, PLOY_DEFAULT_HTN_DEPTH);
    PL_DEFAULT(def.max_steps, PLOY_DEFAULT_HTN_STEPS);
    PL_DEFAULT(def.max_nodes, PLOY_DEFAULT_HTN_NODES);
    return def;
}

static ploy_status fail(htn_compiler* b, const char* format, ...) PL_PRINTF(2, 3);

static ploy_status fail(htn_compiler* b, const char* format, ...)
{
    char text[180];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    const char* name = b->task && b->task->name ? b->task->name : "";
    if (b->task) {
        pl_error_set(b->error, b->line, b->column, "task '%s': %s", name, text);
    } else {
        pl_error_set(b->error, b->line, b->column, "%s", text);
    }
    return PLOY_INVALID;
}

static ploy_status take(htn_compiler* b, ploy_status status)
{
    return pl_reports_take(b->reports, status);
}

static void move(htn_compiler* b, uint32_t line, uint32_t column)
{
    if (line == 0) return;
    b->line = line;
    b->column = column;
}

static const char* keep(htn_compiler* b, const char* text)
{
    size_t bytes = strlen(text) + 1;
    char* copy = pl_arena_alloc(&b->htn->arena, bytes);
    if (copy) memcpy(copy, text, bytes);
    return copy;
}

// Parameters.

static ploy_status check_param(htn_compiler* b, const ploy_param* from, uint32_t* type)
{
    if (!from->name || !from->type) return fail(b, "a parameter needs a name and a type");
    *type = pl_domain_find_type(b->def->domain, from->type);
    if (*type == PLOY_NONE) {
        fail(b, "unknown type '%s'", from->type);
        pl_error_missing(b->error, PLOY_MISSING_NOTHING, from->type, NULL);
        return PLOY_INVALID;
    }
    for (uint32_t k = 0; k < b->head.param_count; ++k) {
        if (strcmp(b->params[k].name, from->name) == 0) return fail(b, "parameter '%s' is named twice", from->name);
    }
    return PLOY_OK;
}

// A parameter whose type is not known fits nowhere and everywhere: what names it is not blamed.
static ploy_status add_params(htn_compiler* b, const ploy_param* from, uint32_t count)
{
    if (count > PLOY_MAX_ARGS) return fail(b, "more than %d parameters", PLOY_MAX_ARGS);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t type = PLOY_NONE;
        ploy_status status = take(b, check_param(b, &from[i], &type));
        if (status != PLOY_OK) return status;
        b->params[b->head.param_count++] =
            (pl_parameter){(char*)(from[i].name ? from[i].name : ""), type, type == PLOY_NONE};
    }
    return PLOY_OK;
}

// Subtasks.

static ploy_status resolve_arg(htn_compiler* b, const char* text, uint32_t type, int32_t* arg)
{
    const ploy_domain* domain = b->def->domain;
    for (uint32_t i = 0; text && i < b->head.param_count; ++i) {
        if (strcmp(b->params[i].name, text) != 0) continue;
        if (b->params[i].type == PLOY_NONE || type == PLOY_NONE) return PLOY_OK;
        if (b->params[i].type != type) {
            return fail(b, "'%s' is a %s, not a %s", text, ploy_domain_type(domain, b->params[i].type).name,
                        ploy_domain_type(domain, type).name);
        }
        *arg = (int32_t)i;
        return PLOY_OK;
    }
    if (type == PLOY_NONE) return PLOY_OK;
    uint32_t object = text ? ploy_domain_find_object(domain, type, text) : PLOY_NONE;
    if (object == PLOY_NONE) {
        fail(b, "'%s' is no parameter and no %s", text ? text : "", ploy_domain_type(domain, type).name);
        pl_error_missing(b->error, PLOY_MISSING_NOTHING, text ? text : "", NULL);
        return PLOY_INVALID;
    }
    *arg = ~(int32_t)object;
    return PLOY_OK;
}

static void hint_name(htn_compiler* b, const char* name)
{
    pl_similar similar = pl_similar_begin(name);
    for (uint32_t i = 0; i < b->def->task_count; ++i) {
        if (b->def->tasks[i].name) pl_similar_offer(&similar, b->def->tasks[i].name);
    }
    for (uint32_t i = 0; i < ploy_domain_action_count(b->def->domain); ++i) {
        pl_similar_offer(&similar, ploy_domain_action(b->def->domain, i).name);
    }
    pl_similar_hint(&similar, b->error);
}

// Finds the task or action of a name, and the types of its parameters. PLOY_NOT_FOUND: these are lost.
static ploy_status resolve_name(htn_compiler* b, const char* name, pl_htn_compiled_subtask* made,
                                uint32_t types[PLOY_MAX_ARGS], uint32_t* count)
{
    made->index = ploy_htn_find_task(b->htn, name);
    if (made->index != PLOY_NONE) {
        const pl_htn_compiled_task* task = &b->htn->tasks.data[made->index];
        made->kind = PLOY_SUBTASK_TASK;
        memcpy(types, task->param_types, sizeof task->param_types);
        *count = task->param_count;
        return PLOY_OK;
    }
    made->index = ploy_domain_find_action(b->def->domain, name);
    if (made->index == PLOY_NONE) {
        fail(b, "'%s' is no task and no action", name);
        hint_name(b, name);
        pl_error_missing(b->error, PLOY_MISSING_NOTHING, name, NULL);
        return PLOY_INVALID;
    }
    const pl_declaration* action = &b->def->domain->actions.data[made->index].declaration;
    made->kind = PLOY_SUBTASK_ACTION;
    for (uint32_t i = 0; i < action->param_count; ++i) {
        types[i] = action->params[i].is_vague ? PLOY_NONE : action->params[i].type;
    }
    *count = action->param_count;
    return action->is_vague ? PLOY_NOT_FOUND : PLOY_OK;
}

static ploy_status connect(htn_compiler* b, const ploy_htn_subtask* from, pl_htn_compiled_subtask* made)
{
    uint32_t types[PLOY_MAX_ARGS], count;
    ploy_status status = resolve_name(b, from->name, made, types, &count);
    if (status == PLOY_NOT_FOUND) return PLOY_OK;
    if (status != PLOY_OK) return status;
    if (count != from->arg_count) {
        return fail(b, "'%s' takes %u arguments, not %u", from->name, (unsigned)count, (unsigned)from->arg_count);
    }
    made->arg_count = (uint8_t)count;
    for (uint32_t i = 0; status == PLOY_OK && i < count; ++i) {
        status = take(b, resolve_arg(b, from->args[i], types[i], &made->args[i]));
    }
    return status;
}

static ploy_status add_subtask(htn_compiler* b, const ploy_htn_subtask* from)
{
    ploy_htn* htn = b->htn;
    pl_htn_compiled_subtask made = {.kind = PLOY_SUBTASK_PAUSE};
    move(b, from->line, from->column);
    ploy_status status = from->name ? take(b, connect(b, from, &made)) : PLOY_OK;
    if (status != PLOY_OK) return status;
    htn->has_pauses = htn->has_pauses || !from->name;
    return PL_ARRAY_PUSH(&htn->subtasks, &htn->allocator, made) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

// Methods.

static ploy_status parse_condition(htn_compiler* b, pl_htn_compiled_method* made)
{
    const char* text = b->method->when;
    made->condition = PLOY_NONE;
    if (!text || !*text) return PLOY_OK;
    ploy_error inner = {0};
    pl_source source = {b->def->domain, &b->head, PL_PART_TEST, 0, 0, text, &inner};
    ploy_status status = pl_expression_parse(&source, PL_GRAMMAR_CONDITION, &b->htn->allocator, &b->htn->conditions);
    made->condition = b->htn->conditions.root;
    if (status != PLOY_INVALID) return status;
    fail(b, "%s", inner.message);
    memcpy(b->error->hint, inner.hint, sizeof inner.hint);
    pl_error_keep_missing(b->error, &inner);
    return PLOY_INVALID;
}

static ploy_status count_alternatives(htn_compiler* b, pl_htn_compiled_method* made)
{
    uint64_t alternatives = 1;
    made->free_count = b->method->param_count;
    for (uint32_t i = 0; i < made->free_count; ++i) {
        uint32_t type = b->params[b->task->param_count + i].type;
        made->free_sizes[i] = type == PLOY_NONE ? 1 : ploy_domain_type(b->def->domain, type).object_count;
        alternatives *= made->free_sizes[i];
        if (alternatives > UINT16_MAX) return fail(b, "the free parameters of a method have too many combinations");
    }
    made->alternatives = (uint32_t)alternatives;
    return PLOY_OK;
}

static ploy_status add_method(htn_compiler* b, uint32_t task, uint32_t first_alternative, pl_htn_compiled_method* made)
{
    const ploy_htn_method* from = b->method;
    *made = (pl_htn_compiled_method){
        .name = keep(b, from->name ? from->name : ""),
        .when = keep(b, from->when ? from->when : ""),
        .task = task,
        .first_subtask = b->htn->subtasks.count,
        .subtask_count = from->subtask_count,
        .first_alternative = first_alternative,
        .unordered = from->unordered && from->subtask_count > 1,
    };
    b->htn->has_unordered = b->htn->has_unordered || made->unordered;
    if (!made->name || !made->when) return PLOY_OUT_OF_MEMORY;
    move(b, from->line, from->column);
    if (from->subtask_count > PLOY_MAX_SUBTASKS)
        return fail(b, "a method has more than %d subtasks", PLOY_MAX_SUBTASKS);
    b->head.param_count = b->task->param_count;
    ploy_status status = add_params(b, from->params, from->param_count);
    if (status == PLOY_OK) status = take(b, count_alternatives(b, made));
    if (status == PLOY_OK) status = take(b, parse_condition(b, made));
    for (uint32_t i = 0; status == PLOY_OK && i < from->subtask_count; ++i) {
        status = add_subtask(b, &from->subtasks[i]);
    }
    return status;
}

// Tasks: first all names, because methods may refer to any task.

static ploy_status begin_task(htn_compiler* b, const ploy_htn_task* from)
{
    const ploy_domain* domain = b->def->domain;
    b->task = from;
    b->line = from->line;
    b->column = from->column;
    b->head = (pl_declaration){.params = b->params};
    if (!from->name || !*from->name) return fail(b, "a task needs a name");
    if (ploy_htn_find_task(b->htn, from->name) != PLOY_NONE) return fail(b, "named twice");
    if (ploy_domain_find_action(domain, from->name) != PLOY_NONE) return fail(b, "there is an action of that name");
    return from->method_count == 0 ? fail(b, "a task needs a method") : PLOY_OK;
}

static ploy_status add_task(htn_compiler* b, const ploy_htn_task* from)
{
    ploy_htn* htn = b->htn;
    ploy_status status = take(b, begin_task(b, from));
    if (status == PLOY_OK) status = take(b, add_params(b, from->params, from->param_count));
    if (status != PLOY_OK) return status;
    pl_htn_compiled_task made = {.name = keep(b, from->name ? from->name : ""),
                                 .param_count = b->head.param_count,
                                 .method_count = from->method_count};
    for (uint32_t i = 0; i < made.param_count; ++i) made.param_types[i] = b->params[i].type;
    bool kept = made.name && PL_ARRAY_PUSH(&htn->tasks, &htn->allocator, made);
    return kept ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

// The errors of a task's own parameters have been reported.
static ploy_status begin_methods(htn_compiler* b, uint32_t task)
{
    b->task = &b->def->tasks[task];
    b->line = b->task->line;
    b->column = b->task->column;
    b->head = (pl_declaration){.params = b->params};
    if (b->task->param_count != b->htn->tasks.data[task].param_count) return PLOY_NOT_FOUND;
    for (uint32_t i = 0; i < b->task->param_count; ++i) {
        const char* name = b->task->params[i].name;
        uint32_t type = b->htn->tasks.data[task].param_types[i];
        b->params[b->head.param_count++] = (pl_parameter){(char*)(name ? name : ""), type, type == PLOY_NONE};
    }
    return PLOY_OK;
}

static ploy_status add_methods(htn_compiler* b, uint32_t task)
{
    ploy_htn* htn = b->htn;
    uint32_t first_alternative = 0;
    ploy_status status = begin_methods(b, task);
    if (status != PLOY_OK) return PLOY_OK;
    htn->tasks.data[task].first_method = htn->methods.count;
    for (uint32_t i = 0; status == PLOY_OK && i < b->task->method_count; ++i) {
        pl_htn_compiled_method made;
        b->method = &b->task->methods[i];
        status = take(b, add_method(b, task, first_alternative, &made));
        if (status != PLOY_OK) return status;
        first_alternative += made.alternatives;
        if (!PL_ARRAY_PUSH(&htn->methods, &htn->allocator, made)) return PLOY_OUT_OF_MEMORY;
    }
    return status;
}

static bool is_limit(uint32_t limit)
{
    return limit > 0 && limit <= MAX_LIMIT;
}

static ploy_status build(htn_compiler* b)
{
    const ploy_htn_def* def = b->def;
    if (def->task_count == 0) return fail(b, "a task network needs a task");
    if (!is_limit(def->max_depth) || !is_limit(def->max_steps) || def->max_nodes == 0) {
        return fail(b, "a limit is 0 or above %d", MAX_LIMIT);
    }
    b->htn->name = keep(b, def->name ? def->name : "");
    ploy_status status = b->htn->name ? PLOY_OK : PLOY_OUT_OF_MEMORY;
    for (uint32_t i = 0; status == PLOY_OK && i < def->task_count; ++i) status = add_task(b, &def->tasks[i]);
    for (uint32_t i = 0; status == PLOY_OK && i < def->task_count; ++i) status = add_methods(b, i);
    return status;
}

ploy_status ploy_htn_create(const ploy_htn_def* given, ploy_htn** htn, ploy_error* error)
{
    PL_NEED_ERROR(error, htn, PLOY_INVALID);
    *htn = NULL;
    PL_NEED_NAMED("def", error, given, PLOY_INVALID);
    ploy_htn_def full = htn_with_defaults(given);
    const ploy_htn_def* def = &full;
    PL_NEED_ERROR(error, def->domain, PLOY_INVALID);
    PL_ASSERT(pl_domain_compiled(def->domain));
    ploy_error ignored;
    error = error ? error : &ignored;
    pl_error_clear(error);
    pl_reports reports = {.error = error, .on_error = def->on_error, .user = def->error_user};
    ploy_htn* made = PL_NEW(&def->allocator, ploy_htn);
    if (!made) return PLOY_OUT_OF_MEMORY;
    made->allocator = def->allocator;
    made->domain = pl_domain_take(def->domain);
    made->ranking = def->ranking;
    made->max_depth = def->max_depth;
    made->max_steps = def->max_steps;
    made->max_nodes = def->max_nodes;
    pl_arena_init(&made->arena, &made->allocator, 0);
    ploy_status status = build(&(htn_compiler){.def = def, .htn = made, .error = error, .reports = &reports});
    status = pl_reports_end(&reports, status);
    if (status != PLOY_OK) {
        ploy_htn_destroy(made);
        return status;
    }
    made->max_rest = made->max_depth * (made->has_unordered ? 2 : 1);
    *htn = made;
    return PLOY_OK;
}

void ploy_htn_destroy(ploy_htn* htn)
{
    if (!htn || !pl_shared_drop(&htn->shared)) return;
    ploy_allocator allocator = htn->allocator;
    PL_ARRAY_FREE(&htn->tasks, &allocator);
    PL_ARRAY_FREE(&htn->methods, &allocator);
    PL_ARRAY_FREE(&htn->subtasks, &allocator);
    pl_expression_free(&htn->conditions, &allocator);
    pl_arena_destroy(&htn->arena);
    pl_domain_drop(htn->domain);
    PL_DELETE(&allocator, htn);
}

const char* ploy_htn_name(const ploy_htn* htn)
{
    PL_NEED(htn, "");
    return htn->name;
}

const ploy_domain* ploy_htn_domain(const ploy_htn* htn)
{
    PL_NEED(htn, NULL);
    return htn->domain;
}

uint32_t ploy_htn_task_count(const ploy_htn* htn)
{
    PL_NEED(htn, 0);
    return htn->tasks.count;
}

uint32_t ploy_htn_find_task(const ploy_htn* htn, const char* name)
{
    PL_NEED(htn, PLOY_NONE);
    PL_NEED(name, PLOY_NONE);
    for (uint32_t i = 0; i < htn->tasks.count; ++i) {
        if (strcmp(htn->tasks.data[i].name, name) == 0) return i;
    }
    return PLOY_NONE;
}

const char* ploy_htn_task_name(const ploy_htn* htn, uint32_t task)
{
    PL_NEED(htn, "");
    PL_ASSERT(task < htn->tasks.count);
    return htn->tasks.data[task].name;
}

uint32_t pl_htn_task_param_count(const ploy_htn* htn, uint32_t task)
{
    PL_ASSERT(task < htn->tasks.count);
    return htn->tasks.data[task].param_count;
}

uint32_t ploy_htn_task_method_count(const ploy_htn* htn, uint32_t task)
{
    PL_NEED(htn, 0);
    PL_ASSERT(task < htn->tasks.count);
    return htn->tasks.data[task].method_count;
}

ploy_htn_method_info ploy_htn_task_method(const ploy_htn* htn, uint32_t task, uint32_t method)
{
    PL_NEED(htn, (ploy_htn_method_info){0});
    PL_ASSERT(task < htn->tasks.count && method < htn->tasks.data[task].method_count);
    const pl_htn_compiled_method* of = &htn->methods.data[htn->tasks.data[task].first_method + method];
    ploy_htn_method_info info = {of->name, of->when, of->subtask_count, .unordered = of->unordered};
    for (uint32_t i = 0; i < of->subtask_count; ++i) {
        const pl_htn_compiled_subtask* subtask = &htn->subtasks.data[of->first_subtask + i];
        info.kinds[i] = (ploy_htn_subtask_kind)subtask->kind;
        info.subtasks[i] = subtask->index;
    }
    return info;
}
