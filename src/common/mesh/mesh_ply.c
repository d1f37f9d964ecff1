// PLY (Turk, "The PLY polygon file format", 1994): a header that names elements and their properties, then the elements one after the
// other as text or as bytes of either order. Taken are x y z of `vertex`, the list vertex_indices (or vertex_index) of `face`, and vertex1
// vertex2 of `edge`; every other element is skipped and, but for `camera` and `material`, counted; every other property is skipped.
#include <endian.h>
#include <string.h>

#include "mesh/private/mesh_readers.h"

enum { ELEMENTS_MAX = 16, PROPERTIES_MAX = 64, SHOWN_MAX = 40 };

typedef enum Role { ROLE_NONE, ROLE_X, ROLE_Y, ROLE_Z, ROLE_CORNERS, ROLE_FIRST, ROLE_SECOND } Role;

typedef struct Property {
    Role       role;
    bool       is_list;
    NumberType count_type, type; // count_type of lists only
} Property;

typedef enum ElementRole { ELEMENT_OTHER, ELEMENT_VERTEX, ELEMENT_FACE, ELEMENT_LINE, ELEMENT_NO_SHAPE } ElementRole;

typedef struct Element {
    ElementRole role;
    int64_t     count;
    int         property_count;
    Property    properties[PROPERTIES_MAX];
} Element;

typedef struct Header {
    bool    binary, swap;
    int64_t vertices;
    int     element_count;
    Element elements[ELEMENTS_MAX];
} Header;

static Status read_type(const Scan *scan, const char *word, NumberType *out)
{
    static const struct {
        const char *name, *sized;
    } NAMES[NUMBER_TYPES] = {
        [NUMBER_I8] = {"char", "int8"},       [NUMBER_U8] = {"uchar", "uint8"},    [NUMBER_I16] = {"short", "int16"},
        [NUMBER_U16] = {"ushort", "uint16"},  [NUMBER_I32] = {"int", "int32"},     [NUMBER_U32] = {"uint", "uint32"},
        [NUMBER_I64] = {"int64", "int64"},    [NUMBER_U64] = {"uint64", "uint64"}, [NUMBER_F32] = {"float", "float32"},
        [NUMBER_F64] = {"double", "float64"},
    };
    for (int i = 0; i < NUMBER_TYPES; i++)
        if (scan_is(word, NAMES[i].name) || scan_is(word, NAMES[i].sized)) {
            *out = (NumberType)i;
            return status_ok();
        }
    return scan_error(scan, "`%.*s` is not a type of a PLY property", SHOWN_MAX, word);
}

static Status need_word(Scan *scan, const char *what, char word[SCAN_WORD])
{
    return scan_word_of_line(scan, word) ? status_ok() : scan_error(scan, "the line ends where %s should come", what);
}

static Status read_format(Scan *scan, Header *header)
{
    char word[SCAN_WORD];
    TRY(need_word(scan, "the format", word));
    const bool little = scan_is(word, "binary_little_endian"), big = scan_is(word, "binary_big_endian");
    if (!little && !big && !scan_is(word, "ascii"))
        return scan_error(scan, "format `%.*s` is not ascii, binary_little_endian or binary_big_endian", SHOWN_MAX, word);
    header->binary = little || big;
    header->swap = header->binary && little != (BYTE_ORDER == LITTLE_ENDIAN);
    return status_ok();
}

static Status read_element(Scan *scan, Header *header)
{
    char word[SCAN_WORD];
    TRY(need_word(scan, "the name of an element", word));
    if (header->element_count == ELEMENTS_MAX)
        return scan_error(scan, "more than %d kinds of elements", ELEMENTS_MAX);
    Element *element = &header->elements[header->element_count++];
    *element = (Element){.role = scan_is(word, "vertex")                                ? ELEMENT_VERTEX
                                 : scan_is(word, "face")                                ? ELEMENT_FACE
                                 : scan_is(word, "edge")                                ? ELEMENT_LINE
                                 : scan_is(word, "camera") || scan_is(word, "material") ? ELEMENT_NO_SHAPE
                                                                                        : ELEMENT_OTHER};
    TRY(scan_int(scan, NUMBER_I64, "the number of elements", 0, INT32_MAX, &element->count));
    if (element->role == ELEMENT_VERTEX) {
        if (header->vertices)
            return scan_error(scan, "element vertex comes twice");
        header->vertices = element->count;
    }
    return status_ok();
}

static Role find_role(const Element *element, const char *name, bool is_list)
{
    static const struct {
        ElementRole element;
        bool        is_list;
        const char *name;
        Role        role;
    } ROLES[] = {
        {ELEMENT_VERTEX, false, "x", ROLE_X},
        {ELEMENT_VERTEX, false, "y", ROLE_Y},
        {ELEMENT_VERTEX, false, "z", ROLE_Z},
        {ELEMENT_FACE, true, "vertex_indices", ROLE_CORNERS},
        {ELEMENT_FACE, true, "vertex_index", ROLE_CORNERS},
        {ELEMENT_LINE, false, "vertex1", ROLE_FIRST},
        {ELEMENT_LINE, false, "vertex2", ROLE_SECOND},
    };
    for (size_t i = 0; i < sizeof ROLES / sizeof *ROLES; i++)
        if (element->role == ROLES[i].element && is_list == ROLES[i].is_list && scan_is(name, ROLES[i].name))
            return ROLES[i].role;
    return ROLE_NONE;
}

static Status read_property(Scan *scan, Header *header)
{
    char word[SCAN_WORD];
    if (header->element_count == 0)
        return scan_error(scan, "a property comes before the first element");
    Element *element = &header->elements[header->element_count - 1];
    if (element->property_count == PROPERTIES_MAX)
        return scan_error(scan, "an element has more than %d properties", PROPERTIES_MAX);
    Property *property = &element->properties[element->property_count++];
    TRY(need_word(scan, "the type of a property", word));
    property->is_list = scan_is(word, "list");
    if (property->is_list) {
        TRY(need_word(scan, "the type of a list's length", word));
        TRY(read_type(scan, word, &property->count_type));
        TRY(need_word(scan, "the type of a list", word));
    }
    TRY(read_type(scan, word, &property->type));
    TRY(need_word(scan, "the name of a property", word));
    property->role = find_role(element, word, property->is_list);
    return status_ok();
}

static Status check_roles(const Scan *scan, const Header *header)
{
    static const unsigned    NEEDED[] = {[ELEMENT_OTHER] = 0,
                                         [ELEMENT_VERTEX] = 1U << ROLE_X | 1U << ROLE_Y | 1U << ROLE_Z,
                                         [ELEMENT_FACE] = 1U << ROLE_CORNERS,
                                         [ELEMENT_LINE] = 1U << ROLE_FIRST | 1U << ROLE_SECOND,
                                         [ELEMENT_NO_SHAPE] = 0};
    static const char *const NAMES[] = {"", "vertex needs the properties x, y and z", "face needs the list vertex_indices",
                                        "edge needs the properties vertex1 and vertex2"};
    for (int i = 0; i < header->element_count; i++) {
        const Element *element = &header->elements[i];
        unsigned       found = 0;
        for (int j = 0; j < element->property_count; j++) {
            const unsigned role = 1U << element->properties[j].role;
            if ((found & role & ~1U) != 0)
                return scan_error(scan, "a property comes twice; element %s", NAMES[element->role]);
            found |= role;
        }
        if ((found & NEEDED[element->role]) != NEEDED[element->role])
            return scan_error(scan, "element %s, once each", NAMES[element->role]);
    }
    return status_ok();
}

static Status read_header(Scan *scan, Header *header)
{
    char word[SCAN_WORD];
    bool has_format = false;
    if (!scan_word_of_line(scan, word) || !scan_is(word, "ply"))
        return scan_error(scan, "not a PLY file: it does not start with `ply`");
    while (scan_next_line(scan)) {
        if (!scan_word_of_line(scan, word) || scan_is(word, "comment") || scan_is(word, "obj_info"))
            continue;
        if (scan_is(word, "end_header")) {
            if (!has_format)
                return scan_error(scan, "the header has no line `format`");
            TRY(check_roles(scan, header));
            scan_next_line(scan);
            return status_ok();
        }
        if (scan_is(word, "format")) {
            TRY(read_format(scan, header));
            has_format = true;
        } else if (scan_is(word, "element")) {
            TRY(read_element(scan, header));
        } else if (scan_is(word, "property")) {
            TRY(read_property(scan, header));
        } else {
            return scan_error(scan, "`%.*s` is not a line of a PLY header", SHOWN_MAX, word);
        }
    }
    return scan_error(scan, "the file ends in its header; it is cut off");
}

static Status skip_number(Scan *scan, NumberType type)
{
    char word[SCAN_WORD];
    if (scan->binary)
        return scan_skip(scan, "a property", (int64_t)scan_number_bytes(type));
    return need_word(scan, "a property", word);
}

static Status read_list(Scan *scan, const Header *header, const Property *property, MeshDraft *draft)
{
    const bool corners = property->role == ROLE_CORNERS;
    int64_t    count = 0, vertex = 0;
    TRY(scan_int(scan, property->count_type, corners ? "the number of a face's corners" : "the length of a list", 0, INT32_MAX, &count));
    TRY(scan_room(scan, corners ? "corners" : "numbers of a list", count, property->type, 1));
    for (int64_t i = 0; i < count; i++) {
        if (!corners) {
            TRY(skip_number(scan, property->type));
            continue;
        }
        TRY(scan_int(scan, property->type, "a face's vertex", 0, header->vertices - 1, &vertex));
        TRY(draft_corner(draft, vertex));
    }
    return status_ok();
}

static Status read_one(Scan *scan, const Header *header, const Element *element, MeshDraft *draft)
{
    double  position[3] = {0};
    int64_t end[2] = {0};
    for (int i = 0; i < element->property_count; i++) {
        const Property *property = &element->properties[i];
        const Role      role = property->role;
        if (property->is_list)
            TRY(read_list(scan, header, property, draft));
        else if (role >= ROLE_X && role <= ROLE_Z)
            TRY(scan_real(scan, property->type, "a coordinate", &position[role - ROLE_X]));
        else if (role == ROLE_FIRST || role == ROLE_SECOND)
            TRY(scan_int(scan, property->type, "an edge's vertex", 0, header->vertices - 1, &end[role - ROLE_FIRST]));
        else
            TRY(skip_number(scan, property->type));
    }
    if (element->role == ELEMENT_VERTEX)
        return draft_vertex(draft, position);
    if (element->role == ELEMENT_LINE)
        return draft_line(draft, (int32_t)end[0], (int32_t)end[1]);
    return element->role == ELEMENT_FACE ? draft_face(draft) : status_ok();
}

Status mesh_read_ply(Scan *scan, MeshDraft *draft)
{
    Header header = {0};
    TRY(read_header(scan, &header));
    scan->binary = header.binary;
    scan->swap = header.swap;
    scan->by_line = true;
    if (!scan->binary)
        TRY(scan_check_text(scan));
    for (int i = 0; i < header.element_count; i++) {
        const Element *element = &header.elements[i];
        draft->mesh.unread_count += element->role == ELEMENT_OTHER ? element->count : 0;
        TRY(scan_room(scan, "elements", element->count, NUMBER_U8, element->property_count));
        if (element->property_count == 0 && element->count > 0)
            return scan_error(scan, "an element has no properties");
        for (int64_t j = 0; j < element->count; j++) {
            if (!scan->binary && !scan_find_line(scan))
                return scan_error(scan, "the file ends after %lld of %lld elements; it is cut off", (long long)j,
                                  (long long)element->count);
            TRY(read_one(scan, &header, element, draft));
            if (!scan->binary)
                TRY(scan_line_done(scan));
        }
    }
    draft->mesh.open_end = scan_has_open_end(scan);
    return scan_check_end(scan, "elements");
}
