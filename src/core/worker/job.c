#include "worker/private/job.h"

#include <stdio.h>
#include <string.h>

#include "plugin/plugin.h"

static Status read_optional_text(const json_t *job, const char *key, const char **out)
{
    const json_t *value = json_object_get(job, key);
    *out = json_string_value(value);
    if (value && !json_is_null(value) && !*out)
        return status_make(STATUS_INPUT, "job: `%s` must be a string or null", key);
    return status_ok();
}

static Status read_counts(const json_t *job, const char *key, int out[PASS_COUNT])
{
    const json_t *counts = json_object_get(job, key);
    for (int pass = 0; pass < PASS_COUNT; pass++) {
        const json_int_t count = json_integer_value(json_object_get(counts, PASS_NAMES[pass]));
        if (count < 0 || count > 1000000)
            return status_make(STATUS_INPUT, "job: `%s.%s` must lie in 0 … 1000000", key, PASS_NAMES[pass]);
        out[pass] = (int)count;
    }
    return status_ok();
}

static Status read_references(const json_t *json, Job *job)
{
    const char *written = NULL;
    TRY(read_optional_text(json, "write_reference", &written));
    job->write_reference = REFERENCE_USES;
    for (int use = 0; use < REFERENCE_USES; use++) {
        TRY(read_optional_text(json_object_get(json, "references"), reference_name((ReferenceUse)use), &job->references[use]));
        if (written && strcmp(written, reference_name((ReferenceUse)use)) == 0)
            job->write_reference = use;
    }
    if (written && job->write_reference == REFERENCE_USES)
        return status_make(STATUS_INPUT, "job: `write_reference` has the unknown use `%s`", written);
    return status_ok();
}

// Call before the case is read, since the case may name a solver of the plugin.
static Status load_plugin(const json_t *json)
{
    const char *path, *hash;
    if (!json || json_is_null(json))
        return status_ok();
    TRY(read_optional_text(json, "path", &path));
    TRY(read_optional_text(json, "hash", &hash));
    return path && hash ? plugin_load(path, hash) : status_make(STATUS_INPUT, "job: `plugin` needs `path` and `hash`");
}

// The hashes of the scene at the time of planning. *expected NULL: the job has none.
static Status read_scene(const json_t *json, SceneInfo *out, const SceneInfo **expected)
{
    const json_t *files = json_object_get(json, "files"), *file = NULL;
    const char   *hash = NULL;
    size_t        index = 0;
    *expected = NULL;
    if (!json || json_is_null(json))
        return status_ok();
    TRY(read_optional_text(json, "hash", &hash));
    if (!hash || strlen(hash) != HASH_TEXT - 1 || !json_is_array(files) || json_array_size(files) > SCENE_FILES_MAX)
        return status_make(STATUS_INPUT, "job: `scene` must have `hash` and at most %d `files`", SCENE_FILES_MAX);
    memcpy(out->hash, hash, HASH_TEXT);
    json_array_foreach(files, index, file)
    {
        out->files[out->file_count++] = (uint64_t)json_integer_value(file);
    }
    *expected = out;
    return status_ok();
}

static Status read_state(const json_t *json, StateFile *out)
{
    TRY(read_optional_text(json, "state_in", &out->path));
    return read_optional_text(json, "state_hash", &out->hash);
}

Status job_read(const json_t *json, Job *job)
{
    const SceneInfo *expected = NULL;
    *job = (Job){.frame_stride = 1};
    TRY(load_plugin(json_object_get(json, "plugin")));
    TRY(read_scene(json_object_get(json, "scene"), &job->expected, &expected));
    TRY(case_from_json(json_object_get(json, "case"), expected, &job->c));
    TRY(read_references(json, job));
    if (job->c.precision != (sizeof(real) == sizeof(double) ? PRECISION_F64 : PRECISION_F32) && job->write_reference == REFERENCE_USES)
        return status_make(STATUS_INPUT, "job: this worker has precision " REAL_NAME ", the case has another one");
    TRY(read_counts(json, "passes", job->required));
    TRY(read_counts(json, "first", job->first));
    job->process = json_integer_value(json_object_get(json, "process"));
    TRY(read_optional_text(json, "frames", &job->frames));
    TRY(read_state(json, &job->state_in));
    TRY(read_optional_text(json, "state_out", &job->state_out));
    TRY(read_optional_text(json, "recorded", &job->recorded));
    TRY(read_optional_text(json, "systems", &job->systems));
    TRY(read_optional_text(json, "benchmark", &job->benchmark));
    TRY(read_optional_text(json, "system", &job->system));
    job->team = (int)json_integer_value(json_object_get(json, "team"));
    const char *chosen = NULL;
    TRY(read_optional_text(json, "chosen", &chosen));
    snprintf(job->choice.name, sizeof job->choice.name, "%s", chosen ? chosen : "");
    job->barrier = json_is_true(json_object_get(json, "barrier"));
    const json_t *stride = json_object_get(json, "frame_stride");
    if (stride)
        job->frame_stride = (int)json_integer_value(stride);
    if (job->frame_stride < 1)
        return status_make(STATUS_INPUT, "job: `frame_stride` must be at least 1");
    return status_ok();
}
