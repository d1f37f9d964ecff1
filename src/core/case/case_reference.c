// The reference trajectories that a case needs.
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "case/private/case_internal.h"

static const struct {
    const char *name, *parts, *choice, *without;
    bool        last;
} REFERENCES[REFERENCE_USES] = {
#define REFERENCE(constant, name, last, parts, choice, without) {name, parts, choice, without, last},
#include "case/reference_list.h"
#undef REFERENCE
};

const char *reference_name(ReferenceUse use)
{
    return REFERENCES[use].name;
}

const char *reference_without(ReferenceUse use)
{
    return REFERENCES[use].without;
}

ReferenceWish case_reference(const Case *c, ReferenceUse use)
{
    const char   *parts = REFERENCES[use].parts, *choice = REFERENCES[use].choice;
    ReferenceWish wish = {.count = (int)param_int(&c->params, REFERENCES[use].name),
                          .parts = parts ? param_int(&c->params, parts) : case_substeps(c),
                          .last = REFERENCES[use].last,
                          .limit = parts};
    if (wish.count == 0 || wish.parts == 0 || (choice && param_choice(&c->params, choice) != 0))
        return (ReferenceWish){.parts = 1};
    return wish;
}

int64_t case_reference_step(const Case *c, const ReferenceWish *wish, int index)
{
    const int64_t step = case_spread((int)param_int(&c->params, "steps"), wish->count, index);
    return wish->last ? (step + 1) * wish->parts - 1 : step * wish->parts;
}

// The steps of a reference, and the steps that it contains.
static void describe_steps(const Case *c, const ReferenceWish *wish, char *out, size_t size)
{
    const double    dt = param_real(&c->params, "dt");
    const long long parts = (long long)wish->parts, steps = (long long)param_int(&c->params, "steps");
    char            length[32];
    const bool      shared = wish->limit && !c->scene_info.releases && steps % wish->count == 0; // frames at the same times
    text_from_double(shared ? dt / (double)parts : dt, length, sizeof length);
    if (shared)
        snprintf(out, size, "h=%s steps=%lld probes=%d", length, steps * parts, wish->count);
    else
        snprintf(out, size, "dt=%s substeps=%lld steps=%lld probes=%d", length, parts, steps, wish->count);
}

void case_reference_key(const Case *c, const ReferenceWish *wish, char out[HASH_TEXT])
{
    char       text[256], steps[160];
    const bool off = (int)param_of_role(&c->params, PARAM_ROLE_CONTACT, CONTACT_ON) == CONTACT_OFF;
    describe_steps(c, wish, steps, sizeof steps);
    snprintf(text, sizeof text, "%s %s%s%s%s", c->scene_info.hash, steps, wish->last && wish->parts > 1 ? " last" : "",
             wish->limit ? " extrapolated" : "", off ? " contact=off" : "");
    const int integrator = param_choice(&c->params, "integrator");
    if (integrator != INTEGRATOR_EULER) {
        const size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, " integrator=%s", INTEGRATOR_NAMES[integrator]);
    }
    hash_bytes(text, strlen(text), out);
}

Status case_check_references(const Case *c)
{
    for (int use = 0; use < REFERENCE_USES; use++) {
        const ReferenceWish wish = case_reference(c, (ReferenceUse)use);
        if (wish.limit && wish.parts % 4 != 0)
            return status_make(STATUS_INPUT,
                               "`%s` is %lld, but its reference is extrapolated from trajectories with 1, 1/2 and 1/4 of these steps per "
                               "dt; give a multiple of 4",
                               REFERENCES[use].parts, (long long)wish.parts);
    }
    return status_ok();
}
