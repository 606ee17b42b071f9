// The table of commands.

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "programs/cli/command.h"
#include "programs/cli/memory.h"
#include "programs/cli/suggest.h"
#include "programs/cli/system.h"

static const command* const commands[] = {
    &command_edit,
    &command_plan,       &command_explain, &command_check, &command_path, &command_play,    &command_run,
    &command_experiment, &command_tune,    &command_ask,   &command_graph, &command_view,    &command_export,
    &command_convert,    &command_bench,   &command_attach, &command_replay,
};

enum
{
    COMMAND_COUNT = sizeof commands / sizeof commands[0]
};

static const char* command_name(const void* list, uint32_t index)
{
    (void)list;
    return commands[index]->name;
}

static void print_help(FILE* out)
{
    fputs("ploy - makes game characters decide\n"
          "\n"
          "usage: ploy COMMAND [OPTIONS] FILE...\n"
          "       ploy COMMAND --help\n"
          "\n"
          "commands:\n",
          out);
    for (uint32_t k = 0; k < COMMAND_COUNT; k++) fprintf(out, "  %-10s %s\n", commands[k]->name, commands[k]->summary);
    fputs("\n"
          "options:\n"
          "  --help     this page\n"
          "  --version  the version\n"
          "\n"
          "Every command takes --json: one JSON object on stdout and nothing else.\n"
          "\n"
          "exit status: 0 done, 1 the answer is no, 2 bad input or usage\n",
          out);
}

static int run_command(const char* name, int argc, char** argv)
{
    for (uint32_t k = 0; k < COMMAND_COUNT; k++)
        if (strcmp(commands[k]->name, name) == 0) return commands[k]->run(argc, argv);
    char tail[128];
    suggest_tail(name, command_name, NULL, COMMAND_COUNT, tail, sizeof tail);
    fprintf(stderr, "ploy: unknown command '%s'%s (see 'ploy --help')\n", name, tail);
    return ANSWER_BAD;
}

static bool is_one_of(const char* word, const char* a, const char* b)
{
    return strcmp(word, a) == 0 || strcmp(word, b) == 0;
}

static int help_command(int argc, char** argv)
{
    if (argc < 3) {
        print_help(stdout);
        return ANSWER_DONE;
    }
    char* page[] = {argv[2], "--help", NULL};
    return run_command(argv[2], 2, page);
}

int main(int argc, char** argv)
{
    int answer;
    system_begin();
    argv = system_arguments(argc, argv);
    watch_memory();
    if (argc < 2) {
        print_help(stderr);
        answer = ANSWER_BAD;
    } else if (is_one_of(argv[1], "--help", "-h") || strcmp(argv[1], "help") == 0) {
        answer = help_command(argc, argv);
    } else if (is_one_of(argv[1], "--version", "-V")) {
        printf("ploy %s\n", ploy_version());
        answer = ANSWER_DONE;
    } else {
        answer = run_command(argv[1], argc - 1, argv + 1);
    }
    // An answer that could not be written is a failure.
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("ploy: cannot write the answer\n", stderr);
        return ANSWER_BAD;
    }
    return answer;
}
