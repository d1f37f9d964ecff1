-- Temporary views for the other rooms of front, in addition to views.sql. Each connection makes them; they are not in the file and not in the
-- dictionary. Other rooms read only these views and those of views.sql, never tables.

-- ---- experiments and cases ----

CREATE VIEW stored_experiment AS
SELECT id AS experiment_id, name, question, expected, path, text, hash, created FROM experiment;

CREATE VIEW stored_case AS SELECT id AS case_id, key AS case_key, label, json FROM cases;

-- The cases of every experiment (number 0) and of its variations (number from 1).
CREATE VIEW planned_case AS
SELECT p.experiment_id, 0 AS number, '' AS variation, p.case_id, c.key AS case_key, c.label, c.json, p.block, p.position
FROM plan AS p JOIN cases AS c ON c.id = p.case_id
UNION ALL
SELECT v.experiment_id, v.number, v.name, v.case_id, c.key, c.label, c.json, v.block, v.position
FROM variation AS v JOIN cases AS c ON c.id = v.case_id;

-- ---- runs, builds and machines ----

-- Every call of `weft run`. ended: end of the run; if it did not finish, the start of its last process.
CREATE VIEW run_call AS
SELECT r.id AS run, r.experiment_id, e.name AS experiment, r.options, r.started,
       coalesce(r.ended, (SELECT max(p.started) FROM process AS p WHERE p.run_id = r.id), r.started) AS ended
FROM run AS r JOIN experiment AS e ON e.id = r.experiment_id;

CREATE VIEW run_share AS SELECT run_id AS run, case_id FROM share;

-- run_round: the round of a process, numbered so that rounds of different runs differ.
CREATE VIEW worker_process AS
SELECT id AS process, run_id AS run, run_id << 32 | round AS run_round, side, build_id FROM process;

-- measured: when a case last ended under this build; NULL: never. cpu: processor of its last repetition.
CREATE VIEW worker_build AS
SELECT b.id AS build_id, b.hash, b."commit", b.dirty, b.compiler, b.flags, b.build_type, b.precision, b.created,
       (SELECT max(o.updated) FROM outcome AS o WHERE o.build_id = b.id) AS measured,
       (SELECT count(*) FROM repetition AS r WHERE r.build_id = b.id) AS repetitions,
       (SELECT e.cpu FROM repetition AS r JOIN environment AS e ON e.id = r.environment_id WHERE r.build_id = b.id
        ORDER BY r.id DESC LIMIT 1) AS cpu
FROM build AS b;

CREATE VIEW stored_environment AS SELECT id AS environment_id, cpu, json FROM environment;

-- ---- conditions, findings and ends of steps ----

CREATE VIEW case_condition AS SELECT case_id, build_id, kind, text FROM condition;

CREATE VIEW case_finding AS SELECT case_id, build_id, kind, text FROM finding;

CREATE VIEW repetition_fact AS
SELECT id AS repetition_id, case_id, build_id, environment_id, pass, started, load, placed, misplaced, unconverged_steps, hash FROM repetition;

-- Ends of the steps of the measured pass and of its probes.
CREATE VIEW step_ending AS
SELECT r.case_id, r.build_id, e.repetition_id, e.probe, e.step, e.ended = 'unconverged' AS unconverged
FROM step_end AS e JOIN repetition AS r ON r.id = e.repetition_id;

-- The probe steps observed in the measured pass, one row per iterate.
CREATE VIEW observed_probe AS
SELECT r.case_id, r.build_id, i.repetition_id, i.step FROM iterate AS i JOIN repetition AS r ON r.id = i.repetition_id WHERE i.probe = 1;

-- The values that `weft compare` compares. iterations: sum over the last timed repetition.
CREATE VIEW compared_case AS
SELECT s.case_key, s.label, s.case_id, s.build_id, s.status, s.message, s.hashes, s.unconverged_steps, o.findings,
       (SELECT max(hash) FROM repetition AS r WHERE r.case_id = s.case_id AND r.build_id = s.build_id) AS hash, s.error, s.trajectory_error,
       (SELECT sum(json_array_length(t.iteration_ns)) FROM step AS t WHERE t.repetition_id =
        (SELECT max(id) FROM repetition AS r WHERE r.case_id = s.case_id AND r.build_id = s.build_id AND r.pass = 'timed')) AS iterations,
       s.peak_bytes, (SELECT precision FROM build AS b WHERE b.id = s.build_id) AS precision, s.repetitions
FROM case_summary AS s JOIN case_outcome AS o ON o.case_id = s.case_id AND o.build_id = s.build_id;

-- The iterates of the probes of the last measured repetition, from the first iteration on, with the clock of the first repetition that timed
-- each case. Later processes do not change it.
CREATE VIEW probe_curve AS
WITH latest AS MATERIALIZED (SELECT max(repetition_id) AS id FROM measured_repetition WHERE pass = 'measured' GROUP BY case_id, build_id),
clock AS MATERIALIZED (
    SELECT case_id, build_id, step, iteration, time_ms, rank() OVER (PARTITION BY case_id, build_id ORDER BY repetition_id) AS rank
    FROM probe_clock)
SELECT c.case_id, c.build_id, c.step, c.iteration, c.error_of_start AS error, k.time_ms
FROM convergence AS c JOIN latest ON latest.id = c.repetition_id
LEFT JOIN clock AS k ON k.case_id = c.case_id AND k.build_id = c.build_id AND k.step = c.step AND k.iteration = c.iteration AND k.rank = 1
WHERE c.probe = 1 AND c.substep = 0 AND c.iteration > 0;

-- ---- the cases of one dataset (data/dataset.c) ----
-- data/dataset.c makes these temporary tables: planned (case_id, block, position), the cases; of_plugin (id, solver, text), the builds with a
-- plugin's file; chosen (case_id, build_id, position), the chosen build of each case.

-- Chooses one build per precision, machine and plugin solver: the build that last ran a case of the dataset, since samples of two builds are
-- never pooled. build_id 0: no build ran the case.
CREATE VIEW build_choice AS
WITH kind AS MATERIALIZED (
    SELECT p.case_id, p.position, coalesce(s.value, '') AS precision, coalesce(m.value, '') AS machine
    FROM temp.planned AS p LEFT JOIN case_parameter AS s ON s.case_id = p.case_id AND s.name = 'precision'
    LEFT JOIN case_parameter AS m ON m.case_id = p.case_id AND m.name = 'machine'),
tried AS (
    SELECT k.case_id, k.precision, k.machine, coalesce(f.solver, '') AS plugin, o.build_id, o.updated
    FROM kind AS k JOIN case_outcome AS o ON o.case_id = k.case_id LEFT JOIN temp.of_plugin AS f ON f.id = o.build_id),
latest AS (
    SELECT precision, machine, plugin, build_id,
           row_number() OVER (PARTITION BY precision, machine, plugin ORDER BY max(updated) DESC, build_id DESC) AS rank
    FROM tried GROUP BY 1, 2, 3, 4),
of AS (SELECT case_id, max(plugin) AS plugin FROM tried GROUP BY 1)
SELECT k.case_id, coalesce(l.build_id, 0) AS build_id, k.position
FROM kind AS k LEFT JOIN of ON of.case_id = k.case_id
LEFT JOIN latest AS l ON l.rank = 1 AND l.precision = k.precision AND l.machine = k.machine AND l.plugin = coalesce(of.plugin, '');

CREATE VIEW chosen_repetition AS
SELECT r.* FROM repetition_fact AS r JOIN temp.chosen AS c ON c.case_id = r.case_id AND c.build_id = r.build_id;

-- Unconverged steps, with a running `number` over the case's own trajectory and one over its probes. Older stores without the table step_end
-- have only the number per repetition: it is assigned to the first step, and every probe counts as unconverged.
CREATE VIEW unconverged_step AS
WITH undetailed AS MATERIALIZED (
    SELECT r.case_id, max(r.unconverged_steps) AS most, min(r.unconverged_steps) AS own, count(DISTINCT r.pass) AS passes
    FROM chosen_repetition AS r
    WHERE NOT EXISTS (SELECT 1 FROM step_ending AS e WHERE e.case_id = r.case_id AND e.build_id = r.build_id)
    GROUP BY r.case_id HAVING max(r.unconverged_steps) > 0)
SELECT case_id, probe, step, row_number() OVER (PARTITION BY case_id, probe ORDER BY step) AS number
FROM (SELECT DISTINCT e.case_id, e.probe, e.step
      FROM temp.chosen AS c JOIN step_ending AS e ON e.case_id = c.case_id AND e.build_id = c.build_id WHERE e.unconverged)
UNION ALL
SELECT case_id, 0, 0, own FROM undetailed WHERE own > 0
UNION ALL
SELECT * FROM (SELECT DISTINCT c.case_id, 1, i.step, 1
               FROM undetailed AS b JOIN temp.chosen AS c ON c.case_id = b.case_id AND (b.most > b.own OR b.passes = 1)
               JOIN observed_probe AS i ON i.case_id = c.case_id AND i.build_id = c.build_id);

-- Status of each case under its build, with the kinds of its findings and violated conditions.
CREATE VIEW chosen_case AS
SELECT k.case_id, c.build_id, k.case_key, k.label, p.block, coalesce(o.status, 'pending') AS status, coalesce(o.message, '') AS message, o.hashes,
       o.unconverged_steps, coalesce(o.findings, '') AS findings,
       (SELECT coalesce(group_concat(q.kind, ', '), '') FROM case_condition AS q WHERE q.case_id = k.case_id AND q.build_id = c.build_id)
       AS conditions, c.position
FROM temp.chosen AS c JOIN stored_case AS k ON k.case_id = c.case_id JOIN temp.planned AS p ON p.case_id = c.case_id
LEFT JOIN case_outcome AS o ON o.case_id = c.case_id AND o.build_id = c.build_id;

-- Every build under which a case of the dataset was tried. cases: number of cases with a repetition under it. chosen: 1 if chosen for a case.
CREATE VIEW tried_build AS
SELECT b.build_id, b.hash, b."commit", b.compiler, b.flags, b.build_type, b.precision, b.dirty,
       (SELECT count(DISTINCT r.case_id) FROM repetition_fact AS r JOIN temp.chosen AS c ON c.case_id = r.case_id
        WHERE r.build_id = b.build_id) AS cases,
       b.build_id IN (SELECT build_id FROM temp.chosen) AS chosen,
       coalesce((SELECT text FROM temp.of_plugin AS f WHERE f.id = b.build_id), '') AS plugin
FROM worker_build AS b
WHERE b.build_id IN (SELECT o.build_id FROM case_outcome AS o JOIN temp.chosen AS c ON c.case_id = o.case_id);

CREATE VIEW chosen_environment AS
SELECT * FROM stored_environment WHERE environment_id IN (SELECT environment_id FROM chosen_repetition);

-- The machines of a store with several machines, each with its first environment.
CREATE VIEW chosen_machine AS
SELECT machine, name, (SELECT json FROM stored_environment WHERE environment_id = first) AS json, cases, repetitions
FROM (SELECT n.machine, n.name, min(m.environment_id) AS first, count(DISTINCT r.case_id) AS cases, count(*) AS repetitions
      FROM chosen_repetition AS r JOIN temp.machine_of AS m ON m.environment_id = r.environment_id
      JOIN temp.machine_name AS n ON n.machine = m.machine GROUP BY n.machine);

CREATE VIEW chosen_condition AS
SELECT k.* FROM temp.chosen AS c JOIN case_condition AS k ON k.case_id = c.case_id AND k.build_id = c.build_id;

CREATE VIEW chosen_finding AS
SELECT k.*, c.position FROM temp.chosen AS c JOIN case_finding AS k ON k.case_id = c.case_id AND k.build_id = c.build_id;

-- For each kind of finding: label and text of the first case in the plan, and the number of cases.
CREATE VIEW first_finding AS
SELECT kind, label || ': ' || text || CASE WHEN cases > 1 THEN ' (' || cases || ' cases)' ELSE '' END AS text
FROM (SELECT f.kind, s.label, f.text, count(DISTINCT f.case_id) AS cases, min(f.position)
      FROM chosen_finding AS f JOIN stored_case AS s ON s.case_id = f.case_id GROUP BY f.kind);

CREATE VIEW chosen_disturbance AS
SELECT total(t.samples * (t.disturbed_share IS NOT NULL)) AS samples, total(t.disturbed_samples) AS disturbed, min(t.lowest_ghz) AS lowest_ghz,
       max(t.highest_ghz) AS highest_ghz, max(t.disturbed_share) AS disturbed_share, c.case_id
FROM temp.chosen AS c LEFT JOIN disturbance AS t ON t.case_id = c.case_id AND t.build_id = c.build_id GROUP BY c.case_id;

-- ---- clocks of processes (data/private/clock.h) ----

-- Median wall time of each process after each iteration. step −1: over all timed steps; other steps: over the timed rounds of that probe, whose
-- iterates are the same as in the measured pass. Iteration 0 is the start. Stores without processes have one process per case.
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

-- Median over processes and probes, so that errors of all probes share one time axis. Computed from the materialised rows of process_clock.
CREATE VIEW iteration_clock AS
SELECT case_id, build_id, probe, iteration, avg(time_ms) AS time_ms
FROM (SELECT *, row_number() OVER (PARTITION BY case_id, build_id, probe, iteration ORDER BY time_ms) AS rank,
             count(*) OVER (PARTITION BY case_id, build_id, probe, iteration) AS n
      FROM (SELECT *, step >= 0 AS probe FROM temp.cached_process_clock))
WHERE rank IN ((n + 1) / 2, n / 2 + 1) GROUP BY case_id, build_id, probe, iteration;

-- Median times of each process to the accuracy targets.
CREATE VIEW process_accuracy AS
SELECT case_id, build_id, step, iterations_needed, process,
       avg(time_ms) FILTER (WHERE rank IN ((n + 1) / 2, n / 2 + 1)) AS time_ms,
       avg(cold_ms) FILTER (WHERE cold_rank IN ((n + 1) / 2, n / 2 + 1)) AS cold_ms
FROM (SELECT *, row_number() OVER (PARTITION BY case_id, build_id, step, iterations_needed, process ORDER BY time_ms) AS rank,
             row_number() OVER (PARTITION BY case_id, build_id, step, iterations_needed, process ORDER BY cold_ms) AS cold_rank,
             count(*) OVER (PARTITION BY case_id, build_id, step, iterations_needed, process) AS n
      FROM (SELECT case_id, build_id, step, iterations_needed, coalesce(process, -case_id) AS process, time_ms, cold_ms FROM accuracy_clock))
GROUP BY case_id, build_id, step, iterations_needed, process;

-- Where the wall time of the worker processes went, as one line: `weft status`, `weft sim`. Later passes of a process carry the times of its
-- one build and colouring (worker/setup.h), equal to the nanosecond, which count once. rest: process start, reading of references, rows.
CREATE VIEW wall_line AS
WITH prepared AS (
    SELECT pass, sum(ns) / 1e9 AS seconds
    FROM (SELECT min(r.id), r.pass, s.ns FROM setup AS s JOIN repetition AS r ON r.id = s.repetition_id GROUP BY r.case_id, s.phase, s.ns)
    GROUP BY pass),
part (position, name, seconds) AS (
    SELECT 1, 'timed steps', (SELECT total(ns) / 1e9 FROM step) UNION ALL SELECT 2, 'probes', (SELECT total(ns) / 1e9 FROM probe)
    UNION ALL SELECT 3, 'set-up', (SELECT total(seconds) FROM prepared)
    UNION ALL SELECT 4, pass || ' pass', sum(seconds) - coalesce((SELECT seconds FROM prepared AS q WHERE q.pass = p.pass), 0)
              FROM wall AS w JOIN repetition AS p ON p.id = w.repetition_id WHERE pass <> 'timed' GROUP BY pass),
whole AS (SELECT sum(seconds) AS seconds FROM wall)
SELECT printf('%.3g s', whole.seconds) || ': ' ||
       (SELECT group_concat(printf('%s %.3g s', name, seconds), ', ') FROM (SELECT * FROM part WHERE seconds > 0 ORDER BY position, name)) ||
       printf(', rest %.3g s', max(whole.seconds - (SELECT sum(seconds) FROM part), 0)) AS line
FROM whole WHERE whole.seconds > 0;

-- ---- output of `weft sim`, for a store with a single case ----

-- Times over all steps of all repetitions, ms. Kinds: phases and set-up, by phase; step; uncharged (time of an external solver outside the
-- step time).
CREATE VIEW sim_time AS
WITH timed (kind, phase, ms) AS (
    SELECT 'step', '', ns / 1e6 FROM step UNION ALL SELECT 'uncharged', '', uncharged_ns / 1e6 FROM step WHERE uncharged_ns IS NOT NULL
    UNION ALL SELECT 'set-up', phase, ns / 1e6 FROM setup UNION ALL SELECT 'phases', phase, ns / 1e6 FROM phase)
SELECT kind, phase, n, min(ms) AS least, max(ms) AS most, sum(ms) AS total,
       avg(ms) FILTER (WHERE rank IN ((n + 1) / 2, n / 2 + 1)) AS median
FROM (SELECT *, row_number() OVER (PARTITION BY kind, phase ORDER BY ms) AS rank, count(*) OVER (PARTITION BY kind, phase) AS n FROM timed)
GROUP BY kind, phase;

-- Lines of its table (cli/sim_lines.c): texts are printed unchanged; a number replaces %N in the name of its column, with N digits.
CREATE VIEW sim_model AS
SELECT particles AS "%15 particles", pinned AS "%15 pinned", constraints AS "%15 constraints", colours AS "%15 colours",
       team_threads AS "%15 threads" FROM model_fact;

CREATE VIEW sim_surface AS
SELECT surface_points AS "%15 points", surface_edges AS "%15 edges", surface_triangles AS "%15 triangles", colliders AS "%15 colliders",
       contact_thickness AS "thickness %6 m", contact_stiffness AS "stiffness %6 N/m" FROM model_fact;

CREATE VIEW sim_linsys AS
SELECT name || coalesce(': ' || chosen, '') || ' ' || coalesce(ordering, ''), "order" AS "%15 rows",
       factor_nonzeros AS "%15 nonzeros in the factor" FROM linsys;

CREATE VIEW sim_step AS
SELECT median AS "median %4 ms", least AS "least %4 ms", most AS "most %4 ms",
       'over ' || n || ' steps' || iif(r.processes > 1, ' of ' || r.processes || ' processes', '')
FROM sim_time, (SELECT count(*) AS processes FROM repetition WHERE pass = 'timed') AS r WHERE kind = 'step';

CREATE VIEW sim_speed AS
SELECT 1e3 * n / total AS "%4 steps/s", printf('real-time factor %.4g, of steps of %.6g s', 1e3 * n / total * p.value, p.value)
FROM sim_time, (SELECT value FROM parameter WHERE name = 'dt') AS p WHERE kind = 'step';

CREATE VIEW sim_uncharged AS
SELECT median AS "median %4 ms", most AS "most %4 ms per step in addition: waiting for and communicating with another process"
FROM sim_time WHERE kind = 'uncharged';

CREATE VIEW sim_touching AS
SELECT 'step ' || step, found || ' found, ' || active || ' active', contact_colours AS "%15 colours",
       (SELECT printf('in all steps: %d missed, deepest %.4g m, friction %.6g J, %d crossings', total(missed),
                      max(coalesce(max(penetration_max), 0), 0), total(friction_work), total(crossings)) FROM contact)
FROM contact_step WHERE last;

CREATE VIEW sim_bound AS
SELECT printf('in all steps: %d particles cut, %.6g kg m/s, %d detections made again', cut, momentum, redone)
FROM (SELECT sum(cut) AS cut, total(cut_momentum) AS momentum, total(redone) AS redone FROM contact) WHERE cut IS NOT NULL;

CREATE VIEW sim_state AS
SELECT kinetic AS "kinetic %6 J", elastic AS "elastic %6 J", potential AS "potential %6 J", nullif(broken, 0) AS "%15 broken constraints"
FROM trajectory WHERE last;

CREATE VIEW sim_end AS SELECT hash, peak_bytes / 1048576.0 AS "peak memory %4 MiB" FROM repetition ORDER BY id LIMIT 1;

CREATE VIEW sim_force AS
SELECT constraint_kind, iif(count(force) = count(*), printf('largest %.6g N  sum of all %d %.6g N', max(abs(force)), count(*), sum(abs(force))),
       'not known: the solver has no multipliers, and these constraints are hard or it does not use their stiffness')
FROM constraint_force WHERE last GROUP BY constraint_kind;

CREATE VIEW sim_carries AS
SELECT carrier, iif(carried_x IS NULL, 'not known', printf('(%.10g, %.10g, %.10g) N', carried_x, carried_y, carried_z))
FROM (SELECT l.id, l.carrier, {load l} FROM load AS l WHERE step = (SELECT max(step) FROM load)) ORDER BY id;

CREATE VIEW sim_iterations AS
SELECT printf('last step %d  most in a step %d  all steps %d', (SELECT iterations FROM step_end WHERE probe = 0 ORDER BY step DESC LIMIT 1),
              max(iterations), sum(iterations)) FROM step_end WHERE probe = 0;

-- Sources of the quantities of --track, by the step that just ended; for iterates: the last iterate of the step.
CREATE VIEW sim_frame AS SELECT * FROM frame;
CREATE VIEW sim_cost AS SELECT * FROM cost WHERE probe = 0;
CREATE VIEW sim_iterate AS SELECT *, max(id) FROM iterate WHERE probe = 0 GROUP BY repetition_id, step;
CREATE VIEW sim_contact AS SELECT * FROM contact;
CREATE VIEW sim_step_end AS SELECT * FROM step_end WHERE probe = 0;
CREATE VIEW sim_load AS SELECT * FROM load;

-- ---- output of `weft status` ----

-- For every experiment: number of cases, of finished cases, and of cases outside the shares of all its runs.
CREATE VIEW status_experiment AS
WITH away AS (
    SELECT p.experiment_id, p.case_id FROM planned_case AS p
    WHERE p.number = 0 AND EXISTS (SELECT 1 FROM run_call AS r WHERE r.experiment_id = p.experiment_id)
      AND NOT EXISTS (SELECT 1 FROM run_call AS r WHERE r.experiment_id = p.experiment_id
                      AND NOT EXISTS (SELECT 1 FROM run_share AS h WHERE h.run = r.run))
      AND NOT EXISTS (SELECT 1 FROM run_call AS r JOIN run_share AS h USING (run)
                      WHERE r.experiment_id = p.experiment_id AND h.case_id = p.case_id)
      AND NOT EXISTS (SELECT 1 FROM case_outcome AS o WHERE o.case_id = p.case_id))
SELECT e.name, count(*) || CASE count(*) WHEN 1 THEN ' case, ' ELSE ' cases, ' END || count(d.case_id) || ' done'
       || CASE count(u.case_id) WHEN 0 THEN '' ELSE ' (' || count(u.case_id) || ' unconverged)' END
       || CASE count(a.case_id) WHEN 0 THEN '' ELSE ', ' || count(a.case_id) || ' of other shards' END AS progress, e.path, e.created
FROM stored_experiment AS e JOIN planned_case AS p ON p.experiment_id = e.experiment_id AND p.number = 0
LEFT JOIN (SELECT DISTINCT case_id FROM case_outcome WHERE status IN ({whole})) AS d ON d.case_id = p.case_id
LEFT JOIN (SELECT DISTINCT case_id FROM case_outcome WHERE status = 'unconverged') AS u ON u.case_id = p.case_id
LEFT JOIN away AS a ON a.experiment_id = e.experiment_id AND a.case_id = p.case_id
GROUP BY e.experiment_id ORDER BY e.experiment_id;

CREATE VIEW status_share AS
SELECT r.experiment, r.options,
       count(DISTINCT h.case_id) || CASE count(DISTINCT h.case_id) WHEN 1 THEN ' case' ELSE ' cases' END AS cases
FROM run_call AS r JOIN run_share AS h USING (run) GROUP BY r.experiment_id, r.options ORDER BY min(r.run);

-- Requires the table of plugin_builds_list.
CREATE VIEW status_build AS
WITH counted AS (SELECT build_id, status, count(*) AS n FROM case_outcome GROUP BY build_id, status)
SELECT substr(b.hash, 1, 8) AS hash, b.precision, substr(b."commit", 1, 12) || CASE b.dirty WHEN 1 THEN '+' ELSE '' END AS "commit",
       b.created, coalesce((SELECT group_concat(c.n || ' ' || s.value, ', ') FROM json_each(json_array({statuses})) AS s
                            CROSS JOIN counted AS c WHERE c.status = s.value AND c.build_id = b.build_id) || ', ', '')
       || b.repetitions || ' repetitions' || coalesce(', with ' || (SELECT text FROM temp.of_plugin AS f WHERE f.id = b.build_id), '') AS ended
FROM worker_build AS b ORDER BY b.build_id;

-- end: end of each case under each build, in words.
CREATE VIEW status_case AS
SELECT status, substr(case_key, 1, 8) AS case_key, repetitions || ' repetitions' AS repetitions, label,
       message || iif(message <> '' AND ended <> '', '; ', '') || ended AS "end", case_id, build_id,
       status <> 'done' OR hashes > 1 OR ended <> '' AS wrong
FROM (SELECT *, ltrim(iif(hashes > 1 AND message = '', '; repetitions ended in ' || hashes || ' different states', '')
             || iif(unconverged_steps > 0, '; ' || unconverged_steps || ' steps ended without convergence', '')
             || coalesce('; found: ' || findings, ''), '; ') AS ended
      FROM case_outcome);
