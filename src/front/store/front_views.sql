-- Views for the other rooms of front, beside those of views.sql: temporary ones of each connection, in no file and in no dictionary. With them
-- no room but this one names a table.

-- ---- what was asked ----

CREATE VIEW stored_experiment AS
SELECT id AS experiment_id, name, question, expected, path, text, hash, created FROM experiment;

CREATE VIEW stored_case AS SELECT id AS case_id, key AS case_key, label, json FROM cases;

-- The cases of every experiment; from number 1 on those of its variations.
CREATE VIEW planned_case AS
SELECT p.experiment_id, 0 AS number, '' AS variation, p.case_id, c.key AS case_key, c.label, c.json, p.block, p.position
FROM plan AS p JOIN cases AS c ON c.id = p.case_id
UNION ALL
SELECT v.experiment_id, v.number, v.name, v.case_id, c.key, c.label, c.json, v.block, v.position
FROM variation AS v JOIN cases AS c ON c.id = v.case_id;

-- ---- who measured ----

-- Every call of `weft run`. ended: of one that did not come to its end, when its last process began.
CREATE VIEW run_call AS
SELECT r.id AS run, r.experiment_id, e.name AS experiment, r.options, r.started,
       coalesce(r.ended, (SELECT max(p.started) FROM process AS p WHERE p.run_id = r.id), r.started) AS ended
FROM run AS r JOIN experiment AS e ON e.id = r.experiment_id;

CREATE VIEW run_share AS SELECT run_id AS run, case_id FROM share;

-- run_round: the round of a process, another number in each run.
CREATE VIEW worker_process AS
SELECT id AS process, run_id AS run, run_id << 32 | round AS run_round, side, build_id FROM process;

-- measured: when a case last ended under it; NULL: none has. cpu: of its last repetition.
CREATE VIEW worker_build AS
SELECT b.id AS build_id, b.hash, b."commit", b.dirty, b.compiler, b.flags, b.build_type, b.precision, b.created,
       (SELECT max(o.updated) FROM outcome AS o WHERE o.build_id = b.id) AS measured,
       (SELECT count(*) FROM repetition AS r WHERE r.build_id = b.id) AS repetitions,
       (SELECT e.cpu FROM repetition AS r JOIN environment AS e ON e.id = r.environment_id WHERE r.build_id = b.id
        ORDER BY r.id DESC LIMIT 1) AS cpu
FROM build AS b;

CREATE VIEW stored_environment AS SELECT id AS environment_id, cpu, json FROM environment;

-- ---- what was found ----

CREATE VIEW case_condition AS SELECT case_id, build_id, kind, text FROM condition;

CREATE VIEW case_finding AS SELECT case_id, build_id, kind, text FROM finding;

CREATE VIEW repetition_fact AS
SELECT id AS repetition_id, case_id, build_id, environment_id, pass, started, load, placed, misplaced, unconverged_steps, hash FROM repetition;

-- How the steps of the measured pass and its probes ended.
CREATE VIEW step_ending AS
SELECT r.case_id, r.build_id, e.repetition_id, e.probe, e.step, e.ended = 'unconverged' AS unconverged
FROM step_end AS e JOIN repetition AS r ON r.id = e.repetition_id;

-- The probe steps that the measured pass observed, a row for each iterate.
CREATE VIEW observed_probe AS
SELECT r.case_id, r.build_id, i.repetition_id, i.step FROM iterate AS i JOIN repetition AS r ON r.id = i.repetition_id WHERE i.probe = 1;

-- What `weft compare` compares. iterations: of the last timed repetition.
CREATE VIEW compared_case AS
SELECT s.case_key, s.label, s.case_id, s.build_id, s.status, s.message, s.hashes, s.unconverged_steps, o.findings,
       (SELECT max(hash) FROM repetition AS r WHERE r.case_id = s.case_id AND r.build_id = s.build_id) AS hash, s.error, s.trajectory_error,
       (SELECT sum(json_array_length(t.iteration_ns)) FROM step AS t WHERE t.repetition_id =
        (SELECT max(id) FROM repetition AS r WHERE r.case_id = s.case_id AND r.build_id = s.build_id AND r.pass = 'timed')) AS iterations,
       s.peak_bytes, (SELECT precision FROM build AS b WHERE b.id = s.build_id) AS precision, s.repetitions
FROM case_summary AS s JOIN case_outcome AS o ON o.case_id = s.case_id AND o.build_id = s.build_id;

-- ---- clocks of processes (data/private/clock.h) ----

-- The median clock of each process after each iteration. Of a probe, whose iterates are those that the measured pass observed, it is that of the
-- same probe in the timed pass; that of all timed steps has step −1. Iteration 0 is the start. A store that does not tell processes has one for
-- each case.
CREATE VIEW process_clock AS
WITH timed AS (
    SELECT i.case_id, i.build_id, coalesce(r.process, -i.case_id) AS process, -1 AS step, i.iteration, i.time_ms
    FROM timed_iteration AS i JOIN measured_repetition AS r ON r.repetition_id = i.repetition_id WHERE NOT i.warmup
    UNION ALL
    SELECT case_id, build_id, coalesce(process, -case_id), step, iteration, time_ms FROM probe_clock),
clock AS MATERIALIZED (
    SELECT case_id, build_id, process, step, iteration, avg(time_ms) AS time_ms
    FROM (SELECT *, row_number() OVER (PARTITION BY case_id, build_id, process, step, iteration ORDER BY time_ms) AS rank,
                 count(*) OVER (PARTITION BY case_id, build_id, process, step, iteration) AS n FROM timed)
    WHERE rank IN ((n + 1) / 2, n / 2 + 1) GROUP BY case_id, build_id, process, step, iteration)
SELECT * FROM clock UNION ALL SELECT DISTINCT case_id, build_id, process, step, 0, 0.0 FROM clock;

-- The median over processes and probes, so that errors of all probes have one time. Of the rows of process_clock that are held.
CREATE VIEW iteration_clock AS
SELECT case_id, build_id, probe, iteration, avg(time_ms) AS time_ms
FROM (SELECT *, row_number() OVER (PARTITION BY case_id, build_id, probe, iteration ORDER BY time_ms) AS rank,
             count(*) OVER (PARTITION BY case_id, build_id, probe, iteration) AS n
      FROM (SELECT *, step >= 0 AS probe FROM temp.held_process_clock))
WHERE rank IN ((n + 1) / 2, n / 2 + 1) GROUP BY case_id, build_id, probe, iteration;

-- The median times of each process to the targets of accuracy.
CREATE VIEW process_accuracy AS
SELECT case_id, build_id, step, iterations_needed, process,
       avg(time_ms) FILTER (WHERE rank IN ((n + 1) / 2, n / 2 + 1)) AS time_ms,
       avg(cold_ms) FILTER (WHERE cold_rank IN ((n + 1) / 2, n / 2 + 1)) AS cold_ms
FROM (SELECT *, row_number() OVER (PARTITION BY case_id, build_id, step, iterations_needed, process ORDER BY time_ms) AS rank,
             row_number() OVER (PARTITION BY case_id, build_id, step, iterations_needed, process ORDER BY cold_ms) AS cold_rank,
             count(*) OVER (PARTITION BY case_id, build_id, step, iterations_needed, process) AS n
      FROM (SELECT case_id, build_id, step, iterations_needed, coalesce(process, -case_id) AS process, time_ms, cold_ms FROM accuracy_clock))
GROUP BY case_id, build_id, step, iterations_needed, process;
