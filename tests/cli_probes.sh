#!/usr/bin/env bash
# The clock and the errors of a probe are of the same iterates: timed and measured pass step the probes after the same steps in the same
# order, and end in the same states. cli_probes.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

cat >probes.yaml <<'YAML'
name: probes
defaults: {scene: cloth, scene.n: 4, steps: 24, timed: 2, phased: 0, measured: 1, probes: 2, threads: 1}
blocks:
  - name: solvers
    axes: {solver: [pbd, xpbd_direct, pd, newton]}
  - name: substeps
    axes: {solver: xpbd, precision: [f64, f32], substeps: 2}
  - name: contact
    axes: {scene: stacked_bodies, scene.layers: 1, solver: xpbd}
YAML
expect 0 "$weft" run probes.yaml -o probes.db
for table in probe repetition case_outcome probe_clock convergence step_outcome; do "$weft" export probes.db --table "$table" --format csv >"$table.csv"; done

# pick FILE COLUMN...: those columns of a file. None of them may come after one with commas in it.
pick() {
    awk -F, -v names="${*:2}" 'NR == 1 {n = split(names, name, " "); for (i = 1; i <= NF; i++) column[$i] = i; next}
        {line = $column[name[1]]; for (i = 2; i <= n; i++) line = line " " $column[name[i]]; print line}' "$1"
}
cases=$(pick case_outcome.csv case_id | wc -l)
check "every case has one hash, of its final states and of each of its probes" same "$(pick case_outcome.csv status hashes | sort | uniq -c | xargs)" "$cases done 1"

# The hash is the last column of a probe, and the only one after a list.
sed 1d probe.csv | awk -F, '{print $1, $2, $3, $4 != "", $NF}' | sort -k1,1 >probes
pick repetition.csv id case_id pass | sort -k1,1 | join - probes >probes_of_cases # repetition case pass step round timed hash
check "the timed repetition of each process and the measured one probe" same \
    "$(cut -d' ' -f1-3 probes_of_cases | sort -u | cut -d' ' -f2,3 | sort | uniq -c | awk '{print $1, $3}' | sort | uniq -c | xargs)" "$cases 1 measured $cases 2 timed"
check "only the timed one has times" same "$(awk '{print $3, $6}' probes_of_cases | sort -u | xargs)" "measured 0 timed 1"
check "in five rounds" same \
    "$(awk '$3 == "timed" {n[$1 " " $4]++} END {for (k in n) print n[k]}' probes_of_cases | sort | uniq -c | xargs)" "$((2 * 2 * cases)) 5"
check "every probe ends in one state" same "$(awk '{print $2, $4, $7}' probes_of_cases | sort -u | wc -l)" $((2 * cases))

# Iterations of each probe by the errors' count and by the clock's.
pick convergence.csv case_id step probe iteration | awk '$3 == 1 {k = $1 " " $2; if ($4 > n[k]) n[k] = $4} END {for (k in n) print k, n[k]}' | sort >observed
pick probe_clock.csv case_id step iteration | awk '{k = $1 " " $2; if ($3 > n[k]) n[k] = $3} END {for (k in n) print k, n[k]}' | sort >clocked
check "the clock has every iterate that has an error" same "$(cat clocked)" "$(cat observed)"
check "of every probe" same "$(wc -l <clocked)" $((2 * cases))
check "no time runs backwards" same "$(pick probe_clock.csv case_id step iteration time_ms | sort -k1,1n -k2,2n -k3,3n | awk '$1 == c && $2 == s && $4 < t {bad++} {c = $1; s = $2; t = $4} END {print bad + 0}')" 0

# ---- a continued run has them, too, and computes missing references again ----
rm -r probes.references
expect 0 "$weft" run probes.yaml -o probes.db --reps 3
check "another process, other probes" same "$(rows probes.db probe)" $((cases * 2 * (1 + 3 * 5)))
check "the same hashes" same "$("$weft" export probes.db --table case_outcome --format csv >o.csv && pick o.csv hashes | sort -u)" 1

# ---- without errors nobody asks for the clock of probes ----
cat >twins.yaml <<'YAML'
name: twins
defaults: {scene: cloth, scene.n: 6, solver: xpbd, steps: 24, phased: 0, probes: 2}
blocks:
  - {name: times, axes: {timed: 2, measured: 0}}
  - {name: errors, axes: {timed: 0, measured: 1}}
YAML
sed '/name: errors/d' twins.yaml >timed.yaml
expect 0 "$weft" run timed.yaml -o timed.db
check "no reference is made for times alone" test ! -e timed.references
check "and no probe timed" same "$(rows timed.db probe)" 0

# ---- a case of two blocks, one of which wants its errors and the other its times ----
expect 0 "$weft" run twins.yaml -o twins.db
"$weft" export twins.db --table convergence --format csv >convergence.csv
check "it has each iterate" test "$(pick convergence.csv step iteration | wc -l)" -gt 40
check "once" same "$(pick convergence.csv step iteration | sort | uniq -d)" ""
check "and times of the same probes, in five rounds of two processes" same "$(rows twins.db probe)" $((2 * (1 + 2 * 5)))

# ---- processes beyond the plan need references as others do; with --ci a case has six, and without time no more ----
rm -r twins.references
expect 0 "$weft" run twins.yaml -o twins.db --ci 1% --budget 0.001
check "they are made again" test -e twins.references
check "for the probes of four more processes" same "$(rows twins.db probe)" $((2 * (1 + 6 * 5)))
check "which end in the same states" same "$("$weft" export twins.db --table case_outcome --format csv >o.csv && pick o.csv status hashes)" "done 1"
