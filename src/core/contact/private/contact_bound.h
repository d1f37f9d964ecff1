// The displacement bound (Chen et al. 2025, offset geometric contact, doi 10.1145/3731205): limits how far each particle moves before
// distances are measured again. No pair of elements then passes through itself, whatever the solver computes.
//
// Notation. x̄: positions at the last detection. d: distance of a pair at x̄. ξ < d: distance that the pair must keep. b: radius of the
// ball of a particle. T, |T| ≤ τ: a translation common to all particles, so that the bound does not slow bodies that fall together. s: the
// known displacement of a scripted corner (a pin, or the nearest point of a collider) until the end of the step. γ = BOUND_GAMMA.
//
// Balls. Each particle that is free to move satisfies |x − x̄ − T| ≤ b with
//
//   b_v + b_w ≤ γ (d − ξ)      for free corners v, w of the two elements
//   b_v + τ ≤ γ (d − ξ − s)    for a free corner v and a scripted corner of the other element
//
// Then every pair keeps more than ξ, at x and on the straight path from x̄. The reason: points of an element are convex combinations of its
// corners. So the relative displacement of two points is at most b_v + b_w (T cancels), b_v + τ + s, or s + s' for two pins. Each is less
// than d − ξ, and a distance changes by no more than the relative displacement.
//
// Half-spaces. A particle may leave its ball along neighbouring surfaces. Let the unit vector n separate two elements by a at x̄: n·(v − w)
// ≥ a for all corners v, w. The pair keeps more than ξ along n, for the same reason, if
//
//   n·(Δv − T) ≥ −p and n·(Δw − T) ≤ q with p + q ≤ γ (a − ξ)    for free corners
//   n·Δv ≥ −γ (a − ξ − s)                                        for a free v and a scripted w
//
// Balls and half-spaces can be mixed corner by corner: with n of the nearest points a = d, and the ball of a corner lies in its half-space.
// Where round-off makes a smaller than d, the pair keeps its balls. A cut moves the particle from its requested position back along the
// straight line to x̄ + T, until it is inside all of its half-spaces. With line search n is that of the nearest points and p = q, so that
// all positions cut to one detection lie in one convex set. For other solvers p and q follow the needs of the two elements. There n may
// also be perpendicular to their relative path, so that elements which pass side by side do not stop each other.
//
// Colliders. For a convex collider n and q are those of the nearest point: n·(x − q) ≥ d − γ (d − ξ − s), where s is its displacement along
// n. Each particle keeps one such plane, its wall, for the nearest collider. A mesh at rest has one per triangle; a moving mesh gives a
// ball only.
//
// Search. Each particle stays in its region, a box about x̄ + T. Pairs not found have regions at least R apart. The region of a pin has
// width s + τ.
//
// Choice of ξ. ξ = R for a pair that is no contact of the step and is more than R apart, so that it does not come closer in this step.
// Otherwise ξ is R/4 or half of the distance: with ξ = 0 the distance of a pressed pair would shrink by a factor 1 − γ per step, and b with
// it. In the r-th repeated detection of a step the half becomes 1 − ½^(r+1), so that a pressed pair keeps more than ¼ of its distance in a
// step. ξ ≥ ξ_0, which is 64 units in the last place (ulp) of the largest position of the pair, so that round-off never decides the side of
// a particle.
//
// Rounding. Distances are measured in double precision, but cut positions are rounded to `real`, by at most ½ ulp per coordinate. So d is
// taken 16 ulp smaller, more than the √3 ulp by which two elements can move together.
//
// Open pairs. A pair has no bound, and is counted as open, if s or s + s' exceeds d − ξ, or if d is less than these 16 ulp. (With b = 0 two
// touching surfaces could never separate.) A scripted element may then pass a particle. The particle gets no bound from it until the end of
// the step, nor from elements with which it is crossed. Only in a step with open pairs is a particle tested for having
// passed a collider; otherwise it went round.
#ifndef WEFT_CONTACT_CONTACT_BOUND_H
#define WEFT_CONTACT_CONTACT_BOUND_H

#include <stdatomic.h>

#include "contact/private/contact_motion.h"
#include "contact/private/contact_pairs.h"

enum { BOUND_ROUNDS_MAX = 32 }; // detections in a substep, besides the first of the step

static const double BOUND_GAMMA = 0.9;       // γ; 2 γ_p of the paper
static const double BOUND_REDO_ABOVE = 0.01; // detect again if more was cut: fraction of touchable particles, or of Σ m |x − x̄|² (γ_e)
static const double BOUND_SHORT = 0.01;      // of R: cuts beyond this make the substep unconverged
static const double BOUND_KEPT_OF_R = 0.25; // ξ of a contact: at most this part of R
static const double BOUND_FLOOR = 64;       // ξ_0, in ulp of the largest position
static const double BOUND_ROUNDING = 16;    // subtracted from d, in ulp of the largest position
// In R. A particle with less room than this is stopped by the pair itself, not by an outdated detection.
static const double BOUND_MIN_ROOM = 1.0 / 32;
static const double BOUND_INSIDE = 2; // larger than any fraction of a path
// A region leaves a particle at least this way; a particle that meets its region gets a larger one in the next detection. Large regions
// make every detection find pairs that the step does not need.
static const double BOUND_MIN_MARGIN = 0.25;    // of R
static const double BOUND_MIN_OF_EDGE = 0.0625; // of the edge lengths at a particle
static const float  BOUND_GROWN_MAX = 64;       // times that way

// Positions of particles, in either precision.
typedef struct BoundView {
    real4   *position; // NULL: exact
    double4 *exact;
} BoundView;

typedef struct BoundCut {
    double4 shift; // m: T
    bool    fixed; // planes do not depend on requested positions: all cut positions lie in one convex set
} BoundCut;

typedef struct BoundBlock { // BOUND_BLOCK points; added in order, so that the bits do not depend on the threads
    double4 sum;            // Σ way; w: number of particles
    double  nearest;        // m: smallest room for T in any direction
    double  share, until;   // fractions of T.here and T.rest before a particle reaches a convex collider
    double  cut_momentum;   // Σ m |cut|, kg m
    double  cut, way;       // Σ m |cut|², Σ m |x − x̄ − T|²: of cut particles, of all; kg m²
    double  farthest;       // m: the longest |cut|
    int64_t count, asking;  // cut particles; those of them that a new detection would free
    int64_t unheld;         // those of them that only the search radius limits
    bool    wants;          // `requested` contains the positions of its particles before the cut
    bool    leaves;         // some of them are beyond their ball
} BoundBlock;

// T: `here` at x̄, plus `rest` until the end of the step, of which only the fraction `until` is carried out.
typedef struct Translation {
    double4 here, rest; // m
    double  until;
    double  length_max; // m, τ
} Translation;

// A pin could pass this particle in this step, on a path too long for the bound. From the next detection on the particle may be on the
// wrong side of it, and only contact corrects that.
typedef enum BoundSwept { SWEPT_NOT, SWEPT_NOW, SWEPT_BEFORE } BoundSwept;

typedef struct ContactBound {
    bool                on;
    ContactMotion      *motion; // the boxes of its elements are filled for every search
    const ContactPairs *pairs;
    double              h, begin; // s: of a substep; time at the start of the step
    int32_t             substeps;
    double              time, since;  // s: time of the positions in the solve; of x̄
    double              since_before; // s: of `next`, during a detection
    bool                first;        // this detection is the first of the step
    double4            *place, *next; // [particles] x̄, w: b; the new ones, during a detection
    double4            *wall;         // [particles] plane of the wall, n·x ≥ w; 0: none
    double4            *requested;    // [particles] positions before the cut, in blocks with `wants`
    float              *margin;       // [particles] m: smallest margin of a region around the path
    float              *grown;        // [particles] its factor in this step; doubled whenever only the region stopped the particle
    double4            *predicted;    // [particles] m: predicted displacement of the step
    Box                *region;       // [particles] m: relative to x̄ + T: where a particle may be, given the pairs searched
    Box                *next_region;  // those of a detection in progress
    double             *next_known;
    double             *known; // [particles] m: s of a pin, or of a collider at a particle; NULL: nothing is scripted
    _Atomic double     *free_margin,
        *scripted_margin;           // [particles] m: min γ (d − ξ)/2 over free elements; min γ (d − ξ − s) over scripted ones
    _Atomic uint8_t *swept;         // [particles] BoundSwept; NULL: nothing is scripted
    BoundBlock      *block;         // [blocks of points]
    double          *part_in_front; // [particles] fraction of its path from x̄ + T up to its wall or the end of its region
    _Atomic double  *part;          // [particles] fraction of its path to `requested` that planes allow; BOUND_INSIDE: within its ball
    BroadFound       found[PAIR_KINDS];
    double4         *way;                // [particles] m: from x̄ + T to `requested`; set if any particle leaves its ball
    bool            *leaves;             // [particles] leaves its ball in this cut
    BroadPair       *listed[PAIR_KINDS]; // pairs at x̄; the broad phase keeps them only until its next search
    int64_t          listed_count[PAIR_KINDS];
    double           kept;  // fraction of the distance of a contact used for ξ
    int32_t          poses; // per collider: one after each substep, or a single one
    ColliderPose    *pose;  // [colliders][poses]
    double4          mean;  // m: mean predicted displacement of the step
    Translation      shift, next_shift;
    bool             limited; // T was reduced to less than half
    bool             still;   // T = 0 for the remainder of this step, since it was limited
    bool             again;   // the last cut requires a detection
    bool             no_room; // too little memory for the pairs of the step's first detection
    // Of this step.
    int64_t rounds, rounds_now;         // repeated detections of the step; of this substep
    int64_t stopped;                    // earlier substeps that the bound stopped
    bool    refused, is_short;          // in this substep: a detection was refused; the last filter cut positions (BOUND_SHORT)
    int64_t cut, cut_now;               // particles cut by all filters; by the last one
    double  cut_momentum, momentum_now; // kg m; by all filters; by the last one
    double  left;                       // kg m: cut in stopped substeps
    int64_t open, open_now;             // largest number of open pairs in a detection
} ContactBound;

Status contact_bound_init(ContactMotion *motion, const ContactPairs *pairs, const ContactSettings *settings, Arena *arena,
                          ContactBound *out) GNU_MUST_CHECK;

// By all threads of a team; each ends with a barrier.

// The first detection of a step, at the positions of the state; after the contacts of the step were found.
void contact_bound_begin(ContactBound *bound, const State *state, PhaseClock *phases);

// Cuts x to the bound and sets bound->again if a new detection is needed. last: no later iteration can correct this cut.
void contact_bound_cut(ContactBound *bound, const BoundView *x, bool last, PhaseClock *phases);

// Counts the last cut. goes_on: the solver continues from the cut positions, so the cut is lost if no further detection was possible.
void contact_bound_note(ContactBound *bound, bool goes_on);

// By one thread, before a barrier: a substep that ends at `end`.
void contact_bound_substep(ContactBound *bound, double end);

double contact_bound_left(const ContactBound *bound); // kg m: momentum cut in stopped substeps

// Detects again with x as x̄, for paths to the positions before the last cut. Returns false, and changes nothing, if there is no room or
// after BOUND_ROUNDS_MAX detections in the substep. restore: x becomes those positions, to be cut again.
bool contact_bound_again(ContactBound *bound, const BoundView *x, bool restore, PhaseClock *phases);

// contact_bound_search.c: the detection at bound->next, for paths to bound->requested. Sets x̄ and b. Returns false, with nothing changed,
// if there is no room.
bool contact_bound_search(ContactBound *bound, PhaseClock *phases);

// By all threads; each ends with a barrier. walls (contact_bound_collider.c): the room that colliders leave for next_shift, in share, until
// and nearest of the blocks. balls (contact_bound_near.c): sets free_margin, scripted_margin, wall and open_now. planes (same file): lowers
// `part` of the particles that left their ball.
void contact_bound_walls(const ContactBound *bound);
void contact_bound_balls(ContactBound *bound);
void contact_bound_planes(ContactBound *bound, const BoundCut *cut);

// STATUS_LIMIT: no room for the pairs of the first detection of the step. After a barrier.
Status contact_bound_failed(const ContactBound *bound) GNU_MUST_CHECK;

void contact_bound_report(const ContactBound *bound, ContactReport *report); // cut, redone, stopped, cut_momentum, bound_open

static inline int32_t bound_substeps_done(const ContactBound *bound) // at x̄
{
    return (int32_t)lround((bound->since - bound->begin) / bound->h);
}

// Blocks of points, for loops of all threads.
enum { BOUND_BLOCK = 256 };

static inline int32_t bound_blocks(const ContactBound *bound)
{
    return (bound->motion->model->surface->point_count + BOUND_BLOCK - 1) / BOUND_BLOCK;
}

static inline int32_t bound_block_end(const ContactBound *bound, int32_t block)
{
    const int32_t max = (block + 1) * BOUND_BLOCK, points = bound->motion->model->surface->point_count;
    return max < points ? max : points;
}

static inline int32_t bound_point(const ContactBound *bound, int32_t p) // the particle of a point
{
    return bound->motion->model->surface->point[p];
}

static inline double bound_thickness(const ContactBound *bound)
{
    return bound->motion->model->surface->rules.thickness;
}

static inline double bound_load(_Atomic double *value)
{
    return atomic_load_explicit(value, memory_order_relaxed);
}

static inline double bound_room(const ContactBound *bound, int32_t particle) // to its wall, m; INFINITY: there is none
{
    const double4 wall = bound->wall[particle];
    return double4_dot(wall, wall) > 0 ? double4_dot(wall, bound->place[particle]) - wall.w : INFINITY;
}

static inline double bound_longest(const ContactBound *bound, int32_t particle) // way in its region, m
{
    const Box *box = &bound->region[particle];
    double     sum = 0;
    for (int k = 0; k < 3; k++) {
        const double max = fmax(-(double)box->low[k], (double)box->high[k]);
        sum += max * max;
    }
    return sqrt(sum);
}

static inline bool bound_moves(const ContactBound *bound, int32_t particle) // contact moves it
{
    return bound->motion->model->inverse_mass[particle] > 0;
}

static inline double bound_known(const ContactBound *bound, int32_t particle)
{
    return bound->known ? bound->known[particle] : 0;
}

#endif
