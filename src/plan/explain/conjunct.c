#include "plan/explain/conjunct.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "plan/domain/condition.h"
#include "plan/language/text.h"

typedef struct span
{
    const char* at;
    size_t length;
} span;

static bool is_word_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
           (unsigned char)c >= 0x80;
}

static bool span_is(span word, const char* text)
{
    return strlen(text) == word.length && memcmp(word.at, text, word.length) == 0;
}

/// The word or single byte at the front; moves `rest` past it. length 0: the end.
static span next_token(span* rest)
{
    span token = {rest->at, 0};
    while (token.length < rest->length && is_word_byte(token.at[token.length])) token.length++;
    if (token.length == 0 && rest->length > 0) token.length = 1;
    rest->at += token.length;
    rest->length -= token.length;
    return token;
}

typedef struct collector
{
    pl_arena* arena;
    ploy_conjunct* list; // NULL: only count
    uint32_t count;
    ploy_conjunct next;
} collector;

static char* copy_span(pl_arena* arena, const char* text, pl_span piece)
{
    char* copy = pl_arena_alloc(arena, piece.length + (size_t)1);
    if (!copy) return NULL;
    memcpy(copy, text + piece.at, piece.length);
    copy[piece.length] = '\0';
    return copy;
}

static void take(collector* to, const char* text)
{
    to->next.text = text;
    if (to->list) to->list[to->count] = to->next;
    to->count++;
    to->next.index++;
}

/// Splits until no conjunct has an outermost "and": a and (b and c) gives three. false: out of memory.
static bool split(collector* to, const char* text)
{
    uint32_t count = pl_condition_split(text, NULL, 0);
    pl_span* pieces = PL_ARENA_ARRAY(to->arena, pl_span, count);
    if (!pieces) return false;
    pl_condition_split(text, pieces, count);
    for (uint32_t i = 0; i < count; i++) {
        const char* piece = copy_span(to->arena, text, pieces[i]);
        if (!piece) return false;
        if (count == 1)
            take(to, piece);
        else if (!split(to, piece))
            return false;
    }
    return true;
}

uint32_t pl_part_base(const ploy_domain* domain, ploy_part part, uint32_t owner)
{
    return part == PLOY_PART_PRE || part == PLOY_PART_EFFECT ? ploy_domain_action(domain, owner).base : PLOY_NONE;
}

static bool collect_layer(collector* to, const ploy_domain* domain, ploy_part part, uint32_t owner)
{
    uint32_t clauses = ploy_domain_clause_count(domain, part, owner);
    for (uint32_t c = 0; c < clauses; c++) {
        to->next = (ploy_conjunct){.part = part, .owner = owner, .clause = c, .values = ""};
        if (!split(to, ploy_domain_clause(domain, part, owner, c))) return false;
    }
    return true;
}

static bool collect(collector* to, const ploy_domain* domain, ploy_part part, uint32_t owner)
{
    to->count = 0;
    for (; owner != PLOY_NONE; owner = pl_part_base(domain, part, owner))
        if (!collect_layer(to, domain, part, owner)) return false;
    return true;
}

bool pl_conjuncts_collect(const ploy_domain* domain, ploy_part part, uint32_t owner, pl_arena* arena, pl_conjuncts* out)
{
    collector to = {.arena = arena};
    if (!collect(&to, domain, part, owner)) return false;
    to.list = PL_ARENA_ARRAY(arena, ploy_conjunct, to.count);
    if (!to.list || !collect(&to, domain, part, owner)) return false;
    *out = (pl_conjuncts){to.list, to.count};
    return true;
}

// Replacing parameters by arguments.

typedef struct grounding
{
    const ploy_domain* domain;
    const char* names[PLOY_MAX_ARGS];
    uint32_t types[PLOY_MAX_ARGS];
    uint32_t count;
    const uint32_t* args;
    const char* text;
} grounding;

static void write_ground(pl_text_writer* to, const void* what)
{
    const grounding* g = what;
    for (span rest = {g->text, strlen(g->text)}, word; (word = next_token(&rest)).length > 0;) {
        uint32_t p = 0;
        while (p < g->count && !span_is(word, g->names[p])) p++;
        if (p < g->count)
            pl_writer_add(to, "%s", ploy_domain_object_name(g->domain, g->types[p], g->args[p]));
        else
            pl_writer_add(to, "%.*s", (int)word.length, word.at);
    }
}

const char* pl_conjunct_ground(const ploy_domain* domain, ploy_part part, uint32_t owner, const uint32_t* args,
                               const char* text, pl_arena* arena)
{
    grounding g = {.domain = domain, .args = args, .text = text};
    if (part == PLOY_PART_CONDITION) {
        ploy_goal_info info = ploy_domain_goal(domain, owner);
        memcpy(g.names, info.param_names, sizeof g.names);
        memcpy(g.types, info.param_types, sizeof g.types);
        g.count = info.param_count;
    } else {
        ploy_action_info info = ploy_domain_action(domain, owner);
        memcpy(g.names, info.param_names, sizeof g.names);
        memcpy(g.types, info.param_types, sizeof g.types);
        g.count = info.param_count;
    }
    return pl_keep_text(arena, write_ground, &g);
}

// Symbols of a text.

static uint32_t find_symbol(const ploy_domain* domain, span word)
{
    char name[256];
    if (word.length == 0 || word.length >= sizeof name) return PLOY_NONE;
    memcpy(name, word.at, word.length);
    name[word.length] = '\0';
    return ploy_domain_find_symbol(domain, name);
}

static uint32_t find_object(const ploy_domain* domain, uint32_t type, span word)
{
    char name[256];
    if (word.length == 0 || word.length >= sizeof name) return PLOY_NONE;
    memcpy(name, word.at, word.length);
    name[word.length] = '\0';
    return ploy_domain_find_object(domain, type, name);
}

/// The variable that a symbol and the indices after it name; PLOY_NONE when an index is not an object.
static uint32_t read_variable(const ploy_domain* domain, uint32_t symbol, span rest)
{
    ploy_symbol_info info = ploy_domain_symbol(domain, symbol);
    uint32_t objects[PLOY_MAX_ARGS] = {0};
    uint32_t count = 0;
    span word = {rest.at, 0};
    while (count < info.of_count && (word = next_token(&rest)).length > 0) {
        if (!is_word_byte(word.at[0])) continue;
        objects[count] = find_object(domain, info.of[count], word);
        if (objects[count++] == PLOY_NONE) return PLOY_NONE;
    }
    return count == info.of_count ? ploy_domain_variable(domain, symbol, objects) : PLOY_NONE;
}

typedef struct values_of
{
    const ploy_domain* domain;
    const uint64_t* state;
    const char* text;
} values_of;

enum
{
    MAX_VALUES = 16
};

static void write_value(pl_text_writer* to, const values_of* of, uint32_t variable)
{
    char name[256], value[128];
    ploy_domain_variable_print(of->domain, variable, name, sizeof name);
    ploy_value_print(of->domain, variable, ploy_state_get(of->domain, of->state, variable), value, sizeof value);
    pl_writer_add(to, "%s = %s", name, value);
}

static void write_values(pl_text_writer* to, const void* what)
{
    const values_of* of = what;
    uint32_t seen[MAX_VALUES], count = 0;
    for (span rest = {of->text, strlen(of->text)}, word; (word = next_token(&rest)).length > 0;) {
        uint32_t symbol = find_symbol(of->domain, word);
        uint32_t variable = symbol == PLOY_NONE ? PLOY_NONE : read_variable(of->domain, symbol, rest);
        uint32_t i = 0;
        while (i < count && seen[i] != variable) i++;
        if (variable == PLOY_NONE || i < count || count == MAX_VALUES) continue;
        if (count > 0) pl_writer_add(to, ", ");
        write_value(to, of, variable);
        seen[count++] = variable;
    }
}

const char* pl_conjunct_values(const ploy_domain* domain, const char* text, const uint64_t* state, pl_arena* arena)
{
    values_of of = {domain, state, text};
    return pl_keep_text(arena, write_values, &of);
}

void pl_conjunct_add_symbols(const ploy_domain* domain, const char* text, uint64_t* symbols)
{
    for (span rest = {text, strlen(text)}, word; (word = next_token(&rest)).length > 0;) {
        uint32_t symbol = find_symbol(domain, word);
        if (symbol != PLOY_NONE) pl_bits_set(symbols, symbol);
    }
}

static void add_affecting(const ploy_domain* domain, uint32_t symbol, uint64_t* actions)
{
    const uint32_t* affecting;
    uint32_t count = ploy_domain_actions_affecting(domain, symbol, &affecting);
    for (uint32_t i = 0; i < count; i++) pl_bits_set(actions, affecting[i]);
}

bool pl_conjunct_changers(const ploy_domain* domain, const char* text, const uint64_t* disabled, pl_arena* arena,
                          const uint32_t** actions, uint32_t* count)
{
    uint32_t action_count = ploy_domain_action_count(domain), symbol_count = ploy_domain_symbol_count(domain);
    uint64_t* symbols = PL_ARENA_ARRAY(arena, uint64_t, pl_bits_words(symbol_count));
    uint64_t* found = PL_ARENA_ARRAY(arena, uint64_t, pl_bits_words(action_count));
    uint32_t* list = PL_ARENA_ARRAY(arena, uint32_t, action_count);
    if (!symbols || !found || !list) return false;
    pl_conjunct_add_symbols(domain, text, symbols);
    for (uint32_t s = 0; s < symbol_count; s++)
        if (pl_bits_test(symbols, s)) add_affecting(domain, s, found);
    *count = 0;
    *actions = list;
    for (uint32_t a = 0; a < action_count; a++)
        if (pl_bits_test(found, a) && !(disabled && pl_bits_test(disabled, a))) list[(*count)++] = a;
    return true;
}

ploy_status pl_conjunct_test(const ploy_domain* domain, const ploy_conjunct* conjunct, const uint32_t* args,
                             const uint64_t* state)
{
    return pl_domain_test(domain, conjunct->part, conjunct->owner, args, conjunct->text, state, NULL);
}
