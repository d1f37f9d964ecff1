// Packed bytes (VTK file formats, "XML file formats") are a byte count and the bytes, or, compressed: the number of blocks, the size of a
// block, that of the last block (0: as the others), the compressed size of each, and the blocks. In base64 the counts may be encoded
// separately, with padding between them and the rest.
#include "mesh/private/vtk_array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

// Bytes in the file, as they are or in base64.
typedef struct Source {
    const Scan *scan; // for messages
    const char *at, *end;
    bool        base64;
} Source;

static int digit(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

// Decodes groups of four digits until there are enough bytes; padding ends a group, not the text. Returns the number of bytes.
static size_t decode(const char *at, const char *end, char *out, size_t wanted)
{
    size_t count = 0;
    while (count < wanted) {
        unsigned bits = 0;
        int      digits = 0, padding = 0;
        for (; at < end && digits + padding < 4; at++) {
            const int value = digit(*at);
            if (value >= 0 && padding == 0)
                bits = bits << 6 | (unsigned)value, digits++;
            else if (*at == '=')
                padding++;
            else if (*at != ' ' && *at != '\n' && *at != '\r' && *at != '\t')
                return count;
        }
        if (digits + padding < 4 || digits < 2)
            return count;
        bits <<= 6 * padding;
        for (int i = 0; i + 1 < digits && count < wanted; i++)
            out[count++] = (char)(bits >> (16 - 8 * i) & 0xff);
    }
    return count;
}

// The first `wanted` bytes of the source. *owned: memory that holds them, or NULL if they are in the file.
static Status fetch(const Source *source, size_t wanted, const char **bytes, char **owned)
{
    const size_t left = (size_t)(source->end - source->at);
    *owned = NULL;
    if (wanted > (source->base64 ? left / 4 * 3 : left))
        return scan_error(source->scan,
                          "an array needs %zu bytes, more than the rest of the file has; the file is cut off or the count is wrong",
                          wanted);
    *bytes = source->at;
    if (!source->base64)
        return status_ok();
    *bytes = *owned = malloc(wanted + 1);
    if (!*owned)
        return status_make(STATUS_MEMORY, "%s: out of memory for %zu bytes", source->scan->path, wanted);
    if (decode(source->at, source->end, *owned, wanted) == wanted)
        return status_ok();
    free(*owned);
    *owned = NULL;
    return scan_error(source->scan, "an array is not base64, or too short for the %zu bytes it should have", wanted);
}

static Status fetch_counts(const Source *source, const VtkPacking *packing, size_t first, size_t count, int64_t *out)
{
    const size_t size = scan_number_bytes(packing->header);
    const char  *bytes = NULL;
    char        *owned = NULL;
    TRY(fetch(source, (first + count) * size, &bytes, &owned));
    bool known = true;
    for (size_t i = 0; i < count; i++)
        known = known && number_int(packing->header, bytes + (first + i) * size, packing->swap, &out[i]);
    free(owned);
    return known ? status_ok() : scan_error(source->scan, "an array has more than 2^63 bytes");
}

static Status spend(const Source *source, VtkPacking *packing, size_t bytes)
{
    packing->left -= (int64_t)bytes;
    return packing->left >= 0 ? status_ok() : scan_error(source->scan, "the arrays have more bytes than the file: they overlap");
}

static Status open_plain(const Source *source, VtkPacking *packing, VtkArray *out)
{
    const size_t header = scan_number_bytes(packing->header);
    const char  *bytes = NULL;
    int64_t      count = 0;
    TRY(fetch_counts(source, packing, 0, 1, &count));
    if (count > source->end - source->at)
        return scan_error(source->scan,
                          "an array of %lld bytes does not fit into the rest of the file; the file is cut off or the count is wrong",
                          (long long)count);
    TRY(spend(source, packing, header + (size_t)count));
    TRY(fetch(source, header + (size_t)count, &bytes, &out->owned));
    out->scan.begin = out->scan.at = bytes + header;
    out->scan.end = bytes + header + count;
    return status_ok();
}

typedef struct Blocks {
    size_t  count, whole, last; // uncompressed sizes
    int64_t packed;             // of all
} Blocks;

// zlib expands a byte to at most this many.
enum { EXPANSION_MAX = 1032, BLOCK_SLACK = 64 };

static Status check_blocks(const Source *source, const Blocks *blocks)
{
    const int64_t room = source->end - source->at;
    if (blocks->packed > room || blocks->whole > (size_t)INT32_MAX || blocks->last > blocks->whole)
        return scan_error(source->scan, "the block sizes of a compressed array are impossible; the file is cut off or damaged");
    const size_t total = (blocks->count - 1) * blocks->whole + blocks->last;
    if (total > INT32_MAX || total > (size_t)blocks->packed * EXPANSION_MAX + BLOCK_SLACK)
        return scan_error(source->scan, "a compressed array claims an impossible size");
    return status_ok();
}

static Status inflate_blocks(const Source *source, const Blocks *blocks, const int64_t *sizes, const char *packed, VtkArray *out)
{
    const size_t total = (blocks->count - 1) * blocks->whole + blocks->last;
    size_t       done = 0;
    out->owned = malloc(total + 1);
    if (!out->owned)
        return status_make(STATUS_MEMORY, "%s: out of memory for %zu bytes", source->scan->path, total);
    for (size_t i = 0; i < blocks->count; i++) {
        const size_t expected = i + 1 < blocks->count ? blocks->whole : blocks->last;
        uLongf       size = (uLongf)expected;
        if (uncompress((Bytef *)out->owned + done, &size, (const Bytef *)packed, (uLong)sizes[i]) != Z_OK || size != expected)
            return scan_error(source->scan, "block %zu of a compressed array is damaged", i);
        packed += sizes[i];
        done += expected;
    }
    out->scan.begin = out->scan.at = out->owned;
    out->scan.end = out->owned + total;
    return status_ok();
}

static Status open_blocks(const Source *source, VtkPacking *packing, const int64_t counts[3], int64_t *sizes, VtkArray *out)
{
    Blocks       blocks = {.count = (size_t)counts[0], .whole = (size_t)counts[1], .last = (size_t)(counts[2] ? counts[2] : counts[1])};
    const size_t header = scan_number_bytes(packing->header) * (3 + blocks.count);
    const char  *bytes = NULL;
    char        *owned = NULL;
    TRY(fetch_counts(source, packing, 3, blocks.count, sizes));
    for (size_t i = 0; i < blocks.count; i++) {
        if (sizes[i] > source->end - source->at)
            return scan_error(source->scan, "block %zu of a compressed array has %lld bytes, more than there are", i, (long long)sizes[i]);
        blocks.packed += sizes[i];
    }
    TRY(check_blocks(source, &blocks));
    TRY(spend(source, packing, header + (size_t)blocks.packed));
    TRY(fetch(source, header + (size_t)blocks.packed, &bytes, &owned));
    const Status status = inflate_blocks(source, &blocks, sizes, bytes + header, out);
    free(owned);
    return status;
}

static Status open_compressed(const Source *source, VtkPacking *packing, VtkArray *out)
{
    int64_t counts[3] = {0};
    TRY(fetch_counts(source, packing, 0, 1, counts));
    out->scan.begin = out->scan.at = out->scan.end = source->at;
    if (counts[0] == 0)
        return status_ok();
    TRY(fetch_counts(source, packing, 0, 3, counts));
    if (counts[0] > (source->end - source->at) / (int64_t)scan_number_bytes(packing->header))
        return scan_error(source->scan, "a compressed array cannot have %lld blocks", (long long)counts[0]);
    int64_t *sizes = calloc((size_t)counts[0], sizeof *sizes);
    if (!sizes)
        return status_make(STATUS_MEMORY, "%s: out of memory for %lld blocks", source->scan->path, (long long)counts[0]);
    const Status status = open_blocks(source, packing, counts, sizes, out);
    free(sizes);
    return status;
}

static Status read_type(const Scan *scan, const XmlTag *tag, NumberType *out)
{
    static const char *const NAMES[NUMBER_TYPES] = {"Int8",   "UInt8", "Int16",  "UInt16",  "Int32",
                                                    "UInt32", "Int64", "UInt64", "Float32", "Float64"};
    char                     name[32];
    xml_attribute(tag, "type", name, sizeof name);
    for (int i = 0; i < NUMBER_TYPES; i++)
        if (strcmp(name, NAMES[i]) == 0) {
            *out = (NumberType)i;
            return status_ok();
        }
    return scan_error(scan, "`%s` is not a type of a DataArray", name);
}

// The source of the bytes: the text of the tag, at which the scan is, or the appended data.
static Status find_source(const Scan *scan, const XmlTag *tag, const VtkPacking *packing, const char *format, Source *out)
{
    const char *close = memchr(scan->at, '<', (size_t)(scan->end - scan->at));
    int64_t     offset = 0;
    *out = (Source){.scan = scan, .at = scan->at, .end = tag->is_empty ? scan->at : close ? close : scan->end, .base64 = true};
    if (strcmp(format, "appended") != 0)
        return status_ok();
    if (!packing->appended)
        return scan_error(scan, "an array is in AppendedData, which the file does not have; it is cut off");
    TRY(xml_count(scan, tag, "offset", INT64_MAX, &offset));
    if (offset > packing->appended_end - packing->appended)
        return scan_error(scan, "an array begins %lld bytes into AppendedData, behind its end", (long long)offset);
    *out = (Source){.scan = scan, .at = packing->appended + offset, .end = packing->appended_end, .base64 = packing->appended_base64};
    return status_ok();
}

Status vtk_array_init(const Scan *scan, const XmlTag *tag, VtkPacking *packing, VtkArray *out)
{
    char   format[32], name[64];
    Source source;
    *out = (VtkArray){0};
    TRY(read_type(scan, tag, &out->type));
    if (!xml_attribute(tag, "format", format, sizeof format))
        snprintf(format, sizeof format, "ascii");
    TRY(find_source(scan, tag, packing, format, &source));
    if (strcmp(format, "ascii") == 0) {
        out->scan = (Scan){.path = scan->path, .begin = source.at, .at = source.at, .end = source.end, .line = scan->line};
        return status_ok();
    }
    if (strcmp(format, "binary") != 0 && strcmp(format, "appended") != 0)
        return scan_error(scan, "format `%s` of a DataArray is not ascii, binary or appended", format);
    xml_attribute(tag, "Name", name, sizeof name);
    snprintf(out->path, sizeof out->path, "%.500s:%lld: DataArray %.60s", scan->path, (long long)scan->line, name);
    out->scan = (Scan){.path = out->path, .binary = true, .swap = packing->swap, .by_byte = true};
    return packing->compressed ? open_compressed(&source, packing, out) : open_plain(&source, packing, out);
}

void vtk_array_destroy(VtkArray *array)
{
    free(array->owned);
    array->owned = NULL;
}
