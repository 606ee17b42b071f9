// CPU time of this process, for benchmarks. Reading it costs as much as a small plan: read it once per batch.

#ifndef CLI_CLOCK_H
#define CLI_CLOCK_H

#include <stdint.h>

/// Nanoseconds since an arbitrary moment.
double cpu_ns(void);

/// The same in wall time, for work on several threads.
double wall_ns(void);

/// How often this thread had to make room for another: times measured meanwhile are too long.
uint64_t interruptions(void);

/// The lowest of `count` numbers. count must not be 0.
double min(const double* numbers, unsigned count);

/// The median of `count` numbers, which are sorted in place. count must not be 0.
double median(double* numbers, unsigned count);

#endif
