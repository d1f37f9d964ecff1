// Numbers of a page as text. Positions become integers of 16 bits, and these differences with the sign in the lowest bit. All lowest bytes
// come before all higher ones; then zlib and base64. view.js unpacks them.
#ifndef WEFT_VIEW_VIEW_PACK_H
#define WEFT_VIEW_VIEW_PACK_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum { VIEW_GRID = 65535 };

// A coordinate is low + step × q, q in 0 … VIEW_GRID.
typedef struct ViewBox {
    double low[3], step; // m
} ViewBox;

// Frame by frame, point by point: the deviation of a point from uniform motion, minus that of the point before it. The caller frees *text.
// STATUS_MEMORY.
Status view_pack_positions(float (*position)[3], int32_t points, int frames, const ViewBox *box, char **text) GNU_MUST_CHECK;

// Each minus the one before it; the caller frees *text. STATUS_MEMORY.
Status view_pack_indices(const int32_t *index, size_t count, char **text) GNU_MUST_CHECK;

#endif
