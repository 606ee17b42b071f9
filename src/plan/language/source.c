#include "plan/language/source.h"

#include <stdio.h>

#include "plan/language/text.h"

static const char* const part_names[] = {
    [PLOY_PART_PRE] = "precondition",    [PLOY_PART_EFFECT] = "effect",
    [PLOY_PART_COST] = "cost",           [PLOY_PART_CONDITION] = "condition",
    [PLOY_PART_PRIORITY] = "priority",   [PLOY_PART_RELEVANT] = "relevant",
    [PL_PART_STATE] = "state",           [PL_PART_TEST] = "condition",
    [PL_PART_ACTIVITIES] = "activities", [PL_PART_RULE] = "rule",
};

pl_source pl_source_clause(const ploy_domain* domain, ploy_part part, uint32_t owner, uint32_t clause,
                           ploy_error* error)
{
    const pl_declaration* head = pl_domain_declaration(domain, part, owner);
    const char* text = pl_texts_at(pl_declaration_texts(head, part), clause);
    return (pl_source){domain, head, (int)part, owner, clause, text, error};
}

void pl_source_print(const pl_source* source, char* text, size_t size)
{
    const char* part = part_names[source->part];
    if (!source->head || source->part >= PL_PART_STATE) {
        snprintf(text, size, "%s", part);
        return;
    }
    const char* kind = source->part <= PLOY_PART_COST ? "action" : "goal";
    bool several = pl_declaration_texts(source->head, (ploy_part)source->part)->count > 1;
    pl_writer writer = pl_writer_begin(text, size);
    pl_writer_add(&writer, "%s '%.60s', %s", kind, source->head->name, part);
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
    return PLOY_INVALID;
}
