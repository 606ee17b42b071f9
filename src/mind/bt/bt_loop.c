// LoopInt, LoopBool, LoopDouble and LoopString: one child, run once per item of a queue, which is text: "1;2;3". An item
// is written to a key before the child is entered. The word of a loop counts the items taken.

#include <string.h>

#include "knowledge/value.h"
#include "mind/bt/bt_run.h"

enum
{
    ITEM_BYTES = 1024, ///< of the text of an item in a key
};

// The item at an index; NULL: there are fewer. text: of the whole queue.
static const char* find_item(const char* text, uint32_t index, size_t* length)
{
    if (!*text) return NULL;
    for (; index > 0; --index) {
        text = strchr(text, ';');
        if (!text) return NULL;
        ++text;
    }
    *length = strcspn(text, ";");
    return text;
}

static bool write_item(pl_bt_run* r, const pl_bt_loop* loop, const char* item, size_t length)
{
    ploy_blackboard* blackboard = r->agent->blackboard;
    char text[ITEM_BYTES];
    uint64_t room[PLOY_STRUCT_BYTES / 8];
    ploy_value value;
    if (loop->value == PLOY_NONE) return true;
    if (!blackboard || length >= sizeof text) return false;
    memcpy(text, item, length);
    text[length] = '\0';
    pl_value_kind kind = pl_key_kind(blackboard->keys, loop->value);
    if (!pl_value_parse(&blackboard->keys->structs, kind, text, room, &value)) return false;
    ploy_status status = ploy_blackboard_set(blackboard, loop->value, value);
    return status == PLOY_OK || status == PLOY_ALREADY;
}

int pl_bt_find_outcome(const char* name)
{
    static const char* const names[] = {"RUNNING", "SUCCESS", "FAILURE", "SKIPPED"};
    int i = 0;
    while (i < 4 && strcmp(names[i], name) != 0) ++i;
    return i < 4 ? i : -1;
}

uint32_t pl_bt_outcome(const pl_bt_run* r, int64_t outcome)
{
    if (outcome >= 0) return (uint32_t)outcome;
    const ploy_blackboard* blackboard = r->agent->blackboard;
    uint32_t key = (uint32_t)(-1 - outcome);
    int known = blackboard ? pl_bt_find_outcome(ploy_value_string(ploy_blackboard_get(blackboard, key))) : -1;
    return known < 0 ? PLOY_FAILURE : (uint32_t)known;
}

uint32_t pl_loop_next(pl_bt_run* r, uint32_t op, bool* enters)
{
    const pl_bt_loop* loop = &r->mind->loops.data[r->ops[op].arg];
    const ploy_blackboard* blackboard = r->agent->blackboard;
    const char* text = loop->text ? loop->text : "";
    if (loop->queue != PLOY_NONE && blackboard) text = ploy_value_string(ploy_blackboard_get(blackboard, loop->queue));
    uint32_t* taken = r->words + r->ops[op].cell;
    size_t length = 0;
    const char* item = find_item(text, *taken, &length);
    *enters = item && write_item(r, loop, item, length);
    if (item) ++*taken;
    if (*enters) return PLOY_RUNNING;
    uint32_t outcome = item ? PLOY_FAILURE : pl_bt_outcome(r, loop->if_empty);
    return outcome == PLOY_FAILURE ? pl_bt_fails(r, op, 0) : outcome;
}
