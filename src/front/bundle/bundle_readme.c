// README.md of a bundle, in the order in which committees that evaluate artifacts read.
#include <string.h>

#include "base/text.h"
#include "build_facts.h"
#include "bundle/private/bundle_texts.h"
#include "report/markdown.h"
#include "store/plugin_builds.h"
#include "store/sql.h"

static Status failed(const BundleFacts *facts)
{
    return sql_error(store_handle(facts->store), "cannot be read");
}

// A row of a query in letters of Markdown, for each row of the store.
typedef Status(PutRow)(sqlite3_stmt *query, FILE *out);

static Status put_rows(const BundleFacts *facts, const char *sql, PutRow *put, FILE *out)
{
    sqlite3_stmt *query = NULL;
    int           code = SQLITE_DONE;
    TRY(sql_prepare(store_handle(facts->store), sql, &query));
    Status status = status_ok();
    while (status.code == STATUS_OK && (code = sqlite3_step(query)) == SQLITE_ROW)
        status = put(query, out);
    sqlite3_finalize(query);
    return status.code == STATUS_OK && code != SQLITE_DONE ? failed(facts) : status;
}

static Status put_column(sqlite3_stmt *query, int column, FILE *out)
{
    const char *text = "";
    TRY(sql_text(query, column, &text));
    markdown_text(*text ? text : "not known", out);
    return status_ok();
}

// ---- abstract ----

static Status put_question(sqlite3_stmt *query, FILE *out)
{
    fputs("- ", out);
    TRY(put_column(query, 0, out));
    fputs(": ", out);
    TRY(put_column(query, 1, out));
    fputs("\n", out);
    return status_ok();
}

static int count_answers(const BundleFacts *facts, const char *answer)
{
    size_t        i = 0;
    int           count = 0;
    const json_t *claim = NULL;
    json_array_foreach(facts->claims, i, claim) count += strcmp(claim_text(claim, "answer"), answer) == 0;
    return count;
}

static Status put_abstract(const BundleFacts *facts, FILE *out)
{
    fputs(
        "# Artifact\n\n## Abstract\n\n"
        "Measurements of solvers of deformable bodies, made by weft, with all that it takes to judge them, and to measure them again. The\n"
        "experiments and their questions:\n\n",
        out);
    TRY(put_rows(facts, "SELECT name, question FROM experiment WHERE id IN (SELECT max(id) FROM experiment GROUP BY name) ORDER BY id",
                 put_question, out));
    fprintf(out,
            "\nTheir %d claims stand so in `store.db`: %d yes, %d no, %d too close to call, %d not measured ([CLAIMS.md](CLAIMS.md)).\n",
            (int)json_array_size(facts->claims), count_answers(facts, "yes"), count_answers(facts, "no"),
            count_answers(facts, "too close to call"), count_answers(facts, "not measured"));
    return status_ok();
}

static void put_badges(const BundleFacts *facts, FILE *out)
{
    fputs("\n## Badges\n\n"
          "- *Available*: this folder, in a public archive of your choice; `SHA256SUMS` says whether a copy is whole.\n",
          out);
    fprintf(out, "- *Functional*: weft is built %s, and the first steps below run.\n",
            *facts->source ? "from the source in here" : "from its repository");
    fputs("- *Reusable*: documented experiments, scenes and store; see Reuse.\n"
          "- *Results reproduced*: `weft bundle --check` measures again and judges every claim beside its answer in here.\n",
          out);
}

// ---- requirements ----

static Status put_environment(sqlite3_stmt *query, FILE *out)
{
    static const char *const NAMES[] = {"", ", ", " cores, ", " GiB of memory, ", ", glibc ", ", ", ", CHOLMOD ", ", hwloc ", ", Jansson "};
    fputs("- measured on: ", out);
    for (int i = 0; i < 9; i++) {
        fputs(NAMES[i], out);
        TRY(put_column(query, i, out));
    }
    fputs("\n", out);
    return status_ok();
}

static Status put_build(sqlite3_stmt *query, FILE *out)
{
    static const char *const NAMES[] = {"- workers in ", " precision: commit ", "", ", compiler ", ", flags ", ", build type "};
    for (int i = 0; i < 6; i++) {
        fputs(NAMES[i], out);
        if (i != 2)
            TRY(put_column(query, i, out));
        else if (sqlite3_column_int(query, i) != 0)
            fputs(" with the changes of build/*HASH*.diff, where there are any to what workers are made of", out);
    }
    fputs("\n", out);
    return status_ok();
}

static Status put_plugin(sqlite3_stmt *query, FILE *out)
{
    fputs("- a solver that is not weft's own, and is not in here: ", out);
    TRY(put_column(query, 0, out));
    fputs(". Give it to weft with `--plugin`; without it its cases cannot be measured again\n", out);
    return status_ok();
}

static Status put_memory(sqlite3_stmt *query, FILE *out)
{
    const double bytes = sql_number(query, 0);
    if (bytes > 0)
        fprintf(out, "- a worker took at most %.0f MiB of memory\n", bytes / (1 << 20));
    return status_ok();
}

static void put_threads(const BundleFacts *facts, FILE *out)
{
    int threads = 1;
    for (int i = 0; i < facts->plan->count; i++)
        threads = facts->plan->runs[i].threads > threads ? facts->plan->runs[i].threads : threads;
    fprintf(out, "- hardware: x86-64 with AVX2, %d processing unit%s free of other work; no special device%s\n", threads,
            threads == 1 ? "" : "s", threads == 1 ? "" : ". With fewer, claims about larger teams cannot be told");
}

static void put_time(const BundleFacts *facts, FILE *out)
{
    fputs("- time:", out);
    for (int i = 0; i < facts->plan->count; i++) {
        const BundleRun *run = &facts->plan->runs[i];
        char             brief[80], full[80];
        bundle_minutes(run, BUNDLE_SHORT, brief, sizeof brief);
        bundle_minutes(run, BUNDLE_FULL, full, sizeof full);
        fprintf(out, "%s %s %s in the short form, %s in the full one%s", i ? ";" : "", run->name, brief, full,
                run->references ? ", and its reference trajectories" : "");
    }
    fputs("\n", out);
}

static Status put_requirements(const BundleFacts *facts, FILE *out)
{
    static const char ENVIRONMENTS[] =
        "SELECT cpu, cores, round(json_extract(json, '$.memory_bytes') / 1073741824.0, 1), kernel, json_extract(json, '$.glibc'), blas,"
        " json_extract(json, '$.cholmod'), json_extract(json, '$.hwloc'), json_extract(json, '$.jansson') FROM environment"
        " GROUP BY cpu, cores, kernel, blas ORDER BY min(id)";
    fputs("\n## Requirements\n\n", out);
    put_threads(facts, out);
    TRY(put_rows(facts, "SELECT max(peak_bytes) FROM repetition", put_memory, out));
    fputs("- software: Debian 12, or another Linux with what `bench/packages.sh` of the source lists: compiler, CMake, CHOLMOD, OpenBLAS, "
          "hwloc,\n"
          "  SQLite, libyaml, Jansson; gnuplot for figures\n"
          "- disk: 1.5 GB for packages, build and results, besides this folder\n",
          out);
    put_time(facts, out);
    TRY(put_rows(facts, ENVIRONMENTS, put_environment, out));
    TRY(put_rows(facts, "SELECT precision, \"commit\", dirty, compiler, flags, build_type FROM build ORDER BY id", put_build, out));
    TRY(plugin_builds_list(store_handle(facts->store)));
    return put_rows(facts, "SELECT DISTINCT text FROM temp.of_plugin ORDER BY text", put_plugin, out);
}

// ---- steps ----

static void put_source(const BundleFacts *facts, FILE *out)
{
    if (*facts->source)
        fprintf(out, "tar -xf %s -C ..\ncd ../weft\n", facts->source);
    else
        fputs("cd ../weft                          # a clone of weft that has `weft bundle`, put there by you\n", out);
}

static void put_steps(const BundleFacts *facts, FILE *out)
{
    fputs(
        "\n## Getting started, in less than half an hour\n\n"
        "In this folder, as root or with sudo for the packages. The last three commands look at the machine, the scenes and the store.\n\n"
        "```sh\nbundle=$PWD\nsha256sum -c --quiet SHA256SUMS\n",
        out);
    put_source(facts, out);
    fputs(
        "bash -c '. bench/packages.sh && packages_install \"${BUILD_PACKAGES[@]}\"'\n"
        "cmake --preset release\ncmake --build build/release --target weft weft-worker-f64 weft-worker-f32\n"
        "export PATH=\"$PWD/build/release:$PATH\"\ncd \"$bundle\"\nweft doctor\n"
        "WEFT_DATASETS=$PWD/datasets weft list scenes\nweft status store.db\n```\n"
        "\n## Step by step\n\n"
        "```sh\nweft report store.db -o ../report    # every figure and table, from the numbers as they were measured\n"
        "weft bundle --check . -o ../check    # the short form: measured again here, every claim judged; CHECK.md is in ../check\n"
        "weft bundle --check . -o ../full --full  # as it was measured, with all variations\n```\n"
        "\nThe check ends with exit code 0 when every claim that is yes in here holds or cannot be told, 13 when one does not, 8 when "
        "cases failed.\n"
        "Times differ from machine to machine; a claim compares times of one machine, and its interval says how far it is from its bound.\n"
        "The short form has the sizes of the full one, fewer processes and no variations: intervals are wider, and more is too close to "
        "call.\n",
        out);
}

static void put_reuse(const BundleFacts *facts, FILE *out)
{
    fputs(
        "\n## Claims\n\n[CLAIMS.md](CLAIMS.md) has each with its value, interval, bound, the source of the bound, the call that measures "
        "it, and the\n"
        "minutes of both forms. [commands.txt](commands.txt) has the calls in order, as they were and as they are here.\n"
        "\n## Reuse\n\n"
        "- `experiments/*.yaml` are texts: change a solver, a size or a scene and run them (`weft help run`, `man/weft.1` of the source).\n"
        "- `store.db` is SQLite; `weft export store.db --table dictionary` says what each column is, `docs/store.md` of the source how "
        "pandas, R and\n"
        "  DuckDB read it.\n"
        "- `datasets/` has the scenes and meshes that these cases use, `build/` the builds and the environments that they were measured "
        "with.\n",
        out);
    fprintf(out, "- This folder was made by weft %s, commit %.40s%s.\n", BUILD_VERSION, BUILD_COMMIT,
            BUILD_DIRTY > 0 ? " with changes that are in no commit" : "");
    if (*facts->source)
        fputs("  Its source is in here. A store that another commit has measured says so above; a check then says what weft does today.\n",
              out);
    fputs("\n## Licence\n\nMIT for weft; [LICENCES.md](LICENCES.md) has that of every scene and mesh.\n", out);
}

Status bundle_readme(const BundleFacts *facts, FILE *out)
{
    TRY(put_abstract(facts, out));
    put_badges(facts, out);
    TRY(put_requirements(facts, out));
    put_steps(facts, out);
    put_reuse(facts, out);
    return status_ok();
}
