// The commands of the program that the editor runs in the page: the same code, so page and program give the same
// answers. Each command runs in a new instance of the module, with the files that the page gives it.

#include <stdio.h>
#include <string.h>

#include "programs/cli/command.h"
#include "programs/cli/memory.h"

extern const command command_curves, command_nodes, command_start;

static const command* const commands[] = {
    &command_plan,  &command_explain, &command_check,   &command_play,   &command_run,
    &command_graph, &command_ask,     &command_convert, &command_export, &command_curves,
    &command_nodes, &command_start,
};

int main(int argc, char** argv)
{
    int answer = ANSWER_BAD;
    watch_memory();
    for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof *commands; i++)
        if (strcmp(commands[i]->name, argv[1]) == 0) answer = commands[i]->run(argc - 1, argv + 1);
    return fflush(stdout) == 0 ? answer : ANSWER_BAD;
}
