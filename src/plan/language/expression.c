#include "plan/language/expression.h"

#include <stdio.h>

#include "plan/language/text.h"

static const char* const part_names[] = {
    [PLOY_PART_PRE] = "precondition",    [PLOY_PART_EFFECT] = "effect",
    [PLOY_PART_COST] = "cost",           [PLOY_PART_CONDITION] = "condition",
    [PLOY_PART_PRIORITY] = "priority",   [PLOY_PART_RELEVANT] = "relevant",
    [PL_PART_STATE] = "state",           [PL_PART_TEST] = "condition",
    [PL_PART_ACTIVITIES] = "activities", [PL_PART_RULE] = "rule",
    [PL_PART_TABLE] = "table",
};

pl_source pl_source_clause(const ploy_domain* domain, ploy_part part, uint32_t owner, uint32_t clause,
                           ploy_error* error)
{
    const pl_declaration* declaration = pl_domain_declaration(domain, part, owner);
    const char* text = pl_texts_at(pl_declaration_texts(declaration, part), clause);
    return (pl_source){domain, declaration, (int)part, owner, clause, text, error};
}

void pl_source_print(const pl_source* source, char* text, size_t size)
{
    const char* part = part_names[source->part];
    if (!source->declaration || source->part >= PL_PART_STATE) {
        snprintf(text, size, "%s", part);
        return;
    }
    const char* kind = source->part <= PLOY_PART_COST ? "action" : "goal";
    bool several = pl_declaration_texts(source->declaration, (ploy_part)source->part)->count > 1;
    pl_text_writer writer = pl_writer_begin(text, size);
    pl_writer_add(&writer, "%s '%.60s', %s", kind, source->declaration->name, part);
    if (several) {
        pl_writer_add(&writer, " clause %u", (unsigned)source->clause);
    }
}

static void locate(const char* text, uint32_t at, uint32_t* line, uint32_t* column)
{
    *line = 1;
    *column = 1;
    for (uint32_t i = 0; i < at; ++i) {
        *column = text[i] == '\n' ? 1 : *column + 1;
        *line += text[i] == '\n';
    }
}

// What a text of the part looks like, where the error itself has nothing better.
static const char* hint_of(int part)
{
    switch (part) {
    case PLOY_PART_PRE:
    case PLOY_PART_CONDITION:
    case PLOY_PART_RELEVANT:
        return "a condition is written like this: armed and not (ammo lt 3 or at = home)";
    case PLOY_PART_EFFECT:
        return "effects are written like this: armed, not hungry, at = home, ammo -= 1";
    case PLOY_PART_COST:
    case PLOY_PART_PRIORITY:
        return "a number, a calculation such as 2 + 0.5 * ammo, or call:NAME";
    case PL_PART_TABLE:
        return "the cells of a table are written like this: camp hill = 12, camp lake = 5.5";
    case PL_PART_STATE:
        return "a state is written like this: armed, not hungry, at = home, ammo = 3";
    default:
        return "";
    }
}

ploy_status pl_source_fail(const pl_source* source, uint32_t at, const char* format, ...)
{
    if (!source->error) {
        return PLOY_INVALID;
    }
    char where[128];
    char what[sizeof source->error->message];
    uint32_t line, column;
    va_list list;
    va_start(list, format);
    vsnprintf(what, sizeof what, format, list);
    va_end(list);
    pl_source_print(source, where, sizeof where);
    locate(source->text, at, &line, &column);
    pl_error_set(source->error, line, column, "%s: %s", where, what);
    pl_error_hint(source->error, "%s", hint_of(source->part));
    return PLOY_INVALID;
}

typedef struct printer
{
    const ploy_domain* domain;
    const pl_declaration* declaration;
    const pl_node* nodes;
    const uint32_t* args;
    pl_text_writer writer;
} printer;

static const struct
{
    int level;
    const char* text;
} operators[] = {
#define OPERATOR(NAME, level, text) [PL_NODE_##NAME] = {level, text},
    PL_NODE_LIST(OPERATOR)
#undef OPERATOR
};

static void print_node(printer* p, uint32_t index);

static void print_number(printer* p, const pl_node* node)
{
    pl_writer_add_decimal(&p->writer, node->scale ? node->min : node->min * PLOY_UNIT);
}

static void print_object(printer* p, uint32_t type, uint32_t object)
{
    pl_writer_add(&p->writer, "%s", ploy_domain_object_name(p->domain, type, object));
}

static void print_indexed(printer* p, const pl_node* node)
{
    pl_writer_add(&p->writer, "%s",
                  node->kind == PL_NODE_TABLE ? p->domain->tables.data[node->index].name
                                              : p->domain->symbols.data[node->index].name);
    const char* before = "(";
    for (uint32_t child = node->child; child != PLOY_NONE; child = p->nodes[child].next) {
        pl_writer_add(&p->writer, "%s", before);
        print_node(p, child);
        before = ", ";
    }
    pl_writer_add(&p->writer, "%s", node->child == PLOY_NONE ? "" : ")");
}

// Equal operators group to the left, so a right operand of the same level needs parentheses.
static void print_operand(printer* p, uint32_t child, int level)
{
    bool group = operators[p->nodes[child].kind].level < level;
    pl_writer_add(&p->writer, "%s", group ? "(" : "");
    print_node(p, child);
    pl_writer_add(&p->writer, "%s", group ? ")" : "");
}

static void print_operator(printer* p, const pl_node* node)
{
    int level = operators[node->kind].level;
    bool unary = node->kind == PL_NODE_NOT || node->kind == PL_NODE_NEGATIVE;
    bool compares = node->kind >= PL_NODE_EQ && node->kind <= PL_NODE_GE;
    if (unary) {
        pl_writer_add(&p->writer, "%s", operators[node->kind].text);
    }
    for (uint32_t child = node->child; child != PLOY_NONE; child = p->nodes[child].next) {
        bool first = child == node->child;
        pl_writer_add(&p->writer, "%s", first ? "" : operators[node->kind].text);
        print_operand(p, child, first && !compares ? level : unary ? level : level + 1);
    }
}

// min(a, b)
static void print_function(printer* p, const pl_node* node)
{
    pl_writer_add(&p->writer, "%s(", operators[node->kind].text);
    print_node(p, node->child);
    pl_writer_add(&p->writer, ", ");
    print_node(p, p->nodes[node->child].next);
    pl_writer_add(&p->writer, ")");
}

// condition ? a : b
static void print_choice(printer* p, const pl_node* node)
{
    uint32_t first = p->nodes[node->child].next;
    print_operand(p, node->child, operators[PL_NODE_OR].level);
    pl_writer_add(&p->writer, " ? ");
    print_node(p, first);
    pl_writer_add(&p->writer, " : ");
    print_node(p, p->nodes[first].next);
}

// ADD stores a difference, for += and -= alike.
static void print_add(printer* p, const pl_node* node)
{
    const pl_symbol* symbol = &p->domain->symbols.data[p->nodes[node->child].index];
    int64_t amount = node->min * symbol->step * (symbol->kind == PLOY_VALUE_INT ? PLOY_UNIT : 1);
    print_node(p, node->child);
    pl_writer_add(&p->writer, amount < 0 ? " -= " : " += ");
    pl_writer_add_decimal(&p->writer, amount < 0 ? -amount : amount);
}

static void print_set(printer* p, const pl_node* node)
{
    const pl_node* value = &p->nodes[p->nodes[node->child].next];
    bool bare = value->kind == PL_NODE_BOOL;
    pl_writer_add(&p->writer, "%s", bare && !value->index ? "not " : "");
    print_node(p, node->child);
    if (!bare) {
        pl_writer_add(&p->writer, " = ");
        print_node(p, p->nodes[node->child].next);
    }
}

static void print_param(printer* p, const pl_node* node)
{
    if (p->args) {
        print_object(p, node->type, p->args[node->index]);
    } else {
        pl_writer_add(&p->writer, "%s", p->declaration->params[node->index].name);
    }
}

static void print_node(printer* p, uint32_t index)
{
    const pl_node* node = &p->nodes[index];
    switch (node->kind) {
    case PL_NODE_BOOL:
        pl_writer_add(&p->writer, node->index ? "true" : "false");
        break;
    case PL_NODE_NUMBER:
        print_number(p, node);
        break;
    case PL_NODE_OBJECT:
        print_object(p, node->type, node->index);
        break;
    case PL_NODE_PARAM:
        print_param(p, node);
        break;
    case PL_NODE_SYMBOL:
    case PL_NODE_TABLE:
        print_indexed(p, node);
        break;
    case PL_NODE_ADD:
        print_add(p, node);
        break;
    case PL_NODE_SET:
        print_set(p, node);
        break;
    case PL_NODE_MIN:
    case PL_NODE_MAX:
        print_function(p, node);
        break;
    case PL_NODE_CHOICE:
        print_choice(p, node);
        break;
    default:
        print_operator(p, node);
    }
}

size_t pl_expression_print(const ploy_domain* domain, const pl_declaration* declaration, const pl_node* nodes,
                           uint32_t root, const uint32_t* args, char* text, size_t size)
{
    printer p = {domain, declaration, nodes, args, pl_writer_begin(text, size)};
    print_node(&p, root);
    return p.writer.length;
}

uint32_t pl_scope_variable(const pl_scope* scope, uint32_t node)
{
    const pl_symbol* symbol = &scope->domain->symbols.data[scope->nodes[node].index];
    uint32_t offset = 0;
    uint32_t number = 0;
    for (uint32_t child = scope->nodes[node].child; child != PLOY_NONE; child = scope->nodes[child].next) {
        offset *= scope->domain->types.data[symbol->of[number++]].object_count;
        offset += pl_scope_object(scope, child);
    }
    return symbol->first_variable + offset;
}

static uint32_t value_of(const pl_scope* scope, uint32_t node)
{
    uint32_t variable = pl_scope_variable(scope, node);
    if (scope->state) {
        return pl_variable_value(&scope->layout[variable], scope->state);
    }
    for (uint32_t i = 0; i < scope->count; ++i) {
        if (scope->variables[i] == variable) {
            return scope->values[i];
        }
    }
    PL_ASSERT(false && "every variable that is read has a value");
    return 0;
}

static int64_t table_value(const pl_scope* scope, uint32_t node)
{
    const pl_value_table* table = &scope->domain->tables.data[scope->nodes[node].index];
    uint32_t cell = 0;
    uint32_t number = 0;
    for (uint32_t child = scope->nodes[node].child; child != PLOY_NONE; child = scope->nodes[child].next) {
        cell *= scope->domain->types.data[table->of[number++]].object_count;
        cell += pl_scope_object(scope, child);
    }
    return table->values[cell];
}

bool pl_node_is_grounded(const pl_node* nodes, uint32_t node)
{
    const pl_node* n = &nodes[node];
    if (n->kind != PL_NODE_TABLE) return n->constant;
    for (uint32_t child = n->child; child != PLOY_NONE; child = nodes[child].next) {
        if (!pl_node_is_grounded(nodes, child)) return false;
    }
    return true;
}

uint32_t pl_scope_object(const pl_scope* scope, uint32_t node)
{
    const pl_node* n = &scope->nodes[node];
    return n->kind == PL_NODE_PARAM    ? scope->args[n->index]
           : n->kind == PL_NODE_OBJECT ? n->index
           : n->kind == PL_NODE_TABLE  ? (uint32_t)table_value(scope, node)
                                       : value_of(scope, node);
}

static int64_t at_scale(const pl_scope* scope, uint32_t node, uint32_t scale)
{
    return pl_scope_number(scope, node) * pl_scale_factor(scale - scope->nodes[node].scale);
}

int64_t pl_expression_divide(int64_t a, uint32_t a_scale, int64_t b, uint32_t b_scale)
{
    if (b == 0) return 0;
    if (a_scale > b_scale + 1) {
        b *= pl_scale_factor(a_scale - b_scale - 1);
    } else {
        a *= pl_scale_factor(b_scale + 1 - a_scale);
    }
    int64_t numerator = 2 * (b < 0 ? -a : a) + (b < 0 ? -b : b);
    int64_t denominator = 2 * (b < 0 ? -b : b);
    return numerator / denominator - (numerator % denominator < 0);
}

static int64_t divide(const pl_scope* scope, uint32_t a, uint32_t b)
{
    int64_t divisor = pl_scope_number(scope, b);
    if (divisor == 0 && scope->divided_by_zero) *scope->divided_by_zero = true;
    return pl_expression_divide(pl_scope_number(scope, a), scope->nodes[a].scale, divisor, scope->nodes[b].scale);
}

static int64_t lower_or_higher(const pl_scope* scope, const pl_node* n, uint32_t second)
{
    int64_t a = at_scale(scope, n->child, n->scale);
    int64_t b = at_scale(scope, second, n->scale);
    return (a < b) == (n->kind == PL_NODE_MIN) ? a : b;
}

int64_t pl_scope_number(const pl_scope* scope, uint32_t node)
{
    const pl_node* n = &scope->nodes[node];
    if (n->constant) {
        return n->min;
    }
    bool is_leaf = n->kind == PL_NODE_SYMBOL || n->kind == PL_NODE_TABLE;
    uint32_t second = is_leaf ? PLOY_NONE : scope->nodes[n->child].next;
    switch (n->kind) {
    case PL_NODE_TABLE:
        return table_value(scope, node);
    case PL_NODE_SYMBOL:
        return pl_symbol_value(&scope->domain->symbols.data[n->index], value_of(scope, node));
    case PL_NODE_NEGATIVE:
        return -pl_scope_number(scope, n->child);
    case PL_NODE_TIMES:
        return pl_scope_number(scope, n->child) * pl_scope_number(scope, second);
    case PL_NODE_DIVIDE:
        return divide(scope, n->child, second);
    case PL_NODE_MIN:
    case PL_NODE_MAX:
        return lower_or_higher(scope, n, second);
    case PL_NODE_CHOICE:
        return at_scale(scope, pl_scope_holds(scope, n->child) ? second : scope->nodes[second].next, n->scale);
    case PL_NODE_PLUS:
        return at_scale(scope, n->child, n->scale) + at_scale(scope, second, n->scale);
    default:
        return at_scale(scope, n->child, n->scale) - at_scale(scope, second, n->scale);
    }
}

int64_t pl_scope_fixed(const pl_scope* scope, uint32_t node)
{
    int64_t number = pl_scope_number(scope, node);
    uint32_t scale = scope->nodes[node].scale;
    if (scale <= 1) {
        return number * (scale ? 1 : PLOY_UNIT);
    }
    int64_t factor = pl_scale_factor(scale - 1);
    int64_t shifted = number + factor / 2;
    return shifted / factor - (shifted % factor < 0);
}

static int order(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

// Below 0, 0 or above 0: the first operand is less than, equal to or greater than the second.
static int compare(const pl_scope* scope, uint32_t a, uint32_t b)
{
    const pl_node* x = &scope->nodes[a];
    const pl_node* y = &scope->nodes[b];
    if (x->sort == PL_SORT_BOOL) {
        return order(pl_scope_holds(scope, a), pl_scope_holds(scope, b));
    }
    if (x->sort == PL_SORT_OBJECT) {
        return order(pl_scope_object(scope, a), pl_scope_object(scope, b));
    }
    uint32_t scale = x->scale > y->scale ? x->scale : y->scale;
    return order(at_scale(scope, a, scale), at_scale(scope, b, scale));
}

bool pl_comparison_holds(uint8_t kind, int sign)
{
    switch (kind) {
    case PL_NODE_EQ:
        return sign == 0;
    case PL_NODE_NE:
        return sign != 0;
    case PL_NODE_LT:
        return sign < 0;
    case PL_NODE_LE:
        return sign <= 0;
    case PL_NODE_GT:
        return sign > 0;
    default:
        return sign >= 0;
    }
}

// Does at least one child have this truth value?
static bool any_child(const pl_scope* scope, const pl_node* node, bool truth)
{
    for (uint32_t child = node->child; child != PLOY_NONE; child = scope->nodes[child].next) {
        if (pl_scope_holds(scope, child) == truth) {
            return true;
        }
    }
    return false;
}

bool pl_scope_holds(const pl_scope* scope, uint32_t node)
{
    const pl_node* n = &scope->nodes[node];
    switch (n->kind) {
    case PL_NODE_BOOL:
        return n->index;
    case PL_NODE_SYMBOL:
        return value_of(scope, node);
    case PL_NODE_TABLE:
        return table_value(scope, node);
    case PL_NODE_OR:
        return any_child(scope, n, true);
    case PL_NODE_AND:
        return !any_child(scope, n, false);
    case PL_NODE_NAND:
        return any_child(scope, n, false);
    case PL_NODE_NOT:
        return !pl_scope_holds(scope, n->child);
    case PL_NODE_XOR:
        return pl_scope_holds(scope, n->child) != pl_scope_holds(scope, scope->nodes[n->child].next);
    default:
        return pl_comparison_holds(n->kind, compare(scope, n->child, scope->nodes[n->child].next));
    }
}

uint32_t pl_scope_set_value(const pl_scope* scope, uint32_t set_node)
{
    uint32_t value = scope->nodes[scope->nodes[set_node].child].next;
    return scope->nodes[value].sort == PL_SORT_OBJECT ? pl_scope_object(scope, value) : scope->nodes[value].index;
}
