#include "programs/cli/command.h"
#include "programs/cli/json.h"
#include "programs/cli/load_file.h"
#include "programs/cli/options.h"
#include "programs/cli/output_file.h"
#include "programs/cli/stub_game.h"
#include "programs/cli/memory.h"
#include "programs/cli/whole_file.h"
#include "programs/commands/pddl_files.h"
#include "programs/commands/plan_request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char page[] =
    "NAME\n"
    "  ploy convert - write a file in another format\n"
    "\n"
    "SYNOPSIS\n"
    "  ploy convert FILE [--to btcpp4|ploy] [--out FILE] [--json]\n"
    "  ploy convert FILE... --in-place [--to btcpp4|ploy] [--json]\n"
    "  ploy convert DOMAIN.pddl PROBLEM.pddl --to ploy [--out FILE] [--json]\n"
    "  ploy convert FILE --to pddl [--agent A] [--goal G] [--out FILE] [--json]\n"
    "\n"
    "DESCRIPTION\n"
    "  Reads a file of BehaviorTree.CPP (<root>, version 3 or 4) or of Ploy (<ploy>) and writes it on stdout.\n"
    "\n"
    "  btcpp4  a file of BehaviorTree.CPP 4. Nodes and attributes of version 3 get their names of version 4; comments\n"
    "          and layout stay. Of a Ploy file only the behavior trees are written.\n"
    "  ploy    a Ploy file, with the trees of all files that it includes and, from BehaviorTree.CPP, a <blackboard> "
    "with\n"
    "          the keys that they use. Comments are not kept. A tree that lacks an attribute which BehaviorTree.CPP\n"
    "          reads only in a tick is refused. Of PDDL, a domain with types, symbols, tables and actions with parameters, and\n"
    "          an agent that starts as the problem does. Where that is not possible (numbers that change or are compared,\n"
    "          predicates of more than four arguments), each action with its arguments is an action of its own.\n"
    "  pddl    a domain, and after it a problem: what the agent starts from and its goal. It has the types, objects and\n"
    "          parameters of the file; numbers are objects. Where that is not possible, each action with its arguments is\n"
    "          an action of its own, and stderr says why. Costs that the game computes cannot be written. With\n"
    "          --out FILE.pddl the problem goes to FILE_problem.pddl.\n"
    "\n"
    "OPTIONS\n"
    "  --to FORMAT  btcpp4 (default), ploy or pddl\n"
    "  --agent A    pddl: whose start and goals (default: the first of the file)\n"
    "  --goal G     pddl: the goal (default: the first without parameters)\n"
    "  --out FILE   write to FILE instead\n"
    "  --in-place   write each FILE over itself\n"
    "  --json       one JSON object: to, files (each file and, unless it was written elsewhere, text)\n"
    "\n"
    "EXIT STATUS\n"
    "  0  done\n"
    "  2  a file cannot be read or written, or the usage is wrong\n"
    "\n"
    "EXAMPLES\n"
    "  ploy convert old_tree.xml >tree.xml\n"
    "  ploy convert examples/fighter.xml --to btcpp4 --out fighter_bt.xml\n"
    "  ploy convert examples/kill_enemy.xml --to pddl --out kill_enemy.pddl\n";

typedef struct text_buffer
{
    char* bytes;
    size_t count;
    bool failed;
} text_buffer;

static bool append(void* user, const char* text, size_t bytes)
{
    text_buffer* buffer = user;
    char* grown = realloc(buffer->bytes, buffer->count + bytes + 1);
    if (!grown) {
        buffer->failed = true;
        return false;
    }
    buffer->bytes = grown;
    memcpy(grown + buffer->count, text, bytes);
    buffer->count += bytes;
    grown[buffer->count] = '\0';
    return true;
}

static bool append_text(text_buffer* buffer, const char* text)
{
    return append(buffer, text, strlen(text));
}

static bool append_escaped(text_buffer* buffer, const char* text)
{
    bool good = true;
    for (; good && *text; text++) {
        const char* escaped = *text == '&' ? "&amp;" : *text == '<' ? "&lt;" : *text == '"' ? "&quot;" : NULL;
        good = escaped ? append_text(buffer, escaped) : append(buffer, text, 1);
    }
    return good;
}

static bool append_keys(text_buffer* buffer, const ploy_blackboard_keys* keys)
{
    static const char* const types[] = {"bool", "int", "decimal", "object", "float", "string"};
    uint32_t count = ploy_blackboard_keys_count(keys);
    bool good = count == 0 || append_text(buffer, "  <blackboard>\n");
    for (uint32_t key = 0; good && key < count; key++) {
        ploy_value_type type = ploy_blackboard_keys_type(keys, key);
        good = append_text(buffer, "    <key name=\"") &&
               append_escaped(buffer, ploy_blackboard_keys_name(keys, key)) && append_text(buffer, "\" type=\"") &&
               append_text(buffer, types[type <= PLOY_VALUE_STRING ? type : PLOY_VALUE_STRING]) &&
               append_text(buffer, "\"/>\n");
    }
    return good && (count == 0 || append_text(buffer, "  </blackboard>\n"));
}

// The keys that a file of BehaviorTree.CPP need not declare, with the types that they have when it is loaded.
static bool append_blackboard(text_buffer* buffer, const char* path)
{
    whole_file file;
    if (!whole_file_open(&file, "convert", path)) return false;
    text_buffer text = {0};
    bool good = append(&text, (const char*)file.bytes, file.count);
    whole_file_close(&file);
    if (good && strstr(text.bytes, "<root")) {
        stub_game game = {.text = text.bytes, .bytes = text.count};
        ploy_world* world = NULL;
        ploy_error error = {0};
        ploy_status status = stub_game_load(&game, NULL, path, &world, &error);
        good = status != PLOY_OUT_OF_MEMORY && append_keys(buffer, ploy_world_keys(world));
        ploy_world_destroy(world);
        stub_game_free(&game);
    }
    free(text.bytes);
    return good;
}

static bool to_ploy(const char* path, text_buffer* text)
{
    ploy_file* file = load_file(path);
    if (!file) return false;
    text_buffer whole = {0};
    ploy_status status = ploy_file_write(file, append, &whole);
    ploy_file_destroy(file);
    const char* body = whole.bytes ? strchr(whole.bytes, '\n') : NULL;
    bool good = status == PLOY_OK && body && append(text, whole.bytes, (size_t)(body + 1 - whole.bytes)) &&
                append_blackboard(text, path) && append_text(text, body + 1);
    free(whole.bytes);
    if (status == PLOY_NOT_SUPPORTED)
        complain("convert", "%s: a node lacks an attribute that a file of Ploy must have; ploy check %s says which", path, path);
    else if (!good)
        complain("convert", "%s: out of memory", path);
    return good;
}

static bool to_btcpp4(const char* path, text_buffer* text)
{
    whole_file file;
    ploy_error error = {0};
    if (!whole_file_open(&file, "convert", path)) return false;
    ploy_status status = ploy_file_to_btcpp((const char*)file.bytes, file.count, append, text, &error);
    whole_file_close(&file);
    if (text->failed)
        complain("convert", "%s: out of memory", path);
    else if (status != PLOY_OK)
        print_error(path, &error);
    return status == PLOY_OK;
}

static int write_file(const char* path, const text_buffer* text)
{
    output_file output;
    FILE* stream = output_open(&output, "convert", path);
    if (!stream) return ANSWER_BAD;
    fwrite(text->bytes, 1, text->count, stream);
    return output_close(&output);
}

typedef struct conversion
{
    const char* to;
    const char* out; // NULL: stdout
    bool in_place;
    json* j;                        // NULL: text
    plan_request_options request;   // pddl: whose start and goal
} conversion;

// A domain and a problem of PDDL as a Ploy file: with parameters, or grounded where that is not possible.
static bool pddl_to_ploy(const text_list* files, text_buffer* text)
{
    plan_request q;
    plan_request_options options = {0};
    ploy_error error = {0};
    bool good = plan_request_open(&q, "convert", files, &options);
    ploy_status status = good ? ploy_pddl_write(q.pddl, append, text, &error) : PLOY_INVALID;
    if (status == PLOY_NOT_SUPPORTED) {
        fprintf(stderr, "ploy convert: %s; each action with its arguments is written as an action of its own\n", error.message);
        status = ploy_domain_write(q.domain, append, text);
    }
    if (good && status != PLOY_OK) {
        complain("convert", "%s: out of memory", q.path);
        good = false;
    }
    plan_request_close(&q);
    return good;
}

// The domain, then the problem.
static bool to_pddl(const conversion* c, const text_list* files, text_buffer texts[2])
{
    plan_request q;
    ploy_error error = {0};
    bool good = plan_request_open(&q, "convert", files, &c->request);
    if (good && !q.goal_named) q.query.goal = q.goals[0];
    for (int k = 0; good && k < 2; k++) {
        ploy_status status = ploy_domain_to_pddl(q.domain, &q.query, k == 1, append, &texts[k], &error);
        good = status == PLOY_OK;
        if (good && k == 0 && error.message[0])
            fprintf(stderr, "ploy convert: %s; each action with its arguments is written as an action of its own\n", error.message);
        if (status == PLOY_INVALID)
            print_error(q.path, &error);
        else if (!good)
            complain("convert", "%s: out of memory", q.path);
    }
    plan_request_close(&q);
    return good;
}

static int write_text(const conversion* c, const char* path, const text_buffer* text)
{
    const char* target = c->in_place ? path : c->out;
    int answer = target ? write_file(target, text) : ANSWER_DONE;
    if (c->j) {
        json_object(c->j, NULL);
        json_text(c->j, "file", path);
        if (!target) json_text(c->j, "text", text->bytes);
        json_close(c->j);
    } else if (!target) {
        fwrite(text->bytes, 1, text->count, stdout);
    }
    return answer;
}

// "camp.pddl" -> "camp_problem.pddl"
static char* problem_path(const char* path)
{
    size_t length = strlen(path), stem = is_pddl(path) ? length - 5 : length;
    char* made = have_memory(malloc(length + 16));
    snprintf(made, length + 16, "%.*s_problem%s", (int)stem, path, path + stem);
    return made;
}

static int convert_to_pddl(const conversion* c, const text_list* files)
{
    text_buffer texts[2] = {{0}};
    int answer = to_pddl(c, files, texts) ? ANSWER_DONE : ANSWER_BAD;
    for (int k = 0; k < 2 && answer == ANSWER_DONE; k++) {
        char* problem = k && c->out ? problem_path(c->out) : NULL;
        conversion part = *c;
        if (problem) part.out = problem;
        answer = write_text(&part, files->items[0], &texts[k]);
        free(problem);
    }
    free(texts[0].bytes);
    free(texts[1].bytes);
    return answer;
}

static int convert_pddl(const conversion* c, const text_list* files)
{
    text_buffer text = {0};
    int answer = pddl_to_ploy(files, &text) ? write_text(c, files->items[files->count - 1], &text) : ANSWER_BAD;
    free(text.bytes);
    return answer;
}

static int convert_file(const conversion* c, const char* path)
{
    text_buffer text = {0};
    bool good = strcmp(c->to, "ploy") == 0 ? to_ploy(path, &text) : to_btcpp4(path, &text);
    int answer = good ? write_text(c, path, &text) : ANSWER_BAD;
    free(text.bytes);
    return answer;
}

static int convert_files(conversion c, const text_list* files, bool as_json)
{
    int answer = ANSWER_DONE;
    json j;
    if (as_json) {
        j = json_begin(stdout);
        c.j = &j;
        json_text(&j, "to", c.to);
        json_array(&j, "files");
    }
    if (strcmp(c.to, "pddl") == 0)
        answer = convert_to_pddl(&c, files);
    else if (is_pddl(files->items[0]))
        answer = convert_pddl(&c, files);
    else
        for (uint32_t k = 0; k < files->count; k++)
            if (convert_file(&c, files->items[k]) != ANSWER_DONE) answer = ANSWER_BAD;
    if (as_json) {
        json_close(&j);
        json_end(&j);
    }
    return answer;
}

static int check_usage(const conversion* c, const text_list* files)
{
    static const char usage[] = "(see 'ploy convert --help')";
    bool is_known = strcmp(c->to, "ploy") == 0 || strcmp(c->to, "btcpp4") == 0 || strcmp(c->to, "pddl") == 0;
    if (!is_known) return complain("convert", "--to is '%s', not btcpp4, ploy or pddl %s", c->to, usage);
    if (files->count == 0) return complain("convert", "which file? %s", usage);
    bool is_two = is_pddl(files->items[0]); // a domain and a problem become one file
    if (is_two && strcmp(c->to, "btcpp4") == 0) return complain("convert", "PDDL has no behavior trees: --to ploy %s", usage);
    if (c->in_place && (is_two || strcmp(c->to, "pddl") == 0))
        return complain("convert", "PDDL is two files: it cannot be written in place %s", usage);
    if (is_two) {
        int fits = output_check("convert", c->out, files->items[0]);
        return fits == ANSWER_DONE ? OPTIONS_GO_ON : fits;
    }
    if (c->in_place && c->out) return complain("convert", "--in-place and --out exclude each other %s", usage);
    if (files->count > 1 && !c->in_place) return complain("convert", "more than one file needs --in-place %s", usage);
    int answer = output_check("convert", c->out, files->items[0]);
    return answer == ANSWER_DONE ? OPTIONS_GO_ON : answer;
}

static int run(int argc, char** argv);

const command command_convert = {"convert", "write a behavior tree file as BehaviorTree.CPP 4, or as Ploy", page, run};

static int run(int argc, char** argv)
{
    conversion c = {.to = "btcpp4"};
    bool as_json = false;
    const option options[] = {
        {"--to", OPTION_TEXT, &c.to},
        {"--out", OPTION_TEXT, &c.out},
        {"--in-place", OPTION_FLAG, &c.in_place},
        {"--agent", OPTION_TEXT, &c.request.agent},
        {"--goal", OPTION_TEXT, &c.request.goal},
        {"--json", OPTION_FLAG, &as_json},
    };
    text_list files = {0};
    int answer = options_parse(&command_convert, options, sizeof options / sizeof *options, &files, argc, argv);
    if (answer == OPTIONS_GO_ON) answer = check_usage(&c, &files);
    if (answer == OPTIONS_GO_ON) answer = convert_files(c, &files, as_json);
    text_list_free(&files);
    return answer;
}
