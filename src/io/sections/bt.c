// A behavior tree from its element: the description takes elements and attributes over as they are, with their places,
// and checks them itself, so that a tree built by calls is held to the same rules.

#include <stdio.h>
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

// The model of a subtree may give its ports defaults.
static const pl_xml_node* find_model(const bt_builder* b, const char* tree)
{
    const pl_xml_node* models = pl_xml_next(b->loader->xml->root->first, PL_ELEMENT_BT_MODEL);
    const pl_xml_node* one = models ? models->first : NULL;
    for (; one; one = one->next) {
        const char* id = strcmp(one->name, "SubTree") == 0 ? pl_xml_value(one, "ID") : NULL;
        if (id && strcmp(id, tree) == 0) {
            break;
        }
    }
    return one;
}

static ploy_status add_defaults(bt_builder* b, const pl_xml_node* from, uint32_t node)
{
    const char* id = strcmp(from->name, "SubTree") == 0 ? pl_xml_value(from, "ID") : NULL;
    const pl_xml_node* model = id ? find_model(b, id) : NULL;
    ploy_status status = PLOY_OK;
    for (const pl_xml_node* port = model ? model->first : NULL; status == PLOY_OK && port; port = port->next) {
        const char* name = pl_xml_value(port, "name");
        const char* value = pl_xml_value(port, "default");
        if (name && *name && value && !ploy_bt_get(b->tree, node, name)) {
            status = ploy_bt_set(b->tree, node, name, value);
            if (status == PLOY_OK) {
                pl_bt_place_attribute(b->tree, b->cursor.line + 1, 1);
            }
        }
    }
    return status;
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
    if (*from->text && b->loader->xml->root->element == PL_ELEMENT_PLOY) {
        pl_loader_fail(b->loader, pl_xml_text_place(from, 0), "<%s> cannot hold text", from->name);
        status = pl_loader_take(b->loader, PLOY_INVALID);
    }
    if (status != PLOY_OK) {
        return status;
    }
    uint32_t line, column;
    move(b, from->file, &line, &column);
    pl_bt_place_node(b->tree, node, line, column);
    status = add_attributes(b, from, node);
    if (status == PLOY_OK) {
        status = add_defaults(b, from, node);
    }
    for (const pl_xml_node* child = from->first; status == PLOY_OK && child; child = child->next) {
        status = add_node(b, child, node);
    }
    return status;
}

// A tree without a name has that of its element; further ones in a file are counted.
static const char* name_of(const pl_xml_node* node, char room[32])
{
    const char* name = pl_xml_value(node, "ID");
    uint32_t count = 1;
    for (const pl_xml_node* one = node->parent->first; one != node; one = one->next) {
        count += one->element == PL_ELEMENT_BT && !pl_xml_value(one, "ID");
    }
    snprintf(room, 32, "%s_%u", node->name, (unsigned)count);
    return name ? name : count == 1 ? node->name : room;
}

// Editors write attributes of their own, in BehaviorTree.CPP's files under any name.
static ploy_status check_attributes(pl_loader* loader, const pl_xml_node* node)
{
    ploy_status status = PLOY_OK;
    uint32_t count = loader->xml->root->element == PL_ELEMENT_PLOY ? node->attribute_count : 0;
    for (uint32_t i = 0; i < count && status == PLOY_OK; ++i) {
        const char* name = node->attributes[i].name;
        if (*name != '_' && strcmp(name, "ID") != 0) {
            pl_loader_fail(loader, pl_xml_attribute_place(loader->xml, node, name), "<%s> has no attribute '%s'",
                           node->name, name);
            pl_error_hint(loader->error, "its name is 'ID'; what only editors read begins with '_'");
            status = pl_loader_take(loader, PLOY_INVALID);
        }
    }
    return status;
}

static ploy_status check_section(pl_loader* loader, const pl_xml_node* node)
{
    ploy_status status = check_attributes(loader, node);
    if (status != PLOY_OK) {
        return status;
    }
    char room[32];
    const char* name = name_of(node, room);
    if (!*name) {
        return pl_loader_fail_value(loader, node, "ID", "a tree needs an ID that is not empty");
    }
    if (ploy_file_find_bt(loader->file, name) != PLOY_NONE) {
        return pl_loader_fail_value(loader, node, "ID", "the tree '%s' is there twice", name);
    }
    if (!node->first || node->first->next) {
        pl_loader_fail(loader, node->first ? node->first->next->file : node->file,
                       "the tree '%s' needs exactly one node at its top", name);
        return node->first ? pl_loader_take(loader, PLOY_INVALID) : PLOY_INVALID;
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
    char room[32];
    bt_builder b = {.loader = loader, .tree = ploy_bt_create(&(ploy_bt_def){name_of(node, room), file->allocator})};
    if (!b.tree || !PL_ARRAY_PUSH(&file->bts, &file->allocator, b.tree)) {
        ploy_bt_destroy(b.tree);
        return PLOY_OUT_OF_MEMORY;
    }
    if (loader->is_included && !pl_bt_set_source(b.tree, loader->def->path)) {
        return PLOY_OUT_OF_MEMORY;
    }
    if (loader->xml->root->element == PL_ELEMENT_ROOT) pl_bt_set_btcpp(b.tree);
    status = add_node(&b, node->first, PLOY_NONE);
    return status == PLOY_OK ? pl_bt_check(b.tree, &loader->reports) : status;
}
