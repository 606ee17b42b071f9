// Finds words in a clause: which symbols and parameters a text names. Enough grammar for a check, not a parser.

#ifndef CLI_CLAUSE_WORDS_H
#define CLI_CLAUSE_WORDS_H

#include <stdbool.h>

/// Does the word occur in the text?
bool has_word(const char* text, const char* word);

/// Does an effect add to or subtract from a symbol ("ammo += 1", "stock(p) -= 1")? Then it also reads the symbol.
bool changes_by_amount(const char* effect, const char* word);

#endif
