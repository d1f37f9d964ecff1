#!/bin/bash
# weft scaling: its table, that its barriers are those that a step counts, a store in place of a measurement, and what it refuses.
set -u
# shellcheck source-path=SCRIPTDIR source=shell.sh
. "$(dirname "$0")/shell.sh" "$1" "$2"

# value PHASE ROW THREADS: of the table in out.
value() {
    awk -v phase="$1" -v row="$2" -v threads="$3" '
        $1 == "threads" { for (i = 2; i <= NF; i++) if ($i == threads) at = i - 1 }
        /^[a-z]/ { now = $1; sub(/[:,]$/, "", now) }
        { name = substr($0, 3, 18); sub(/ +$/, "", name) }
        now == phase && name == row { $0 = substr($0, 21); print $at }' out
}
near() { awk -v a="$1" -v b="$2" 'BEGIN {exit !(a > 0 && b > 0 && a < 1.3 * b && b < 1.3 * a)}' || { echo "    $1 is not near $2"; return 1; }; }
barriers() { sed -nE "s/^$1: ([0-9]+) barriers.*/\\1/p" out; }
counted() { "$weft" sim "$@" --steps 1 | sed -nE 's/.*team_barriers ([0-9]+).*/\1/p'; }

for solver in xpbd pbd vbd 'xpbd --set colouring=clusters' 'xpbd --set sweep=jacobi' 'vbd --set sweep=symmetric' 'vbd --set sweep=jacobi'; do
    # shellcheck disable=SC2086 # words of a command line
    expect 0 "$weft" scaling cloth --solver $solver --set scene.n=64 --set iterations=3 --reps 1 --up-to 8 --barrier 100
    # shellcheck disable=SC2086
    check "$solver: barriers are those that a step counts" same "$(barriers project)" "$(counted cloth --solver $solver --set scene.n=64 --set iterations=3)"
    # Medians of phases do not quite add up to the median of the step.
    check "$solver: one thread is what was measured" near "$(value step 'from one thread' 1)" "$(value step measured 1)"
done
expect 0 "$weft" scaling cloth --solver pd --linsys supernodal_parallel --set scene.n=40 --set iterations=3 --precision f32 --reps 1 --up-to 64 --barrier 100
check "pd: barriers of the solve" same "$(barriers solve)" "$(counted cloth --solver pd --linsys supernodal_parallel --set scene.n=40 --set iterations=3 --precision f32)"
check "pd: one of each local step" same "$(barriers local)" 3
check "columns" same "$(awk '$1 == "threads" {print $NF, NF}' out)" '64 8'
check "what is predicted for more threads is less" below "$(value local 'from one thread' 8)" "$(value local 'from one thread' 1)"
check "nothing was measured on four" same "$(value step measured 4)" ''
expect 0 "$weft" scaling cloth --solver pd --linsys cholmod_simplicial --set scene.n=16 --reps 1 --barrier 0
check "a serial solve stays as it is" same "$(value solve 'from one thread' 64)" "$(value solve measured 1)"
check "and is a chain as long as itself" same "$(sed -nE 's/^solve:.*chain ([0-9.]+) ms.*/\1/p' out)" "$(value solve measured 1)"
expect 7 "$weft" scaling cloth --solver pd --linsys dense --set scene.n=8 --reps 1
check "a dense solve" has err 'take supernodal_parallel'
expect 0 "$weft" scaling cloth --solver xpbd --set scene.n=16 --reps 1 --up-to 2 --core-bandwidth 0.0001 --bandwidth 0.0001
check "a small bandwidth limits" same "$(awk '/^project/ {p = 1} p && /mostly/ {print $NF; exit}' out)" memory

# ---- a store ----
cat >e.yaml <<'END'
name: e
defaults: {scene: cloth, scene.n: [16], steps: [3], timed: [1], phased: [1], measured: [0], threads: [1, 2]}
blocks: [{name: b, axes: {solver: [vbd, newton_pcg]}}]
END
expect 0 "$weft" run e.yaml -o e.db
label=$("$weft" export e.db --table cases --format csv | tr -d '\r' | awk -F, '/^[0-9]+,[^,]*,vbd.*threads=1/ {print $3; exit}')
expect 0 "$weft" scaling "$label" --store e.db --up-to 4 --reps 1
check "it has both numbers of threads" below 0 "$(value step measured 2)"
check "the label stands above" same "$(head -1 out)" "$label"
expect 3 "$weft" scaling nothing --store e.db
check "an unknown label" has err 'no case of the store has the label `nothing`'
expect 2 "$weft" scaling "$label" --store e.db --solver vbd
check "flags of a case" has err 'leave its flags out'
expect 4 "$weft" scaling "$label" --store missing.db

# ---- refused ----
expect 2 "$weft" scaling cloth --solver vbd --threads 4
check "threads" has err 'leave --threads out'
expect 2 "$weft" scaling
expect 2 "$weft" scaling cloth --solver vbd --up-to 1
expect 7 "$weft" scaling cloth --solver newton --set scene.n=6
check "a solver without tasks" has err 'solver `newton` lists no tasks'
expect 7 "$weft" scaling cloth_on_sphere --solver vbd --set scene.n=8
check "contact" has err 'without contact'
expect 7 "$weft" scaling cloth --solver pd --set scene.n=8 --set rho=0.5
expect 7 "$weft" scaling cloth --solver pd --linsys supernodal_parallel --set refine=1 --set scene.n=8
expect 7 "$weft" scaling cloth --solver vbd --set scene.n=8 --set integrator=bdf2
