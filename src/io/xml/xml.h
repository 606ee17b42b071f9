// A file as a tree of elements that the grammar allows, and the way back from any byte of it to its place in the file.
//
// Expat turns text into pieces: a run of plain characters, a line end, an entity, what follows a comment. Each piece
// that does not simply continue the one before starts a chunk, so that
//
//   file      <pre>ammo &lt; 3 <!-- few --> and armed</pre>
//   text      ammo < 3  and armed
//   chunks    ^    ^^            place of the chunk's first byte in text and file; inside a chunk both run alike
//
// Attributes keep only their value; where it stands is found by reading the start tag again, since only errors ask.
// The tree lives in an arena and points nowhere into the file's text, but finding places needs that text.

#ifndef PL_IO_XML_XML_H
#define PL_IO_XML_XML_H

#include <ploy/io.h>

#include "base/containers/arena.h"
#include "base/containers/names.h"
#include "io/xml/grammar.h"

typedef struct pl_xml_chunk
{
    uint32_t at;   ///< in the text before it was trimmed
    uint32_t file; ///< byte in the file
} pl_xml_chunk;

typedef struct pl_xml_attribute
{
    const char* name;
    const char* value;
} pl_xml_attribute;

typedef struct pl_xml_node pl_xml_node;

struct pl_xml_node
{
    pl_element element; ///< PL_ELEMENT_INNER: of a section with a language of its own
    bool is_wrong;      ///< on_error has got an error of it or of an element in it. It has all attributes that it needs
    const char* name;
    uint32_t file;       ///< byte of its "<"
    uint32_t line;       ///< from 1
    uint32_t end;        ///< byte of its end tag's "<"; `file` where it has none
    pl_xml_node* parent; ///< NULL: the outermost
    pl_xml_node* first;  ///< children in the order of the file
    pl_xml_node* last;
    pl_xml_node* next;
    const char** values; ///< one for each attribute of the rule, NULL where it was left out; free elements: NULL
    const pl_xml_attribute* attributes; ///< of free elements: all, in the order of the file
    uint32_t attribute_count;
    const char* text; ///< without white space at both ends; "" when the element has none
    const pl_xml_chunk* chunks;
    uint32_t chunk_count;
    uint32_t trimmed; ///< bytes of white space taken off the front
};

typedef struct pl_xml
{
    pl_arena arena;
    const char* text;
    uint32_t bytes;
    pl_xml_node* root;
    bool is_wrong; ///< on_error has got an error
} pl_xml;

enum
{
    PL_XML_MAX_BYTES = 1 << 30, ///< places are 32 bits
    PL_XML_MAX_FREE_ATTRIBUTES = 128,
};

typedef struct pl_xml_options
{
    uint32_t max_depth;         ///< of elements outside of free ones
    uint32_t max_section_depth; ///< in a free element, itself counted
    /// Gets what the grammar refuses; reading goes on, and what is refused is marked as wrong. NULL: the first error
    /// ends it.
    ploy_error_fn* on_error;
    void* user;
    pl_names* lost; ///< with on_error: gets what might be a name in what is refused
} pl_xml_options;

/// Reads all of the text, which must live as long as the tree; bytes at most PL_XML_MAX_BYTES. On an error there is
/// nothing to destroy. error must not be NULL.
ploy_status pl_xml_read(pl_xml* xml, const ploy_allocator* allocator, const char* text, size_t bytes,
                        pl_xml_options options, ploy_error* error);
void pl_xml_destroy(pl_xml* xml);

/// The attribute's value, or NULL when it was left out. The grammar must have the attribute, or the element be free.
const char* pl_xml_value(const pl_xml_node* node, const char* attribute);

/// The next element of a kind among node and those after it, or NULL.
const pl_xml_node* pl_xml_next(const pl_xml_node* node, pl_element element);
/// The next of a name.
const pl_xml_node* pl_xml_next_named(const pl_xml_node* node, const char* name);

/// A copy of a free element and all that stands in it, without places in the file; NULL when out of memory.
pl_xml_node* pl_xml_copy(pl_arena* arena, const pl_xml_node* node);

/// Byte of the file at which byte `at` of the element's text stands; its length is allowed.
uint32_t pl_xml_text_place(const pl_xml_node* node, uint32_t at);

/// The same for the value of an attribute; where it was left out, the element's own place.
uint32_t pl_xml_value_place(const pl_xml* xml, const pl_xml_node* node, const char* attribute, uint32_t at);

/// Where the attribute's name stands; where it was left out, the element's own place.
uint32_t pl_xml_attribute_place(const pl_xml* xml, const pl_xml_node* node, const char* attribute);

/// Where reading has got to: places that only grow are turned into lines and columns in one walk over the file.
typedef struct pl_xml_cursor
{
    uint32_t place;
    uint32_t line;  ///< counted from 0
    uint32_t start; ///< byte at which the line begins
} pl_xml_cursor;

/// Moves on to a place, not before where it is.
void pl_xml_move(const pl_xml* xml, pl_xml_cursor* cursor, uint32_t place);

/// Writes line and column of a byte of the file into the error.
void pl_xml_locate(const pl_xml* xml, uint32_t place, ploy_error* error);

/// White space as XML has it; the caller's locale plays no part.
static inline bool pl_is_white(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

#endif
