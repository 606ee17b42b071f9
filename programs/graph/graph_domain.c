// A domain: an arrow from an action to another action or to a goal wherever an effect may help to satisfy a condition.
// The arrow shows the condition.
//
// Conditions are split at their outermost `and`s. A part that is one comparison or one symbol is compared with the
// effect (`ammo += 1` helps `ammo > 0`, not `ammo < 3`). Any other part only has to name the symbol.

#include "programs/graph/graph.h"
#include "programs/cli/clause_words.h"

#include <stdlib.h>
#include <string.h>

// "not safe(p)", "ammo >= 3": a symbol, an operator ("" for a bare symbol) and its right side.
typedef struct condition_part
{
    char symbol[64];
    char sign[3];
    char value[64];
    bool negated;
    bool plain; // it has this form
    char text[256];
} condition_part;

static bool is_in_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

static const char* skip_space(const char* at)
{
    while (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r') at++;
    return at;
}

static const char* take_name(const char* at, char* name, size_t size)
{
    size_t length = 0;
    for (at = skip_space(at); is_in_name(*at); at++) {
        if (length + 1 < size) name[length++] = *at;
    }
    name[length] = '\0';
    return skip_space(at);
}

static const char* skip_group(const char* at)
{
    if (*at != '(') return at;
    int depth = 0;
    do {
        depth += (*at == '(') - (*at == ')');
        at++;
    } while (*at && depth > 0);
    return skip_space(at);
}

static const char* take_sign(const char* at, char sign[3])
{
    static const struct
    {
        const char *text, *sign;
    } signs[] = {{"==", "="}, {"!=", "!="}, {"<=", "<="}, {">=", ">="},  {"+=", "+="}, {"-=", "-="}, {"=", "="},
                 {"<", "<"},  {">", ">"},   {"lt ", "<"}, {"le ", "<="}, {"gt ", ">"}, {"ge ", ">="}};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        size_t length = strlen(signs[i].text);
        if (strncmp(at, signs[i].text, length) == 0) {
            strcpy(sign, signs[i].sign);
            return skip_space(at + length);
        }
    }
    sign[0] = '\0';
    return at;
}

static condition_part read_part(const char* text)
{
    condition_part p = {.plain = true};
    snprintf(p.text, sizeof p.text, "%s", text);
    const char* at = take_name(text, p.symbol, sizeof p.symbol);
    if (strcmp(p.symbol, "not") == 0) {
        p.negated = true;
        at = take_name(at, p.symbol, sizeof p.symbol);
    }
    at = take_sign(skip_group(at), p.sign);
    if (p.sign[0]) {
        bool negative = *at == '-';
        at = take_name(at + negative, p.value + negative, sizeof p.value - 1);
        if (negative) p.value[0] = '-';
        at = skip_group(at);
    }
    p.plain = p.symbol[0] && !*at && (!p.sign[0] || p.value[0]);
    return p;
}

// The next piece of a text, up to a separator outside parentheses: a comma, or the word "and".
static const char* next_piece(const char* at, bool commas, char* piece, size_t size)
{
    int depth = 0;
    size_t length = 0;
    at = skip_space(at);
    const char* start = at;
    for (; *at; at++) {
        depth += (*at == '(') - (*at == ')');
        bool is_word = depth == 0 && !commas && strncmp(at, "and", 3) == 0 && !is_in_name(at[3]) &&
                       (at == start || !is_in_name(at[-1]));
        if (is_word || (depth == 0 && commas && *at == ',')) {
            at += is_word ? 3 : 1;
            break;
        }
        if (length + 1 < size) piece[length++] = *at;
    }
    while (length > 0 && strchr(" \t\r\n", piece[length - 1])) length--;
    piece[length] = '\0';
    return at;
}

static bool is_number(const char* text)
{
    return *text == '-' || (*text >= '0' && *text <= '9');
}

static bool compare(double left, const char* sign, double right)
{
    return strcmp(sign, "<") == 0    ? left < right
           : strcmp(sign, "<=") == 0 ? left <= right
           : strcmp(sign, ">") == 0  ? left > right
           : strcmp(sign, ">=") == 0 ? left >= right
           : strcmp(sign, "!=") == 0 ? left != right
                                     : left == right;
}

// The value of a bool that a part requires: "armed", "not armed", "armed = false".
static bool wants_true(const condition_part* p)
{
    bool value = !p->sign[0] || strcmp(p->value, "false") != 0;
    if (strcmp(p->sign, "!=") == 0) value = !value;
    return value != p->negated;
}

static bool is_bool(const condition_part* p)
{
    return !p->sign[0] || strcmp(p->value, "true") == 0 || strcmp(p->value, "false") == 0;
}

static bool is_object(const ploy_domain* domain, const char* name)
{
    for (uint32_t type = 0; type < ploy_domain_type_count(domain); type++) {
        if (ploy_domain_find_object(domain, type, name) != PLOY_NONE) return true;
    }
    return false;
}

// Objects and parameters: only two different objects are known to differ.
static bool may_be_equal(const ploy_domain* domain, const char* a, const char* b)
{
    return strcmp(a, b) == 0 || !is_object(domain, a) || !is_object(domain, b);
}

static bool serves(const ploy_domain* domain, const condition_part* effect, const condition_part* wanted)
{
    if (!has_word(wanted->text, effect->symbol)) return false;
    if (!wanted->plain || strcmp(wanted->symbol, effect->symbol) != 0) return true;
    if (is_bool(effect) && is_bool(wanted)) return wants_true(effect) == wants_true(wanted);
    bool up = strcmp(effect->sign, "+=") == 0, down = strcmp(effect->sign, "-=") == 0;
    bool more = wanted->sign[0] == '>', less = wanted->sign[0] == '<';
    if (up || down) return wanted->negated ? (up ? !more : !less) : (up ? !less : !more);
    if (is_number(effect->value) && is_number(wanted->value)) {
        return compare(atof(effect->value), wanted->sign, atof(wanted->value)) != wanted->negated;
    }
    bool differ = (strcmp(wanted->sign, "!=") == 0) != wanted->negated;
    return differ ? strcmp(effect->value, wanted->value) != 0 : may_be_equal(domain, effect->value, wanted->value);
}

static bool an_effect_serves(const ploy_domain* domain, uint32_t action, const condition_part* wanted)
{
    for (uint32_t c = 0; c < ploy_domain_clause_count(domain, PLOY_PART_EFFECT, action); c++) {
        const char* at = ploy_domain_clause(domain, PLOY_PART_EFFECT, action, c);
        while (*skip_space(at)) {
            char piece[256];
            at = next_piece(at, true, piece, sizeof piece);
            condition_part effect = read_part(piece);
            if (effect.symbol[0] && serves(domain, &effect, wanted)) return true;
        }
    }
    return false;
}

// All conditions of another action or goal that the action helps to satisfy, one line each.
static void draw_links(drawing* g, const ploy_domain* domain, uint32_t action, ploy_part kind, uint32_t owner,
                       uint32_t node)
{
    char label[512] = "";
    for (uint32_t c = 0; c < ploy_domain_clause_count(domain, kind, owner); c++) {
        const char* at = ploy_domain_clause(domain, kind, owner, c);
        while (*skip_space(at)) {
            char piece[256];
            at = next_piece(at, false, piece, sizeof piece);
            condition_part wanted = read_part(piece);
            size_t used = strlen(label);
            if (!an_effect_serves(domain, action, &wanted)) continue;
            snprintf(label + used, sizeof label - used, "%s%s", used ? "\n" : "", piece);
        }
    }
    if (label[0]) graph_add_edge(g, action, node, label, false);
}

void graph_domain(drawing* g, const ploy_domain* domain)
{
    uint32_t actions = ploy_domain_action_count(domain), goals = ploy_domain_goal_count(domain);
    for (uint32_t k = 0; k < actions; k++)
        graph_add_node(g, k, ploy_domain_action(domain, k).name, GRAPH_ROUND, PLOY_NONE);
    for (uint32_t k = 0; k < goals; k++) {
        graph_add_node(g, actions + k, ploy_domain_goal(domain, k).name, GRAPH_GOAL, PLOY_NONE);
    }
    for (uint32_t k = 0; k < actions; k++) {
        for (uint32_t other = 0; other < actions; other++) {
            if (other != k) draw_links(g, domain, k, PLOY_PART_PRE, other, other);
        }
        for (uint32_t goal = 0; goal < goals; goal++) {
            draw_links(g, domain, k, PLOY_PART_CONDITION, goal, actions + goal);
        }
    }
}
