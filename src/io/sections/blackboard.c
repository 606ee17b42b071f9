// <blackboard>: what can stand on boards.

#include <string.h>

#include "base/suggest.h"
#include "io/xml/section.h"

static const struct
{
    const char* name;
    uint32_t scope;
} scopes[] = {
    {"local", PLOY_SCOPE_LOCAL},
    {"agent", PLOY_SCOPE_AGENT},
    {"squad", PLOY_SCOPE_SQUAD},
    {"world", PLOY_SCOPE_WORLD},
};

static ploy_status add_scope(pl_loader* loader, const pl_xml_node* node, const char* word, ploy_key_def* key)
{
    pl_similar similar = pl_similar_begin(word);
    for (uint32_t i = 0; i < sizeof scopes / sizeof *scopes; ++i) {
        if (strcmp(scopes[i].name, word) == 0) {
            key->scopes |= 1u << scopes[i].scope;
            return PLOY_OK;
        }
        pl_similar_offer(&similar, scopes[i].name);
    }
    pl_loader_fail_value(loader, node, "scopes", "unknown scope '%s'", word);
    pl_similar_hint(&similar, loader->error);
    return PLOY_INVALID;
}

static ploy_status read_scopes(pl_loader* loader, const pl_xml_node* node, ploy_key_def* key)
{
    const char* text = pl_xml_value(node, "scopes");
    pl_words words;
    if (!text) {
        return PLOY_OK;
    }
    ploy_status status = pl_loader_words(loader, text, &words);
    key->scopes = 0;
    for (uint32_t i = 0; status == PLOY_OK && i < words.count; ++i) {
        status = add_scope(loader, node, words.names[i], key);
    }
    if (status == PLOY_OK && words.count == 0) {
        return pl_loader_fail_value(loader, node, "scopes", "a key needs a scope");
    }
    return status;
}

static ploy_status read_initial(pl_loader* loader, const pl_xml_node* node, ploy_key_def* key)
{
    bool value = false;
    ploy_status status;
    switch (key->type) {
    case PLOY_VALUE_BOOL:
        status = pl_loader_bool(loader, node, "initial", &value);
        key->initial = value;
        return status;
    case PLOY_VALUE_DECIMAL:
        return pl_loader_number(loader, node, "initial", PL_NUMBER_DECIMAL, &key->initial);
    default:
        return pl_loader_number(loader, node, "initial", PL_NUMBER_WHOLE, &key->initial);
    }
}

static ploy_status load_key(pl_loader* loader, const pl_xml_node* node)
{
    static const char* const attributes[] = {"name", "type", "initial", "scopes", NULL};
    static const char* const elements[] = {"key", NULL};
    if (strcmp(node->name, "key") != 0) {
        return pl_loader_fail_element(loader, node, elements);
    }
    ploy_key_def key = {0};
    uint32_t type = key.type;
    ploy_status status = pl_loader_check_attributes(loader, node, attributes, 1);
    status = status == PLOY_OK ? pl_section_is_empty(loader, node, false) : status;
    if (status == PLOY_OK) {
        key.name = pl_section_name(loader, node, &status);
    }
    status = status == PLOY_OK ? pl_section_choice(loader, node, "type", pl_value_names, &type) : status;
    key.type = (ploy_value_type)type;
    status = status == PLOY_OK ? read_initial(loader, node, &key) : status;
    status = status == PLOY_OK ? read_scopes(loader, node, &key) : status;
    ploy_file* file = loader->file;
    if (status == PLOY_OK && !PL_ARRAY_PUSH(&file->world.keys, &file->allocator, key)) {
        return PLOY_OUT_OF_MEMORY;
    }
    return status;
}

ploy_status pl_load_keys(pl_loader* loader, const pl_xml_node* node)
{
    static const char* const none[] = {NULL};
    ploy_status status = pl_loader_check_attributes(loader, node, none, 0);
    status = status == PLOY_OK ? pl_section_is_empty(loader, node, true) : status;
    for (const pl_xml_node* key = node->first; status == PLOY_OK && key; key = key->next) {
        status = load_key(loader, key);
    }
    return status;
}
