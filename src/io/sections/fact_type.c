// <fact>: what facts of a kind are made of, how many there may be, and how they fade.

#include <string.h>

#include "io/xml/section.h"

static ploy_status load_attribute(pl_loader* loader, const pl_xml_node* node, ploy_fact_type_def* kind)
{
    static const char* const attributes[] = {"name", "type", "identifies", NULL};
    static const char* const elements[] = {"attribute", NULL};
    if (strcmp(node->name, "attribute") != 0) {
        return pl_loader_fail_element(loader, node, elements);
    }
    if (kind->attribute_count == PLOY_FACT_ATTRIBUTES) {
        return pl_loader_fail(loader, node->file, "the kind '%s' has more than %d attributes", kind->name,
                              PLOY_FACT_ATTRIBUTES);
    }
    ploy_fact_attribute* one = &kind->attributes[kind->attribute_count++];
    uint32_t type = PLOY_VALUE_BOOL;
    ploy_status status = pl_loader_check_attributes(loader, node, attributes, 1);
    status = status == PLOY_OK ? pl_section_is_empty(loader, node, false) : status;
    if (status == PLOY_OK) {
        one->name = pl_section_name(loader, node, &status);
    }
    status = status == PLOY_OK ? pl_section_choice(loader, node, "type", pl_value_names, &type) : status;
    one->type = (ploy_value_type)type;
    return status == PLOY_OK ? pl_loader_bool(loader, node, "identifies", &one->identifies) : status;
}

static ploy_status read_numbers(pl_loader* loader, const pl_xml_node* node, ploy_fact_type_def* kind)
{
    static const char* const decays[] = {"halving", "linear", "none", NULL};
    uint32_t decay = kind->decay;
    int64_t capacity = kind->capacity, decay_time = kind->decay_time / 1000, floor = kind->floor;
    ploy_status status = pl_section_choice(loader, node, "decay", decays, &decay);
    if (status == PLOY_OK) {
        status = pl_section_range(loader, node, "capacity", PL_NUMBER_WHOLE, 1, 65536, &capacity);
    }
    if (status == PLOY_OK) {
        status = pl_section_range(loader, node, "decay_time", PL_NUMBER_DECIMAL, 1, 1 << 28, &decay_time);
    }
    if (status == PLOY_OK) {
        status = pl_section_range(loader, node, "floor", PL_NUMBER_DECIMAL, 1, PLOY_FACT_CERTAIN, &floor);
    }
    kind->decay = (ploy_decay)decay;
    kind->capacity = (uint32_t)capacity;
    kind->decay_time = decay_time * 1000; // the file has seconds in fixed point (1/1000)
    kind->floor = (uint32_t)floor;
    return status;
}

ploy_status pl_load_kind(pl_loader* loader, const pl_xml_node* node)
{
    static const char* const attributes[] = {"name", "capacity", "decay", "decay_time", "floor", NULL};
    ploy_fact_type_def kind = {0};
    ploy_status status = pl_loader_check_attributes(loader, node, attributes, 1);
    status = status == PLOY_OK ? pl_section_is_empty(loader, node, true) : status;
    if (status == PLOY_OK) {
        kind.name = pl_section_name(loader, node, &status);
    }
    status = status == PLOY_OK ? read_numbers(loader, node, &kind) : status;
    for (const pl_xml_node* one = node->first; status == PLOY_OK && one; one = one->next) {
        status = load_attribute(loader, one, &kind);
    }
    ploy_file* file = loader->file;
    if (status == PLOY_OK && !PL_ARRAY_PUSH(&file->world.fact_types, &file->allocator, kind)) {
        return PLOY_OUT_OF_MEMORY;
    }
    return status;
}
