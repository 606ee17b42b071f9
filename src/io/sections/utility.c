// <utility>: becomes a description in the memory of the file, from which a mind is created with the bindings, keys and
// fact types of a game. Each input and each combination is an element.

#include <string.h>

#include "base/check.h"
#include "io/xml/loader.h"
#include "mind/utility/utility.h"

typedef struct utility_builder
{
    pl_loader* loader;
    pl_arena* arena; ///< of the file
    pl_xml_cursor cursor;
    ploy_consideration* considerations;
    uint32_t count;
} utility_builder;

static const char* const inputs[] = {
#define NAME(NAME, text) text,
    PLOY_INPUT_LIST(NAME)
#undef NAME
        NULL};

static const char* const parts[] = {
#define NAME(NAME, text) text,
    PLOY_INPUT_LIST(NAME)
#undef NAME
#define NAME(NAME, text, rule) text,
        PLOY_COMBINE_LIST(NAME)
#undef NAME
            "port",
    "where", NULL};

static void locate(utility_builder* b, const pl_xml_node* node, uint32_t* line, uint32_t* column)
{
    pl_xml_move(b->loader->xml, &b->cursor, node->file);
    *line = b->cursor.line + 1;
    *column = node->file - b->cursor.start + 1;
}

static ploy_status take(utility_builder* b, ploy_status status)
{
    return pl_loader_take(b->loader, status);
}

// Copies the text of an attribute, if there is one. PLOY_OK or PLOY_OUT_OF_MEMORY.
static ploy_status keep_value(utility_builder* b, const pl_xml_node* node, const char* attribute, const char** value)
{
    const char* text = pl_xml_value(node, attribute);
    *value = text ? pl_section_keep(b->loader, text) : NULL;
    return *value || !text ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

/// A number with a range. It keeps its value when there is no such attribute.
typedef struct ranged_number
{
    const char* attribute;
    int64_t* value;
    int64_t min, max;
} ranged_number;

static ploy_status read_ranged(utility_builder* b, const pl_xml_node* node, const ranged_number* n)
{
    int64_t value = *n->value;
    ploy_status status = pl_loader_number(b->loader, node, n->attribute, PL_NUMBER_DECIMAL, &value);
    if (status != PLOY_OK) return status;
    if (value >= n->min && value <= n->max) {
        *n->value = value;
        return PLOY_OK;
    }
    char min[PL_NUMBER_SIZE], max[PL_NUMBER_SIZE];
    pl_number_print(n->min, PL_NUMBER_DECIMAL, min);
    pl_number_print(n->max, PL_NUMBER_DECIMAL, max);
    return pl_loader_fail_value(b->loader, node, n->attribute, "'%s' is not between %s and %s", n->attribute, min, max);
}

// One that is wrong keeps its value, too.
static ploy_status read_numbers(utility_builder* b, const pl_xml_node* node, const ranged_number* numbers,
                                uint32_t count)
{
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < count && status == PLOY_OK; ++i) status = take(b, read_ranged(b, node, &numbers[i]));
    return status;
}

#define COUNT(list) ((uint32_t)(sizeof(list) / sizeof *(list)))

static uint32_t count_named(const pl_xml_node* node, const char* name)
{
    uint32_t count = 0;
    for (const pl_xml_node* at = pl_xml_next_named(node->first, name); at; at = pl_xml_next_named(at->next, name)) {
        ++count;
    }
    return count;
}

static ploy_status read_binding(utility_builder* b, const pl_xml_node* node, ploy_port_binding* binding)
{
    static const char* const attributes[] = {"name", "key", "value", NULL};
    ploy_status status = pl_loader_check_attributes(b->loader, node, attributes, 1);
    if (status == PLOY_OK) status = keep_value(b, node, "name", &binding->port);
    if (status == PLOY_OK) status = keep_value(b, node, "key", &binding->key);
    if (status == PLOY_OK) status = keep_value(b, node, "value", &binding->text);
    if (status != PLOY_OK) return status;
    if (!binding->key == !pl_xml_value(node, "value")) {
        return pl_loader_fail(b->loader, node->file, "<port> needs either a key or a value");
    }
    return PLOY_OK;
}

static ploy_status read_bindings(utility_builder* b, const pl_xml_node* node, const ploy_port_binding** bindings,
                                 uint32_t* count)
{
    ploy_port_binding* made = PL_ARENA_ARRAY(b->arena, ploy_port_binding, count_named(node, "port"));
    if (!made) return PLOY_OUT_OF_MEMORY;
    *bindings = made;
    ploy_status status = PLOY_OK;
    const pl_xml_node* at = pl_xml_next_named(node->first, "port");
    for (; at && status == PLOY_OK; at = pl_xml_next_named(at->next, "port")) {
        status = read_binding(b, at, &made[*count]);
        *count += status == PLOY_OK;
        status = take(b, status);
    }
    return status;
}

static ploy_status read_range(utility_builder* b, const pl_xml_node* node, ploy_fact_range* range)
{
    static const char* const attributes[] = {"attribute", "min", "max", NULL};
    *range = (ploy_fact_range){.min = INT64_MIN, .max = INT64_MAX};
    ploy_status status = pl_loader_check_attributes(b->loader, node, attributes, 1);
    if (status == PLOY_OK) status = keep_value(b, node, "attribute", &range->attribute);
    if (status == PLOY_OK) status = pl_loader_number(b->loader, node, "min", PL_NUMBER_WHOLE, &range->min);
    status = take(b, status);
    return status == PLOY_OK ? pl_loader_number(b->loader, node, "max", PL_NUMBER_WHOLE, &range->max) : status;
}

static ploy_status read_ranges(utility_builder* b, const pl_xml_node* node, ploy_input* input)
{
    ploy_fact_range* made = PL_ARENA_ARRAY(b->arena, ploy_fact_range, count_named(node, "where"));
    if (!made) return PLOY_OUT_OF_MEMORY;
    input->ranges = made;
    ploy_status status = PLOY_OK;
    const pl_xml_node* at = pl_xml_next_named(node->first, "where");
    for (; at && status == PLOY_OK; at = pl_xml_next_named(at->next, "where")) {
        ploy_fact_range* range = &made[input->range_count];
        status = take(b, read_range(b, at, range));
        input->range_count += range->attribute != NULL;
    }
    return status;
}

// "0 0, 0.3 0.8, 1 1": x and y of each point.
static ploy_status read_points(utility_builder* b, const pl_xml_node* node, ploy_curve* curve)
{
    const char* text = pl_xml_value(node, "points");
    if (!text) return PLOY_OK;
    char* spaced = pl_arena_alloc(&b->loader->xml->arena, strlen(text) + 1);
    if (!spaced) return PLOY_OUT_OF_MEMORY;
    strcpy(spaced, text);
    for (char* at = spaced; *at; ++at) *at = *at == ',' ? ' ' : *at;
    pl_words words;
    if (pl_loader_words(b->loader, spaced, &words) != PLOY_OK) return PLOY_OUT_OF_MEMORY;
    bool good = words.count >= 2 && words.count % 2 == 0 && words.count <= 2 * PLOY_CURVE_POINTS;
    curve->point_count = words.count / 2;
    for (uint32_t i = 0; good && i < words.count; ++i) {
        int64_t value;
        good = pl_number_parse(words.names[i], PL_NUMBER_DECIMAL, &value) && value >= 0 && value <= 1000;
        if (good) *(i % 2 ? &curve->points[i / 2].y : &curve->points[i / 2].x) = (int32_t)value;
    }
    if (good && ploy_curve_is_valid(curve)) return PLOY_OK;
    *curve = ploy_curve_of(PLOY_CURVE_LINEAR);
    pl_loader_fail_value(b->loader, node, "points", "the points do not describe a curve");
    pl_error_hint(b->loader->error, "1 to %d points \"x y, x y\" from 0 to 1, each x greater than the one before",
                  PLOY_CURVE_POINTS);
    return PLOY_INVALID;
}

static ploy_status read_curve(utility_builder* b, const pl_xml_node* node, ploy_curve* curve)
{
    const char* name = pl_xml_value(node, "curve");
    ploy_curve_kind kind = pl_xml_value(node, "points") ? PLOY_CURVE_PIECEWISE : PLOY_CURVE_LINEAR;
    if (name && pl_curve_find(name, &kind) != PLOY_OK) {
        pl_loader_fail_value(b->loader, node, "curve", "unknown curve '%s'", name);
        pl_error_hint(b->loader->error, "linear, polynomial, logistic, logit, step or piecewise");
        kind = PLOY_CURVE_LINEAR;
        ploy_status failed = take(b, PLOY_INVALID);
        if (failed != PLOY_OK) return failed;
    }
    *curve = ploy_curve_of(kind);
    int64_t slope = curve->slope, x_shift = curve->x_shift, y_shift = curve->y_shift, exponent = curve->exponent;
    const ranged_number numbers[] = {
        {"slope", &slope, -1000000, 1000000},
        {"x_shift", &x_shift, 0, 1000},
        {"y_shift", &y_shift, -1000000, 1000000},
        {"exponent", &exponent, 0, 16000},
    };
    ploy_status status = read_numbers(b, node, numbers, COUNT(numbers));
    curve->slope = (int32_t)slope;
    curve->x_shift = (int32_t)x_shift;
    curve->y_shift = (int32_t)y_shift;
    curve->exponent = (int32_t)exponent;
    return status == PLOY_OK ? read_points(b, node, curve) : status;
}

static ploy_status check_input(utility_builder* b, const pl_xml_node* node, ploy_input_kind kind)
{
#define CURVE_ATTRIBUTES "name", "weight", "min", "max", "curve", "slope", "x_shift", "y_shift", "exponent", "points"
    static const char* const plain[] = {"of", CURVE_ATTRIBUTES, NULL};
    static const char* const constant[] = {"value", "name", "weight", NULL};
    static const char* const facts[] = {"of", CURVE_ATTRIBUTES, "min_belief", "max_age", NULL};
#undef CURVE_ATTRIBUTES
    const char* const* known = kind == PLOY_INPUT_CONSTANT ? constant : kind >= PLOY_INPUT_FACT_COUNT ? facts : plain;
    ploy_status status = pl_loader_check_attributes(b->loader, node, known, 1);
    if (status != PLOY_OK) return status;
    const char* inside = kind == PLOY_INPUT_SCORER ? "port" : kind >= PLOY_INPUT_FACT_COUNT ? "where" : NULL;
    for (const pl_xml_node* at = node->first; at && status == PLOY_OK; at = at->next) {
        if (inside && strcmp(at->name, inside) == 0) continue;
        status = take(b, pl_loader_fail_element(b->loader, at, (const char* const[]){inside, NULL}));
    }
    return status;
}

static ploy_status read_facts(utility_builder* b, const pl_xml_node* node, ploy_input* input)
{
    int64_t belief = 0, age = -1;
    const ranged_number numbers[] = {{"min_belief", &belief, 0, 1000}, {"max_age", &age, -1, INT64_C(1000000000000)}};
    ploy_status status = read_numbers(b, node, numbers, COUNT(numbers));
    input->min_belief = (uint32_t)belief;
    input->max_age = age < 0 ? INT64_MAX : age * 1000;
    return status == PLOY_OK ? read_ranges(b, node, input) : status;
}

static ploy_status add_input(utility_builder* b, const pl_xml_node* node, ploy_input_kind kind,
                             ploy_consideration* made)
{
    *made = ploy_consider(kind, NULL, 0, 1000, ploy_curve_of(PLOY_CURVE_LINEAR));
    ploy_input* input = &made->input;
    ploy_status status = check_input(b, node, kind);
    const ranged_number numbers[] = {
        {"value", &input->value, 0, 1000},
        {"min", &input->min, -INT64_C(1000000000000000), INT64_C(1000000000000000)},
        {"max", &input->max, -INT64_C(1000000000000000), INT64_C(1000000000000000)},
    };
    if (status == PLOY_OK) status = keep_value(b, node, "of", &input->name);
    uint32_t errors = b->loader->reports.count;
    if (status == PLOY_OK) status = read_numbers(b, node, numbers, COUNT(numbers));
    bool has_range = b->loader->reports.count == errors;
    if (status == PLOY_OK) status = take(b, read_curve(b, node, &made->curve));
    if (status == PLOY_OK && kind == PLOY_INPUT_SCORER) {
        status = read_bindings(b, node, &input->ports, &input->port_count);
    }
    if (status == PLOY_OK && kind >= PLOY_INPUT_FACT_COUNT) status = read_facts(b, node, input);
    if (status == PLOY_OK && !has_range) {
        input->min = 0;
        input->max = 1000;
    }
    if (status == PLOY_OK && input->min >= input->max) {
        input->max = input->min + 1000;
        return pl_loader_fail_value(b->loader, node, "max", "min must be below max");
    }
    return status;
}

static bool is_part(const pl_xml_node* node)
{
    return strcmp(node->name, "port") != 0;
}

static uint32_t count_parts(const pl_xml_node* node, bool nested)
{
    uint32_t count = 0;
    for (const pl_xml_node* at = node->first; at; at = at->next) {
        ploy_combine combine;
        count += is_part(at);
        if (nested && pl_combine_find(at->name, &combine) == PLOY_OK) count += count_parts(at, true);
    }
    return count;
}

static ploy_status add_parts(utility_builder* b, const pl_xml_node* node);

static ploy_status add_all(utility_builder* b, const pl_xml_node* node, ploy_combine combine, ploy_consideration* made)
{
    static const char* const attributes[] = {"name", "weight", NULL};
    *made = (ploy_consideration){.weight = 1000, .combine = combine, .parts = count_parts(node, false)};
    ploy_status status = pl_loader_check_attributes(b->loader, node, attributes, 0);
    if (status != PLOY_OK) return status;
    const pl_xml_node* port = pl_xml_next_named(node->first, "port");
    if (port) status = take(b, pl_loader_fail_element(b->loader, port, inputs));
    if (status != PLOY_OK) return status;
    if (made->parts == 0) return pl_loader_fail(b->loader, node->file, "<%s> is empty", node->name);
    return PLOY_OK;
}

// What is wrong has a constant in its place: the composite around it has as many parts as it says.
static void stand_in(ploy_consideration* made)
{
    *made = ploy_consider(PLOY_INPUT_CONSTANT, NULL, 0, 1000, ploy_curve_of(PLOY_CURVE_LINEAR));
}

static ploy_status add_part(utility_builder* b, const pl_xml_node* node)
{
    ploy_consideration* made = &b->considerations[b->count++];
    ploy_combine combine;
    uint32_t kind = 0;
    while (inputs[kind] && strcmp(inputs[kind], node->name) != 0) ++kind;
    bool is_composite = pl_combine_find(node->name, &combine) == PLOY_OK;
    stand_in(made);
    if (!is_composite && !inputs[kind]) return pl_loader_fail_element(b->loader, node, parts);
    ploy_status status =
        is_composite ? add_all(b, node, combine, made) : add_input(b, node, (ploy_input_kind)kind, made);
    bool is_wrong = status == PLOY_INVALID && !made->input.name && made->parts == 0;
    if (is_wrong) stand_in(made);
    status = take(b, status);
    locate(b, node, &made->line, &made->column);
    if (status == PLOY_OK) status = keep_value(b, node, "name", &made->name);
    const ranged_number weight = {"weight", &made->weight, 0, 1000000};
    if (status == PLOY_OK) status = read_numbers(b, node, &weight, 1);
    made->weight = pl_section_or_off(node, "weight", made->weight);
    return status == PLOY_OK && is_composite ? add_parts(b, node) : status;
}

static ploy_status add_parts(utility_builder* b, const pl_xml_node* node)
{
    ploy_status status = PLOY_OK;
    for (const pl_xml_node* at = node->first; at && status == PLOY_OK; at = at->next) {
        if (is_part(at)) status = take(b, add_part(b, at));
    }
    return status;
}

static ploy_status read_combine(utility_builder* b, const pl_xml_node* node, ploy_combine* combine)
{
    const char* name = pl_xml_value(node, "combine");
    if (!name || pl_combine_find(name, combine) == PLOY_OK) return PLOY_OK;
    pl_loader_fail_value(b->loader, node, "combine", "unknown combination '%s'", name);
    pl_error_hint(b->loader->error, "sum, product, plain, min or max");
    return PLOY_INVALID;
}

static ploy_status read_option_attributes(utility_builder* b, const pl_xml_node* node, ploy_option* option)
{
    static const char* const attributes[] = {"name",    "activity", "when",  "weight",
                                             "combine", "duration", "limit", NULL};
    const ranged_number numbers[] = {
        {"weight", &option->weight, 0, 1000000},
        {"duration", &option->duration, 0, INT64_C(1000000000000)},
        {"limit", &option->limit, 0, INT64_C(1000000000000)},
    };
    ploy_status status = pl_loader_check_attributes(b->loader, node, attributes, 1);
    if (status == PLOY_OK) status = keep_value(b, node, "name", &option->name);
    if (status == PLOY_OK) status = keep_value(b, node, "activity", &option->activity);
    if (status == PLOY_OK) status = keep_value(b, node, "when", &option->when);
    if (status == PLOY_OK) status = read_numbers(b, node, numbers, COUNT(numbers));
    option->weight = pl_section_or_off(node, "weight", option->weight);
    option->duration *= 1000; // milliseconds to microseconds
    option->limit *= 1000;
    return status == PLOY_OK ? take(b, read_combine(b, node, &option->combine)) : status;
}

static ploy_status add_option(utility_builder* b, const pl_xml_node* node, ploy_option* option)
{
    *option = (ploy_option){0};
    locate(b, node, &option->line, &option->column);
    ploy_status status = read_option_attributes(b, node, option);
    if (status == PLOY_OK) status = read_bindings(b, node, &option->ports, &option->port_count);
    if (status != PLOY_OK) return status;
    b->considerations = PL_ARENA_ARRAY(b->arena, ploy_consideration, count_parts(node, true));
    b->count = 0;
    if (!b->considerations) return PLOY_OUT_OF_MEMORY;
    status = add_parts(b, node);
    option->considerations = b->considerations;
    option->consideration_count = b->count;
    return status;
}

static ploy_status add_child(utility_builder* b, const pl_xml_node* node, ploy_option* options, ploy_utility_def* def)
{
    if (strcmp(node->name, "option") != 0) {
        return pl_loader_fail_element(b->loader, node, (const char* const[]){"option", NULL});
    }
    const char* name = pl_xml_value(node, "name");
    for (uint32_t i = 0; name && i < def->option_count; ++i) {
        if (strcmp(options[i].name, name) == 0) {
            return pl_loader_fail_value(b->loader, node, "name", "option '%s' is named twice", name);
        }
    }
    ploy_status status = add_option(b, node, &options[def->option_count]);
    def->option_count += options[def->option_count].name != NULL;
    return status;
}

static ploy_status add_options(utility_builder* b, const pl_xml_node* node, ploy_utility_def* def)
{
    ploy_option* options = PL_ARENA_ARRAY(b->arena, ploy_option, count_named(node, "option"));
    if (!options) return PLOY_OUT_OF_MEMORY;
    def->options = options;
    ploy_status status = PLOY_OK;
    uint32_t errors = b->loader->reports.count;
    for (const pl_xml_node* at = node->first; at && status == PLOY_OK; at = at->next) {
        status = take(b, add_child(b, at, options, def));
    }
    if (status != PLOY_OK) return status;
    bool is_empty = def->option_count == 0 && b->loader->reports.count == errors;
    if (is_empty) return pl_loader_fail(b->loader, node->file, "a utility needs an <option>");
    if (def->option_count <= PLOY_UTILITY_OPTIONS) return PLOY_OK;
    return pl_loader_fail(b->loader, node->file, "%u options, at most %d are possible", (unsigned)def->option_count,
                          PLOY_UTILITY_OPTIONS);
}

static ploy_status read_choice(utility_builder* b, const pl_xml_node* node, ploy_choice* choice)
{
    const char* name = pl_xml_value(node, "choice");
    if (!name || strcmp(name, "best") == 0) return PLOY_OK;
    *choice = PLOY_CHOICE_RANDOM;
    if (strcmp(name, "random") == 0) return PLOY_OK;
    pl_loader_fail_value(b->loader, node, "choice", "unknown choice '%s'", name);
    pl_error_hint(b->loader->error, "best or random");
    return PLOY_INVALID;
}

static ploy_status read_attributes(utility_builder* b, const pl_xml_node* node, ploy_utility_def* def)
{
    static const char* const attributes[] = {"name", "choice", "commitment", "momentum", "repeat_penalty", NULL};
    int64_t commitment = 0, repeat_penalty = 0;
    const ranged_number numbers[] = {
        {"commitment", &commitment, 0, 1000000},
        {"repeat_penalty", &repeat_penalty, 0, 1000},
        {"momentum", &def->momentum, 0, INT64_C(1000000000000)},
    };
    ploy_status status = pl_loader_check_attributes(b->loader, node, attributes, 1);
    if (status == PLOY_OK && ploy_file_find_utility(b->loader->file, pl_xml_value(node, "name")) != PLOY_NONE) {
        return pl_loader_fail_value(b->loader, node, "name", "utility '%s' is named twice", pl_xml_value(node, "name"));
    }
    if (status == PLOY_OK) status = keep_value(b, node, "name", &def->name);
    if (status == PLOY_OK) status = take(b, read_choice(b, node, &def->choice));
    if (status == PLOY_OK) status = read_numbers(b, node, numbers, COUNT(numbers));
    def->commitment = (int32_t)pl_section_or_off(node, "commitment", commitment);
    def->repeat_penalty = (int32_t)pl_section_or_off(node, "repeat_penalty", repeat_penalty);
    def->momentum *= 1000;
    return status;
}

ploy_status pl_load_utility(pl_loader* loader, const pl_xml_node* node)
{
    ploy_file* file = loader->file;
    utility_builder b = {.loader = loader, .arena = &file->arena};
    ploy_utility_def def = {0};
    def.parts.allocator = file->allocator;
    ploy_status status = read_attributes(&b, node, &def);
    if (status == PLOY_OK) status = take(&b, add_options(&b, node, &def));
    if (status != PLOY_OK || def.option_count == 0) return status;
    return PL_ARRAY_PUSH(&file->utilities, &file->allocator, def) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

uint32_t ploy_file_utility_count(const ploy_file* file)
{
    PL_NEED(file, 0);
    return file->utilities.count;
}

ploy_utility_def ploy_file_utility(const ploy_file* file, uint32_t index)
{
    PL_NEED(file, (ploy_utility_def){0});
    PL_ASSERT(index < file->utilities.count);
    return file->utilities.data[index];
}

uint32_t ploy_file_find_utility(const ploy_file* file, const char* name)
{
    PL_NEED(file, PLOY_NONE);
    PL_NEED(name, PLOY_NONE);
    for (uint32_t i = 0; i < file->utilities.count; ++i) {
        if (strcmp(file->utilities.data[i].name, name) == 0) return i;
    }
    return PLOY_NONE;
}
