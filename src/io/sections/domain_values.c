// Types, symbols and tables of a domain.

#include "io/sections/domain_builder.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"

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
void pl_domain_place_list(pl_domain_builder* b, const pl_xml_node* node, const char* attribute)
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

void pl_domain_place_item(pl_domain_builder* b, const pl_xml_node* node, const char* const* lists)
{
    pl_loader* loader = b->loader;
    pl_xml_locate(loader->xml, pl_xml_value_place(loader->xml, node, "name", 0), loader->error);
    for (; *lists; ++lists) {
        pl_domain_place_list(b, node, *lists);
    }
}

const pl_xml_node* pl_domain_named_before(const pl_xml_node* node)
{
    const pl_xml_node* other = pl_xml_next(node->parent->first, node->element);
    while (strcmp(pl_xml_value(other, "name"), pl_xml_value(node, "name")) != 0) {
        other = pl_xml_next(other->next, node->element);
    }
    return other;
}

ploy_status pl_domain_check_once(pl_domain_builder* b, const pl_xml_node* node,
                              uint32_t (*find)(const ploy_domain* domain, const char* name))
{
    if (find(b->domain, pl_xml_value(node, "name")) == PLOY_NONE) {
        return PLOY_OK;
    }
    return pl_loader_fail_twice(b->loader, node, pl_domain_named_before(node));
}

static ploy_status spawn_first(pl_domain_builder* b, uint32_t type, int64_t count)
{
    ploy_status status = PLOY_OK;
    for (int64_t i = 0; i < count && status == PLOY_OK; ++i) {
        status = ploy_domain_spawn(b->domain, type, NULL);
    }
    return status;
}

// A type with a capacity; `count` of its objects exist from the beginning.
static ploy_status add_spawned_type(pl_domain_builder* b, const pl_xml_node* node)
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
        pl_domain_place_item(b, node, (const char* const[]){NULL});
    }
    return status == PLOY_OK ? spawn_first(b, type, count) : status;
}

static ploy_status fail_without_objects(pl_domain_builder* b, const pl_xml_node* node)
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

static ploy_status enter_type(pl_domain_builder* b, const pl_xml_node* node)
{
    pl_words objects;
    ploy_status status = pl_domain_check_once(b, node, pl_domain_find_type);
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
        pl_domain_place_item(b, node, (const char* const[]){"objects", NULL});
    }
    return status;
}

// A type that is wrong has one object of its own, so that what is of this type can be checked; its own objects are lost.
static ploy_status stand_in_type(pl_domain_builder* b, const pl_xml_node* node)
{
    char object[200];
    const char* const objects[] = {object};
    const char* name = pl_xml_value(node, "name");
    snprintf(object, sizeof object, "%.180s.lost", name);
    ploy_status status = pl_loader_lose(b->loader, pl_xml_value(node, "objects"));
    status = status == PLOY_OK ? pl_loader_lose(b->loader, object) : status;
    if (status != PLOY_OK || pl_domain_find_type(b->domain, name) != PLOY_NONE) {
        return status;
    }
    status = ploy_domain_add_type(b->domain, name, objects, 1, NULL, NULL);
    return status == PLOY_INVALID ? pl_loader_lose(b->loader, name) : status;
}

ploy_status pl_domain_add_type(pl_domain_builder* b, const pl_xml_node* node)
{
    ploy_status status = enter_type(b, node);
    if (status != PLOY_INVALID) {
        return status;
    }
    status = pl_domain_report(b, status);
    return status == PLOY_OK ? stand_in_type(b, node) : status;
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

ploy_status pl_domain_fail_type(pl_domain_builder* b, const pl_xml_node* node, const char* attribute, uint32_t at,
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
    pl_error_missing(b->loader->error, PLOY_MISSING_NOTHING, type, NULL);
    return PLOY_INVALID;
}

// A range is needed where the kind has one and refused where it has none.
static ploy_status check_range(pl_domain_builder* b, const pl_xml_node* node, ploy_value_type kind)
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

static ploy_status read_range(pl_domain_builder* b, const pl_xml_node* node, ploy_symbol_def* def)
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

static ploy_status read_indices(pl_domain_builder* b, const pl_xml_node* node, const char* types[PLOY_MAX_ARGS],
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
            return pl_domain_fail_type(b, node, "of", of.at[i], of.names[i], false);
        }
        types[(*count)++] = of.names[i];
    }
    return PLOY_OK;
}

// Blames `initial` when the symbol would be right without it.
static ploy_status enter_symbol(pl_domain_builder* b, const pl_xml_node* node, ploy_symbol_def* def)
{
    ploy_status status = ploy_domain_add_symbol(b->domain, def, NULL, b->loader->error);
    if (status != PLOY_INVALID) {
        return status;
    }
    pl_domain_place_item(b, node, (const char* const[]){NULL});
    if (def->initial) {
        pl_error_missing(b->loader->error, PLOY_MISSING_NOTHING, def->initial, NULL);
        def->initial = NULL;
        if (ploy_domain_add_symbol(b->domain, def, NULL, NULL) == PLOY_OK) {
            b->loader->error->line = 0;
            pl_loader_place_error(b->loader, node, "initial");
        }
    }
    return PLOY_INVALID;
}

static ploy_status read_symbol(pl_domain_builder* b, const pl_xml_node* node)
{
    ploy_symbol_def def = {0};
    def.name = pl_xml_value(node, "name");
    def.initial = pl_xml_value(node, "initial");
    const char* type = pl_xml_value(node, "type");
    def.type = kind_of(type);
    def.object_type = def.type == PLOY_VALUE_OBJECT ? type : NULL;
    ploy_status status = pl_domain_check_once(b, node, ploy_domain_find_symbol);
    if (status == PLOY_OK && def.object_type && pl_domain_find_type(b->domain, type) == PLOY_NONE) {
        status = pl_domain_fail_type(b, node, "type", 0, type, true);
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

// A symbol or table that is wrong and could not be added is lost.
static ploy_status add_value(pl_domain_builder* b, const pl_xml_node* node,
                             ploy_status (*read)(pl_domain_builder* b, const pl_xml_node* node))
{
    uint32_t count = b->domain->symbols.count + b->domain->tables.count;
    ploy_status status = pl_domain_report(b, read(b, node));
    bool is_added = b->domain->symbols.count + b->domain->tables.count > count;
    return status == PLOY_OK && !is_added ? pl_loader_lose(b->loader, pl_xml_value(node, "name")) : status;
}

ploy_status pl_domain_add_symbol(pl_domain_builder* b, const pl_xml_node* node)
{
    return add_value(b, node, read_symbol);
}

// Tables.

static ploy_status read_table_range(pl_domain_builder* b, const pl_xml_node* node, ploy_table_def* def)
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

static ploy_status read_table_initial(pl_domain_builder* b, const pl_xml_node* node, ploy_table_def* def)
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

static ploy_status fill_table(pl_domain_builder* b, const pl_xml_node* node, uint32_t table)
{
    ploy_status status = ploy_domain_table_parse(b->domain, table, node->text, b->loader->error);
    if (status == PLOY_INVALID) {
        pl_loader_place_error(b->loader, node, NULL);
    }
    return status;
}

static ploy_status read_table(pl_domain_builder* b, const pl_xml_node* node)
{
    ploy_table_def def = {0};
    uint32_t table;
    const char* type = pl_xml_value(node, "type");
    def.name = pl_xml_value(node, "name");
    def.type = type ? kind_of(type) : PLOY_VALUE_DECIMAL;
    def.object_type = def.type == PLOY_VALUE_OBJECT ? type : NULL;
    ploy_status status = pl_domain_check_once(b, node, ploy_domain_find_table);
    if (status == PLOY_OK && def.object_type && pl_domain_find_type(b->domain, type) == PLOY_NONE) {
        status = pl_domain_fail_type(b, node, "type", 0, type, true);
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
        pl_domain_place_item(b, node, (const char* const[]){NULL});
    }
    return status == PLOY_OK ? fill_table(b, node, table) : status;
}

ploy_status pl_domain_add_table(pl_domain_builder* b, const pl_xml_node* node)
{
    return add_value(b, node, read_table);
}
