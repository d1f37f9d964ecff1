// Axes: what varies in a block of an experiment, before it becomes cases.
#ifndef WEFT_EXPERIMENT_AXES_H
#define WEFT_EXPERIMENT_AXES_H

#include "base/yaml.h"

enum { AXES_MAX = 64, AXIS_NAME_MAX = 64 };

// Where an axis comes from. A block's own axis must be taken by every case of the block; the others apply where they are taken.
typedef enum AxisSource { AXIS_DEFAULT, AXIS_BLOCK, AXIS_SET } AxisSource;

typedef struct Axis {
    char             name[AXIS_NAME_MAX];
    AxisSource       source;
    const YamlNode  *node; // for messages; NULL for AXIS_SET
    int              count;
    const char     **values; // [count], owned by the axis; the texts are not, but of AXIS_SET
    const YamlNode **nodes;  // [count] of each value, or NULL for AXIS_SET
    int              group;  // axes of the same group advance together; named by the index of one of them
    bool             zipped;
    int              set;  // index of the --set it comes from, or -1
    char            *text; // of AXIS_SET: what its values are in; owned
} Axis;

typedef struct Axes {
    int  count;
    Axis axes[AXES_MAX];
} Axes;

// Adds the entries of a map of axes. Those of a block come first; defaults are added where the block has no axis of the name.
Status axes_add(Axes *axes, const YamlNode *map, const char *size, AxisSource source) GNU_MUST_CHECK;

// Replaces or adds the axis of a --set, "value,value".
Status axes_add_set(Axes *axes, const char *name, const char *values, int set) GNU_MUST_CHECK;

// Joins the groups of a `zip:` list. STATUS_INPUT for unknown names and unequal lengths. An axis replaced by --set leaves its group.
Status axes_zip(Axes *axes, const YamlNode *zip) GNU_MUST_CHECK;

Axis *axes_find(Axes *axes, const char *name); // NULL when there is none
void  axes_destroy(Axes *axes);

// STATUS_INPUT, or the code of `status`, about one value of an axis: names the file and line, or the --set.
Status axes_error(const Axis *axis, int value, Status status);

#endif
