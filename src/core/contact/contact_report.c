// Looking at the end of a step: what is nearer than it should be, and whether it was found before the solve.
#include <stdlib.h>

#include "contact/private/contact_redundant.h"
#include "contact/private/contact_search.h"
#include "contact/private/contacts_internal.h"

// What a block of points or pairs comes to. Blocks are of fixed size and added up in order: the sums have the same bits for any number of
// threads.
typedef struct Tally {
    int64_t near, missed; // nearer than R; of those, not found
    double  deepest, sum; // m, of R − distance
} Tally;

enum { TALLY_BLOCK = 512 };

static void count_depth(Tally *tally, double depth, bool found)
{
    if (!(depth > 0))
        return;
    tally->near++;
    tally->missed += !found;
    tally->sum += depth;
    tally->deepest = depth > tally->deepest ? depth : tally->deepest;
}

static void look_at_point(const Contacts *contacts, const State *state, int32_t point, Tally *tally)
{
    const ContactWork *work = contacts->work;
    const double       thickness = contacts->model->surface->rules.thickness;
    const real4        x = state->position[contacts->model->surface->point[point]];
    const uint64_t    *mask = work->mask + (size_t)point * (size_t)work->words;
    for (int32_t c = 0; c < work->colliders && x.w > 0; c++) {
        Nearest at;
        if (collider_nearest(work->way[c].collider, work->index[c], &work->way[c].to, double4_from(x), thickness, &at))
            count_depth(tally, thickness - at.distance, mask[c / 64] >> (c % 64) & 1);
    }
}

static void add_tallies(const Tally *tallies, int32_t blocks, Tally *sum)
{
    for (int32_t b = 0; b < blocks; b++) {
        sum->near += tallies[b].near;
        sum->missed += tallies[b].missed;
        sum->sum += tallies[b].sum;
        sum->deepest = tallies[b].deepest > sum->deepest ? tallies[b].deepest : sum->deepest;
    }
}

static int32_t blocks_of(int64_t count)
{
    return (int32_t)((count + TALLY_BLOCK - 1) / TALLY_BLOCK);
}

// All threads; ends with a barrier.
static void look_at_points(const Contacts *contacts, const State *state, Tally *tallies)
{
    const int32_t points = contacts->model->surface->point_count, blocks = blocks_of(points);
#pragma omp for schedule(dynamic)
    for (int32_t b = 0; b < blocks; b++) {
        const int32_t most = (b + 1) * TALLY_BLOCK;
        tallies[b] = (Tally){0};
        for (int32_t i = b * TALLY_BLOCK; i < (most < points ? most : points); i++)
            look_at_point(contacts, state, i, &tallies[b]);
    }
}

// The distance is signed where the side is known: what has gone through is as deep as it is far.
static void look_at_pair(const Contacts *contacts, const State *state, ContactSearch which, BroadPair pair, Tally *tally)
{
    const ContactWork *work = contacts->work;
    const KeptPairs   *kept = &work->search[which].kept[work->turn];
    const int32_t      place = contact_search_find(kept, pair);
    int32_t            corner[4];
    double4            x[4];
    Narrow             near;
    contact_search_corners(contacts->model->surface, which, pair, corner);
    const int count = which == SEARCH_POINT_SEGMENT ? 3 : 4;
    for (int j = 0; j < count; j++)
        x[j] = double4_from(state->position[corner[j]]);
    if (narrow_far(x, x, which == SEARCH_EDGE_EDGE ? 2 : 1, count, contacts->model->surface->rules.thickness, 0))
        return;
    const double thickness = contact_search_thickness(contacts->model, which, corner);
    if (contact_search_narrow(which, x, x, thickness, thickness, place < 0 ? 0 : kept->side[place], &near))
        count_depth(tally, thickness - near.distance, place >= 0 || contact_is_spoken_for(contacts, which, pair));
}

// All threads; ends with a barrier.
static void look_at_pairs(const Contacts *contacts, const State *state, ContactSearch which, Tally *tallies)
{
    PairSearch *search = &contacts->work->search[which];
    search->broad->ops->find(search->broad, search->target_box, search->query_box, &search->found);
    const int32_t blocks = blocks_of(search->found.kept);
#pragma omp for schedule(dynamic)
    for (int32_t b = 0; b < blocks; b++) {
        const int64_t most = ((int64_t)b + 1) * TALLY_BLOCK, end = most < search->found.kept ? most : search->found.kept;
        tallies[b] = (Tally){0};
        for (int64_t i = (int64_t)b * TALLY_BLOCK; i < end; i++)
            look_at_pair(contacts, state, which, search->found.pairs[i], &tallies[b]);
    }
}

// By a team of its own: the pairs of each search, after the points.
static Tally look_everywhere(Contacts *contacts, const State *state, Tally *tallies)
{
    const ContactWork *work = contacts->work;
    Tally              sum = {0};
#pragma omp parallel num_threads(work->settings.threads)
    {
        contact_boxes_stand(contacts, state);
        contact_boxes_surface(contacts);
        look_at_points(contacts, state, tallies);
#pragma omp master
        add_tallies(tallies, blocks_of(contacts->model->surface->point_count), &sum);
#pragma omp barrier
        for (int which = 0; which < CONTACT_SEARCHES; which++)
            if (work->search[which].on) {
                look_at_pairs(contacts, state, (ContactSearch)which, tallies);
#pragma omp master
                add_tallies(tallies, blocks_of(work->search[which].found.kept), &sum);
#pragma omp barrier
            }
    }
    return sum;
}

static size_t most_blocks(const Contacts *contacts)
{
    int64_t most = contacts->model->surface->point_count;
    for (int which = 0; which < CONTACT_SEARCHES; which++)
        most = contacts->work->search[which].broad_room > most ? contacts->work->search[which].broad_room : most;
    return (size_t)blocks_of(most);
}

static int64_t count_active(const ContactSet *set)
{
    int64_t active = 0;
    for (int32_t i = 0; i < set->set.count; i++)
        active += set->lambda[i] > 0;
    return active;
}

// Where the solve brought more pairs together than there is room for, nothing that is said of them would be true.
static Status looked_at_all(const Contacts *contacts)
{
    ContactWork *work = contacts->work;
    for (int which = 0; which < CONTACT_SEARCHES; which++)
        if (work->search[which].on && work->search[which].found.kept < work->search[which].found.count)
            work->failure.wanted_pairs[which] = work->search[which].found.count;
    return contacts_failed(contacts);
}

Status contacts_look(Contacts *contacts, const State *state, ContactReport *report)
{
    const double time = contacts_begin(contacts, state);
    Tally       *tallies = malloc((most_blocks(contacts) + 1) * sizeof *tallies);
    if (!tallies)
        return status_make(STATUS_MEMORY, "out of memory while contacts were counted");
    contact_pose(contacts, time, time);
    const Tally all = look_everywhere(contacts, state, tallies);
    free(tallies);
    TRY(looked_at_all(contacts));
    report->found = report->active = report->colours = 0;
    for (int which = 0; which < CONTACT_CLASSES; which++) {
        const ContactSet *set = &contacts->sets[which];
        report->found += set->set.count;
        report->active += count_active(set);
        report->colours = set->colour_count > report->colours ? set->colour_count : report->colours;
    }
    report->missed = all.missed;
    report->penetration_max = all.deepest;
    report->penetration_mean = all.near > 0 ? all.sum / (double)all.near : 0;
    return status_ok();
}
