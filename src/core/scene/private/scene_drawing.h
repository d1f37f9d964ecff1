// The colliders of a model at a time, as frames show them.
#ifndef WEFT_SCENE_SCENE_DRAWING_H
#define WEFT_SCENE_SCENE_DRAWING_H

#include "model/model.h"

typedef struct DrawnColliders {
    int32_t       count, vertex_count, triangle_count; // of all of them
    ColliderMesh *mesh;                                // [count] in their poses, m
} DrawnColliders;

// Empty without any. A plane is a square plate below the bodies at the start and now, a third larger than their extent.
Status scene_draw_colliders(const Model *model, const State *state, double time, Arena *arena, DrawnColliders *out) GNU_MUST_CHECK;

#endif
