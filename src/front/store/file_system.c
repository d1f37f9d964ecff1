#include "store/private/file_system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/vfs.h>

#include "base/file.h"

// Types from statfs(2), linux/magic.h, and from the documentation of Lustre, GPFS and BeeGFS. FUSE: sshfs, object stores, and host folders
// in containers or virtual machines.
static const struct {
    uint32_t    type;
    const char *name;
} NETWORK[] = {{0x6969, "NFS"},      {0x517b, "SMB"},        {0xff534d42, "SMB"},  {0xfe534d42, "SMB"},
               {0x5346414f, "AFS"},  {0x73757245, "Coda"},   {0x00c36400, "Ceph"}, {0x0bd00bd0, "Lustre"},
               {0x47504653, "GPFS"}, {0x19830326, "BeeGFS"}, {0x01021997, "9P"},   {0x65735546, "FUSE"}};

int64_t file_system_type(const char *path)
{
    char          folder[4096];
    struct statfs info;
    if (snprintf(folder, sizeof folder, "%s", path) >= (int)sizeof folder)
        return 0;
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[1] = '\0'; // "/x.db" is in "/"
    return statfs(slash ? folder : ".", &info) == 0 ? (int64_t)info.f_type : 0;
}

Status file_system_check(const char *path, int64_t type)
{
    for (size_t i = 0; i < sizeof NETWORK / sizeof *NETWORK; i++)
        if ((uint32_t)type == NETWORK[i].type)
            return status_make(STATUS_IO,
                               "%s: is on %s, where writing may damage a database; give -o a file on a disk of this machine,"
                               " and copy it when the run has ended",
                               path, NETWORK[i].name);
    return status_ok();
}

Status file_system_without_locks(const char *path, int reason)
{
    return status_make(STATUS_IO, "%s: its file system has no locks (%s); give -o a file on a disk of this machine", path,
                       strerror(reason));
}

// Locks another file: closing a second descriptor of the database would release this process's locks on it (fcntl(2)).
int file_system_try_lock(const char *path)
{
    struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_len = 1};
    FileDraft    draft;
    if (file_begin(path, &draft).code != STATUS_OK)
        return 0;
    const int reason = fcntl(fileno(draft.stream), F_GETLK, &lock) != 0 ? errno : 0;
    file_discard(&draft);
    return reason;
}
