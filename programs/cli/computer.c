#define _POSIX_C_SOURCE 200809L

#include "programs/bench/bench.h"

#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

static void read_model(char* text, size_t size)
{
    char line[256];
    FILE* info = fopen("/proc/cpuinfo", "r");
    snprintf(text, size, "unknown processor");
    while (info && fgets(line, sizeof line, info)) {
        const char* colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !colon) continue;
        snprintf(text, size, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
        break;
    }
    if (info) fclose(info);
}

const char* print_machine(char* text, size_t size)
{
    char model[200];
    struct utsname name;
    read_model(model, sizeof model);
    if (uname(&name) != 0)
        snprintf(text, size, "%s", model);
    else
        snprintf(text, size, "%s %s, %ld cores, %s", name.sysname, name.machine, sysconf(_SC_NPROCESSORS_ONLN), model);
    return text;
}
