// Stage 3, the contacts of each particle: start and slot of Contacts.
//
// A particle has at most one contact of each colour. Its contacts are listed by colour. So the rank of a contact in the list is the number
// of lower colours at the particle, and no sort is needed. Contacts of the serial tail come last.
#include "base/team_range.h"
#include "contact/private/contact_sets.h"

// The class with its colours in sets->used; a scene has one of the two.
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

// Counts into start[p + 1] the contacts of particle p with a parallel colour; count_points adds those of the class point; the serial tail
// comes last. Clears run and tail.
static void count_coloured(const ContactSets *sets, const Contacts *contacts, int32_t from, int32_t to)
{
    const bool coloured = contacts->sets[coloured_class(contacts)].set.count > 0;
    for (int32_t p = from; p < to; p++) {
        contacts->start[p + 1] = coloured ? colours_below(sets->used[p], CONTACT_COLOURS_MAX) : 0;
        sets->run[p] = (PointRun){0};
        sets->tail[p] = 0;
    }
}

// A run that spans the parts of several threads is counted by the thread of its first candidate.
static void count_points(const ContactSets *sets, const Contacts *contacts)
{
    const Candidates *candidates = sets->order[CONTACT_POINT].candidates;
    TEAM_EACH (r, candidates->count) {
        const int32_t p = candidates->vertices[r];
        int32_t       end = r + 1;
        if (r > 0 && candidates->vertices[r - 1] == p)
            continue;
        while (end < candidates->count && candidates->vertices[end] == p)
            end++;
        sets->run[p] = (PointRun){.first = r, .count = end - r};
        contacts->start[p + 1] += end - r;
    }
}

// Start of the serial tail of the coloured class, as an index of corners.
static int32_t tail_of(const ContactSet *set)
{
    return set->set.ops->vertices * (set->serial_tail ? set->colour_start[set->colour_count - 1] : set->set.count);
}

// By one thread, in order.
static void fill_tail(const ContactSets *sets, const Contacts *contacts)
{
    const ContactClass which = coloured_class(contacts);
    const ContactSet  *set = &contacts->sets[which];
    for (int32_t k = tail_of(set); k < set->set.count * set->set.ops->vertices; k++) {
        const int32_t p = set->set.vertices[k];
        const int32_t before = sets->run[p].count + colours_below(sets->used[p], CONTACT_COLOURS_MAX);
        contacts->slot[contacts->start[p] + before + sets->tail[p]++] = contacts->offset[which] + k;
    }
}

// This thread's part of the candidates, in the order of particles, so that writes are close together.
static void fill_points(const ContactSets *sets, const Contacts *contacts)
{
    const Candidates *candidates = sets->order[CONTACT_POINT].candidates;
    TEAM_EACH (r, candidates->count) {
        const int32_t p = candidates->vertices[r];
        contacts->slot[contacts->start[p] + r - sets->run[p].first] =
            contacts->offset[CONTACT_POINT] + sets->order[CONTACT_POINT].contact[r];
    }
}

static void fill_coloured(const ContactSets *sets, const Contacts *contacts)
{
    const ContactClass which = coloured_class(contacts);
    const ClassOrder  *order = &sets->order[which];
    const Candidates  *candidates = order->candidates;
    const int          v = candidates->corners;
    TEAM_EACH (s, candidates->count) {
        const int32_t  r = order->by_node[s], colour = order->colour[r], first = contacts->offset[which] + v * order->contact[r];
        const int32_t *corner = candidates->vertices + (size_t)v * (size_t)r;
        for (int j = 0; j < v && colour < CONTACT_COLOURS_MAX; j++) {
            const int32_t p = corner[j];
            contacts->slot[contacts->start[p] + sets->run[p].count + colours_below(sets->used[p], colour)] = first + j;
        }
    }
}

static void sum_starts(const ContactSets *sets, const Contacts *contacts, int32_t from, int32_t to)
{
    int64_t mine = 0, total;
    for (int32_t p = from; p < to; p++)
        mine += contacts->start[p + 1];
    int32_t at = (int32_t)team_sum_before(sets->partial, mine, &total);
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

void contact_sets_incidence(const ContactSets *sets, Contacts *contacts)
{
    const ContactSet *set = &contacts->sets[coloured_class(contacts)];
    int32_t           from, to;
    team_range(0, contacts->model->particle_count, &from, &to);
    count_coloured(sets, contacts, from, to);
    if (omp_get_thread_num() == 0)
        note_offsets(contacts);
#pragma omp barrier
    count_points(sets, contacts);
#pragma omp barrier
    if (set->serial_tail) {
#pragma omp single
        for (int32_t k = tail_of(set); k < set->set.count * set->set.ops->vertices; k++)
            contacts->start[set->set.vertices[k] + 1]++;
    }
    sum_starts(sets, contacts, from, to);
#pragma omp barrier
    fill_points(sets, contacts);
    fill_coloured(sets, contacts);
    if (set->serial_tail) {
#pragma omp single nowait
        fill_tail(sets, contacts);
    }
#pragma omp barrier
}
