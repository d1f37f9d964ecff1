// real: the precision of positions, velocities and projections. float in the f32 worker, double everywhere else.
// Metrics, residuals and the Newton reference are double in both workers, because of cancellation in f32 residuals.
#ifndef WEFT_MATH_REAL_H
#define WEFT_MATH_REAL_H

#include <math.h>
#include <stdalign.h>

#include "base/gnu.h"

static GNU_ALWAYS_INLINE double clamp01(double t)
{
    return t < 0 ? 0 : t > 1 ? 1 : t;
}

// Files listed in src/core/compiled_once.txt serve both precisions: they may contain pointers to reals, but do not compile if they read
// one.
#ifdef WEFT_WITHOUT_REAL
typedef struct real  real;
typedef struct real4 real4;
#else
#ifdef WEFT_REAL_F32
typedef float      real;
#define REAL_NAME "f32"
#define REAL_EPSILON 0x1p-23f
static inline real real_sqrt(real x)
{
    return sqrtf(x);
}
static inline real real_abs(real x)
{
    return fabsf(x);
}
#else
typedef double     real;
#define REAL_NAME "f64"
#define REAL_EPSILON 0x1p-52
static inline real real_sqrt(real x)
{
    return sqrt(x);
}
static inline real real_abs(real x)
{
    return fabs(x);
}
#endif

// A block of four reals: one particle is one aligned 16- or 32-byte load. w of a position is the inverse mass [1/kg].
typedef struct real4 {
    alignas(4 * sizeof(real)) real x;
    real y, z, w;
} real4;

_Static_assert(sizeof(real4) == 4 * sizeof(real), "a particle is four reals, nothing between");
#endif

typedef struct double4 {
    alignas(32) double x;
    double y, z, w;
} double4;

#ifndef WEFT_WITHOUT_REAL
static inline real4 real4_sub(real4 a, real4 b) // w is 0
{
    return (real4){a.x - b.x, a.y - b.y, a.z - b.z, 0};
}

static inline real real4_dot(real4 a, real4 b) // of x, y, z
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline real4 real4_cross(real4 a, real4 b)
{
    return (real4){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x, 0};
}

static inline double4 double4_from(real4 a)
{
    return (double4){(double)a.x, (double)a.y, (double)a.z, (double)a.w};
}
#endif

static inline double4 double4_sub(double4 a, double4 b) // w is 0
{
    return (double4){a.x - b.x, a.y - b.y, a.z - b.z, 0};
}

static inline double double4_dot(double4 a, double4 b) // of x, y, z
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline double double4_norm(double4 a)
{
    return sqrt(double4_dot(a, a));
}

static inline double4 double4_scale(double s, double4 a) // w is 0
{
    return (double4){s * a.x, s * a.y, s * a.z, 0};
}

static inline double4 double4_cross(double4 a, double4 b)
{
    return (double4){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x, 0};
}

// The area of a triangle with corners x[3].
static inline double double4_triangle_area(const double4 *x)
{
    return double4_norm(double4_cross(double4_sub(x[1], x[0]), double4_sub(x[2], x[0]))) / 2;
}

// Six times the signed volume of a tetrahedron.
static inline double double4_volume6(double4 a, double4 b, double4 c, double4 d)
{
    return double4_dot(double4_cross(double4_sub(b, a), double4_sub(c, a)), double4_sub(d, a));
}

static inline void double4_add_to(double4 *a, double s, double4 b) // a += s b, w untouched
{
    a->x += s * b.x;
    a->y += s * b.y;
    a->z += s * b.z;
}

static inline double4 double4_along(double4 a, double s, double4 b) // a + s b, w of a
{
    return (double4){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z, a.w};
}

static inline double4 double4_of(const double v[3])
{
    return (double4){v[0], v[1], v[2], 0};
}

#endif
