#!/usr/bin/env bash
# The experiment that weft init writes runs as it is, with solvers that take its scene, and its claim holds; existing files stay.
# cli_init.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

expect 0 "$weft" init mine.yaml --scene chain
check "its name" has mine.yaml "name: mine"
check "its scene" has mine.yaml 'scene: "chain"'
check "no placeholder is left" test "$(grep -c @ mine.yaml)" = 0
expect 0 "$weft" run mine.yaml -o mine.db --set steps=4 --set timed=2 --set phased=1 --set threads=1
expect 0 "$weft" report mine.db -o mine
check "its claim holds" has mine/verdicts.csv ,yes
if command -v gnuplot >/dev/null; then
    check "its figures" test -s mine/error.svg -a -s mine/phases.svg
fi

# ---- solvers that refuse the scene are left out with the reason, and iterations are those that a condition names ----
# solvers FILE: the solvers of its blocks, each with its iterations.
solvers() { sed -nE 's/^    axes: \{solver: ([a-z]+)(, iterations: \[([0-9]+)\])?\}.*/\1 \3/p' "$1" | tr '\n' ';'; }
expect 0 "$weft" init solid.yaml --scene cantilever
check "pd has no projection of a material" same "$(solvers solid.yaml)" "xpbd 100;vbd 100;newton ;"
check "the reason" grep -q '^  # left out: solver pd cannot do neo_hookean constraints' solid.yaml
expect 0 "$weft" run solid.yaml -o solid.db --set steps=1 --set timed=1 --set phased=0 --set threads=1 --set probes=1
check "no case is refused" has err " 0 refused"
expect 0 "$weft" init cloth.yaml
check "xpbd: the iterations of its condition; pd: too many for a first experiment" same "$(solvers cloth.yaml)" "xpbd 300;vbd 100;pd 100;newton ;"
check "the condition of pd" grep -q '^  # global_step: .* use about [0-9]* iterations' cloth.yaml
expect 0 "$weft" plan cloth.yaml
expect 0 "$weft" init hard.yaml --scene ball_on_chain
check "without newton no errors, and no claim" same "$(solvers hard.yaml)$(grep -cE 'probes: 2|error_of_start|verdicts:|tables:' hard.yaml || true)" "xpbd 100;0"
expect 0 "$weft" plan hard.yaml
check "the iterations of a message are those of the case" has hard.yaml "(now 100)"
expect 3 "$weft" init unknown.yaml --scene no_such_scene
check "an unknown scene is named, and nothing written" test -n "$(grep -F no_such_scene err)" -a ! -e unknown.yaml

# ---- files that are there, and names ----
cp mine.yaml kept.yaml
expect 4 "$weft" init mine.yaml
check "the existing file stays" cmp mine.yaml kept.yaml
expect 2 "$weft" init 'a b.yaml'
expect 2 "$weft" init ok.yaml --scene 'a"b'
check "nothing is written" test ! -e 'a b.yaml' -a ! -e ok.yaml
expect 4 "$weft" init nowhere/mine.yaml
