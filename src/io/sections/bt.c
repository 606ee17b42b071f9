// A behavior tree from its element: the description takes elements and attributes over as they are, with their places,
// and checks them itself, so that a tree built by calls is held to the same rules.

#include <string.h>

#include "io/xml/loader.h"
#include "mind/bt/bt.h"

typedef struct bt_builder
{
    pl_loader* loader;
    ploy_bt* tree;
    pl_xml_cursor cursor;
} bt_builder;

static void move(bt_builder* b, uint32_t place, uint32_t* line, uint32_t* column)
{
    pl_xml_move(b->loader->xml, &b->cursor, place);
    *line = b->cursor.line + 1;
    *column = place - b->cursor.start + 1;
}

static ploy_status add_attributes(bt_builder* b, const pl_xml_node* from, uint32_t node)
{
    for (uint32_t i = 0; i < from->attribute_count; ++i) {
        const char* name = from->attributes[i].name;
        ploy_status status = ploy_bt_set(b->tree, node, name, from->attributes[i].value);
        if (status != PLOY_OK) {
            return status;
        }
        uint32_t line, column;
        move(b, pl_xml_value_place(b->loader->xml, from, name, 0), &line, &column);
        pl_bt_place_attribute(b->tree, line, column);
    }
    return PLOY_OK;
}

static ploy_status fail_full(bt_builder* b, const pl_xml_node* from)
{
    return pl_loader_fail(b->loader, from->file, "the tree '%s' has too many nodes or levels", ploy_bt_name(b->tree));
}

static ploy_status add_node(bt_builder* b, const pl_xml_node* from, uint32_t parent)
{
    uint32_t node;
    ploy_status status = ploy_bt_add_node(b->tree, parent, from->name, &node);
    if (status != PLOY_OK) {
        return status == PLOY_FULL ? fail_full(b, from) : status;
    }
    if (*from->text) {
        return pl_loader_fail(b->loader, pl_xml_text_place(from, 0), "<%s> cannot hold text", from->name);
    }
    uint32_t line, column;
    move(b, from->file, &line, &column);
    pl_bt_place_node(b->tree, node, line, column);
    status = add_attributes(b, from, node);
    for (const pl_xml_node* child = from->first; status == PLOY_OK && child; child = child->next) {
        status = add_node(b, child, node);
    }
    return status;
}

// The only tree of a file may go without a name.
static const char* name_of(const pl_xml_node* node)
{
    const char* name = pl_xml_value(node, "ID");
    return name ? name : node->name;
}

static ploy_status check_section(pl_loader* loader, const pl_xml_node* node)
{
    static const char* const attributes[] = {"ID", "_description", "_uid", "_fullpath", NULL};
    ploy_status status = pl_loader_check_attributes(loader, node, attributes, 0);
    if (status != PLOY_OK) {
        return status;
    }
    const char* name = name_of(node);
    if (!*name) {
        return pl_loader_fail_value(loader, node, "ID", "a tree needs an ID that is not empty");
    }
    if (ploy_file_find_bt(loader->file, name) != PLOY_NONE) {
        return pl_loader_fail_value(loader, node, "ID", "the tree '%s' is there twice", name);
    }
    if (!node->first || node->first->next) {
        return pl_loader_fail(loader, node->first ? node->first->next->file : node->file,
                              "the tree '%s' needs exactly one node at its top", name);
    }
    return PLOY_OK;
}

ploy_status pl_load_bt(pl_loader* loader, const pl_xml_node* node)
{
    ploy_status status = check_section(loader, node);
    if (status != PLOY_OK) {
        return status;
    }
    ploy_file* file = loader->file;
    bt_builder b = {.loader = loader, .tree = ploy_bt_create(&(ploy_bt_def){name_of(node), file->allocator})};
    if (!b.tree || !PL_ARRAY_PUSH(&file->bts, &file->allocator, b.tree)) {
        ploy_bt_destroy(b.tree);
        return PLOY_OUT_OF_MEMORY;
    }
    status = add_node(&b, node->first, PLOY_NONE);
    return status == PLOY_OK ? pl_bt_check(b.tree, loader->error) : status;
}
