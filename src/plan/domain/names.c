// The names of a domain: one hash table for all kinds, the texts stay with their owners.

#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "plan/domain/domain.h"
#include "plan/language/lexer.h"

#define KIND_SHIFT 28

static uint64_t hash_name(pl_name_kind kind, const char* text, size_t length)
{
    return pl_hash_join(pl_hash_bytes(text, length), kind);
}

static uint32_t item_of(pl_name_kind kind, uint32_t index)
{
    return (uint32_t)kind << KIND_SHIFT | index;
}

static const char* name_at(const ploy_domain* domain, pl_name_kind kind, uint32_t index)
{
    switch (kind) {
    case PL_NAME_TYPE:
        return domain->types.data[index].name;
    case PL_NAME_OBJECT:
        return domain->objects.data[index].name;
    case PL_NAME_SYMBOL:
        return domain->symbols.data[index].name;
    case PL_NAME_ACTION:
        return domain->actions.data[index].head.name;
    default:
        return domain->goals.data[index].name;
    }
}

uint32_t pl_domain_find(const ploy_domain* domain, pl_name_kind kind, const char* text, size_t length)
{
    pl_probe probe = pl_probe_begin(&domain->names, hash_name(kind, text, length));
    for (uint32_t item; (item = pl_probe_next(&domain->names, &probe)) != PLOY_NONE;) {
        uint32_t index = item & ((1u << KIND_SHIFT) - 1);
        if (item >> KIND_SHIFT == (uint32_t)kind) {
            const char* name = name_at(domain, kind, index);
            if (strncmp(name, text, length) == 0 && name[length] == '\0') {
                return index;
            }
        }
    }
    return PLOY_NONE;
}

bool pl_domain_enter(ploy_domain* domain, pl_name_kind kind, const char* text, uint32_t index)
{
    return index < 1u << KIND_SHIFT &&
           pl_table_add(&domain->names, hash_name(kind, text, strlen(text)), item_of(kind, index));
}

void pl_domain_leave(ploy_domain* domain, pl_name_kind kind, const char* text, uint32_t index)
{
    pl_table_remove(&domain->names, hash_name(kind, text, strlen(text)), item_of(kind, index));
}

static const char* const kind_names[] = {
    [PL_NAME_TYPE] = "type",     [PL_NAME_OBJECT] = "object", [PL_NAME_SYMBOL] = "symbol",
    [PL_NAME_ACTION] = "action", [PL_NAME_GOAL] = "goal",
};

static ploy_status fail(ploy_error* error, pl_name_kind kind, const char* text, const char* what)
{
    pl_error_set(error, 0, 0, "%s '%.80s' %s", kind_names[kind], text, what);
    return PLOY_INVALID;
}

ploy_status pl_domain_check_name(const ploy_domain* domain, pl_name_kind kind, const char* text, ploy_error* error)
{
    static const char* const kinds[] = {"bool", "int", "decimal"};
    if (!text || !*text) {
        pl_error_set(error, 0, 0, "a %s without a name", kind_names[kind]);
        return PLOY_INVALID;
    }
    if (!pl_lexer_is_name(text)) {
        fail(error, kind, text, "is not a name");
        pl_error_hint(error, "letters, digits, '_' and '.', beginning with a letter or '_'");
        return PLOY_INVALID;
    }
    for (size_t i = 0; kind == PL_NAME_TYPE && i < sizeof kinds / sizeof *kinds; ++i) {
        if (strcmp(text, kinds[i]) == 0) {
            return fail(error, kind, text, "is built in");
        }
    }
    if (pl_lexer_is_word(text)) {
        return fail(error, kind, text, "is a word of the language");
    }
    if (pl_domain_find(domain, kind, text, strlen(text)) != PLOY_NONE) {
        return fail(error, kind, text, "is named twice");
    }
    pl_name_kind other = kind == PL_NAME_SYMBOL ? PL_NAME_OBJECT : PL_NAME_SYMBOL;
    if ((kind == PL_NAME_SYMBOL || kind == PL_NAME_OBJECT) &&
        pl_domain_find(domain, other, text, strlen(text)) != PLOY_NONE) {
        return fail(error, kind, text, other == PL_NAME_OBJECT ? "is an object's name too" : "is a symbol's name too");
    }
    return PLOY_OK;
}
