// Any text as a script, and as a condition: no crash and no leak. Rejected text gives an error with a position. Accepted
// text runs in bounded time and leaves the same values in two blackboards.

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "knowledge/blackboard.h"
#include "mind/common/guard.h"

enum
{
    KEYS = 6,
};

static bool parse_pair(void* user, const char* text, void* made)
{
    (void)user;
    memcpy(made, text, strlen(text) < 2 ? 1 : 2);
    return *text != '\0';
}

static size_t print_pair(void* user, const void* from, char* text, size_t size)
{
    (void)user;
    const char* pair = from;
    if (size > 2) text[0] = pair[0], text[1] = pair[1], text[2] = '\0';
    return 2;
}

static ploy_blackboard_keys* make_keys(void)
{
    static const char* const names[KEYS] = {"alarm", "ammo", "health", "target", "name", "pair"};
    ploy_blackboard_keys* keys = ploy_blackboard_keys_create(NULL);
    ploy_struct_def type = {.name = "two", .bytes = 8, .parse = parse_pair, .print = print_pair};
    PL_ASSERT(ploy_blackboard_keys_add_struct(keys, &type) == PLOY_OK);
    for (int i = 0; i < KEYS; ++i) {
        ploy_key_def key = {.name = names[i], .type = (ploy_value_type)i, .struct_type = i == 5 ? "two" : NULL};
        PL_ASSERT(ploy_blackboard_keys_add(keys, &key, NULL) == PLOY_OK);
    }
    return keys;
}

// One name is a number, one a text, one another key.
static const char* map(void* user, const char* name, char room[PL_GUARD_NAME])
{
    (void)user;
    const char* text = strcmp(name, "bullets") == 0 ? "ammo" : name;
    memcpy(room, text, strlen(text) + 1);
    return strcmp(name, "seven") == 0 ? "7" : strcmp(name, "word") == 0 ? "word" : NULL;
}

static bool run(const pl_guard* script, ploy_blackboard* blackboard, bool assigns)
{
    ploy_agent agent = {.blackboard = blackboard};
    return assigns ? pl_guard_run(script, &agent) : pl_guard_holds(script, &agent);
}

static void try_text(const char* text, bool assigns, const ploy_blackboard_keys* keys)
{
    pl_guard* script;
    ploy_error error;
    pl_script_def def = {.text = text, .keys = keys, .assigns = assigns, .map = map};
    if (pl_script_compile(&def, &script, &error) != PLOY_OK) {
        PL_ASSERT(!script && error.message[0] && error.line > 0 && error.column > 0);
        return;
    }
    ploy_blackboard* a = ploy_blackboard_create(&(ploy_blackboard_def){.keys = (ploy_blackboard_keys*)keys});
    ploy_blackboard* b = ploy_blackboard_create(&(ploy_blackboard_def){.keys = (ploy_blackboard_keys*)keys});
    PL_ASSERT(run(script, a, assigns) == run(script, b, assigns));
    for (uint32_t key = 0; key < KEYS; ++key) {
        char x[4096], y[4096];
        pl_key_print(keys, key, ploy_blackboard_get(a, key), x, sizeof x);
        pl_key_print(keys, key, ploy_blackboard_get(b, key), y, sizeof y);
        PL_ASSERT(strcmp(x, y) == 0);
    }
    ploy_blackboard_destroy(a);
    ploy_blackboard_destroy(b);
    pl_guard_destroy(script);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static ploy_blackboard_keys* keys;
    if (!keys) keys = make_keys();
    char* text = malloc(size + 1);
    if (size > 0) memcpy(text, data, size);
    text[size] = '\0';
    try_text(text, true, keys);
    try_text(text, false, keys);
    free(text);
    return 0;
}
