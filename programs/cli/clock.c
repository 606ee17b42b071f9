#define _POSIX_C_SOURCE 200809L

#include "programs/cli/clock.h"

#include <stdlib.h>
#include <time.h>

#include "programs/cli/system.h"

static double read_clock(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

double cpu_ns(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

double wall_ns(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

uint64_t interruptions(void)
{
    return system_interruptions();
}

double min(const double* numbers, unsigned count)
{
    double best = numbers[0];
    for (unsigned i = 1; i < count; i++) best = numbers[i] < best ? numbers[i] : best;
    return best;
}

static int compare(const void* a, const void* b)
{
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

double median(double* numbers, unsigned count)
{
    qsort(numbers, count, sizeof *numbers, compare);
    return count % 2 ? numbers[count / 2] : (numbers[count / 2 - 1] + numbers[count / 2]) / 2;
}
