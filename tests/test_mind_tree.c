#include <ploy/io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/allocators.h"
#include "support/test.h"
#include "support/tree_game.h"

typedef struct stage
{
    tree_game game;
    ploy_file* file;
    ploy_mind* mind;
    ploy_self self;
} stage;

static ploy_mind* compile(const tree_game* game, const ploy_file* file, ploy_error* error)
{
    ploy_tree_mind_def def = ploy_tree_mind_def_default();
    def.trees = ploy_file_trees(file);
    def.tree_count = ploy_file_tree_count(file);
    def.main = ploy_file_main_tree(file);
    def.abilities = game->abilities;
    def.keys = game->keys;
    ploy_mind* mind;
    ploy_tree_mind_create(&def, &mind, error);
    return mind;
}

static ploy_file* parse(const char* text, ploy_error* error)
{
    ploy_file_def def = ploy_file_def_default();
    ploy_file* file;
    ploy_file_parse(&def, text, strlen(text), &file, error);
    return file;
}

static ploy_file* parse_tree(const char* nodes, ploy_error* error)
{
    char text[8192];
    snprintf(text, sizeof text, "<ploy version='1'>\n<BehaviorTree ID='T'>\n%s\n</BehaviorTree></ploy>", nodes);
    return parse(text, error);
}

static void be(stage* s)
{
    s->self = (ploy_self){.mind = s->mind, .board = s->game.board};
    s->self.memory = calloc(1, s->mind->memory_bytes);
}

static void set_up(stage* s, ploy_file* file)
{
    ploy_error error = {0};
    assert_true(tree_game_create(&s->game, NULL));
    s->file = file;
    s->mind = compile(&s->game, file, &error);
    if (!s->mind) fail_msg("%u:%u: %s", (unsigned)error.line, (unsigned)error.column, error.message);
    be(s);
}

static void begin(stage* s, const char* nodes)
{
    ploy_error error = {0};
    ploy_file* file = parse_tree(nodes, &error);
    if (!file) fail_msg("%u:%u: %s", (unsigned)error.line, (unsigned)error.column, error.message);
    set_up(s, file);
}

static void end(stage* s)
{
    free(s->self.memory);
    ploy_mind_destroy(s->mind);
    ploy_file_destroy(s->file);
    tree_game_destroy(&s->game);
}

static void is_busy_then_done(void** state)
{
    (void)state;
    stage s;
    begin(&s, "<Sequence><Do id='1'/><Do id='2'/></Sequence>");
    s.game.script[1] = "bs";
    s.game.script[2] = "bbs";
    ploy_mind_tick(&s.self, 1000);
    assert_string_equal(s.game.log, "S1 ");
    ploy_mind_tick(&s.self, 1000);
    assert_string_equal(s.game.log, "S1 P1 F1 S2 ");
    ploy_mind_tick(&s.self, 1000);
    assert_int_equal(ploy_tree_outcome(&s.self), PLOY_BUSY);
    ploy_mind_tick(&s.self, 1000);
    assert_string_equal(s.game.log, "S1 P1 F1 S2 P2 P2 F2 ");
    assert_int_equal(ploy_tree_outcome(&s.self), PLOY_SUCCESS);
    end(&s);
}

TEST_MAIN(TEST(is_busy_then_done))
