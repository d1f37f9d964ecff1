-- The store of weft: one SQLite database per set of runs.
--
-- Written by `weft run`, and by `weft judge` (a case of solver `recorded`, with the measured pass alone and no cost and wall), one transaction
-- per finished repetition; read by report, compare, export, and by you:
--   sqlite3 runs.db 'SELECT label, step, step_ms FROM timed_step WHERE NOT warmup'
-- Tables hold what workers said; views (views.sql) put it in long form, and in wide form (wide_case, wide_step, wide_iteration) with the
-- settings of a case as columns, for other programs (docs/store.md). What each column is: `weft export DB --table dictionary`, made from the
-- comments here, the lists of fields and private/column_list.h. Numbers are stored as numbers; what does not exist is NULL. A word in braces
-- stands for the columns of the fields of a row of that kind (src/common/record/record_list.h, src/common/machine/environment_list.h).
-- Samples of two builds are never the same measurement: keep build_id apart in any query of your own.
--
-- PRAGMA application_id is 0x77656674 ("weft") and PRAGMA user_version is the version of this schema; meta repeats it for people. A store
-- that lacks a table or a column of a field gets it, and the views of today, when it is opened for writing; a reader sees the store as if it
-- had them. So a new field needs no new version: it is NULL for everything measured before. Columns of fields (in braces, made with quotes)
-- are added without NOT NULL; guard.h requires all else to be as here.

-- What the file says of itself.
CREATE TABLE IF NOT EXISTS meta (
    key   TEXT PRIMARY KEY,             -- schema_version, created (UTC), weft_version, sqlite (version and source id), schema_hash
    value TEXT NOT NULL
) STRICT;

-- ---- what was asked ----

-- Every text of an experiment file that was run into this store.
CREATE TABLE IF NOT EXISTS experiment (
    id       INTEGER PRIMARY KEY,
    name     TEXT NOT NULL,
    question TEXT NOT NULL,
    expected TEXT NOT NULL,
    path     TEXT NOT NULL,             -- of the file, as it was given
    text     TEXT NOT NULL,             -- the file itself: the report reads its figures and tables from here
    hash     TEXT NOT NULL UNIQUE,      -- of the text and the overrides of the command line
    created  TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
) STRICT;

-- One fully resolved run. Two experiments that ask for the same case share it, and what was measured of it.
CREATE TABLE IF NOT EXISTS cases (
    id    INTEGER PRIMARY KEY,
    key   TEXT NOT NULL UNIQUE,         -- hash of what differs from the first defaults (case/case.h), and of scene and mesh
    label TEXT NOT NULL,                -- short, for a person
    json  TEXT NOT NULL                 -- the canonical case, all of its settings
) STRICT;

-- Which cases an experiment has.
CREATE TABLE IF NOT EXISTS plan (
    experiment_id INTEGER NOT NULL REFERENCES experiment (id),
    case_id       INTEGER NOT NULL REFERENCES cases (id),
    block         TEXT NOT NULL,        -- name of the block of the experiment
    position      INTEGER NOT NULL,     -- order in the plan
    PRIMARY KEY (experiment_id, case_id)
) STRICT, WITHOUT ROWID;

-- Which cases the variations of an experiment have, under which its claims are judged again. A case that a variation leaves as it is, is in
-- the plan, too.
CREATE TABLE IF NOT EXISTS variation (
    experiment_id INTEGER NOT NULL REFERENCES experiment (id),
    number        INTEGER NOT NULL,     -- from 1, in the order of the experiment file
    name          TEXT NOT NULL,
    case_id       INTEGER NOT NULL REFERENCES cases (id),
    block         TEXT NOT NULL,
    position      INTEGER NOT NULL,
    PRIMARY KEY (experiment_id, number, case_id)
) STRICT, WITHOUT ROWID;

-- Every setting of a case by the name it has in an experiment file: scene, scene.NAME, solver, linsys, precision, dt, threads, …
CREATE TABLE IF NOT EXISTS parameter (
    case_id INTEGER NOT NULL REFERENCES cases (id),
    name    TEXT NOT NULL,
    value   ANY NOT NULL,               -- INTEGER or REAL when it is a number, so that it compares as one; else TEXT
    PRIMARY KEY (case_id, name)
) STRICT, WITHOUT ROWID;

-- ---- what it was measured with ----

-- The worker programs. commit, dirty, diff: one can be made again from the commit and the diff, a patch for `git apply`, which has what git did not know, too.
-- dirty also counts front, experiments and datasets, which diff has not: a case has the hash of its scene, and the experiment is in here.
CREATE TABLE IF NOT EXISTS build (
    id         INTEGER PRIMARY KEY,
    hash       TEXT NOT NULL UNIQUE,    -- of the worker program
    {build},
    created    TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
) STRICT;

-- The machine and the libraries as a worker found them. Rows differ in something that lasts; load and placement are not compared.
CREATE TABLE IF NOT EXISTS environment (
    id         INTEGER PRIMARY KEY,
    hash       TEXT NOT NULL UNIQUE,
    {environment},
    json       TEXT NOT NULL            -- all of it: caches, NUMA, libraries, flags
) STRICT;

-- How a case ended under a build. No row: never tried. What each status means: case_status_list.h.
CREATE TABLE IF NOT EXISTS outcome (
    case_id  INTEGER NOT NULL REFERENCES cases (id),
    build_id INTEGER NOT NULL REFERENCES build (id),
    status   TEXT NOT NULL CHECK (status IN ({statuses})),
    message  TEXT NOT NULL,             -- one line, '' when there is nothing to say
    updated  TEXT NOT NULL,             -- UTC
    PRIMARY KEY (case_id, build_id)
) STRICT, WITHOUT ROWID;

-- A call of `weft run`. Its cases are measured in rounds: in each, every case that wants another repetition gets a worker process, in an order
-- that is shuffled over all of them from `seed`.
CREATE TABLE IF NOT EXISTS run (
    id            INTEGER PRIMARY KEY,
    experiment_id INTEGER NOT NULL REFERENCES experiment (id),
    seed          INTEGER NOT NULL,
    options       TEXT NOT NULL,        -- of the command line, that change what is measured and when
    started       TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
    ended         TEXT,                 -- NULL: it did not come to its end
    token         TEXT NOT NULL         -- a random one, by which `weft merge` knows the same call in two stores
) STRICT;

-- The cases of a call of `weft run` that measured a part of its experiment (--shard, --case); no row: all of them. The plan has all.
CREATE TABLE IF NOT EXISTS share (
    run_id  INTEGER NOT NULL REFERENCES run (id),
    case_id INTEGER NOT NULL REFERENCES cases (id),
    PRIMARY KEY (run_id, case_id)
) STRICT, WITHOUT ROWID;

-- A worker process. Repetitions of one process share its memory layout, its placement and its hour: what is independent are processes.
CREATE TABLE IF NOT EXISTS process (
    id       INTEGER PRIMARY KEY,
    run_id   INTEGER NOT NULL REFERENCES run (id),
    round    INTEGER NOT NULL,          -- from 1
    position INTEGER NOT NULL,          -- in the round, from 1
    side     INTEGER NOT NULL,          -- 0; 1: of the second set of programs in a run that compares two
    case_id  INTEGER NOT NULL REFERENCES cases (id),
    build_id INTEGER NOT NULL REFERENCES build (id),
    started  TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
) STRICT;

-- ---- what was measured ----

-- The scene of a case after it was built. row: the whole of what the worker said, as JSON.
CREATE TABLE IF NOT EXISTS model (
    case_id         INTEGER NOT NULL REFERENCES cases (id),
    build_id        INTEGER NOT NULL REFERENCES build (id),
    {model},
    row             TEXT NOT NULL,
    PRIMARY KEY (case_id, build_id)
) STRICT, WITHOUT ROWID;

-- What of a scene can touch, and by which rules; no row: nothing can.
CREATE TABLE IF NOT EXISTS surface (
    case_id        INTEGER NOT NULL REFERENCES cases (id),
    build_id       INTEGER NOT NULL REFERENCES build (id),
    {surface},
    PRIMARY KEY (case_id, build_id)
) STRICT, WITHOUT ROWID;

-- Conditions known before the first step that a case does not meet. Which there are, and why: src/core/solver/condition_list.h.
CREATE TABLE IF NOT EXISTS condition (
    case_id  INTEGER NOT NULL REFERENCES cases (id),
    build_id INTEGER NOT NULL REFERENCES build (id),
    {condition},
    PRIMARY KEY (case_id, build_id, kind)
) STRICT, WITHOUT ROWID;

-- What went wrong in a case and is known after its last step, or in a reference that it is compared with. Which kinds there are, and why:
-- src/core/measure/finding_list.h, and `reference`. Steps without convergence are in repetition and step_end.
CREATE TABLE IF NOT EXISTS finding (
    case_id  INTEGER NOT NULL REFERENCES cases (id),
    build_id INTEGER NOT NULL REFERENCES build (id),
    {finding},
    PRIMARY KEY (case_id, build_id, kind, text)
) STRICT, WITHOUT ROWID;

-- The linear system of a case; none for a solver without.
CREATE TABLE IF NOT EXISTS linsys (
    case_id         INTEGER NOT NULL REFERENCES cases (id),
    build_id        INTEGER NOT NULL REFERENCES build (id),
    {linsys},
    row             TEXT NOT NULL,
    PRIMARY KEY (case_id, build_id)
) STRICT, WITHOUT ROWID;

-- One repetition from begin to end; one that did not reach its end has left no row anywhere.
CREATE TABLE IF NOT EXISTS repetition (
    id                   INTEGER PRIMARY KEY,
    case_id              INTEGER NOT NULL REFERENCES cases (id),
    build_id             INTEGER NOT NULL REFERENCES build (id),
    environment_id       INTEGER NOT NULL REFERENCES environment (id),
    pass                 TEXT NOT NULL CHECK (pass IN ('timed', 'phased', 'counted', 'measured')),
    number               INTEGER NOT NULL, -- from 0 within case, build and pass
    started              TEXT NOT NULL,    -- UTC
    {begin},
    {end},
    UNIQUE (case_id, build_id, pass, number)
) STRICT;

-- How long a repetition took `weft run`, from the start of its process, or the end of the repetition before, to its end: what another one of
-- the case will take (weft plan). Set-up and what is done beside the steps are in it.
CREATE TABLE IF NOT EXISTS wall (
    repetition_id INTEGER PRIMARY KEY REFERENCES repetition (id),
    seconds       REAL NOT NULL         -- s
) STRICT;

-- Set-up phases, of repetitions of every pass: set-up is the same in all of them.
CREATE TABLE IF NOT EXISTS setup (
    repetition_id INTEGER NOT NULL REFERENCES repetition (id),
    phase         TEXT NOT NULL,        -- build, colour, assemble, analyse, factor
    ns            INTEGER NOT NULL,
    PRIMARY KEY (repetition_id, phase)
) STRICT, WITHOUT ROWID;

-- Steps of the timed pass, from the very first one, and the signs that another process or the machine disturbed one. They are read between
-- the steps, outside what is timed; NULL: the system does not tell.
CREATE TABLE IF NOT EXISTS step (
    repetition_id INTEGER NOT NULL REFERENCES repetition (id),
    {step},
    PRIMARY KEY (repetition_id, step)
) STRICT, WITHOUT ROWID;

-- Steps from the states of the reference: with times of the last timed repetition of a process, in several rounds, of which the first is the
-- warm-up; without of the measured pass, whose errors are those of the same iterates. All rounds of all passes end with the same hash.
CREATE TABLE IF NOT EXISTS probe (
    repetition_id INTEGER NOT NULL REFERENCES repetition (id),
    {probe},
    PRIMARY KEY (repetition_id, step, round)
) STRICT, WITHOUT ROWID;

-- What each step of every pass, and each probe of the measured one, cost in counts. They do not depend on threads or on the pass: a count that
-- differs between two repetitions of a case is a fault. What each is: src/common/record/cost_list.h.
CREATE TABLE IF NOT EXISTS cost (
    repetition_id INTEGER NOT NULL REFERENCES repetition (id),
    {cost},
    PRIMARY KEY (repetition_id, probe, step)
) STRICT, WITHOUT ROWID;

-- Phases of the steps of the phased pass.
CREATE TABLE IF NOT EXISTS phase (
    repetition_id INTEGER NOT NULL REFERENCES repetition (id),
    step          INTEGER NOT NULL,
    phase         TEXT NOT NULL,        -- of src/common/record/phase_list.h: predict, local, rhs, solve, project, velocity, …
    ns            INTEGER NOT NULL,
    step_ns       INTEGER NOT NULL,     -- of the whole step
    PRIMARY KEY (repetition_id, step, phase)
) STRICT, WITHOUT ROWID;

-- Counters of the counted pass, summed over the threads of the team and over all steps after the warm-up.
CREATE TABLE IF NOT EXISTS counter (
    repetition_id INTEGER NOT NULL REFERENCES repetition (id),
    phase         TEXT NOT NULL,        -- as in table phase; `step`: the whole of the steps
    name          TEXT NOT NULL,        -- wall_ns (the clock of the stepping thread), and those of src/common/machine/counters.h
    value         REAL,                 -- NULL: this machine does not let it be counted
    steps         INTEGER NOT NULL,     -- summed over
    PRIMARY KEY (repetition_id, phase, name)
) STRICT, WITHOUT ROWID;

-- What a machine can do, measured on it.
CREATE TABLE IF NOT EXISTS rate (
    environment_id    INTEGER NOT NULL REFERENCES environment (id),
    kind              TEXT NOT NULL CHECK (kind IN ('read', 'update', 'triad', 'flops')),
    precision         TEXT NOT NULL,    -- f32, f64
    threads           INTEGER NOT NULL,
    working_set_bytes INTEGER NOT NULL, -- of all threads; 0 for flops
    measured          TEXT NOT NULL,    -- UTC; columns of the key come first: else PRAGMA integrity_check of SQLite 3.40 sees NULLs
    value             REAL NOT NULL,
    unit              TEXT NOT NULL,    -- GB/s, Gflop/s
    PRIMARY KEY (environment_id, kind, precision, threads, working_set_bytes, measured)
) STRICT, WITHOUT ROWID;

-- What a phase moves and computes each time it runs, counted from the data structures (src/core/step/traffic.h says how); no row: not counted.
CREATE TABLE IF NOT EXISTS traffic (
    case_id           INTEGER NOT NULL REFERENCES cases (id),
    build_id          INTEGER NOT NULL REFERENCES build (id),
    phase             TEXT NOT NULL,    -- as in table phase
    runs              INTEGER NOT NULL, -- in a step: 1, once a substep, or once an iteration
    bytes             REAL NOT NULL,    -- read and written each time
    working_set_bytes REAL NOT NULL,    -- of the arrays it touches
    updated_bytes     REAL NOT NULL,    -- of bytes: read and written back in place, time and again
    updated_set_bytes REAL NOT NULL,    -- of what is so updated
    flops             REAL NOT NULL,    -- each time
    precision         TEXT NOT NULL,    -- of these operations: f32, f64
    PRIMARY KEY (case_id, build_id, phase)
) STRICT, WITHOUT ROWID;

-- What the observer saw in the measured pass, in the order it saw it. Units: src/core/measure/convergence.h.
CREATE TABLE IF NOT EXISTS iterate (
    id             INTEGER PRIMARY KEY,
    repetition_id  INTEGER NOT NULL REFERENCES repetition (id),
    {iterate}
) STRICT;
CREATE INDEX IF NOT EXISTS iterate_of_repetition ON iterate (repetition_id, step, probe, id);

-- How each step of the measured pass and each probe ended. Residuals and their kinds: src/core/step/step.h.
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

-- What the contacts of each step of the measured pass came to, on the solver's own trajectory. src/core/contact/contacts.h says what counts.
CREATE TABLE IF NOT EXISTS contact (
    repetition_id    INTEGER NOT NULL REFERENCES repetition (id),
    {contact},
    PRIMARY KEY (repetition_id, step)
) STRICT, WITHOUT ROWID;

-- The force of every constraint of a kind at the end of some steps of the measured pass: negative pulls its particles together.
CREATE TABLE IF NOT EXISTS force (
    repetition_id INTEGER NOT NULL REFERENCES repetition (id),
    {force},
    PRIMARY KEY (repetition_id, step, kind)
) STRICT, WITHOUT ROWID;

-- What each collider, body, group of pins and support carries at the end of some steps of the measured pass: src/core/measure/loads.h.
CREATE TABLE IF NOT EXISTS load (
    id             INTEGER PRIMARY KEY,
    repetition_id  INTEGER NOT NULL REFERENCES repetition (id),
    {load}
) STRICT;
CREATE INDEX IF NOT EXISTS load_of_repetition ON load (repetition_id, step);
