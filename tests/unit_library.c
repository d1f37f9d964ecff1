// libweft in a program with a locale that has a decimal comma, or in which i and I are not a pair.
#include <fcntl.h>
#include <locale.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../src/weft.h"
#include "check.h"
#include "folder.h"

static const char SCENE[] = "bodies:\n"
                            "  - chain: {count: 3, spacing: 0.5}\n"
                            "    mass: 1.5\n"
                            "    springs: {structural: {stiffness: 100.5}}\n"
                            "    pins: [{index: 0}]\n";

// Makes a locale from its source. False if this system has no sources, or no localedef.
static bool set_locale(const char *folder, const char *source, const char *name)
{
    pid_t                      pid;
    int                        ended = 1;
    char                       path[600];
    char                      *argv[] = {"localedef", "-i", (char *)(uintptr_t)source, "-f", "UTF-8", path, NULL};
    posix_spawn_file_actions_t quiet;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    const bool started = posix_spawnp(&pid, argv[0], &quiet, NULL, argv, environ) == 0 && waitpid(pid, &ended, 0) == pid;
    posix_spawn_file_actions_destroy(&quiet);
    return started && ended == 0 && setenv("LOCPATH", folder, 1) == 0 && setlocale(LC_ALL, name);
}

static double height_after(const char *path, const char *setting)
{
    const char *const settings[] = {setting, NULL};
    WeftScene        *scene = NULL;
    WeftError         error = {0};
    int32_t           converged = 0;
    double            x[3][3], v[3][3];
    assert_int_equal(weft_scene_open(path, settings, &scene, &error), 0);
    assert_int_equal(weft_scene_step(scene, 2, &converged, &error), 0);
    assert_int_equal(converged, 2);
    weft_scene_state(scene, x, v);
    weft_scene_close(scene);
    return x[2][1];
}

TEST(a_scene_does_not_depend_on_the_locale_of_the_program)
{
    static const char *const LOCALES[][2] = {{"de_DE", "de_DE.UTF-8"}, {"tr_TR", "tr_TR.UTF-8"}};
    char                     text[32], path[100];
    char                    *folder = folder_create();
    snprintf(path, sizeof path, "%s/half.yaml", folder);
    write_text(path, SCENE);
    const double height = height_after(path, "dt=0.01");
    for (size_t i = 0; i < sizeof LOCALES / sizeof *LOCALES; i++) {
        if (!set_locale(folder, LOCALES[i][0], LOCALES[i][1]))
            break;
        snprintf(text, sizeof text, "%g", 0.5);
        assert_string_equal(text, "0,5");
        WeftError   error = {0};
        WeftScene  *scene = NULL;
        const char *wrong[] = {"dt=0.0", NULL};
        assert_true(height_after(path, "dt=0.01") == height);
        assert_int_not_equal(weft_scene_open(path, wrong, &scene, &error), 0);
        assert_non_null(strstr(error.text, "0.0"));
        snprintf(text, sizeof text, "%g", 0.5); // the program's own locale is unchanged
        assert_string_equal(text, "0,5");
        setlocale(LC_ALL, "C");
    }
    folder_remove(folder);
    free(folder);
}
