// The displacement bound (Chen et al. 2025, offset geometric contact, doi 10.1145/3731205): how far each particle may go until distances
// are measured again, so that no pair of elements passes through itself, whatever a solver asks for.
//
// Distances d are measured at positions x̄. A particle that contact moves stays in a ball, |x − x̄ − T| ≤ b, with one translation T for all
// of them, |T| ≤ τ, so that bodies that fall together are not held. s: how far a corner that contact does not move (a pin, or the nearest
// point of a collider) goes until the end of the step, which is known; ξ < d: what a pair is to keep of its distance.
//
//   b_v + b_w ≤ γ (d − ξ)      for corners v, w of the two elements that contact moves
//   b_v + τ ≤ γ (d − ξ − s)    for a corner v that contact moves and one of the other element that it does not
//
// Theorem: every pair keeps more than ξ, at x and on the straight way from x̄ to x. Proof: a point of an element is a convex combination of
// its corners, so two points of a pair are displaced relative to each other by at most the largest relative displacement of two corners,
// one of each element: b_v + b_w, where T cancels; b_v + τ + s; or s + s' of two pins. Each is less than d − ξ, and a distance
// changes by no more. The balls are convex and hold for every shorter T, so the same is true on the way.
//
// What leaves its ball may go farther where the ball does not matter: along the surfaces beside it. The balls are larger than needed, since
// the theorem holds along one direction. Let n be a unit vector that separates two elements by a at x̄: n·(v − w) ≥ a for all corners v of
// the first and w of the second. If it is
//
//   n·(Δv − T) ≥ −p and n·(Δw − T) ≤ q with p + q ≤ γ (a − ξ)    for corners that contact moves
//   n·Δv ≥ −γ (a − ξ − s)                                        for v that contact moves and w that it does not
//
// then n·(v − w) > ξ for all corners, and so for all points, which are convex combinations: the plane stays between the elements. All ways
// are straight from x̄, so that it is true along them. Half-spaces and balls mix corner by corner: with the n of the nearest points a = d,
// and the ball of a corner lies in its half-space. Where a is less, as for directions with round-off, the pair keeps its balls.
//
// A cut to half-spaces puts a particle at the farthest place on the straight way from x̄ + T to where it was to go that lies in all of them;
// x̄ + T does. For a solver that searches along lines n is that of the nearest points and p = q: then all that is cut to one detection lies
// in one convex set. For the others, whose iterates each come from x̄, p and q are what the two elements need, or half each, and n may also
// be perpendicular to the way of one relative to the other: what passes beside an element never meets its border.
//
// A convex collider has such a plane, n and q of the nearest point: n·(x − q) ≥ d − γ (d − ξ − s), where s is how far it comes along n
// until the end of the step. Each particle has one, its wall, for the nearest of them; x̄ + T lies in front of it. Of a mesh that stands
// each triangle has one; a mesh that moves leaves a ball only.
//
// The search is bounded: a particle stays in its region, a box about x̄ + T, and a pair that was not found has regions that are R apart; the
// region of a pin is s + τ wide.
//
// ξ is R for a pair that is no contact of the step and is farther apart than R: what the detection did not find does not come nearer in
// this step. For others it is R/4 or half their distance: with ξ = 0 a pair that is pressed together would come nearer by a factor 1 − γ in
// every step, and then no longer get apart, since b shrinks with d. In the r-th detection of a step made again it is the part 1 − ½^(r+1)
// of their distance, so that a pair that is pressed keeps more than ¼ of its distance in a step, however often the bound is measured. ξ is
// never less than ξ_0, 64 last bits of the largest position of the pair: what is nearer than ξ_0 comes no nearer, so that d does not shrink
// until round-off decides which side a particle is on.
//
// Rounding: d is measured in double precision, but x is rounded to a real after it was cut, by at most ½ of a last bit in each coordinate.
// So d is taken to be 16 last bits less than it was measured, which is more than the √3 that two elements together are moved by.
//
// There is no bound, and the pair is counted as open, where s or s + s' is more than d − ξ, and where d is less than these 16 last bits:
// held at b = 0, two surfaces that touch could never come apart. What a script has carried past a particle so is past it in the detections
// that follow: of it the particle has no bound until the end of the step, nor of what contact holds it at, on the wrong side. There it is
// as without a bound. Whether a collider went past a particle is asked only where something was open: else the particle went round it.
#ifndef WEFT_CONTACT_CONTACT_BOUND_H
#define WEFT_CONTACT_CONTACT_BOUND_H

#include <stdatomic.h>

#include "contact/private/contact_motion.h"
#include "contact/private/contact_pairs.h"

enum { BOUND_ROUNDS_MAX = 32 }; // detections in a substep, besides the first of the step

static const double BOUND_GAMMA = 0.9;       // γ; 2 γ_p of the paper
static const double BOUND_REDO_ABOVE = 0.01; // of the particles that can touch, or of Σ m |x − x̄|²: more was cut, so detect again (γ_e)
static const double BOUND_SHORT = 0.01;      // of R: positions that are cut by more are not those that were solved for
static const double BOUND_KEPT_OF_R = 0.25; // ξ of a contact: at most this part of R
static const double BOUND_FLOOR = 64;       // ξ_0, and
static const double BOUND_ROUNDING = 16;    // what d is taken less, both in last bits of the largest position
// Of R: where a particle has no more room than this it is the pair that holds it, and not the place at which distances were measured.
static const double BOUND_LEAST_ASKING = 1.0 / 32;
static const double BOUND_INSIDE = 2;       // more than any part of a way
static const double BOUND_LEAST_MARGIN = 1; // of R
static const float  BOUND_GROWN_MOST = 8;
static const double BOUND_LEAST_OF_EDGE = 0.125; // of the edges of a particle

// Positions of particles, in either precision.
typedef struct BoundView {
    real4   *position; // NULL: exact
    double4 *exact;
} BoundView;

typedef struct BoundCut {
    double4 shift; // m: T
    bool    fixed; // the planes do not depend on where particles are to go: all positions that are cut lie in one convex set
} BoundCut;

typedef struct BoundBlock { // of BOUND_BLOCK points; added in order, so that the bits do not depend on the threads
    double4 sum;            // Σ way; w: how many particles
    double  nearest;        // m: the least that anything leaves T in every direction
    double  share, until;   // of T.here, and of T.rest, before a particle comes to a convex collider
    double  cut_momentum;   // Σ m |cut|, kg m
    double  cut, way;       // Σ m |cut|², Σ m |x − x̄ − T|² of particles that were cut and of all, kg m²
    double  farthest;       // m: the longest |cut|
    int64_t count, asking;  // particles that were cut; of them, those that a detection would help
    int64_t unheld;         // of them, those that no pair holds, but the radius of the search
    bool    wants;          // `wanted` holds the positions of its particles before the cut
    bool    leaves;         // of them, some beyond their ball
} BoundBlock;

// T: `here` at x̄, and `rest` more until the end of the step; it stops when this part of `rest` is done.
typedef struct Translation {
    double4 here, rest; // m
    double  until;
    double  most; // m, τ
} Translation;

// A particle that pins could go past in this step, by a way longer than the bound can follow: from the next detection on it may be on the
// wrong side of them, and contact alone puts it right.
typedef enum BoundSwept { SWEPT_NOT, SWEPT_NOW, SWEPT_BEFORE } BoundSwept;

typedef struct ContactBound {
    bool                on;
    ContactMotion      *motion; // the boxes of its elements are filled for every search
    const ContactPairs *pairs;
    double              h, begin; // s: of a substep; time at the start of the step
    int32_t             substeps;
    double              time, since;  // s: of the positions that are being solved for; of x̄
    double              since_before; // s: of `next`, while a detection is under way
    bool                first;        // it is the first of the step
    double4            *place, *next; // [particles] x̄, w: b; those before, while a detection is under way
    double4            *wall;         // [particles] a plane to stay in front of, n·x ≥ w; 0: none
    double4            *wanted;       // [particles] positions before the cut, in blocks that say so
    float              *least;        // [particles] m: the least margin of a region around the way
    float              *grown;        // [particles] its factor in this step: it doubles whenever nothing else held the particle
    double4            *predicted;    // [particles] m: the way of the whole step
    Box                *region;       // [particles] m: from x̄ + T, where a particle may be with the pairs that were searched for
    Box                *next_region;  // those of a detection that is under way
    double             *next_known;
    double             *known;        // [particles] m: s of a pin, or of a collider at a particle; NULL: nothing is scripted
    _Atomic double *between, *beside; // [particles] m: least γ (d − ξ)/2 among what moves; least γ (d − ξ − s) beside what does not
    _Atomic uint8_t *swept;           // [particles] BoundSwept; NULL: nothing is scripted
    BoundBlock      *block;           // [blocks of points]
    double          *part_in_front;   // [particles] the part of its way from x̄ + T before its wall and in its region
    _Atomic double  *part;            // [particles] of the way from x̄ + T to `wanted` that planes leave; BOUND_INSIDE: within its ball
    BroadFound       found[PAIR_KINDS];
    double4         *way;                // [particles] m: from x̄ + T to `wanted`; where some leave their balls
    bool            *leaves;             // [particles] its ball, in this cut
    BroadPair       *listed[PAIR_KINDS]; // the pairs of x̄: the broad phase keeps them only until its next search
    int64_t          listed_count[PAIR_KINDS];
    double           kept;  // of the distance of a contact, in ξ
    int32_t          poses; // of each collider: after each substep of the step, or the only one
    ColliderPose    *pose;  // [colliders][poses]
    double4          mean;  // m: of the ways that were predicted for the step
    Translation      shift, next_shift;
    bool             limited; // less than half of T was left of it
    bool             still;   // no T any more in this step, since it was limited
    bool             again;   // the last cut asks for a detection
    bool             no_room; // for the pairs of the first detection of the step
    // Of this step.
    int64_t rounds, rounds_now;         // detections made again; in this substep
    int64_t stopped;                    // substeps before this one in which the bound set how far particles went
    bool    refused, is_short;          // in this substep: another detection; positions were cut by the last filter, see BOUND_SHORT
    int64_t cut, cut_now;               // particles cut, over all filters; of the last filter
    double  cut_momentum, momentum_now; // kg m; over all filters; of the last one
    double  left;                       // kg m: of those that the bound stopped
    int64_t open, open_now;             // the most pairs of a detection without a bound
} ContactBound;

Status contact_bound_init(ContactMotion *motion, const ContactPairs *pairs, const ContactSettings *settings, Arena *arena,
                          ContactBound *out) GNU_MUST_CHECK;

// By all threads of a team; each ends with a barrier.

// The first detection of a step, at the positions of the state; after the contacts of the step were found.
void contact_bound_begin(ContactBound *bound, const State *state, PhaseClock *phases);

// Cuts x to the bound; bound->again says whether to detect again. last: no iteration comes after it that could mend what is cut.
void contact_bound_cut(ContactBound *bound, const BoundView *x, bool last, PhaseClock *phases);

// Counts the last cut; goes_on: the solver goes on with what it left, so that what was cut is lost where no other detection was to be had.
void contact_bound_note(ContactBound *bound, bool goes_on);

// By one thread, before a barrier: a substep that ends at `end`.
void contact_bound_substep(ContactBound *bound, double end);

double contact_bound_left(const ContactBound *bound); // kg m: what it took of them there

// Detects again, with x as x̄, for a way to the positions that the last cut began with. False, and nothing changed: there is no room, or
// there were BOUND_ROUNDS_MAX in the substep. wanted: x becomes those positions, to be cut again.
bool contact_bound_again(ContactBound *bound, const BoundView *x, bool wanted, PhaseClock *phases);

// contact_bound_search.c: the detection, at bound->next and for the ways to bound->wanted; x̄ and b if there is room, else false, and
// nothing has changed.
bool contact_bound_search(ContactBound *bound, PhaseClock *phases);

// By all threads; each ends with a barrier. walls (contact_bound_beside.c): what colliders leave next_shift: share, until and nearest of
// the blocks. Both others (contact_bound_near.c), balls: between, beside, wall and open_now; planes: lowers `part` of the particles that
// left their ball.
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
    const int32_t most = (block + 1) * BOUND_BLOCK, points = bound->motion->model->surface->point_count;
    return most < points ? most : points;
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
        const double most = fmax(-(double)box->low[k], (double)box->high[k]);
        sum += most * most;
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
