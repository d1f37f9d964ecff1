-- The store of weft: one SQLite database per set of runs.
--
-- Written by `weft run`, and by `weft judge` (a case of solver `recorded` with only the measured pass, without cost and wall), in one
-- transaction per finished repetition. Read by report, compare and export, and by your own queries:
--   sqlite3 runs.db 'SELECT label, step, step_ms FROM timed_step WHERE NOT warmup'
-- Tables contain the rows of workers. Views (views.sql) show them in long form, and in wide form (wide_case, wide_step, wide_iteration) with
-- the settings of a case as columns, for other programs (docs/store.md). `weft export DB --table dictionary` describes each column; it is made
-- from the comments here, the lists of fields and private/column_list.h. Numbers are stored as numbers; missing values are NULL. A word in
-- braces stands for the fields of a row of that kind (src/common/record/record_list.h, src/common/machine/environment_list.h).
-- Never pool samples of two builds: separate build_id in your own queries.
--
-- PRAGMA application_id is 0x77656674 ("weft"). PRAGMA user_version is the version of this schema; meta repeats it for readers. Opening a
-- store for writing adds missing tables, missing columns of fields and the current views; a reader sees the store as if it had them. So a
-- new field needs no new version: it is NULL in older rows. Columns of fields (in braces, made with quotes) are added without NOT NULL;
-- guard.h requires everything else to match this file.

-- Facts about the file.
CREATE TABLE IF NOT EXISTS meta (
    key   TEXT PRIMARY KEY,             -- schema_version, created (UTC), weft_version, sqlite (version and source id), schema_hash
    value TEXT NOT NULL
) STRICT;

-- ---- experiments and cases ----

-- Each version of an experiment file that was run into this store.
CREATE TABLE IF NOT EXISTS experiment (
    id       INTEGER PRIMARY KEY,
    name     TEXT NOT NULL,
    question TEXT NOT NULL,
    expected TEXT NOT NULL,
    path     TEXT NOT NULL,             -- path of the file, as given
    text     TEXT NOT NULL,             -- contents of the file; reports read figures and tables from it
    hash     TEXT NOT NULL UNIQUE,      -- hash of the text and of the command line overrides
    created  TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
) STRICT;

-- Cases: fully specified runs. Experiments with the same case share the case and its measurements.
CREATE TABLE IF NOT EXISTS cases (
    id    INTEGER PRIMARY KEY,
    key   TEXT NOT NULL UNIQUE,         -- hash of the settings that differ from the first defaults (case/case.h), and of scene and mesh
    label TEXT NOT NULL,                -- short readable name
    json  TEXT NOT NULL                 -- all settings of the case, in canonical form
) STRICT;

-- The cases of each experiment.
CREATE TABLE IF NOT EXISTS plan (
    experiment_id INTEGER NOT NULL REFERENCES experiment (id),
    case_id       INTEGER NOT NULL REFERENCES cases (id),
    block         TEXT NOT NULL,        -- name of the experiment's block
    position      INTEGER NOT NULL,     -- order in the plan
    PRIMARY KEY (experiment_id, case_id)
) STRICT, WITHOUT ROWID;

-- The cases of the variations of each experiment; claims are judged again under each variation. A case that a variation does not change is
-- also in the plan.
CREATE TABLE IF NOT EXISTS variation (
    experiment_id INTEGER NOT NULL REFERENCES experiment (id),
    number        INTEGER NOT NULL,     -- from 1, in the order of the experiment file
    name          TEXT NOT NULL,
    case_id       INTEGER NOT NULL REFERENCES cases (id),
    block         TEXT NOT NULL,
    position      INTEGER NOT NULL,
    PRIMARY KEY (experiment_id, number, case_id)
) STRICT, WITHOUT ROWID;

-- Every setting of a case, under its name in experiment files: scene, scene.NAME, solver, linsys, precision, dt, threads, …
CREATE TABLE IF NOT EXISTS parameter (
    case_id INTEGER NOT NULL REFERENCES cases (id),
    name    TEXT NOT NULL,
    value   ANY NOT NULL,               -- INTEGER or REAL if it is a number, so that it compares as a number; else TEXT
    PRIMARY KEY (case_id, name)
) STRICT, WITHOUT ROWID;

-- ---- builds, machines and runs ----

-- The worker programs. A worker can be rebuilt from commit and diff; diff is a patch for `git apply` and includes untracked files. dirty also
-- covers front, experiments and datasets, which diff omits: cases have the hash of their scene, and experiments are stored here.
CREATE TABLE IF NOT EXISTS build (
    id         INTEGER PRIMARY KEY,
    hash       TEXT NOT NULL UNIQUE,    -- hash of the worker program
    {build},
    created    TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
) STRICT;

-- The machine and the libraries, as reported by a worker. Rows differ in lasting properties; load and placement are not compared.
CREATE TABLE IF NOT EXISTS environment (
    id         INTEGER PRIMARY KEY,
    hash       TEXT NOT NULL UNIQUE,
    {environment},
    json       TEXT NOT NULL            -- complete environment: caches, NUMA, libraries, flags
) STRICT;

-- Status of each case under each build. No row: never tried. Meaning of each status: case_status_list.h.
CREATE TABLE IF NOT EXISTS outcome (
    case_id  INTEGER NOT NULL REFERENCES cases (id),
    build_id INTEGER NOT NULL REFERENCES build (id),
    status   TEXT NOT NULL CHECK (status IN ({statuses})),
    message  TEXT NOT NULL,             -- reason in one line, or ''
    updated  TEXT NOT NULL,             -- time of the last change, UTC
    PRIMARY KEY (case_id, build_id)
) STRICT, WITHOUT ROWID;

-- Calls of `weft run`. Cases are measured in rounds: in each round, every case that needs another repetition gets one worker process, in an
-- order shuffled over all cases from `seed`.
CREATE TABLE IF NOT EXISTS run (
    id            INTEGER PRIMARY KEY,
    experiment_id INTEGER NOT NULL REFERENCES experiment (id),
    seed          INTEGER NOT NULL,
    options       TEXT NOT NULL,        -- command line options that affect the measurements or their order
    started       TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
    ended         TEXT,                 -- end time, UTC; NULL: the run did not finish
    token         TEXT NOT NULL         -- random identifier; `weft merge` recognises the same run in two stores by it
) STRICT;

-- The cases of a run that measured a part of its experiment (--shard, --case). No row: all cases. The plan always has all cases.
CREATE TABLE IF NOT EXISTS share (
    run_id  INTEGER NOT NULL REFERENCES run (id),
    case_id INTEGER NOT NULL REFERENCES cases (id),
    PRIMARY KEY (run_id, case_id)
) STRICT, WITHOUT ROWID;

-- Worker processes. Repetitions of one process share its memory layout, placement and time of day; only processes are independent samples.
CREATE TABLE IF NOT EXISTS process (
    id       INTEGER PRIMARY KEY,
    run_id   INTEGER NOT NULL REFERENCES run (id),
    round    INTEGER NOT NULL,          -- round of the run, from 1
    position INTEGER NOT NULL,          -- position in the round, from 1
    side     INTEGER NOT NULL,          -- set of worker programs: 0, or 1 for the second set of a run that compares two
    case_id  INTEGER NOT NULL REFERENCES cases (id),
    build_id INTEGER NOT NULL REFERENCES build (id),
    started  TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
) STRICT;

-- ---- measurements ----

-- The built scene of each case. row: the complete row of the worker, as JSON.
CREATE TABLE IF NOT EXISTS model (
    case_id         INTEGER NOT NULL REFERENCES cases (id),
    build_id        INTEGER NOT NULL REFERENCES build (id),
    {model},
    row             TEXT NOT NULL,
    PRIMARY KEY (case_id, build_id)
) STRICT, WITHOUT ROWID;

-- The contact surface of each scene, with its contact settings. No row: the scene has no contact.
CREATE TABLE IF NOT EXISTS surface (
    case_id        INTEGER NOT NULL REFERENCES cases (id),
    build_id       INTEGER NOT NULL REFERENCES build (id),
    {surface},
    PRIMARY KEY (case_id, build_id)
) STRICT, WITHOUT ROWID;

-- Conditions that a case violates, known before the first step. List with reasons: src/core/solver/condition_list.h.
CREATE TABLE IF NOT EXISTS condition (
    case_id  INTEGER NOT NULL REFERENCES cases (id),
    build_id INTEGER NOT NULL REFERENCES build (id),
    {condition},
    PRIMARY KEY (case_id, build_id, kind)
) STRICT, WITHOUT ROWID;

-- Problems of a case found after its last step, or problems of its reference. Kinds with reasons: src/core/measure/finding_list.h, and
-- `reference`. Unconverged steps are in repetition and step_end.
CREATE TABLE IF NOT EXISTS finding (
    case_id  INTEGER NOT NULL REFERENCES cases (id),
    build_id INTEGER NOT NULL REFERENCES build (id),
    {finding},
    PRIMARY KEY (case_id, build_id, kind, text)
) STRICT, WITHOUT ROWID;

-- The linear system of each case; no row for solvers without one.
CREATE TABLE IF NOT EXISTS linsys (
    case_id         INTEGER NOT NULL REFERENCES cases (id),
    build_id        INTEGER NOT NULL REFERENCES build (id),
    {linsys},
    row             TEXT NOT NULL,
    PRIMARY KEY (case_id, build_id)
) STRICT, WITHOUT ROWID;

-- Complete repetitions. A repetition that did not finish has no rows in any table.
CREATE TABLE IF NOT EXISTS repetition (
    id                   INTEGER PRIMARY KEY,
    case_id              INTEGER NOT NULL REFERENCES cases (id),
    build_id             INTEGER NOT NULL REFERENCES build (id),
    environment_id       INTEGER NOT NULL REFERENCES environment (id),
    pass                 TEXT NOT NULL CHECK (pass IN ('timed', 'phased', 'counted', 'measured')),
    number               INTEGER NOT NULL, -- number of the repetition, from 0 within case, build and pass
    started              TEXT NOT NULL,    -- start time, UTC
    {begin},
    {end},
    UNIQUE (case_id, build_id, pass, number)
) STRICT;

-- Wall time of each repetition in `weft run`, from the start of its process or the end of the previous repetition to its end, including set-up
-- and work outside the steps. `weft plan` predicts the time of further repetitions from it.
CREATE TABLE IF NOT EXISTS wall (
    repetition_id INTEGER PRIMARY KEY REFERENCES repetition (id),
    seconds       REAL NOT NULL         -- wall time, s
) STRICT;

-- Set-up phases of repetitions of every pass; all passes have the same set-up.
CREATE TABLE IF NOT EXISTS setup (
    repetition_id INTEGER NOT NULL REFERENCES repetition (id),
    phase         TEXT NOT NULL,        -- name of the set-up phase: build, colour, assemble, analyse, factor
    ns            INTEGER NOT NULL,
    PRIMARY KEY (repetition_id, phase)
) STRICT, WITHOUT ROWID;

-- Steps of the timed pass, including the first, with signs of disturbance by other processes or the machine. The signs are read between
-- steps, outside the timed interval; NULL: not reported by the system.
CREATE TABLE IF NOT EXISTS step (
    repetition_id INTEGER NOT NULL REFERENCES repetition (id),
    {step},
    PRIMARY KEY (repetition_id, step)
) STRICT, WITHOUT ROWID;

-- Probes: steps that start from states of the reference. Rows with times are from the last timed repetition of a process, in several rounds,
-- the first of which is warm-up. Rows without times are from the measured pass, which records the errors of the same iterates. All rounds of
-- all passes end with the same hash.
CREATE TABLE IF NOT EXISTS probe (
    repetition_id INTEGER NOT NULL REFERENCES repetition (id),
    {probe},
    PRIMARY KEY (repetition_id, step, round)
) STRICT, WITHOUT ROWID;

-- Cost of each step of every pass, and of each probe of the measured pass, as counts of operations. Counts do not depend on threads or pass:
-- different counts in two repetitions of a case are a fault. Definitions: src/common/record/cost_list.h.
CREATE TABLE IF NOT EXISTS cost (
    repetition_id INTEGER NOT NULL REFERENCES repetition (id),
    {cost},
    PRIMARY KEY (repetition_id, probe, step)
) STRICT, WITHOUT ROWID;

-- Phases of the steps of the phased pass.
CREATE TABLE IF NOT EXISTS phase (
    repetition_id INTEGER NOT NULL REFERENCES repetition (id),
    step          INTEGER NOT NULL,
    phase         TEXT NOT NULL,        -- name of the phase (src/common/record/phase_list.h): predict, local, rhs, solve, project, velocity, …
    ns            INTEGER NOT NULL,
    step_ns       INTEGER NOT NULL,     -- time of the whole step, ns
    PRIMARY KEY (repetition_id, step, phase)
) STRICT, WITHOUT ROWID;

-- Counters of the counted pass, summed over the threads of the team and over all steps after the warm-up.
CREATE TABLE IF NOT EXISTS counter (
    repetition_id INTEGER NOT NULL REFERENCES repetition (id),
    phase         TEXT NOT NULL,        -- name of the phase, as in table phase; `step`: the complete steps
    name          TEXT NOT NULL,        -- name of the counter: wall_ns (clock of the stepping thread), or one of src/common/machine/counters.h
    value         REAL,                 -- sum; NULL: this machine cannot count it
    steps         INTEGER NOT NULL,     -- number of steps in the sum
    PRIMARY KEY (repetition_id, phase, name)
) STRICT, WITHOUT ROWID;

-- Bandwidths and peak floating-point rates of each machine, measured on it.
CREATE TABLE IF NOT EXISTS rate (
    environment_id    INTEGER NOT NULL REFERENCES environment (id),
    kind              TEXT NOT NULL CHECK (kind IN ('read', 'update', 'triad', 'flops')),
    precision         TEXT NOT NULL,    -- precision of the operands: f32, f64
    threads           INTEGER NOT NULL,
    working_set_bytes INTEGER NOT NULL, -- working set of all threads together; 0 for flops
    measured          TEXT NOT NULL,    -- time, UTC; key columns must come first, else PRAGMA integrity_check of SQLite 3.40 sees NULLs
    value             REAL NOT NULL,
    unit              TEXT NOT NULL,    -- unit of value: GB/s, Gflop/s
    PRIMARY KEY (environment_id, kind, precision, threads, working_set_bytes, measured)
) STRICT, WITHOUT ROWID;

-- Memory traffic and operations of each phase, computed from its data structures (src/core/step/traffic.h). No row: not counted.
CREATE TABLE IF NOT EXISTS traffic (
    case_id           INTEGER NOT NULL REFERENCES cases (id),
    build_id          INTEGER NOT NULL REFERENCES build (id),
    phase             TEXT NOT NULL,    -- name of the phase, as in table phase
    runs              INTEGER NOT NULL, -- runs in a step: 1, once per substep, or once per iteration
    bytes             REAL NOT NULL,    -- bytes read and written per run
    working_set_bytes REAL NOT NULL,    -- size of the arrays that are accessed
    updated_bytes     REAL NOT NULL,    -- part of bytes that is repeatedly read and written back in place
    updated_set_bytes REAL NOT NULL,    -- size of the arrays that are updated in place
    flops             REAL NOT NULL,    -- floating-point operations per run
    precision         TEXT NOT NULL,    -- precision of these operations: f32, f64
    PRIMARY KEY (case_id, build_id, phase)
) STRICT, WITHOUT ROWID;

-- Observations of the measured pass (one per iterate), in order. Units: src/core/measure/convergence.h.
CREATE TABLE IF NOT EXISTS iterate (
    id             INTEGER PRIMARY KEY,
    repetition_id  INTEGER NOT NULL REFERENCES repetition (id),
    {iterate}
) STRICT;
CREATE INDEX IF NOT EXISTS iterate_of_repetition ON iterate (repetition_id, step, probe, id);

-- End of each step of the measured pass and of each probe. Residuals and their kinds: src/core/step/step.h.
CREATE TABLE IF NOT EXISTS step_end (
    repetition_id  INTEGER NOT NULL REFERENCES repetition (id),
    {step_end},
    PRIMARY KEY (repetition_id, probe, step)
) STRICT, WITHOUT ROWID;

-- The state at the end of some steps of the measured pass, on the solver's own trajectory. Units: src/core/measure/snapshot.h.
CREATE TABLE IF NOT EXISTS frame (
    repetition_id  INTEGER NOT NULL REFERENCES repetition (id),
    {frame},
    PRIMARY KEY (repetition_id, step)
) STRICT, WITHOUT ROWID;

-- Contact results of each step of the measured pass, on the solver's own trajectory. Definitions: src/core/contact/contacts.h.
CREATE TABLE IF NOT EXISTS contact (
    repetition_id    INTEGER NOT NULL REFERENCES repetition (id),
    {contact},
    PRIMARY KEY (repetition_id, step)
) STRICT, WITHOUT ROWID;

-- The forces of all constraints of a kind at the end of some steps of the measured pass; negative pulls the particles together.
CREATE TABLE IF NOT EXISTS force (
    repetition_id INTEGER NOT NULL REFERENCES repetition (id),
    {force},
    PRIMARY KEY (repetition_id, step, kind)
) STRICT, WITHOUT ROWID;

-- Loads: the forces on each collider, body, group of pins and support at the end of some steps of the measured pass (src/core/measure/loads.h).
CREATE TABLE IF NOT EXISTS load (
    id             INTEGER PRIMARY KEY,
    repetition_id  INTEGER NOT NULL REFERENCES repetition (id),
    {load}
) STRICT;
CREATE INDEX IF NOT EXISTS load_of_repetition ON load (repetition_id, step);
