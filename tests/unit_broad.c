// Broad phases: each finds exactly the pairs of a brute-force search, in the same order, on any number of threads. This holds for boxes of
// any kind and with too little room, and the search does not allocate.
#include "base/allocations.h"
#include "base/random.h"
#include "geometry/broad.h"
#include "rig.h"

// ---- scenes of boxes ----

typedef struct Boxes {
    int32_t targets, queries; // queries 0: pairs among the targets
    Box    *target, *query;
    Box    *target_end, *query_end; // at the end of the motion; NULL: at rest
    Box    *target_shift, *query_shift;
} Boxes;

static Boxes boxes_make(int32_t targets, int32_t queries)
{
    const Boxes boxes = {.targets = targets,
                         .queries = queries,
                         .target = calloc((size_t)targets + 1, sizeof(Box)),
                         .query = calloc((size_t)queries + 1, sizeof(Box))};
    assert_true(boxes.target && boxes.query);
    return boxes;
}

static void boxes_free(Boxes *boxes)
{
    free(boxes->target);
    free(boxes->query);
    free(boxes->target_end);
    free(boxes->query_end);
    free(boxes->target_shift);
    free(boxes->query_shift);
}

static BroadBoxes targets_of(const Boxes *b)
{
    return (BroadBoxes){b->target, b->target_end ? b->target_end : b->target, b->target_shift};
}

static BroadBoxes queries_of(const Boxes *b)
{
    return b->queries == 0 ? targets_of(b) : (BroadBoxes){b->query, b->query_end ? b->query_end : b->query, b->query_shift};
}

static float between(Random *random, double low, double high)
{
    return (float)(low + (high - low) * random_unit(random));
}

// A box of random edges up to `size` with its low corner in a cube of edge `extent`.
static Box random_box(Random *random, double extent, double size)
{
    Box box;
    for (int c = 0; c < 3; c++) {
        box.low[c] = between(random, -extent / 2, extent / 2);
        box.high[c] = box.low[c] + between(random, 0, size);
    }
    return box;
}

static void fill(Box *box, int32_t count, uint64_t seed, double extent, double size)
{
    Random random = {seed};
    for (int32_t i = 0; i < count; i++)
        box[i] = random_box(&random, extent, size);
}

static Boxes cloud(int32_t targets, int32_t queries, double size)
{
    Boxes boxes = boxes_make(targets, queries);
    fill(boxes.target, targets, 1, 1, size);
    fill(boxes.query, queries, 2, 1, size / 2);
    return boxes;
}

// Two sheets, one above the other, with cells of edge 1 in rows; one query for each corner.
static Boxes sheets(int side)
{
    const int32_t n = side * side;
    Boxes         boxes = boxes_make(2 * n, 2 * n);
    for (int32_t i = 0; i < 2 * n; i++) {
        const int   row = i % n / side;
        const float x = (float)(i % side), y = (float)row, z = i < n ? 0 : (float)0.3;
        boxes.target[i] = (Box){{x - (float)0.1, y - (float)0.1, z - (float)0.1}, {x + (float)1.1, y + (float)1.1, z + (float)0.1}};
        boxes.query[i] = (Box){{x - (float)0.2, y - (float)0.2, z - (float)0.2}, {x + (float)0.2, y + (float)0.2, z + (float)0.2}};
    }
    return boxes;
}

// Sizes over many orders of magnitude, from points to a box around all others; infinite boxes, inverted boxes, boxes with NaN in each
// place, duplicates.
static void spoil(Box *box, int32_t count, uint64_t seed)
{
    Random random = {seed};
    for (int32_t i = 0; i < count; i++) {
        const uint64_t what = random_below(&random, 24);
        const int      axis = (int)random_below(&random, 3);
        if (what < 8)
            box[i] = random_box(&random, 1, pow(10, -8 + (double)what));
        else if (what == 8)
            box[i] = (Box){{-1e30f, -1e30f, -1e30f}, {1e30f, 1e30f, 1e30f}};
        else if (what == 9)
            box[i].low[axis] = NAN;
        else if (what == 10)
            box[i].high[axis] = NAN;
        else if (what == 11)
            box[i].high[axis] = box[i].low[axis] - (float)0.01;
        else if (what == 12)
            box[i].high[axis] = INFINITY;
        else if (what == 13)
            box[i].low[axis] = -INFINITY;
        else if (what == 14)
            box[i].low[axis] = box[i].high[axis] = axis ? INFINITY : -INFINITY;
        else if (what == 15)
            memcpy(box[i].high, box[i].low, sizeof box[i].high);
        else if (what == 16 && i > 0)
            box[i] = box[i - 1];
        else if (what == 17)
            box[i].high[axis] = 3e38f, box[i].low[axis] = -3e38f;
        else if (what == 18)
            box[i] = (Box){{1e20f, 1e20f, 1e20f}, {1.00001e20f, 1.00001e20f, 1.00001e20f}};
        else if (what == 19)
            box[i] = (Box){{0, 0, 0}, {0, 0, 0}};
    }
}

static Boxes wild(int32_t targets, int32_t queries)
{
    Boxes boxes = cloud(targets, queries, 0.05);
    spoil(boxes.target, targets, 3);
    spoil(boxes.query, queries, 4);
    return boxes;
}

// ---- brute force ----

typedef struct Truth {
    int64_t    count;
    BroadPair *pairs;
} Truth;

static bool is_there(BroadBoxes a, int32_t i)
{
    bool there = true;
    for (int c = 0; c < 3; c++)
        there &= a.begin[i].low[c] <= a.begin[i].high[c] && a.end[i].low[c] <= a.end[i].high[c];
    return there;
}

static Box shift_of(BroadBoxes a, int32_t i)
{
    return a.shift ? a.shift[i] : (Box){{0}, {0}};
}

// Unless their gap along an axis exceeds the margin on the same side at both ends.
static bool overlap(BroadBoxes a, int32_t i, BroadBoxes b, int32_t k)
{
    const Box one = shift_of(a, i), other = shift_of(b, k);
    bool      all = is_there(a, i) && is_there(b, k);
    float     margin = 0;
    for (int c = 0; c < 3; c++)
        margin += fmaxf(one.high[c] - other.low[c], other.high[c] - one.low[c]);
    for (int c = 0; c < 3; c++)
        all &= !(a.begin[i].low[c] - b.begin[k].high[c] > margin && a.end[i].low[c] - b.end[k].high[c] > margin) &&
               !(b.begin[k].low[c] - a.begin[i].high[c] > margin && b.end[k].low[c] - a.end[i].high[c] > margin);
    return all;
}

typedef bool (*Accepts)(const void *user, int32_t query, int32_t target);

static Truth look_at_all(const Boxes *b, Accepts accepts, const void *user)
{
    const bool       same = b->queries == 0;
    const BroadBoxes target = targets_of(b), query = queries_of(b);
    Truth            truth = {0};
    int64_t          room = 1024;
    truth.pairs = malloc((size_t)room * sizeof *truth.pairs);
    for (int32_t q = 0; q < (same ? b->targets : b->queries); q++)
        for (int32_t t = same ? q + 1 : 0; t < b->targets; t++) {
            if (!overlap(query, q, target, t) || (accepts && !accepts(user, q, t)))
                continue;
            if (truth.count == room)
                truth.pairs = realloc(truth.pairs, (size_t)(room *= 2) * sizeof *truth.pairs);
            assert_non_null(truth.pairs);
            truth.pairs[truth.count++] = (BroadPair){q, t};
        }
    return truth;
}

// ---- runs ----

typedef struct Run {
    Arena  arena;
    Broad *broad;
    int    threads;
} Run;

static Run run_make_as(const Boxes *b, int64_t room, bool bounded, int threads, Accepts accepts, const void *user)
{
    Run              run = {.arena = arena_init(0), .threads = threads};
    const BroadSetup setup = {.target_count = b->targets,
                              .query_count = b->queries ? b->queries : b->targets,
                              .same = b->queries == 0,
                              .pair_room = room,
                              .bounded = bounded,
                              .threads = threads,
                              .arena = &run.arena,
                              .accepts = accepts,
                              .user = user};
    assert_ok(broad_create(&setup, &run.broad));
    return run;
}

static Run run_make(const Boxes *b, int64_t room, int threads, Accepts accepts, const void *user)
{
    return run_make_as(b, room, false, threads, accepts, user);
}

static Run run_make_bounded(const Boxes *b, int64_t room, int threads)
{
    return run_make_as(b, room, true, threads, NULL, NULL);
}

static BroadFound run_find(const Run *run, const Boxes *b)
{
    BroadFound found = {.count = -1};
#pragma omp parallel num_threads(run->threads) default(none) shared(run, b, found)
    broad_find(run->broad, targets_of(b), queries_of(b), &found);
    return found;
}

static void assert_found(const BroadFound *found, const Truth *truth, int64_t room)
{
    int64_t kept = truth->count;
    while (kept > room || (kept > 0 && kept < truth->count && truth->pairs[kept].query == truth->pairs[kept - 1].query))
        kept--;
    assert_int_equal(found->count, truth->count);
    assert_int_equal(found->kept, kept);
    if (kept > 0)
        assert_memory_equal(found->pairs, truth->pairs, (size_t)kept * sizeof *truth->pairs);
}

// On 1, 2 and 4 threads, twice, with room for `room` pairs (−1: for all).
static void check_filtered(const Boxes *b, int64_t room, Accepts accepts, const void *user)
{
    Truth truth = look_at_all(b, accepts, user);
    room = room < 0 ? truth.count : room;
    for (int threads = 1; threads <= 4; threads *= 2) {
        Run run = run_make(b, room, threads, accepts, user);
        for (int repeat = 0; repeat < 2; repeat++) {
            const BroadFound found = run_find(&run, b);
            assert_found(&found, &truth, room);
        }
        arena_destroy(&run.arena);
    }
    free(truth.pairs);
}

// Without counting, a search that runs out of room reports only that there are more pairs. The next search finds all of them again.
static void check_bounded(const Boxes *b, const Boxes *few, int64_t room)
{
    Truth truth = look_at_all(few, NULL, NULL);
    assert_true(truth.count <= room);
    for (int threads = 1; threads <= 4; threads *= 2) {
        Run run = run_make_bounded(b, room, threads);
        for (int repeat = 0; repeat < 2; repeat++) {
            const BroadFound many = run_find(&run, b);
            assert_int_equal(many.count, room + 1);
            assert_int_equal(many.kept, 0);
            const BroadFound found = run_find(&run, few);
            assert_found(&found, &truth, room);
        }
        arena_destroy(&run.arena);
    }
    free(truth.pairs);
}

static void check(Boxes boxes)
{
    check_filtered(&boxes, -1, NULL, NULL);
    boxes_free(&boxes);
}

// ---- tests ----

TEST(test_finds_all_pairs)
{
    static const double SIZES[] = {0, 0.001, 0.02, 0.3};
    for (size_t k = 0; k < sizeof SIZES / sizeof *SIZES; k++) {
        check(cloud(1500, 0, SIZES[k]));
        check(cloud(1500, 1200, SIZES[k]));
    }
    check(sheets(20));
}

TEST(test_few)
{
    static const int32_t COUNTS[] = {0, 1, 2, 15, 16, 17, 33, 255, 256, 257, 300};
    enum { COUNT = sizeof COUNTS / sizeof *COUNTS };
    for (int i = 0; i < COUNT; i++) {
        check(cloud(COUNTS[i], 0, 0.2));
        check(cloud(COUNTS[i], 40, 0.2));
        check(cloud(40, COUNTS[i], 0.2));
    }
}

TEST(test_strange_boxes)
{
    check(wild(900, 0));
    check(wild(900, 700));
    Boxes boxes = cloud(100, 0, 0.1);
    for (int32_t i = 0; i < boxes.targets; i++)
        boxes.target[i].low[i % 3] = NAN;
    check(boxes);
}

// Boxes that touch in a face, an edge or a corner overlap; half a unit in the last place apart they do not.
TEST(test_closed_boxes)
{
    Boxes boxes = boxes_make(4, 1);
    boxes.query[0] = (Box){{0, 0, 0}, {1, 1, 1}};
    boxes.target[0] = (Box){{1, 0, 0}, {2, 1, 1}};
    boxes.target[1] = (Box){{1, 1, 1}, {1, 1, 1}};
    boxes.target[2] = (Box){{nextafterf(1, 2), 0, 0}, {2, 1, 1}};
    boxes.target[3] = (Box){{-1, -1, -1}, {-1e-45f, 1, 1}};
    Truth truth = look_at_all(&boxes, NULL, NULL);
    assert_int_equal(truth.count, 2);
    free(truth.pairs);
    check(boxes);
}

// All boxes in one cell and on top of each other. All pairs overlap, but there is room for a few only; the first queries keep their pairs.
TEST(test_limited_memory)
{
    static const int64_t ROOMS[] = {0, 1, 299, 300, 5000, 44849, 44850, 100000};
    Boxes                boxes = boxes_make(300, 0), two = cloud(400, 400, 0.5);
    for (int32_t i = 0; i < boxes.targets; i++)
        boxes.target[i] = (Box){{(float)1e-3 * (float)i, 0, 0}, {1, 1, 1}};
    for (size_t k = 0; k < sizeof ROOMS / sizeof *ROOMS; k++) {
        check_filtered(&boxes, ROOMS[k], NULL, NULL);
        check_filtered(&two, ROOMS[k], NULL, NULL);
    }
    boxes_free(&boxes);
    boxes_free(&two);
}

static bool is_accepted(const void *user, int32_t query, int32_t target)
{
    return (query + target) % *(const int *)user == 0;
}

TEST(test_filter)
{
    static const int MODULUS = 3;
    Boxes            boxes = cloud(800, 0, 0.1), two = cloud(800, 500, 0.1);
    check_filtered(&boxes, -1, is_accepted, &MODULUS);
    check_filtered(&two, -1, is_accepted, &MODULUS);
    check_filtered(&two, 100, is_accepted, &MODULUS);
    boxes_free(&boxes);
    boxes_free(&two);
}

// A search after one that ran out of room is complete again.
TEST(test_recovers)
{
    Boxes crowd = boxes_make(500, 0), sparse = cloud(500, 0, 0.05);
    Truth truth = look_at_all(&sparse, NULL, NULL);
    for (int32_t i = 0; i < crowd.targets; i++)
        crowd.target[i] = (Box){{0, 0, 0}, {1, 1, 1}};
    Run        run = run_make(&sparse, truth.count, 2, NULL, NULL);
    BroadFound found = run_find(&run, &crowd);
    assert_int_equal(found.count, 500 * 499 / 2);
    assert_true(found.kept <= truth.count);
    found = run_find(&run, &sparse);
    assert_found(&found, &truth, truth.count);
    arena_destroy(&run.arena);
    free(truth.pairs);
    boxes_free(&crowd);
    boxes_free(&sparse);
}

// A search after one that gave up is complete again, whether the earlier one had one pair too many or far too many.
TEST(test_bounded)
{
    static const int64_t ROOMS[] = {3000, 20000, 500 * 499 / 2 - 1};
    Boxes crowd = boxes_make(500, 0), sparse = cloud(500, 0, 0.01), crowds = boxes_make(500, 500), few = cloud(500, 500, 0.01);
    for (int32_t i = 0; i < crowd.targets; i++)
        crowd.target[i] = crowds.target[i] = crowds.query[i] = (Box){{0, 0, 0}, {1, 1, 1}};
    for (size_t k = 0; k < sizeof ROOMS / sizeof *ROOMS; k++) {
        check_bounded(&crowd, &sparse, ROOMS[k]);
        check_bounded(&crowds, &few, ROOMS[k]);
    }
    boxes_free(&crowd);
    boxes_free(&sparse);
    boxes_free(&crowds);
    boxes_free(&few);
}

// Boxes move until all have left their start. The tree is refitted while its quality is sufficient, then rebuilt, and finds every pair in
// each step.
TEST(test_moving_boxes)
{
    Boxes  boxes = cloud(3000, 0, 0.03);
    Random random = {9};
    float(*velocity)[3] = malloc((size_t)boxes.targets * sizeof *velocity);
    assert_non_null(velocity);
    for (int32_t i = 0; i < boxes.targets; i++)
        for (int c = 0; c < 3; c++)
            velocity[i][c] = between(&random, -0.02, 0.02);
    Run run = run_make(&boxes, 1 << 20, 2, NULL, NULL);
    int rebuilds = 0, steps = 0;
    for (; steps < 20; steps++) {
        Truth            truth = look_at_all(&boxes, NULL, NULL);
        const BroadFound found = run_find(&run, &boxes);
        assert_found(&found, &truth, 1 << 20);
        rebuilds += found.rebuilt;
        free(truth.pairs);
        for (int32_t i = 0; i < boxes.targets; i++)
            for (int c = 0; c < 3; c++)
                boxes.target[i].low[c] += velocity[i][c], boxes.target[i].high[c] += velocity[i][c];
    }
    assert_in_range(rebuilds, 2, steps - 5);
    arena_destroy(&run.arena);
    free(velocity);
    boxes_free(&boxes);
}

// Moves boxes by `shift`, and by up to `own` more for each box, with a margin of a quarter of the relative displacement.
static void move(const Box *begin, int32_t count, float shift, double own, Box **end, Box **margin)
{
    Random random = {11};
    *end = calloc((size_t)count + 1, sizeof **end);
    *margin = calloc((size_t)count + 1, sizeof **margin);
    if (!*end || !*margin)
        abort();
    for (int32_t i = 0; i < count; i++)
        for (int c = 0; c < 3; c++) {
            const float way = shift + between(&random, -own, own);
            (*end)[i].low[c] = begin[i].low[c] + way;
            (*end)[i].high[c] = begin[i].high[c] + way;
            (*margin)[i].low[c] = way / 4 - (i % 3 == 0 ? (float)own : 0);
            (*margin)[i].high[c] = way / 4;
        }
}

// Elements that move within the search: apart, together, with boxes of any kind at both ends, and targets only.
TEST(test_elements_in_motion)
{
    for (int what = 0; what < 4; what++)
        for (int queries = 0; queries <= 700; queries += 700) {
            Boxes       boxes = what == 2 ? wild(900, queries) : cloud(900, queries, 0.05);
            const float shift = what == 1 ? 3 : 0;
            move(boxes.target, boxes.targets, shift, what == 1 ? 0.001 : 0.1, &boxes.target_end, &boxes.target_shift);
            if (what < 3)
                move(boxes.query, boxes.queries, shift, what == 1 ? 0.001 : 0.1, &boxes.query_end, &boxes.query_shift);
            if (what == 2)
                spoil(boxes.target_end, boxes.targets, 12);
            check(boxes);
        }
}

static int64_t count_pairs(const Boxes *boxes)
{
    Run           run = run_make(boxes, 1 << 20, 2, NULL, NULL);
    const int64_t count = run_find(&run, boxes).count;
    arena_destroy(&run.arena);
    return count;
}

// To multiples of 1/64 m, so that no sum is rounded.
static void round_boxes(Box *box, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        for (int c = 0; c < 3; c++) {
            box[i].low[c] = roundf(64 * box[i].low[c]) / 64;
            box[i].high[c] = roundf(64 * box[i].high[c]) / 64;
        }
}

// Sheets that move by many of their cells within a search have the pairs of sheets at rest.
TEST(test_sheets_in_motion)
{
    Boxes boxes = sheets(20);
    round_boxes(boxes.target, boxes.targets);
    round_boxes(boxes.query, boxes.queries);
    const int64_t at_rest = count_pairs(&boxes);
    move(boxes.target, boxes.targets, 32, 0, &boxes.target_end, &boxes.target_shift);
    move(boxes.query, boxes.queries, 32, 0, &boxes.query_end, &boxes.query_shift);
    assert_int_equal(count_pairs(&boxes), at_rest);
    boxes_free(&boxes);
}

// One element as large as the scene, one far away: other elements must not cost much more because of them, and no pair is lost.
TEST(test_outliers)
{
    Boxes boxes = sheets(25);
    boxes.target[7] = (Box){{-1e6f, -1e6f, -1e6f}, {1e6f, 1e6f, 1e6f}};
    boxes.query[9] = (Box){{-1e6f, -1e6f, -1e6f}, {1e6f, 1e6f, 1e6f}};
    boxes.target[8] = (Box){{1e6f, 1e6f, 1e6f}, {1e6f, 1e6f, 1e6f}};
    check(boxes);
}

TEST(test_no_allocation)
{
    if (allocations_count() < 0)
        skip();
    Boxes boxes = wild(2000, 0);
    for (int threads = 1; threads <= 2; threads++) {
        Run run = run_make(&boxes, 1000, threads, NULL, NULL);
        (void)run_find(&run, &boxes); // the first search starts the team
        const int64_t before = allocations_count();
        (void)run_find(&run, &boxes);
        assert_int_equal(allocations_count(), before);
        arena_destroy(&run.arena);
    }
    boxes_free(&boxes);
}

// A memory limit too small for a broad phase is reported, whichever allocation fails.
TEST(test_memory)
{
    for (size_t limit = 1000; limit < 1000000; limit += limit / 3) {
        Arena            arena = arena_init(limit);
        Broad           *broad = NULL;
        const BroadSetup setup = {
            .target_count = 5000, .query_count = 5000, .same = true, .pair_room = 50000, .threads = 2, .arena = &arena};
        const Status status = broad_create(&setup, &broad);
        assert_int_equal(status.code, STATUS_LIMIT);
        arena_destroy(&arena);
    }
}
