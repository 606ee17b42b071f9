#include "programs/cli/command.h"
#include "programs/cli/json.h"
#include "programs/cli/load_file.h"
#include "programs/cli/options.h"
#include "programs/cli/output_file.h"
#include "programs/cli/stub_game.h"
#include "programs/cli/whole_file.h"

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
    "\n"
    "DESCRIPTION\n"
    "  Reads a file of BehaviorTree.CPP (<root>, version 3 or 4) or of Ploy (<ploy>) and writes it on stdout.\n"
    "\n"
    "  btcpp4  a file of BehaviorTree.CPP 4. Nodes and attributes of version 3 get their names of version 4; comments\n"
    "          and layout stay. Of a Ploy file only the behavior trees are written.\n"
    "  ploy    a Ploy file, with the trees of all files that it includes and, from BehaviorTree.CPP, a <blackboard> "
    "with\n"
    "          the keys that they use. Comments are not kept.\n"
    "\n"
    "OPTIONS\n"
    "  --to FORMAT  btcpp4 (default) or ploy\n"
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
    "  ploy convert examples/fighter.xml --to btcpp4 --out fighter_bt.xml\n";

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
    static const char* const types[] = {"bool", "int", "decimal", "object", "string"};
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
    if (!good) complain("convert", "%s: out of memory", path);
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
    json* j; // NULL: text
} conversion;

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
    if (strcmp(c->to, "ploy") != 0 && strcmp(c->to, "btcpp4") != 0)
        return complain("convert", "--to is '%s', not btcpp4 or ploy %s", c->to, usage);
    if (files->count == 0) return complain("convert", "which file? %s", usage);
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
        {"--json", OPTION_FLAG, &as_json},
    };
    text_list files = {0};
    int answer = options_parse(&command_convert, options, sizeof options / sizeof *options, &files, argc, argv);
    if (answer == OPTIONS_GO_ON) answer = check_usage(&c, &files);
    if (answer == OPTIONS_GO_ON) answer = convert_files(c, &files, as_json);
    text_list_free(&files);
    return answer;
}
