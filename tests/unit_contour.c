// Contours: where marching squares draws a line is known in closed form.
#include "check.h"
#include "report/private/contour.h"

enum { COLUMNS = 6, ROWS = 5 };

static void make(const double *grid, int columns, int rows, double level, Contour *out)
{
    assert_int_equal(contour_make(grid, columns, rows, level, out).code, STATUS_OK);
}

static void fill(double grid[ROWS * COLUMNS], double (*of)(double x, double y))
{
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++)
            grid[row * COLUMNS + column] = of(column, row);
}

// Every point on a side of the grid, none farther from the one before than across a square.
static void check_steps(const ContourLine *line)
{
    for (int i = 0; i < line->count; i++) {
        const ContourPoint p = line->points[i];
        assert_true(p.x >= 0 && p.x <= COLUMNS - 1 && p.y >= 0 && p.y <= ROWS - 1);
        assert_true(p.x == round(p.x) || p.y == round(p.y));
        if (i)
            assert_true(fabs(line->points[i - 1].x - p.x) <= 1 && fabs(line->points[i - 1].y - p.y) <= 1);
    }
}

static double plane(double x, double y)
{
    return x + 2 * y - 3;
}

static double exponential(double x, double y)
{
    return exp(plane(x, y));
}

// x + 2y = 6.5 from the lower or right edge to the upper or left one. Interpolation is linear, of positive values in their logarithms, so
// that both lie on it to rounding.
static void test_plane(void **state)
{
    double grid[ROWS * COLUMNS];
    for (int positive = 0; positive < 2; positive++) {
        Contour c;
        fill(grid, positive ? exponential : plane);
        make(grid, COLUMNS, ROWS, positive ? exp(3.5) : 3.5, &c);
        assert_int_equal(c.line_count, 1);
        const ContourLine *line = c.lines;
        assert_false(line->closed);
        check_steps(line);
        for (int i = 0; i < line->count; i++)
            assert_near(line->points[i].x + 2 * line->points[i].y, 6.5, 1e-12);
        const ContourPoint a = line->points[0], b = line->points[line->count - 1]; // x from 0 to 5: y from 3.25 to 0.75
        assert_near(fmin(a.x, b.x), 0, 1e-12);
        assert_near(fmax(a.x, b.x), 5, 1e-12);
        assert_int_equal(line->count, 9); // of columns 0 … 5, and of rows 1, 2 and 3
        contour_destroy(&c);
    }
}

static void test_beyond_the_values(void **state)
{
    double  grid[ROWS * COLUMNS];
    Contour c;
    fill(grid, plane);
    for (int i = 0; i < 2; i++) {
        make(grid, COLUMNS, ROWS, i ? 100 : -100, &c);
        assert_int_equal(c.line_count, 0);
        contour_destroy(&c);
    }
}

static double bowl(double x, double y)
{
    return (x - 2.5) * (x - 2.5) + (y - 2) * (y - 2) - 2;
}

// Round the bowl, once, and back to its first point. Between neighbours a square is at most 1/4 above its chord, so that the points lie
// inside of the circle by less than that over the gradient.
static void test_closed(void **state)
{
    double  grid[ROWS * COLUMNS], turned = 0;
    Contour c;
    fill(grid, bowl);
    make(grid, COLUMNS, ROWS, 0, &c);
    assert_int_equal(c.line_count, 1);
    assert_true(c.lines->closed);
    check_steps(c.lines);
    for (int i = 0; i + 1 < c.lines->count; i++) {
        const ContourPoint a = c.lines->points[i], b = c.lines->points[i + 1];
        assert_near(hypot(a.x - 2.5, a.y - 2), sqrt(2), 0.1);
        turned += remainder(atan2(b.y - 2, b.x - 2.5) - atan2(a.y - 2, a.x - 2.5), 2 * acos(-1));
    }
    assert_near(fabs(turned), 2 * acos(-1), 1e-9);
    contour_destroy(&c);
}

// Corners 1 and −1 crosswise, with a mean of 0: below it what is high belongs together, above it what is low.
static void test_saddle(void **state)
{
    static const double SADDLE[] = {1, -1, -1, 1};
    for (int i = 0; i < 2; i++) {
        const double level = i ? 0.5 : -0.5;
        Contour      c;
        make(SADDLE, 2, 2, level, &c);
        assert_int_equal(c.line_count, 2);
        for (int l = 0; l < 2; l++) {
            const ContourPoint a = c.lines[l].points[0], b = c.lines[l].points[1];
            const double       x = a.x + b.x > 1 ? 1 : 0, y = a.y + b.y > 1 ? 1 : 0; // the corner that it cuts off
            assert_int_equal(c.lines[l].count, 2);
            assert_true((x == y) == (level > 0)); // corners of equal x and y are the high ones
            assert_near(fabs(a.x - x) + fabs(a.y - y), 0.25, 1e-12);
            assert_near(fabs(b.x - x) + fabs(b.y - y), 0.25, 1e-12);
        }
        contour_destroy(&c);
    }
}

// Through a hole no line is drawn: the one of the plane ends on both sides of it.
static void test_hole(void **state)
{
    double  grid[ROWS * COLUMNS];
    Contour c;
    fill(grid, plane);
    grid[2 * COLUMNS + 3] = NAN;
    make(grid, COLUMNS, ROWS, 3.5, &c);
    assert_int_equal(c.line_count, 2);
    for (int l = 0; l < 2; l++)
        for (int i = 0; i < c.lines[l].count; i++) {
            const ContourPoint p = c.lines[l].points[i];
            assert_near(p.x + 2 * p.y, 6.5, 1e-12);
            assert_false(p.x > 2 && p.x < 4 && p.y > 1 && p.y < 3);
        }
    contour_destroy(&c);
}

static void test_levels(void **state)
{
    static const struct {
        double low, high;
        int    count;
        double first, last;
    } RANGES[] = {{1, 16, 3, 2, 8},          {1, 1024, 4, 4, 256},        {0.0015, 13, 4, 0.01, 10},
                  {0.01, 0.4, 4, 0.02, 0.2}, {-1, 1, 3, -0.5, 0.5},       {2, 2, 0, 0, 0},
                  {10, 12, 3, 10.5, 11.5},   {1e-12, 1e12, 7, 1e-9, 1e9}, {0.003, 0.02, 2, 0.005, 0.01}};
    for (size_t i = 0; i < sizeof RANGES / sizeof *RANGES; i++) {
        double    levels[8] = {0};
        const int count = contour_levels(RANGES[i].low, RANGES[i].high, 8, levels);
        if (count != RANGES[i].count)
            fail_msg("%g to %g: %d levels, from %g to %g", RANGES[i].low, RANGES[i].high, count, levels[0], count ? levels[count - 1] : 0);
        for (int k = 0; k < count; k++)
            assert_true(levels[k] > RANGES[i].low && levels[k] < RANGES[i].high && (k == 0 || levels[k] > levels[k - 1]));
        if (count && (fabs(levels[0] / RANGES[i].first - 1) > 1e-9 || fabs(levels[count - 1] / RANGES[i].last - 1) > 1e-9))
            fail_msg("%g to %g: levels from %g to %g", RANGES[i].low, RANGES[i].high, levels[0], levels[count - 1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_plane),  cmocka_unit_test(test_beyond_the_values),
                                       cmocka_unit_test(test_closed), cmocka_unit_test(test_saddle),
                                       cmocka_unit_test(test_hole),   cmocka_unit_test(test_levels)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
