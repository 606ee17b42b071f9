#include "programs/cli/clause_words.h"

#include <stddef.h>
#include <string.h>

static bool is_word_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || (c & 0x80);
}

// The next place of a word in a text, or NULL. Only whole words match.
static const char* find_word(const char* text, const char* word)
{
    size_t length = strlen(word);
    for (const char* at = text; (at = strstr(at, word)); at++)
        if ((at == text || !is_word_byte(at[-1])) && !is_word_byte(at[length])) return at;
    return NULL;
}

bool has_word(const char* text, const char* word)
{
    return find_word(text, word) != NULL;
}

static const char* skip_index(const char* at)
{
    at += strspn(at, " \t\r\n");
    if (*at != '(') return at;
    at += strcspn(at, ")");
    at += *at == ')';
    return at + strspn(at, " \t\r\n");
}

bool changes_by_amount(const char* effect, const char* word)
{
    for (const char* at = effect; (at = find_word(at, word)); at++) {
        const char* after = skip_index(at + strlen(word));
        if ((after[0] == '+' || after[0] == '-') && after[1] == '=') return true;
    }
    return false;
}
