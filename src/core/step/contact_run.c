#include "step/private/contact_run.h"

#include "base/team_range.h"

// A colour with fewer contacts runs on one thread: this costs less than the barriers of sharing it.
enum { PARALLEL_MIN = 256 };

// True if thread 0 has run small colours since the last barrier.
typedef struct Alone {
    bool running;
} Alone;

// True if the team shares the colour.
static bool is_shared(const ContactSet *contact, int32_t colour)
{
    const bool serial = contact->serial_tail && colour == contact->colour_count - 1;
    return !serial && contact->colour_start[colour + 1] - contact->colour_start[colour] >= PARALLEL_MIN;
}

static void run_colour(const Contacts *contacts, ContactClass which, int32_t colour, Alone *alone, ContactVisit *visit, const void *user)
{
    const ContactSet *contact = &contacts->sets[which];
    const int32_t     begin = contact->colour_start[colour], end = contact->colour_start[colour + 1];
    const bool        disjoint = !(contact->serial_tail && colour == contact->colour_count - 1);
    if (begin == end)
        return;
    if (!is_shared(contact, colour)) {
        if (omp_get_thread_num() == 0)
            visit(user, which, begin, end, disjoint);
        alone->running = true;
        return;
    }
    if (alone->running) {
#pragma omp barrier
    }
    alone->running = false;
    int32_t from, to;
    team_range(begin, end, &from, &to);
    visit(user, which, from, to, true);
#pragma omp barrier
}

void contact_run(const Contacts *contacts, ContactVisit *visit, const void *user)
{
    Alone alone = {false};
    for (int which = 0; which < CONTACT_CLASSES; which++)
        for (int32_t colour = 0; colour < contacts->sets[which].colour_count; colour++)
            run_colour(contacts, (ContactClass)which, colour, &alone, visit, user);
    if (alone.running) {
#pragma omp barrier
    }
}

int32_t contact_run_barriers(const Contacts *contacts)
{
    int32_t barriers = 0;
    bool    alone = false;
    for (int which = 0; which < CONTACT_CLASSES; which++)
        for (int32_t colour = 0; colour < contacts->sets[which].colour_count; colour++) {
            const ContactSet *contact = &contacts->sets[which];
            const bool        shared = is_shared(contact, colour);
            if (contact->colour_start[colour] == contact->colour_start[colour + 1])
                continue;
            barriers += shared ? 1 + alone : 0;
            alone = !shared;
        }
    return barriers + alone;
}
