// ContactTears: which constraints, where they break, tear which elements of a surface; and which are torn in a State.
//
// As frames draw it (scene/scene_vtp.c): the broken constraint between two particles takes away the line between them and each face that
// has both as corners, of which it is a side or a diagonal. A triangle is torn with its face; a side of triangles when all of them are,
// unless it is a line too. In a planar scene the border of a face is torn with it; what its tear bares of the next face is no border.
// Other constraints than those between two particles tear nothing.
#ifndef WEFT_MODEL_CONTACT_TEARS_H
#define WEFT_MODEL_CONTACT_TEARS_H

#include "model/model.h"

typedef struct Tear {
    int32_t kind, origin; // of the constraint, as State.broken has it
    int32_t element;      // a triangle; triangle_count more: an edge
} Tear;

struct ContactTears {
    int32_t  count;
    Tear    *tear;                   // [count]
    uint8_t *seen[CONSTRAINT_KINDS]; // State.broken as it was when the surface was torn last
    uint8_t *is_side;                // [edges] of triangles, and no line
    bool    *met;                    // [particles] scratch
};

// Once the constraints of a model are laid out. drawn: faces and lines, in the user's numbering (model_draw).
Status contact_tears_layout(Model *model, const Model *drawn, Arena *arena) GNU_MUST_CHECK;

// The surface of a model as it is torn in a state: sets triangle_torn, edge_torn and what is first. By one thread, between steps or in a
// detection. It keeps what it saw in the model: it must see each State that is to be used. Does nothing where no constraint can tear.
void contact_surface_tear(const Model *model, const State *state);

#endif
