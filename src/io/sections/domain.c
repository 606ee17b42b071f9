// A domain from its element. Types come first, then symbols, tables, actions and goals, so that a file may have them in any
// order; within each kind indices follow the file. The XML tree is kept until the domain is compiled: when a text is wrong,
// the domain says which (part, owner, clause), and the tree says where that stands.

#include <string.h>

#include "base/error.h"
#include "io/xml/loader.h"
#include "plan/domain/domain.h"

typedef PL_ARRAY(const pl_xml_node*) nodes;

typedef struct domain_builder
{
    pl_loader* loader;
    const pl_xml_node* node;
    ploy_domain* domain;
    nodes actions; // by index in the domain
    nodes goals;
    bool failed; // errors were reported, and loading went on
    ploy_error last;
} domain_builder;

static bool quotes(const char* message, const char* name)
{
    size_t length = strlen(name);
    for (const char* at = strchr(message, '\''); at; at = strchr(at + 1, '\'')) {
        if (strncmp(at + 1, name, length) == 0 && at[1 + length] == '\'') {
            return true;
        }
    }
    return false;
}

// An error of the domain about a whole item speaks of the word that its message quotes; of a word named twice, the
// later.
static void place_list_error(domain_builder* b, const pl_xml_node* node, const char* attribute)
{
    pl_words words;
    if (pl_loader_words(b->loader, pl_xml_value(node, attribute), &words) != PLOY_OK) {
        return;
    }
    for (uint32_t i = 0; i < words.count; ++i) {
        if (quotes(b->loader->error->message, words.names[i])) {
            pl_xml_locate(b->loader->xml, pl_xml_value_place(b->loader->xml, node, attribute, words.at[i]),
                          b->loader->error);
        }
    }
}

static void place_item_error(domain_builder* b, const pl_xml_node* node, const char* const* lists)
{
    pl_loader* loader = b->loader;
    pl_xml_locate(loader->xml, pl_xml_value_place(loader->xml, node, "name", 0), loader->error);
    for (; *lists; ++lists) {
        place_list_error(b, node, *lists);
    }
}

static const pl_xml_node* named_before(const pl_xml_node* node)
{
    const pl_xml_node* other = pl_xml_next(node->parent->first, node->element);
    while (strcmp(pl_xml_value(other, "name"), pl_xml_value(node, "name")) != 0) {
        other = pl_xml_next(other->next, node->element);
    }
    return other;
}

static ploy_status check_once(domain_builder* b, const pl_xml_node* node,
                              uint32_t (*find)(const ploy_domain* domain, const char* name))
{
    if (find(b->domain, pl_xml_value(node, "name")) == PLOY_NONE) {
        return PLOY_OK;
    }
    return pl_loader_fail_twice(b->loader, node, named_before(node));
}

static ploy_status spawn_first(domain_builder* b, uint32_t type, int64_t count)
{
    ploy_status status = PLOY_OK;
    for (int64_t i = 0; i < count && status == PLOY_OK; ++i) {
        status = ploy_domain_spawn(b->domain, type, NULL);
    }
    return status;
}

// A type with a capacity; `count` of its objects exist from the beginning.
static ploy_status add_spawned_type(domain_builder* b, const pl_xml_node* node)
{
    pl_loader* loader = b->loader;
    if (pl_xml_value(node, "objects")) {
        pl_loader_fail(loader, pl_xml_attribute_place(loader->xml, node, "objects"),
                       "a type has 'objects' or a 'capacity', not both");
        pl_error_hint(loader->error, "objects of a type with a capacity are named after it: %s.1, %s.2, …",
                      pl_xml_value(node, "name"), pl_xml_value(node, "name"));
        return PLOY_INVALID;
    }
    int64_t capacity = 0, count = 0;
    ploy_status status = pl_section_range(loader, node, "capacity", PL_NUMBER_WHOLE, 1, UINT16_MAX, &capacity);
    status = status == PLOY_OK ? pl_section_range(loader, node, "count", PL_NUMBER_WHOLE, 0, capacity, &count) : status;
    if (status != PLOY_OK) {
        return status;
    }
    uint32_t type;
    status =
        ploy_domain_add_type(b->domain, pl_xml_value(node, "name"), NULL, (uint32_t)capacity, &type, loader->error);
    if (status == PLOY_INVALID) {
        place_item_error(b, node, (const char* const[]){NULL});
    }
    return status == PLOY_OK ? spawn_first(b, type, count) : status;
}

static ploy_status fail_without_objects(domain_builder* b, const pl_xml_node* node)
{
    const char* count = pl_xml_value(node, "count");
    if (count) {
        return pl_loader_fail(b->loader, pl_xml_attribute_place(b->loader->xml, node, "count"),
                              "only a type with a 'capacity' has a 'count'");
    }
    pl_loader_fail(b->loader, node->file, "<type> needs the attribute 'objects'");
    pl_error_hint(b->loader->error, "or 'capacity', if its objects are spawned while the game runs");
    return PLOY_INVALID;
}

static ploy_status add_type(domain_builder* b, const pl_xml_node* node)
{
    pl_words objects;
    ploy_status status = check_once(b, node, pl_domain_find_type);
    if (status == PLOY_OK && pl_xml_value(node, "capacity")) {
        return add_spawned_type(b, node);
    }
    if (status == PLOY_OK && (!pl_xml_value(node, "objects") || pl_xml_value(node, "count"))) {
        return fail_without_objects(b, node);
    }
    if (status == PLOY_OK) {
        status = pl_loader_words(b->loader, pl_xml_value(node, "objects"), &objects);
    }
    if (status != PLOY_OK) {
        return status;
    }
    status = ploy_domain_add_type(b->domain, pl_xml_value(node, "name"), objects.names, objects.count, NULL,
                                  b->loader->error);
    if (status == PLOY_INVALID) {
        place_item_error(b, node, (const char* const[]){"objects", NULL});
    }
    return status;
}

// Which of the kinds the word is; a word that is none must be a type.
static ploy_value_type kind_of(const char* type)
{
    static const char* const kinds[] = {"bool", "int", "decimal"};
    uint32_t kind = 0;
    while (kind < PLOY_VALUE_OBJECT && strcmp(kinds[kind], type) != 0) {
        ++kind;
    }
    return (ploy_value_type)kind;
}

static ploy_status fail_type(domain_builder* b, const pl_xml_node* node, const char* attribute, uint32_t at,
                             const char* type, bool kinds_too)
{
    pl_loader_fail(b->loader, pl_xml_value_place(b->loader->xml, node, attribute, at), "unknown type '%s'", type);
    pl_similar similar = pl_similar_begin(type);
    for (uint32_t i = 0; i < ploy_domain_type_count(b->domain); ++i) {
        pl_similar_offer(&similar, ploy_domain_type(b->domain, i).name);
    }
    static const char* const kinds[] = {"bool", "int", "decimal"};
    for (uint32_t i = 0; kinds_too && i < 3; ++i) {
        pl_similar_offer(&similar, kinds[i]);
    }
    if (!kinds_too && ploy_domain_type_count(b->domain) == 0) {
        pl_error_hint(b->loader->error, "the domain needs <type name=\"%s\" objects=\"…\"/>", type);
    }
    pl_similar_hint(&similar, b->loader->error);
    return PLOY_INVALID;
}

// A range is needed where the kind has one and refused where it has none.
static ploy_status check_range(domain_builder* b, const pl_xml_node* node, ploy_value_type kind)
{
    static const char* const attributes[] = {"min", "max", "clamp", "step"};
    bool ranged = kind == PLOY_VALUE_INT || kind == PLOY_VALUE_DECIMAL;
    const char* type = pl_xml_value(node, "type");
    for (uint32_t i = 0; i < 4; ++i) {
        bool given = pl_xml_value(node, attributes[i]) != NULL;
        bool allowed = i < 3 ? ranged : kind == PLOY_VALUE_DECIMAL;
        if (given && !allowed) {
            return pl_loader_fail(b->loader, pl_xml_attribute_place(b->loader->xml, node, attributes[i]),
                                  "a symbol of type '%s' has no '%s'", type, attributes[i]);
        }
        if (!given && ranged && i < 2) {
            return pl_loader_fail(b->loader, node->file, "a symbol of type '%s' needs '%s'", type, attributes[i]);
        }
    }
    return PLOY_OK;
}

static ploy_status read_range(domain_builder* b, const pl_xml_node* node, ploy_symbol_def* def)
{
    pl_number_kind kind = def->type == PLOY_VALUE_DECIMAL ? PL_NUMBER_DECIMAL : PL_NUMBER_WHOLE;
    ploy_status status = check_range(b, node, def->type);
    if (status == PLOY_OK) {
        status = pl_loader_number(b->loader, node, "min", kind, &def->min);
    }
    if (status == PLOY_OK) {
        status = pl_loader_number(b->loader, node, "max", kind, &def->max);
    }
    if (status == PLOY_OK) {
        status = pl_loader_number(b->loader, node, "step", kind, &def->step);
    }
    if (status == PLOY_OK && def->max < def->min) {
        return pl_loader_fail_value(b->loader, node, "max", "'max' of '%s' is below its 'min'", def->name);
    }
    return status;
}

static ploy_status read_indices(domain_builder* b, const pl_xml_node* node, const char* types[PLOY_MAX_ARGS],
                                uint32_t* count)
{
    pl_words of;
    if (pl_loader_words(b->loader, pl_xml_value(node, "of"), &of) != PLOY_OK) {
        return PLOY_OUT_OF_MEMORY;
    }
    for (uint32_t i = 0; i < of.count; ++i) {
        if (i == PLOY_MAX_ARGS) {
            return pl_loader_fail(b->loader, pl_xml_value_place(b->loader->xml, node, "of", of.at[i]),
                                  "%s '%s' is indexed by more than %d types", pl_rules[node->element].name,
                                  pl_xml_value(node, "name"), PLOY_MAX_ARGS);
        }
        if (pl_domain_find_type(b->domain, of.names[i]) == PLOY_NONE) {
            return fail_type(b, node, "of", of.at[i], of.names[i], false);
        }
        types[(*count)++] = of.names[i];
    }
    return PLOY_OK;
}

// Blames `initial` when the symbol would be right without it.
static ploy_status enter_symbol(domain_builder* b, const pl_xml_node* node, ploy_symbol_def* def)
{
    ploy_status status = ploy_domain_add_symbol(b->domain, def, NULL, b->loader->error);
    if (status != PLOY_INVALID) {
        return status;
    }
    place_item_error(b, node, (const char* const[]){NULL});
    if (def->initial) {
        def->initial = NULL;
        if (ploy_domain_add_symbol(b->domain, def, NULL, NULL) == PLOY_OK) {
            b->loader->error->line = 0;
            pl_loader_place_error(b->loader, node, "initial");
        }
    }
    return PLOY_INVALID;
}

static ploy_status add_symbol(domain_builder* b, const pl_xml_node* node)
{
    ploy_symbol_def def = {0};
    def.name = pl_xml_value(node, "name");
    def.initial = pl_xml_value(node, "initial");
    const char* type = pl_xml_value(node, "type");
    def.type = kind_of(type);
    def.object_type = def.type == PLOY_VALUE_OBJECT ? type : NULL;
    ploy_status status = check_once(b, node, ploy_domain_find_symbol);
    if (status == PLOY_OK && def.object_type && pl_domain_find_type(b->domain, type) == PLOY_NONE) {
        status = fail_type(b, node, "type", 0, type, true);
    }
    if (status == PLOY_OK) {
        status = read_range(b, node, &def);
    }
    if (status == PLOY_OK) {
        status = read_indices(b, node, def.of, &def.of_count);
    }
    if (status == PLOY_OK) {
        status = pl_loader_bool(b->loader, node, "planned", &def.planned);
    }
    if (status == PLOY_OK) {
        status = pl_loader_bool(b->loader, node, "clamp", &def.clamp);
    }
    return status == PLOY_OK ? enter_symbol(b, node, &def) : status;
}

// Tables.

static ploy_status read_table_range(domain_builder* b, const pl_xml_node* node, ploy_table_def* def)
{
    static const char* const attributes[] = {"min", "max"};
    pl_number_kind kind = def->type == PLOY_VALUE_DECIMAL ? PL_NUMBER_DECIMAL : PL_NUMBER_WHOLE;
    bool is_number = def->type == PLOY_VALUE_INT || def->type == PLOY_VALUE_DECIMAL;
    for (uint32_t i = 0; i < 2 && !is_number; ++i) {
        if (pl_xml_value(node, attributes[i])) {
            return pl_loader_fail(b->loader, pl_xml_attribute_place(b->loader->xml, node, attributes[i]),
                                  "a table of type '%s' has no '%s'", pl_xml_value(node, "type"), attributes[i]);
        }
    }
    if (!is_number) {
        return PLOY_OK;
    }
    def->max = def->type == PLOY_VALUE_INT ? 1000000 : 1000000 * PLOY_UNIT;
    ploy_status status = pl_loader_number(b->loader, node, "min", kind, &def->min);
    status = status == PLOY_OK ? pl_loader_number(b->loader, node, "max", kind, &def->max) : status;
    if (status == PLOY_OK && def->max < def->min) {
        return pl_loader_fail_value(b->loader, node, "max", "'max' of '%s' is below its 'min'", def->name);
    }
    def->initial = def->min > 0 ? def->min : def->max < 0 ? def->max : 0;
    return status == PLOY_OK ? pl_loader_number(b->loader, node, "initial", kind, &def->initial) : status;
}

static ploy_status read_table_initial(domain_builder* b, const pl_xml_node* node, ploy_table_def* def)
{
    const char* initial = pl_xml_value(node, "initial");
    if (def->type == PLOY_VALUE_BOOL) {
        bool value = false;
        ploy_status status = pl_loader_bool(b->loader, node, "initial", &value);
        def->initial = value;
        return status;
    }
    if (def->type != PLOY_VALUE_OBJECT || !initial) {
        return PLOY_OK;
    }
    uint32_t object = ploy_domain_find_object(b->domain, pl_domain_find_type(b->domain, def->object_type), initial);
    if (object == PLOY_NONE) {
        return pl_loader_fail_value(b->loader, node, "initial", "'%s' is no object of type '%s'", initial,
                                    def->object_type);
    }
    def->initial = object;
    return PLOY_OK;
}

static ploy_status fill_table(domain_builder* b, const pl_xml_node* node, uint32_t table)
{
    ploy_status status = ploy_domain_table_parse(b->domain, table, node->text, b->loader->error);
    if (status == PLOY_INVALID) {
        pl_loader_place_error(b->loader, node, NULL);
    }
    return status;
}

static ploy_status add_table(domain_builder* b, const pl_xml_node* node)
{
    ploy_table_def def = {0};
    uint32_t table;
    const char* type = pl_xml_value(node, "type");
    def.name = pl_xml_value(node, "name");
    def.type = type ? kind_of(type) : PLOY_VALUE_DECIMAL;
    def.object_type = def.type == PLOY_VALUE_OBJECT ? type : NULL;
    ploy_status status = check_once(b, node, ploy_domain_find_table);
    if (status == PLOY_OK && def.object_type && pl_domain_find_type(b->domain, type) == PLOY_NONE) {
        status = fail_type(b, node, "type", 0, type, true);
    }
    status = status == PLOY_OK ? read_table_range(b, node, &def) : status;
    status = status == PLOY_OK ? read_table_initial(b, node, &def) : status;
    status = status == PLOY_OK ? read_indices(b, node, def.of, &def.of_count) : status;
    status = status == PLOY_OK ? pl_loader_bool(b->loader, node, "symmetric", &def.symmetric) : status;
    if (status != PLOY_OK) {
        return status;
    }
    status = ploy_domain_add_table(b->domain, &def, &table, b->loader->error);
    if (status == PLOY_INVALID) {
        place_item_error(b, node, (const char* const[]){NULL});
    }
    return status == PLOY_OK ? fill_table(b, node, table) : status;
}

static ploy_status read_params(domain_builder* b, const pl_xml_node* node, ploy_param params[PLOY_MAX_ARGS],
                               uint32_t* count)
{
    const pl_xml_node* param = pl_xml_next(node->first, PL_ELEMENT_PARAM);
    for (; param; param = pl_xml_next(param->next, PL_ELEMENT_PARAM)) {
        if (*count == PLOY_MAX_ARGS) {
            return pl_loader_fail(b->loader, param->file, "'%s' has more than %d parameters",
                                  pl_xml_value(node, "name"), PLOY_MAX_ARGS);
        }
        const pl_xml_node* first = named_before(param);
        if (first != param) {
            return pl_loader_fail_twice(b->loader, param, first);
        }
        const char* type = pl_xml_value(param, "type");
        if (pl_domain_find_type(b->domain, type) == PLOY_NONE) {
            return fail_type(b, param, "type", 0, type, false);
        }
        params[(*count)++] = (ploy_param){pl_xml_value(param, "name"), type};
    }
    return PLOY_OK;
}

// The first (or next) <pre> or <effect> that says something.
static const pl_xml_node* next_clause(const pl_xml_node* node, pl_element element)
{
    for (node = pl_xml_next(node, element); node && !*node->text;) {
        node = pl_xml_next(node->next, element);
    }
    return node;
}

static const char* first_clause(const pl_xml_node* action, pl_element element)
{
    const pl_xml_node* node = next_clause(action->first, element);
    return node ? node->text : NULL;
}

static const pl_xml_node* clause_node(const pl_xml_node* action, pl_element element, uint32_t clause)
{
    const pl_xml_node* node = next_clause(action->first, element);
    for (; clause > 0; --clause) {
        node = next_clause(node->next, element);
    }
    return node;
}

static void place_clause_error(domain_builder* b, ploy_part part, uint32_t owner, uint32_t clause)
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
static ploy_status place_error(domain_builder* b, ploy_status status, const pl_xml_node* item)
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
    place_item_error(b, item, (const char* const[]){NULL});
    const pl_xml_node* param = pl_xml_next(item->first, PL_ELEMENT_PARAM);
    for (; param; param = pl_xml_next(param->next, PL_ELEMENT_PARAM)) {
        place_list_error(b, param, "name");
    }
    return status;
}

static ploy_status add_clauses(domain_builder* b, const pl_xml_node* node, uint32_t action, pl_element element,
                               ploy_part part)
{
    const pl_xml_node* clause = next_clause(node->first, element);
    while (clause && (clause = next_clause(clause->next, element)) != NULL) {
        ploy_status status = ploy_domain_add_clause(b->domain, part, action, clause->text, b->loader->error);
        if (status != PLOY_OK) {
            return place_error(b, status, node);
        }
    }
    return PLOY_OK;
}

static ploy_status read_precedence(domain_builder* b, const pl_xml_node* node, int32_t* precedence)
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
static ploy_status read_seconds(domain_builder* b, const pl_xml_node* node, const char* attribute, int64_t* time)
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

static ploy_status read_action(domain_builder* b, const pl_xml_node* node, ploy_action_def* def)
{
    ploy_status status = check_once(b, node, ploy_domain_find_action);
    if (status == PLOY_OK) {
        status = read_params(b, node, def->params, &def->param_count);
    }
    if (status == PLOY_OK) {
        status = read_seconds(b, node, "duration", &def->duration);
    }
    if (status == PLOY_OK) {
        status = read_seconds(b, node, "limit", &def->limit);
    }
    if (status == PLOY_OK) {
        status = read_precedence(b, node, &def->precedence);
    }
    return status == PLOY_OK ? pl_loader_bool(b->loader, node, "move", &def->move) : status;
}

static ploy_status add_action(domain_builder* b, const pl_xml_node* node)
{
    ploy_action_def def = {0};
    def.name = pl_xml_value(node, "name");
    def.base = pl_xml_value(node, "base");
    def.cost = pl_xml_value(node, "cost");
    def.context = pl_xml_value(node, "context");
    def.pre = first_clause(node, PL_ELEMENT_PRE);
    def.effect = first_clause(node, PL_ELEMENT_EFFECT);
    ploy_status status = read_action(b, node, &def);
    if (status != PLOY_OK) {
        return status;
    }
    if (!PL_ARRAY_PUSH(&b->actions, &b->loader->file->allocator, node)) {
        return PLOY_OUT_OF_MEMORY;
    }
    uint32_t action;
    status = ploy_domain_add_action(b->domain, &def, &action, b->loader->error);
    if (status != PLOY_OK) {
        return place_error(b, status, node);
    }
    status = add_clauses(b, node, action, PL_ELEMENT_PRE, PLOY_PART_PRE);
    return status == PLOY_OK ? add_clauses(b, node, action, PL_ELEMENT_EFFECT, PLOY_PART_EFFECT) : status;
}

// An expression may fall below 0 for a while; a goal whose number is below 0 is never pursued.
static ploy_status check_priority(domain_builder* b, const pl_xml_node* node)
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

static ploy_status add_goal(domain_builder* b, const pl_xml_node* node)
{
    ploy_goal_def def = {0};
    def.name = pl_xml_value(node, "name");
    def.condition = node->text;
    def.priority = pl_xml_value(node, "priority");
    def.relevant = pl_xml_value(node, "relevant");
    ploy_status status = check_once(b, node, ploy_domain_find_goal);
    if (status == PLOY_OK) {
        status = pl_loader_bool(b->loader, node, "hold", &def.hold);
    }
    if (status == PLOY_OK) {
        status = read_params(b, node, def.params, &def.param_count);
    }
    if (status != PLOY_OK) {
        return status;
    }
    if (!*def.condition) {
        pl_loader_fail(b->loader, node->file, "goal '%s' has no condition", def.name);
        pl_error_hint(b->loader->error, "write it between <goal …> and </goal>");
        return PLOY_INVALID;
    }
    status = check_priority(b, node);
    if (status != PLOY_OK) {
        return status;
    }
    if (!PL_ARRAY_PUSH(&b->goals, &b->loader->file->allocator, node)) {
        return PLOY_OUT_OF_MEMORY;
    }
    return place_error(b, ploy_domain_add_goal(b->domain, &def, NULL, b->loader->error), node);
}

// With on_error the error is reported and loading goes on.
static ploy_status report(domain_builder* b, ploy_status status)
{
    const ploy_file_def* def = b->loader->def;
    if (status != PLOY_INVALID || !def->on_error) {
        return status;
    }
    def->on_error(def->user, b->loader->error);
    b->failed = true;
    b->last = *b->loader->error;
    return PLOY_OK;
}

// The list has the items that the domain has.
static ploy_status add_each(domain_builder* b, pl_element element,
                            ploy_status (*add)(domain_builder* b, const pl_xml_node* node))
{
    const pl_xml_node* node = pl_xml_next(b->node->first, element);
    for (; node; node = pl_xml_next(node->next, element)) {
        ploy_status status = report(b, add(b, node));
        if (status != PLOY_OK) {
            return status;
        }
        b->actions.count = ploy_domain_action_count(b->domain);
        b->goals.count = ploy_domain_goal_count(b->domain);
    }
    return PLOY_OK;
}

// Makes a clause that is wrong one that is right, so that the next error shows. Clauses of effects after it go, too.
static ploy_status pass_over(domain_builder* b, ploy_part part, uint32_t owner, uint32_t clause)
{
    bool is_number = part == PLOY_PART_COST || part == PLOY_PART_PRIORITY;
    if (part != PLOY_PART_EFFECT) {
        return ploy_domain_change_clause(b->domain, part, owner, clause, is_number ? "1" : "true", NULL);
    }
    ploy_status status = PLOY_OK;
    while (status == PLOY_OK && ploy_domain_clause_count(b->domain, part, owner) > clause) {
        status = ploy_domain_change_clause(b->domain, part, owner, clause, NULL, NULL);
    }
    return status;
}

static ploy_status compile(domain_builder* b)
{
    for (;;) {
        ploy_part part;
        uint32_t owner, clause;
        ploy_status status = ploy_domain_compile(b->domain, b->loader->error);
        bool is_clause = status == PLOY_INVALID && pl_domain_failure(b->domain, &part, &owner, &clause);
        status = report(b, place_error(b, status, b->node));
        if (status != PLOY_OK || !b->failed || !is_clause) {
            return status;
        }
        status = pass_over(b, part, owner, clause);
        if (status != PLOY_OK) {
            return status;
        }
    }
}

// What names a type or symbol that is wrong would be wrong as well, so errors of those end it.
static ploy_status add_all(domain_builder* b)
{
    static const struct
    {
        pl_element element;
        ploy_status (*add)(domain_builder* b, const pl_xml_node* node);
        bool is_needed; // by what comes after
    } kinds[] = {
        {PL_ELEMENT_TYPE, add_type, true},
        {PL_ELEMENT_SYMBOL, add_symbol, true},
        {PL_ELEMENT_TABLE, add_table, true},
        {PL_ELEMENT_ACTION, add_action, false},
        {PL_ELEMENT_GOAL, add_goal, false},
    };
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < sizeof kinds / sizeof *kinds && status == PLOY_OK; ++i) {
        status = add_each(b, kinds[i].element, kinds[i].add);
        if (kinds[i].is_needed && b->failed) {
            break;
        }
        if (status == PLOY_OK && i + 1 == sizeof kinds / sizeof *kinds) {
            status = compile(b);
        }
    }
    b->loader->is_reported = b->failed;
    if (b->failed) {
        *b->loader->error = b->last;
    }
    return status == PLOY_OK && b->failed ? PLOY_INVALID : status;
}

static uint32_t clause_line(const pl_xml_node* action, pl_element element)
{
    const pl_xml_node* clause = next_clause(action->first, element);
    return clause ? clause->line : action->line;
}

static uint32_t* keep_lines(const domain_builder* b)
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

static uint32_t* keep_names(const domain_builder* b)
{
    uint32_t* names = PL_ARENA_ARRAY(&b->loader->file->arena, uint32_t, 2 * (b->actions.count + b->goals.count));
    for (uint32_t i = 0; names && i < b->actions.count + b->goals.count; ++i) {
        const pl_xml_node* node = i < b->actions.count ? b->actions.data[i] : b->goals.data[i - b->actions.count];
        pl_loader_place(b->loader, node, "name", &names[2 * i], &names[2 * i + 1]);
    }
    return names;
}

// Takes the domain over only when all went well.
static ploy_status hand_over(domain_builder* b)
{
    ploy_file* file = b->loader->file;
    pl_file_domain entry = {b->domain, keep_lines(b), keep_names(b), b->actions.count, b->goals.count};
    if (!entry.lines || !entry.names || !PL_ARRAY_PUSH(&file->domains, &file->allocator, entry)) {
        return PLOY_OUT_OF_MEMORY;
    }
    b->domain = NULL;
    return PLOY_OK;
}

static ploy_status enter_name(pl_loader* loader, const pl_xml_node* node)
{
    const char* name = pl_xml_value(node, "name");
    if (!*name) {
        return pl_loader_fail_nameless(loader, node);
    }
    if (pl_file_find_domain(loader->file, name) != PLOY_NONE) {
        return pl_loader_fail_twice(loader, node, named_before(node));
    }
    uint32_t id = pl_names_intern(&loader->file->domain_names, name, strlen(name));
    return id == PLOY_NONE ? PLOY_OUT_OF_MEMORY : PLOY_OK;
}

ploy_status pl_load_domain(pl_loader* loader, const pl_xml_node* node)
{
    ploy_status status = enter_name(loader, node);
    if (status != PLOY_OK) {
        return status;
    }
    ploy_domain_def def = {0};
    def.name = pl_xml_value(node, "name");
    def.allocator = loader->file->allocator;
    def.limits = loader->def->limits;
    domain_builder b = {.loader = loader, .node = node, .domain = ploy_domain_create(&def)};
    if (!b.domain) {
        return PLOY_OUT_OF_MEMORY;
    }
    status = add_all(&b);
    if (status == PLOY_OK) {
        status = hand_over(&b);
    }
    ploy_domain_destroy(b.domain);
    PL_ARRAY_FREE(&b.actions, &def.allocator);
    PL_ARRAY_FREE(&b.goals, &def.allocator);
    return status;
}
