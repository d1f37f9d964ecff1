#include "figure/figure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/owned.h"
#include "figure/private/figure_files.h"
#include "figure/private/figure_notes.h"
#include "figure/private/figure_script.h"
#include "figure/private/heat.h"

// ---- files ----

enum { PATH_SIZE = 4096 };

typedef enum FileKind { FILE_CSV, FILE_DATA, FILE_SCRIPT } FileKind;

static Status write_file(const Plot *plot, const Layout *layout, const char *folder, const char *file, FileKind kind)
{
    static const char *const ENDINGS[] = {"csv", "dat", "gp"};
    char                     path[PATH_SIZE];
    FileDraft                draft;
    if (snprintf(path, sizeof path, "%s/%s.%s", folder, file, ENDINGS[kind]) >= (int)sizeof path)
        return status_make(STATUS_IO, "%s: the path is too long; use a shorter one", folder);
    TRY(file_begin(path, &draft));
    if (kind == FILE_CSV)
        figure_csv(plot, draft.stream);
    else if (kind == FILE_DATA)
        figure_data(plot, layout, draft.stream);
    else
        figure_script(plot, layout, file, draft.stream);
    return file_commit(&draft);
}

// A picture of gnuplot: the texts at its beginning and at its end.
typedef struct Picture {
    const char *ending, *begin, *end;
} Picture;

static const Picture SVG = {"svg", "<svg", "</svg>"}, PDF = {"pdf", "%PDF-", "%%EOF"};

static Status picture_path(const char *folder, const char *file, const Picture *picture, char out[PATH_SIZE])
{
    if (snprintf(out, PATH_SIZE, "%s/%s.%s", folder, file, picture->ending) >= PATH_SIZE)
        return status_make(STATUS_IO, "%s: the path is too long; use a shorter one", folder);
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

// Whether gnuplot has written the whole picture: it may fail without a message and with exit code 0.
static Status check_picture(const char *folder, const char *file, const Picture *picture)
{
    enum { PART = 4096, BYTES_MAX = 1 << 30 };
    char path[PATH_SIZE];
    OWNED(char) *bytes = NULL;
    size_t size = 0;
    TRY(picture_path(folder, file, picture, path));
    if (file_read(path, BYTES_MAX, &bytes, &size).code != STATUS_OK)
        return status_make(STATUS_ENVIRONMENT, "%s: gnuplot has not written this file; run gnuplot on the .gp file beside it to see why",
                           path);
    const size_t part = size < PART ? size : PART;
    const bool   whole = memmem(bytes, part, picture->begin, strlen(picture->begin)) &&
                       memmem(bytes + size - part, part, picture->end, strlen(picture->end));
    if (whole)
        return status_ok();
    return status_make(STATUS_ENVIRONMENT, "%s: the %s file of gnuplot is incomplete; check the space on the disk", path, picture->ending);
}

static Status draw_pictures(Gnuplot *gnuplot, bool pdf, const char *folder, const char *file)
{
    char script[FIGURE_FILE_MAX + 8];
    snprintf(script, sizeof script, "%s.gp", file);
    TRY(gnuplot_run(gnuplot, folder, script));
    TRY(check_picture(folder, file, &SVG));
    return pdf ? check_picture(folder, file, &PDF) : status_ok();
}

static Status write_files(const Plot *plot, const Layout *layout, Gnuplot *gnuplot, const char *folder, FigureResult *out)
{
    for (int kind = FILE_CSV; kind <= FILE_SCRIPT; kind++)
        TRY(write_file(plot, layout, folder, out->file, (FileKind)kind));
    remove_pictures(folder, out->file);
    out->drawn = draw_pictures(gnuplot, plot->spec->layout.pdf, folder, out->file);
    if (out->drawn.code != STATUS_OK)
        remove_pictures(folder, out->file);
    return status_ok();
}

static Status keep_points(Dataset *d, const Plot *plot, const Layout *layout, FigureResult *out)
{
    OWNED(char) *text = NULL;
    TRY(figure_points(plot, layout, &text));
    return dataset_text(d, text, &out->points);
}

static Status write_plot(Dataset *d, const Plot *plot, Gnuplot *gnuplot, const char *folder, FigureResult *out)
{
    Layout layout;
    layout_make(plot, &layout);
    figure_caption(plot, out->caption, sizeof out->caption);
    figure_notes(d, plot, &layout, out->note, sizeof out->note);
    out->wide = layout_mm(layout.width) > 1.5 * FIGURE_COLUMN_MM;
    TRY(write_files(plot, &layout, gnuplot, folder, out));
    return keep_points(d, plot, &layout, out);
}

Status figure_write(Dataset *d, const FigureSpec *spec, Gnuplot *gnuplot, const char *folder, const char *prefix, FigureResult *out)
{
    Plot plot;
    *out = (FigureResult){.pdf = spec->layout.pdf, .drawn = status_ok()};
    snprintf(out->file, sizeof out->file, "%s%s", prefix, spec->name);
    snprintf(out->title, sizeof out->title, "%s", *spec->title ? spec->title : spec->name);
    TRY(plot_init(d, spec, &plot));
    TRY(heat_create(d, &plot));
    if (plot.point_count == 0 || (plot.style->cells && !plot.heat))
        figure_missing(d, &plot, out->missing, sizeof out->missing);
    else
        TRY(write_plot(d, &plot, gnuplot, folder, out));
    return status_ok();
}
