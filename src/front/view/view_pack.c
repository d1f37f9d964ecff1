#include "view/private/view_pack.h"

#include <math.h>
#include <stdlib.h>
#include <zlib.h>

static const char NO_MEMORY[] = "out of memory for the numbers of a page";

// The caller frees it; NULL when out of memory.
static char *view_base64(const uint8_t *bytes, size_t size)
{
    static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char             *text = malloc((size + 2) / 3 * 4 + 1), *out = text;
    for (size_t i = 0; text && i < size; i += 3) {
        const uint32_t second = i + 1 < size ? bytes[i + 1] : 0, third = i + 2 < size ? bytes[i + 2] : 0;
        const uint32_t group = (uint32_t)bytes[i] << 16 | second << 8 | third;
        *out++ = DIGITS[group >> 18];
        *out++ = DIGITS[group >> 12 & 63];
        *out++ = i + 1 < size ? DIGITS[group >> 6 & 63] : '=';
        *out++ = i + 2 < size ? DIGITS[group & 63] : '=';
    }
    if (text)
        *out = '\0';
    return text;
}

static Status pack(const uint8_t *bytes, size_t size, char **text)
{
    uLongf   used = compressBound(size);
    uint8_t *packed = malloc(used);
    if (packed && compress2(packed, &used, bytes, size, Z_DEFAULT_COMPRESSION) == Z_OK)
        *text = view_base64(packed, used);
    free(packed);
    return *text ? status_ok() : status_make(STATUS_MEMORY, "%s", NO_MEMORY);
}

static uint16_t on_grid(const ViewBox *box, const float position[3], int k)
{
    return (uint16_t)fmin(fmax(rint(((double)position[k] - box->low[k]) / box->step), 0), VIEW_GRID);
}

// The position by uniform motion from the two frames before, modulo 2^16.
static uint16_t predict(const ViewBox *box, float (*const now)[3], size_t points, int frame, int k)
{
    if (frame == 0)
        return 0;
    const uint16_t last = on_grid(box, *(now - points), k);
    return frame == 1 ? last : (uint16_t)(2 * last - on_grid(box, *(now - 2 * points), k));
}

Status view_pack_positions(float (*position)[3], int32_t points, int frames, const ViewBox *box, char **text)
{
    const size_t count = 3 * (size_t)points * (size_t)frames;
    uint8_t     *bytes = malloc(2 * count + 1);
    *text = NULL;
    if (!bytes)
        return status_make(STATUS_MEMORY, "%s", NO_MEMORY);
    uint8_t *low = bytes, *high = bytes + count;
    for (int f = 0; f < frames; f++) {
        uint16_t before[3] = {0};
        for (int32_t i = 0; i < points; i++, position++)
            for (int k = 0; k < 3; k++) {
                const uint16_t beyond = (uint16_t)(on_grid(box, *position, k) - predict(box, position, (size_t)points, f, k));
                const uint16_t change = (uint16_t)(beyond - before[k]);
                const uint16_t folded = (uint16_t)(change << 1 ^ (change & 0x8000 ? 0xffff : 0));
                before[k] = beyond;
                *low++ = (uint8_t)(folded & 0xff);
                *high++ = (uint8_t)(folded >> 8);
            }
    }
    const Status status = pack(bytes, 2 * count, text);
    free(bytes);
    return status;
}

Status view_pack_indices(const int32_t *index, size_t count, char **text)
{
    uint8_t *bytes = malloc(4 * count + 1);
    uint32_t before = 0;
    *text = NULL;
    if (!bytes)
        return status_make(STATUS_MEMORY, "%s", NO_MEMORY);
    for (size_t i = 0; i < count; i++) {
        const uint32_t change = (uint32_t)index[i] - before, folded = change << 1 ^ (0U - (change >> 31));
        before = (uint32_t)index[i];
        for (size_t b = 0; b < 4; b++)
            bytes[b * count + i] = (uint8_t)(folded >> 8 * b & 0xff);
    }
    const Status status = pack(bytes, 4 * count, text);
    free(bytes);
    return status;
}
