#include "contact/contact_buckets.h"

// Few items nearly always; a particle that thousands of contacts meet at is still done in time.
static void sort_ascending(int32_t *item, int32_t count)
{
    static const int32_t GAPS[] = {57313, 19001, 6361, 2131, 701, 301, 132, 57, 23, 10, 4, 1};
    for (size_t g = 0; g < sizeof GAPS / sizeof *GAPS; g++)
        for (int32_t i = GAPS[g]; i < count; i++) {
            const int32_t moved = item[i];
            int32_t       at = i;
            for (; at >= GAPS[g] && item[at - GAPS[g]] > moved; at -= GAPS[g])
                item[at] = item[at - GAPS[g]];
            item[at] = moved;
        }
}

static void count_items(const BucketItems *part, int32_t *start)
{
    int32_t from, to;
    team_range(0, part->count, &from, &to);
    for (int32_t i = from; i < to; i++) {
#pragma omp atomic
        start[part->key[i] + 1]++;
    }
}

// start[k + 1] is where the next item of key k goes: in the end where those of the next key begin.
static void fill_items(const BucketItems *part, int32_t *start, int32_t *item)
{
    int32_t from, to;
    team_range(0, part->count, &from, &to);
    for (int32_t i = from; i < to; i++) {
        int32_t at;
#pragma omp atomic capture
        at = start[part->key[i] + 1]++;
        item[at] = part->first + i;
    }
}

void contact_buckets(ContactWork *work, const BucketItems *parts, int part_count, int32_t keys, int32_t *start, int32_t *item)
{
    int32_t from, to;
    int64_t mine = 0, total;
    team_range(0, keys, &from, &to);
    for (int32_t k = from; k < to; k++)
        start[k + 1] = 0;
    if (from == 0)
        start[0] = 0;
#pragma omp barrier
    for (int p = 0; p < part_count; p++)
        count_items(&parts[p], start);
#pragma omp barrier
    for (int32_t k = from; k < to; k++)
        mine += start[k + 1];
    int32_t at = (int32_t)team_before(work, mine, &total);
    for (int32_t k = from; k < to; k++) {
        const int32_t count = start[k + 1];
        start[k + 1] = at;
        at += count;
    }
#pragma omp barrier
    for (int p = 0; p < part_count && total > 0; p++)
        fill_items(&parts[p], start, item);
#pragma omp barrier
    for (int32_t k = from; k < to && total > 0; k++)
        if (start[k + 1] - start[k] > 1)
            sort_ascending(item + start[k], start[k + 1] - start[k]);
#pragma omp barrier
}
