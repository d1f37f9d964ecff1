#!/usr/bin/env bash
# results/which_solver.sh WEFT STORES
# Prints the table of docs/which_solver.md: of every scene that five solvers or more ran in the stores step_precision, stall and core_scaling,
# the fastest solver at three error targets of a step, and the next one. A solver counts with its fastest settings. Its time is that of the
# slowest of its probe steps, and counts only if every probe step reached the target. Step 1/60 s, double precision.
set -euo pipefail
weft=$(realpath -- "$1") stores=$(realpath -- "$2")
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
cd -- "$scratch"
for name in step_precision stall core_scaling; do
    "$weft" export "$stores/$name.db" --table accuracy -o accuracy.csv
    "$weft" export "$stores/$name.db" --table case_setting -o setting.csv
    printf '%s\n' '.mode csv' '.import accuracy.csv accuracy' '.import setting.csv setting' >load
    # A setting that no case of a store has is no column there.
    for column in scene.n scene.stiffness scene.young scene.payload scene.layers window rho linsys forcing preconditioner; do
        head -n 1 setting.csv | tr -d '\r' | tr ',' '\n' | grep -qxF "$column" || echo "ALTER TABLE setting ADD COLUMN \"$column\" TEXT;" >>load
    done
    printf '.mode list\n.parameter set @store %s\n' "'$name'" >>load
    cat >>load <<'SQL'
WITH case_time AS (
    SELECT case_id, accuracy_target + 0 AS target, min(time_ms <> '') AS reached, max(time_ms + 0) AS ms
    FROM accuracy WHERE accuracy_target + 0 IN (0.1, 0.01, 0.0001) GROUP BY 1, 2)
SELECT @store, s.scene, s."scene.n", s."scene.stiffness", s."scene.young", s."scene.payload", s."scene.layers", s.threads + 0, t.target,
       s.solver,
       CASE WHEN s.solver = 'newton_pcg' OR s.solver = 'newton' AND s.linsys = 'pcg' THEN 'Newton-CG (`' || s.preconditioner || '`)' -- newton_pcg: in older stores
            WHEN s.window + 0 > 0 AND s.solver <> 'lbfgs' THEN '`' || s.solver || '` (window ' || s.window || ')'
            WHEN s.rho + 0 > 0 THEN '`' || s.solver || '` (rho ' || s.rho || ')' ELSE '`' || s.solver || '`' END, t.reached, t.ms
FROM setting AS s JOIN case_time AS t USING (case_id) WHERE s.precision = 'f64' AND abs(s.dt - 1 / 60.0) < 1e-6 AND ifnull(s.preconditioner, '') <> 'pd_factor'; -- weft no longer has pd_factor
SQL
    sqlite3 :memory: <load >>times.txt
done
cat >table <<'SQL'
CREATE TABLE times (store, scene, n, stiffness, young, payload, layers, threads INTEGER, target REAL, method, solver, reached INTEGER, ms REAL);
.mode list
.import times.txt times
.separator ' '
WITH solver_time AS (
    -- SQLite takes `solver` from the row of the minimum
    SELECT store, scene, n, stiffness, young, payload, layers, threads, target, method, solver, min(CASE WHEN reached THEN ms END) AS ms
    FROM times GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
ranked AS (
    SELECT *, row_number() OVER w AS rank, lead(solver) OVER w AS next, lead(ms) OVER w AS next_ms, count(*) OVER (PARTITION BY store, scene, n, stiffness, young, payload, layers, threads, target) AS solvers
    FROM solver_time WINDOW w AS (PARTITION BY store, scene, n, stiffness, young, payload, layers, threads, target ORDER BY ms IS NULL, ms)),
cell AS (
    SELECT *, CASE WHEN ms IS NULL THEN 'none' ELSE solver || printf(' %.*f ms', CASE WHEN ms < 0.1 THEN 3 WHEN ms < 1 THEN 2 WHEN ms < 10 THEN 1 ELSE 0 END, ms) ||
           CASE WHEN next_ms IS NULL THEN '' ELSE '; ' || next || printf(' %.1f×', next_ms / ms) END END AS text
    FROM ranked WHERE rank = 1 AND solvers >= 5)
SELECT '| ' || CASE scene WHEN 'cloth' THEN printf('cloth, %d × %d particles', n, n) WHEN 'cantilever' THEN 'solid beam, neo-Hookean' WHEN 'cantilever_arap' THEN 'solid beam, ARAP'
                          WHEN 'heavy_payload' THEN printf('chain with a payload of %g kg', payload) WHEN 'cloth_on_sphere' THEN printf('cloth on a sphere, %d × %d', n, n) ELSE scene END ||
       ' | ' || CASE WHEN young <> '' THEN printf('%g kPa', young / 1000) ELSE printf('%g N/m', stiffness + 0) END || ' | ' || threads || ' | ' ||
       max(text) FILTER (WHERE target > 0.05) || ' | ' || max(text) FILTER (WHERE target BETWEEN 0.005 AND 0.05) || ' | ' || max(text) FILTER (WHERE target < 0.005) || ' | [' || store || '](../results/published/FINDINGS.md#' || store || ') |'
FROM cell WHERE (store = 'core_scaling') = (threads = 16) AND NOT (store = 'step_precision' AND EXISTS -- without accelerations
      (SELECT 1 FROM cell AS c WHERE c.store = 'stall' AND c.scene = cell.scene AND c.n = cell.n AND c.stiffness = cell.stiffness AND c.target = cell.target))
GROUP BY store, scene, n, stiffness, young, payload, layers, threads
ORDER BY CASE scene WHEN 'heavy_payload' THEN 0 WHEN 'cloth' THEN 1 WHEN 'cloth_on_sphere' THEN 2 ELSE 3 END, scene, threads, n + 0, stiffness + 0;
SQL
printf '| body | stiffness | threads | error 10 %% | error 1 %% | error 0.01 %% | source |\n|---|---|---|---|---|---|---|\n'
sqlite3 :memory: <table
