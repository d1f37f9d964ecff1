// What speeds up queries of a collider.
#ifndef WEFT_CONTACT_COLLIDER_INDEX_H
#define WEFT_CONTACT_COLLIDER_INDEX_H

#include "contact/private/mesh_tree.h"

struct ColliderIndex {
    MeshTree *tree;            // of a mesh
    double    low[3], high[3]; // of a grid: the box around the mesh
};

#endif
