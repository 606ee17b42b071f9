// A domain from its element. Types come first, then symbols, tables, actions and goals, so that a file may have them in any
// order; within each kind indices follow the file. The XML tree is kept until the domain is compiled: when a text is wrong,
// the domain says which (part, owner, clause), and the tree says where that stands.

#include "io/sections/domain_builder.h"

#include <string.h>

#include "base/error.h"
#include "io/lost_names.h"

// With on_error the error is reported and loading goes on.
ploy_status pl_domain_report(pl_domain_builder* b, ploy_status status)
{
    if (status != PLOY_INVALID || !b->loader->def->on_error) {
        return status;
    }
    b->failed = true;
    return pl_loader_take(b->loader, status);
}

// The list has the items that the domain has.
static ploy_status add_each(pl_domain_builder* b, pl_element element,
                            ploy_status (*add)(pl_domain_builder* b, const pl_xml_node* node))
{
    const pl_xml_node* node = pl_xml_next(b->node->first, element);
    for (; node; node = pl_xml_next(node->next, element)) {
        ploy_status status = pl_domain_report(b, add(b, node));
        if (status != PLOY_OK) {
            return status;
        }
        b->actions.count = ploy_domain_action_count(b->domain);
        b->goals.count = ploy_domain_goal_count(b->domain);
    }
    return PLOY_OK;
}

// Makes a clause that is wrong one that is right, so that the next error shows.
static ploy_status pass_over(pl_domain_builder* b, ploy_part part, uint32_t owner, uint32_t clause)
{
    bool is_number = part == PLOY_PART_COST || part == PLOY_PART_PRIORITY;
    const char* text = part == PLOY_PART_EFFECT ? "" : is_number ? "1" : "true";
    return ploy_domain_change_clause(b->domain, part, owner, clause, text, NULL);
}

typedef struct clause_place
{
    ploy_part part;
    uint32_t owner;
    uint32_t clause;
} clause_place;

static bool is_same_clause(const clause_place* a, const clause_place* b)
{
    return a->part == b->part && a->owner == b->owner && a->clause == b->clause;
}

// After an error in a clause: a name that is not known counts as lost, so that the next error of the clause shows.
static ploy_status lose_unknown(pl_domain_builder* b)
{
    const char* name = b->loader->error->name;
    bool is_new = *name && pl_names_find(&b->loader->file->lost, name, strlen(name)) == PLOY_NONE;
    if (!is_new) {
        return PLOY_NOT_FOUND;
    }
    return pl_loader_lose(b->loader, name);
}

// Reports the further errors of a clause, and passes it over.
static ploy_status finish_clause(pl_domain_builder* b, const clause_place* at)
{
    uint32_t lost = pl_names_count(&b->loader->file->lost);
    ploy_status status = lose_unknown(b);
    while (status == PLOY_OK) {
        clause_place next;
        status = ploy_domain_compile(b->domain, b->loader->error);
        if (status != PLOY_INVALID || !pl_domain_failure(b->domain, &next.part, &next.owner, &next.clause) ||
            !is_same_clause(at, &next)) {
            break;
        }
        status = pl_domain_report(b, pl_domain_place(b, status, b->node));
        status = status == PLOY_OK ? lose_unknown(b) : status;
    }
    pl_names_cut(&b->loader->file->lost, lost);
    if (status == PLOY_OUT_OF_MEMORY) {
        return status;
    }
    pl_domain_uncompile(b->domain);
    return pass_over(b, at->part, at->owner, at->clause);
}

static ploy_status compile(pl_domain_builder* b)
{
    for (;;) {
        clause_place at;
        ploy_status status = ploy_domain_compile(b->domain, b->loader->error);
        bool is_clause = status == PLOY_INVALID && pl_domain_failure(b->domain, &at.part, &at.owner, &at.clause);
        bool is_made = status == PLOY_OK;
        status = pl_domain_report(b, pl_domain_place(b, status, b->node));
        if (status != PLOY_OK || is_made) {
            return status;
        }
        if (!is_clause) {
            return PLOY_NOT_FOUND;
        }
        status = finish_clause(b, &at);
        if (status != PLOY_OK) {
            return status;
        }
    }
}

// PLOY_NOT_FOUND: what is wrong with the whole has been reported, and there is no domain.
static ploy_status add_all(pl_domain_builder* b)
{
    static const struct
    {
        pl_element element;
        ploy_status (*add)(pl_domain_builder* b, const pl_xml_node* node);
    } kinds[] = {
        {PL_ELEMENT_TYPE, pl_domain_add_type},     {PL_ELEMENT_SYMBOL, pl_domain_add_symbol}, {PL_ELEMENT_TABLE, pl_domain_add_table},
        {PL_ELEMENT_ACTION, pl_domain_add_action}, {PL_ELEMENT_GOAL, pl_domain_add_goal},
    };
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < sizeof kinds / sizeof *kinds && status == PLOY_OK; ++i) {
        status = add_each(b, kinds[i].element, kinds[i].add);
    }
    return status == PLOY_OK ? compile(b) : status;
}

static uint32_t clause_line(const pl_xml_node* action, pl_element element)
{
    const pl_xml_node* clause = pl_domain_next_clause(action->first, element);
    return clause ? clause->line : action->line;
}

static uint32_t* keep_lines(const pl_domain_builder* b)
{
    uint32_t* lines = PL_ARENA_ARRAY(&b->loader->file->arena, uint32_t, 3 * (b->actions.count + b->goals.count));
    uint32_t count = 0;
    for (uint32_t i = 0; lines && i < b->actions.count; ++i) {
        const pl_xml_node* action = b->actions.data[i];
        lines[count++] = clause_line(action, PL_ELEMENT_PRE);
        lines[count++] = clause_line(action, PL_ELEMENT_EFFECT);
        lines[count++] = action->line;
    }
    for (uint32_t i = 0; lines && i < b->goals.count; ++i) {
        for (uint32_t part = 0; part < 3; ++part) {
            lines[count++] = b->goals.data[i]->line;
        }
    }
    return lines;
}

static uint32_t* keep_names(const pl_domain_builder* b)
{
    uint32_t* names = PL_ARENA_ARRAY(&b->loader->file->arena, uint32_t, 2 * (b->actions.count + b->goals.count));
    for (uint32_t i = 0; names && i < b->actions.count + b->goals.count; ++i) {
        const pl_xml_node* node = i < b->actions.count ? b->actions.data[i] : b->goals.data[i - b->actions.count];
        pl_loader_place(b->loader, node, "name", &names[2 * i], &names[2 * i + 1]);
    }
    return names;
}

// Takes the domain over: when all went well, or to check what else the file has.
static ploy_status hand_over(pl_domain_builder* b)
{
    ploy_file* file = b->loader->file;
    pl_file_domain entry = {b->domain, keep_lines(b), keep_names(b), b->actions.count, b->goals.count};
    if (!entry.lines || !entry.names || !PL_ARRAY_PUSH(&file->domains, &file->allocator, entry)) {
        return PLOY_OUT_OF_MEMORY;
    }
    b->domain->lost = b->failed ? &file->lost : NULL;
    b->domain = NULL;
    return PLOY_OK;
}

static ploy_status check_domain_name(pl_loader* loader, const pl_xml_node* node)
{
    const char* name = pl_xml_value(node, "name");
    if (!*name) {
        return pl_loader_fail_nameless(loader, node);
    }
    return pl_file_find_domain(loader->file, name) != PLOY_NONE ? pl_loader_fail_twice(loader, node, pl_domain_named_before(node))
                                                                : PLOY_OK;
}

static ploy_status enter_name(pl_domain_builder* b)
{
    const char* name = pl_xml_value(b->node, "name");
    uint32_t id = pl_names_intern(&b->loader->file->domain_names, name, strlen(name));
    return id == PLOY_NONE ? PLOY_OUT_OF_MEMORY : PLOY_OK;
}

// One that cannot be had is lost.
static ploy_status end_domain(pl_domain_builder* b, ploy_status status, bool is_named)
{
    pl_loader* loader = b->loader;
    if (status == PLOY_NOT_FOUND) {
        loader->file->has_lost_domain = true;
        return PLOY_OK;
    }
    if (status != PLOY_OK || !is_named) {
        return status;
    }
    status = enter_name(b);
    return status == PLOY_OK ? hand_over(b) : status;
}

ploy_status pl_load_domain(pl_loader* loader, const pl_xml_node* node)
{
    ploy_domain_def def = {0};
    def.name = pl_xml_value(node, "name");
    def.allocator = loader->file->allocator;
    def.limits = loader->def->limits;
    pl_domain_builder b = {.loader = loader, .node = node, .domain = ploy_domain_create(&def)};
    if (!b.domain) {
        return PLOY_OUT_OF_MEMORY;
    }
    b.domain->lost = loader->def->on_error ? &loader->file->lost : NULL;
    ploy_status status = pl_domain_report(&b, check_domain_name(loader, node));
    bool is_named = status == PLOY_OK && !b.failed;
    status = status == PLOY_OK ? add_all(&b) : status;
    status = end_domain(&b, status, is_named);
    ploy_domain_destroy(b.domain);
    PL_ARRAY_FREE(&b.actions, &def.allocator);
    PL_ARRAY_FREE(&b.goals, &def.allocator);
    return status;
}
