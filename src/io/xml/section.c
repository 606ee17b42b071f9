#include "io/xml/section.h"

#include <string.h>

#include "base/suggest.h"

const char* const pl_value_names[] = {"bool", "int", "decimal", "object", NULL};

const char* pl_section_keep(pl_loader* loader, const char* text)
{
    size_t bytes = strlen(text) + 1;
    char* kept = pl_arena_alloc(&loader->file->arena, bytes);
    return kept ? memcpy(kept, text, bytes) : NULL;
}

static const pl_xml_node* same_before(const pl_xml_node* node, const char* name)
{
    for (const pl_xml_node* one = node->parent->first; one != node; one = one->next) {
        bool is_alike = one->element == node->element && strcmp(one->name, node->name) == 0;
        const char* other = is_alike ? pl_xml_value(one, "name") : NULL;
        if (other && strcmp(other, name) == 0) {
            return one;
        }
    }
    return NULL;
}

const char* pl_section_name(pl_loader* loader, const pl_xml_node* node, ploy_status* status)
{
    const char* name = pl_xml_value(node, "name");
    const pl_xml_node* first = same_before(node, name);
    *status = PLOY_INVALID;
    if (!*name) {
        pl_loader_fail_value(loader, node, "name", "a %s needs a name that is not empty", node->name);
        return NULL;
    }
    if (first) {
        pl_loader_fail_twice(loader, node, first);
        return NULL;
    }
    const char* kept = pl_section_keep(loader, name);
    *status = kept ? PLOY_OK : PLOY_OUT_OF_MEMORY;
    return kept;
}

ploy_status pl_section_range(pl_loader* loader, const pl_xml_node* node, const char* attribute, pl_number_kind kind,
                             int64_t min, int64_t max, int64_t* value)
{
    int64_t read = *value;
    ploy_status status = pl_loader_number(loader, node, attribute, kind, &read);
    if (status != PLOY_OK || !pl_xml_value(node, attribute)) {
        return status;
    }
    if (read >= min && read <= max) {
        *value = read;
        return PLOY_OK;
    }
    char low[PL_NUMBER_SIZE], high[PL_NUMBER_SIZE];
    pl_number_print(min, kind, low);
    pl_number_print(max, kind, high);
    pl_loader_fail_value(loader, node, attribute, "'%s' of <%s> is out of its range", attribute, node->name);
    pl_error_hint(loader->error, "%s to %s", low, high);
    return PLOY_INVALID;
}

ploy_status pl_section_time(pl_loader* loader, const pl_xml_node* node, const char* attribute, int64_t* value)
{
    static const int64_t max = (int64_t)1 << 40; // thousandths: some thirty years
    int64_t fixed = *value / 1000;
    ploy_status status = pl_section_range(loader, node, attribute, PL_NUMBER_DECIMAL, 0, max, &fixed);
    if (status == PLOY_OK && pl_xml_value(node, attribute)) {
        *value = fixed * 1000;
    }
    return status;
}

int64_t pl_section_or_off(const pl_xml_node* node, const char* attribute, int64_t value)
{
    return value == 0 && pl_xml_value(node, attribute) ? PLOY_OFF : value;
}

ploy_status pl_section_choice(pl_loader* loader, const pl_xml_node* node, const char* attribute,
                              const char* const* words, uint32_t* value)
{
    const char* text = pl_xml_value(node, attribute);
    if (!text) {
        return PLOY_OK;
    }
    pl_similar similar = pl_similar_begin(text);
    for (uint32_t i = 0; words[i]; ++i) {
        if (strcmp(words[i], text) == 0) {
            *value = i;
            return PLOY_OK;
        }
        pl_similar_offer(&similar, words[i]);
    }
    pl_loader_fail_value(loader, node, attribute, "unknown %s '%s'", attribute, text);
    pl_similar_hint(&similar, loader->error);
    return PLOY_INVALID;
}

ploy_status pl_section_is_empty(pl_loader* loader, const pl_xml_node* node, bool may_have_elements)
{
    if (*node->text) {
        return pl_loader_fail(loader, pl_xml_text_place(node, 0), "<%s> cannot hold text", node->name);
    }
    if (node->first && !may_have_elements) {
        return pl_loader_fail(loader, node->first->file, "<%s> cannot hold elements", node->name);
    }
    return PLOY_OK;
}
