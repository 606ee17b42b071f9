#include "programs/experiment/study.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs/experiment/study_parse.h"

void study_free(study* s)
{
    free(s->cells);
    free(s->matches);
    free(s->text);
    *s = (study){0};
}

// A technical run is two games.
static uint64_t study_cell_seconds(const study_cell* cell)
{
    return (uint64_t)cell->matches * cell->seconds * (cell->technical ? 2 : 1);
}

uint64_t study_seconds(const study* s)
{
    uint64_t seconds = 0;
    for (uint32_t i = 0; i < s->cell_count; i++) seconds += study_cell_seconds(&s->cells[i]);
    return seconds;
}

void study_technique(const char* controller, char technique[STUDY_NAME])
{
    snprintf(technique, STUDY_NAME, "%.*s", (int)strcspn(controller, "+"), controller);
}

bool study_has_squad(const char* controller)
{
    return strchr(controller, '+') != NULL;
}

bool study_add_cell(study* s, const study_cell* cell)
{
    study_cell* grown = realloc(s->cells, (s->cell_count + 1) * sizeof *grown);
    if (!grown) return false;
    s->cells = grown;
    s->cells[s->cell_count++] = *cell;
    return true;
}

static uint64_t mix(uint64_t digest, const char* text)
{
    for (; *text; text++) digest = (digest ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return digest;
}

static uint64_t mix_cell(uint64_t digest, const study_cell* cell)
{
    char text[256];
    snprintf(text, sizeof text, "%s %" PRIu32 " %s %s %" PRIu32 " %" PRIu32 " %d %d;", cell->mode, cell->map,
             cell->controllers[0], cell->controllers[1], cell->matches, cell->seconds, cell->technical, cell->robin);
    return mix(digest, text);
}

static void add_matches(study* s, uint32_t cell)
{
    for (uint32_t i = 0; i < s->cells[cell].matches; i++) {
        s->matches[s->match_count] = (study_match){cell, s->seed + s->match_count, i % 2 == 1};
        s->match_count++;
    }
}

bool study_finish(study* s)
{
    size_t count = 0;
    for (uint32_t i = 0; i < s->cell_count; i++) count += s->cells[i].matches;
    s->matches = calloc(count + 1, sizeof *s->matches);
    if (!s->matches) return false;
    char seed[32];
    snprintf(seed, sizeof seed, "%" PRIu64 ":", s->seed);
    s->digest = mix(UINT64_C(0xcbf29ce484222325), seed);
    for (uint32_t i = 0; i < s->cell_count; i++) {
        s->digest = mix_cell(s->digest, &s->cells[i]);
        add_matches(s, i);
    }
    return true;
}

uint32_t study_find_word(const char* list, const char* word, size_t length)
{
    for (uint32_t index = 0; *list; index++) {
        size_t here = strcspn(list, " ");
        if (here == length && memcmp(list, word, length) == 0) return index;
        list += here;
        list += *list == ' ';
    }
    return PLOY_NONE;
}
