// Search structures of a collider.
#ifndef WEFT_CONTACT_COLLIDER_INDEX_H
#define WEFT_CONTACT_COLLIDER_INDEX_H

#include "contact/private/mesh_tree.h"

struct ColliderIndex {
    MeshTree *tree; // of a mesh
};

#endif
