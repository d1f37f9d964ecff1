// Shape: the deviation of elements from their sizes at rest, in double precision. It does not depend on the kinds of the constraints: the
// same tetrahedra may give a body its stiffness and keep its volume.
//
// record/metric_list.h has the formulas of volume_error, area_error and bending_error. V0 of a surface with pressure is its target volume.
// An element with several constraints counts once. Broken constraints do not count.
#ifndef WEFT_MEASURE_SHAPE_H
#define WEFT_MEASURE_SHAPE_H

#include "base/team_sums.h"
#include "model/model.h"

typedef struct ShapeErrors { // NaN: the scene has no such element
    double volume, area, bending;
} ShapeErrors;

// An element: constraint i of the set is the first one on it.
typedef struct ShapeElement {
    int32_t kind, i;
    double  rest;
} ShapeElement;

typedef struct Shape {
    const Model  *model;
    int32_t       count;
    ShapeElement *elements; // [count] by kind, groups as well
    TeamSums      sums;
} Shape;

Status shape_init(const Model *model, Arena *arena, Shape *out) GNU_MUST_CHECK;

// state: for its broken constraints; NULL: none is broken. All threads of a team, or outside one: all get the result. Has one barrier; the
// next call must be after another.
ShapeErrors shape_errors(const Shape *shape, const State *state, const double4 *x);

#endif
