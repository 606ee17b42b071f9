// Files of BehaviorTree.CPP as people have them: of version 3, with the attributes of editors, with what only its own XML
// reader accepts, and in several files.

#include <ploy/io.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/base/allocators.h"
#include "support/base/temporary.h"
#include "support/base/test.h"

static bool append(void* user, const char* text, size_t bytes)
{
    strncat(user, text, bytes);
    return true;
}

static ploy_file* load(const char* text)
{
    ploy_error error = {0};
    ploy_file* file;
    if (ploy_file_parse(NULL, text, strlen(text), &file, &error) != PLOY_OK) {
        fail_msg("%s\n%u:%u: %s (%s)", text, (unsigned)error.line, (unsigned)error.column, error.message, error.hint);
    }
    return file;
}

static void assert_refused(const char* text, uint32_t line, uint32_t column, const char* message)
{
    ploy_error error = {0};
    ploy_file* file;
    if (ploy_file_parse(NULL, text, strlen(text), &file, &error) == PLOY_OK) fail_msg("%s\nis accepted", text);
    if (!strstr(error.message, message)) fail_msg("%s\n%s", text, error.message);
    assert_int_equal(error.line, line);
    assert_int_equal(error.column, column);
}

// A tree in the body of a file of version 4, and an attribute of its first node.
static void assert_value(const char* node, const char* attribute, const char* value)
{
    char text[1024];
    snprintf(text, sizeof text, "<root BTCPP_format='4'><BehaviorTree ID='T'>%s</BehaviorTree></root>", node);
    ploy_file* file = load(text);
    assert_string_equal(ploy_bt_get(ploy_file_bt(file, 0), 0, attribute), value);
    ploy_file_destroy(file);
}

static void an_unescaped_sign_in_a_value_is_the_sign(void** state)
{
    (void)state;
    assert_value("<Say text='a && b'/>", "text", "a && b");
    assert_value("<Say text='a < b'/>", "text", "a < b");
    assert_value("<Say text=\"a & b &lt; c &amp;&amp; d &#60; e\"/>", "text", "a & b < c && d < e");
    assert_value("<Say text='&copy; &; &#x; &#xg; &#'/>", "text", "&copy; &; &#x; &#xg; &#");
    assert_value("<Say text='<a href=\"x\">'/>", "text", "<a href=\"x\">");
    assert_value("<Say text='\x7F`~^$\\|@%?!;[] <'/>", "text", "\x7F`~^$\\|@%?!;[] <");
}

static void a_ploy_file_must_be_xml(void** state)
{
    (void)state;
    assert_refused("<ploy version='1'><BehaviorTree ID='T'><Say text='a && b'/></BehaviorTree></ploy>", 1, 54, "XML");
}

static void a_comment_may_have_any_number_of_dashes(void** state)
{
    (void)state;
    ploy_file_destroy(load("<?xml version='1.0'?>\n<!------- one -- two ------->\n<root BTCPP_format='4'><!----->"
                           "<BehaviorTree ID='T'><!-- a<b&&c -- --><Say text='&&'/></BehaviorTree></root>"));
}

static void an_error_names_the_place_behind_unescaped_signs(void** state)
{
    (void)state;
    assert_refused("<root BTCPP_format='4'>\n<BehaviorTree ID='T'><Sequence name='&& <'><Sequence/></Sequence>"
                   "</BehaviorTree></root>",
                   2, 44, "needs at least 1 child");
    assert_refused("<root BTCPP_format='4'>\n<BehaviorTree ID='T'><Inverter name='&&' wrong='1'><Say/></Inverter>"
                   "</BehaviorTree></root>",
                   2, 49, "no attribute 'wrong'");
}

static void what_only_editors_read_is_kept(void** state)
{
    (void)state;
    static const char text[] =
        "<root BTCPP_format='4' project_name='Robot' xmlns:x='y'><Groot version='2'><view/></Groot>"
        "<BehaviorTree ID='T' _fullpath='T' description='x' _uid='1'>"
        "<Sequence _collapsed='true' _favorite='1'><Action ID='AlwaysSuccess' _uid='7'/><Say _x='1'/></Sequence>"
        "</BehaviorTree></root>";
    ploy_file* file = load(text);
    assert_string_equal(ploy_bt_get(ploy_file_bt(file, 0), 0, "_favorite"), "1");
    char ours[2048] = "";
    assert_int_equal(ploy_file_write(file, append, ours), PLOY_OK);
    ploy_file_destroy(file);
    assert_null(strstr(ours, "description"));
    file = load(ours);
    assert_string_equal(ploy_bt_get(ploy_file_bt(file, 0), 0, "_favorite"), "1");
    ploy_file_destroy(file);
}

static void what_looks_misspelled_is_refused(void** state)
{
    (void)state;
    assert_refused("<root BTCPP_format='4' main_tree_to_exectute='T'/>", 1, 24, "no attribute 'main_tree_to_exectute'");
    assert_refused("<root BTCPP_format='4'><BehaviorTrees ID='T'/></root>", 1, 24, "unknown element <BehaviorTrees>");
    assert_refused("<root BTCPP_format='4'><BehaviorTree ID='T'><Say _skipif='1'/></BehaviorTree></root>", 1, 59,
                   "no attribute '_skipif'");
    assert_refused("<root BTCPP_format='5'/>", 1, 21, "unknown version '5'");
}

// What the first tree is once it is written, without the spaces between elements.
static void assert_upgraded(const char* nodes, const char* expected)
{
    char text[1024], wanted[1024];
    snprintf(text, sizeof text, "<root><BehaviorTree ID='T'>%s</BehaviorTree></root>", nodes);
    snprintf(wanted, sizeof wanted, "<root BTCPP_format='4'><BehaviorTree ID='T'>%s</BehaviorTree></root>", expected);
    ploy_file *old = load(text), *new = load(wanted);
    const ploy_bt *a = ploy_file_bt(old, 0), *b = ploy_file_bt(new, 0);
    assert_int_equal(ploy_bt_node_count(a), ploy_bt_node_count(b));
    static const char* const names[] = {
        "ID", "x",    "_autoremap", "success_count", "failure_count", "num_attempts",
        "if", "else", "threshold",  "__autoremap",   "value_A",       "reset_on_failure"};
    for (uint32_t i = 0; i < ploy_bt_node_count(a); ++i) {
        assert_string_equal(ploy_bt_get_node(a, i).element, ploy_bt_get_node(b, i).element);
        for (size_t k = 0; k < sizeof names / sizeof *names; ++k) {
            const char *is = ploy_bt_get(a, i, names[k]), *must = ploy_bt_get(b, i, names[k]);
            if ((is == NULL) != (must == NULL) || (is && strcmp(is, must) != 0)) {
                fail_msg("%s: %s is %s, not %s", nodes, names[k], is ? is : "none", must ? must : "none");
            }
        }
    }
    ploy_file_destroy(old);
    ploy_file_destroy(new);
}

static void nodes_of_version_3_mean_what_they_meant(void** state)
{
    (void)state;
    assert_upgraded("<SequenceStar reset_on_failure='false'><A/></SequenceStar>",
                    "<SequenceWithMemory><A/></SequenceWithMemory>");
    assert_upgraded("<Control ID='SequenceStar'><A/></Control>", "<Control ID='SequenceWithMemory'><A/></Control>");
    assert_upgraded("<FallbackStar><A/></FallbackStar>", "<Fallback><A/></Fallback>");
    assert_upgraded("<RetryUntilSuccesful num_attempts='3'><A/></RetryUntilSuccesful>",
                    "<RetryUntilSuccessful num_attempts='3'><A/></RetryUntilSuccessful>");
    assert_upgraded("<Parallel threshold='1'><A/></Parallel>", "<Parallel success_count='1'><A/></Parallel>");
    assert_upgraded("<Parallel success_threshold='1' failure_threshold='1'><A/></Parallel>",
                    "<Parallel success_count='1' failure_count='1'><A/></Parallel>");
    assert_upgraded("<SubTree ID='U' x='y' name='n'/>", "<SubTree ID='U' x='{y}' name='n'/>");
    assert_upgraded("<SubTree ID='U' x='3.5' __shared_blackboard='true'/>",
                    "<SubTree ID='U' x='3.5' _autoremap='true'/>");
    assert_upgraded("<SubTree ID='U' __shared_blackboard='false'/>", "<SubTree ID='U'/>");
    assert_upgraded("<SubTreePlus ID='U' x='y' __autoremap='1'/>", "<SubTree ID='U' x='y' _autoremap='true'/>");
    assert_upgraded("<SubTree ID='U'> <remap internal='x' external='y'/> <remap internal='z' external='w'></remap></SubTree>",
                    "<SubTree ID='U' x='{y}' z='{w}'/>");
}

static void assert_written(const char* text, const char* expected)
{
    char out[2048] = "", again[2048] = "";
    ploy_error error = {0};
    if (ploy_file_to_btcpp(text, strlen(text), append, out, &error) != PLOY_OK) fail_msg("%s", error.message);
    assert_string_equal(out, expected);
    assert_int_equal(ploy_file_to_btcpp(out, strlen(out), append, again, &error), PLOY_OK);
    assert_string_equal(again, out);
}

static void version_3_is_written_as_version_4_with_its_comments_and_layout(void** state)
{
    (void)state;
    assert_written(
        "<?xml version=\"1.0\"?>\n<root main_tree_to_execute = \"T\">\n  <!-- -- the tree -- -->\n"
        "  <BehaviorTree ID=\"T\">\n    <SequenceStar  name='all'>\n\t<Parallel\n\tthreshold='2' >\n"
        "<A text='x &lt; y && z'/><B  /></Parallel><SubTree x=\"y\"\n   ID=\"U\"  __shared_blackboard=\"true\" />"
        "<SubTreePlus ID='V'></SubTreePlus>\n    </SequenceStar >\n  </BehaviorTree>\n</root>\n<!-- end -->\n",
        "<?xml version=\"1.0\"?>\n<root BTCPP_format=\"4\" main_tree_to_execute = \"T\">\n"
        "  <!-- -- the tree -- -->\n  <BehaviorTree ID=\"T\">\n    <SequenceWithMemory  name='all'>\n\t<Parallel\n"
        "\tsuccess_count='2' >\n<A text='x &lt; y &amp;&amp; z'/><B  /></Parallel>"
        "<SubTree _autoremap=\"true\" x=\"{y}\"\n   ID=\"U\" /><SubTree ID='V'></SubTree>\n"
        "    </SequenceWithMemory >\n  </BehaviorTree>\n</root>\n<!-- end -->\n");
    assert_written("<root><BehaviorTree ID='T'><SubTree ID='U'>\n  <remap internal='a' external='b'/>\n  <!-- c -->\n</SubTree>"
                   "</BehaviorTree></root>",
                   "<root BTCPP_format=\"4\"><BehaviorTree ID='T'><SubTree a=\"{b}\" ID='U'>\n  \n  <!-- c -->\n</SubTree>"
                   "</BehaviorTree></root>");
    assert_written("<root><BehaviorTree><BlackboardCheckInt value_A='{a}' value_B='3' return_on_mismatch='SUCCESS'><A/>"
                   "</BlackboardCheckInt></BehaviorTree></root>",
                   "<root BTCPP_format=\"4\"><BehaviorTree><Precondition if=\"a == 3\" else=\"SUCCESS\"><A/>"
                   "</Precondition></BehaviorTree></root>");
    assert_written("<root><BehaviorTree><BlackboardCheckString value_A='{a}' value_B=\"it's\"><A/>"
                   "</BlackboardCheckString></BehaviorTree></root>",
                   "<root BTCPP_format=\"4\"><BehaviorTree><Precondition if=\"a == &quot;it's&quot;\" else=\"FAILURE\">"
                   "<A/></Precondition></BehaviorTree></root>");
    assert_written("<root><BehaviorTree><Decorator ID='BlackboardCheckString' value_A='{a}' value_B='hi'><A/>"
                   "</Decorator></BehaviorTree></root>",
                   "<root BTCPP_format=\"4\"><BehaviorTree><Decorator if=\"a == 'hi'\" else=\"FAILURE\" "
                   "ID='Precondition'><A/></Decorator></BehaviorTree></root>");
}

static void trees_without_names_are_counted(void** state)
{
    (void)state;
    ploy_file* file = load("<root BTCPP_format='4'><BehaviorTree><Say/></BehaviorTree><BehaviorTree ID='T'><Say/>"
                           "</BehaviorTree><BehaviorTree><Say/></BehaviorTree></root>");
    assert_string_equal(ploy_bt_name(ploy_file_bt(file, 0)), "BehaviorTree");
    assert_string_equal(ploy_bt_name(ploy_file_bt(file, 2)), "BehaviorTree_2");
    ploy_file_destroy(file);
}

static void version_4_stays_as_it_is(void** state)
{
    (void)state;
    static const char text[] =
        "<root BTCPP_format='4'>\n <BehaviorTree ID='T'><SequenceStar x='y'/></BehaviorTree></root>";
    assert_written(text, text);
}

static void of_a_ploy_file_the_trees_are_written(void** state)
{
    (void)state;
    assert_written(
        "<ploy version='1' main_tree_to_execute='T'>\n  <blackboard>\n    <key name='a'/>\n  </blackboard>\n"
        "  <!-- the tree -->\n  <BehaviorTree ID='T'>\n    <Wave/>\n  </BehaviorTree>\n  <sensor name='a>b'/>\n"
        "</ploy>\n",
        "<root BTCPP_format='4' main_tree_to_execute='T'>\n  <!-- the tree -->\n  <BehaviorTree ID='T'>\n"
        "    <Wave/>\n  </BehaviorTree>\n</root>\n");
}

static void a_model_gives_the_ports_of_a_subtree_their_defaults(void** state)
{
    (void)state;
    ploy_file* file =
        load("<root BTCPP_format='4'><BehaviorTree ID='T'><SubTree ID='U' b='5'/></BehaviorTree>"
             "<BehaviorTree ID='U'><Say/></BehaviorTree><TreeNodesModel><Action ID='Say'/>"
             "<SubTree ID='U'><input_port name='a' default='3'/><input_port name='b' default='4'/>"
             "<output_port name='c' default='{=}'/><input_port name='d'/></SubTree></TreeNodesModel></root>");
    const ploy_bt* bt = ploy_file_bt(file, 0);
    assert_string_equal(ploy_bt_get(bt, 0, "a"), "3");
    assert_string_equal(ploy_bt_get(bt, 0, "b"), "5");
    assert_string_equal(ploy_bt_get(bt, 0, "c"), "{=}");
    assert_null(ploy_bt_get(bt, 0, "d"));
    ploy_file_destroy(file);
}

// Includes.

typedef struct include_folder
{
    char path[512];
} include_folder;

static include_folder make_folder(void)
{
    include_folder f;
    snprintf(f.path, sizeof f.path, "%s", write_temporary("main.xml", ""));
    *strrchr(f.path, '/') = '\0';
    return f;
}

static void put(const include_folder* f, const char* name, const char* text)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", f->path, name);
    for (char* slash = path + strlen(f->path) + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
        *slash = '\0';
        make_folder_at(path);
    }
    FILE* stream = fopen(path, "w");
    assert_non_null(stream);
    fputs(text, stream);
    fclose(stream);
}

static void remove_file(const include_folder* f, const char* name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", f->path, name);
    remove_at(path);
}

static ploy_file* load_file(const include_folder* f, const char* name, ploy_error* error)
{
    char path[1024];
    ploy_file* file;
    snprintf(path, sizeof path, "%s/%s", f->path, name);
    *error = (ploy_error){0};
    return ploy_file_load(NULL, path, &file, error) == PLOY_OK ? file : NULL;
}

#define TREE(name, text) "<root BTCPP_format='4'>" text "<BehaviorTree ID='" name "'><Say/></BehaviorTree></root>"

static void trees_of_included_files_are_there_once(void** state)
{
    (void)state;
    include_folder f = make_folder();
    ploy_error error;
    put(&f, "a.xml", TREE("A", "<include path='sub/b.xml'/>\n<include path='./sub/../sub/c.xml'/>"));
    put(&f, "sub/b.xml", TREE("B", "<include path='c.xml'/><include path='../a.xml'/>"));
    put(&f, "sub/c.xml", "<root><BehaviorTree ID='C'><SequenceStar><Say/></SequenceStar></BehaviorTree></root>");
    ploy_file* file = load_file(&f, "a.xml", &error);
    if (!file) fail_msg("%s", error.message);
    assert_int_equal(ploy_file_bt_count(file), 3);
    uint32_t c = ploy_file_find_bt(file, "C");
    assert_string_equal(ploy_bt_get_node(ploy_file_bt(file, c), 0).element, "SequenceWithMemory");
    assert_int_not_equal(ploy_file_find_bt(file, "B"), PLOY_NONE);
    ploy_file_destroy(file);
    remove_file(&f, "sub/b.xml");
    remove_file(&f, "sub/c.xml");
    remove_file(&f, "sub");
    remove_file(&f, "a.xml");
}

static void a_package_is_found_beside_the_file_or_above_it(void** state)
{
    (void)state;
    include_folder f = make_folder();
    ploy_error error;
    put(&f, "ws/robot/trees/main.xml", TREE("A", "<include ros_pkg='arm_bt' path='trees/grasp.xml'/>"));
    assert_null(load_file(&f, "ws/robot/trees/main.xml", &error));
    assert_non_null(strstr(error.message, "there is no 'trees/grasp.xml' in a package 'arm_bt'"));
    assert_int_equal(error.line, 1);
    put(&f, "ws/arm_bt/trees/grasp.xml", TREE("B", ""));
    ploy_file* file = load_file(&f, "ws/robot/trees/main.xml", &error);
    if (!file) fail_msg("%s", error.message);
    assert_int_equal(ploy_file_bt_count(file), 2);
    ploy_file_destroy(file);
    static const char* const parts[] = {"ws/arm_bt/trees/grasp.xml",
                                        "ws/arm_bt/trees",
                                        "ws/arm_bt",
                                        "ws/robot/trees/main.xml",
                                        "ws/robot/trees",
                                        "ws/robot",
                                        "ws"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) remove_file(&f, parts[i]);
}

static void add_message(void* user, const ploy_error* error)
{
    char* all = user;
    size_t length = strlen(all);
    snprintf(all + length, 1024 - length, "%u:%u %.200s\n", (unsigned)error->line, (unsigned)error->column, error->message);
}

static void an_include_that_fails_does_not_end_the_check(void** state)
{
    (void)state;
    include_folder f = make_folder();
    put(&f, "bad.xml", TREE("B", "<include/>"));
    char path[1024], text[1024], all[1024] = "";
    snprintf(path, sizeof path, "%s/a.xml", f.path);
    snprintf(text, sizeof text, "%s",
             "<root BTCPP_format='4' main_tree_to_execute='B'>\n<include path='gone.xml'/>\n<include path='bad.xml'/>\n"
             "<BehaviorTree ID='A'><Sequence><SubTree ID='B'/><Repeat num_cycles='x'><AlwaysSuccess/></Repeat>\n"
             "<Inverter/></Sequence></BehaviorTree></root>");
    ploy_world* world = ploy_world_create(NULL);
    assert_int_equal(ploy_world_check_text(world, path, text, strlen(text), add_message, all), PLOY_INVALID);
    static const char* const found[] = {"2:16 ", "gone.xml", "3:16 ", "bad.xml:", "4:69 'num_cycles' of <Repeat> is 'x'",
                                        "5:1 <Inverter> needs exactly 1 child"};
    for (uint32_t i = 0; i < sizeof found / sizeof *found; ++i) {
        if (!strstr(all, found[i])) fail_msg("'%s' is missing: %s", found[i], all);
    }
    assert_null(strstr(all, "unknown tree"));
    ploy_world_destroy(world);
    remove_file(&f, "bad.xml");
}

static void an_error_in_an_included_file_names_both_places(void** state)
{
    (void)state;
    include_folder f = make_folder();
    ploy_error error;
    put(&f, "a.xml", TREE("A", "\n  <include path='b.xml'/>"));
    assert_null(load_file(&f, "a.xml", &error));
    assert_int_equal(error.line, 2);
    assert_int_equal(error.column, 18);
    assert_non_null(strstr(error.message, "b.xml cannot be opened"));
    put(&f, "b.xml", "<root>\n <BehaviorTree ID='B'><Sequence/></BehaviorTree></root>");
    assert_null(load_file(&f, "a.xml", &error));
    assert_int_equal(error.line, 2);
    assert_non_null(strstr(error.message, "b.xml:2:23: <Sequence> needs at least 1 child"));
    put(&f, "b.xml", "<root>\n <BehaviorTree ID='B'>\n<Missing/></BehaviorTree></root>");
    put(&f, "a.xml",
        "<root BTCPP_format='4' main_tree_to_execute='A'><include path='b.xml'/>\n<BehaviorTree ID='A'>\n"
        "<SubTree ID='B'/></BehaviorTree></root>");
    ploy_world* world = ploy_world_create(NULL);
    char path[1024];
    snprintf(path, sizeof path, "%s/a.xml", f.path);
    assert_int_equal(ploy_world_load_file(world, path, &error), PLOY_INVALID);
    ploy_world_destroy(world);
    assert_int_equal(error.line, 3);
    assert_non_null(strstr(error.message, "b.xml:3:1: unknown activity 'Missing'"));
    put(&f, "b.xml", "<ploy version='1'/>");
    assert_null(load_file(&f, "a.xml", &error));
    assert_non_null(strstr(error.message, "begins with <root>"));
    remove_file(&f, "b.xml");
    remove_file(&f, "a.xml");
}

static bool load_with(const ploy_allocator* allocator)
{
    static const char text[] = "<root><BehaviorTree ID='T'><Sequence><SubTree ID='U' x='y' __shared_blackboard='1'/>"
                               "<Parallel threshold='1'><Say text='&& <'/></Parallel>"
                               "</Sequence></BehaviorTree></root>";
    ploy_file_def def = {.allocator = *allocator};
    ploy_error error = {0};
    ploy_file* file;
    ploy_status status = ploy_file_parse(&def, text, sizeof text - 1, &file, &error);
    if (status == PLOY_OK) ploy_file_destroy(file);
    if (status == PLOY_INVALID) fail_msg("%s", error.message);
    return status == PLOY_OK;
}

static void a_failing_allocator_gives_a_status_and_no_leak(void** state)
{
    (void)state;
    test_fail_every_allocation(load_with);
}

// Keys.

static void keys_need_no_declaration(void** state)
{
    (void)state;
    static const char text[] =
        "<root BTCPP_format='4' main_tree_to_execute='Main'><BehaviorTree ID='Main'><Sequence>"
        "<SetBlackboard value='true' output_key='flag'/><SetBlackboard value='7' output_key='{count}'/>"
        "<SetBlackboard value='0.5' output_key='{share}'/><SetBlackboard value='north' output_key='{side}'/>"
        "<Repeat num_cycles='{times}'><AlwaysSuccess/></Repeat><LoopDouble queue='1.5;2' "
        "value='{item}'><AlwaysSuccess/>"
        "</LoopDouble><Switch2 variable='{color}' case_1='red' case_2='blue'><AlwaysSuccess/><AlwaysSuccess/>"
        "<AlwaysSuccess/></Switch2><AlwaysSuccess _skipIf='mood == 3'/><Script code=\"pace := 0.25; word := "
        "'far'\"/><Go to='{place}' pace='{pace}'/><SubTree ID='Sub'/><SubTree ID='Sub'/>"
        "<SubTree ID='Sub' mine='{count}'/></Sequence></BehaviorTree><BehaviorTree ID='Sub'>"
        "<SetBlackboard value='1' output_key='{mine}'/></BehaviorTree></root>";
    static const struct
    {
        const char* name;
        ploy_value_type type;
    } keys[] = {{"flag", PLOY_VALUE_BOOL},     {"count", PLOY_VALUE_INT},    {"share", PLOY_VALUE_FLOAT},
                {"side", PLOY_VALUE_STRING},   {"times", PLOY_VALUE_INT},    {"item", PLOY_VALUE_FLOAT},
                {"color", PLOY_VALUE_STRING},  {"pace", PLOY_VALUE_FLOAT}, {"word", PLOY_VALUE_STRING},
                {"place", PLOY_VALUE_STRING},  {"mood", PLOY_VALUE_FLOAT}, {"Sub.mine", PLOY_VALUE_INT},
                {"Sub.2.mine", PLOY_VALUE_INT}};
    ploy_world* world = ploy_world_create(NULL);
    ploy_activity_def go = {.name = "Go", .ports = "to:string pace"};
    ploy_bindings_add_activity(ploy_world_bindings(world), &go, NULL);
    ploy_error error = {0};
    if (ploy_world_load_text(world, "tree.xml", text, sizeof text - 1, &error) != PLOY_OK)
        fail_msg("%s", error.message);
    const ploy_blackboard_keys* known = ploy_world_keys(world);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i) {
        uint32_t key = ploy_blackboard_keys_find(known, keys[i].name);
        if (key == PLOY_NONE) fail_msg("no key %s", keys[i].name);
        if (ploy_blackboard_keys_type(known, key) != keys[i].type) fail_msg("%s is of another type", keys[i].name);
    }
    assert_int_equal(ploy_blackboard_keys_count(known), sizeof keys / sizeof *keys);
    const ploy_agent* agent = ploy_world_agent(world, ploy_agent_create(world, &(ploy_agent_def){.type = "Main"}));
    for (int tick = 0; tick < 4; ++tick) ploy_world_tick(world, PLOY_SECOND);
    assert_int_equal(ploy_bt_outcome(agent), PLOY_SUCCESS);
    assert_int_equal(ploy_agent_get(agent, "count"), 1);
    assert_true(ploy_value_float(ploy_agent_get(agent, "share")) == 0.5);
    assert_true(ploy_value_float(ploy_agent_get(agent, "item")) == 2);
    assert_string_equal(ploy_value_string(ploy_agent_get(agent, "side")), "north");
    assert_string_equal(ploy_value_string(ploy_agent_get(agent, "word")), "far");
    assert_true(ploy_value_float(ploy_agent_get(agent, "pace")) == 0.25);
    assert_int_equal(ploy_agent_get(agent, "Sub.2.mine"), 1);
    ploy_world_destroy(world);
}

static void a_switch_compares_strings(void** state)
{
    (void)state;
    static const char text[] =
        "<root BTCPP_format='4'><BehaviorTree ID='Main'><Switch3 variable='{color}' case_1='red' case_2='light blue' "
        "case_3='1.0'><SetBlackboard value='1' output_key='{taken}'/><SetBlackboard value='2' output_key='{taken}'/>"
        "<SetBlackboard value='3' output_key='{taken}'/><SetBlackboard value='4' output_key='{taken}'/></Switch3>"
        "</BehaviorTree></root>";
    static const char* const colors[] = {"red", "light blue", "1", "blue", ""};
    ploy_world* world = ploy_world_create(NULL);
    ploy_error error = {0};
    if (ploy_world_load_text(world, "tree.xml", text, sizeof text - 1, &error) != PLOY_OK)
        fail_msg("%s", error.message);
    ploy_agent* agent = ploy_world_agent(world, ploy_agent_create(world, &(ploy_agent_def){.type = "Main"}));
    for (int i = 0; i < 5; ++i) {
        char copy[16]; // what is equal is not the same string
        snprintf(copy, sizeof copy, "%s", colors[i]);
        ploy_agent_set(agent, "color", ploy_value_of(copy));
        ploy_world_tick(world, PLOY_SECOND);
        assert_int_equal(ploy_agent_get(agent, "taken"), i < 4 ? i + 1 : 4);
    }
    ploy_world_destroy(world);
}

static ploy_agent* run_root(ploy_world* world, const char* nodes)
{
    char text[2048];
    snprintf(text, sizeof text, "<root BTCPP_format='4'><BehaviorTree ID='Main'>%s</BehaviorTree></root>", nodes);
    ploy_error error = {0};
    if (ploy_world_load_text(world, "tree.xml", text, strlen(text), &error) != PLOY_OK)
        fail_msg("%s\n%s", nodes, error.message);
    ploy_agent* agent = ploy_world_agent(world, ploy_agent_create(world, &(ploy_agent_def){.type = "Main"}));
    ploy_world_tick(world, PLOY_SECOND);
    return agent;
}

// The key holds a number, the text of a number, or the name: each of them is the case.
static void a_case_may_be_an_enumerator(void** state)
{
    (void)state;
    static const struct
    {
        const char* first;
        const char* cases;
        int64_t taken;
    } cases[] = {
        {"<Script code='color := GREEN'/>", "case_1='RED' case_2='GREEN'", 2},
        {"<Script code='color := 1'/>", "case_1='RED' case_2='GREEN'", 1},
        {"<Script code='color := 7'/>", "case_1='RED' case_2='GREEN'", 3},
        {"<SetBlackboard value='GREEN' output_key='{color}'/>", "case_1='RED' case_2='GREEN'", 2},
        {"<Script code='color := GREEN'/>", "case_1='1' case_2='2'", 2},
        {"<Script code='color := GREEN'/>", "case_1='other' case_2='GREEN'", 2},
        {"<Script code=\"color := 'GREEN'\"/>", "case_1='RED' case_2='GREEN'", 2},
        {"<Script code=\"color := 'GREEN'\"/>", "case_1='1' case_2='2'", 2},
        {"<Script code=\"color := 'other'\"/>", "case_1='RED' case_2='GREEN'", 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char nodes[1024];
        ploy_world* world = ploy_world_create(NULL);
        ploy_blackboard_keys_add_enum(ploy_world_keys(world), "RED", 1);
        ploy_blackboard_keys_add_enum(ploy_world_keys(world), "GREEN", 2);
        snprintf(nodes, sizeof nodes,
                 "<Sequence>%s<Switch2 variable='{color}' %s><Script code='taken := 1'/><Script code='taken := 2'/>"
                 "<Script code='taken := 3'/></Switch2></Sequence>",
                 cases[i].first, cases[i].cases);
        const ploy_agent* agent = run_root(world, nodes);
        int taken = (int)ploy_value_float(ploy_agent_get(agent, "taken"));
        if (taken != cases[i].taken) fail_msg("%s %s: took case %d", cases[i].first, cases[i].cases, taken);
        ploy_world_destroy(world);
    }
}

static void keys_of_scripts_are_found_where_scripts_have_them(void** state)
{
    (void)state;
    ploy_world* world = ploy_world_create(NULL);
    run_root(world,
             "<Script code='a := 1; b := a lt 2 ? first : second; c := \"very calm\"; d = (e &amp; 3) + max(f, 1); "
             "first += 1e-2; 5 > @top; g := true'/>");
    static const struct
    {
        const char* name;
        ploy_value_type type;
    } keys[] = {{"a", PLOY_VALUE_FLOAT}, {"first", PLOY_VALUE_FLOAT}, {"second", PLOY_VALUE_STRING},
                {"c", PLOY_VALUE_STRING},  {"e", PLOY_VALUE_FLOAT},     {"top", PLOY_VALUE_STRING},
                {"g", PLOY_VALUE_BOOL}};
    const ploy_blackboard_keys* found = ploy_world_keys(world);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i) {
        uint32_t key = ploy_blackboard_keys_find(found, keys[i].name);
        if (key == PLOY_NONE) fail_msg("there is no key '%s'", keys[i].name);
        if (ploy_blackboard_keys_type(found, key) != keys[i].type) fail_msg("'%s' has another type", keys[i].name);
    }
    static const char* const others[] = {"very", "calm", "lt", "max", "e-2"};
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i) {
        if (ploy_blackboard_keys_find(found, others[i]) != PLOY_NONE) fail_msg("'%s' is a key", others[i]);
    }
    ploy_world_destroy(world);
}

// In a file of ours a key that is not declared is a mistake, but one use of a subtree declares them all.
typedef struct tree_spot
{
    int32_t x, y;
} tree_spot;

static bool parse_spot(void* user, const char* text, void* made)
{
    (void)user;
    return sscanf(text, "%d;%d", &((tree_spot*)made)->x, &((tree_spot*)made)->y) == 2;
}

static size_t print_spot(void* user, const void* from, char* text, size_t size)
{
    (void)user;
    return (size_t)snprintf(text, size, "%d;%d", ((const tree_spot*)from)->x, ((const tree_spot*)from)->y);
}

static ploy_outcome find_spot(ploy_agent* agent, const ploy_call* call)
{
    ploy_call_set(call, agent, 0, ploy_value_of(&(tree_spot){3, 4}));
    return ploy_call_set(call, agent, 1, ploy_value_of("found")) == PLOY_OK ? PLOY_SUCCESS : PLOY_FAILURE;
}

static ploy_outcome go_to(ploy_agent* agent, const ploy_call* call)
{
    const tree_spot* at = ploy_value_struct(ploy_call_get(call, agent, 0));
    return at->x == 3 && at->y == 4 ? PLOY_SUCCESS : PLOY_FAILURE;
}

// The types of ports decide; a name that nothing is known of is a string; enumerators and constants are no keys.
static void keys_are_of_the_types_of_their_ports(void** state)
{
    (void)state;
    static const char text[] =
        "<root BTCPP_format='4' main_tree_to_execute='Main'><BehaviorTree ID='Main'><Sequence>"
        "<Find at='{spot}' what='{what}'/><Go to='{spot}'/><ScriptCondition code=\"what == 'found' && mode != FAST\"/>"
        "<Switch2 variable='{color}' case_1='SLOW' case_2='FAST'><AlwaysFailure/><AlwaysFailure/>"
        "<SetBlackboard value='FAST' output_key='{color}'/></Switch2>"
        "<Switch2 variable='{color}' case_1='SLOW' "
        "case_2='FAST'><AlwaysFailure/><AlwaysSuccess/><AlwaysFailure/></Switch2>"
        "<SubTree ID='Sub' word='hello' spot='{other}'/></Sequence></BehaviorTree><BehaviorTree ID='Sub'>"
        "<Script code=\"@said := word; @mode := FAST\"/></BehaviorTree></root>";
    ploy_world* world = ploy_world_create(NULL);
    ploy_blackboard_keys* keys = ploy_world_keys(world);
    ploy_struct_def type = {.name = "Spot", .bytes = sizeof(tree_spot), .parse = parse_spot, .print = print_spot};
    assert_int_equal(ploy_blackboard_keys_add_struct(keys, &type), PLOY_OK);
    assert_int_equal(ploy_blackboard_keys_add_enum(keys, "SLOW", 1), PLOY_OK);
    assert_int_equal(ploy_blackboard_keys_add_enum(keys, "FAST", 2), PLOY_OK);
    ploy_activity_def find = {.name = "Find", .ports = ">at:Spot >what:string", .update = find_spot};
    ploy_activity_def go = {.name = "Go", .ports = "to:Spot", .update = go_to};
    assert_int_equal(ploy_bindings_add_activity(ploy_world_bindings(world), &find, NULL), PLOY_OK);
    assert_int_equal(ploy_bindings_add_activity(ploy_world_bindings(world), &go, NULL), PLOY_OK);
    ploy_error error = {0};
    if (ploy_world_load_text(world, "tree.xml", text, sizeof text - 1, &error) != PLOY_OK)
        fail_msg("%u:%u: %s", (unsigned)error.line, (unsigned)error.column, error.message);
    assert_int_equal(ploy_blackboard_keys_type(keys, ploy_blackboard_keys_find(keys, "spot")), PLOY_VALUE_STRUCT);
    assert_int_equal(ploy_blackboard_keys_type(keys, ploy_blackboard_keys_find(keys, "other")), PLOY_VALUE_STRING);
    assert_int_equal(ploy_blackboard_keys_find(keys, "FAST"), PLOY_NONE);
    assert_int_equal(ploy_blackboard_keys_find(keys, "hello"), PLOY_NONE);
    const ploy_agent* agent = ploy_world_agent(world, ploy_agent_create(world, &(ploy_agent_def){.type = "Main"}));
    for (int tick = 0; tick < 3 && ploy_bt_outcome(agent) == PLOY_RUNNING; ++tick) ploy_world_tick(world, PLOY_SECOND);
    assert_int_equal(ploy_bt_outcome(agent), PLOY_SUCCESS);
    assert_int_equal(ploy_agent_get(agent, "mode"), 2);
    assert_string_equal(ploy_value_string(ploy_agent_get(agent, "said")), "hello");
    ploy_world_destroy(world);
}

static void trees_without_a_main_one_have_their_keys_too(void** state)
{
    (void)state;
    static const char text[] = "<root BTCPP_format='4'><BehaviorTree ID='A'><AlwaysSuccess _while=\"mood == 'calm'\"/>"
                               "</BehaviorTree><BehaviorTree ID='B'><Script code='n := 1'/></BehaviorTree></root>";
    ploy_world* world = ploy_world_create(NULL);
    ploy_error error = {0};
    if (ploy_world_load_text(world, "tree.xml", text, sizeof text - 1, &error) != PLOY_OK)
        fail_msg("%s", error.message);
    const ploy_blackboard_keys* keys = ploy_world_keys(world);
    assert_int_equal(ploy_blackboard_keys_type(keys, ploy_blackboard_keys_find(keys, "mood")), PLOY_VALUE_STRING);
    assert_int_not_equal(ploy_blackboard_keys_find(keys, "n"), PLOY_NONE);
    ploy_world_destroy(world);
}

static void further_uses_of_a_subtree_have_the_keys_of_the_first(void** state)
{
    (void)state;
    static const char* const texts[] = {
        "<ploy version='1'><blackboard><key name='Sub.mine' type='decimal' initial='2'/></blackboard>"
        "<BehaviorTree ID='Main'><Sequence><SubTree ID='Sub'/><SubTree ID='Sub'/></Sequence></BehaviorTree>"
        "<BehaviorTree ID='Sub'><SetBlackboard value='1.5' output_key='{mine}'/></BehaviorTree><agent name='a' "
        "mind='Main'/></ploy>",
        "<ploy version='1'><BehaviorTree ID='Main'><Sequence><SubTree ID='Sub'/></Sequence></BehaviorTree>"
        "<BehaviorTree ID='Sub'><SetBlackboard value='1.5' output_key='{mine}'/></BehaviorTree><agent name='a' "
        "mind='Main'/></ploy>",
    };
    ploy_world* world = ploy_world_create(NULL);
    ploy_error error = {0};
    assert_int_equal(ploy_world_load_text(world, "b.xml", texts[1], strlen(texts[1]), &error), PLOY_INVALID);
    assert_string_equal(error.message, "unknown key 'Sub.mine'");
    if (ploy_world_load_text(world, "a.xml", texts[0], strlen(texts[0]), &error) != PLOY_OK)
        fail_msg("%s", error.message);
    uint32_t key = ploy_blackboard_keys_find(ploy_world_keys(world), "Sub.2.mine");
    assert_int_not_equal(key, PLOY_NONE);
    assert_int_equal(ploy_blackboard_keys_type(ploy_world_keys(world), key), PLOY_VALUE_DECIMAL);
    const ploy_agent* agent = ploy_world_agent(world, ploy_agent_create(world, &(ploy_agent_def){.type = "a"}));
    assert_int_equal(ploy_agent_get(agent, "Sub.2.mine"), 2000);
    ploy_world_tick(world, PLOY_SECOND);
    assert_int_equal(ploy_agent_get(agent, "Sub.2.mine"), 1500);
    ploy_world_destroy(world);
}

static void text_between_elements_is_passed_over(void** state)
{
    (void)state;
    ploy_file* file =
        load("<root BTCPP_format='4'> so <BehaviorTree ID='T'> // <Sequence>\n// <Say/> and // <Go to='B'>.</Go>"
             "</Sequence> // </BehaviorTree> far </root>");
    const ploy_bt* tree = ploy_file_bt(file, 0);
    assert_int_equal(ploy_bt_node_count(tree), 3);
    assert_string_equal(ploy_bt_get(tree, 2, "to"), "B");
    ploy_file_destroy(file);
    assert_refused("<ploy version='1'><BehaviorTree ID='T'>//<Say/></BehaviorTree></ploy>", 1, 42, "text and elements");
}

static void white_space_may_stand_before_the_declaration(void** state)
{
    (void)state;
    ploy_file_destroy(load("\n <?xml version='1.0'\n encoding='UTF-8'?><root BTCPP_format='4'/>"));
    assert_refused("\n<?xml version='1.0'?>\n<root BTCPP_format='4'><BehaviorTree/></root>", 3, 24, "exactly one node");
    assert_refused("\n<?xml version='1.0'?><ploy version='1'/>", 2, 1, "not well-formed");
    assert_refused("\n<?xml version='1.0'><root/>", 2, 1, "not well-formed");
}

static void bytes_of_another_encoding_do_not_matter(void** state)
{
    (void)state;
    assert_value("<!-- T\xFCr --><Say text='T\xFCr \xC4\xE3\xBA\xC3 \xED\xA0\x80'/>", "text", "T?r ???? ???");
    assert_value("<Say text='T\xC3\xBCr \xE4\xBD\xA0 \xF0\x9F\x98\x80'/>", "text",
                 "T\xC3\xBCr \xE4\xBD\xA0 \xF0\x9F\x98\x80");
    assert_value("<Say text='\xFC < \xE4\xBD\xA0'/>", "text", "? < \xE4\xBD\xA0");
    assert_refused("<ploy version='1'><BehaviorTree ID='T'><Say text='\xFC'/></BehaviorTree></ploy>", 1, 51,
                   "not well-formed");
}

static void of_the_version_the_first_number_counts(void** state)
{
    (void)state;
    ploy_file_destroy(load("<root BTCPP_format=' 4 '/>"));
    ploy_file_destroy(load("<root BTCPP_format='4.6'/>"));
    assert_refused("<root BTCPP_format='40'/>", 1, 21, "unknown version '40'");
}

static void a_key_may_have_spaces_around_it(void** state)
{
    (void)state;
    static const char text[] = "<root BTCPP_format='4' main_tree_to_execute='T'><BehaviorTree ID='T'><SubTree ID='U' "
                               "inner=' {outer}  '/></BehaviorTree><BehaviorTree ID='U'><Script code='inner := 7'/>"
                               "</BehaviorTree></root>";
    ploy_world* world = ploy_world_create(NULL);
    ploy_error error = {0};
    if (ploy_world_load_text(world, "tree.xml", text, sizeof text - 1, &error) != PLOY_OK)
        fail_msg("%s", error.message);
    assert_int_not_equal(ploy_blackboard_keys_find(ploy_world_keys(world), "outer"), PLOY_NONE);
    ploy_world_destroy(world);
}

static void a_subtree_may_write_to_a_constant_that_it_is_given(void** state)
{
    (void)state;
    static const char text[] =
        "<root BTCPP_format='4' main_tree_to_execute='T'><BehaviorTree ID='T'><Sequence><SubTree ID='U' n='3' w='far'/>"
        "<SubTree ID='U' n='5' w='{word}'/></Sequence></BehaviorTree><BehaviorTree ID='U'><Sequence>"
        "<Script code='m := n; n += 4'/><SetBlackboard output_key='w' value='near'/></Sequence></BehaviorTree></root>";
    ploy_world* world = ploy_world_create(NULL);
    ploy_error error = {0};
    if (ploy_world_load_text(world, "tree.xml", text, sizeof text - 1, &error) != PLOY_OK)
        fail_msg("%s", error.message);
    const ploy_agent* agent = ploy_world_agent(world, ploy_agent_create(world, &(ploy_agent_def){.type = "T"}));
    assert_string_equal(ploy_value_string(ploy_agent_get(agent, "U.w")), "far");
    ploy_world_tick(world, PLOY_SECOND);
    static const struct
    {
        const char* key;
        int64_t value;
    } numbers[] = {{"U.m", 3}, {"U.n", 7}, {"U.2.m", 5}, {"U.2.n", 9}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        const ploy_blackboard_keys* keys = ploy_world_keys(world);
        uint32_t key = ploy_blackboard_keys_find(keys, numbers[i].key);
        assert_int_not_equal(key, PLOY_NONE);
        ploy_value_type type = ploy_blackboard_keys_type(keys, key);
        ploy_value value = ploy_agent_get(agent, numbers[i].key);
        if (type == PLOY_VALUE_STRING)
            assert_int_equal(atoi(ploy_value_string(value)), numbers[i].value);
        else
            assert_int_equal(type == PLOY_VALUE_FLOAT ? (int64_t)ploy_value_float(value) : value, numbers[i].value);
    }
    assert_string_equal(ploy_value_string(ploy_agent_get(agent, "U.w")), "near");
    assert_string_equal(ploy_value_string(ploy_agent_get(agent, "word")), "near");
    ploy_world_destroy(world);
}

static void true_written_to_a_number_is_1(void** state)
{
    (void)state;
    static const char text[] = "<root BTCPP_format='4' main_tree_to_execute='T'><BehaviorTree ID='T'><Sequence>"
                               "<SetBlackboard output_key='on' value='true'/><AlwaysSuccess _skipIf='on == 2'/>"
                               "</Sequence></BehaviorTree></root>";
    ploy_world* world = ploy_world_create(NULL);
    ploy_error error = {0};
    if (ploy_world_load_text(world, "tree.xml", text, sizeof text - 1, &error) != PLOY_OK)
        fail_msg("%s", error.message);
    const ploy_agent* agent = ploy_world_agent(world, ploy_agent_create(world, &(ploy_agent_def){.type = "T"}));
    ploy_world_tick(world, PLOY_SECOND);
    assert_true(ploy_value_float(ploy_agent_get(agent, "on")) == 1);
    ploy_world_destroy(world);
}

TEST_MAIN(TEST(bytes_of_another_encoding_do_not_matter), TEST(true_written_to_a_number_is_1),
          TEST(a_subtree_may_write_to_a_constant_that_it_is_given), TEST(text_between_elements_is_passed_over),
          TEST(white_space_may_stand_before_the_declaration), TEST(of_the_version_the_first_number_counts),
          TEST(a_key_may_have_spaces_around_it), TEST(an_unescaped_sign_in_a_value_is_the_sign),
          TEST(a_ploy_file_must_be_xml), TEST(a_comment_may_have_any_number_of_dashes),
          TEST(an_error_names_the_place_behind_unescaped_signs), TEST(what_only_editors_read_is_kept),
          TEST(what_looks_misspelled_is_refused), TEST(nodes_of_version_3_mean_what_they_meant),
          TEST(version_3_is_written_as_version_4_with_its_comments_and_layout), TEST(version_4_stays_as_it_is),
          TEST(trees_without_names_are_counted), TEST(of_a_ploy_file_the_trees_are_written),
          TEST(a_model_gives_the_ports_of_a_subtree_their_defaults), TEST(trees_of_included_files_are_there_once),
          TEST(a_package_is_found_beside_the_file_or_above_it), TEST(an_include_that_fails_does_not_end_the_check),
          TEST(an_error_in_an_included_file_names_both_places),
          TEST(a_failing_allocator_gives_a_status_and_no_leak), TEST(keys_need_no_declaration),
          TEST(trees_without_a_main_one_have_their_keys_too), TEST(a_switch_compares_strings),
          TEST(a_case_may_be_an_enumerator), TEST(keys_of_scripts_are_found_where_scripts_have_them),
          TEST(keys_are_of_the_types_of_their_ports), TEST(further_uses_of_a_subtree_have_the_keys_of_the_first))
