// The reader of YAML files: scenes and experiments. A tree of nodes that know their file, line and key, and typed accessors whose failures
// are STATUS_INPUT "file:line: key `a.b`: what is wrong; what to do".
//
// Plain subset: maps with unique scalar keys, lists, scalars. Anchors, aliases, tags and several documents in a file are refused.
// `$name` inside a scalar is replaced from a list of variables before the scalar is interpreted. Where a number is read, a formula of
// numbers may stand (base/expression.h), without quotes: `($n - 0.5)*0.1`. A whole number must come out exactly.
#ifndef WEFT_BASE_YAML_H
#define WEFT_BASE_YAML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

typedef enum YamlType { YAML_SCALAR, YAML_LIST, YAML_MAP } YamlType;

typedef struct YamlFile YamlFile;
typedef struct YamlNode YamlNode;

// The numbers that a variable may be: all that every scalar takes that is this variable and nothing else, as they are read.
typedef struct YamlRange {
    bool   checked; // by one of them at least; whole: by one that takes whole numbers only
    bool   whole;
    double least, most;
} YamlRange;

struct YamlNode {
    YamlType    type;
    int         line;   // from 1
    const char *key;    // in the parent map; NULL in a list or at the root
    int         index;  // among the parent's children, from 0
    const char *text;   // of a scalar; "" for an empty one
    bool        quoted; // scalar in quotes: never a number
    int         count;  // children of a list or map
    YamlNode  **children;
    YamlNode   *parent;
    YamlFile   *file;
    YamlRange  *range; // of the variable that the scalar is; NULL: it is none
};

// A node tree. STATUS_IO when the file cannot be read, STATUS_INPUT when it is not YAML of the subset, or is empty.
// Limits: 256 MiB, nesting 64 deep.
Status          yaml_read(const char *path, YamlFile **out) GNU_MUST_CHECK;
Status          yaml_read_text(const char *name, const char *text, size_t size, YamlFile **out) GNU_MUST_CHECK; // name for messages
void            yaml_destroy(YamlFile *file);                                                                   // takes NULL
const YamlNode *yaml_root(const YamlFile *file);
const char     *yaml_path(const YamlFile *file);

// Replaces $name and ${name} in every scalar below `node` (`$$` is a dollar sign). STATUS_INPUT for an unknown name, with the nearest one.
// ranges: NULL, or [count], which readers of numbers narrow as long as the file is there.
Status yaml_substitute(YamlFile *file, const YamlNode *node, const char *const *names, const char *const *values, YamlRange *ranges,
                       int count) GNU_MUST_CHECK;

// STATUS_INPUT about a node: file:line, the dotted key, and the formatted text.
Status yaml_error(const YamlNode *node, const char *format, ...) GNU_PRINTF(2, 3);
#ifdef __clang_analyzer__ // see status.h
#define yaml_error(node, ...) ((void)(yaml_error)(node, __VA_ARGS__), status_analysed(STATUS_INPUT))
#endif

// A failure of what the node stands for, by a function that knows no file: wrong input and a lack of memory get the node's file, line and
// key, and keep their code.
Status yaml_locate(const YamlNode *node, Status status) GNU_MUST_CHECK;

// Refuses a node that is not a map, and any key outside `keys` (ended by NULL), with the nearest valid one.
Status yaml_check_keys(const YamlNode *node, const char *const *keys) GNU_MUST_CHECK;

const YamlNode *yaml_get(const YamlNode *map, const char *key);                                       // NULL when it is not there
Status          yaml_need(const YamlNode *map, const char *key, const YamlNode **out) GNU_MUST_CHECK; // an error when it is not there

// Values. Where the node is NULL, of a key that is not there, *out keeps what it is.
Status yaml_text(const YamlNode *node, const char **out) GNU_MUST_CHECK; // any non-empty scalar
// The same, of one line and at most so many bytes.
Status yaml_line(const YamlNode *node, int most, const char **out) GNU_MUST_CHECK;
// A name of which names of files are made, wherever they lie: letters, digits, _ and -, of which - is not the first.
Status yaml_file_name(const YamlNode *node, const char **out) GNU_MUST_CHECK;
Status yaml_bool(const YamlNode *node, bool *out) GNU_MUST_CHECK; // true or false
Status yaml_int(const YamlNode *node, int64_t min, int64_t max, int64_t *out) GNU_MUST_CHECK;
Status yaml_real(const YamlNode *node, double min, double max, double *out) GNU_MUST_CHECK; // inclusive bounds
Status yaml_reals(const YamlNode *node, int count, double *out) GNU_MUST_CHECK;             // a list of exactly count finite numbers
Status yaml_choice(const YamlNode *node, const char *const *choices, int *out) GNU_MUST_CHECK;
Status yaml_list(const YamlNode *node) GNU_MUST_CHECK; // refuses what is not a list

// Reads a single value as a list of one: the count (0 for NULL) and item i. A map is refused.
Status          yaml_items(const YamlNode *node, int *count) GNU_MUST_CHECK;
const YamlNode *yaml_item(const YamlNode *node, int i);

#endif
