#!/usr/bin/env bash
# Scripts of pins and wind in scene files and whole runs: what is refused and where, probes before and after a release against the
# reference, the release as a phase, states that go on where they ended. cli_scripts.sh BUILD SOURCE
# shellcheck disable=SC2016 # messages have backquotes
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

# ---- probes on both sides of a release, in the wind, with pins that move ----
cat >s.yaml <<'YAML'
wind: {velocity: [1, 0, 3], drag: 1.1, lift: 0.4, air_density: 1.2, gusts: {strength: 0.5, period: 0.4}}
bodies:
  - grid: {columns: 5, rows: 4, size: [1, 0.6]}
    mass: 0.3
    springs:
      structural: {stiffness: 80}
      shear: {stiffness: 80}
    pins:
      - corner: top_left
        script:
          - {rotate: {axis: [0, 1, 0], degrees: 40, about: [0.5, 0, 0]}, to: 0.2, ease: smooth}
          - {move: [0, 0.1, 0], from: 0.1, to: 0.3}
      - corner: top_right
        script: [{move: [-0.2, 0, 0.1], to: 0.15}, {release: 0.1}]
YAML
cat >e.yaml <<'YAML'
name: scripted
defaults: {scene: ./s.yaml, steps: 16, probes: 4, observe: 2, timed: 1, phased: 1}
blocks:
  - {name: newton, axes: {solver: newton}}
  - {name: pd, axes: {solver: pd, iterations: 600, threads: [1, 2]}}
  - {name: direct, axes: {solver: xpbd_direct, method: kkt, iterations: 100, substeps: [1, 3]}}
  - {name: position based, axes: {solver: [pbd, xpbd], precision: [f64, f32], iterations: 5, substeps: 2}}
YAML
two=$(($(nproc) > 1 ? 2 : 1)) # threads
[ "$two" = 2 ] || sed -i 's/threads: \[1, 2\]/threads: [1]/' e.yaml
expect 0 "$weft" run e.yaml -o e.db
check "every case is done" same "$(column e.db case_outcome status | sort | uniq -c | xargs)" "$((7 + two)) done"
# columns TABLE COLUMN...: columns of a table, by name, without its header.
columns() {
    local table=$1
    shift
    "$weft" export e.db --table "$table" --format csv | awk -F, -v wanted="$*" 'NR == 1 { n = split(wanted, names, " ")
        for (i = 1; i <= n; i++) for (k = 1; k <= NF; k++) if ($k == names[i]) at[i] = k; next }
        { line = ""; for (i = 1; i <= n; i++) line = line (i > 1 ? " " : "") $at[i]; print line }'
}
columns iterate repetition_id step probe substep iteration error >iterate.txt
check "probes lie on both sides of the release" same "$(awk '$3 == 1 { print $2 }' iterate.txt | sort -nu | tr '\n' ' ')" "3 7 11 15 "
# The last iterate of each probe (of its first substep) of the solvers that solve the step: repetitions whose last errors are all tiny.
awk '$3 == 1 && $4 == 0 && $6 != "" { last[$1 " " $2] = $6 }
    END { for (key in last) { split(key, k, " "); if (last[key] > worst[k[1]]) worst[k[1]] = last[key] }
          for (r in worst) print worst[r] }' iterate.txt >worst.txt
check "newton, pd and the direct solver end where the reference does, before and after" \
    same "$(awk '$1 < 1e-7 { n++ } END { print n + 0 }' worst.txt)" $((3 + two))
columns phase phase step ns >phases.txt
check "a release is a phase of one step of each case" same "$(awk '$1 == "release" { print $2 }' phases.txt | sort -u | tr '\n' ' ')" "6 "
check "only where a pin is released" same "$(grep -c '^release ' phases.txt)" $((7 + two))

# ---- nothing is allocated in a step, with scripts and wind, before and after a release ----
check "steps of all but pd, whose solve is CHOLMOD's, allocate nothing" same "$("$weft" export e.db --table repetition --format csv | awk -F, 'NR == 1 {
    for (k = 1; k <= NF; k++) { if ($k == "library_allocations") a = k; if ($k == "pass") p = k }; next } $p == "timed" && $a == 0' | wc -l)" 7

# ---- a state continues where it ended: the time, the released pins, the speed of the moving ones ----
for solver in xpbd pd newton; do
    "$weft" sim ./s.yaml --solver $solver --steps 14 --state-out whole.csv >/dev/null
    for cut in 4 9; do
        "$weft" sim ./s.yaml --solver $solver --steps $cut --state-out part.csv >/dev/null
        check "the time is in the file" grep -q '^time,0\.' part.csv
        "$weft" sim ./s.yaml --solver $solver --steps $((14 - cut)) --state part.csv --state-out rest.csv >/dev/null
        check "$solver continues after $cut steps" same "$(paste -d, whole.csv rest.csv | awk -F, '/^[0-9]/ { for (k = 2; k <= 7; k++) {
            d = $k - $(k + 7); if (d < 0) d = -d; if (d > worst) worst = d } n++ } END { print n, (worst < 1e-7 ? "same" : worst) }')" "20 same"
    done
done
sed -i 's/^time,.*/time,-1/' part.csv
line=$(grep -n ^time part.csv | cut -d: -f1)
expect 3 "$weft" sim ./s.yaml --solver pbd --steps 1 --state part.csv
check "a negative time is refused with its place" has err "part.csv:$line"
sed -i 's/^time,.*/time,1\ntime,2/' part.csv
expect 3 "$weft" sim ./s.yaml --solver pbd --steps 1 --state part.csv
check "a second time is refused with its place" has err "part.csv:$((line + 1))"

# ---- rejected scripts, with file and line ----
# refuse KEY PINS [WIND]: a scene with these pins: the place, and the key that is named.
refuse() {
    printf 'bodies:\n  - grid: {columns: 3, rows: 3, spacing: 1}\n    mass: 1\n    pins: %s\n%s\n' "$2" "${3:-}" >bad.yaml
    expect 3 "$weft" scene ./bad.yaml
    check "the place is named: $2 ${3:-}" grep -q "bad.yaml:$([ -z "${3:-}" ] && echo 4 || echo 5).*$1" err
}
refuse script '[{index: 0, script: []}]'
refuse release '[{index: 0, script: [{from: 0, to: 1}]}]'
refuse rotate '[{index: 0, script: [{move: [0, 0, 1], rotate: {axis: [0, 1, 0], degrees: 3}, to: 1}]}]'
refuse '`to`' '[{index: 0, script: [{move: [0, 0, 1]}]}]'
refuse script '[{index: 0, script: [{move: [0, 0, 1], from: 2, to: 1}]}]'
refuse script '[{index: 0, script: [{release: 1}, {move: [0, 0, 1], to: 1}]}]'
refuse rotate '[{index: 0, script: [{rotate: {axis: [0, 0, 0], degrees: 1}, to: 1}]}]'
refuse 'pins.1' '[{index: 0}, {side: bottom, script: [{release: 1}]}]'
refuse 'pins.1' '[{index: 0, script: [{release: 1}]}, {index: 0}]'
refuse smooth '[{index: 0, script: [{move: [0, 0, 1], to: 1, ease: bouncy}]}]'
refuse velocity '[]' 'wind: {drag: 1}'
refuse wind.lift '[]' 'wind: {velocity: [1, 0, 0], lift: -1}'
refuse wind.gusts '[]' 'wind: {velocity: [1, 0, 0], gusts: {strength: 1}}'
printf 'bodies: [{chain: {count: 2, spacing: 1}, mass: 1}]\nwind: {velocity: [1, 0, 0]}\n' >bad.yaml
expect 3 "$weft" scene ./bad.yaml
check "wind on a chain" grep -q 'bad.yaml:2.*wind' err
