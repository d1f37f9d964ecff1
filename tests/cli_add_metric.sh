#!/usr/bin/env bash
# A metric per iteration is three edits: its line in the list, its formula in another, its value in the function that computes it. They are
# made in a copy of the source, and the metric must then be in the store, in what is exported, in a figure, in what `weft sim` prints and in
# `weft list metrics`. cli_add_metric.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
old=$weft

# ---- a copy of what two programs are built from ----
mkdir copy
cp -R -t copy -- "$source_dir"/{CMakeLists.txt,src,man}
list=copy/src/common/base/record_list.h formula=copy/src/common/base/metric_list.h value=copy/src/core/measure/convergence.c

# ---- the three edits ----
sed -i 's/^METRIC(gap, .*/&\nMETRIC(reach, "reach", "m", "largest distance from y", NUMBER, "reach")/' "$list"
sed -i 's/^    measure_motion(c, &m);/&\n    for (int32_t i = 0; i < c->model->particle_count; i++)\n        m.reach = fmax(m.reach, sqrt(double4_dot(double4_sub(c->x[i], c->y[i]), double4_sub(c->x[i], c->y[i]))));/' "$value"
sed -i 's/^METRIC_MEANING(convergence, gap, .*/&\nMETRIC_MEANING(convergence, reach, "max ‖x − y‖₂", "over particles", "")/' "$formula"
check "a line in the list" same "$(diff "$source_dir/${list#copy/}" "$list" | grep -c '^>')" 1
check "its formula" same "$(diff "$source_dir/${formula#copy/}" "$formula" | grep -c '^>')" 1
check "and its value" same "$(diff "$source_dir/${value#copy/}" "$value" | grep -c '^>')" 2

# ---- built with little optimisation, for the sake of time ----
expect 0 cmake -S copy -B build -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE=-O0 -DWEFT_TESTS=OFF -DWEFT_MICRO=OFF
expect 0 cmake --build build --target weft --target weft-worker-f64 -j 2
[ "$failures" -eq 0 ] || { grep -m 3 -A 4 error: out; exit 1; } # what follows would only repeat it
weft=$scratch/build/weft

cat >tiny.yaml <<'YAML'
name: tiny
defaults: {scene: cloth, scene.n: 4, steps: 2, timed: 1, observe: 2}
blocks:
  - {name: all, axes: {solver: [pbd, xpbd], iterations: 3}}
figures:
  - {name: reach, data: convergence, x: iteration, y: reach, series: [solver]}
YAML

# column DB: the metric of all iterates, one to a line.
column() {
    "$weft" export "$1" --table convergence --format csv | tr -d '\r' |
        awk -F, 'NR == 1 {for (i = 1; i <= NF; i++) if ($i == "reach") at = i} NR > 1 {print at ? $at : "no column"}'
}

# ---- into a new store ----
expect 0 "$weft" run tiny.yaml -o new.db
check "every iterate has it" same "$(column new.db | grep -c '^[0-9]')" "$(rows new.db iterate)"
check "and it is not 0 for all" test "$(column new.db | grep -c '[1-9]')" -gt 0
expect 0 "$weft" report new.db -o report
check "a figure shows it" has report/reach.gp "largest distance from y (m)"
check "with its samples" has report/reach.csv "xpbd"
check "the table of a store has it" has <("$weft" export new.db --table iterate --format csv | head -n 1 | tr ',' '\n' | tr -d '\r') reach
expect 0 "$weft" sim cloth --solver xpbd --steps 2 --set scene.n=4
check "sim prints it" has out "  reach "
expect 0 "$weft" list metrics reach
check "list says what it is" has out "max ‖x − y‖₂; over particles"
check "with its unit" has out "reach: largest distance from y, m"

# ---- into a store that was made before there was such a metric ----
sed '/^figures:/,$d' tiny.yaml >plain.yaml
expect 0 "$old" run plain.yaml -o old.db
before=$(rows old.db iterate)
check "a reader sees nothing in its place" same "$(column old.db | sort -u)" ""
expect 0 "$weft" report old.db -o report_old
expect 0 "$weft" run plain.yaml -o old.db
check "the old rows stay empty, the new ones have it" same "$(column old.db | grep -c '^$') $(column old.db | grep -c '^[0-9]')" "$before $before"
expect 0 "$old" export old.db --table convergence # which does not know the column
