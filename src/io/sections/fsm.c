// <fsm>: states contain states. A transition stands in the state that it leaves, or directly in <fsm> when it leaves
// any state.

#include <ploy/fsm.h>
#include <string.h>

#include "io/xml/loader.h"
#include "mind/fsm/fsm.h"

typedef struct fsm_builder
{
    pl_loader* loader;
    ploy_fsm* fsm;
    pl_xml_cursor cursor;
} fsm_builder;

static const char* const inner_names[] = {"state", "transition", NULL};

static void locate(fsm_builder* b, const pl_xml_node* node, uint32_t* line, uint32_t* column)
{
    pl_xml_move(b->loader->xml, &b->cursor, node->file);
    *line = b->cursor.line + 1;
    *column = node->file - b->cursor.start + 1;
}

static ploy_status pick(pl_loader* loader, const pl_xml_node* node, const char* attribute, const char* const* names,
                        const char* hint, int* value)
{
    const char* text = pl_xml_value(node, attribute);
    if (!text) return PLOY_OK;
    for (*value = 0; names[*value]; ++*value) {
        if (strcmp(names[*value], text) == 0) return PLOY_OK;
    }
    *value = 0;
    pl_loader_fail_value(loader, node, attribute, "'%s' is no %s", text, attribute);
    pl_error_hint(loader->error, "one of: %s", hint);
    return PLOY_INVALID;
}

// What is wrong is taken as left out, so that a state that others name is there.
static ploy_status read_time(fsm_builder* b, const pl_xml_node* node, int64_t* time)
{
    int64_t after = 0;
    ploy_status status = pl_loader_number(b->loader, node, "after", PL_NUMBER_DECIMAL, &after);
    if (status == PLOY_OK && after < 0) {
        status = pl_loader_fail_value(b->loader, node, "after", "the time must not be negative");
    }
    *time = status == PLOY_OK ? after * (PLOY_SECOND / 1000) : 0;
    return status;
}

static ploy_status add_transition(fsm_builder* b, const pl_xml_node* node, const char* from)
{
    static const char* const attributes[] = {"to", "when", "after", "on", NULL};
    static const char* const outcomes[] = {"anything", "success", "failure", "end", NULL};
    pl_loader* loader = b->loader;
    ploy_status status = pl_loader_check_attributes(loader, node, attributes, 1);
    ploy_fsm_transition_def def = {0};
    def.from = from;
    def.to = pl_xml_value(node, "to");
    def.when = pl_xml_value(node, "when");
    int on = 0;
    if (status == PLOY_OK) {
        status = pl_loader_take(loader, pick(loader, node, "on", outcomes, "anything, success, failure, end", &on));
    }
    if (status == PLOY_OK) status = pl_loader_take(loader, read_time(b, node, &def.after));
    if (status != PLOY_OK) return status;
    if (node->first || *node->text) {
        status = pl_loader_take(loader, pl_loader_fail(loader, node->file, "<transition> must be empty"));
    }
    def.on = (ploy_fsm_on)on;
    locate(b, node, &def.line, &def.column);
    return status == PLOY_OK ? ploy_fsm_add_transition(b->fsm, &def, NULL, loader->error) : status;
}

static ploy_status add_inner(fsm_builder* b, const pl_xml_node* node, const char* state);

static ploy_status add_state(fsm_builder* b, const pl_xml_node* node, const char* parent)
{
    static const char* const attributes[] = {"name", "base", "does", "enter", "exit", "initial", "history", NULL};
    static const char* const histories[] = {"none", "shallow", "deep", NULL};
    pl_loader* loader = b->loader;
    ploy_status status = pl_loader_check_attributes(loader, node, attributes, 1);
    if (status != PLOY_OK) return status;
    ploy_fsm_state_def def = {0};
    def.name = pl_xml_value(node, "name");
    def.parent = parent;
    def.base = pl_xml_value(node, "base");
    def.does = pl_xml_value(node, "does");
    def.enter = pl_xml_value(node, "enter");
    def.exit = pl_xml_value(node, "exit");
    def.initial = pl_xml_value(node, "initial");
    int history = 0;
    status = pl_loader_take(loader, pick(loader, node, "history", histories, "none, shallow, deep", &history));
    if (status != PLOY_OK) return status;
    def.history = (ploy_fsm_history)history;
    locate(b, node, &def.line, &def.column);
    status = ploy_fsm_add_state(b->fsm, &def, NULL, loader->error);
    return status == PLOY_OK ? add_inner(b, node, def.name) : status;
}

static ploy_status add_inner(fsm_builder* b, const pl_xml_node* node, const char* state)
{
    pl_loader* loader = b->loader;
    ploy_status status = PLOY_OK;
    if (*node->text) {
        pl_loader_fail(loader, pl_xml_text_place(node, 0), "<%s> cannot hold text", node->name);
        status = pl_loader_take(loader, PLOY_INVALID);
    }
    for (const pl_xml_node* child = node->first; child && status == PLOY_OK; child = child->next) {
        if (strcmp(child->name, "state") == 0) {
            status = add_state(b, child, state);
        } else if (strcmp(child->name, "transition") == 0) {
            status = add_transition(b, child, state);
        } else {
            status = pl_loader_fail_element(loader, child, inner_names);
        }
        status = pl_loader_take(loader, status);
    }
    return status;
}

ploy_status pl_load_fsm(pl_loader* loader, const pl_xml_node* node)
{
    static const char* const attributes[] = {"name", NULL};
    ploy_status status = pl_loader_check_attributes(loader, node, attributes, 1);
    if (status != PLOY_OK) return status;
    ploy_file* file = loader->file;
    const char* name = pl_xml_value(node, "name");
    if (ploy_file_find_fsm(file, name) != PLOY_NONE) {
        return pl_loader_fail_value(loader, node, "name", "state machine '%s' is named twice", name);
    }
    fsm_builder b = {.loader = loader, .fsm = ploy_fsm_create(&(ploy_fsm_def){name, file->allocator})};
    if (!b.fsm || !PL_ARRAY_PUSH(&file->fsms, &file->allocator, b.fsm)) {
        ploy_fsm_destroy(b.fsm);
        return PLOY_OUT_OF_MEMORY;
    }
    status = add_inner(&b, node, NULL);
    if (status == PLOY_OK) status = pl_fsm_check(b.fsm, &loader->reports);
    if (status == PLOY_INVALID && loader->error->line == 0) {
        b.cursor = (pl_xml_cursor){0};
        locate(&b, node, &loader->error->line, &loader->error->column);
    }
    return status;
}
