#include "linsys/private/preconditioner.h"

#define PRECONDITIONER(name) extern const LinsysPreconditionerOps linsys_preconditioner_##name;
#include "linsys/private/preconditioner_list.h"
#undef PRECONDITIONER

static const LinsysPreconditionerOps *const TABLE[] = {
#define PRECONDITIONER(name) &linsys_preconditioner_##name,
#include "linsys/private/preconditioner_list.h"
#undef PRECONDITIONER
};

const char *const LINSYS_PRECONDITIONER_NAMES[] = {
#define PRECONDITIONER(name) #name,
#include "linsys/private/preconditioner_list.h"
#undef PRECONDITIONER
    NULL,
};

const LinsysPreconditionerOps *linsys_preconditioner_at(int index)
{
    return TABLE[index];
}
