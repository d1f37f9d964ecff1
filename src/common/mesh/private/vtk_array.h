// The numbers of a DataArray of VTK's XML files, wherever they lie and however they are packed: as text or base64 in the tag, or behind
// all tags as raw bytes or base64; bytes may be compressed with zlib.
#ifndef WEFT_MESH_VTK_ARRAY_H
#define WEFT_MESH_VTK_ARRAY_H

#include "mesh/private/mesh_xml.h"

typedef struct VtkPacking { // the same for all arrays of a file
    bool        swap;
    NumberType  header;     // of byte counts
    bool        compressed; // zlib
    const char *appended;   // the first byte behind the `_`; NULL: there are none
    const char *appended_end;
    bool        appended_base64;
    int64_t     left; // bytes of the file not yet used by an array: overlapping arrays could claim far more than the file holds
} VtkPacking;

typedef struct VtkArray {
    NumberType type;
    Scan       scan;  // takes its numbers
    char      *owned; // unpacked bytes; NULL: the numbers are read from the file itself
    char       path[600];
} VtkArray;

// Opens the array of a <DataArray> tag that the scan has just read. Must be closed also after a failure. Messages name
// line or byte in it.
Status vtk_array_init(const Scan *scan, const XmlTag *tag, VtkPacking *packing, VtkArray *out) GNU_MUST_CHECK;
void   vtk_array_destroy(VtkArray *array);

#endif
