#include "judge/private/verdict_findings.h"

#include <string.h>

#include "base/text_add.h"

typedef struct Kind {
    const char *name;
    bool        voids;
} Kind;

static const char REFERENCE[] = "reference"; // any finding in the reference trajectory of a case
static const Kind FINDINGS[] = {
#define FINDING(name, hides, voids, source) {#name, voids},
#include "measure/finding_list.h"
};
static const char *const CONDITIONS[] = {
#define CONDITION(name, applies, bound, source) #name,
#include "solver/condition_list.h"
};

// True if a list "crossings, iterations" contains the kind.
static bool has_kind(const char *list, const char *kind)
{
    const size_t length = strlen(kind);
    for (const char *at = strstr(list, kind); at; at = strstr(at + 1, kind))
        if ((at == list || at[-1] == ' ') && (at[length] == ',' || at[length] == '\0'))
            return true;
    return false;
}

enum { LIST_TEXT = 2 * SPEC_TEXT_MAX };

// "crossings in 2, iterations in 1"
static void add_kind(char list[LIST_TEXT], const char *kind, int cases)
{
    if (cases)
        text_add(list, LIST_TEXT, ", ", "%s in %d", kind, cases);
}

static int count_own(const Dataset *d, const CaseRest *rests, const char *kind)
{
    int count = 0;
    for (int i = 0; i < d->case_count; i++)
        count += rests[i].own && has_kind(d->cases[i].findings, kind);
    return count;
}

bool verdict_findings(const Dataset *d, const DataView *data, const CaseRest *rests, char *out, size_t size)
{
    char found[LIST_TEXT] = "", known[LIST_TEXT] = "";
    int  cases = 0, compared = 0;
    bool voids = false;
    *out = '\0';
    for (int i = 0; i < d->case_count; i++) {
        cases += rests[i].any;
        compared += rests[i].reference && has_kind(d->cases[i].findings, REFERENCE);
    }
    for (size_t k = 0; k < sizeof FINDINGS / sizeof *FINDINGS; k++) {
        const int count = count_own(d, rests, FINDINGS[k].name);
        add_kind(found, FINDINGS[k].name, count);
        voids = voids || (count && FINDINGS[k].voids);
    }
    add_kind(found, REFERENCE, compared);
    for (size_t k = 0; k < sizeof CONDITIONS / sizeof *CONDITIONS; k++) {
        int count = 0;
        for (int i = 0; i < d->case_count; i++)
            count += rests[i].any && has_kind(d->cases[i].conditions, CONDITIONS[k]);
        add_kind(known, CONDITIONS[k], count);
    }
    if (*found)
        text_add(out, size, "", "findings: %s of %d cases", found, cases);
    if (*known)
        text_add(out, size, "; ", "violated conditions: %s of %d cases", known, cases);
    return data->of_state && (voids || compared);
}
