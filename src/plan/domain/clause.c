// The texts of actions and goals, and how they change: a change is made on the description, compiled, and taken back
// when that fails.

#include <string.h>

#include "plan/domain/compile.h"
#include "plan/language/text.h"

const pl_declaration* pl_domain_declaration(const ploy_domain* domain, ploy_part part, uint32_t owner)
{
    bool action = part <= PLOY_PART_COST;
    PL_ASSERT(owner < (action ? domain->actions.count : domain->goals.count));
    return action ? &domain->actions.data[owner].head : &domain->goals.data[owner];
}

const char* pl_texts_at(const pl_texts* texts, uint32_t clause)
{
    const char* text = texts->text;
    while (clause-- > 0) {
        text += strlen(text) + 1;
    }
    return text;
}

static pl_texts* texts_of(ploy_domain* domain, ploy_part part, uint32_t owner)
{
    bool action = part <= PLOY_PART_COST;
    PL_ASSERT(owner < (action ? domain->actions.count : domain->goals.count));
    pl_declaration* head = action ? &domain->actions.data[owner].head : &domain->goals.data[owner];
    return &head->texts[part % 3];
}

void pl_texts_free(pl_texts* texts, const ploy_allocator* allocator)
{
    pl_free(allocator, texts->text, texts->bytes);
    *texts = (pl_texts){0};
}

ploy_status pl_texts_splice(const pl_texts* texts, const ploy_allocator* allocator, uint32_t clause, uint32_t removed,
                            const char* text, pl_texts* made)
{
    size_t head = texts->count ? (size_t)(pl_texts_at(texts, clause) - texts->text) : 0;
    size_t tail = texts->count ? (size_t)(pl_texts_at(texts, clause + removed) - texts->text) : 0;
    size_t added = text ? strlen(text) + 1 : 0;
    size_t bytes = head + added + (texts->bytes - tail);
    *made = (pl_texts){NULL, (uint32_t)bytes, texts->count - removed + (text != NULL)};
    if (bytes == 0) {
        return PLOY_OK;
    }
    made->text = bytes <= UINT32_MAX ? pl_alloc(allocator, bytes) : NULL;
    if (!made->text) {
        return PLOY_OUT_OF_MEMORY;
    }
    if (head) {
        memcpy(made->text, texts->text, head);
    }
    if (added) {
        memcpy(made->text + head, text, added);
    }
    if (texts->bytes > tail) {
        memcpy(made->text + head + added, texts->text + tail, texts->bytes - tail);
    }
    return PLOY_OK;
}

// In place of removed clauses from clause on comes text, if it is not NULL.
static ploy_status change(ploy_domain* domain, ploy_part part, uint32_t owner, uint32_t clause, uint32_t removed,
                          const char* text, ploy_error* error)
{
    pl_error_clear(error);
    pl_texts* texts = texts_of(domain, part, owner);
    pl_texts old = *texts;
    pl_texts made;
    ploy_status status = pl_texts_splice(&old, &domain->allocator, clause, removed, text, &made);
    if (status != PLOY_OK) {
        return status;
    }
    *texts = made;
    status = domain->compiled ? ploy_domain_compile(domain, error) : PLOY_OK; // before the first compile: description
    if (status != PLOY_OK) {
        *texts = old;
        pl_texts_free(&made, &domain->allocator);
        return status;
    }
    pl_texts_free(&old, &domain->allocator);
    return PLOY_OK;
}

uint32_t ploy_domain_clause_count(const ploy_domain* domain, ploy_part part, uint32_t owner)
{
    return pl_declaration_texts(pl_domain_declaration(domain, part, owner), part)->count;
}

const char* ploy_domain_clause(const ploy_domain* domain, ploy_part part, uint32_t owner, uint32_t clause)
{
    const pl_texts* texts = pl_declaration_texts(pl_domain_declaration(domain, part, owner), part);
    PL_ASSERT(clause < texts->count);
    return pl_texts_at(texts, clause);
}

ploy_status ploy_domain_add_clause(ploy_domain* domain, ploy_part part, uint32_t owner, const char* text,
                                   ploy_error* error)
{
    uint32_t count = ploy_domain_clause_count(domain, part, owner);
    if (count > 0 && (part == PLOY_PART_COST || part == PLOY_PART_PRIORITY)) {
        pl_error_set(error, 0, 0, "'%.80s' has a %s already", pl_domain_declaration(domain, part, owner)->name,
                     part == PLOY_PART_COST ? "cost" : "priority");
        pl_error_hint(error, "change it");
        return PLOY_INVALID;
    }
    return change(domain, part, owner, count, 0, text ? text : "", error);
}

ploy_status ploy_domain_change_clause(ploy_domain* domain, ploy_part part, uint32_t owner, uint32_t clause,
                                      const char* text, ploy_error* error)
{
    PL_ASSERT(clause < ploy_domain_clause_count(domain, part, owner));
    return change(domain, part, owner, clause, 1, text, error);
}
