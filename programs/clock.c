#define _POSIX_C_SOURCE 200809L

#include "clock.h"

#include <stdlib.h>
#include <time.h>

double cpu_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
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
