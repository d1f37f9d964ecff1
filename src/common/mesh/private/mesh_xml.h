// The subset of XML that VTK files need: tags and their attributes, one after the other, in a file in memory. Text between tags is where
// the scan stands after a tag; entities are not replaced, and no tag is matched with its end.
#ifndef WEFT_MESH_MESH_XML_H
#define WEFT_MESH_MESH_XML_H

#include "mesh/private/mesh_scan.h"

typedef struct XmlTag {
    char        name[32];
    bool        is_end, is_empty;
    const char *begin, *end; // of the attributes
} XmlTag;

// The next tag; `found` false when there is none. Comments and declarations are skipped. STATUS_INPUT for a tag that does not end.
Status xml_next(Scan *scan, XmlTag *tag, bool *found) GNU_MUST_CHECK;

// Copies an attribute's value, cut to size − 1; false (and "") when the tag does not have it.
bool xml_attribute(const XmlTag *tag, const char *name, char *out, size_t size);

// An attribute that must be a whole number from 0 on.
Status xml_count(const Scan *scan, const XmlTag *tag, const char *name, int64_t max, int64_t *out) GNU_MUST_CHECK;

#endif
