#include "contact/private/contact_redundant.h"

#include "constraint/group.h"
#include "contact/private/contact_rules.h"
#include "contact/private/contact_search.h"

static bool point_is_spare(const ContactSurface *surface, int32_t triangle, const double weight[4])
{
    const uint8_t first = surface->triangle_first[triangle];
    int           parts = 0;
    for (int k = 0; k < 3; k++)
        parts |= (weight[1 + k] < 0) << k;
    switch (parts) {
    case 1:
    case 2:
    case 4: // a corner
        return !(first & parts);
    case 3: // the side from the first corner to the second
        return !(first & 8);
    case 6:
        return !(first & 16);
    case 5: // from the third to the first
        return !(first & 32);
    default:
        return false;
    }
}

static bool edges_are_spare(const ContactSurface *surface, BroadPair pair, const double weight[4])
{
    const bool first_ends = weight[0] <= 0 || weight[1] <= 0, second_ends = weight[2] >= 0 || weight[3] >= 0;
    return (first_ends && (surface->edge_first[pair.target] & 4)) || (second_ends && (surface->edge_first[pair.query] & 4));
}

static bool segment_is_spare(const ContactSurface *surface, int32_t segment, const double weight[4])
{
    if (weight[1] < 0 && weight[2] < 0)
        return false;
    return !(surface->edge_first[segment] & (weight[1] < 0 ? 1 : 2));
}

bool contact_is_spare(const ContactSurface *surface, ContactSearch which, BroadPair pair, const double weight[4])
{
    switch (which) {
    case SEARCH_POINT_TRIANGLE:
        return point_is_spare(surface, pair.target, weight);
    case SEARCH_EDGE_EDGE:
        return edges_are_spare(surface, pair, weight);
    default:
        return segment_is_spare(surface, pair.target, weight);
    }
}

// ---- at another moment ----

// Whether point `query` was found with a triangle (a segment) that has one of these particles.
static bool point_was_found(const Contacts *contacts, ContactSearch which, int32_t query, const int32_t *particles, int count)
{
    const ContactSurface *surface = contacts->model->surface;
    const KeptPairs      *kept = &contacts->work->search[which].kept[contacts->work->turn];
    for (int32_t k = kept->start[query]; k < kept->start[query + 1]; k++) {
        const int32_t *target =
            which == SEARCH_POINT_TRIANGLE ? surface->triangle[kept->pair[k].target] : surface->edge[kept->pair[k].target];
        if (have_common_particle(target, which == SEARCH_POINT_TRIANGLE ? 3 : 2, particles, count))
            return true;
    }
    return false;
}

bool contact_is_spoken_for(const Contacts *contacts, ContactSearch which, BroadPair pair)
{
    const ContactSurface *surface = contacts->model->surface;
    if (which == SEARCH_POINT_TRIANGLE)
        return point_was_found(contacts, which, pair.query, surface->triangle[pair.target], 3);
    if (which == SEARCH_POINT_SEGMENT)
        return point_was_found(contacts, which, pair.query, surface->edge[pair.target], 2);
    if (!contacts->work->search[SEARCH_POINT_TRIANGLE].on)
        return false;
    const int32_t *first = surface->edge[pair.query], *second = surface->edge[pair.target];
    for (int k = 0; k < 2; k++)
        if (point_was_found(contacts, SEARCH_POINT_TRIANGLE, group_place_of(surface->point, surface->point_count, first[k]), second, 2) ||
            point_was_found(contacts, SEARCH_POINT_TRIANGLE, group_place_of(surface->point, surface->point_count, second[k]), first, 2))
            return true;
    return false;
}
