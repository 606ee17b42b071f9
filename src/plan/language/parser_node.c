// Nodes of the tree, and what they are called in messages.

#include <string.h>

#include "plan/language/parser.h"

uint32_t pl_parser_unexpected(pl_parser* p, const char* expected)
{
    if (p->token.kind == PL_TOKEN_END) {
        return FAIL(p, p->token.at, "%s expected, but the text ends", expected);
    }
    uint32_t none = FAIL(p, p->token.at, "%s expected, not '%.*s'", expected, TOKEN(p));
    const char* text = p->source->text + p->token.at;
    if (p->token.kind == PL_TOKEN_BAD && *text && strchr("&|!", *text)) {
        pl_error_hint(p->source->error, "conditions are joined with 'and', 'or', 'xor', 'nand' and 'not'");
    }
    return none;
}

uint32_t pl_parser_add(pl_parser* p, pl_node node)
{
    uint32_t limit = pl_parser_max_depth(p);
    if (node.depth > limit) {
        return FAIL(p, node.at, "nested deeper than %u", (unsigned)limit);
    }
    node.end = p->end;
    node.next = PL_NONE;
    if (!PL_ARRAY_PUSH(&p->expression->nodes, p->allocator, node)) {
        p->status = PLOY_OUT_OF_MEMORY;
        return PL_NONE;
    }
    return p->expression->nodes.count - 1;
}

uint32_t pl_parser_leaf(pl_parser* p, pl_node_kind kind, pl_sort sort, uint32_t index, uint32_t at)
{
    return pl_parser_add(p, (pl_node){.kind = (uint8_t)kind,
                                      .sort = (uint8_t)sort,
                                      .depth = 1,
                                      .constant = true,
                                      .at = at,
                                      .index = index,
                                      .type = PL_NONE,
                                      .child = PL_NONE});
}

uint32_t pl_parser_parent(pl_parser* p, pl_node_kind kind, pl_sort sort, uint32_t at, uint32_t first, uint32_t second)
{
    const pl_node* a = pl_parser_node(p, first);
    const pl_node* b = second == PL_NONE ? a : pl_parser_node(p, second);
    uint32_t node = pl_parser_add(p, (pl_node){.kind = (uint8_t)kind,
                                               .sort = (uint8_t)sort,
                                               .depth = (uint8_t)((a->depth > b->depth ? a->depth : b->depth) + 1),
                                               .constant = a->constant && b->constant,
                                               .at = at,
                                               .type = PL_NONE,
                                               .child = first});
    if (node != PL_NONE && second != PL_NONE) {
        pl_parser_node(p, first)->next = second;
    }
    return node;
}

const char* pl_parser_sort_name(const pl_parser* p, uint32_t node)
{
    const pl_node* n = pl_parser_node(p, node);
    if (n->sort == PL_SORT_OBJECT) {
        return pl_parser_domain(p)->types.data[n->type].name;
    }
    if (n->sort == PL_SORT_BOOL) {
        return n->kind == PL_NODE_SYMBOL || n->kind == PL_NODE_BOOL ? "bool" : "condition";
    }
    if (n->kind == PL_NODE_SYMBOL) {
        return pl_parser_domain(p)->symbols.data[n->index].kind == PLOY_VALUE_INT ? "int" : "decimal";
    }
    return "number";
}

bool pl_parser_need_sort(pl_parser* p, uint32_t node, pl_sort sort, const char* wanted)
{
    if (pl_parser_node(p, node)->sort == sort) {
        return true;
    }
    FAIL(p, pl_parser_node(p, node)->at, "a %s expected, '%.*s' is of type %s", wanted, SPAN(p, node),
         pl_parser_sort_name(p, node));
    if (sort == PL_SORT_BOOL && pl_parser_node(p, node)->sort == PL_SORT_NUMBER) {
        pl_error_hint(p->source->error, "compare it with something");
    }
    return false;
}
