// A frame as a small picture: seen from the front, a little from the right and above, without perspective; bodies blue, colliders brown.
// Everything is drawn with twice as many pixels a side and a depth for each, and then made smaller.
#include "report/private/still.h"

#include <math.h>
#include <stdlib.h>
#include <zlib.h>

enum { FINE = 2, WIDE = FINE * STILL_WIDTH, HIGH = FINE * STILL_HEIGHT, ROW = 3 * STILL_WIDTH + 1 };

typedef struct Spot { // a pixel
    float depth;
    float rgb[3];
} Spot;

typedef struct Corner { // px, px, and towards the viewer
    double x, y, z;
} Corner;

typedef struct Drawing {
    const SceneFrame *frame;
    const StillView  *view;
    Spot             *spots; // [HIGH][WIDE]
} Drawing;

static const float BODY[3] = {0.30F, 0.52F, 0.74F}, COLLIDER[3] = {0.72F, 0.55F, 0.40F}, PAPER = 1;

// ---- the view ----

static const double TURN = 0.45, TILT = 0.26; // rad

static Corner turned(const float p[3])
{
    const double x = cos(TURN) * p[0] - sin(TURN) * p[2], z = sin(TURN) * p[0] + cos(TURN) * p[2];
    return (Corner){x, cos(TILT) * p[1] - sin(TILT) * z, sin(TILT) * p[1] + cos(TILT) * z};
}

static bool is_collider(const SceneFrame *frame, int32_t point)
{
    return frame->collider && frame->collider[point] != 0;
}

void still_view_add(StillView *view, const SceneFrame *frame)
{
    for (int32_t i = 0; i < frame->point_count; i++) {
        const Corner p = turned(frame->point[i]);
        if (is_collider(frame, i))
            continue;
        const double at[2] = {p.x, p.y};
        for (int k = 0; k < 2; k++) {
            view->low[k] = view->any ? fmin(view->low[k], at[k]) : at[k];
            view->high[k] = view->any ? fmax(view->high[k], at[k]) : at[k];
        }
        view->any = true;
    }
}

static Corner corner(const Drawing *d, int32_t point)
{
    const StillView *v = d->view;
    const double     size = fmax(fmax((v->high[0] - v->low[0]) / (0.84 * WIDE), (v->high[1] - v->low[1]) / (0.84 * HIGH)), 1e-9);
    const Corner     p = turned(d->frame->point[point]);
    return (Corner){WIDE / 2.0 + (p.x - (v->low[0] + v->high[0]) / 2) / size, HIGH / 2.0 - (p.y - (v->low[1] + v->high[1]) / 2) / size,
                    p.z / size};
}

// ---- what is drawn ----

static void put_spot(Drawing *d, int x, int y, double depth, const float rgb[3], double light)
{
    if (x < 0 || x >= WIDE || y < 0 || y >= HIGH || d->spots[y * WIDE + x].depth >= (float)depth)
        return;
    d->spots[y * WIDE + x] = (Spot){(float)depth, {rgb[0] * (float)light, rgb[1] * (float)light, rgb[2] * (float)light}};
}

static double across(const Corner *a, const Corner *b, double x, double y)
{
    return (b->x - a->x) * (y - a->y) - (b->y - a->y) * (x - a->x);
}

// Both sides are lit as much.
static double light_of(const Corner *a, const Corner *b, const Corner *c)
{
    const double u[3] = {b->x - a->x, b->y - a->y, b->z - a->z}, v[3] = {c->x - a->x, c->y - a->y, c->z - a->z};
    const double n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    return 0.45 + 0.6 * fabs(0.3 * n[0] - 0.5 * n[1] + 0.81 * n[2]) / fmax(length, 1e-300);
}

static void put_triangle(Drawing *d, const Corner t[3], const float rgb[3])
{
    const double area = across(&t[0], &t[1], t[2].x, t[2].y), light = light_of(&t[0], &t[1], &t[2]);
    const int    left = (int)fmax(floor(fmin(fmin(t[0].x, t[1].x), t[2].x)), 0),
              right = (int)fmin(fmax(fmax(t[0].x, t[1].x), t[2].x), WIDE - 1);
    const int top = (int)fmax(floor(fmin(fmin(t[0].y, t[1].y), t[2].y)), 0),
              bottom = (int)fmin(fmax(fmax(t[0].y, t[1].y), t[2].y), HIGH - 1);
    for (int y = top; y <= bottom && area != 0; y++)
        for (int x = left; x <= right; x++) {
            double part[3];
            for (int k = 0; k < 3; k++)
                part[k] = across(&t[(k + 1) % 3], &t[(k + 2) % 3], x + 0.5, y + 0.5) / area;
            if (part[0] >= 0 && part[1] >= 0 && part[2] >= 0)
                put_spot(d, x, y, part[0] * t[0].z + part[1] * t[1].z + part[2] * t[2].z, rgb, light);
        }
}

static void put_disc(Drawing *d, const Corner *at, double radius, const float rgb[3])
{
    for (int y = (int)(at->y - radius); y <= at->y + radius; y++)
        for (int x = (int)(at->x - radius); x <= at->x + radius; x++)
            if (hypot(x + 0.5 - at->x, y + 0.5 - at->y) <= radius)
                put_spot(d, x, y, at->z + radius, rgb, 0.8);
}

static bool is_near(const Corner *c) // what is far outside is not drawn step by step
{
    return fabs(c->x) < 8 * WIDE && fabs(c->y) < 8 * HIGH;
}

static void put_line(Drawing *d, const Corner *a, const Corner *b)
{
    const int steps = (int)fmax(fabs(b->x - a->x), fabs(b->y - a->y)) + 1;
    for (int i = 0; i <= steps && is_near(a) && is_near(b); i++) {
        const double s = (double)i / steps;
        put_disc(d, &(Corner){a->x + s * (b->x - a->x), a->y + s * (b->y - a->y), a->z + s * (b->z - a->z)}, 2, BODY);
    }
}

static void draw(Drawing *d)
{
    const SceneFrame *f = d->frame;
    for (int32_t i = 0, begin = 0; i < f->face_count; begin = f->face_end[i++])
        for (int32_t k = begin + 2; k < f->face_end[i]; k++) {
            const int32_t corners[3] = {f->face_vertex[begin], f->face_vertex[k - 1], f->face_vertex[k]};
            const Corner  t[3] = {corner(d, corners[0]), corner(d, corners[1]), corner(d, corners[2])};
            put_triangle(d, t, is_collider(f, corners[0]) ? COLLIDER : BODY);
        }
    for (int32_t i = 0; i < f->line_count; i++) {
        const Corner a = corner(d, f->line[i][0]), b = corner(d, f->line[i][1]);
        put_line(d, &a, &b);
    }
    bool of_points = f->line_count == 0; // and no faces but those of colliders
    for (int32_t i = 0; i < f->corner_count; i++)
        of_points = of_points && is_collider(f, f->face_vertex[i]);
    for (int32_t i = 0; i < f->point_count && of_points; i++) {
        const Corner at = corner(d, i);
        if (!is_collider(f, i))
            put_disc(d, &at, 12, BODY);
    }
}

// ---- PNG ----

static void put_chunk(const char type[5], const uint8_t *bytes, size_t size, FILE *out)
{
    const uint32_t check = (uint32_t)crc32(crc32(0, (const Bytef *)type, 4), bytes, (uInt)size);
    for (int shift = 24; shift >= 0; shift -= 8)
        putc((int)(size >> shift & 255), out);
    fwrite(type, 1, 4, out);
    fwrite(bytes, 1, size, out);
    for (int shift = 24; shift >= 0; shift -= 8)
        putc((int)(check >> shift & 255), out);
}

// Rows of RGB, each behind a byte that says that it is not filtered.
static void make_rows(const Spot *spots, uint8_t *rows)
{
    for (int y = 0; y < STILL_HEIGHT; y++)
        for (int i = 0; i < ROW - 1; i++) {
            float sum = 0;
            for (int k = 0; k < FINE * FINE; k++)
                sum += spots[(FINE * y + k / FINE) * WIDE + FINE * (i / 3) + k % FINE].rgb[i % 3];
            rows[y * ROW + 1 + i] = (uint8_t)fminf(255 * sum / (FINE * FINE) + 0.5F, 255);
        }
}

static Status put_png(const Spot *spots, FILE *out)
{
    static const uint8_t SIGNATURE[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'},
                         HEAD[] = {0, 0, STILL_WIDTH >> 8, STILL_WIDTH & 255, 0, 0, STILL_HEIGHT >> 8, STILL_HEIGHT & 255, 8, 2, 0, 0, 0};
    uLongf   size = compressBound((uLong)STILL_HEIGHT * ROW);
    uint8_t *rows = calloc(STILL_HEIGHT, ROW), *packed = malloc(size);
    Status   status = status_make(STATUS_MEMORY, "out of memory for a picture");
    if (rows && packed) {
        make_rows(spots, rows);
        if (compress2(packed, &size, rows, (uLong)STILL_HEIGHT * ROW, Z_BEST_COMPRESSION) == Z_OK) {
            fwrite(SIGNATURE, 1, sizeof SIGNATURE, out);
            put_chunk("IHDR", HEAD, sizeof HEAD, out);
            put_chunk("IDAT", packed, size, out);
            put_chunk("IEND", packed, 0, out);
            status = status_ok();
        }
    }
    free(rows);
    free(packed);
    return status;
}

Status still_png(const SceneFrame *frame, const StillView *view, FILE *out)
{
    Drawing d = {frame, view, malloc(sizeof *d.spots * WIDE * HIGH)};
    if (!d.spots)
        return status_make(STATUS_MEMORY, "out of memory for a picture");
    for (int i = 0; i < WIDE * HIGH; i++)
        d.spots[i] = (Spot){-INFINITY, {PAPER, PAPER, PAPER}};
    draw(&d);
    const Status status = put_png(d.spots, out);
    free(d.spots);
    return status;
}
