// YAML on libyaml's event parser, which gives line numbers; its document loader would silently accept duplicate keys and aliases.
//
// Nodes, texts and child arrays are in chunks that grow and are freed together. A scene may list a million particles, so a scalar costs
// only a node and its text.
#include "base/yaml.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/expression.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

enum { DEPTH_MAX = 64, CHUNK_BYTES = 1 << 16, SHOWN_MAX = 60 };
#define FILE_BYTES_MAX ((size_t)256 << 20)

typedef struct Chunk {
    struct Chunk *before;
} Chunk;

struct YamlFile {
    char     *path;
    YamlNode *root;
    Chunk    *chunk;
    char     *next; // free space of the last chunk
    size_t    free_bytes;
};

// ---- memory ----

static void *take(YamlFile *file, size_t bytes)
{
    const size_t size = (bytes + 15) / 16 * 16;
    if (size > file->free_bytes) {
        const size_t header = (sizeof(Chunk) + 15) / 16 * 16, room = size > CHUNK_BYTES ? size : CHUNK_BYTES;
        Chunk       *chunk = malloc(header + room);
        if (!chunk)
            return NULL;
        chunk->before = file->chunk;
        file->chunk = chunk;
        file->next = (char *)chunk + header;
        file->free_bytes = room;
    }
    void *taken = file->next;
    file->next += size;
    file->free_bytes -= size;
    return taken;
}

static char *take_text(YamlFile *file, const char *text, size_t length)
{
    char *copy = take(file, length + 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

void yaml_destroy(YamlFile *file)
{
    if (!file)
        return;
    while (file->chunk) {
        Chunk *before = file->chunk->before;
        free(file->chunk);
        file->chunk = before;
    }
    free(file->path);
    free(file);
}

// ---- messages ----

static Status error_at(const YamlFile *file, size_t line, const char *format, ...) GNU_PRINTF(3, 4);

static Status error_at(const YamlFile *file, size_t line, const char *format, ...)
{
    char    text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return status_make(STATUS_INPUT, "%s:%zu: %s", file->path, line, text);
}

// The dotted key of a node, `bodies[0].mass`; empty for the root. Depth is limited by the reader.
static void append_key(const YamlNode *node, char *out, size_t size)
{
    if (!node->parent)
        return;
    append_key(node->parent, out, size);
    const size_t used = strlen(out);
    if (node->key)
        snprintf(out + used, size - used, "%s%.48s", used ? "." : "", node->key);
    else
        snprintf(out + used, size - used, "[%d]", node->index);
}

Status(yaml_error)(const YamlNode *node, const char *format, ...)
{
    char    text[400], key[200] = "";
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    append_key(node, key, sizeof key);
    if (!key[0])
        return error_at(node->file, (size_t)node->line, "%s", text);
    return error_at(node->file, (size_t)node->line, "key `%s`: %s", key, text);
}

Status yaml_locate(const YamlNode *node, Status status)
{
    const size_t length = strlen(node->file->path);
    if ((status.code != STATUS_INPUT && status.code != STATUS_MEMORY) ||
        (strncmp(status.text, node->file->path, length) == 0 && status.text[length] == ':'))
        return status;
    Status located = yaml_error(node, "%s", status.text);
    located.code = status.code;
    return located;
}

static const char *kind_of(const YamlNode *node)
{
    return node->type == YAML_MAP ? "a map" : node->type == YAML_LIST ? "a list" : node->text[0] ? "a single value" : "empty";
}

// ---- reading ----

typedef struct Reader {
    YamlFile     *file;
    yaml_parser_t parser;
    const char   *bytes;
    size_t        size;
    YamlNode    **pending; // children of the open lists and maps, innermost last
    int           pending_count;
} Reader;

static Status out_of_memory(const Reader *reader)
{
    return status_make(STATUS_MEMORY, "%s: out of memory while reading it", reader->file->path);
}

static Status parser_failure(const Reader *reader)
{
    const yaml_parser_t *parser = &reader->parser;
    const char          *problem = parser->problem ? parser->problem : "unknown problem";
    if (parser->error == YAML_MEMORY_ERROR)
        return out_of_memory(reader);
    if (parser->error == YAML_READER_ERROR) { // gives an offset in bytes instead of a line
        size_t line = 1;
        for (size_t i = 0; i < parser->problem_offset && i < reader->size; i++)
            line += reader->bytes[i] == '\n';
        return error_at(reader->file, line, "not a text file in UTF-8: %s", problem);
    }
    const char *context = parser->context ? parser->context : "";
    return error_at(reader->file, parser->problem_mark.line + 1, "not valid YAML: %s%s%s; check indentation, quotes and brackets here",
                    context, *context ? ", " : "", problem);
}

static Status next_event(Reader *reader, yaml_event_t *event)
{
    if (!yaml_parser_parse(&reader->parser, event))
        return parser_failure(reader);
    return status_ok();
}

static size_t event_line(const yaml_event_t *event)
{
    return event->start_mark.line + 1;
}

static Status push(Reader *reader, YamlNode *node)
{
    if (memory_grow((void **)&reader->pending, reader->pending_count, sizeof *reader->pending).code != STATUS_OK)
        return out_of_memory(reader);
    reader->pending[reader->pending_count++] = node;
    return status_ok();
}

// Pops the children pushed since `first` and gives them to their parent.
static Status adopt(Reader *reader, YamlNode *parent, int first)
{
    const size_t count = (size_t)(reader->pending_count - first);
    parent->children = take(reader->file, count * sizeof *parent->children);
    if (!parent->children)
        return out_of_memory(reader);
    if (count)
        memcpy(parent->children, reader->pending + first, count * sizeof *parent->children);
    parent->count = (int)count;
    reader->pending_count = first;
    return status_ok();
}

static int compare_keys(const void *a, const void *b)
{
    const YamlNode *const *left = a, *const *right = b;
    const int              order = strcmp((*left)->key, (*right)->key);
    return order ? order : ((*left)->line > (*right)->line) - ((*left)->line < (*right)->line);
}

// Sorted, so that a map of a million keys takes n log n.
static Status check_unique(Reader *reader, const YamlNode *map)
{
    const size_t     count = (size_t)map->count;
    const YamlNode **sorted = malloc((count + 1) * sizeof *sorted);
    if (!sorted)
        return out_of_memory(reader);
    for (size_t i = 0; i < count; i++)
        sorted[i] = map->children[i];
    qsort(sorted, count, sizeof *sorted, compare_keys);
    const YamlNode *first = NULL, *again = NULL;
    for (size_t i = 1; i < count; i++)
        if (strcmp(sorted[i - 1]->key, sorted[i]->key) == 0 && (!again || sorted[i]->line < again->line)) {
            first = sorted[i - 1];
            again = sorted[i];
        }
    free(sorted);
    return again ? yaml_error(again, "given twice, first on line %d; remove one", first->line) : status_ok();
}

static Status check_plain(const Reader *reader, const yaml_event_t *event)
{
    const yaml_char_t *anchor = NULL, *tag = NULL;
    if (event->type == YAML_ALIAS_EVENT)
        return error_at(reader->file, event_line(event), "`*%.40s` is a YAML alias; write the value out",
                        (const char *)event->data.alias.anchor);
    if (event->type == YAML_SCALAR_EVENT) {
        anchor = event->data.scalar.anchor;
        tag = event->data.scalar.tag;
    } else if (event->type == YAML_SEQUENCE_START_EVENT) {
        anchor = event->data.sequence_start.anchor;
        tag = event->data.sequence_start.tag;
    } else if (event->type == YAML_MAPPING_START_EVENT) {
        anchor = event->data.mapping_start.anchor;
        tag = event->data.mapping_start.tag;
    }
    if (anchor)
        return error_at(reader->file, event_line(event), "`&%.40s` is a YAML anchor; write values out instead of sharing them",
                        (const char *)anchor);
    if (tag)
        return error_at(reader->file, event_line(event), "`%.40s` is a YAML tag; remove it", (const char *)tag);
    return status_ok();
}

// Escapes can produce control characters that YAML forbids. Tabs and line ends are allowed here.
static bool has_control(const char *text)
{
    for (size_t bytes = 0; *text; text += bytes)
        if (!text_printable_bytes(text, &bytes) && !strchr("\t\n\r", *text))
            return true;
    return false;
}

static Status scalar_text(const Reader *reader, const yaml_event_t *event, const char **out)
{
    const char  *value = (const char *)event->data.scalar.value;
    const size_t length = event->data.scalar.length;
    if (memchr(value, 0, length))
        return error_at(reader->file, event_line(event), "text with a NUL byte in it; remove the \\0");
    if (has_control(value))
        return error_at(reader->file, event_line(event),
                        "text with a control character or an invalid character code; remove it, since terminals and XML readers reject it");
    *out = take_text(reader->file, value, length);
    return *out ? status_ok() : out_of_memory(reader);
}

static Status make_node(Reader *reader, const yaml_event_t *event, YamlNode *parent, const char *key, YamlNode **out)
{
    YamlNode *node = take(reader->file, sizeof *node);
    if (!node)
        return out_of_memory(reader);
    *node = (YamlNode){.line = (int)event_line(event), .key = key, .parent = parent, .file = reader->file};
    node->index = parent ? parent->count++ : 0;
    if (event->type == YAML_SCALAR_EVENT) {
        node->type = YAML_SCALAR;
        node->quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
        TRY(scalar_text(reader, event, &node->text));
    } else {
        node->type = event->type == YAML_MAPPING_START_EVENT ? YAML_MAP : YAML_LIST;
    }
    *out = node;
    return status_ok();
}

static Status read_node(Reader *reader, const yaml_event_t *event, YamlNode *parent, const char *key, int depth, YamlNode **out);

// The key of a map's next entry, or NULL at the map's end.
static Status read_key(Reader *reader, const char **key)
{
    GNU_CLEANUP(yaml_event_delete) yaml_event_t event = {0};
    *key = NULL;
    TRY(next_event(reader, &event));
    TRY(check_plain(reader, &event));
    if (event.type == YAML_MAPPING_END_EVENT)
        return status_ok();
    if (event.type != YAML_SCALAR_EVENT)
        return error_at(reader->file, event_line(&event), "a key must be a single word, not a list or map");
    if (event.data.scalar.length == 0)
        return error_at(reader->file, event_line(&event), "an empty key; write a name before the colon");
    return scalar_text(reader, &event, key);
}

static Status read_children(Reader *reader, YamlNode *parent, int depth)
{
    const int first = reader->pending_count;
    for (;;) {
        GNU_CLEANUP(yaml_event_delete) yaml_event_t event = {0};
        const char                                 *key = NULL;
        YamlNode                                   *child = NULL;
        if (parent->type == YAML_MAP) {
            TRY(read_key(reader, &key));
            if (!key)
                break;
        }
        TRY(next_event(reader, &event));
        if (event.type == YAML_SEQUENCE_END_EVENT)
            break;
        TRY(read_node(reader, &event, parent, key, depth + 1, &child));
        TRY(push(reader, child));
    }
    TRY(adopt(reader, parent, first));
    return parent->type == YAML_MAP ? check_unique(reader, parent) : status_ok();
}

// Recursion is bounded by DEPTH_MAX.
static Status read_node(Reader *reader, const yaml_event_t *event, YamlNode *parent, const char *key, int depth, YamlNode **out)
{
    TRY(check_plain(reader, event));
    if (depth > DEPTH_MAX)
        return error_at(reader->file, event_line(event), "nested more than %d deep", DEPTH_MAX);
    TRY(make_node(reader, event, parent, key, out));
    return (*out)->type == YAML_SCALAR ? status_ok() : read_children(reader, *out, depth);
}

static Status empty_file(const Reader *reader)
{
    return error_at(reader->file, 1, "the file is empty");
}

static Status read_root(Reader *reader, const yaml_event_t *event)
{
    TRY(read_node(reader, event, NULL, NULL, 1, &reader->file->root));
    const YamlNode *root = reader->file->root;
    return root->type == YAML_SCALAR && !root->quoted && !root->text[0] ? empty_file(reader) : status_ok();
}

static Status read_document(Reader *reader)
{
    int documents = 0;
    for (;;) {
        GNU_CLEANUP(yaml_event_delete) yaml_event_t event = {0};
        TRY(next_event(reader, &event));
        if (event.type == YAML_DOCUMENT_START_EVENT && documents++)
            return error_at(reader->file, event_line(&event), "a second document starts here; a file holds one");
        if (event.type == YAML_SCALAR_EVENT || event.type == YAML_SEQUENCE_START_EVENT || event.type == YAML_MAPPING_START_EVENT ||
            event.type == YAML_ALIAS_EVENT)
            TRY(read_root(reader, &event));
        if (event.type == YAML_STREAM_END_EVENT)
            return documents ? status_ok() : empty_file(reader);
    }
}

Status yaml_read_text(const char *name, const char *text, size_t size, YamlFile **out)
{
    *out = NULL;
    Reader reader = {.bytes = text, .size = size};
    reader.file = calloc(1, sizeof *reader.file);
    if (reader.file)
        reader.file->path = strdup(name);
    if (!reader.file || !reader.file->path || !yaml_parser_initialize(&reader.parser)) {
        yaml_destroy(reader.file);
        return status_make(STATUS_MEMORY, "%s: out of memory while reading it", name);
    }
    yaml_parser_set_input_string(&reader.parser, (const unsigned char *)text, size);
    const Status status = size > FILE_BYTES_MAX ? error_at(reader.file, 1, "larger than 256 MiB") : read_document(&reader);
    yaml_parser_delete(&reader.parser);
    free(reader.pending);
    if (status.code == STATUS_OK)
        *out = reader.file;
    else
        yaml_destroy(reader.file);
    return status;
}

Status yaml_read(const char *path, YamlFile **out)
{
    *out = NULL;
    char  *bytes = NULL;
    size_t size = 0;
    TRY(file_read(path, FILE_BYTES_MAX, &bytes, &size));
    const Status status = yaml_read_text(path, bytes, size, out);
    free(bytes);
    return status;
}

const YamlNode *yaml_root(const YamlFile *file)
{
    return file->root;
}

const char *yaml_path(const YamlFile *file)
{
    return file->path;
}

// ---- variables ----

typedef struct Variables {
    const char *const *names;
    const char *const *values;
    YamlRange         *ranges; // NULL: not requested
    int                count;
} Variables;

static size_t name_length(const char *text)
{
    size_t length = 0;
    for (; text[length]; length++) {
        const char c = text[length];
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        if (!letter && !(length && c >= '0' && c <= '9'))
            break;
    }
    return length;
}

// The replacement of the `$…` at `text`, and the length of `$…` in bytes.
static Status expand(const YamlNode *node, const char *text, const Variables *variables, const char **value, size_t *taken)
{
    if (text[1] == '$') {
        *value = "$";
        *taken = 2;
        return status_ok();
    }
    const size_t braces = text[1] == '{', length = name_length(text + 1 + braces);
    const char  *name = text + 1 + braces;
    if (length == 0 || (braces && name[length] != '}'))
        return yaml_error(node, "`$` without a parameter name after it; write $name, or $$ for a dollar sign");
    for (int i = 0; i < variables->count; i++)
        if (strlen(variables->names[i]) == length && memcmp(variables->names[i], name, length) == 0) {
            *value = variables->values[i];
            *taken = 1 + 2 * braces + length;
            return status_ok();
        }
    char wrong[SHOWN_MAX + 1];
    snprintf(wrong, sizeof wrong, "%.*s", (int)(length < SHOWN_MAX ? length : SHOWN_MAX), name);
    return yaml_error(node, "%s", text_not_among(wrong, variables->names, (size_t)variables->count, "unknown parameter `$%s`", wrong).text);
}

// A negative variable before ^ gets parentheses, since -3^2 is −9.
static bool needs_parentheses(const char *value, const char *after)
{
    return value[0] == '-' && after[strspn(after, " ")] == '^';
}

static void append(char *out, size_t *length, const char *piece, size_t bytes)
{
    if (out)
        memcpy(out + *length, piece, bytes);
    *length += bytes;
}

// Writes the text with all variables replaced to `out` (unless NULL), and its length to *length.
static Status expand_all(const YamlNode *node, const Variables *variables, char *out, size_t *length)
{
    *length = 0;
    for (const char *text = node->text; *text;) {
        const char *piece = text;
        size_t      taken = strcspn(text, "$"), bytes = taken;
        bool        enclosed = false;
        if (taken == 0) {
            TRY(expand(node, text, variables, &piece, &taken));
            bytes = strlen(piece);
            enclosed = needs_parentheses(piece, text + taken);
        }
        append(out, length, "(", enclosed);
        append(out, length, piece, bytes);
        append(out, length, ")", enclosed);
        text += taken;
    }
    return status_ok();
}

// The variable, if the text is a single variable; else −1.
static int whole_variable(const char *text, const Variables *variables)
{
    const size_t braces = text[0] == '$' && text[1] == '{', length = strlen(text);
    for (int i = 0; i < variables->count; i++) {
        const size_t name = strlen(variables->names[i]);
        if (text[0] == '$' && length == name + 1 + 2 * braces && strncmp(text + 1 + braces, variables->names[i], name) == 0)
            return i;
    }
    return -1;
}

static Status substitute_scalar(YamlFile *file, YamlNode *node, const Variables *variables)
{
    const int variable = variables->ranges ? whole_variable(node->text, variables) : -1;
    if (!strchr(node->text, '$'))
        return status_ok();
    node->range = variable >= 0 ? &variables->ranges[variable] : NULL;
    size_t length = 0;
    TRY(expand_all(node, variables, NULL, &length));
    char *text = take(file, length + 1);
    if (!text)
        return status_make(STATUS_MEMORY, "%s: out of memory while reading it", file->path);
    TRY(expand_all(node, variables, text, &length));
    text[length] = '\0';
    node->text = text;
    return status_ok();
}

static Status substitute(YamlFile *file, YamlNode *node, const Variables *variables)
{
    if (node->type == YAML_SCALAR)
        return substitute_scalar(file, node, variables);
    for (int i = 0; i < node->count; i++)
        TRY(substitute(file, node->children[i], variables));
    return status_ok();
}

Status yaml_substitute(YamlFile *file, const YamlNode *node, const char *const *names, const char *const *values, YamlRange *ranges,
                       int count)
{
    ASSERT(node->file == file);
    const Variables variables = {names, values, ranges, count};
    return substitute(file, (YamlNode *)node, &variables); // the file owns its nodes and may change them
}

// ---- access ----

Status yaml_check_keys(const YamlNode *node, const char *const *keys)
{
    if (node->type != YAML_MAP)
        return yaml_error(node, "must be a map of `key: value`, is %s", kind_of(node));
    for (int i = 0; i < node->count; i++) {
        const YamlNode *child = node->children[i];
        if (text_find(child->key, keys) < 0)
            return yaml_error(child, "%s", text_not_among(child->key, keys, TEXT_ALL, "unknown key").text);
    }
    return status_ok();
}

const YamlNode *yaml_get(const YamlNode *map, const char *key)
{
    if (map->type == YAML_MAP)
        for (int i = 0; i < map->count; i++)
            if (strcmp(map->children[i]->key, key) == 0)
                return map->children[i];
    return NULL;
}

Status yaml_need(const YamlNode *map, const char *key, const YamlNode **out)
{
    *out = yaml_get(map, key);
    return *out ? status_ok() : yaml_error(map, "key `%s` is missing; add it", key);
}

Status yaml_text(const YamlNode *node, const char **out)
{
    if (!node)
        return status_ok();
    if (node->type != YAML_SCALAR || !node->text[0])
        return yaml_error(node, "must be a text, is %s", kind_of(node));
    *out = node->text;
    return status_ok();
}

Status yaml_line(const YamlNode *node, int max, const char **out)
{
    TRY(yaml_text(node, out));
    if (node && strpbrk(*out, "\t\r\n"))
        return yaml_error(node, "has a tab or a line end in it; tables and figures need a text of one line");
    return node && strlen(*out) > (size_t)max ? yaml_error(node, "longer than %d bytes; shorten it", max) : status_ok();
}

Status yaml_file_name(const YamlNode *node, const char **out)
{
    TRY(yaml_text(node, out));
    if (text_is_file_name(*out))
        return status_ok();
    return yaml_error(node, "`%.80s` must be at most %d letters, digits, `_` and `-`, not starting with `-`: it is used in file names",
                      *out, TEXT_FILE_NAME_MAX);
}

Status yaml_bool(const YamlNode *node, bool *out)
{
    if (!node)
        return status_ok();
    if (node->type != YAML_SCALAR || node->quoted)
        return yaml_error(node, "must be true or false, is %s", node->type == YAML_SCALAR ? "text in quotes" : kind_of(node));
    *out = strcmp(node->text, "true") == 0;
    if (!*out && strcmp(node->text, "false") != 0)
        return yaml_error(node, "must be true or false, not `%.*s`", SHOWN_MAX, node->text);
    return status_ok();
}

// A number is an unquoted scalar that is not empty.
static Status check_number(const YamlNode *node, const char *what)
{
    if (node->type != YAML_SCALAR || !node->text[0])
        return yaml_error(node, "must be %s, is %s", what, kind_of(node));
    if (node->quoted)
        return yaml_error(node, "must be %s, is text in quotes; remove the quotes", what);
    return status_ok();
}

// The value of a formula in place of a number.
static Status calculate(const YamlNode *node, const char *what, double *out)
{
    Expression formula;
    if (!strpbrk(node->text, "+-*/^("))
        return yaml_error(node, "`%.*s` is not %s", SHOWN_MAX, node->text, what);
    const Status status = expression_parse(node->text, &formula);
    if (status.code != STATUS_OK)
        return yaml_error(node, "`%.*s` is not %s: %s", SHOWN_MAX, node->text, what, status.text);
    if (formula.name_count)
        return yaml_error(node, "`%.*s` is not %s: a formula is made of numbers and $parameters, and `%s` is neither", SHOWN_MAX,
                          node->text, what, formula.names[0]);
    *out = expression_evaluate(&formula, NULL);
    return isfinite(*out) ? status_ok() : yaml_error(node, "`%.*s` is not %s, it is %.15g", SHOWN_MAX, node->text, what, *out);
}

static void narrow(YamlRange *range, bool whole, double min, double max)
{
    if (!range)
        return;
    range->min = !range->checked || min > range->min ? min : range->min;
    range->max = !range->checked || max < range->max ? max : range->max;
    range->whole = range->whole || whole;
    range->checked = true;
}

// Nothing is rounded: a formula with the result 11.999999999999998 is rejected, or the last bit would decide about a whole cell.
static Status calculate_whole(const YamlNode *node, int64_t *out)
{
    static const double WHOLE_MAX = 9007199254740992; // 2⁵³
    double              number = 0;
    if (text_to_whole(node->text, out))
        return status_ok();
    if (text_to_double(node->text, &number))
        return yaml_error(node, "`%.*s` is not a whole number", SHOWN_MAX, node->text);
    TRY(calculate(node, "a whole number", &number));
    if (number != nearbyint(number) || fabs(number) > WHOLE_MAX)
        return yaml_error(node, "`%.*s` is not a whole number, it is %.17g", SHOWN_MAX, node->text, number);
    *out = (int64_t)number;
    return status_ok();
}

Status yaml_int(const YamlNode *node, int64_t min, int64_t max, int64_t *out)
{
    if (!node)
        return status_ok();
    narrow(node->range, true, (double)min, (double)max);
    TRY(check_number(node, "a whole number"));
    TRY(calculate_whole(node, out));
    if (*out < min || *out > max)
        return yaml_error(node, "%lld is out of range, must be %lld … %lld", (long long)*out, (long long)min, (long long)max);
    return status_ok();
}

Status yaml_real(const YamlNode *node, double min, double max, double *out)
{
    if (!node)
        return status_ok();
    narrow(node->range, false, min, max);
    TRY(check_number(node, "a number"));
    if (!text_to_double(node->text, out))
        TRY(calculate(node, "a finite number", out));
    if (*out < min || *out > max)
        return yaml_error(node, "%.15g is out of range, must be %.15g … %.15g", *out, min, max);
    return status_ok();
}

Status yaml_reals(const YamlNode *node, int count, double *out)
{
    TRY(yaml_list(node));
    if (!node)
        return status_ok();
    if (node->count != count)
        return yaml_error(node, "must be a list of %d numbers, has %d", count, node->count);
    for (int i = 0; i < count; i++)
        TRY(yaml_real(node->children[i], -1.7976931348623157e308, 1.7976931348623157e308, out + i));
    return status_ok();
}

Status yaml_choice(const YamlNode *node, const char *const *choices, int *out)
{
    const char *text = NULL;
    TRY(yaml_text(node, &text));
    if (!text)
        return status_ok();
    const int index = text_find(text, choices);
    if (index < 0)
        return yaml_error(node, "%s", text_not_among(text, choices, TEXT_ALL, "`%.*s` is not a valid value", SHOWN_MAX, text).text);
    *out = index;
    return status_ok();
}

Status yaml_list(const YamlNode *node)
{
    return !node || node->type == YAML_LIST ? status_ok() : yaml_error(node, "must be a list, is %s", kind_of(node));
}

Status yaml_items(const YamlNode *node, int *count)
{
    *count = !node ? 0 : node->type == YAML_LIST ? node->count : 1;
    return node && node->type == YAML_SCALAR ? status_ok() : yaml_list(node);
}

const YamlNode *yaml_item(const YamlNode *node, int i)
{
    return node->type == YAML_LIST ? node->children[i] : node;
}
