#include "report/private/stills.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "case/case_recorded.h"
#include "report/private/still.h"
#include "report/private/view_pack.h"
#include "store/sql.h"

enum { PATH_SIZE = 512 };

// ---- frames ----

static Status draw(Dataset *d, const SceneFrame *frame, const StillView *view, const char **out)
{
    char  *bytes = NULL;
    size_t size = 0;
    FILE  *stream = open_memstream(&bytes, &size);
    Status status = stream ? still_png(frame, view, stream) : status_make(STATUS_MEMORY, "out of memory for a picture");
    if (stream && fclose(stream) != 0 && status.code == STATUS_OK)
        status = status_make(STATUS_MEMORY, "out of memory for a picture");
    char *text = status.code == STATUS_OK ? view_base64((const uint8_t *)bytes, size) : NULL;
    if (status.code == STATUS_OK)
        status = text ? dataset_text(d, text, out) : status_make(STATUS_MEMORY, "out of memory for a picture");
    free(text);
    free(bytes);
    return status;
}

// The first and the last frame of a folder, at one scale.
static Status draw_frames(Dataset *d, const char *folder, Still *still)
{
    SceneFrameList list;
    SceneFrame     frames[2] = {{0}, {0}};
    StillView      view = {.any = false};
    TRY(scene_read_pvd(folder, &list));
    Status status = status_ok();
    for (int i = 0; i < 2 && status.code == STATUS_OK; i++) {
        status = scene_read_frame(list.path[i ? list.count - 1 : 0], &frames[i]);
        still_view_add(&view, &frames[i]);
    }
    for (int i = 0; i < 2 && status.code == STATUS_OK; i++)
        status = draw(d, &frames[i], &view, &still->picture[i]);
    still->time_s = list.time_s[list.count - 1];
    for (int i = 0; i < 2; i++)
        scene_frame_destroy(&frames[i]);
    scene_frame_list_destroy(&list);
    return status;
}

// ---- cases ----

static Status read_case(const Dataset *d, const CaseRow *row, Case *out)
{
    sqlite3_stmt *query = NULL;
    TRY(sql_prepare(d->db, "SELECT json FROM stored_case WHERE case_id = ?", &query));
    const char *text = "";
    Status      status = sql_bind(query, "i", row->id);
    if (status.code == STATUS_OK)
        status = sqlite3_step(query) == SQLITE_ROW ? sql_text(query, 0, &text) : sql_error(d->db, "cannot be read");
    json_t *json = json_loads(text, 0, NULL);
    sqlite3_finalize(query);
    TRY(status);
    status = json ? case_from_json(json, out) : status_make(STATUS_INPUT, "its case cannot be read");
    json_decref(json);
    if (status.code == STATUS_OK && strcmp(out->key, row->key) != 0)
        status = status_make(STATUS_INPUT, "the scene is not the one that was measured");
    return status;
}

static Status run_case(Dataset *d, const CaseRow *row, ReportFrames *frames, Still *still)
{
    char folder[PATH_SIZE];
    Case c;
    TRY(read_case(d, row, &c));
    TRY(file_make_temporary_folder("frames", folder, sizeof folder));
    Status status = frames(&c, folder);
    if (status.code == STATUS_OK)
        status = draw_frames(d, folder, still);
    file_remove_folder(folder);
    return status;
}

// Another program's trajectory cannot be run again.
static bool is_recorded(const Dataset *d, int i)
{
    const Value solver = dataset_value(d, i, "solver");
    return solver.kind == VALUE_TEXT && strcmp(solver.text, CASE_RECORDED) == 0;
}

static bool has_scene(const Still *stills, int count, const char *scene)
{
    for (int i = 0; i < count; i++)
        if (strcmp(stills[i].scene, scene) == 0)
            return true;
    return false;
}

Status stills_make(Dataset *d, ReportFrames *frames, Still **out, int *count)
{
    TRY(ARENA_NEW(&d->arena, d->case_count, out));
    *count = 0;
    for (int i = 0; i < d->case_count; i++) {
        const CaseRow *row = &d->cases[i];
        const Value    scene = dataset_value(d, i, "scene");
        if (scene.kind != VALUE_TEXT || case_status_stage(case_status_find(row->status)) != CASE_WHOLE ||
            has_scene(*out, *count, scene.text) || is_recorded(d, i))
            continue;
        Still *still = &(*out)[(*count)++];
        *still = (Still){.scene = scene.text, .label = row->label, .missing = ""};
        const Status status = run_case(d, row, frames, still);
        if (status.code == STATUS_INTERRUPTED || status.code == STATUS_MEMORY)
            return status;
        if (status.code != STATUS_OK)
            TRY(dataset_text(d, status.text, &still->missing));
    }
    return status_ok();
}
