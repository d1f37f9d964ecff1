#include "page/private/conditions_text.h"

#include "machine/disturbance.h"

#include <math.h>
#include <string.h>

bool conditions_is_disturbed(const CaseRow *c)
{
    return c->disturbed_share > DISTURBED_SHARE_MOST; // false for NaN, unknown
}

static void add(char *out, size_t size, const char *text)
{
    const size_t used = strlen(out);
    snprintf(out + used, size - used, "%s%s", used ? " " : "", text);
}

// Cases of which a process is worth measuring again.
static void add_disturbed(const Dataset *d, char *out, size_t size)
{
    char           text[480];
    const CaseRow *most = NULL;
    int            count = 0;
    for (int i = 0; i < d->case_count; i++) {
        const CaseRow *c = &d->cases[i];
        count += conditions_is_disturbed(c);
        most = conditions_is_disturbed(c) && (!most || c->disturbed_share > most->disturbed_share) ? c : most;
    }
    if (!most)
        return;
    snprintf(text, sizeof text,
             "In %d of %d cases a process was disturbed for more than %.0f %% of its steps, the most %.0f %% (%.240s): `weft run --again "
             "disturbed` measures as many more.",
             count, d->case_count, 100 * DISTURBED_SHARE_MOST, 100 * most->disturbed_share, most->label);
    add(out, size, text);
}

void conditions_text(const Dataset *d, char *out, size_t size)
{
    char text[480];
    out[0] = '\0';
    if (d->samples) {
        snprintf(text, sizeof text, "%lld of %lld timed steps were disturbed by other processes, stolen time or a low clock.",
                 (long long)d->disturbed, (long long)d->samples);
        add(out, size, text);
    }
    add_disturbed(d, out, size);
    if (isfinite(d->ghz_min)) {
        snprintf(text, sizeof text, "The clock ran at %.2f to %.2f GHz.", d->ghz_min, d->ghz_max);
        add(out, size, text);
    }
    if (d->condition_count) {
        snprintf(text, sizeof text, "In %d of %d cases a condition known beforehand does not hold: %.240s%s.", d->condition_cases,
                 d->case_count, d->conditions[0], d->condition_count > 1 ? "; and others" : "");
        add(out, size, text);
    }
    if (d->finding_count) {
        snprintf(text, sizeof text, "In %d of %d cases something was found wrong after the last step.", d->finding_cases, d->case_count);
        add(out, size, text);
    }
    if (d->unplaced) {
        snprintf(text, sizeof text, "In %d of %d repetitions threads had moved off their cores: %.240s.", d->unplaced, d->repetitions,
                 d->misplaced);
        add(out, size, text);
    }
}
