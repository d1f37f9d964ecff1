#include "geometry/broad.h"

#include "base/text.h"

#define BROAD(name) extern const BroadOps broad_##name;
#include "geometry/private/broad_list.h"
#undef BROAD

static const BroadOps *const TABLE[] = {
#define BROAD(name) &broad_##name,
#include "geometry/private/broad_list.h"
#undef BROAD
};

const char *const BROAD_NAMES[] = {
#define BROAD(name) #name,
#include "geometry/private/broad_list.h"
#undef BROAD
    NULL,
};

enum { TABLE_COUNT = sizeof TABLE / sizeof *TABLE };

const BroadOps *broad_at(int index)
{
    return index >= 0 && index < TABLE_COUNT ? TABLE[index] : NULL;
}

const BroadOps *broad_find(const char *name)
{
    return broad_at(text_find(name, BROAD_NAMES));
}
