-- The views of the store: the tables of schema.sql in long form, one observation per row, with times in milliseconds and nanoseconds. Views
-- of measurements start with the same columns: case_id, build_id, case_key, label. Opening a store with other views replaces them; a reader
-- makes temporary views and does not change the file. Braces with a kind of row and an alias stand for the columns of its fields in the view
-- (src/common/record/record_list.h).

-- ---- long form ----

-- One row per repetition with its case, build, process and run; the other views start from it. process, run, round, side: NULL in older stores
-- without processes; all such repetitions of a case count as one process.
CREATE VIEW measured_repetition AS
SELECT r.case_id, r.build_id, c.key AS case_key, c.label, r.id AS repetition_id, r.pass, r.number AS repetition, r.started, b.load,
       b.process, p.run_id AS run, p.round, p.side, {end r}, r.environment_id
FROM repetition AS r JOIN cases AS c ON c.id = r.case_id
JOIN (SELECT o.id AS begun, {begin o} FROM repetition AS o) AS b ON b.begun = r.id LEFT JOIN process AS p ON p.id = b.process;

-- Every step of the timed pass. warmup: 1 for the first tenth of the steps of a repetition, at least one; these steps warm caches and pages,
-- and report and compare exclude them. A repetition of a single step has no warm-up.
-- disturbed: 1 if switched, stolen or slow is 1; 0 if none is 1 and at least one is known; else NULL. switched: another process occupied a
-- core for more than 1 % of the time (if waiting times are not reported: there was any involuntary context switch). slow: the core ran below
-- 85 % of the highest frequency in the repetition; smaller variations are normal for a turbo clock. Medians include disturbed samples, since
-- excluding samples because of their time would bias them. Reports print the number of disturbed samples.
CREATE VIEW timed_step AS
SELECT s.*, CASE WHEN 1 IN (s.switched, s.stolen, s.slow) THEN 1 ELSE min(coalesce(s.switched, s.stolen, s.slow), 0) END AS disturbed
FROM (SELECT r.case_id, r.build_id, r.case_key, r.label, r.repetition_id, r.repetition, s.step,
             s.step < max(1, t.steps / 10) AND t.steps > 1 AS warmup,
             s.ns, s.ns / 1e6 AS step_ms, json_array_length(s.iteration_ns) AS iterations_done,
             s.ns / 1e6 / nullif(json_array_length(s.iteration_ns), 0) AS iteration_ms,
             s.ns * 1.0 / nullif(json_array_length(s.iteration_ns) * m.constraints, 0) AS ns_per_constraint,
             coalesce(s.waited_share > 0.01, s.switches > 0) AS switched, s.stolen_ms > 0 AS stolen,
             s.ghz < 0.85 * t.ghz AS slow, s.ghz, {cost x}
      FROM measured_repetition AS r
      JOIN (SELECT repetition_id, count(*) AS steps, max(ghz) AS ghz FROM step GROUP BY repetition_id) AS t
           ON t.repetition_id = r.repetition_id
      JOIN step AS s ON s.repetition_id = r.repetition_id
      LEFT JOIN cost AS x ON x.repetition_id = s.repetition_id AND x.probe = 0 AND x.step = s.step
      LEFT JOIN model AS m ON m.case_id = r.case_id AND m.build_id = r.build_id) AS s;

-- Cost of each step of every pass, and of each probe of the measured pass, as counts of operations; the same in all repetitions.
CREATE VIEW step_cost AS
SELECT r.case_id, r.build_id, r.case_key, r.label, r.repetition_id, r.pass, r.repetition, x.step, x.probe, {cost x}
FROM measured_repetition AS r JOIN cost AS x ON x.repetition_id = r.repetition_id;

-- Disturbed samples of every repetition of the timed pass, without warm-up. disturbed_share: fraction of its samples.
CREATE VIEW disturbance AS
SELECT case_id, build_id, case_key, label, repetition_id, repetition, count(*) AS samples, sum(disturbed) AS disturbed_samples,
       avg(disturbed) AS disturbed_share, sum(switched) AS switched_samples, sum(stolen) AS stolen_samples, sum(slow) AS slow_samples,
       min(ghz) AS lowest_ghz, max(ghz) AS highest_ghz
FROM timed_step WHERE NOT warmup GROUP BY repetition_id;

-- Wall time after each iteration of each step of the timed pass; iteration counts finished iterations, from 1. To join it with a view such as
-- convergence, write timed_iteration CROSS JOIN convergence: in the other order SQLite reads the list again for every row.
CREATE VIEW timed_iteration AS
SELECT s.case_id, s.build_id, s.case_key, s.label, s.repetition_id, s.repetition, s.step, s.warmup, j.key + 1 AS iteration,
       j.value AS ns, j.value / 1e6 AS time_ms
FROM timed_step AS s JOIN step AS raw ON raw.repetition_id = s.repetition_id AND raw.step = s.step, json_each(raw.iteration_ns) AS j;

-- Wall time after each iteration of each probe of the timed pass: median over its rounds, without the first of several. The measured pass has
-- the errors of the same iterates.
CREATE VIEW probe_clock AS
WITH clocked AS (
    SELECT p.repetition_id, p.step, j.key + 1 AS iteration, j.value AS ns,
           row_number() OVER (PARTITION BY p.repetition_id, p.step, j.key ORDER BY j.value) AS rank,
           count(*) OVER (PARTITION BY p.repetition_id, p.step, j.key) AS n
    FROM probe AS p, json_each(p.iteration_ns) AS j
    WHERE p.round > 0 OR NOT EXISTS (SELECT 1 FROM probe AS o WHERE o.repetition_id = p.repetition_id AND o.step = p.step AND o.round > 0))
SELECT r.case_id, r.build_id, r.case_key, r.label, r.repetition_id, r.repetition, r.process, c.step, c.iteration, avg(c.ns) / 1e6 AS time_ms
FROM measured_repetition AS r JOIN clocked AS c ON c.repetition_id = r.repetition_id
WHERE c.rank IN ((c.n + 1) / 2, c.n / 2 + 1) GROUP BY c.repetition_id, c.step, c.iteration;

-- Every phase of every step of the phased pass, warm-up as in timed_step. step_ms: time of the phase in the step. iteration_ms: that time
-- divided by the iterations of the same step in the timed pass. share: fraction of the time of the step.
CREATE VIEW phase_time AS
SELECT r.case_id, r.build_id, r.case_key, r.label, r.repetition_id, r.repetition, p.step,
       p.step < max(1, t.steps / 10) AND t.steps > 1 AS warmup,
       p.phase, p.ns, p.ns / 1e6 AS step_ms, p.ns * 1.0 / nullif(p.step_ns, 0) AS share,
       p.ns / 1e6 / (SELECT nullif(json_array_length(s.iteration_ns), 0) FROM repetition AS o
                     JOIN step AS s ON s.repetition_id = o.id AND s.step = p.step
                     WHERE o.case_id = r.case_id AND o.build_id = r.build_id AND o.pass = 'timed' LIMIT 1) AS iteration_ms
FROM measured_repetition AS r
JOIN (SELECT repetition_id, count(DISTINCT step) AS steps FROM phase GROUP BY repetition_id) AS t ON t.repetition_id = r.repetition_id
JOIN phase AS p ON p.repetition_id = r.repetition_id;

-- Cost of contact in every step of the phased pass, for scenes with contact. detection_ms: broad, narrow and contact_colour; contact_ms:
-- detection_ms plus projection and velocities; contact_share: fraction of the step. Work of a linear solver for contacts is in the solver's
-- phases. detection_ns_per_primitive: detection time divided by the points, edges and triangles of the surface.
CREATE VIEW contact_time AS
SELECT t.case_id, t.build_id, t.case_key, t.label, t.repetition_id, t.repetition, t.step, t.warmup, t.broad_ms, t.narrow_ms, t.colour_ms,
       t.project_ms, t.velocity_ms, t.broad_ms + t.narrow_ms + t.colour_ms AS detection_ms,
       t.broad_ms + t.narrow_ms + t.colour_ms + t.project_ms + t.velocity_ms AS contact_ms, t.step_ms,
       (t.broad_ms + t.narrow_ms + t.colour_ms + t.project_ms + t.velocity_ms) / nullif(t.step_ms, 0) AS contact_share,
       (t.broad_ms + t.narrow_ms + t.colour_ms) * 1e6 / nullif(s.points + s.edges + s.triangles, 0) AS detection_ns_per_primitive
FROM (SELECT r.case_id, r.build_id, r.case_key, r.label, r.repetition_id, r.repetition, p.step,
             p.step < max(1, n.steps / 10) AND n.steps > 1 AS warmup, max(p.step_ns) / 1e6 AS step_ms,
             coalesce(sum(p.ns) FILTER (WHERE p.phase = 'broad'), 0) / 1e6 AS broad_ms,
             coalesce(sum(p.ns) FILTER (WHERE p.phase = 'narrow'), 0) / 1e6 AS narrow_ms,
             coalesce(sum(p.ns) FILTER (WHERE p.phase = 'contact_colour'), 0) / 1e6 AS colour_ms,
             coalesce(sum(p.ns) FILTER (WHERE p.phase = 'contact'), 0) / 1e6 AS project_ms,
             coalesce(sum(p.ns) FILTER (WHERE p.phase = 'contact_velocity'), 0) / 1e6 AS velocity_ms
      FROM measured_repetition AS r
      JOIN (SELECT repetition_id, count(DISTINCT step) AS steps FROM phase GROUP BY repetition_id) AS n
           ON n.repetition_id = r.repetition_id
      JOIN phase AS p ON p.repetition_id = r.repetition_id
      GROUP BY r.repetition_id, p.step) AS t
JOIN surface AS s ON s.case_id = t.case_id AND s.build_id = t.build_id;

-- Every counter of every phase of the counted pass. per_ns: value divided by the time of the phase, such as cycles per nanosecond of the
-- whole team, or bytes per nanosecond (GB/s).
CREATE VIEW counter_value AS
SELECT r.case_id, r.build_id, r.case_key, r.label, r.repetition_id, r.repetition, c.phase, c.name AS counter, c.value AS counted_value,
       c.value / nullif(c.steps, 0) AS per_step,
       c.value / nullif((SELECT w.value FROM counter AS w WHERE w.repetition_id = c.repetition_id AND w.phase = c.phase
                         AND w.name = 'wall_ns'), 0) AS per_ns
FROM measured_repetition AS r JOIN counter AS c ON c.repetition_id = r.repetition_id;

-- Measured bandwidths and peak floating-point rates of each machine.
CREATE VIEW machine_rate AS
SELECT t.environment_id, e.cpu, t.kind AS rate_kind, t.precision AS rate_precision, t.threads AS rate_threads, t.working_set_bytes,
       t.value AS rate, t.unit, t.measured AS rate_measured
FROM rate AS t JOIN environment AS e ON e.id = t.environment_id;

-- The machine of every environment: the environment without its process variables, which differ between thread counts.
CREATE VIEW environment_machine AS SELECT id AS environment_id, json_remove(json, '$.variables') AS machine FROM environment;

-- The newest rates of every machine.
CREATE VIEW newest_rate AS
SELECT m.machine, t.kind, t.precision, t.threads, t.working_set_bytes, t.value, max(t.measured) AS rate_measured
FROM rate AS t JOIN environment_machine AS m USING (environment_id)
GROUP BY m.machine, t.kind, t.precision, t.threads, t.working_set_bytes;

-- Memory traffic and operations of the phases of every case.
CREATE VIEW phase_traffic AS
SELECT t.case_id, t.build_id, c.key AS case_key, c.label, t.phase, t.runs, t.bytes, t.working_set_bytes, t.updated_bytes,
       t.updated_set_bytes, t.flops, t.precision AS flop_precision
FROM traffic AS t JOIN cases AS c ON c.id = t.case_id;

-- Each phase of the phased pass compared with the measured rates of the machine for the same number of threads (roofline): one row per row of
-- phase_time, NULL if the phase was not counted or the machine not measured.
--   gbytes, gflops     data and operations of the phase in this step, in units of 1e9; intensity: operations per byte
--   gb_per_s           gbytes divided by the time of the phase
--   read_gb_per_s, triad_gb_per_s   bandwidth of the machine at the working set of the phase, interpolated log-log between the nearest
--                      measured sets; NULL if one of them is missing; outside the measured range: the rate of the nearest end
--   machine_gb_per_s   bandwidth for the bytes of this phase: update bandwidth, at their set size, for bytes updated in place, and
--                      read bandwidth for the others
--   bandwidth_share    gb_per_s / machine_gb_per_s; flop_share: gflop_per_s / peak_gflop_per_s
--   byte_floor_ms, flop_floor_ms   time of the phase in this step if it only moved its bytes at machine_gb_per_s, or only executed its
--                      operations at the peak; loads, stores, shuffles and address computations are in neither
--   roof_gflop_per_s   minimum of the peak and intensity × machine_gb_per_s; roof_share: gflop_per_s / roof_gflop_per_s
-- A share above 1 means that a nearer cache held more of the phase than its working set suggests, so the rate was no limit. A share is
-- therefore NULL in all steps of a case and phase if any step is above 1; otherwise medians would cover only the slower steps. no_share
-- has the reason for a NULL bandwidth_share. Both rates are kept.
CREATE VIEW roofline AS
WITH machine AS MATERIALIZED (SELECT environment_id, machine AS name FROM environment_machine),
given AS MATERIALIZED (SELECT *, machine AS name FROM newest_rate),
counted AS MATERIALIZED (
    SELECT DISTINCT r.case_id AS case_id, r.build_id AS build_id, r.environment_id AS environment_id, t.phase AS phase,
           t.runs * t.bytes AS bytes, t.working_set_bytes AS working_set,
           t.runs * t.updated_bytes AS updated, t.updated_set_bytes AS updated_set, t.runs * t.flops AS flops, t.precision AS precision,
           m.name AS machine_name, b.precision AS worker, p.value AS threads
    FROM repetition AS r JOIN traffic AS t ON t.case_id = r.case_id AND t.build_id = r.build_id
    JOIN build AS b ON b.id = r.build_id JOIN machine AS m ON m.environment_id = r.environment_id
    LEFT JOIN parameter AS p ON p.case_id = r.case_id AND p.name = 'threads'
    WHERE r.pass = 'phased'),
wanted AS (SELECT machine_name, worker, threads, 'read' AS kind, working_set AS bytes FROM counted
           UNION SELECT machine_name, worker, threads, 'triad', working_set FROM counted
           UNION SELECT machine_name, worker, threads, 'update', updated_set FROM counted),
beside AS MATERIALIZED (
    SELECT w.*, (SELECT max(g.working_set_bytes) FROM given AS g WHERE g.name = w.machine_name AND g.kind = w.kind
                 AND g.precision = w.worker AND g.threads = w.threads AND g.working_set_bytes <= w.bytes) AS low,
           (SELECT min(g.working_set_bytes) FROM given AS g WHERE g.name = w.machine_name AND g.kind = w.kind
            AND g.precision = w.worker AND g.threads = w.threads AND g.working_set_bytes >= w.bytes) AS high
    FROM wanted AS w),
rated AS MATERIALIZED ( -- interpolates only between sets that differ by at most a factor of 2
    SELECT b.*, CASE WHEN b.high IS NULL OR b.high = b.low THEN l.value WHEN b.low IS NULL THEN h.value WHEN b.high <= 2 * b.low
                THEN l.value * pow(h.value / l.value, ln(b.bytes / b.low) / ln(1.0 * b.high / b.low)) END AS value
    FROM beside AS b
    LEFT JOIN given AS l ON l.name = b.machine_name AND l.kind = b.kind AND l.precision = b.worker AND l.threads = b.threads
                            AND l.working_set_bytes = b.low
    LEFT JOIN given AS h ON h.name = b.machine_name AND h.kind = b.kind AND h.precision = b.worker AND h.threads = b.threads
                            AND h.working_set_bytes = b.high),
judged AS MATERIALIZED (
    SELECT c.*, a.value AS read, b.value AS triad, p.value AS peak,
           CASE c.updated WHEN 0 THEN a.value ELSE c.bytes / ((c.bytes - c.updated) / a.value + c.updated / u.value) END AS machine
    FROM counted AS c
    LEFT JOIN rated AS a ON a.machine_name = c.machine_name AND a.kind = 'read' AND a.worker = c.worker AND a.threads = c.threads
                            AND a.bytes = c.working_set
    LEFT JOIN rated AS u ON u.machine_name = c.machine_name AND u.kind = 'update' AND u.worker = c.worker AND u.threads = c.threads
                            AND u.bytes = c.updated_set
    LEFT JOIN rated AS b ON b.machine_name = c.machine_name AND b.kind = 'triad' AND b.worker = c.worker AND b.threads = c.threads
                            AND b.bytes = c.working_set
    LEFT JOIN given AS p ON p.name = c.machine_name AND p.kind = 'flops' AND p.precision = c.precision AND p.threads = c.threads),
timed AS MATERIALIZED (
    SELECT r.case_id, r.build_id, r.case_key, r.label, r.repetition_id, r.repetition, p.step,
           p.step < max(1, t.steps / 10) AND t.steps > 1 AS warmup,
           p.phase, p.ns / 1e6 AS step_ms, j.bytes / 1e9 AS gbytes, j.flops / 1e9 AS gflops, j.flops / nullif(j.bytes, 0) AS intensity,
           j.working_set AS working_set_bytes, j.bytes / nullif(p.ns, 0) AS gb_per_s, j.flops / nullif(p.ns, 0) AS gflop_per_s,
           j.read AS read_gb_per_s, j.machine AS machine_gb_per_s, j.triad AS triad_gb_per_s, j.peak AS peak_gflop_per_s,
           min(j.peak, j.machine * j.flops / nullif(j.bytes, 0)) AS roof_gflop_per_s
    FROM measured_repetition AS r
    JOIN (SELECT repetition_id, count(DISTINCT step) AS steps FROM phase GROUP BY repetition_id) AS t ON t.repetition_id = r.repetition_id
    JOIN phase AS p ON p.repetition_id = r.repetition_id
    LEFT JOIN judged AS j ON j.case_id = r.case_id AND j.build_id = r.build_id AND j.environment_id = r.environment_id
                             AND j.phase = p.phase)
SELECT t.*, CASE WHEN m.bandwidth <= 1 THEN 1e3 * t.gbytes / t.machine_gb_per_s END AS byte_floor_ms,
       CASE WHEN m.flop <= 1 THEN 1e3 * t.gflops / t.peak_gflop_per_s END AS flop_floor_ms,
       CASE WHEN m.bandwidth <= 1 THEN t.gb_per_s / t.machine_gb_per_s END AS bandwidth_share,
       CASE WHEN m.flop <= 1 THEN t.gflop_per_s / t.peak_gflop_per_s END AS flop_share,
       CASE WHEN m.roof <= 1 THEN t.gflop_per_s / t.roof_gflop_per_s END AS roof_share,
       CASE WHEN t.gbytes IS NULL THEN 'not counted' WHEN m.bandwidth IS NULL THEN 'no rate of the machine'
       WHEN m.bandwidth > 1 THEN 'faster than the rate of its working set' END AS no_share
FROM timed AS t
JOIN (SELECT case_id, build_id, phase, max(gb_per_s / machine_gb_per_s) AS bandwidth, max(gflop_per_s / peak_gflop_per_s) AS flop,
             max(gflop_per_s / roof_gflop_per_s) AS roof FROM timed GROUP BY case_id, build_id, phase) AS m
     ON m.case_id = t.case_id AND m.build_id = t.build_id AND m.phase = t.phase;

-- Every set-up phase of every repetition. Factorisations also have their floating-point rate (operations of the chosen ordering) and its
-- fraction of the machine's peak. The fraction is for double precision only, since some systems factorise in double for single precision.
CREATE VIEW setup_time AS
WITH machine AS MATERIALIZED (SELECT environment_id, machine AS name FROM environment_machine),
peak AS MATERIALIZED (SELECT machine, threads, value FROM newest_rate WHERE kind = 'flops' AND precision = 'f64')
SELECT r.case_id, r.build_id, r.case_key, r.label, r.repetition_id, r.pass, r.repetition, s.phase, s.ns, s.ns / 1e6 AS ms,
       l.factor_flops / s.ns AS gflop_per_s, CASE b.precision WHEN 'f64' THEN l.factor_flops / s.ns / p.value END AS flop_share
FROM measured_repetition AS r JOIN setup AS s ON s.repetition_id = r.repetition_id
JOIN build AS b ON b.id = r.build_id JOIN machine AS m ON m.environment_id = r.environment_id
LEFT JOIN linsys AS l ON l.case_id = r.case_id AND l.build_id = r.build_id AND s.phase = 'factor'
LEFT JOIN parameter AS t ON t.case_id = r.case_id AND t.name = 'threads'
LEFT JOIN peak AS p ON p.machine = m.name AND p.threads = t.value;

-- Every observation of the measured pass. iteration: iterations finished since the start of the step, over all substeps; 0 is the start.
CREATE VIEW convergence AS
SELECT r.case_id, r.build_id, r.case_key, r.label, r.repetition_id, r.repetition, i.step, i.probe, i.substep,
       sum(i.iteration >= 0) OVER (PARTITION BY i.repetition_id, i.step, i.probe ORDER BY i.id) AS iteration,
       {iterate i}
FROM measured_repetition AS r JOIN iterate AS i ON i.repetition_id = r.repetition_id;

-- Iterations to accuracy: one row per measured repetition, probe step and target. Targets are relative to the error at the start of the step.
-- iterations_needed: number of iterations until the error stays below the target to the end of the step (with substeps: of the first
-- substep); 0: it starts below; NULL: target not reached, or the error rises above it again. No row if error_of_start is unknown.
CREATE VIEW accuracy_iteration AS
WITH target (value) AS (VALUES (1e-6), (1e-5), (1e-4), (1e-3), (1e-2), (1e-1)),
observed AS (
    SELECT i.repetition_id, i.step, i.error_of_start AS error,
           row_number() OVER (PARTITION BY i.repetition_id, i.step ORDER BY i.id) - 1 AS iteration
    FROM iterate AS i WHERE i.probe = 1 AND i.substep = 0),
missed AS MATERIALIZED ( -- the last iteration at or above each target; one pass for all targets, since there are many more iterates than probes
    SELECT repetition_id, step, max(iteration) AS last,
           max(iteration) FILTER (WHERE error IS NULL OR error >= 1e-6) AS e6, max(iteration) FILTER (WHERE error IS NULL OR error >= 1e-5) AS e5,
           max(iteration) FILTER (WHERE error IS NULL OR error >= 1e-4) AS e4, max(iteration) FILTER (WHERE error IS NULL OR error >= 1e-3) AS e3,
           max(iteration) FILTER (WHERE error IS NULL OR error >= 1e-2) AS e2, max(iteration) FILTER (WHERE error IS NULL OR error >= 1e-1) AS e1
    FROM observed GROUP BY repetition_id, step HAVING count(error) > 0)
SELECT r.case_id, r.build_id, r.case_key, r.label, m.repetition_id, r.repetition, m.step, t.value AS accuracy_target,
       nullif(coalesce(CASE t.value WHEN 1e-6 THEN m.e6 WHEN 1e-5 THEN m.e5 WHEN 1e-4 THEN m.e4 WHEN 1e-3 THEN m.e3 WHEN 1e-2 THEN m.e2
                       ELSE m.e1 END, -1), m.last) + 1 AS iterations_needed
FROM missed AS m CROSS JOIN target AS t JOIN measured_repetition AS r ON r.repetition_id = m.repetition_id;

-- Times of those iterations: one row per timed repetition, probe step and iterations_needed. time_ms: wall time from the start of the step to
-- the end of that iteration, median over the rounds in which the repetition timed that probe (the same iterates as in the measured pass). If
-- the probes of a case were not timed: median over the steps of the repetition. Warm-up is excluded. No row if no step had so many iterations.
-- cold_ms: time_ms plus all set-up of the repetition before its first step.
CREATE VIEW accuracy_clock AS
WITH wanted AS MATERIALIZED (
    SELECT DISTINCT case_id, build_id, step, iterations_needed AS iteration FROM accuracy_iteration WHERE iterations_needed IS NOT NULL),
probed AS MATERIALIZED (
    SELECT r.case_id, r.build_id, p.repetition_id, p.step, p.iteration_ns,
           p.round = 0 AND count(*) OVER (PARTITION BY p.repetition_id, p.step) > 1 AS warmup
    FROM probe AS p JOIN repetition AS r ON r.id = p.repetition_id WHERE p.ns IS NOT NULL),
clocked AS (
    SELECT w.*, p.repetition_id, p.iteration_ns
    FROM wanted AS w JOIN probed AS p ON p.case_id = w.case_id AND p.build_id = w.build_id AND p.step = w.step AND NOT p.warmup
    UNION ALL
    SELECT w.*, s.repetition_id, raw.iteration_ns
    FROM wanted AS w JOIN timed_step AS s ON s.case_id = w.case_id AND s.build_id = w.build_id AND NOT s.warmup
    JOIN step AS raw ON raw.repetition_id = s.repetition_id AND raw.step = s.step
    WHERE NOT EXISTS (SELECT 1 FROM probed AS p WHERE p.case_id = w.case_id AND p.build_id = w.build_id AND p.step = w.step)),
sample AS (
    SELECT repetition_id, step, iteration,
           CASE iteration WHEN 0 THEN 0 ELSE json_extract(iteration_ns, '$[' || (iteration - 1) || ']') END AS ns
    FROM clocked),
clock AS (
    SELECT repetition_id, step, iteration, avg(ns) / 1e6 AS time_ms
    FROM (SELECT *, row_number() OVER (PARTITION BY repetition_id, step, iteration ORDER BY ns) AS rank,
                 count(*) OVER (PARTITION BY repetition_id, step, iteration) AS n FROM sample WHERE ns IS NOT NULL)
    WHERE rank IN ((n + 1) / 2, n / 2 + 1) GROUP BY repetition_id, step, iteration)
SELECT r.case_id, r.build_id, r.case_key, r.label, r.repetition_id, r.repetition, r.process, k.step, k.iteration AS iterations_needed,
       k.time_ms, k.time_ms + (SELECT sum(u.ns) / 1e6 FROM setup AS u WHERE u.repetition_id = r.repetition_id) AS cold_ms
FROM clock AS k JOIN measured_repetition AS r ON r.repetition_id = k.repetition_id;

-- Time to accuracy: accuracy_iteration with the medians of accuracy_clock over the timed repetitions of the same case and build. reached: 0 if
-- the target was not reached; a median over the rows that reached it does not cover the others.
CREATE VIEW accuracy AS
WITH clock AS MATERIALIZED (
    SELECT case_id, build_id, step, iterations_needed, avg(time_ms) FILTER (WHERE rank IN ((n + 1) / 2, n / 2 + 1)) AS time_ms,
           avg(cold_ms) FILTER (WHERE cold_rank IN ((n + 1) / 2, n / 2 + 1)) AS cold_ms
    FROM (SELECT *, row_number() OVER (PARTITION BY case_id, build_id, step, iterations_needed ORDER BY time_ms) AS rank,
                 row_number() OVER (PARTITION BY case_id, build_id, step, iterations_needed ORDER BY cold_ms) AS cold_rank,
                 count(*) OVER (PARTITION BY case_id, build_id, step, iterations_needed) AS n FROM accuracy_clock)
    GROUP BY case_id, build_id, step, iterations_needed)
SELECT a.*, a.iterations_needed IS NOT NULL AS reached, k.time_ms, k.cold_ms
FROM accuracy_iteration AS a
LEFT JOIN clock AS k ON k.case_id = a.case_id AND k.build_id = a.build_id AND k.step = a.step
                        AND k.iterations_needed = a.iterations_needed;

-- Every frame of the measured pass. momentum, angular: norms. energy: kinetic + elastic + potential. last: 1 for the last frame of the
-- repetition.
CREATE VIEW trajectory AS
SELECT r.case_id, r.build_id, r.case_key, r.label, r.repetition_id, r.repetition, f.step, f.time_s,
       f.step = (SELECT max(step) FROM frame AS l WHERE l.repetition_id = f.repetition_id) AS last,
       f.kinetic + f.elastic + f.potential AS energy, {frame f}
FROM measured_repetition AS r JOIN frame AS f ON f.repetition_id = r.repetition_id;

-- End of every step of the measured pass and of every probe. unconverged: 1 if the solver has a convergence criterion and did not reach it.
-- residual_ratio: residual at the end relative to the start.
CREATE VIEW step_outcome AS
SELECT r.case_id, r.build_id, r.case_key, r.label, r.repetition_id, r.repetition, e.step, e.probe, e.ended = 'unconverged' AS unconverged,
       e.residual_end / nullif(e.residual_begin, 0) AS residual_ratio, {step_end e}, {cost x}
FROM measured_repetition AS r JOIN step_end AS e ON e.repetition_id = r.repetition_id
LEFT JOIN cost AS x ON x.repetition_id = e.repetition_id AND x.probe = e.probe AND x.step = e.step;

-- Contacts of every step of the measured pass. last: 1 for the last step of the repetition. friction_total: work of friction up to this step.
CREATE VIEW contact_step AS
SELECT r.case_id, r.build_id, r.case_key, r.label, r.repetition_id, r.repetition, c.step, c.time_s,
       c.step = (SELECT max(step) FROM contact AS l WHERE l.repetition_id = c.repetition_id) AS last,
       sum(c.friction_work) OVER (PARTITION BY c.repetition_id ORDER BY c.step) AS friction_total, {contact c}
FROM measured_repetition AS r JOIN contact AS c ON c.repetition_id = r.repetition_id;

-- Constraint forces, one row per constraint. constraint_index: from 0, in the order of the scene. force_error: |force − reference| /
-- |reference|. last: 1 for the last recorded step of the repetition.
CREATE VIEW constraint_force AS
SELECT r.case_id, r.build_id, r.case_key, r.label, r.repetition_id, r.repetition, f.step, f.time_s,
       f.step = (SELECT max(step) FROM force AS l WHERE l.repetition_id = f.repetition_id) AS last,
       f.kind AS constraint_kind, f.constraint_index, f.force, f.reference_force,
       abs(f.force - f.reference_force) / nullif(abs(f.reference_force), 0) AS force_error
FROM measured_repetition AS r
JOIN (SELECT f.repetition_id, f.step, f.time_s, f.kind, j.key AS constraint_index, j.value AS force,
             json_extract(f.reference, '$[' || j.key || ']') AS reference_force
      FROM force AS f, json_each(f.force) AS j) AS f ON f.repetition_id = r.repetition_id;

-- Loads: the sum of the forces on each collider, body, group of pins and support. last: 1 for the last recorded step of the repetition.
CREATE VIEW carried_load AS
SELECT r.case_id, r.build_id, r.case_key, r.label, r.repetition_id, r.repetition, l.step, l.time_s,
       l.step = (SELECT max(step) FROM load AS m WHERE m.repetition_id = l.repetition_id) AS last, l.carrier, {load l}
FROM measured_repetition AS r JOIN load AS l ON l.repetition_id = r.repetition_id;

-- The linear system of every case that has one. No column of a view has the name of a setting.
CREATE VIEW linsys_fact AS
SELECT l.case_id, l.build_id, c.key AS case_key, c.label, {linsys l}
FROM linsys AS l JOIN cases AS c ON c.id = l.case_id;

-- The scene of every case. primitives: points, edges and triangles of the surface, which detection processes. primitives and all columns of
-- contact are NULL for scenes without contact.
CREATE VIEW model_fact AS
SELECT m.case_id, m.build_id, c.key AS case_key, c.label, {model m}, {surface s},
       s.points + s.edges + s.triangles AS primitives
FROM model AS m JOIN cases AS c ON c.id = m.case_id
LEFT JOIN surface AS s ON s.case_id = m.case_id AND s.build_id = m.build_id;

-- End of each case. hashes: number of different final states among its repetitions, or of different ends of one probe if that is larger; a
-- case with more than one is not deterministic.
-- unconverged_steps: steps and probes of a repetition that did not reach the convergence criterion of the solver (maximum over repetitions).
-- findings: kinds of findings after the last step, such as "crossings, iterations"; NULL: none.
-- peak_bytes: of the timed pass if there is one; workers run it first, so it excludes the observer and the reference.
CREATE VIEW case_outcome AS
SELECT o.case_id, o.build_id, c.key AS case_key, c.label, o.status, o.message, o.updated,
       (SELECT count(*) FROM repetition AS r WHERE r.case_id = o.case_id AND r.build_id = o.build_id) AS repetitions,
       max((SELECT count(DISTINCT hash) FROM repetition AS r WHERE r.case_id = o.case_id AND r.build_id = o.build_id),
           (SELECT coalesce(max(n), 0) FROM (SELECT count(DISTINCT p.hash) AS n FROM repetition AS r JOIN probe AS p ON p.repetition_id = r.id
            WHERE r.case_id = o.case_id AND r.build_id = o.build_id GROUP BY p.step))) AS hashes,
       (SELECT max(r.unconverged_steps) FROM repetition AS r WHERE r.case_id = o.case_id AND r.build_id = o.build_id) AS unconverged_steps,
       (SELECT group_concat(kind, ', ') FROM (SELECT DISTINCT kind FROM finding AS f WHERE f.case_id = o.case_id AND f.build_id = o.build_id)) AS findings,
       (SELECT coalesce(max(r.peak_bytes) FILTER (WHERE r.pass = 'timed'), max(r.peak_bytes)) FROM repetition AS r WHERE r.case_id = o.case_id AND r.build_id = o.build_id) AS peak_bytes
FROM outcome AS o JOIN cases AS c ON c.id = o.case_id;

-- Settings in long form, with the label of the case.
CREATE VIEW case_parameter AS
SELECT p.case_id, c.key AS case_key, c.label, p.name, p.value FROM parameter AS p JOIN cases AS c ON c.id = p.case_id;

-- ---- summaries (reports also have intervals) ----

-- Medians of each repetition of the timed pass, without warm-up. Each column has the median of its own values: if the number of iterations
-- varies between steps, the step of median time need not be the step of median cost. p95_ms, p99_ms: percentiles, interpolated linearly
-- between steps; NULL below 20 and 100 steps, where a single step would determine them.
CREATE VIEW repetition_median AS
SELECT case_id, build_id, case_key, label, repetition_id, repetition, n AS steps,
       avg(step_ms) FILTER (WHERE rank IN ((n + 1) / 2, n / 2 + 1)) AS step_ms,
       avg(ns_per_constraint) FILTER (WHERE cost_rank IN ((costs + 1) / 2, costs / 2 + 1)) AS ns_per_constraint,
       sum(step_ms * max(0, 1 - abs(rank - 1 - 0.95 * (n - 1)))) FILTER (WHERE n >= 20) AS p95_ms,
       sum(step_ms * max(0, 1 - abs(rank - 1 - 0.99 * (n - 1)))) FILTER (WHERE n >= 100) AS p99_ms, max(step_ms) AS worst_ms
FROM (SELECT case_id, build_id, case_key, label, repetition_id, repetition, step_ms, ns_per_constraint,
             row_number() OVER (PARTITION BY repetition_id ORDER BY ns) AS rank, count(*) OVER (PARTITION BY repetition_id) AS n,
             row_number() OVER (PARTITION BY repetition_id ORDER BY ns_per_constraint NULLS LAST) AS cost_rank,
             count(ns_per_constraint) OVER (PARTITION BY repetition_id) AS costs
      FROM timed_step WHERE NOT warmup)
GROUP BY repetition_id;

-- Median over the repetitions of each process of the timed pass; only processes are independent samples. Repetitions of older stores without
-- processes count as one process. disturbed_share: mean over its repetitions.
CREATE VIEW process_median AS
SELECT case_id, build_id, case_key, label, process, run, round, side, n AS repetitions,
       avg(step_ms) FILTER (WHERE rank IN ((n + 1) / 2, n / 2 + 1)) AS step_ms, avg(disturbed_share) AS disturbed_share
FROM (SELECT m.case_id, m.build_id, m.case_key, m.label, r.process, r.run, r.round, r.side, m.step_ms, d.disturbed_share,
             row_number() OVER (PARTITION BY m.case_id, m.build_id, r.process ORDER BY m.step_ms) AS rank,
             count(*) OVER (PARTITION BY m.case_id, m.build_id, r.process) AS n
      FROM repetition_median AS m JOIN measured_repetition AS r ON r.repetition_id = m.repetition_id
      LEFT JOIN disturbance AS d ON d.repetition_id = m.repetition_id)
GROUP BY case_id, build_id, process;

-- Error at the end of each probe step. With substeps: at the end of the first substep, the only one that starts from the state of its
-- reference. That reference has the length of a substep, so errors of cases with different substeps belong to different problems.
-- Trajectories of other programs have no probes: convergence has the errors of their steps, each from its own state.
CREATE VIEW final_error AS
SELECT case_id, build_id, case_key, label, repetition_id, step, iteration, error, error_of_start, weighted_error
FROM (SELECT *, row_number() OVER (PARTITION BY repetition_id, step, probe ORDER BY iteration DESC) AS back FROM convergence
      WHERE error IS NOT NULL AND probe)
WHERE back = 1;

-- Distance to the fine-step reference at the last frame of each measured repetition.
CREATE VIEW final_trajectory_error AS
SELECT case_id, build_id, case_key, label, repetition_id, step, time_s, trajectory_error FROM trajectory
WHERE last AND trajectory_error IS NOT NULL;

-- One row per tried case and build: medians over repetitions of the medians in repetition_median, median errors over probe steps, and the
-- trajectory error at the last frame.
CREATE VIEW case_summary AS
SELECT o.case_id, o.build_id, o.case_key, o.label, o.status, o.message, t.n AS timed_repetitions, t.step_ms, t.ns_per_constraint, e.error,
       e.error_of_start,
       (SELECT avg(f.trajectory_error) FROM final_trajectory_error AS f WHERE f.case_id = o.case_id AND f.build_id = o.build_id)
       AS trajectory_error, o.repetitions, o.hashes, o.unconverged_steps, o.peak_bytes
FROM case_outcome AS o
LEFT JOIN (SELECT case_id, build_id, n, avg(step_ms) FILTER (WHERE rank IN ((n + 1) / 2, n / 2 + 1)) AS step_ms,
                  avg(ns_per_constraint) FILTER (WHERE cost_rank IN ((costs + 1) / 2, costs / 2 + 1)) AS ns_per_constraint
           FROM (SELECT *, row_number() OVER (PARTITION BY case_id, build_id ORDER BY step_ms) AS rank,
                        count(*) OVER (PARTITION BY case_id, build_id) AS n,
                        row_number() OVER (PARTITION BY case_id, build_id ORDER BY ns_per_constraint NULLS LAST) AS cost_rank,
                        count(ns_per_constraint) OVER (PARTITION BY case_id, build_id) AS costs FROM repetition_median)
           GROUP BY case_id, build_id) AS t ON t.case_id = o.case_id AND t.build_id = o.build_id
LEFT JOIN (SELECT case_id, build_id, avg(error) FILTER (WHERE rank IN ((n + 1) / 2, n / 2 + 1)) AS error,
                  avg(error_of_start) FILTER (WHERE start_rank IN ((starts + 1) / 2, starts / 2 + 1)) AS error_of_start
           FROM (SELECT *, row_number() OVER (PARTITION BY case_id, build_id ORDER BY error) AS rank,
                        count(*) OVER (PARTITION BY case_id, build_id) AS n,
                        row_number() OVER (PARTITION BY case_id, build_id ORDER BY error_of_start NULLS LAST) AS start_rank,
                        count(error_of_start) OVER (PARTITION BY case_id, build_id) AS starts FROM final_error)
           GROUP BY case_id, build_id) AS e ON e.case_id = o.case_id AND e.build_id = o.build_id;

-- ---- cost and error of a case side by side ----

-- Cost of each repetition of the timed pass. step_ms: median without warm-up, as in repetition_median; run_ms, iterations_run: sums over all
-- steps; setup_ms: set-up before the first step; system_ms: its part for the linear system; cold_ms: run_ms + setup_ms. seconds_per_second:
-- wall time of the run per simulated time.
CREATE VIEW work_repetition AS
SELECT r.case_id, r.build_id, r.case_key, r.label, r.repetition_id, r.repetition, r.process, s.steps_run, s.iterations_run, m.step_ms,
       s.ns / 1e6 AS run_ms, u.ns / 1e6 AS setup_ms, u.system_ns / 1e6 AS system_ms, (s.ns + u.ns) / 1e6 AS cold_ms,
       s.ns / 1e9 / nullif(s.steps_run * p.value, 0) AS seconds_per_second
FROM measured_repetition AS r
JOIN (SELECT repetition_id, count(*) AS steps_run, sum(json_array_length(iteration_ns)) AS iterations_run, sum(ns) AS ns FROM step
      GROUP BY repetition_id) AS s ON s.repetition_id = r.repetition_id
JOIN repetition_median AS m ON m.repetition_id = r.repetition_id
LEFT JOIN (SELECT repetition_id, sum(ns) AS ns, sum(ns) FILTER (WHERE phase IN ('analyse', 'factor')) AS system_ns FROM setup
           GROUP BY repetition_id) AS u ON u.repetition_id = r.repetition_id
LEFT JOIN parameter AS p ON p.case_id = r.case_id AND p.name = 'dt';

-- Medians over the repetitions of each process of the timed pass.
CREATE VIEW work_process AS
WITH listed AS (
    SELECT w.case_id, w.build_id, w.case_key, w.label, w.process, j.key AS name, j.value
    FROM work_repetition AS w, json_each(json_object('step_ms', w.step_ms, 'run_ms', w.run_ms, 'setup_ms', w.setup_ms,
                                                     'system_ms', w.system_ms, 'cold_ms', w.cold_ms, 'seconds_per_second', w.seconds_per_second)) AS j
    WHERE j.value IS NOT NULL),
ranked AS (SELECT *, row_number() OVER (PARTITION BY case_id, build_id, process, name ORDER BY value) AS rank,
                  count(*) OVER (PARTITION BY case_id, build_id, process, name) AS n FROM listed)
SELECT case_id, build_id, case_key, label, process, avg(value) FILTER (WHERE name = 'step_ms') AS step_ms,
       avg(value) FILTER (WHERE name = 'run_ms') AS run_ms, avg(value) FILTER (WHERE name = 'setup_ms') AS setup_ms,
       avg(value) FILTER (WHERE name = 'system_ms') AS system_ms,
       avg(value) FILTER (WHERE name = 'cold_ms') AS cold_ms, avg(value) FILTER (WHERE name = 'seconds_per_second') AS seconds_per_second
FROM ranked WHERE rank IN ((n + 1) / 2, n / 2 + 1) GROUP BY case_id, build_id, process;

-- One row per tried case and build. Times are medians over work_process. error, error_of_start and weighted_error are at the end of a probe,
-- median over probes. The state is the last frame of the last measured repetition. Unfinished cases have no times, errors and state. Counts
-- are sums over all steps of a repetition. bytes_per_iteration: bytes moved by the phases of an iteration (src/core/step/traffic.h); NULL if
-- a phase of the phased pass is not counted, or if there was no phased pass.
CREATE VIEW case_work AS
WITH listed AS (
    SELECT w.case_id, w.build_id, j.key AS name, j.value
    FROM work_process AS w, json_each(json_object('step_ms', w.step_ms, 'run_ms', w.run_ms, 'setup_ms', w.setup_ms,
                                                  'system_ms', w.system_ms, 'cold_ms', w.cold_ms, 'seconds_per_second', w.seconds_per_second)) AS j
    WHERE j.value IS NOT NULL
    UNION ALL
    SELECT e.case_id, e.build_id, j.key, j.value
    FROM final_error AS e, json_each(json_object('error', e.error, 'error_of_start', e.error_of_start, 'weighted_error', e.weighted_error)) AS j
    WHERE j.value IS NOT NULL),
ranked AS (SELECT *, row_number() OVER (PARTITION BY case_id, build_id, name ORDER BY value) AS rank,
                  count(*) OVER (PARTITION BY case_id, build_id, name) AS n FROM listed),
middle AS MATERIALIZED (
    SELECT case_id, build_id, avg(value) FILTER (WHERE name = 'step_ms') AS step_ms,
           avg(value) FILTER (WHERE name = 'run_ms') AS run_ms, avg(value) FILTER (WHERE name = 'setup_ms') AS setup_ms,
           avg(value) FILTER (WHERE name = 'system_ms') AS system_ms,
           avg(value) FILTER (WHERE name = 'cold_ms') AS cold_ms, avg(value) FILTER (WHERE name = 'seconds_per_second') AS seconds_per_second,
           avg(value) FILTER (WHERE name = 'error') AS error, avg(value) FILTER (WHERE name = 'error_of_start') AS error_of_start,
           avg(value) FILTER (WHERE name = 'weighted_error') AS weighted_error
    FROM ranked WHERE rank IN ((n + 1) / 2, n / 2 + 1) GROUP BY case_id, build_id),
run AS MATERIALIZED ( -- the same in both passes; some cases have only one of the passes
    SELECT case_id, build_id, max(steps_run) AS steps_run, max(iterations_run) AS iterations_run
    FROM (SELECT r.case_id, r.build_id, count(*) AS steps_run, sum(json_array_length(s.iteration_ns)) AS iterations_run
          FROM step AS s JOIN repetition AS r ON r.id = s.repetition_id GROUP BY s.repetition_id
          UNION ALL
          SELECT r.case_id, r.build_id, count(*), sum(e.iterations) FROM step_end AS e JOIN repetition AS r ON r.id = e.repetition_id
          WHERE NOT e.probe GROUP BY e.repetition_id)
    GROUP BY case_id, build_id),
spent AS MATERIALIZED ( -- of the first repetition; counts are the same in all repetitions
    SELECT r.case_id, r.build_id, {total x}
    FROM cost AS x JOIN repetition AS r ON r.id = x.repetition_id
    WHERE NOT x.probe AND r.id IN (SELECT min(id) FROM repetition WHERE id IN (SELECT repetition_id FROM cost) GROUP BY case_id, build_id)
    GROUP BY r.id),
ran AS MATERIALIZED ( -- phases of an iteration
    SELECT DISTINCT r.case_id, r.build_id, p.phase FROM repetition AS r JOIN phase AS p ON p.repetition_id = r.id AND p.step = 0
    WHERE r.pass = 'phased' AND p.phase IN ('local', 'rhs', 'solve', 'project', 'contact')),
moved AS MATERIALIZED (
    SELECT n.case_id, n.build_id, CASE count(t.bytes) WHEN count(*) THEN sum(t.runs * t.bytes) / max(t.runs) END AS bytes
    FROM ran AS n LEFT JOIN traffic AS t ON t.case_id = n.case_id AND t.build_id = n.build_id AND t.phase = n.phase
    GROUP BY n.case_id, n.build_id),
ended AS MATERIALIZED (SELECT case_id, build_id, max(id) AS repetition_id FROM repetition WHERE id IN (SELECT repetition_id FROM frame)
                       GROUP BY case_id, build_id)
SELECT o.case_id, o.build_id, c.key AS case_key, c.label, n.steps_run, n.iterations_run, w.step_ms, w.run_ms, w.setup_ms, w.system_ms,
       w.cold_ms, w.seconds_per_second, w.error, w.error_of_start, w.weighted_error, f.time_s, f.kinetic + f.elastic + f.potential AS energy,
       {frame f}, {cost x}, b.bytes AS bytes_per_iteration
FROM outcome AS o JOIN cases AS c ON c.id = o.case_id
LEFT JOIN middle AS w ON w.case_id = o.case_id AND w.build_id = o.build_id AND o.status IN ({whole})
LEFT JOIN run AS n ON n.case_id = o.case_id AND n.build_id = o.build_id AND o.status IN ({whole})
LEFT JOIN ended AS e ON e.case_id = o.case_id AND e.build_id = o.build_id AND o.status IN ({whole})
LEFT JOIN frame AS f ON f.repetition_id = e.repetition_id
                        AND f.step = (SELECT max(step) FROM frame AS l WHERE l.repetition_id = e.repetition_id)
LEFT JOIN moved AS b ON b.case_id = o.case_id AND b.build_id = o.build_id
LEFT JOIN spent AS x ON x.case_id = o.case_id AND x.build_id = o.build_id AND o.status IN ({whole})
WHERE o.status NOT IN ({open});

-- ---- wide form, for other programs: rows of observations with all settings of the case (docs/store.md) ----

-- The settings of each case, with one column per setting, named as in experiment files (quote names such as "scene.n"); NULL if the case does
-- not have the setting. Columns of SQL views are fixed, but stores have different settings, so each store has its own version of this view.
-- weft rebuilds it when a case with a new setting is added; the views below include its columns. (A table would duplicate the data and could
-- become outdated; a list of all settings does not exist, since scenes can define any.)
CREATE VIEW case_setting AS
SELECT case_id{settings} FROM parameter GROUP BY case_id;

-- One row per tried case and build: case_summary with the cost of the whole run (case_work), the properties of scene and linear system, and the
-- settings.
CREATE VIEW wide_case AS
SELECT * FROM case_summary
LEFT JOIN (SELECT case_id, build_id, steps_run, iterations_run, run_ms, setup_ms, system_ms, cold_ms, seconds_per_second,
                  weighted_trajectory_error, reference_error, bytes_per_iteration, {cost w} FROM case_work AS w) USING (case_id, build_id)
LEFT JOIN (SELECT id AS build_id, hash AS build_hash, "commit" AS build_commit FROM build) USING (build_id)
LEFT JOIN model_fact USING (case_id, build_id, case_key, label)
LEFT JOIN linsys_fact USING (case_id, build_id, case_key, label)
LEFT JOIN case_setting USING (case_id);

-- One row per step of the timed pass: timed_step with its process, the end of the same step in the measured pass, and the settings. For
-- averages, exclude rows with warmup; only processes are independent samples.
CREATE VIEW wide_step AS
SELECT * FROM (
    SELECT t.*, r.process,
           (SELECT e.ended FROM repetition AS m JOIN step_end AS e ON e.repetition_id = m.id AND e.probe = 0 AND e.step = t.step
            WHERE m.case_id = t.case_id AND m.build_id = t.build_id AND m.pass = 'measured' LIMIT 1) AS ended
    FROM timed_step AS t JOIN repetition AS r ON r.id = t.repetition_id)
LEFT JOIN case_setting USING (case_id);

-- One row per observation of the measured pass: convergence with the end of the step, the settings and, for probes, the time from the start of
-- the step: the median of probe_clock over the repetitions that timed the same probe. (timed_iteration has the times of all other steps.)
CREATE VIEW wide_iteration AS
WITH clock AS MATERIALIZED (
    SELECT case_id, build_id, step, iteration, avg(time_ms) AS time_ms
    FROM (SELECT case_id, build_id, step, iteration, time_ms,
                 row_number() OVER (PARTITION BY case_id, build_id, step, iteration ORDER BY time_ms) AS rank,
                 count(*) OVER (PARTITION BY case_id, build_id, step, iteration) AS n FROM probe_clock)
    WHERE rank IN ((n + 1) / 2, n / 2 + 1) GROUP BY case_id, build_id, step, iteration),
started AS (SELECT * FROM clock UNION ALL SELECT DISTINCT case_id, build_id, step, 0, 0.0 FROM clock)
SELECT * FROM (
    SELECT v.*, k.time_ms, e.ended
    FROM convergence AS v
    LEFT JOIN step_end AS e ON e.repetition_id = v.repetition_id AND e.probe = v.probe AND e.step = v.step
    LEFT JOIN started AS k ON v.probe AND k.case_id = v.case_id AND k.build_id = v.build_id AND k.step = v.step AND k.iteration = v.iteration)
LEFT JOIN case_setting USING (case_id);
