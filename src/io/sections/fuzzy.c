// <fuzzy>: variables and outputs with their sets, states, rules.

#include <ploy/fsm.h>
#include <string.h>

#include "io/xml/loader.h"
#include "mind/fuzzy/fuzzy.h"

typedef struct fuzzy_builder
{
    pl_loader* loader;
    ploy_fuzzy* fuzzy;
    pl_xml_cursor cursor;
} fuzzy_builder;

static void locate(fuzzy_builder* b, const pl_xml_node* node)
{
    pl_xml_move(b->loader->xml, &b->cursor, node->file);
    pl_fuzzy_set_position(b->fuzzy, b->cursor.line + 1, node->file - b->cursor.start + 1);
}

// Reads min to max decimals from an attribute.
static ploy_status read_points(fuzzy_builder* b, const pl_xml_node* node, const char* attribute, uint32_t min,
                               uint32_t max, int64_t* points, uint32_t* count)
{
    pl_words words;
    ploy_status status = pl_loader_words(b->loader, pl_xml_value(node, attribute), &words);
    if (status != PLOY_OK) return status;
    *count = words.count;
    bool good = words.count >= min && words.count <= max;
    for (uint32_t i = 0; good && i < words.count; ++i) {
        good = pl_number_parse(words.names[i], PL_NUMBER_DECIMAL, &points[i]);
    }
    if (good) return PLOY_OK;
    return pl_loader_fail_value(b->loader, node, attribute, "%s takes %s numbers of at most three decimals", attribute,
                                min == max ? "two" : "three or four");
}

static ploy_status read_set(fuzzy_builder* b, const pl_xml_node* node, ploy_fuzzy_set* set)
{
    const char* name = pl_xml_value(node, "name");
    bool falls = pl_xml_value(node, "falls"), rises = pl_xml_value(node, "rises");
    if (falls + rises + (pl_xml_value(node, "points") != NULL) != 1) {
        pl_loader_fail(b->loader, node->file, "the set '%.60s' needs one of points, falls and rises", name);
        pl_error_hint(b->loader->error, "points=\"10 20 30\", falls=\"10 20\" or rises=\"20 30\"");
        return PLOY_INVALID;
    }
    int64_t p[4];
    uint32_t count;
    const char* attribute = falls ? "falls" : rises ? "rises" : "points";
    ploy_status status = read_points(b, node, attribute, falls || rises ? 2 : 3, falls || rises ? 2 : 4, p, &count);
    if (status != PLOY_OK) return status;
    if (count == 2) {
        *set = falls ? ploy_fuzzy_falling(name, p[0], p[1]) : ploy_fuzzy_rising(name, p[0], p[1]);
    } else if (count == 3) {
        *set = (ploy_fuzzy_set){name, {p[0], p[1], p[1], p[2]}};
    } else {
        *set = (ploy_fuzzy_set){name, {p[0], p[1], p[2], p[3]}};
    }
    return PLOY_OK;
}

// A set whose points are wrong is there, for the rules that name it.
static ploy_status add_set(fuzzy_builder* b, const pl_xml_node* node)
{
    static const char* const attributes[] = {"name", "points", "falls", "rises", NULL};
    static const char* const inner[] = {"set", NULL};
    if (strcmp(node->name, "set") != 0) return pl_loader_fail_element(b->loader, node, inner);
    ploy_status status = pl_loader_check_attributes(b->loader, node, attributes, 1);
    if (status != PLOY_OK) return status;
    ploy_fuzzy_set set = {pl_xml_value(node, "name"), {0, 0, 0, 0}}, standby = set;
    status = pl_loader_take(b->loader, read_set(b, node, &set));
    locate(b, node);
    if (status != PLOY_OK) return status;
    status = ploy_fuzzy_add_set(b->fuzzy, &set, NULL, b->loader->error);
    ploy_error ignored;
    if (status == PLOY_INVALID && b->loader->def->on_error) {
        ploy_fuzzy_add_set(b->fuzzy, &standby, NULL, &ignored);
    }
    return status;
}

static ploy_status add_sets(fuzzy_builder* b, const pl_xml_node* node)
{
    ploy_status status = PLOY_OK;
    for (const pl_xml_node* child = node->first; child && status == PLOY_OK; child = child->next) {
        status = pl_loader_take(b->loader, add_set(b, child));
    }
    return status;
}

static ploy_status add_variable(fuzzy_builder* b, const pl_xml_node* node)
{
    static const char* const attributes[] = {"name", "value", NULL};
    ploy_status status = pl_loader_check_attributes(b->loader, node, attributes, 1);
    if (status != PLOY_OK) return status;
    ploy_fuzzy_variable variable = {.name = pl_xml_value(node, "name"), .value = pl_xml_value(node, "value")};
    locate(b, node);
    status = ploy_fuzzy_add_variable(b->fuzzy, &variable, NULL, b->loader->error);
    return status == PLOY_OK ? add_sets(b, node) : status;
}

static ploy_status add_output(fuzzy_builder* b, const pl_xml_node* node)
{
    static const char* const attributes[] = {"name", "key", "by", NULL};
    ploy_status status = pl_loader_check_attributes(b->loader, node, attributes, 1);
    if (status != PLOY_OK) return status;
    const char* by = pl_xml_value(node, "by");
    if (by && strcmp(by, "centroid") != 0 && strcmp(by, "average") != 0) {
        pl_loader_fail_value(b->loader, node, "by", "unknown method '%s'", by);
        pl_error_hint(b->loader->error, "one of: centroid, average");
        status = pl_loader_take(b->loader, PLOY_INVALID);
        if (status != PLOY_OK) return status;
    }
    ploy_fuzzy_variable variable = {.name = pl_xml_value(node, "name"),
                                    .value = pl_xml_value(node, "key"),
                                    .is_output = true,
                                    .by = by && *by == 'a' ? PLOY_BY_AVERAGE : PLOY_BY_CENTROID};
    locate(b, node);
    status = ploy_fuzzy_add_variable(b->fuzzy, &variable, NULL, b->loader->error);
    return status == PLOY_OK ? add_sets(b, node) : status;
}

static ploy_status add_state(fuzzy_builder* b, const pl_xml_node* node)
{
    static const char* const attributes[] = {"name", "does", "weight", "on", "off", NULL};
    ploy_status status = pl_loader_check_attributes(b->loader, node, attributes, 1);
    if (status != PLOY_OK) return status;
    ploy_fuzzy_state state = {.name = pl_xml_value(node, "name"),
                              .does = pl_xml_value(node, "does"),
                              .weight = pl_xml_value(node, "weight"),
                              .on = 300,
                              .off = 200};
    status = pl_loader_take(b->loader, pl_loader_number(b->loader, node, "on", PL_NUMBER_DECIMAL, &state.on));
    if (state.off > state.on) state.off = state.on;
    if (status == PLOY_OK) status = pl_loader_number(b->loader, node, "off", PL_NUMBER_DECIMAL, &state.off);
    status = pl_loader_take(b->loader, status);
    locate(b, node);
    if (status != PLOY_OK) return status;
    status = ploy_fuzzy_add_state(b->fuzzy, &state, NULL, b->loader->error);
    ploy_error ignored;
    if (status == PLOY_INVALID && b->loader->def->on_error) { // rules may name it
        state.on = 300;
        state.off = 200;
        ploy_fuzzy_add_state(b->fuzzy, &state, NULL, &ignored);
    }
    return status;
}

static ploy_status add_rule(fuzzy_builder* b, const pl_xml_node* node)
{
    static const char* const attributes[] = {"weight", NULL};
    ploy_fuzzy_rule rule = {node->text, 1000};
    ploy_status status = pl_loader_check_attributes(b->loader, node, attributes, 0);
    if (status == PLOY_OK) status = pl_loader_number(b->loader, node, "weight", PL_NUMBER_DECIMAL, &rule.weight);
    status = pl_loader_take(b->loader, status);
    locate(b, node);
    return status == PLOY_OK ? ploy_fuzzy_add_rule(b->fuzzy, &rule, NULL, b->loader->error) : status;
}

static ploy_status add_all(fuzzy_builder* b, const pl_xml_node* node)
{
    static const char* const names[] = {"variable", "output", "state", "rule", NULL};
    static ploy_status (*const add[])(fuzzy_builder*, const pl_xml_node*) = {add_variable, add_output, add_state,
                                                                             add_rule};
    ploy_status status = PLOY_OK;
    for (const pl_xml_node* child = node->first; child && status == PLOY_OK; child = child->next) {
        uint32_t kind = 0;
        while (names[kind] && strcmp(names[kind], child->name) != 0) {
            ++kind;
        }
        status = names[kind] ? add[kind](b, child) : pl_loader_fail_element(b->loader, child, names);
        status = pl_loader_take(b->loader, status);
    }
    return status;
}

ploy_status pl_load_fuzzy(pl_loader* loader, const pl_xml_node* node)
{
    static const char* const attributes[] = {"name", NULL};
    ploy_status status = pl_loader_check_attributes(loader, node, attributes, 1);
    if (status != PLOY_OK) return status;
    ploy_file* file = loader->file;
    const char* name = pl_xml_value(node, "name");
    if (ploy_file_find_fuzzy(file, name) != PLOY_NONE) {
        return pl_loader_fail_value(loader, node, "name", "fuzzy state machine '%s' is named twice", name);
    }
    fuzzy_builder b = {.loader = loader, .fuzzy = ploy_fuzzy_create(&(ploy_fuzzy_def){name, file->allocator})};
    if (!b.fuzzy || !PL_ARRAY_PUSH(&file->fuzzies, &file->allocator, b.fuzzy)) {
        ploy_fuzzy_destroy(b.fuzzy);
        return PLOY_OUT_OF_MEMORY;
    }
    status = add_all(&b, node);
    return status == PLOY_OK ? pl_fuzzy_check(b.fuzzy, &loader->reports) : status;
}
