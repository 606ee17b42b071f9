#include "io/btcpp/include.h"

#include <stdio.h>
#include <string.h>

#include "io/disk.h"
#include "io/xml/read_file.h"

enum
{
    PATH_BYTES = 1024,
    ABOVE = 8, ///< folders above the current one in which a package is looked for
};

static bool is_separator(char c)
{
    return c == '/' || c == '\\';
}

static bool is_absolute(const char* path)
{
    return is_separator(path[0]) || (path[0] && path[1] == ':');
}

static uint32_t folder_length(const char* path, uint32_t length)
{
    while (length > 0 && !is_separator(path[length - 1])) {
        --length;
    }
    return length;
}

// Takes "./" and "folder/../" out, so that one file has one path.
static void simplify(char* path)
{
    char* out = path;
    const char* in = path;
    while (*in) {
        size_t length = strcspn(in, "/\\");
        size_t whole = length + (in[length] != '\0');
        uint32_t folder = folder_length(path, out > path ? (uint32_t)(out - path - 1) : 0);
        bool is_up = length == 2 && memcmp(in, "..", 2) == 0;
        bool has_folder = out > path + 1 && strncmp(path + folder, "..", 2) != 0;
        if (length == 1 && *in == '.') {
            in += whole;
        } else if (is_up && has_folder) {
            out = path + folder;
            in += whole;
        } else {
            memmove(out, in, whole);
            out += whole;
            in += whole;
        }
    }
    *out = '\0';
}

static bool set_path(char path[PATH_BYTES], const char* folder, uint32_t folder_bytes, const char* package,
                     const char* name)
{
    int length =
        snprintf(path, PATH_BYTES, "%.*s%s%s%s", (int)folder_bytes, folder, package, *package ? "/" : "", name);
    if (length >= PATH_BYTES) {
        return false;
    }
    simplify(path);
    return true;
}

static bool is_there(const char* path)
{
    FILE* stream = pl_disk_open(path, "rb");
    if (stream) {
        fclose(stream);
    }
    return stream != NULL;
}

// From the file's folder upwards; beyond the current folder through "../".
static bool find_package(char path[PATH_BYTES], const char* from, const char* package, const char* name)
{
    uint32_t folder = folder_length(from, (uint32_t)strlen(from));
    while (folder > 0) {
        if (set_path(path, from, folder, package, name) && is_there(path)) {
            return true;
        }
        folder = folder_length(from, folder - 1);
    }
    char above[3 * ABOVE + 1] = "";
    for (uint32_t i = 0; i <= ABOVE && !is_absolute(from); ++i) {
        if (set_path(path, above, (uint32_t)strlen(above), package, name) && is_there(path)) {
            return true;
        }
        strcat(above, i < ABOVE ? "../" : "");
    }
    return false;
}

static ploy_status find_path(pl_loader* loader, const pl_xml_node* node, char path[PATH_BYTES])
{
    const char* from = loader->def->path ? loader->def->path : "";
    const char* name = pl_xml_value(node, "path");
    const char* package = pl_xml_value(node, "ros_pkg");
    if (package && !is_absolute(name)) {
        if (find_package(path, from, package, name)) {
            return PLOY_OK;
        }
        pl_loader_fail_value(loader, node, "ros_pkg", "there is no '%s' in a package '%s'", name, package);
        pl_error_hint(loader->error, "put the folder '%.60s' beside this file's folder or above it", package);
        return PLOY_INVALID;
    }
    uint32_t folder = is_absolute(name) ? 0 : folder_length(from, (uint32_t)strlen(from));
    if (set_path(path, from, folder, "", name)) {
        return PLOY_OK;
    }
    return pl_loader_fail_value(loader, node, "path", "the path is longer than %d bytes", PATH_BYTES - 1);
}

static bool is_included(const ploy_file* file, const char* path)
{
    for (uint32_t i = 0; i < file->included.count; ++i) {
        if (strcmp(file->included.data[i], path) == 0) {
            return true;
        }
    }
    return false;
}

static bool note_included(pl_loader* loader, const char* path)
{
    ploy_file* file = loader->file;
    const char* kept = pl_section_keep(loader, path);
    return kept && PL_ARRAY_PUSH(&file->included, &file->allocator, kept);
}

static ploy_status note_outermost(pl_loader* loader)
{
    char path[PATH_BYTES];
    if (loader->file->included.count > 0 || !loader->def->path || !set_path(path, "", 0, "", loader->def->path)) {
        return PLOY_OK;
    }
    return note_included(loader, path) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

// The error is about the other file: it gets the place of the <include>, and its own goes into the message.
static void move_error(pl_loader* loader, const pl_xml_node* node, const char* path)
{
    ploy_error inner = *loader->error;
    pl_loader_fail_value(loader, node, "path", "in %.100s:%u:%u: %s", path, (unsigned)inner.line,
                         (unsigned)inner.column, inner.message);
    if (*inner.hint) {
        pl_error_hint(loader->error, "%s", inner.hint);
    }
}

static ploy_status load_text(pl_loader* outer, const char* path, const pl_file_text* text,
                             ploy_status (*load)(pl_loader* loader))
{
    ploy_file_def def = *outer->def;
    def.path = path;
    def.on_error = NULL;
    pl_xml xml;
    pl_xml_options options = {.max_depth = def.max_depth, .max_section_depth = def.max_section_depth};
    ploy_status status = pl_xml_read(&xml, &def.allocator, text->data, text->count, options, outer->error);
    if (status != PLOY_OK) {
        return status;
    }
    pl_loader loader = {.def = &def, .xml = &xml, .file = outer->file, .error = outer->error};
    loader.reports = (pl_reports){.error = outer->error};
    loader.is_included = true;
    if (xml.root->element == PL_ELEMENT_ROOT) {
        status = load(&loader);
    } else {
        status =
            pl_loader_fail(&loader, xml.root->file, "an included file begins with <root>, not <%s>", xml.root->name);
    }
    pl_xml_destroy(&xml);
    return status;
}

static ploy_status load_include(pl_loader* loader, const pl_xml_node* node, ploy_status (*load)(pl_loader* loader))
{
    char path[PATH_BYTES];
    ploy_status status = find_path(loader, node, path);
    if (status != PLOY_OK || is_included(loader->file, path)) {
        return status;
    }
    if (!note_included(loader, path)) {
        return PLOY_OUT_OF_MEMORY;
    }
    pl_file_text text = {0};
    status = pl_read_file(path, &loader->def->allocator, loader->def->max_bytes, &text, loader->error);
    if (status == PLOY_NOT_FOUND) {
        char message[sizeof loader->error->message];
        memcpy(message, loader->error->message, sizeof message);
        status = pl_loader_fail_value(loader, node, "path", "%.100s %s", path, message);
    } else if (status == PLOY_OK) {
        status = load_text(loader, path, &text, load);
        if (status == PLOY_INVALID) {
            move_error(loader, node, path);
        }
    }
    PL_ARRAY_FREE(&text, &loader->def->allocator);
    return status;
}

ploy_status pl_load_includes(pl_loader* loader, ploy_status (*load)(pl_loader* loader))
{
    const pl_xml_node* node = pl_xml_next(loader->xml->root->first, PL_ELEMENT_INCLUDE);
    ploy_status status = node ? note_outermost(loader) : PLOY_OK;
    for (; node && status == PLOY_OK; node = pl_xml_next(node->next, PL_ELEMENT_INCLUDE)) {
        uint32_t reported = loader->reports.count;
        status = node->is_wrong ? PLOY_OK : pl_loader_take(loader, load_include(loader, node, load));
        loader->file->has_lost_include |= node->is_wrong || loader->reports.count > reported;
    }
    return status;
}
