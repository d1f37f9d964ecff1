#!/usr/bin/env bash
# A metric per iteration is three edits: its line in the list, its formula in another, its value in the function that computes it. With them,
# compiled into the programs of the build, the metric is in the store, its exports, a figure, `weft sim` and `weft list metrics`.
# cli_add_metric.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
# shellcheck source=tests/relink.sh
. "$2/tests/relink.sh"
old=$weft

# ---- the three edits ----
mkdir -p changed/common/record changed/core/measure
list=common/record/record_list.h formula=common/record/metric_list.h value=core/measure/convergence.c
sed 's/^METRIC(gap, .*/&\nMETRIC(reach, NUMBER, "reach", "m", "largest distance from y", "reach")/' "$source_dir/src/$list" >changed/$list
sed 's/^METRIC_MEANING(convergence, gap, .*/&\nMETRIC_MEANING(convergence, reach, "max ‖x − y‖₂", "over particles", "")/' "$source_dir/src/$formula" >changed/$formula
sed 's/^    m.kinetic = sums\[OF_KINETIC\];/&\n    for (int32_t i = 0; i < c->model->particle_count; i++)\n        m.reach = fmax(m.reach, sqrt(double4_dot(double4_sub(c->x[i], c->y[i]), double4_sub(c->x[i], c->y[i]))));/' \
    "$source_dir/src/$value" >changed/$value
for edit in "$list 1" "$formula 1" "$value 2"; do
    check "added lines: $edit" same "$(diff "$source_dir/src/${edit% *}" "changed/${edit% *}" | grep -c '^>')" "${edit#* }"
done

# Only these see the lines: the files that include a list, and those that include a header that does; row.h has the kinds of rows alone.
(cd -- "$source_dir/src" && grep -rlE '^ *# *include "record/(record|metric)_list.h"' --include='*.[ch]' .) | sed 's|^\./||' | grep -v '^core/case/row\.h$' >seeing
grep '\.h$' seeing >headers
check "one header has the struct" same "$(cat headers)" core/measure/convergence.h
ninja -C "$build" -t deps | awk -v header="/src/$(cat headers)" '/^[^ ]/ {object = $1} index($0, header) {print object}' |
    sed -nE 's/^CMakeFiles\/weft(_common|_once_native|_core_f64|_front|-worker-f64|)\.dir\/src\/(.*)\.o:$/\2/p' >including
check "files include it" test "$(wc -l <including)" -ge 5
mapfile -t files < <({ grep '\.c$' seeing && cat including; } | sort -u)
expect 0 recompile "${files[@]}"
expect 0 relink weft weft-worker-f64
[ "$failures" -eq 0 ] || exit 1 # what follows would only repeat it
weft=$scratch/programs/weft

cat >plain.yaml <<'YAML'
name: tiny
defaults: {scene: cloth, scene.n: 4, steps: 2, timed: 1, observe: 2}
blocks:
  - {name: all, axes: {solver: [pbd, xpbd], iterations: 3}}
YAML
{ cat plain.yaml && printf '%s\n' 'figures:' '  - {name: reach, data: convergence, x: iteration, y: reach, series: [solver]}'; } >tiny.yaml

# reach DB: the metric of all iterates, one to a line.
reach() {
    "$weft" export "$1" --table convergence --format csv | tr -d '\r' |
        awk -F, 'NR == 1 {for (i = 1; i <= NF; i++) if ($i == "reach") at = i} NR > 1 {print at ? $at : "no column"}'
}

# ---- into a new store ----
expect 0 "$weft" run tiny.yaml -o new.db
check "every iterate has it" same "$(reach new.db | grep -c '^[0-9]')" "$(rows new.db iterate)"
check "and it is not 0 for all" test "$(reach new.db | grep -c '[1-9]')" -gt 0
expect 0 "$weft" report new.db -o report
check "a figure has it" has report/reach.csv xpbd
check "the table of a store has it" has <("$weft" export new.db --table iterate --format csv | head -n 1 | tr ',' '\n' | tr -d '\r') reach
expect 0 "$weft" sim cloth --solver xpbd --steps 2 --set scene.n=4
check "sim prints it" has out reach
expect 0 "$weft" list metrics reach
check "list has its formula" has out '‖x − y‖₂'

# ---- into a store that was made before there was such a metric ----
expect 0 "$old" run plain.yaml -o old.db
before=$(rows old.db iterate)
check "a reader finds no value" same "$(reach old.db | sort -u)" ""
expect 0 "$weft" report old.db -o report_old
expect 0 "$weft" run plain.yaml -o old.db
check "the old rows stay empty, the new ones have it" same "$(reach old.db | grep -c '^$') $(reach old.db | grep -c '^[0-9]')" "$before $before"
expect 0 "$old" export old.db --table convergence # which does not know the column
