// Values as text: what a file or a port says becomes a value of a type, and a value becomes what a person reads.
//
// A number is read as it is written, "12", "-0.100000", ".5", "1e-3". A decimal is rounded to fixed point (1/1000), a
// float to 16 digits (base/float.h), halves away from zero; no binary floating point takes part. A whole number may be
// written as a decimal without a fraction ("1.0").

#ifndef PL_KNOWLEDGE_VALUE_H
#define PL_KNOWLEDGE_VALUE_H

#include <ploy/blackboard.h>

#include "base/containers/names.h"

/// A type as one number: a ploy_value_type, or PLOY_VALUE_STRUCT plus the index of the struct.
typedef uint32_t pl_value_kind;

enum
{
    PL_VALUE_TEXT = 32, ///< room for any value but a string and a struct
};

static inline ploy_value_type pl_value_type_of(pl_value_kind kind)
{
    return kind < PLOY_VALUE_STRUCT ? (ploy_value_type)kind : PLOY_VALUE_STRUCT;
}

/// Its values are pointers to bytes that have to be copied.
static inline bool pl_value_is_bytes(pl_value_kind kind)
{
    return kind >= PLOY_VALUE_STRING;
}

/// Its values are traced and recorded as text: bytes, and floats, which other programs could not read as 64 bits.
static inline bool pl_value_is_traced_as_text(pl_value_kind kind)
{
    return kind >= PLOY_VALUE_FLOAT;
}

/// The types of structs of a set of keys.
typedef struct pl_struct_types
{
    pl_names names; ///< the id of a name is the index
    PL_ARRAY(ploy_struct_def) list;
} pl_struct_types;

// The functions that libploy-io calls, too, are exported.

/// "bool", "int", … or the name of the struct. `structs` may be NULL where the kind is no struct.
const char* pl_value_kind_name(const pl_struct_types* structs, pl_value_kind kind);
/// The kind of that name; PLOY_NONE: there is none. `structs` may be NULL.
pl_value_kind pl_value_kind_find(const pl_struct_types* structs, const char* name, size_t length);

/// A number in fixed point (1/1000), at most 10^15 of them; *is_exact (may be NULL): nothing was rounded. false: it is
/// not a number, or too large.
bool pl_value_parse_decimal(const char* text, int64_t* fixed, bool* is_exact);
/// A number as a float (base/float.h).
bool pl_value_parse_float(const char* text, int64_t* number);
/// A whole number of 64 bits.
bool pl_value_parse_int(const char* text, int64_t* value);

/// Reads a value of a kind: true and false for a bool (also 1 and 0), a number, the text itself for a string. A struct
/// is parsed into `room`, which has PLOY_STRUCT_BYTES or the size of the struct, aligned to 8 bytes. The value of a
/// string or struct points to `text` or `room`. false: the text is no such value.
bool pl_value_parse(const pl_struct_types* structs, pl_value_kind kind, const char* text, void* room,
                             ploy_value* value);
/// Prints a value so that pl_value_parse gives it again. Returns the length, like snprintf.
size_t pl_value_print(const pl_struct_types* structs, pl_value_kind kind, ploy_value value, char* text, size_t size);

/// Whether values of one kind can become values of the other: all but a struct into a number or another struct.
bool pl_value_converts(pl_value_kind from, pl_value_kind to);
/// Bytes that pl_value_convert needs: 0 where the result is a number or the value itself.
size_t pl_value_room(const pl_struct_types* structs, pl_value_kind from, pl_value_kind to);
/// A value of one kind as one of another, which may point into `room` (aligned to 8 bytes). false: it is text that is no
/// such value, and *made is 0, false or a zeroed struct.
bool pl_value_convert(const pl_struct_types* structs, pl_value_kind from, ploy_value value, pl_value_kind to,
                      void* room, ploy_value* made);

/// The bytes of a string or struct.
size_t pl_value_bytes(const pl_struct_types* structs, pl_value_kind kind, ploy_value value);

#endif
