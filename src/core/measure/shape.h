// Shape: how far the elements of a configuration are from their sizes at rest, in double precision and whatever the constraints that they
// have are: a body may keep its volume by the same tetrahedra that give it its stiffness.
//
//   volume   Σ |V − V0| / Σ V0 over tetrahedra and closed surfaces; of a surface with a pressure V0 is the volume that it strives for
//   area     Σ |A − A0| / Σ A0 over triangles and polygons
//   bending  √(Σ (θ − θ0)² / n) over hinges, rad
// An element that several constraints sit on counts once. What is broken does not count.
#ifndef WEFT_MEASURE_SHAPE_H
#define WEFT_MEASURE_SHAPE_H

#include "model/model.h"

typedef struct ShapeErrors { // NAN: there is no such element
    double volume, area, bending;
} ShapeErrors;

// An element: constraint i of a set is the first that sits on it.
typedef struct ShapeElement {
    int32_t kind, i;
    double  rest;
} ShapeElement;

typedef struct Shape {
    const Model  *model;
    int32_t       count;
    ShapeElement *elements; // [count] by kind, groups as well
} Shape;

Status shape_init(const Model *model, Arena *arena, Shape *out) GNU_MUST_CHECK;

// state: whose broken constraints do not count; NULL: none is broken.
ShapeErrors shape_errors(const Shape *shape, const State *state, const double4 *x);

#endif
