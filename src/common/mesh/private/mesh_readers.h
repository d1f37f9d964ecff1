// The readers named in mesh_format_list.h, which also describes their common properties.
#ifndef WEFT_MESH_MESH_READERS_H
#define WEFT_MESH_MESH_READERS_H

#include "mesh/private/mesh_draft.h"

#define MESH_FORMAT(ending, other, read) Status read(Scan *scan, MeshDraft *draft) GNU_MUST_CHECK;
#include "mesh/mesh_format_list.h"
#undef MESH_FORMAT

#endif
