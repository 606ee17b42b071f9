// Numbers to tune, marked in a data file by a comment before their element: a range beside the value.
//
//   <!-- tune: cost 1 to 9; limit 5 to 30 -->
//   <action name="Chase" cost="3" limit="8">
//   <!-- tune: priority[2] 0.01 to 0.10 -->
//   <goal name="Dodge" priority="0.76 + 0.02 * sight">
//   <!-- tune: text[1] 0.2 to 0.8 -->
//
// [2] is the second number of the attribute, `text` is what follows the tag. A value has as many decimal places as its
// range or, if it has more, the value that is there. Every other reader takes the comment for a comment.

#ifndef TUNE_MARKS_H
#define TUNE_MARKS_H

#include <ploy/base.h>

#define MARK_NAME 112

typedef struct mark
{
    char name[MARK_NAME]; ///< "action Chase cost", "goal Dodge priority[2]"
    uint32_t line;
    size_t at, bytes; ///< of the number in the text
    double value, low, high;
    int places;
} mark;

typedef struct marks
{
    mark* items;
    uint32_t count;
} marks;

/// PLOY_INVALID: the error says where and why, and there are none. No mark at all is none of these.
ploy_status marks_find(marks* m, const char* text, size_t bytes, ploy_error* error);
void marks_free(marks* m);

/// A value from 0 (low) to 1 (high), rounded to its places.
double mark_value(const mark* m, double share);
double mark_share(const mark* m, double value);
/// As it is written.
void mark_print(const mark* m, double value, char text[32]);
/// The text with other values, to be freed; all else stays as it is.
char* marks_write(const marks* m, const char* text, size_t bytes, const double* values, size_t* written);

#endif
