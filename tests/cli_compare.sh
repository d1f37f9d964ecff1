#!/usr/bin/env bash
# weft compare: two databases, two builds of one database, two sets of programs that are measured in turn. cli_compare.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
build=$1

cat >e.yaml <<'END'
name: e
blocks:
  - name: a
    axes: {solver: [pbd, xpbd], scene: cloth, scene.n: 4, iterations: 3, steps: 4, threads: 1, timed: 3, phased: 0, measured: 1, probes: 1}
END
# answers: of both cases, in JSON on out.
answers() { sed -n 's/^   "answer": "\(.*\)",$/\1/p' out | paste -sd' '; }
# pairs: of processes, of both cases.
pairs() { sed -n 's/^    "pairs": \([0-9]*\),$/\1/p' out | paste -sd' '; }
compare() { expect "$1" "$weft" compare --format json "${@:2}"; }

# ---- databases ----
expect 0 "$weft" run e.yaml -o a.db
cp a.db b.db
compare 0 a.db b.db
check "the same times" same "$(sed -n 's/^    "ratio": \(.*\),$/\1/p' out | paste -sd' ')" "1.0 1.0"
check "one JSON object" same "$(head -c 1 out)$(tail -c 2 out | head -c 1)" "{}"
expect 0 "$weft" compare a.db b.db
check "both cases as text" same "$(grep -c -E '^x?pbd ' out)" 2
expect 0 "$weft" compare a.db b.db --format markdown
check "both cases as Markdown" same "$(grep -cE '^\| .*pbd' out)" 2
expect 3 "$weft" compare a.db
expect 3 "$weft" compare a.db b.db --build B=zz
check "the build is named" has err zz
for wrong in "a.db b.db --build zz" "a.db b.db --threshold -1" "a.db b.db --format xml" "a.db b.db --reps 3" "a.db b.db --timeout 5" "a.db b.db e.yaml" "--run a.db b.db"; do
    # shellcheck disable=SC2086 # words
    expect 2 "$weft" compare $wrong
done
expect 4 "$weft" compare --run missing "$build" e.yaml

# ---- measured in turn ----
# worker_like FOLDER SCRIPT: a worker of another build, whose output is that of the real one after a sed script.
worker_like() {
    mkdir -p "$1"
    printf '#!/bin/bash\nset -o pipefail\n%s/weft-worker-f64 | sed -E "%s"\n' "$build" "$2" >"$1/weft-worker-f64"
    chmod +x "$1/weft-worker-f64"
}
worker_like steady '/\"row\":\"step\"/s/\"ns\":[0-9]+/\"ns\":20000/'
worker_like slow '/\"row\":\"step\"/s/\"ns\":[0-9]+/\"ns\":200000/'
worker_like wrong '/\"row\":\"step\"/s/\"ns\":[0-9]+/\"ns\":20000/; s/\"error\":0\./\"error\":9./'
ln -s "$build/weft" steady/weft

compare 0 --run steady steady/weft e.yaml -o same.db --reps 3
check "the same" same "$(answers), $(pairs)" "same same, 3 3"
check "a process on each side for each pair" same "$(rows same.db process)" 12
compare 0 --run steady steady e.yaml -o same.db --reps 1
check "more pairs in the same database" same "$(answers), $(pairs)" "same same, 4 4"
compare 0 same.db
check "the database gives the same" same "$(answers), $(pairs)" "same same, 4 4"

compare 13 --run steady slow e.yaml -o slow.db --reps 3
check "slower" same "$(answers), $(pairs)" "slower slower, 3 3"
# order COLUMN...: columns of the table of processes, in the order of measurement.
"$weft" export slow.db --table process | tr -d '\r' >process.csv
order() { awk -F, -v names="$*" 'NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i; n = split(names, name, " "); next}
    {for (i = 1; i <= n; i++) printf "%s%s", $at[name[i]], i < n ? " " : "\n"}' process.csv; }
check "the sides alternate" same "$(order round case_id side | awk '{if (NR % 2 == 0 && ($1 != round || $2 != case_id || $3 == side)) bad++; round = $1; case_id = $2; side = $3}
    END {print bad + 0, NR}')" "0 12"
check "each is first in some rounds" same "$(order side | awk 'NR % 2' | sort -u | paste -sd' ')" "0 1"
builds=$("$weft" export slow.db --table build --format json | sed -n 's|^[^"]*"id":[^,]*,"hash":"\([0-9a-f]*\)".*|\1|p') # CSV: a patch in the column diff has lines of its own
# shellcheck disable=SC2086 # two words
set -- $builds
compare 13 slow.db --build "A=$1" --build "B=$2"
check "by their hashes" same "$(answers)" "slower slower"
compare 0 slow.db --build "A=$2" --build "B=$1"
check "the other way round" same "$(answers)" "faster faster"
compare 13 slow.db --threshold 800%
compare 0 slow.db --threshold 1000%
check "a change below the threshold" same "$(answers)" "same same"

compare 13 --run steady wrong e.yaml -o wrong.db --reps 3
check "a larger error at the same speed" same "$(answers) $(grep -c '"change": "larger"' out)" "same same 2"
mkdir broken
printf '#!/bin/bash\nread -r job\ncase $job in *rates*) exec %s/weft-worker-f64 <<<"$job" ;; esac\nexit 1\n' "$build" >broken/weft-worker-f64
chmod +x broken/weft-worker-f64
expect 8 "$weft" compare --run "$build" broken e.yaml -o none.db # there is no reference
compare 13 --run steady broken e.yaml -o broken.db --reps 2 --set probes=0
check "a case that crashes" same "$(grep -c '"crashed"' out)" 2
