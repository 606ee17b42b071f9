#include "plan/language/expression.h"

#include "plan/language/text.h"

typedef struct printer
{
    const ploy_domain* domain;
    const pl_declaration* head;
    const pl_node* nodes;
    const uint32_t* args;
    pl_writer writer;
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

static void print_symbol(printer* p, const pl_node* node)
{
    pl_writer_add(&p->writer, "%s", p->domain->symbols.data[node->index].name);
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

// ADD carries its difference, whichever way it was written.
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
        pl_writer_add(&p->writer, "%s", p->head->params[node->index].name);
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
        print_symbol(p, node);
        break;
    case PL_NODE_ADD:
        print_add(p, node);
        break;
    case PL_NODE_SET:
        print_set(p, node);
        break;
    default:
        print_operator(p, node);
    }
}

size_t pl_expression_print(const ploy_domain* domain, const pl_declaration* head, const pl_node* nodes, uint32_t root,
                           const uint32_t* args, char* text, size_t size)
{
    printer p = {domain, head, nodes, args, pl_writer_begin(text, size)};
    print_node(&p, root);
    return p.writer.length;
}
