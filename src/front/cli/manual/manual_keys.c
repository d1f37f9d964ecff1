// The sections of key_list.h as rows.
#include "cli/private/manual_keys.h"
#include "experiment/key_list.h"

#define KEY_ROW(name, type, meaning) {#name, type, meaning},
#define SECTION(array, keys) static const ManualKey array[] = {keys(KEY_ROW){NULL, NULL, NULL}};
SECTION(EXPERIMENT, KEYS_EXPERIMENT)
SECTION(BLOCK, KEYS_BLOCK)
SECTION(LABEL, KEYS_LABEL)
SECTION(FIGURE, KEYS_FIGURE)
SECTION(CURVE, KEYS_CURVE)
SECTION(CONTOURS, KEYS_CONTOURS)
SECTION(TABLE, KEYS_TABLE)
SECTION(VERDICT, KEYS_VERDICT)
SECTION(PAPER, KEYS_PAPER)
SECTION(SET, KEYS_SET)

const ManualSection MANUAL_SECTIONS[] = {
    {"experiment", "Top of the file", EXPERIMENT},
    {"block", "A block", BLOCK},
    {"label", "A label that is a map", LABEL},
    {"figure", "A figure", FIGURE},
    {"curve", "A curve of a figure", CURVE},
    {"contours", "Contours of a figure", CONTOURS},
    {"table", "A table", TABLE},
    {"verdict", "A verdict", VERDICT},
    {"paper", "A source that is a paper", PAPER},
    {"set", "A source that is a day", SET},
    {NULL, NULL, NULL},
};
