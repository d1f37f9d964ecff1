// The colliders of a model at a time, as frames show them.
#ifndef WEFT_SCENE_SCENE_DRAWING_H
#define WEFT_SCENE_SCENE_DRAWING_H

#include "model/model.h"

typedef struct DrawnColliders {
    int32_t vertex_count, triangle_count;
    double (*vertex)[3];    // m
    int32_t *collider;      // [vertex_count] index of the vertex's collider
    int32_t (*triangle)[3]; // numbered among these vertices
} DrawnColliders;

// All colliders as one mesh, empty without any. A plane is a square plate below the bodies at the start and now, a third larger than their
// extent.
Status scene_draw_colliders(const Model *model, const State *state, double time, DrawnColliders *out) GNU_MUST_CHECK;
void   scene_drawing_destroy(DrawnColliders *drawing);

#endif
