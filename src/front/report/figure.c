#include "report/private/figure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "report/private/coincide.h"
#include "report/private/empty.h"
#include "report/private/figure_files.h"
#include "report/private/figure_style_note.h"
#include "report/private/heat.h"

// ---- notes ----

static void add_note(FigureResult *out, const char *text)
{
    const size_t used = strlen(out->note);
    snprintf(out->note + used, sizeof out->note - used, "%s%s", used ? " " : "", text);
}

static void note_pooled(const Dataset *d, const Plot *p, FigureResult *out)
{
    char   text[300] = "Some points pool cases that differ in ";
    size_t used = strlen(text);
    int    count = 0;
    for (int s = 0; s < d->setting_count && used < sizeof text; s++) {
        bool differs = false;
        for (int i = 1; i < p->pooled.case_count; i++)
            differs = differs || value_compare(d->cases[p->pooled.cases[0]].settings[s], d->cases[p->pooled.cases[i]].settings[s]) != 0;
        if (!differs)
            continue;
        snprintf(text + used, sizeof text - used, "%s%s", count++ ? ", " : "", d->settings[s]);
        used = strlen(text);
    }
    add_note(out, text);
    add_note(out, "(put it in series, or choose one with where).");
}

// What the bars are, and of how many values.
static void note_spread(const Plot *p, FigureResult *out)
{
    static const char *const OF[] = {"Median and quartiles", "Mean", "Least", "Largest"};
    char                     text[200], count[40];
    int                      least = p->points[0].count, largest = least;
    for (int i = 1; i < p->point_count; i++) {
        least = p->points[i].count < least ? p->points[i].count : least;
        largest = p->points[i].count > largest ? p->points[i].count : largest;
    }
    snprintf(count, sizeof count, least == largest ? "%d" : "%d to %d", least, largest);
    if (!p->measured)
        snprintf(text, sizeof text, "%s of %s observations.", OF[p->spec->statistic], count);
    else if (largest == 1)
        snprintf(text, sizeof text, "Of one process each: the spread between processes is not known.");
    else
        snprintf(text, sizeof text, "Median of %s processes%s%s.", count, p->spread && p->style->spread ? " with its 95 % interval" : "",
                 least == 1 ? ", of which one has none" : "");
    if (p->measured || p->spec->statistic != STATISTIC_MEDIAN || (p->spread && p->style->spread))
        add_note(out, text);
    bool cut = false;
    for (int i = 0; i < p->point_count && p->style->spread; i++)
        cut = cut || axis_cuts(p, &p->points[i]);
    if (cut)
        add_note(out, "An interval may go on beyond the axis, which ends at half and twice the values.");
}

// "LEAD a, b and 3 more."
enum { NAMED = 4 };

typedef struct NameList {
    char   text[300];
    size_t used;
    int    count;
} NameList;

static void add_name(NameList *list, const char *lead, const char *name)
{
    if (list->count == 0)
        list->used = (size_t)snprintf(list->text, sizeof list->text, "%s ", lead);
    if (list->count < NAMED)
        list->used += (size_t)snprintf(list->text + list->used, sizeof list->text - list->used, "%s%.50s", list->count ? ", " : "", name);
    list->count++;
}

static void note_names(NameList *list, FigureResult *out)
{
    char *end = list->text + list->used;
    if (list->count > NAMED)
        snprintf(end, sizeof list->text - list->used, " and %d more.", list->count - NAMED);
    else
        snprintf(end, sizeof list->text - list->used, ".");
    if (list->count)
        add_note(out, list->text);
}

static void note_looks(const Plot *p, FigureResult *out)
{
    NameList alike = {.text = ""}, tiny = {.text = ""};
    for (int s = 0; s < p->series_count; s++) {
        bool again = false;
        for (int other = 0; other < s && !again; other++)
            again = p->series[other].facet == p->series[s].facet &&
                    look_equal(&p->series[other].look, &p->series[s].look, p->style->categorical);
        if (again)
            add_name(&alike, "More curves than there are styles; an earlier one looks the same as", p->series[s].label);
        if (p->series[s].tiny && !p->series[s].repeated)
            add_name(&tiny, "Too small to be seen, and not in the legend:", p->series[s].label);
    }
    note_names(&alike, out);
    note_names(&tiny, out);
}

static void note_limits(const Plot *p, const Canvas *canvas, FigureResult *out)
{
    char text[120];
    int  outside = 0;
    for (int i = 0; i < p->point_count; i++) {
        const double y = axis_along(&canvas->y, p->points[i].y), x = p->categorical ? 0.5 : axis_along(&canvas->x, p->points[i].position);
        outside += !(x >= 0 && x <= 1 && y >= 0 && y <= 1) && !p->points[i].hidden && !p->style->stacked && !p->heat;
        outside += p->heat && isfinite(p->points[i].y) && fabs(axis_along(&canvas->bar.axis, p->points[i].y) - 0.5) > 0.5 + 1e-9;
    }
    snprintf(text, sizeof text, "%d of %d %s.", outside, p->point_count,
             p->heat ? "cells lie beyond the limits of the colours and have that of the end" : "points lie beyond the limits of the axes");
    if (outside)
        add_note(out, text);
}

static void make_notes(const Dataset *d, const Plot *p, const Canvas *canvas, FigureResult *out)
{
    char text[FIGURE_NOTE_MAX];
    if (!p->style->profile)
        note_spread(p, out);
    if (figure_style_note(p, text, sizeof text))
        add_note(out, text);
    note_looks(p, out);
    note_limits(p, canvas, out);
    if (p->heat) {
        char heat[700];
        heat_note(p, heat, sizeof heat);
        if (*heat)
            add_note(out, heat);
    }
    if (p->style->stacked)
        add_note(out, "Each part is a median; medians need not add up to that of the whole.");
    if (p->spec->curve_count && p->categorical)
        add_note(out, "Its curves are left out: x is not a number.");
    for (int c = 0; c < p->curve_count; c++)
        if (p->curves[c].varies && !p->curves[c].repeated) {
            snprintf(text, sizeof text, "The curve %.100s has several values at one x, whose median is drawn.", p->curves[c].label);
            add_note(out, text);
        }
    if (p->pooled.case_count)
        note_pooled(d, p, out);
    if (p->hidden) {
        snprintf(text, sizeof text, "%d point%s zero or negative, which a logarithmic axis cannot show.", p->hidden,
                 p->hidden > 1 ? "s are" : " is");
        add_note(out, text);
    }
    if (p->unconverged) {
        snprintf(text, sizeof text, "%d point%s (ringed) on steps that ended without convergence.", p->unconverged,
                 p->unconverged > 1 ? "s rest" : " rests");
        add_note(out, text);
    }
    if (p->unreached) {
        snprintf(text, sizeof text, "%d point%s of a target that was not reached.", p->unreached,
                 p->unreached > 1 ? "s are left out: each is" : " is left out: it is");
        add_note(out, text);
    }
    if (p->no_baseline) {
        snprintf(text, sizeof text, "%d point%s left out: their baseline was not measured.", p->no_baseline,
                 p->no_baseline > 1 ? "s were" : " was");
        add_note(out, text);
    }
}

static const char TOO_FEW[] = "a performance profile compares two series, and there is %d; name what differs in `series`",
                  TOO_MANY[] =
                      "a performance profile of %d series: of three or more it may put the second and third in the wrong order (Gould "
                      "and Scott 2016); choose two with `where`, or use style `data_profile`";

static void explain_missing(const Dataset *d, const FigureSpec *spec, const Plot *p, FigureResult *out)
{
    if (empty_reason(d, spec->where, spec->where_count, out->missing, sizeof out->missing))
        return;
    if (heat_is_large(p))
        snprintf(out->missing, sizeof out->missing, "%d × %d cells in %d panel%s are more than can be seen; choose some with where",
                 p->category_count, p->row_count, p->facet_count, p->facet_count > 1 ? "s" : "");
    else if (p->style->cells && p->point_count)
        snprintf(out->missing, sizeof out->missing, "the target was reached in none of its %d cells", p->point_count);
    else if (p->style->ratio && p->share.most_series != 2 && p->share.problems > p->share.unsolved)
        snprintf(out->missing, sizeof out->missing, p->share.most_series > 2 ? TOO_MANY : TOO_FEW, p->share.most_series);
    else if (p->style->profile && p->share.problems)
        snprintf(out->missing, sizeof out->missing, "none of %d problems is solved by any series", p->share.problems);
    else if (p->style->profile)
        snprintf(out->missing, sizeof out->missing, "no finished case has %s in its `%s` data%s", spec->x, spec->data->name,
                 spec->where_count ? " where `where` of the figure selects it" : "");
    else if (p->hidden)
        snprintf(out->missing, sizeof out->missing, "all %d points are zero or negative, which a logarithmic axis cannot show", p->hidden);
    else if (p->unreached)
        snprintf(out->missing, sizeof out->missing, "the target was reached in none of its %d points", p->unreached);
    else if (p->no_baseline)
        snprintf(out->missing, sizeof out->missing, "the baseline of relative_to, %s = %s, was not measured", spec->relative[0].name,
                 spec->relative[0].values[0]);
    else
        snprintf(out->missing, sizeof out->missing, "no finished case has both %s and %s in its `%s` data%s", spec->y, spec->x,
                 spec->data->name, spec->where_count ? " where `where` of the figure selects it" : "");
}

// ---- files ----

enum { PATH_SIZE = 4096 };

typedef enum FileKind { FILE_CSV, FILE_DATA, FILE_SCRIPT } FileKind;

static Status write_file(const Plot *plot, const Canvas *canvas, const char *folder, const char *file, FileKind kind)
{
    static const char *const ENDINGS[] = {"csv", "dat", "gp"};
    char                     path[PATH_SIZE];
    FileDraft                draft;
    if (snprintf(path, sizeof path, "%s/%s.%s", folder, file, ENDINGS[kind]) >= (int)sizeof path)
        return status_make(STATUS_IO, "%s: the path is too long", folder);
    TRY(file_begin(path, &draft));
    if (kind == FILE_CSV)
        figure_csv(plot, draft.stream);
    else if (kind == FILE_DATA)
        figure_data(plot, canvas, draft.stream);
    else
        figure_script(plot, canvas, file, draft.stream);
    return file_commit(&draft);
}

// Pictures, as gnuplot writes them: what is in the beginning and at the end of each.
typedef struct Picture {
    const char *ending, *begin, *end;
} Picture;

static const Picture SVG = {"svg", "<svg", "</svg>"}, PDF = {"pdf", "%PDF-", "%%EOF"};

static Status picture_path(const char *folder, const char *file, const Picture *picture, char out[PATH_SIZE])
{
    if (snprintf(out, PATH_SIZE, "%s/%s.%s", folder, file, picture->ending) >= PATH_SIZE)
        return status_make(STATUS_IO, "%s: the path is too long", folder);
    return status_ok();
}

// Removes incomplete pictures and those of an earlier report.
static void remove_pictures(const char *folder, const char *file)
{
    const Picture *const all[] = {&SVG, &PDF};
    char                 path[PATH_SIZE];
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (picture_path(folder, file, all[i], path).code == STATUS_OK)
            unlink(path);
}

// Whether gnuplot has written it, whole: it may end without a word and with exit code 0 all the same.
static Status check_picture(const char *folder, const char *file, const Picture *picture)
{
    char   path[PATH_SIZE], begin[4096] = "", end[4096] = "";
    size_t begin_size = 0, end_size = 0;
    TRY(picture_path(folder, file, picture, path));
    FILE *in = fopen(path, "r");
    if (!in)
        return status_make(STATUS_ENVIRONMENT, "%s: gnuplot has written no such file", path);
    begin_size = fread(begin, 1, sizeof begin, in);
    if (fseek(in, -(long)sizeof end, SEEK_END) != 0)
        rewind(in);
    end_size = fread(end, 1, sizeof end, in);
    fclose(in);
    if (memmem(begin, begin_size, picture->begin, strlen(picture->begin)) && memmem(end, end_size, picture->end, strlen(picture->end)))
        return status_ok();
    return status_make(STATUS_ENVIRONMENT, "%s: what gnuplot has written is no %s, or half of one", path, picture->ending);
}

static Status draw_pictures(Gnuplot *gnuplot, const FigureLayout *layout, const char *folder, const char *file)
{
    char script[FIGURE_FILE_MAX + 8];
    snprintf(script, sizeof script, "%s.gp", file);
    TRY(gnuplot_run(gnuplot, folder, script));
    TRY(check_picture(folder, file, &SVG));
    return layout->pdf ? check_picture(folder, file, &PDF) : status_ok();
}

static Status write_files(const Plot *plot, const Canvas *canvas, Gnuplot *gnuplot, const char *folder, FigureResult *out)
{
    const FigureLayout *layout = &plot->spec->layout;
    for (int kind = FILE_CSV; kind <= FILE_SCRIPT; kind++)
        TRY(write_file(plot, canvas, folder, out->file, (FileKind)kind));
    remove_pictures(folder, out->file);
    out->drawn = draw_pictures(gnuplot, layout, folder, out->file);
    if (out->drawn.code != STATUS_OK)
        remove_pictures(folder, out->file);
    return status_ok();
}

static Status keep_points(Dataset *d, const Plot *plot, const Canvas *canvas, FigureResult *out)
{
    char  *text = NULL;
    Status status = figure_points(plot, canvas, &text);
    if (status.code == STATUS_OK)
        status = dataset_text(d, text, &out->points);
    free(text);
    return status;
}

static Status write_plot(Dataset *d, Plot *plot, Gnuplot *gnuplot, const char *folder, FigureResult *out)
{
    Canvas canvas;
    char   note[FIGURE_NOTE_MAX];
    Status status = canvas_init(plot, &canvas);
    if (status.code == STATUS_OK) {
        make_notes(d, plot, &canvas, out);
        coincide_part(plot, &canvas, note, sizeof note);
        if (*note)
            add_note(out, note);
        out->wide = canvas_mm(canvas.width) > 1.5 * FIGURE_COLUMN_MM;
        status = write_files(plot, &canvas, gnuplot, folder, out);
    }
    if (status.code == STATUS_OK)
        status = keep_points(d, plot, &canvas, out);
    canvas_destroy(&canvas);
    return status;
}

Status figure_write(Dataset *d, const FigureSpec *spec, Gnuplot *gnuplot, const char *folder, const char *prefix, FigureResult *out)
{
    Plot plot;
    *out = (FigureResult){.pdf = spec->layout.pdf, .drawn = status_ok()};
    snprintf(out->file, sizeof out->file, "%s%s", prefix, spec->name);
    snprintf(out->title, sizeof out->title, "%s", *spec->title ? spec->title : spec->name);
    TRY(plot_init(d, spec, &plot));
    if (plot.point_count == 0 || (plot.style->cells && !plot.heat)) {
        explain_missing(d, spec, &plot, out);
        plot_destroy(&plot);
        return status_ok();
    }
    const Status status = write_plot(d, &plot, gnuplot, folder, out);
    plot_destroy(&plot);
    return status;
}
