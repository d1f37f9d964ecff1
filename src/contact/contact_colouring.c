// Colours of the contacts of a step, by a whole team.
//
// Contacts are sorted by their lowest particle and cut into chunks whose number depends on that of the contacts alone. A particle that only
// one chunk meets is that chunk's own, and contacts at such particles only are coloured chunk by chunk, at the same time: greedily, each
// with the lowest colour that is free at all of its particles. What is left is coloured the same way in groups of chunks, and what is left
// then, at the borders of groups, one after another. So the colours are the same for every number of threads.
//
// Sorted by the lowest particle, contacts of two layers that lie on each other are next to each other whichever layer their point is of.
#include <string.h>

#include "contact/contact_buckets.h"
#include "contact/contacts_internal.h"

enum { CHUNKS_MAX = 64, CHUNK_LEAST = 256, GROUP = 8, NO_COLOUR = 255 };

typedef struct Chunks {
    int32_t count, size; // contacts in each but the last
} Chunks;

static Chunks chunks_of(int32_t contacts)
{
    const int32_t wanted = contacts / CHUNK_LEAST, count = wanted < 1 ? 1 : wanted > CHUNKS_MAX ? CHUNKS_MAX : wanted;
    const int32_t size = (contacts + count - 1) / count;
    return (Chunks){.count = size > 0 ? (contacts + size - 1) / size : 0, .size = size};
}

// Which chunks meet a particle, as bits. Plain where there is one thread: an atomic operation costs as much as a colour.
static void mark_meetings(const ContactWork *work, const ContactDraft *draft, int v, Chunks chunks)
{
    const bool alone = omp_get_num_threads() == 1;
    int32_t    from, to;
    team_range(0, draft->count, &from, &to);
    for (int32_t s = from; s < to; s++) {
        const uint64_t bit = (uint64_t)1 << (s / chunks.size);
        const int32_t *p = draft->vertices + (size_t)v * (size_t)draft->sorted[s];
        for (int j = 0; j < v; j++) {
            if (alone) {
                work->meets[p[j]] |= bit;
            } else {
#pragma omp atomic
                work->meets[p[j]] |= bit;
            }
        }
    }
}

// The lowest colour that is free at all of them; hardly ever beyond the first word.
static GNU_ALWAYS_INLINE uint8_t colour_one(const ContactWork *work, const int32_t *p, int v)
{
    for (int word = 0; word < COLOUR_WORDS; word++) {
        uint64_t taken = 0;
        for (int j = 0; j < v; j++)
            taken |= work->used[p[j]][word];
        if (GNU_LIKELY(~taken)) {
            const uint64_t bit = ~taken & (taken + 1);
            for (int j = 0; j < v; j++)
                work->used[p[j]][word] |= bit;
            return (uint8_t)(64 * word + GNU_TRAILING_ZEROS(bit));
        }
    }
    return CONTACT_COLOURS_MAX;
}

// Contacts of sorted places begin … end−1 without a colour, all of whose particles meet no chunks but these.
static void colour_own(const ContactWork *work, const ContactDraft *draft, int v, int32_t begin, int32_t end, uint64_t own)
{
    for (int32_t s = begin; s < end; s++) {
        const int32_t  r = draft->sorted[s];
        const int32_t *p = draft->vertices + (size_t)v * (size_t)r;
        uint64_t       meets = 0;
        if (draft->colour[r] != NO_COLOUR)
            continue;
        for (int j = 0; j < v; j++)
            meets |= work->meets[p[j]];
        if (!(meets & ~own))
            draft->colour[r] = colour_one(work, p, v);
    }
}

// The bits of `width` chunks from the first.
static uint64_t bits_of(int32_t first, int32_t width)
{
    return (width >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1) << first;
}

static void colour_by(const ContactWork *work, const ContactDraft *draft, int v, Chunks chunks, int32_t width)
{
    const int32_t parts = (chunks.count + width - 1) / width;
#pragma omp for schedule(dynamic, 1)
    for (int32_t part = 0; part < parts; part++) {
        const int64_t begin = (int64_t)part * width * chunks.size, most = begin + (int64_t)width * chunks.size;
        colour_own(work, draft, v, (int32_t)begin, (int32_t)(most < draft->count ? most : draft->count), bits_of(part * width, width));
    }
}

static void clear(const ContactWork *work, const ContactDraft *draft, int32_t particles)
{
    int32_t from, to;
    team_range(0, particles, &from, &to);
    memset(work->meets + from, 0, (size_t)(to - from) * sizeof *work->meets);
    memset(work->used + from, 0, (size_t)(to - from) * sizeof *work->used);
    team_range(0, draft->count, &from, &to);
    memset(draft->colour + from, NO_COLOUR, (size_t)(to - from));
#pragma omp barrier
}

static void colour_class(ContactWork *work, const ContactDraft *draft, int v, int32_t particles)
{
    const Chunks      chunks = chunks_of(draft->count);
    const BucketItems items = {.key = draft->key, .count = draft->count};
    contact_buckets(work, &items, 1, particles, work->bucket_start, draft->sorted);
    clear(work, draft, particles);
    mark_meetings(work, draft, v, chunks);
#pragma omp barrier
    colour_by(work, draft, v, chunks, 1);
    if (chunks.count > 1)
        colour_by(work, draft, v, chunks, GROUP);
    if (chunks.count > GROUP)
        colour_by(work, draft, v, chunks, CHUNKS_MAX);
}

void contact_colour(Contacts *contacts)
{
    for (int which = 0; which < CONTACT_CLASSES; which++) {
        const ContactDraft *draft = &contacts->work->draft[which];
        if (which != CONTACT_POINT && draft->count > 0)
            colour_class(contacts->work, draft, contacts->sets[which].set.ops->vertices, contacts->model->particle_count);
    }
}
