#include "judge/private/verdict_findings.h"

#include <stdio.h>
#include <string.h>

typedef struct Kind {
    const char *name;
    bool        voids;
} Kind;

static const char REFERENCE[] = "reference"; // one of the others, in the trajectory that a case is compared with
static const Kind FINDINGS[] = {
#define FINDING(name, hides, voids, source) {#name, voids},
#include "measure/finding_list.h"
};
static const char *const CONDITIONS[] = {
#define CONDITION(name, applies, bound, source) #name,
#include "solver/condition_list.h"
};

// Whether a list "crossings, iterations" has the kind.
static bool has_kind(const char *list, const char *kind)
{
    const size_t length = strlen(kind);
    for (const char *at = strstr(list, kind); at; at = strstr(at + 1, kind))
        if ((at == list || at[-1] == ' ') && (at[length] == ',' || at[length] == '\0'))
            return true;
    return false;
}

typedef struct Note {
    char  *text;
    size_t size;
    int    kinds;
} Note;

// Adds "crossings in 2"; nothing for no case.
static void add_kind(Note *note, const char *title, const char *kind, int cases)
{
    const size_t used = strlen(note->text);
    if (cases == 0)
        return;
    snprintf(note->text + used, note->size - used, "%s%s in %d", note->kinds++ ? ", " : title, kind, cases);
}

static void end_kinds(Note *note, int cases)
{
    const size_t used = strlen(note->text);
    if (note->kinds)
        snprintf(note->text + used, note->size - used, " of %d cases", cases);
    note->kinds = 0;
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
    static const char FOUND[] = "found: ";
    Note              note = {.text = out, .size = size};
    int               cases = 0, compared = 0;
    bool              voids = false;
    *out = '\0';
    for (int i = 0; i < d->case_count; i++) {
        cases += rests[i].any;
        compared += rests[i].reference && has_kind(d->cases[i].findings, REFERENCE);
    }
    for (size_t k = 0; k < sizeof FINDINGS / sizeof *FINDINGS; k++) {
        const int count = count_own(d, rests, FINDINGS[k].name);
        add_kind(&note, FOUND, FINDINGS[k].name, count);
        voids = voids || (count && FINDINGS[k].voids);
    }
    add_kind(&note, FOUND, REFERENCE, compared);
    end_kinds(&note, cases);
    for (size_t k = 0; k < sizeof CONDITIONS / sizeof *CONDITIONS; k++) {
        int count = 0;
        for (int i = 0; i < d->case_count; i++)
            count += rests[i].any && has_kind(d->cases[i].conditions, CONDITIONS[k]);
        add_kind(&note, *out ? "; known beforehand: " : "known beforehand: ", CONDITIONS[k], count);
    }
    end_kinds(&note, cases);
    return data->of_state && (voids || compared);
}
