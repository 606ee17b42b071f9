// CPU time of this process, for benchmarks. Reading it costs as much as a small plan: read it once a batch.

#ifndef CLI_CLOCK_H
#define CLI_CLOCK_H

#include <stdint.h>

/// Nanoseconds since some moment.
double cpu_ns(void);

/// The same by the clock on the wall: for what several threads do together.
double wall_ns(void);

/// Times that this thread had to make room for another: what was timed meanwhile took longer than it takes.
uint64_t interruptions(void);

/// The least of `count` numbers. count must not be 0.
double min(const double* numbers, unsigned count);

/// The middle of `count` numbers, which are sorted in place. count must not be 0.
double median(double* numbers, unsigned count);

#endif
