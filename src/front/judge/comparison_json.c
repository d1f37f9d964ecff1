// A comparison as one JSON object, for programs. Unknown values are null: json_real gives NULL for a number that is not finite.
#include "judge/private/comparison.h"

static json_t *side_json(const ComparedSide *side)
{
    json_t *builds = json_array();
    for (int p = 0; p < PRECISION_COUNT; p++) {
        const ComparedBuild *b = &side->builds[p];
        if (b->id)
            json_array_append_new(builds,
                                  json_pack("{s:s, s:s, s:s, s:o, s:s, s:s, s:s}", "precision", precision_names()[p], "hash", b->hash,
                                            "commit", b->commit, "dirty", b->dirty < 0 ? json_null() : json_boolean(b->dirty), "compiler",
                                            b->compiler, "measured", b->measured, "cpu", b->cpu));
    }
    return json_pack("{s:s, s:o}", "store", side->path, "builds", builds);
}

static json_t *time_json(const ComparedCase *c)
{
    return json_pack("{s:[o?, o?], s:[i, i], s:[i, i], s:i, s:o?, s:o?, s:o?, s:o?, s:o?}", "ms", json_real(c->ms[0]), json_real(c->ms[1]),
                     "processes", c->sides[0]->count, c->sides[1]->count, "disturbed", c->sides[0]->disturbed, c->sides[1]->disturbed,
                     "pairs", c->pairs, "ratio", json_real(c->ratio), "low", json_real(c->low), "high", json_real(c->high), "p",
                     json_real(c->p), "p_holm", json_real(c->p_holm));
}

static json_t *case_json(const ComparedCase *c)
{
    const SideCase *a = c->sides[0], *b = c->sides[1];
    json_t         *quantities = json_object();
    for (int q = 0; q < COMPARED_COUNT; q++) {
        const char *change = c->changes[q] ? compared_change((ComparedQuantity)q, c->changes[q]) : NULL;
        json_object_set_new(
            quantities, compared_name((ComparedQuantity)q),
            json_pack("{s:[o?, o?], s:s?}", "values", json_real(a->quantities[q]), json_real(b->quantities[q]), "change", change));
    }
    return json_pack("{s:s, s:s, s:s, s:o, s:o, s:[s?, s?], s:[s, s], s:[i, i], s:[s, s]}", "key", a->key, "label", a->label, "answer",
                     COMPARE_ANSWER_NAMES[c->answer], "time", time_json(c), "quantities", quantities, "hash", a->hash, b->hash, "status",
                     a->status, b->status, "unconverged_steps", a->unconverged, b->unconverged, "findings", a->findings, b->findings);
}

Status comparison_json(const Comparison *c, FILE *out)
{
    json_t *cases = json_array(), *answers = json_object();
    for (int i = 0; i < c->case_count; i++)
        json_array_append_new(cases, case_json(&c->cases[i]));
    for (int k = 0; k < COMPARE_ANSWERS; k++)
        json_object_set_new(answers, COMPARE_ANSWER_NAMES[k], json_integer(c->answers[k]));
    json_t *all = json_pack("{s:o, s:o, s:f, s:o, s:{s:o?, s:o?, s:o?}, s:o, s:[i, i], s:i}", "a", side_json(&c->sides[0]), "b",
                            side_json(&c->sides[1]), "threshold", c->threshold, "cases", cases, "geometric_mean", "ratio",
                            json_real(c->mean), "low", json_real(c->mean_low), "high", json_real(c->mean_high), "answers", answers, "only",
                            c->only[0], c->only[1], "worse", c->worse);
    if (!all || json_array_size(cases) != (size_t)c->case_count) {
        json_decref(all);
        return status_make(STATUS_MEMORY, "out of memory for a comparison");
    }
    json_dumpf(all, out, JSON_INDENT(1) | JSON_PRESERVE_ORDER | JSON_ENSURE_ASCII);
    putc('\n', out);
    json_decref(all);
    return status_ok();
}
