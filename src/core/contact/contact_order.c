// From drafts to sets: contacts by colour and in a colour by particle, the columns that do not change in a step, and which contacts a
// particle has.
#include <string.h>

#include "contact/private/contacts_internal.h"

static inline int32_t by_particle(const ContactDraft *draft, int32_t i)
{
    return draft->sorted ? draft->sorted[i] : i;
}

// How many contacts have each colour, in this thread's part and, after, before it: where its next contact of a colour goes.
static void count_colours(const ContactWork *work, const ContactDraft *draft, int32_t from, int32_t to)
{
    int32_t *mine = work->histogram[omp_get_thread_num()];
    memset(mine, 0, sizeof *work->histogram);
    for (int32_t i = from; i < to; i++)
        mine[draft->colour[by_particle(draft, i)]]++;
}

static void note_colours(ContactSet *set, const int32_t *size)
{
    set->colour_count = 0;
    for (int c = 0; c <= CONTACT_COLOURS_MAX; c++)
        if (size[c] > 0)
            set->colour_count = c + 1;
    set->serial_tail = size[CONTACT_COLOURS_MAX] > 0;
    set->colour_start[0] = 0;
    for (int c = 0; c < set->colour_count; c++)
        set->colour_start[c + 1] = set->colour_start[c] + size[c];
}

static void place_colours(const ContactWork *work, ContactDraft *draft, ContactSet *set, int32_t from, int32_t to)
{
    const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    int32_t   size[CONTACT_COLOURS_MAX + 1] = {0}, next[CONTACT_COLOURS_MAX + 1], begin = 0;
    for (int c = 0; c <= CONTACT_COLOURS_MAX; c++) {
        next[c] = begin;
        for (int t = 0; t < threads; t++) {
            next[c] += t < thread ? work->histogram[t][c] : 0;
            size[c] += work->histogram[t][c];
        }
        begin += size[c];
    }
    if (thread == 0)
        note_colours(set, size);
    for (int32_t i = from; i < to; i++) {
        const int32_t r = by_particle(draft, i);
        draft->place[r] = next[draft->colour[r]]++;
        draft->order[draft->place[r]] = r;
    }
}

// A collider may have μ and e of its own.
static void fill_surface(const Contacts *contacts, int which, int32_t i)
{
    const ContactSet   *set = &contacts->sets[which];
    const ContactRules *rules = &contacts->model->surface->rules;
    double              friction = NAN, restitution = NAN;
    if (which == CONTACT_POINT) {
        const Collider *collider = &contacts->model->colliders->list[set->element[i] % contacts->work->colliders];
        friction = collider->friction;
        restitution = collider->restitution;
    }
    set->friction[i] = (float)(isnan(friction) ? rules->friction : friction);
    set->restitution[i] = (float)(isnan(restitution) ? rules->restitution : restitution);
}

static void fill_columns(const Contacts *contacts, int which, int32_t from, int32_t to)
{
    const ContactSet   *set = &contacts->sets[which];
    const ContactDraft *draft = &contacts->work->draft[which];
    const size_t        v = (size_t)set->set.ops->vertices;
    for (int32_t i = from; i < to; i++) {
        const int32_t r = draft->order[i];
        memcpy(set->set.vertices + v * (size_t)i, draft->vertices + v * (size_t)r, v * sizeof *draft->vertices);
        set->element[i] = draft->element[r];
        fill_surface(contacts, which, i);
    }
}

void contact_order(Contacts *contacts)
{
    ContactWork *work = contacts->work;
    for (int which = 0; which < CONTACT_CLASSES; which++) {
        ContactDraft *draft = &work->draft[which];
        ContactSet   *set = &contacts->sets[which];
        int32_t       from, to;
        team_range(0, draft->count, &from, &to);
        count_colours(work, draft, from, to);
#pragma omp barrier
        place_colours(work, draft, set, from, to);
        if (omp_get_thread_num() == 0)
            set->set.count = draft->count;
#pragma omp barrier
        fill_columns(contacts, which, from, to);
    }
#pragma omp barrier
}

// ---- incidence ----
// A particle has at most one contact of a colour, so its contacts come in the order of their places when they come by colour, and the rank
// of one is the number of colours below its own that the particle has: nothing has to be sorted. Those of the serial tail come last.

// The class whose colours are in work->used; a scene has one of the two.
static ContactClass coloured_class(const Contacts *contacts)
{
    return contacts->sets[CONTACT_SEGMENT].set.count > 0 ? CONTACT_SEGMENT : CONTACT_PAIR;
}

static GNU_ALWAYS_INLINE int32_t colours_below(const uint64_t used[COLOUR_WORDS], int colour)
{
    int32_t count = 0;
    for (int word = 0; word < colour / 64; word++)
        count += GNU_BITS_SET(used[word]);
    return count + (colour % 64 ? GNU_BITS_SET(used[colour / 64] << (64 - colour % 64)) : 0);
}

// The ends of particles that a thread has, as counts; runs are empty.
static void count_coloured(const Contacts *contacts, int32_t from, int32_t to)
{
    const ContactWork *work = contacts->work;
    const bool         coloured = contacts->sets[coloured_class(contacts)].set.count > 0;
    for (int32_t p = from; p < to; p++) {
        contacts->start[p + 1] = coloured ? colours_below(work->used[p], CONTACT_COLOURS_MAX) : 0;
        work->run[p] = (PointRun){0};
        work->tail[p] = 0;
    }
}

// A run is its first thread's.
static void count_points(const Contacts *contacts)
{
    const ContactDraft *draft = &contacts->work->draft[CONTACT_POINT];
    int32_t             from, to;
    team_range(0, draft->count, &from, &to);
    for (int32_t r = from; r < to; r++) {
        const int32_t p = draft->vertices[r];
        int32_t       end = r + 1;
        if (r > 0 && draft->vertices[r - 1] == p)
            continue;
        while (end < draft->count && draft->vertices[end] == p)
            end++;
        contacts->work->run[p] = (PointRun){.first = r, .count = end - r};
        contacts->start[p + 1] += end - r;
    }
}

// Where the serial tail of the coloured class begins, in slots of its corners.
static int32_t tail_of(const ContactSet *set)
{
    return set->set.ops->vertices * (set->serial_tail ? set->colour_start[set->colour_count - 1] : set->set.count);
}

static void count_tail(const Contacts *contacts)
{
    const ContactSet *set = &contacts->sets[coloured_class(contacts)];
    for (int32_t k = tail_of(set); k < set->set.count * set->set.ops->vertices; k++)
        contacts->start[set->set.vertices[k] + 1]++;
}

// By one thread, in order.
static void fill_tail(const Contacts *contacts)
{
    const ContactClass which = coloured_class(contacts);
    const ContactSet  *set = &contacts->sets[which];
    const ContactWork *work = contacts->work;
    for (int32_t k = tail_of(set); k < set->set.count * set->set.ops->vertices; k++) {
        const int32_t p = set->set.vertices[k];
        const int32_t before = work->run[p].count + colours_below(work->used[p], CONTACT_COLOURS_MAX);
        contacts->slot[contacts->start[p] + before + work->tail[p]++] = contacts->offset[which] + k;
    }
}

// A thread's part of a draft, by particle, so that what is written lies close together.
static void fill_points(const Contacts *contacts)
{
    const ContactDraft *draft = &contacts->work->draft[CONTACT_POINT];
    int32_t             from, to;
    team_range(0, draft->count, &from, &to);
    for (int32_t r = from; r < to; r++) {
        const int32_t p = draft->vertices[r];
        contacts->slot[contacts->start[p] + r - contacts->work->run[p].first] = contacts->offset[CONTACT_POINT] + draft->place[r];
    }
}

static void fill_coloured(const Contacts *contacts)
{
    const ContactClass  which = coloured_class(contacts);
    const ContactWork  *work = contacts->work;
    const ContactDraft *draft = &work->draft[which];
    const int           v = contacts->sets[which].set.ops->vertices;
    int32_t             from, to;
    team_range(0, draft->count, &from, &to);
    for (int32_t s = from; s < to; s++) {
        const int32_t  r = draft->sorted[s], colour = draft->colour[r], first = contacts->offset[which] + v * draft->place[r];
        const int32_t *corner = draft->vertices + (size_t)v * (size_t)r;
        for (int j = 0; j < v && colour < CONTACT_COLOURS_MAX; j++) {
            const int32_t p = corner[j];
            contacts->slot[contacts->start[p] + work->run[p].count + colours_below(work->used[p], colour)] = first + j;
        }
    }
}

static void sum_starts(const Contacts *contacts, int32_t from, int32_t to)
{
    int64_t mine = 0, total;
    for (int32_t p = from; p < to; p++)
        mine += contacts->start[p + 1];
    int32_t at = (int32_t)team_before(contacts->work, mine, &total);
    for (int32_t p = from; p < to; p++) {
        at += contacts->start[p + 1];
        contacts->start[p + 1] = at;
    }
}

static void note_offsets(Contacts *contacts)
{
    int32_t first = 0;
    for (int which = 0; which < CONTACT_CLASSES; which++) {
        contacts->offset[which] = first;
        first += contacts->sets[which].set.count * contacts->sets[which].set.ops->vertices;
    }
    contacts->offset[CONTACT_CLASSES] = first;
    contacts->start[0] = 0;
}

void contact_incidence(Contacts *contacts)
{
    const bool tail = contacts->sets[coloured_class(contacts)].serial_tail;
    int32_t    from, to;
    team_range(0, contacts->model->particle_count, &from, &to);
    count_coloured(contacts, from, to);
    if (omp_get_thread_num() == 0)
        note_offsets(contacts);
#pragma omp barrier
    count_points(contacts);
#pragma omp barrier
    if (tail) {
#pragma omp single
        count_tail(contacts);
    }
    sum_starts(contacts, from, to);
#pragma omp barrier
    fill_points(contacts);
    fill_coloured(contacts);
    if (tail) {
#pragma omp single nowait
        fill_tail(contacts);
    }
#pragma omp barrier
}
