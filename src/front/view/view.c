// The page is view.html with the title, the data as JSON, and view.js, which reads the data. JSON of the page:
//   box {low [3], step} m, time_s [frames], runs [{label, points, particles, face_end, face_vertex, triangle, line, line_gone, face_gone,
// positions}]
// The arrays of a run are packed (private/view_pack.h). line_gone and face_gone are there if something tears, `triangle` (mesh_triangles)
// if a face is concave.
#include "view/view.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "data/escape.h"
#include "mesh/mesh.h"
#include "view/private/view_pack.h"
#include "view/private/view_runs.h"
#include "view_html.h"
#include "view_js.h"

static const double PAGE_MAX = 64 << 20; // bytes

// One step for all axes, so that the page has one resolution.
static ViewBox find_box(const ViewRuns *runs)
{
    double  high[3] = {-INFINITY, -INFINITY, -INFINITY}, side = 0;
    ViewBox box = {.low = {INFINITY, INFINITY, INFINITY}};
    for (int r = 0; r < runs->run_count; r++)
        for (size_t i = 0; i < (size_t)runs->frame_count * (size_t)runs->run[r].first.point_count; i++)
            for (int k = 0; k < 3; k++) {
                const double x = (double)runs->run[r].position[i][k];
                box.low[k] = fmin(box.low[k], x);
                high[k] = fmax(high[k], x);
            }
    for (int k = 0; k < 3; k++)
        side = fmax(side, high[k] - box.low[k]);
    box.step = side > 0 ? side / VIEW_GRID : 1;
    return box;
}

// ---- data ----

static Status no_memory(void)
{
    return status_make(STATUS_MEMORY, "out of memory for a page");
}

// Puts a packed text into the object and frees it.
static Status put(json_t *object, const char *key, Status packed, char *text, double *bytes)
{
    TRY(packed);
    const int failed = json_object_set_new(object, key, json_string_nocheck(text));
    *bytes += (double)strlen(text);
    free(text);
    return failed ? no_memory() : status_ok();
}

static Status put_indices(json_t *object, const char *key, const int32_t *index, size_t count, double *bytes)
{
    char        *text = NULL;
    const Status packed = view_pack_indices(index, count, &text);
    return put(object, key, packed, text, bytes);
}

static Status put_cut(json_t *object, const Mesh *mesh, double *bytes)
{
    MeshTriangles cut;
    bool          concave = false;
    TRY(mesh_triangles(mesh, &cut));
    for (int32_t i = 0; i < mesh->face_count; i++)
        concave = concave || (!cut.convex[i] && mesh->face_start[i + 1] > mesh->face_start[i] + 3);
    const Status status = concave ? put_indices(object, "triangle", cut.corner[0], 3 * (size_t)cut.count, bytes) : status_ok();
    mesh_triangles_destroy(&cut);
    return status;
}

// The triangles of concave faces, as they lie in the first frame.
static Status put_triangles(json_t *object, const SceneFrame *first, double *bytes)
{
    Mesh mesh;
    TRY(mesh_init(first->point_count, first->face_count, first->corner_count, 0, 0, &mesh));
    for (int32_t i = 0; i < 3 * first->point_count; i++)
        mesh.position[i / 3][i % 3] = (double)first->point[i / 3][i % 3];
    for (int32_t i = 0; i < first->face_count; i++)
        mesh.face_start[i + 1] = first->face_end[i];
    memcpy(mesh.face_vertex, first->face_vertex, (size_t)first->corner_count * sizeof *mesh.face_vertex);
    const Status status = put_cut(object, &mesh, bytes);
    mesh_destroy(&mesh);
    return status;
}

static Status put_run(json_t *object, const ViewRun *run, int frames, const ViewBox *box, double *bytes)
{
    const SceneFrame *first = &run->first;
    char             *text = NULL;
    const Status      packed = view_pack_positions(run->position, first->point_count, frames, box, &text);
    TRY(put(object, "positions", packed, text, bytes));
    TRY(put_indices(object, "face_end", first->face_end, (size_t)first->face_count, bytes));
    TRY(put_indices(object, "face_vertex", first->face_vertex, (size_t)first->corner_count, bytes));
    TRY(put_indices(object, "line", first->line[0], 2 * (size_t)first->line_count, bytes));
    TRY(put_triangles(object, first, bytes));
    if (!run->torn)
        return status_ok();
    TRY(put_indices(object, "face_gone", run->face_gone, (size_t)first->face_count, bytes));
    return put_indices(object, "line_gone", run->line_gone, (size_t)first->line_count, bytes);
}

static Status make_data(const ViewRuns *runs, const ViewBox *box, json_t *data, double *bytes)
{
    json_t *times = json_array(), *list = json_array();
    json_object_set_new(data, "box", json_pack("{s:[f,f,f],s:f}", "low", box->low[0], box->low[1], box->low[2], "step", box->step));
    json_object_set_new(data, "time_s", times);
    json_object_set_new(data, "runs", list);
    for (int f = 0; f < runs->frame_count; f++)
        json_array_append_new(times, json_real(runs->time_s[f]));
    for (int r = 0; r < runs->run_count; r++) {
        const ViewRun *run = &runs->run[r];
        json_t        *object =
            json_pack("{s:s,s:i,s:i}", "label", run->label, "points", run->first.point_count, "particles", run->particle_count);
        if (json_array_append_new(list, object) != 0)
            return no_memory();
        TRY(put_run(object, run, runs->frame_count, box, bytes));
    }
    const bool whole = json_object_size(data) == 3 && json_object_get(data, "box") && json_array_size(times) == (size_t)runs->frame_count;
    return whole ? status_ok() : no_memory();
}

// ---- page ----

// Writes the text up to the mark; returns the text after the mark.
static const char *put_until(const char *text, const char *mark, FILE *out)
{
    const char *at = strstr(text, mark);
    ASSERT(at);
    fwrite(text, 1, (size_t)(at - text), out);
    return at + strlen(mark);
}

static void put_title(const ViewSettings *settings, const ViewRuns *runs, FILE *out)
{
    if (settings->title)
        html_text(settings->title, out);
    for (int r = 0; r < runs->run_count && !settings->title; r++) {
        fputs(r ? ", " : "", out);
        html_text(runs->run[r].label, out);
    }
}

static Status put_page(const ViewSettings *settings, const ViewRuns *runs, const json_t *data, FILE *out)
{
    const char *rest = put_until(VIEW_HTML, "@HASH@", out);
    fputs(VIEW_JS_SHA256, out);
    for (int i = 0; i < 2; i++) { // of the window, and on the page
        rest = put_until(rest, "@TITLE@", out);
        put_title(settings, runs, out);
    }
    rest = put_until(rest, "@DATA@", out);
    if (json_dumpf(data, out, JSON_COMPACT | JSON_ENSURE_ASCII | JSON_ESCAPE_SLASH) != 0) // no </script> in it
        return status_make(STATUS_IO, "%s: cannot be written", settings->path);
    rest = put_until(rest, "@SCRIPT@", out);
    fputs(VIEW_JS, out);
    fputs(rest, out);
    return status_ok();
}

static void print_contents(const ViewSettings *settings, const ViewRuns *runs, const ViewBox *box, long bytes, FILE *out)
{
    fprintf(out, "%s: %d %s, %d %s to %g s, positions in steps of %.3g m, %.2f MiB\n", settings->path, runs->run_count,
            runs->run_count == 1 ? "run" : "runs", runs->frame_count, runs->frame_count == 1 ? "frame" : "frames",
            runs->time_s[runs->frame_count - 1], box->step, (double)bytes / 1048576);
    if (!runs->comparable)
        fprintf(out, "the runs have different numbers of particles: they are not compared\n");
}

static Status write_page(const ViewSettings *settings, const ViewRuns *runs, json_t *data, FILE *out)
{
    const ViewBox box = find_box(runs);
    FileDraft     draft;
    double        bytes = 0;
    TRY(make_data(runs, &box, data, &bytes));
    TRY(view_check_size(settings, settings->path, bytes, PAGE_MAX));
    TRY(file_begin_given(settings->path, &draft));
    const Status status = put_page(settings, runs, data, draft.stream);
    const long   written = ftell(draft.stream);
    if (status.code != STATUS_OK) {
        file_discard(&draft);
        return status;
    }
    TRY(file_commit(&draft));
    print_contents(settings, runs, &box, written, out);
    return status_ok();
}

Status view_write(const ViewSettings *settings, FILE *out)
{
    ViewRuns runs;
    if (settings->title)
        TRY(text_need_printable("--title", settings->title));
    TRY(view_runs_read(settings, &runs));
    json_t *data = json_object();
    Status  status = data ? write_page(settings, &runs, data, out) : no_memory();
    json_decref(data);
    view_runs_destroy(&runs);
    return status;
}
