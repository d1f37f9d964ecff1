// Axes: the varied settings of a block of an experiment, before expansion into cases.
#ifndef WEFT_EXPERIMENT_AXES_H
#define WEFT_EXPERIMENT_AXES_H

#include "base/yaml.h"

enum { AXES_MAX = 64, AXIS_NAME_MAX = 64 };

// The origin of an axis. Every case of a block must have the setting of a block's own axis; other axes apply to the cases that have it.
typedef enum AxisSource { AXIS_DEFAULT, AXIS_BLOCK, AXIS_SET } AxisSource;

typedef struct Axis {
    char             name[AXIS_NAME_MAX];
    AxisSource       source;
    const YamlNode  *node; // for messages; NULL for AXIS_SET
    int              count;
    const char     **values; // [count], owned by the axis; it owns the texts only for AXIS_SET
    const YamlNode **nodes;  // [count] of each value, or NULL for AXIS_SET
    int              group;  // axes of the same group advance together; the group is the index of one of them
    bool             zipped;
    int              set;  // index of the --set it comes from, or -1
    char            *text; // AXIS_SET: the text of its values; owned
} Axis;

typedef struct Axes {
    int  count;
    Axis axes[AXES_MAX];
} Axes;

// Adds the entries of a map of axes. Axes of a block are added first; defaults only if the block has no axis of this name.
Status axes_add(Axes *axes, const YamlNode *map, const char *size, AxisSource source) GNU_MUST_CHECK;

// Replaces or adds the axis of a --set, "value,value".
Status axes_add_set(Axes *axes, const char *name, const char *values, int set) GNU_MUST_CHECK;

// Joins the groups of a `zip:` list. STATUS_INPUT for unknown names and unequal lengths. An axis replaced by --set leaves its group.
Status axes_zip(Axes *axes, const YamlNode *zip) GNU_MUST_CHECK;

Axis *axes_find(Axes *axes, const char *name); // NULL when there is none
void  axes_destroy(Axes *axes);

// STATUS_INPUT, or the code of `status`, for one value of an axis, with file and line, or the --set.
Status axes_error(const Axis *axis, int value, Status status);

#endif
