#define _POSIX_C_SOURCE 200809L

#include "programs/commands/view_hand.h"

#ifdef PLOY_CIVETWEB

#include <civetweb.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "programs/attach/connection.h"
#include "programs/cli/command.h"
#include "programs/cli/memory.h"

enum
{
    MAX_PAGES = 8,
    MAX_LINES = 64, // passed on at once
};

struct view_hand
{
    connection game;
    bool is_gone;
    pthread_mutex_t lock; // of what follows, and of sending to the game
    struct mg_connection* pages[MAX_PAGES];
    char* message; // of a page, until its line is whole
    size_t count;
};

view_hand* view_hand_open(const char* address)
{
    view_hand* hand = have_memory(calloc(1, sizeof *hand));
    const char* wrong = connection_open(&hand->game, address);
    if (wrong) {
        complain("view", "--attach: %s", wrong);
        free(hand);
        return NULL;
    }
    pthread_mutex_init(&hand->lock, NULL);
    return hand;
}

void view_hand_close(view_hand* hand)
{
    if (!hand) return;
    connection_close(&hand->game);
    pthread_mutex_destroy(&hand->lock);
    free(hand->message);
    free(hand);
}

static void send_line(struct mg_connection* page, const char* line)
{
    mg_websocket_write(page, MG_WEBSOCKET_OPCODE_TEXT, line, strlen(line));
}

static const char gone[] = "{\"event\": \"gone\"}";

void view_hand_add(view_hand* hand, struct mg_connection* page)
{
    pthread_mutex_lock(&hand->lock);
    for (int i = 0; i < MAX_PAGES; i++) {
        if (hand->pages[i]) continue;
        hand->pages[i] = page;
        if (hand->is_gone) send_line(page, gone);
        break;
    }
    pthread_mutex_unlock(&hand->lock);
}

// A page sends whole lines, but the server may hand them over in parts.
bool view_hand_take(view_hand* hand, const char* text, unsigned long count)
{
    const size_t max = 40u << 20;
    bool is_good = true;
    pthread_mutex_lock(&hand->lock);
    if (hand->count + count > max) {
        is_good = false;
    } else {
        hand->message = have_memory(realloc(hand->message, hand->count + count + 1));
        memcpy(hand->message + hand->count, text, count);
        hand->count += count;
    }
    char* end;
    while (is_good && hand->count > 0 && (end = memchr(hand->message, '\n', hand->count)) != NULL) {
        size_t length = (size_t)(end - hand->message);
        if (!hand->is_gone) connection_send(&hand->game, hand->message, length);
        hand->count -= length + 1;
        memmove(hand->message, end + 1, hand->count);
    }
    pthread_mutex_unlock(&hand->lock);
    return is_good;
}

void view_hand_remove(view_hand* hand, const struct mg_connection* page)
{
    static const char* const farewell[] = {"clear", "resume"};
    bool is_empty = true;
    pthread_mutex_lock(&hand->lock);
    for (int i = 0; i < MAX_PAGES; i++) {
        if (hand->pages[i] == page) hand->pages[i] = NULL;
        is_empty = is_empty && !hand->pages[i];
    }
    for (int i = 0; i < 2 && is_empty && !hand->is_gone; i++)
        connection_send(&hand->game, farewell[i], strlen(farewell[i]));
    if (is_empty) hand->count = 0;
    pthread_mutex_unlock(&hand->lock);
}

static void send_all(view_hand* hand, const char* line)
{
    pthread_mutex_lock(&hand->lock);
    for (int i = 0; i < MAX_PAGES; i++)
        if (hand->pages[i]) send_line(hand->pages[i], line);
    pthread_mutex_unlock(&hand->lock);
}

void view_hand_pass(view_hand* hand, double seconds)
{
    const char* line;
    for (int i = 0; i < MAX_LINES && !hand->is_gone; i++) {
        connection_answer answer = connection_read(&hand->game, i == 0 ? seconds : 0, &line);
        if (answer == CONNECTION_NOTHING) return;
        if (answer == CONNECTION_LINE) send_all(hand, line);
        if (answer != CONNECTION_GONE) continue;
        hand->is_gone = true;
        send_all(hand, gone);
    }
}

#endif
