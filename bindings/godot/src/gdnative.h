/// What Ploy uses of Godot 3's GDNative interface, version 1.0, which every Godot 3 has. The engine hands over a table of
/// functions; Debian has no header for it, so this file names the few places of the table that are used.

#ifndef PL_GODOT_GDNATIVE_H
#define PL_GODOT_GDNATIVE_H

#include <stdbool.h>
#include <stdint.h>

typedef void pl_gd_object;

/// The engine's values are opaque: only their sizes count.
typedef struct pl_gd_variant
{
    uint8_t bytes[16 + sizeof(void*)];
} pl_gd_variant;

typedef struct pl_gd_string
{
    uint8_t bytes[sizeof(void*)];
} pl_gd_string;

typedef struct pl_gd_chars
{
    uint8_t bytes[sizeof(void*)];
} pl_gd_chars;

typedef struct pl_gd_array
{
    uint8_t bytes[sizeof(void*)];
} pl_gd_array;

typedef struct pl_gd_bytes
{
    uint8_t bytes[sizeof(void*)];
} pl_gd_bytes;

typedef enum pl_gd_type
{
    PL_GD_NIL,
    PL_GD_BOOL,
    PL_GD_INT,
    PL_GD_REAL,
    PL_GD_STRING,
    PL_GD_OBJECT = 17,
    PL_GD_ARRAY = 19,
    PL_GD_BYTES = 20,
} pl_gd_type;

typedef struct pl_gd_call_error
{
    int error; ///< 0: the method was called
    int argument;
    int expected;
} pl_gd_call_error;

typedef struct pl_gd_core
{
    unsigned type;
    unsigned version[2];
    const void* next;
    unsigned extension_count;
    const struct pl_gd_script* const* extensions;
    void (*functions[744])(void);
} pl_gd_core;

/// PL_GD(core, array_size)(&array) calls one of them. Each: name, place in the table, type of the result, parameters.
#define PL_GD_LIST(X)                                                                                                  \
    X(bytes_new, 155, void, (pl_gd_bytes*))                                                                            \
    X(bytes_resize, 164, void, (pl_gd_bytes*, int))                                                                    \
    X(bytes_read, 165, void*, (const pl_gd_bytes*))                                                                    \
    X(bytes_write, 166, void*, (pl_gd_bytes*))                                                                         \
    X(bytes_size, 169, int, (const pl_gd_bytes*))                                                                      \
    X(bytes_destroy, 170, void, (pl_gd_bytes*))                                                                        \
    X(bytes_read_data, 268, const uint8_t*, (const void*))                                                             \
    X(bytes_read_end, 270, void, (void*))                                                                              \
    X(bytes_write_data, 296, uint8_t*, (const void*))                                                                  \
    X(bytes_write_end, 298, void, (void*))                                                                             \
    X(array_new, 323, void, (pl_gd_array*))                                                                            \
    X(array_push_back, 351, void, (pl_gd_array*, const pl_gd_variant*))                                                \
    X(array_destroy, 361, void, (pl_gd_array*))                                                                        \
    X(variant_type, 507, int, (const pl_gd_variant*))                                                                  \
    X(variant_new_nil, 509, void, (pl_gd_variant*))                                                                    \
    X(variant_new_bool, 510, void, (pl_gd_variant*, bool))                                                             \
    X(variant_new_int, 512, void, (pl_gd_variant*, int64_t))                                                           \
    X(variant_new_real, 513, void, (pl_gd_variant*, double))                                                           \
    X(variant_new_string, 514, void, (pl_gd_variant*, const pl_gd_string*))                                            \
    X(variant_new_object, 527, void, (pl_gd_variant*, const pl_gd_object*))                                            \
    X(variant_new_array, 529, void, (pl_gd_variant*, const pl_gd_array*))                                              \
    X(variant_new_bytes, 530, void, (pl_gd_variant*, const pl_gd_bytes*))                                              \
    X(variant_as_bool, 537, bool, (const pl_gd_variant*))                                                              \
    X(variant_as_int, 539, int64_t, (const pl_gd_variant*))                                                            \
    X(variant_as_real, 540, double, (const pl_gd_variant*))                                                            \
    X(variant_as_string, 541, pl_gd_string, (const pl_gd_variant*))                                                    \
    X(variant_as_object, 554, pl_gd_object*, (const pl_gd_variant*))                                                   \
    X(variant_as_bytes, 557, pl_gd_bytes, (const pl_gd_variant*))                                                      \
    X(variant_call, 564, pl_gd_variant, (pl_gd_variant*, const pl_gd_string*, const pl_gd_variant**, int, pl_gd_call_error*)) \
    X(variant_has_method, 565, bool, (const pl_gd_variant*, const pl_gd_string*))                                      \
    X(variant_destroy, 570, void, (pl_gd_variant*))                                                                    \
    X(chars_data, 572, const char*, (const pl_gd_chars*))                                                              \
    X(chars_destroy, 573, void, (pl_gd_chars*))                                                                        \
    X(string_new, 574, void, (pl_gd_string*))                                                                          \
    X(string_utf8, 678, pl_gd_chars, (const pl_gd_string*))                                                            \
    X(string_parse_utf8, 679, bool, (pl_gd_string*, const char*))                                                      \
    X(string_destroy, 721, void, (pl_gd_string*))                                                                      \
    X(print_error, 741, void, (const char*, const char*, const char*, int))

#define PL_GD_TYPE(name, place, result, parameters) typedef result(*pl_gd_##name##_fn) parameters;
PL_GD_LIST(PL_GD_TYPE)
#undef PL_GD_TYPE

enum
{
#define PL_GD_PLACE(name, place, result, parameters) PL_GD_PLACE_##name = place,
    PL_GD_LIST(PL_GD_PLACE)
#undef PL_GD_PLACE
};

#define PL_GD(core, name) ((pl_gd_##name##_fn)(core)->functions[PL_GD_PLACE_##name])

// NativeScript: classes of the library.

typedef struct pl_gd_create
{
    void* (*create)(pl_gd_object* instance, void* method_data);
    void* method_data;
    void (*free)(void*);
} pl_gd_create;

typedef struct pl_gd_destroy
{
    void (*destroy)(pl_gd_object* instance, void* method_data, void* user);
    void* method_data;
    void (*free)(void*);
} pl_gd_destroy;

typedef pl_gd_variant pl_gd_method_fn(pl_gd_object* instance, void* method_data, void* user, int count, pl_gd_variant** args);

typedef struct pl_gd_method
{
    pl_gd_method_fn* method;
    void* method_data;
    void (*free)(void*);
} pl_gd_method;

typedef struct pl_gd_attributes
{
    int rpc;
} pl_gd_attributes;

enum
{
    PL_GD_NATIVESCRIPT = 1 // the type of the extension
};

typedef struct pl_gd_script
{
    unsigned type;
    unsigned version[2];
    const void* next;
    void (*register_class)(void* handle, const char* name, const char* base, pl_gd_create create, pl_gd_destroy destroy);
    void (*register_tool_class)(void* handle, const char* name, const char* base, pl_gd_create create, pl_gd_destroy destroy);
    void (*register_method)(void* handle, const char* name, const char* method, pl_gd_attributes attributes, pl_gd_method about);
} pl_gd_script;

/// What godot_gdnative_init gets.
typedef struct pl_gd_init
{
    bool in_editor;
    uint64_t core_hash, editor_hash, no_hash;
    void (*report_version_mismatch)(const pl_gd_object* library, const char* what, unsigned want[2], unsigned have[2]);
    void (*report_loading_error)(const pl_gd_object* library, const char* what);
    pl_gd_object* library;
    const pl_gd_core* core;
    const pl_gd_string* path;
} pl_gd_init;

#endif
