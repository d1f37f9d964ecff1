// Styles that are not lines, points or bars: frontiers of work against precision, staircases of profiles.
#include "report/private/figure_draw.h"

#include "report/private/look.h"

// The block of a series after those of all series, curves and the ideal.
static int figure_own(const Plot *p, int series)
{
    return p->series_count + p->curve_count + axis_has_ideal(p) + series;
}

// Columns of the data: 8 and 9 the interval of x, 10 y of what is beaten, 11 y of the rest.
void put_frontier(Script *s, int index)
{
    const Look *look = &s->plot->series[index].look;
    char        pale[LOOK_RGB];
    look_pale(look->rgb, pale);
    figure_next(s);
    fprintf(s->out, " index %d using 1:10 with points lc rgb '%s' pt %d ps 0.42", index, pale, look_marker(look->marker));
    figure_series_title(s, index);
    if (s->plot->spans) {
        figure_next(s);
        fprintf(s->out, " index %d using 8:11:($9-$8):(0) with vectors nohead lc rgb '%s' lw 1", index, look->rgb);
        figure_series_title(s, index);
    }
    if (s->plot->spread) {
        figure_next(s);
        fprintf(s->out, " index %d using 1:($11+$3-$2):(0):($4-$3) with vectors nohead lc rgb '%s' lw 1", index, look->rgb);
        figure_series_title(s, index);
    }
    figure_next(s);
    fprintf(s->out, " index %d using 1:2 with lines lc rgb '%s' lw 1.6 dt %s", figure_own(s->plot, index), look->rgb,
            look_dash(look->dash));
    figure_series_title(s, index);
    figure_next(s);
    fprintf(s->out, " index %d using 1:11 with points lc rgb '%s' pt %d ps 0.5", index, look->rgb, look_marker(look->marker));
    figure_series_title(s, index);
}

void put_profile(Script *s, int index)
{
    const Look *look = &s->plot->series[index].look;
    figure_next(s);
    fprintf(s->out, " index %d using 1:2 with steps lc rgb '%s' lw 1.6 dt %s", index, look->rgb, look_dash(look->dash));
    figure_series_title(s, index);
    figure_next(s);
    fprintf(s->out, " index %d using 1:6 with points lc rgb '%s' pt %d ps 0.45", index, look->rgb, look_marker(look->marker));
    figure_series_title(s, index);
}
