// Declarations of actions and goals: name, parameters and clauses.
//
// A clause change edits the description and compiles it. If the compile fails, the change is undone.

#include <string.h>

#include "base/check.h"
#include "base/error.h"
#include "plan/domain/compiled.h"
#include "plan/domain/domain.h"
#include "plan/language/lexer.h"
#include "plan/language/text.h"

void pl_declaration_free(pl_declaration* declaration, const ploy_allocator* allocator)
{
    for (uint32_t i = 0; declaration->params && i < declaration->param_count; ++i) {
        pl_text_free(allocator, declaration->params[i].name);
    }
    PL_DELETE_ARRAY(allocator, declaration->params, declaration->param_count);
    for (uint32_t i = 0; i < 3; ++i) {
        pl_texts_free(&declaration->texts[i], allocator);
    }
    pl_text_free(allocator, declaration->name);
    *declaration = (pl_declaration){0};
}

static ploy_status fail(ploy_error* error, const char* owner, const char* param, const char* what)
{
    pl_error_set(error, 0, 0, "'%.80s': parameter '%.80s' %s", owner, param ? param : "", what);
    pl_error_hint(error, "rename it: letters, digits, '_' and '.', and a name that nothing else has");
    return PLOY_INVALID;
}

static ploy_status check_param(const ploy_domain* domain, const char* owner, const ploy_param* params, uint32_t number,
                               ploy_error* error)
{
    const char* name = params[number].name;
    const char* type = params[number].type;
    if (!name || !pl_lexer_is_name(name) || pl_lexer_is_word(name)) {
        return fail(error, owner, name, "is not a name");
    }
    for (uint32_t i = 0; i < number; ++i) {
        if (strcmp(params[i].name, name) == 0) {
            return fail(error, owner, name, "is named twice");
        }
    }
    if (pl_domain_find(domain, PL_NAME_SYMBOL, name, strlen(name)) != PLOY_NONE) {
        return fail(error, owner, name, "is a symbol's name too");
    }
    if (pl_domain_find(domain, PL_NAME_OBJECT, name, strlen(name)) != PLOY_NONE) {
        return fail(error, owner, name, "is an object's name too");
    }
    if (pl_domain_find(domain, PL_NAME_TABLE, name, strlen(name)) != PLOY_NONE) {
        return fail(error, owner, name, "is a table's name too");
    }
    if (type && pl_domain_find_type(domain, type) != PLOY_NONE) {
        return PLOY_OK;
    }
    pl_error_set(error, 0, 0, "'%.60s': parameter '%.40s' has the unknown type '%.60s'", owner, name, type ? type : "");
    pl_similar similar = pl_similar_begin(type ? type : "");
    for (uint32_t i = 0; i < domain->types.count; ++i) {
        pl_similar_offer(&similar, domain->types.data[i].name);
    }
    pl_similar_hint(&similar, error);
    return PLOY_INVALID;
}

static ploy_status check(const ploy_domain* domain, pl_name_kind kind, const char* name, const ploy_param* params,
                         uint32_t param_count, ploy_error* error)
{
    ploy_status status = pl_domain_check_name(domain, kind, name, error);
    if (status == PLOY_OK && param_count > PLOY_MAX_ARGS) {
        pl_error_set(error, 0, 0, "'%.80s' has more than %d parameters", name, PLOY_MAX_ARGS);
        return PLOY_INVALID;
    }
    for (uint32_t i = 0; i < param_count && status == PLOY_OK; ++i) {
        status = check_param(domain, name, params, i, error);
    }
    return status;
}

static bool copy_params(const ploy_domain* domain, const ploy_param* params, uint32_t param_count,
                        pl_declaration* declaration)
{
    if (param_count == 0) {
        return true;
    }
    declaration->param_count = param_count;
    declaration->params = PL_NEW_ARRAY(&domain->allocator, pl_parameter, param_count);
    for (uint32_t i = 0; declaration->params && i < param_count; ++i) {
        declaration->params[i].type = pl_domain_find_type(domain, params[i].type);
        declaration->params[i].name = pl_text_copy(&domain->allocator, params[i].name);
        if (!declaration->params[i].name) {
            return false;
        }
    }
    return declaration->params != NULL;
}

static ploy_status make(const ploy_domain* domain, const char* name, const ploy_param* params, uint32_t param_count,
                        const char* const texts[3], pl_declaration* declaration)
{
    *declaration = (pl_declaration){0};
    declaration->name = pl_text_copy(&domain->allocator, name);
    bool made = declaration->name && copy_params(domain, params, param_count, declaration);
    for (uint32_t i = 0; made && i < 3; ++i) {
        pl_texts none = {0};
        made = pl_text_is_blank(texts[i]) ||
               pl_texts_splice(&none, &domain->allocator, 0, 0, texts[i], &declaration->texts[i]) == PLOY_OK;
    }
    if (!made) {
        pl_declaration_free(declaration, &domain->allocator);
    }
    return made ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

static ploy_status push_action(ploy_domain* domain, const ploy_action_def* def, pl_action* action)
{
    uint32_t index = domain->actions.count;
    action->context = pl_text_is_empty(def->context) ? NULL : pl_text_copy(&domain->allocator, def->context);
    if ((!pl_text_is_empty(def->context) && !action->context) ||
        !PL_ARRAY_RESERVE(&domain->actions, &domain->allocator, index + 1) ||
        !pl_domain_add_name(domain, PL_NAME_ACTION, def->name, index)) {
        pl_text_free(&domain->allocator, action->context);
        pl_declaration_free(&action->declaration, &domain->allocator);
        return PLOY_OUT_OF_MEMORY;
    }
    domain->actions.data[domain->actions.count++] = *action;
    return PLOY_OK;
}

static ploy_status check_action(const ploy_action_def* def, ploy_error* error)
{
    if (!pl_text_is_empty(def->context) && !pl_lexer_is_name(def->context)) {
        pl_error_set(error, 0, 0, "action '%.60s': context '%.80s' is not a name", def->name, def->context);
        return PLOY_INVALID;
    }
    bool duration_fits = def->duration >= 0 && def->duration <= PL_MAX_TIME;
    if (!duration_fits || def->limit < 0 || def->limit > PL_MAX_TIME) {
        pl_error_set(error, 0, 0, "action '%.80s': %s must be 0 to 10^9 seconds", def->name,
                     duration_fits ? "limit" : "duration");
        return PLOY_INVALID;
    }
    return PLOY_OK;
}

// Actions built on another action.

static ploy_status find_base(const ploy_domain* domain, const ploy_action_def* def, uint32_t* base, ploy_error* error)
{
    *base = PLOY_NONE;
    if (pl_text_is_empty(def->base)) {
        return PLOY_OK;
    }
    *base = ploy_domain_find_action(domain, def->base);
    if (*base != PLOY_NONE) {
        return PLOY_OK;
    }
    pl_error_set(error, 0, 0, "action '%.80s': its base '%.80s' is no action before it", def->name, def->base);
    pl_similar similar = pl_similar_begin(def->base);
    for (uint32_t i = 0; i < domain->actions.count; ++i) {
        pl_similar_offer(&similar, domain->actions.data[i].declaration.name);
    }
    pl_similar_hint(&similar, error);
    pl_error_missing(error, PLOY_MISSING_NOTHING, def->base, NULL);
    return PLOY_INVALID;
}

static bool is_same_param(const ploy_param* a, const ploy_param* b)
{
    return a->name && b->name && a->type && b->type && strcmp(a->name, b->name) == 0 && strcmp(a->type, b->type) == 0;
}

// The base's parameters, then those that the action adds; a parameter of both appears once. Returns their number.
static uint32_t join_params(const ploy_domain* domain, uint32_t base, const ploy_action_def* def,
                            ploy_param params[2 * PLOY_MAX_ARGS])
{
    const pl_declaration* declaration = base == PLOY_NONE ? NULL : &domain->actions.data[base].declaration;
    uint32_t inherited = declaration ? declaration->param_count : 0, count = inherited;
    for (uint32_t i = 0; i < inherited; ++i) {
        params[i] = (ploy_param){declaration->params[i].name, domain->types.data[declaration->params[i].type].name};
    }
    for (uint32_t i = 0; i < def->param_count && i < PLOY_MAX_ARGS; ++i) {
        uint32_t same = 0;
        while (same < inherited && !is_same_param(&params[same], &def->params[i])) {
            ++same;
        }
        if (same == inherited) {
            params[count++] = def->params[i];
        }
    }
    return def->param_count > PLOY_MAX_ARGS ? def->param_count : count;
}

ploy_status ploy_domain_add_action(ploy_domain* domain, const ploy_action_def* def, uint32_t* action, ploy_error* error)
{
    PL_NEED_ERROR(error, domain, PLOY_INVALID);
    PL_NEED_ERROR(error, def, PLOY_INVALID);
    pl_error_clear(error);
    const char* texts[3] = {def->pre, def->effect, def->cost};
    pl_action made = {.duration = def->duration, .limit = def->limit, .precedence = def->precedence, .move = def->move};
    ploy_param params[2 * PLOY_MAX_ARGS];
    uint32_t param_count;
    ploy_status status = find_base(domain, def, &made.base, error);
    if (status == PLOY_OK) {
        param_count = join_params(domain, made.base, def, params);
        status = check(domain, PL_NAME_ACTION, def->name, params, param_count, error);
    }
    status = status == PLOY_OK ? check_action(def, error) : status;
    status = status == PLOY_OK ? make(domain, def->name, params, param_count, texts, &made.declaration) : status;
    status = status == PLOY_OK ? push_action(domain, def, &made) : status;
    if (status == PLOY_OK && action) {
        *action = domain->actions.count - 1;
    }
    return status;
}

static ploy_status push_goal(ploy_domain* domain, const ploy_goal_def* def, pl_declaration* goal)
{
    uint32_t index = domain->goals.count;
    if (!PL_ARRAY_RESERVE(&domain->goals, &domain->allocator, index + 1) ||
        !pl_domain_add_name(domain, PL_NAME_GOAL, def->name, index)) {
        pl_declaration_free(goal, &domain->allocator);
        return PLOY_OUT_OF_MEMORY;
    }
    goal->is_held = def->hold;
    domain->goals.data[domain->goals.count++] = *goal;
    return PLOY_OK;
}

ploy_status ploy_domain_add_goal(ploy_domain* domain, const ploy_goal_def* def, uint32_t* goal, ploy_error* error)
{
    PL_NEED_ERROR(error, domain, PLOY_INVALID);
    PL_NEED_ERROR(error, def, PLOY_INVALID);
    pl_error_clear(error);
    const char* texts[3] = {def->condition, def->priority, def->relevant};
    pl_declaration made;
    ploy_status status = check(domain, PL_NAME_GOAL, def->name, def->params, def->param_count, error);
    status = status == PLOY_OK ? make(domain, def->name, def->params, def->param_count, texts, &made) : status;
    status = status == PLOY_OK ? push_goal(domain, def, &made) : status;
    if (status == PLOY_OK && goal) {
        *goal = domain->goals.count - 1;
    }
    return status;
}

// Arguments.

uint64_t pl_declaration_ground_count(const ploy_domain* domain, const pl_declaration* declaration)
{
    uint64_t count = 1;
    for (uint32_t i = 0; i < declaration->param_count; ++i) {
        uint64_t objects = domain->types.data[declaration->params[i].type].object_count;
        if (count > UINT64_MAX / objects) {
            return UINT64_MAX;
        }
        count *= objects;
    }
    return count;
}

uint32_t pl_declaration_rank(const ploy_domain* domain, const pl_declaration* declaration, const uint32_t* args)
{
    uint32_t rank = 0;
    for (uint32_t i = 0; i < declaration->param_count; ++i) {
        uint32_t objects = domain->types.data[declaration->params[i].type].object_count;
        PL_ASSERT(args[i] < objects);
        rank = rank * objects + args[i];
    }
    return rank;
}

void pl_declaration_unrank(const ploy_domain* domain, const pl_declaration* declaration, uint32_t rank,
                           uint32_t args[PLOY_MAX_ARGS])
{
    memset(args, 0, PLOY_MAX_ARGS * sizeof *args);
    for (uint32_t i = declaration->param_count; i-- > 0;) {
        uint32_t objects = domain->types.data[declaration->params[i].type].object_count;
        args[i] = rank % objects;
        rank /= objects;
    }
}

const pl_declaration* pl_domain_declaration(const ploy_domain* domain, ploy_part part, uint32_t owner)
{
    bool action = part <= PLOY_PART_COST;
    PL_ASSERT(owner < (action ? domain->actions.count : domain->goals.count));
    return action ? &domain->actions.data[owner].declaration : &domain->goals.data[owner];
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
    pl_declaration* declaration = action ? &domain->actions.data[owner].declaration : &domain->goals.data[owner];
    return &declaration->texts[part % 3];
}

void pl_texts_free(pl_texts* texts, const ploy_allocator* allocator)
{
    pl_free(allocator, texts->text, texts->bytes);
    *texts = (pl_texts){0};
}

ploy_status pl_texts_splice(const pl_texts* texts, const ploy_allocator* allocator, uint32_t clause, uint32_t removed,
                            const char* text, pl_texts* made)
{
    size_t front = texts->count ? (size_t)(pl_texts_at(texts, clause) - texts->text) : 0;
    size_t back = texts->count ? (size_t)(pl_texts_at(texts, clause + removed) - texts->text) : 0;
    size_t added = text ? strlen(text) + 1 : 0;
    size_t bytes = front + added + (texts->bytes - back);
    *made = (pl_texts){NULL, (uint32_t)bytes, texts->count - removed + (text != NULL)};
    if (bytes == 0) {
        return PLOY_OK;
    }
    made->text = bytes <= UINT32_MAX ? pl_alloc(allocator, bytes) : NULL;
    if (!made->text) {
        return PLOY_OUT_OF_MEMORY;
    }
    if (front) {
        memcpy(made->text, texts->text, front);
    }
    if (added) {
        memcpy(made->text + front, text, added);
    }
    if (texts->bytes > back) {
        memcpy(made->text + front + added, texts->text + back, texts->bytes - back);
    }
    return PLOY_OK;
}

// Replaces `removed` clauses from `clause` on by `text` (NULL: nothing).
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
    // Before the first compile only the description changes.
    status = domain->compiled ? ploy_domain_compile(domain, error) : PLOY_OK;
    if (status != PLOY_OK) {
        *texts = old;
        pl_texts_free(&made, &domain->allocator);
        return status;
    }
    if (domain->compiled) ++domain->clause_stamp;
    pl_texts_free(&old, &domain->allocator);
    return PLOY_OK;
}

uint32_t ploy_domain_clause_count(const ploy_domain* domain, ploy_part part, uint32_t owner)
{
    PL_NEED(domain, 0);
    return pl_declaration_texts(pl_domain_declaration(domain, part, owner), part)->count;
}

const char* ploy_domain_clause(const ploy_domain* domain, ploy_part part, uint32_t owner, uint32_t clause)
{
    PL_NEED(domain, "");
    const pl_texts* texts = pl_declaration_texts(pl_domain_declaration(domain, part, owner), part);
    PL_ASSERT(clause < texts->count);
    return pl_texts_at(texts, clause);
}

ploy_status ploy_domain_add_clause(ploy_domain* domain, ploy_part part, uint32_t owner, const char* text,
                                   ploy_error* error)
{
    PL_NEED_ERROR(error, domain, PLOY_INVALID);
    PL_NEED_ERROR(error, text, PLOY_INVALID);
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
    PL_NEED_ERROR(error, domain, PLOY_INVALID);
    PL_ASSERT(clause < ploy_domain_clause_count(domain, part, owner));
    return change(domain, part, owner, clause, 1, text, error);
}
