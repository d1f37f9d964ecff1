// The reader of YAML files: scenes and experiments. Makes a tree of nodes with their file, line and key. Typed accessors fail with
// STATUS_INPUT "file:line: key `a.b`: fault; remedy".
//
// Subset: maps with unique scalar keys, lists, scalars. Anchors, aliases, tags and several documents in a file are rejected. `$name` in a
// scalar is replaced from a list of variables before the scalar is interpreted. In place of a number, a formula of numbers is allowed
// (base/expression.h), without quotes: `($n - 0.5)*0.1`. The result for a whole number must be exactly whole.
#ifndef WEFT_BASE_YAML_H
#define WEFT_BASE_YAML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

typedef enum YamlType { YAML_SCALAR, YAML_LIST, YAML_MAP } YamlType;

typedef struct YamlFile YamlFile;
typedef struct YamlNode YamlNode;

// The valid values of a variable: the values that every scalar accepts that consists of this variable only. Readers of numbers narrow it.
typedef struct YamlRange {
    bool   checked; // at least one scalar was read
    bool   whole;   // at least one scalar must be a whole number
    double min, max;
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
    YamlRange  *range; // range of the variable if the scalar is a single variable; else NULL
};

// Reads a tree of nodes. STATUS_IO: unreadable file. STATUS_INPUT: not YAML of the subset, or empty. Limits: 256 MiB, 64 levels of nesting.
Status          yaml_read(const char *path, YamlFile **out) GNU_MUST_CHECK;
Status          yaml_read_text(const char *name, const char *text, size_t size, YamlFile **out) GNU_MUST_CHECK; // name for messages
void            yaml_destroy(YamlFile *file);                                                                   // takes NULL
const YamlNode *yaml_root(const YamlFile *file);
const char     *yaml_path(const YamlFile *file);

// Replaces $name and ${name} in every scalar below `node` (`$$` is a dollar sign). STATUS_INPUT for an unknown name, with the nearest one.
// ranges: NULL, or [count]; readers of numbers narrow them as long as the file exists.
Status yaml_substitute(YamlFile *file, const YamlNode *node, const char *const *names, const char *const *values, YamlRange *ranges,
                       int count) GNU_MUST_CHECK;

// STATUS_INPUT about a node: file:line, the dotted key, and the formatted text.
Status yaml_error(const YamlNode *node, const char *format, ...) GNU_PRINTF(2, 3);
#ifdef __clang_analyzer__ // see status.h
#define yaml_error(node, ...) ((void)(yaml_error)(node, __VA_ARGS__), status_analysed(STATUS_INPUT))
#endif

// Adds file, line and key of the node to a failure of a function that does not know the file: wrong input or lack of memory. Keeps the
// code.
Status yaml_locate(const YamlNode *node, Status status) GNU_MUST_CHECK;

// Rejects a node that is not a map, and any key outside `keys` (ended by NULL), with the nearest valid key.
Status yaml_check_keys(const YamlNode *node, const char *const *keys) GNU_MUST_CHECK;

const YamlNode *yaml_get(const YamlNode *map, const char *key);                                       // NULL if it is missing
Status          yaml_need(const YamlNode *map, const char *key, const YamlNode **out) GNU_MUST_CHECK; // an error if it is missing

// Values. If the node is NULL (missing key), *out is unchanged.
Status yaml_text(const YamlNode *node, const char **out) GNU_MUST_CHECK; // any non-empty scalar
// The same for a single line of at most `max` bytes.
Status yaml_line(const YamlNode *node, int max, const char **out) GNU_MUST_CHECK;
// A name that is used in file names on any file system: letters, digits, _ and -, not starting with -.
Status yaml_file_name(const YamlNode *node, const char **out) GNU_MUST_CHECK;
Status yaml_bool(const YamlNode *node, bool *out) GNU_MUST_CHECK; // true or false
Status yaml_int(const YamlNode *node, int64_t min, int64_t max, int64_t *out) GNU_MUST_CHECK;
Status yaml_real(const YamlNode *node, double min, double max, double *out) GNU_MUST_CHECK; // inclusive bounds
Status yaml_reals(const YamlNode *node, int count, double *out) GNU_MUST_CHECK;             // a list of exactly count finite numbers
Status yaml_choice(const YamlNode *node, const char *const *choices, int *out) GNU_MUST_CHECK;
Status yaml_list(const YamlNode *node) GNU_MUST_CHECK; // rejects anything but a list

// Treats a single value as a list of one: the count (0 for NULL) and item i. A map is rejected.
Status          yaml_items(const YamlNode *node, int *count) GNU_MUST_CHECK;
const YamlNode *yaml_item(const YamlNode *node, int i);

#endif
