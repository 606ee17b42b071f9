// A behavior tree as text: a line per node, with its status in this tick.

#ifndef RUN_TREE_VIEW_H
#define RUN_TREE_VIEW_H

#include <ploy/bt.h>

#include "programs/play/play.h"

enum
{
    NODE_IDLE = 5, // besides ploy_outcome and 4: halted
    NODE_STATUS_COUNT
};

typedef struct tree_node
{
    uint32_t level; // of indentation
    bool is_hidden; // preconditions: their child shows what they do
    uint8_t status; // at the end of the last tick in which something happened to it
    uint8_t shown;  // in this tick; NODE_IDLE: nothing
    uint32_t counts[NODE_STATUS_COUNT];
} tree_node;

typedef struct tree_view
{
    const ploy_mind* mind;
    tree_node* nodes;
    uint32_t count;
} tree_view;

/// False: out of memory.
bool tree_view_begin(tree_view* view, const ploy_mind* mind);
void tree_view_free(tree_view* view);

/// Before a tick.
void tree_view_tick(tree_view* view);
/// A node was entered (running), ended or was halted.
void tree_view_note(tree_view* view, uint32_t node, uint32_t status);

const char* tree_view_status(uint32_t status);
/// The name, and the type where the name does not say it.
void tree_view_name(const tree_view* view, uint32_t node, char* text, size_t size);
/// Appends the tree to the text. Returns the new length.
size_t tree_view_print(const tree_view* view, const play_session* play, char* text, size_t used, size_t size);

#endif
