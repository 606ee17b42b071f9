// A tuning as a page: the curve of its trials, the values before and after, and what validation says.

#ifndef TUNE_TUNE_REPORT_H
#define TUNE_TUNE_REPORT_H

#include <stdio.h>

#include "programs/tune/tuning.h"

/// tuned is the file with the new values; NULL: none was written.
void tune_report_print(const tuning* t, const char* file, const char* tuned, FILE* out);

#endif
