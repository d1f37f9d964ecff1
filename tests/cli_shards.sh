#!/usr/bin/env bash
# Shares of an experiment: shards that are dealt alike everywhere, one case by its key, the plan as JSON. A shard that is killed: cli_merge.sh.
# cli_shards.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

cat >sweep.yaml <<'YAML'
name: sweep
question: Is it dealt well?
defaults: {scene: cloth, scene.n: 4, steps: 3, timed: 1, phased: 0, measured: 0}
blocks:
  - name: position
    axes: {solver: [pbd, xpbd], iterations: [2, 4], scene.n: [4, 5]}
  - name: projective
    axes: {solver: pd, iterations: 2, linsys: [dense, cholmod_simplicial]}
  - name: again
    axes: {solver: pbd, iterations: [2, 4]}
verdicts:
  - {id: c1, claim: xpbd takes less than twice as long, source: {set: "on 2026-11-27, as an aim"}, data: step, value: step_ms, of: {solver: xpbd},
     against: {solver: pbd}, for_each: [scene.n, iterations], compare: ratio, below: 2}
YAML
cases=10 listed=12 # two of them in two blocks

# planned FLAGS...: shard, key, solver, size and iterations of each case.
planned() {
    "$weft" plan sweep.yaml --format json "$@" |
        awk '/^   "key"/ {gsub(/[",]/, ""); key = $2} /^     "iterations"/ {gsub(/,/, ""); iterations = $2} /^     "n"/ {gsub(/,/, ""); n = $2}
             /^    "solver"/ {gsub(/[",]/, ""); solver = $2} /^   "shard": [0-9]+,$/ && key {gsub(/,/, ""); print $2, key, solver, n, iterations; key = ""}' | sort -u
}

# ---- the deal ----
planned --shards 4 >deal
check "every case is in one shard" same "$(cut -d' ' -f2 deal | sort | uniq -d | wc -l) $(wc -l <deal)" "0 $cases"
check "of four" same "$(cut -d' ' -f1 deal | sort -u | tr '\n' ' ')" "1 2 3 4 "
planned --shards 4 >again
check "the deal is the same every time" cmp -s deal again
# What the claim sets side by side: pbd and xpbd of equal size and iterations.
together() { awk '$3 ~ /pbd/ {k = $4 " " $5; if (k in s && s[k] != $1) bad = 1; s[k] = $1; n++} END {exit bad || n != 8}' "$1"; }
check "cases whose times a claim compares are in one shard" together deal
planned --shards 10 >fine
check "also where there are more shards than groups" together fine
cp sweep.yaml with.yaml && sed -i '/^verdicts/,$d' sweep.yaml
planned --shards 5 >free
check "without the claim it is dealt case by case" eval '! together free'
cp with.yaml sweep.yaml
expect 0 "$weft" plan sweep.yaml --shards 4
check "a line for each shard" same "$(grep -cE ' [1-4]/4:' out)" 4
expect 0 "$weft" plan sweep.yaml --shard 2/4
check "a shard alone" same "$(grep -c ' 2/4 ' out) $(grep -cE ' [134]/4  ' out || true)" "$(awk '$1 == 2' deal | wc -l) 0"
for wrong in 0/4 5/4 1 1/0 a/b 1/99999999999 -1/2 ''; do expect 2 "$weft" run sweep.yaml -o wrong.db --shard "$wrong"; done
expect 2 "$weft" plan sweep.yaml --shards 4 --shard 1/4
expect 2 "$weft" plan sweep.yaml --costs whole.db
check "nothing was made" test ! -e wrong.db

# ---- running them ----
for i in 2 4; do
    expect 0 "$weft" run sweep.yaml -o "shard-$i.db" --shard "$i/4" --seed "$i"
    check "it judges no claim" same "$(grep -c 'xpbd takes' err)" 0
    check "its cases are those of the plan" same "$(column "shard-$i.db" case_summary case_key | sort)" "$(awk -v i=$i '$1 == i {print $2}' deal | sort)"
    check "its store has the whole plan" same "$(rows "shard-$i.db" plan)" $cases
    check "its run has the flags" same "$(column "shard-$i.db" run options)" "'--shard $i/4"
done
mine=$(awk '$1 == 2' deal | wc -l)
expect 0 "$weft" status shard-2.db
check "cases, those done, and those of others" same "$(awk '$1 == "sweep" {gsub(/[^0-9 ]/, ""); print $1, $2, $3; exit}' out)" "$cases $mine $((cases - mine))"
expect 0 "$weft" run sweep.yaml -o shard-2.db --shard 2/4
check "nothing is left to do" same "$(rows shard-2.db repetition)" "$mine"
expect 0 "$weft" run sweep.yaml -o shard-2.db
check "without a shard the rest is measured" same "$(rows shard-2.db repetition) $(column shard-2.db outcome status | sort -u)" "$cases done"
check "and the claim is judged" has err 'xpbd takes'

# By known times the deal is another one, and the same for each who has them.
expect 0 "$weft" plan sweep.yaml --shards 3 --costs shard-2.db
check "the shards have times" same "$(grep -cE ' [123]/3:.*~' out)" 3
planned --shards 3 --costs shard-2.db >timed
planned --shards 3 --costs shard-2.db >again
check "that deal is the same every time" cmp -s timed again
check "and splits no group" together timed

# ---- one case ----
key=$(awk 'NR == 1 {print $2}' deal)
expect 0 "$weft" run sweep.yaml -o one.db --case "${key:0:8}"
check "one case by the beginning of its key" same "$(column one.db case_summary case_key)" "$key"
expect 3 "$weft" run sweep.yaml -o none.db --case nosuch
check "an unknown key" has err nosuch
two=$(cut -d' ' -f2 deal | cut -c1 | sort | uniq -d | head -n 1)
[ -z "$two" ] || expect 3 "$weft" run sweep.yaml -o none.db --case "$two" # an ambiguous one
expect 3 "$weft" run sweep.yaml -o none.db --case ''
expect 2 "$weft" run sweep.yaml -o none.db --case "$key" --shard 1/2
check "none of them made a store" test ! -e none.db
expect 0 "$weft" run sweep.yaml -o two.db --case "$(awk '$3 == "pd" {print $2; exit}' deal)" --case "$(awk '$3 == "xpbd" {print $2; exit}' deal)"
check "two cases" same "$(rows two.db outcome)" 2

# ---- the plan as JSON ----
expect 0 "$weft" plan sweep.yaml --format json
for name in experiment hash file database costs_in cases shards; do check "the plan has $name" has out " \"$name\": "; done
for name in index key block label variation case wanted status left seconds ground shard cost; do
    check "a case has $name" same "$(grep -c "^   \"$name\": " out)" $listed
done
check "the run time is unknown" same "$(grep -c '"ground": "unknown"' out) $(grep -c '^   "ground": null' out)" "$cases 2"
expect 0 "$weft" plan sweep.yaml --format json -o shard-2.db
check "with a store nothing is left" same "$(grep -c '"status": "done"' out) $(grep -c '^   "left": {}' out)" "$listed $listed"
expect 0 "$weft" plan sweep.yaml --format json -o shard-2.db --reps 5
check "the run time comes from the same cases" same "$(grep -c '"ground": "same"' out)" $cases
expect 0 "$weft" plan sweep.yaml --format json -o shard-2.db --set steps=4
check "or from other cases, by their work" same "$(grep -c '"ground": "work"' out)" $cases
expect 2 "$weft" plan sweep.yaml --format xml

# ---- a machine that cannot do some cases measures the others ----
cat >wide.yaml <<'YAML'
name: wide
defaults: {scene: cloth, scene.n: 6, steps: 3, timed: 1}
blocks:
  - {name: all, axes: {solver: pbd, iterations: 2, threads: [1, 4096]}}
YAML
expect 0 "$weft" plan wide.yaml --shards 2 --format json
narrow=$(awk '/^   "shard"/ {gsub(/,/, ""); shard = $2} /^     "threads": 1,$/ {one = 1} /^   "cost"/ {if (one) print shard; one = 0}' out)
expect 10 "$weft" run wide.yaml -o wide.db
expect 0 "$weft" run wide.yaml -o wide.db --shard "$narrow/2"
expect 10 "$weft" run wide.yaml -o wider.db --shard "$((3 - narrow))/2"
