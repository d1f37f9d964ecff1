#include "bundle/private/bundle_source.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "build_facts.h"
#include "bundle/private/bundle_files.h"

static Status wait_for(pid_t pid, const char *tree)
{
    int   code = 0;
    pid_t ended = -1;
    do
        ended = waitpid(pid, &code, 0);
    while (ended < 0 && errno == EINTR);
    if (ended == pid && WIFEXITED(code) && WEXITSTATUS(code) == 0)
        return status_ok();
    return status_make(STATUS_ENVIRONMENT,
                       "%.200s: `git archive %.12s` failed; give the git tree that has this commit with --source, or --source none", tree,
                       BUILD_COMMIT);
}

// Settings of the user that would change the bytes are overruled. What git says of a failure goes to standard error.
static Status archive(const char *tree, const char *to)
{
    char        output[BUNDLE_PATH_MAX + 16];
    pid_t       pid = 0;
    char *const arguments[] = {(char[]){"git"},
                               (char[]){"-C"},
                               (char *)tree,
                               (char[]){"-c"},
                               (char[]){"tar.umask=0022"},
                               (char[]){"-c"},
                               (char[]){"core.autocrlf=false"},
                               (char[]){"archive"},
                               (char[]){"--format=tar"},
                               (char[]){"--prefix=weft/"},
                               output,
                               (char[]){BUILD_COMMIT},
                               (char[]){"--"},
                               (char[]){"."},
                               (char[]){":(exclude)results/published"},
                               NULL};
    snprintf(output, sizeof output, "--output=%s", to);
    const int failed = posix_spawnp(&pid, "git", NULL, NULL, arguments, environ);
    return failed ? status_make(STATUS_ENVIRONMENT, "git cannot be started: %s; install it, or give --source none", strerror(failed))
                  : wait_for(pid, tree);
}

static Status need_commit(void)
{
    if (BUILD_DIRTY == 0)
        return status_ok();
    return status_make(STATUS_INPUT, "this weft was built from %s, so that no archive has its source; %s, or give --source none",
                       BUILD_DIRTY > 0 ? "a changed tree" : "a tree without git",
                       BUILD_DIRTY > 0 ? "commit and build again" : "build it from a clone");
}

Status bundle_source(const char *tree, const char *folder, char *out, size_t size)
{
    char        git[BUNDLE_PATH_MAX], to[BUNDLE_PATH_MAX], whole[BUNDLE_PATH_MAX], here[BUNDLE_PATH_MAX];
    const char *from = tree ? tree : BUILD_SOURCE_DIR;
    *out = '\0';
    if (strcmp(from, "none") == 0)
        return status_ok();
    TRY(need_commit());
    TRY(bundle_path(from, ".git", git));
    if (access(git, F_OK) != 0)
        return status_make(STATUS_ENVIRONMENT, "%.300s: no git tree; give the one of weft's source with --source, or --source none", from);
    snprintf(out, size, "source/weft-%.12s.tar", BUILD_COMMIT);
    TRY(bundle_path(folder, out, to));
    TRY(bundle_path(folder, "source", whole));
    TRY(file_make_folder(whole));
    if (*to == '/')
        return archive(from, to);
    if (!getcwd(here, sizeof here)) // git goes to its tree first
        return status_make(STATUS_IO, "the current folder has no path: %s", strerror(errno));
    TRY(bundle_path(here, to, whole));
    return archive(from, whole);
}
