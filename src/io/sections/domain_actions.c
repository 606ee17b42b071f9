// Actions and goals of a domain. What is wrong with one is left out, so that its clauses can be checked.

#include "io/sections/domain_builder.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"

typedef struct parameters
{
    ploy_param list[PLOY_MAX_ARGS];
    uint32_t count;
    bool is_vague[PLOY_MAX_ARGS]; // its type is lost
    bool has_lost;                // some parameters are not in the list
} parameters;

static ploy_status check_param(pl_domain_builder* b, const pl_xml_node* node, const pl_xml_node* param, uint32_t count)
{
    if (count == PLOY_MAX_ARGS) {
        return pl_loader_fail(b->loader, param->file, "'%s' has more than %d parameters", pl_xml_value(node, "name"),
                              PLOY_MAX_ARGS);
    }
    const pl_xml_node* first = pl_domain_named_before(param);
    return first != param ? pl_loader_fail_twice(b->loader, param, first) : PLOY_OK;
}

// Any type will do in place of one that is lost.
static ploy_status find_any_type(pl_domain_builder* b, const char** type)
{
    static const char* const objects[] = {"lost.object"};
    ploy_status status = PLOY_OK;
    if (ploy_domain_type_count(b->domain) == 0) {
        status = ploy_domain_add_type(b->domain, "lost.type", objects, 1, NULL, NULL);
    }
    if (status == PLOY_OK) {
        *type = ploy_domain_type(b->domain, 0).name;
    }
    return status;
}

static ploy_status read_param(pl_domain_builder* b, const pl_xml_node* node, const pl_xml_node* param, parameters* into)
{
    ploy_status status = check_param(b, node, param, into->count);
    if (status != PLOY_OK) {
        into->has_lost = into->has_lost || into->count == PLOY_MAX_ARGS;
        return pl_domain_report(b, status);
    }
    ploy_param made = {pl_xml_value(param, "name"), pl_xml_value(param, "type")};
    bool is_vague = pl_domain_find_type(b->domain, made.type) == PLOY_NONE;
    if (is_vague) {
        status = pl_domain_report(b, pl_domain_fail_type(b, param, "type", 0, made.type, false));
        status = status == PLOY_OK ? find_any_type(b, &made.type) : status;
    }
    into->is_vague[into->count] = is_vague;
    into->list[into->count++] = made;
    return status;
}

static ploy_status read_params(pl_domain_builder* b, const pl_xml_node* node, parameters* into)
{
    ploy_status status = PLOY_OK;
    const pl_xml_node* param = pl_xml_next(node->first, PL_ELEMENT_PARAM);
    for (; param && status == PLOY_OK; param = pl_xml_next(param->next, PL_ELEMENT_PARAM)) {
        status = read_param(b, node, param, into);
    }
    return status;
}

static void mark_vague(pl_declaration* declaration, const parameters* from)
{
    declaration->is_vague = declaration->is_vague || from->has_lost;
    for (uint32_t i = 0; i < declaration->param_count; ++i) {
        for (uint32_t k = 0; k < from->count; ++k) {
            bool is_one = from->is_vague[k] && strcmp(declaration->params[i].name, from->list[k].name) == 0;
            declaration->params[i].is_vague = declaration->params[i].is_vague || is_one;
        }
    }
}

// A name that is taken or no name gets its line, so that its clauses can be checked.
static ploy_status other_name(pl_domain_builder* b, const pl_xml_node* node, const char** name)
{
    char other[200];
    bool is_name = **name == '_' || (**name >= 'A' && **name <= 'Z') || (**name >= 'a' && **name <= 'z');
    snprintf(other, sizeof other, "%.160s.%u", is_name ? *name : pl_rules[node->element].name, (unsigned)node->line);
    *name = pl_section_keep(b->loader, other);
    return *name ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

// The first (or next) <pre> or <effect> that says something.
const pl_xml_node* pl_domain_next_clause(const pl_xml_node* node, pl_element element)
{
    for (node = pl_xml_next(node, element); node && !*node->text;) {
        node = pl_xml_next(node->next, element);
    }
    return node;
}

static const char* first_clause(const pl_xml_node* action, pl_element element)
{
    const pl_xml_node* node = pl_domain_next_clause(action->first, element);
    return node ? node->text : NULL;
}

static const pl_xml_node* clause_node(const pl_xml_node* action, pl_element element, uint32_t clause)
{
    const pl_xml_node* node = pl_domain_next_clause(action->first, element);
    for (; clause > 0; --clause) {
        node = pl_domain_next_clause(node->next, element);
    }
    return node;
}

static void place_clause_error(pl_domain_builder* b, ploy_part part, uint32_t owner, uint32_t clause)
{
    const pl_xml_node* node = part <= PLOY_PART_COST ? b->actions.data[owner] : b->goals.data[owner];
    switch (part) {
    case PLOY_PART_PRE:
        pl_loader_place_error(b->loader, clause_node(node, PL_ELEMENT_PRE, clause), NULL);
        return;
    case PLOY_PART_EFFECT:
        pl_loader_place_error(b->loader, clause_node(node, PL_ELEMENT_EFFECT, clause), NULL);
        return;
    case PLOY_PART_COST:
        pl_loader_place_error(b->loader, node, "cost");
        return;
    case PLOY_PART_CONDITION:
        pl_loader_place_error(b->loader, node, NULL);
        return;
    case PLOY_PART_PRIORITY:
        pl_loader_place_error(b->loader, node, "priority");
        return;
    case PLOY_PART_RELEVANT:
        pl_loader_place_error(b->loader, node, "relevant");
        return;
    }
}

// After an error of the domain: it stands in a clause or, where the domain knows of none, at the item being added.
ploy_status pl_domain_place(pl_domain_builder* b, ploy_status status, const pl_xml_node* item)
{
    if (status != PLOY_INVALID) {
        return status;
    }
    ploy_part part;
    uint32_t owner, clause;
    if (pl_domain_failure(b->domain, &part, &owner, &clause)) {
        place_clause_error(b, part, owner, clause);
        return status;
    }
    pl_domain_place_item(b, item, (const char* const[]){NULL});
    const pl_xml_node* param = pl_xml_next(item->first, PL_ELEMENT_PARAM);
    for (; param; param = pl_xml_next(param->next, PL_ELEMENT_PARAM)) {
        pl_domain_place_list(b, param, "name");
    }
    return status;
}

static ploy_status add_clauses(pl_domain_builder* b, const pl_xml_node* node, uint32_t action, pl_element element,
                               ploy_part part)
{
    const pl_xml_node* clause = pl_domain_next_clause(node->first, element);
    while (clause && (clause = pl_domain_next_clause(clause->next, element)) != NULL) {
        ploy_status status = ploy_domain_add_clause(b->domain, part, action, clause->text, b->loader->error);
        if (status != PLOY_OK) {
            return pl_domain_place(b, status, node);
        }
    }
    return PLOY_OK;
}

static ploy_status read_precedence(pl_domain_builder* b, const pl_xml_node* node, int32_t* precedence)
{
    int64_t value = 0;
    ploy_status status = pl_loader_number(b->loader, node, "precedence", PL_NUMBER_WHOLE, &value);
    if (status == PLOY_OK && (value < INT32_MIN || value > INT32_MAX)) {
        return pl_loader_fail_value(b->loader, node, "precedence", "'precedence' of '%s' is beyond 32 bits",
                                    pl_xml_value(node, "name"));
    }
    *precedence = (int32_t)value;
    return status;
}

// Files say seconds, defs microseconds.
static ploy_status read_seconds(pl_domain_builder* b, const pl_xml_node* node, const char* attribute, int64_t* time)
{
    int64_t seconds = 0; // fixed point (1/1000)
    ploy_status status = pl_loader_number(b->loader, node, attribute, PL_NUMBER_DECIMAL, &seconds);
    if (status == PLOY_OK && seconds < 0) {
        pl_loader_fail_value(b->loader, node, attribute, "'%s' of '%s' is below 0", attribute,
                             pl_xml_value(node, "name"));
        pl_error_hint(b->loader->error, "seconds, 0 or more");
        return PLOY_INVALID;
    }
    *time = seconds * (PLOY_SECOND / PLOY_UNIT);
    return status;
}

static ploy_status read_action(pl_domain_builder* b, const pl_xml_node* node, ploy_action_def* def)
{
    ploy_status status = read_seconds(b, node, "duration", &def->duration);
    if (status == PLOY_INVALID) def->duration = PLOY_SECOND; // so that it needs no activity
    status = pl_domain_report(b, status);
    if (status == PLOY_OK) {
        status = pl_domain_report(b, read_seconds(b, node, "limit", &def->limit));
    }
    if (status == PLOY_OK) {
        status = pl_domain_report(b, read_precedence(b, node, &def->precedence));
    }
    return status == PLOY_OK ? pl_domain_report(b, pl_loader_bool(b->loader, node, "move", &def->move)) : status;
}

static ploy_status read_head(pl_domain_builder* b, const pl_xml_node* node, parameters* params, const char** name,
                             uint32_t (*find)(const ploy_domain* domain, const char* name))
{
    ploy_status status = read_params(b, node, params);
    if (status == PLOY_OK && find(b->domain, *name) != PLOY_NONE) {
        status = pl_domain_report(b, pl_domain_check_once(b, node, find));
        status = status == PLOY_OK ? other_name(b, node, name) : status;
    }
    return status;
}

static ploy_status enter_action(pl_domain_builder* b, const pl_xml_node* node, const ploy_action_def* def, uint32_t* action)
{
    return pl_domain_place(b, ploy_domain_add_action(b->domain, def, action, b->loader->error), node);
}

// What was refused is left out one after the other: the base, the parameters, the name, the times.
static ploy_status enter_rest_of_action(pl_domain_builder* b, const pl_xml_node* node, ploy_action_def* def,
                                        parameters* params, uint32_t* action)
{
    ploy_status status = pl_domain_report(b, PLOY_INVALID);
    for (uint32_t attempt = 0; attempt < 5 && status == PLOY_OK; ++attempt) {
        bool is_base_lost = def->base && ploy_domain_find_action(b->domain, def->base) == PLOY_NONE;
        params->has_lost = params->has_lost || is_base_lost || attempt == 1;
        if (is_base_lost) def->base = NULL;
        if (attempt == 1) def->param_count = 0;
        if (attempt == 2) def->duration = def->limit = PLOY_SECOND, def->context = NULL;
        if (attempt == 3) status = other_name(b, node, &def->name);
        if (attempt == 4) def->base = NULL;
        if (status == PLOY_OK) status = ploy_domain_add_action(b->domain, def, action, NULL);
        if (status != PLOY_INVALID) return status;
        status = PLOY_OK;
    }
    *action = PLOY_NONE;
    return status == PLOY_OK ? pl_loader_lose(b->loader, pl_xml_value(node, "name")) : status;
}

static void inherit_vague(const ploy_domain* domain, pl_action* action)
{
    if (action->base == PLOY_NONE) return;
    const pl_declaration* base = &domain->actions.data[action->base].declaration;
    action->declaration.is_vague = action->declaration.is_vague || base->is_vague;
    for (uint32_t i = 0; i < base->param_count; ++i) action->declaration.params[i].is_vague = base->params[i].is_vague;
}

ploy_status pl_domain_add_action(pl_domain_builder* b, const pl_xml_node* node)
{
    ploy_action_def def = {0};
    def.name = pl_xml_value(node, "name");
    def.base = pl_xml_value(node, "base");
    def.cost = pl_xml_value(node, "cost");
    def.context = pl_xml_value(node, "context");
    def.pre = first_clause(node, PL_ELEMENT_PRE);
    def.effect = first_clause(node, PL_ELEMENT_EFFECT);
    parameters params = {.count = 0};
    ploy_status status = read_head(b, node, &params, &def.name, ploy_domain_find_action);
    memcpy(def.params, params.list, sizeof def.params);
    def.param_count = params.count;
    status = status == PLOY_OK ? read_action(b, node, &def) : status;
    if (status == PLOY_OK && !PL_ARRAY_PUSH(&b->actions, &b->loader->file->allocator, node)) {
        return PLOY_OUT_OF_MEMORY;
    }
    uint32_t action = PLOY_NONE;
    status = status == PLOY_OK ? enter_action(b, node, &def, &action) : status;
    if (status == PLOY_INVALID && b->loader->def->on_error) {
        status = enter_rest_of_action(b, node, &def, &params, &action);
    }
    if (status != PLOY_OK || action == PLOY_NONE) {
        return status;
    }
    inherit_vague(b->domain, &b->domain->actions.data[action]);
    mark_vague(&b->domain->actions.data[action].declaration, &params);
    status = add_clauses(b, node, action, PL_ELEMENT_PRE, PLOY_PART_PRE);
    return status == PLOY_OK ? add_clauses(b, node, action, PL_ELEMENT_EFFECT, PLOY_PART_EFFECT) : status;
}

// An expression may fall below 0 for a while; a goal whose number is below 0 is never pursued.
static ploy_status check_priority(pl_domain_builder* b, const pl_xml_node* node)
{
    const char* text = pl_xml_value(node, "priority");
    int64_t value = 0;
    if (!text || !pl_number_parse(text, PL_NUMBER_DECIMAL, &value) || value >= 0) {
        return PLOY_OK;
    }
    pl_loader_fail_value(b->loader, node, "priority", "'priority' of '%s' is below 0", pl_xml_value(node, "name"));
    pl_error_hint(b->loader->error, "0 or more; with 0 the goal is not considered");
    return PLOY_INVALID;
}

static ploy_status check_condition(pl_domain_builder* b, const pl_xml_node* node)
{
    if (*node->text) {
        return PLOY_OK;
    }
    pl_loader_fail(b->loader, node->file, "goal '%s' has no condition", pl_xml_value(node, "name"));
    pl_error_hint(b->loader->error, "write it between <goal …> and </goal>");
    return PLOY_INVALID;
}

static ploy_status read_goal(pl_domain_builder* b, const pl_xml_node* node, ploy_goal_def* def)
{
    ploy_status status = pl_domain_report(b, pl_loader_bool(b->loader, node, "hold", &def->hold));
    status = status == PLOY_OK ? pl_domain_report(b, check_condition(b, node)) : status;
    return status == PLOY_OK ? pl_domain_report(b, check_priority(b, node)) : status;
}

// As for actions.
static ploy_status enter_rest_of_goal(pl_domain_builder* b, const pl_xml_node* node, ploy_goal_def* def,
                                      parameters* params, uint32_t* goal)
{
    ploy_status status = pl_domain_report(b, PLOY_INVALID);
    for (uint32_t attempt = 0; attempt < 2 && status == PLOY_OK; ++attempt) {
        params->has_lost = true;
        def->param_count = 0;
        if (attempt == 1) status = other_name(b, node, &def->name);
        if (status == PLOY_OK) status = ploy_domain_add_goal(b->domain, def, goal, NULL);
        if (status != PLOY_INVALID) return status;
        status = PLOY_OK;
    }
    *goal = PLOY_NONE;
    return status == PLOY_OK ? pl_loader_lose(b->loader, pl_xml_value(node, "name")) : status;
}

ploy_status pl_domain_add_goal(pl_domain_builder* b, const pl_xml_node* node)
{
    ploy_goal_def def = {0};
    def.name = pl_xml_value(node, "name");
    def.condition = node->text;
    def.priority = pl_xml_value(node, "priority");
    def.relevant = pl_xml_value(node, "relevant");
    parameters params = {.count = 0};
    ploy_status status = read_head(b, node, &params, &def.name, ploy_domain_find_goal);
    memcpy(def.params, params.list, sizeof def.params);
    def.param_count = params.count;
    status = status == PLOY_OK ? read_goal(b, node, &def) : status;
    if (status == PLOY_OK && !PL_ARRAY_PUSH(&b->goals, &b->loader->file->allocator, node)) {
        return PLOY_OUT_OF_MEMORY;
    }
    uint32_t goal = PLOY_NONE;
    status = status == PLOY_OK
                 ? pl_domain_place(b, ploy_domain_add_goal(b->domain, &def, &goal, b->loader->error), node)
                 : status;
    if (status == PLOY_INVALID && b->loader->def->on_error) {
        status = enter_rest_of_goal(b, node, &def, &params, &goal);
    }
    if (status == PLOY_OK && goal != PLOY_NONE) {
        mark_vague(&b->domain->goals.data[goal], &params);
    }
    return status;
}
