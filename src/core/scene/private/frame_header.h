// The XML header of a frame (.vtp), determined by its counts: scene_vtp.c writes it, scene_frames.c accepts only this header.
#ifndef WEFT_SCENE_FRAME_HEADER_H
#define WEFT_SCENE_FRAME_HEADER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct FrameCounts {
    int32_t points, verts, lines, faces, corners; // corners: of all faces
    bool    colliders;                            // points of colliders are among them
} FrameCounts;

#define FRAME_TAIL "\n </AppendedData>\n</VTKFile>\n"

void frame_write_header(const FrameCounts *counts, FILE *out);

#endif
