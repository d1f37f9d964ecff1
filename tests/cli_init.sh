#!/usr/bin/env bash
# An experiment to start from runs as it is written. cli_init.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

expect 0 "$weft" init mine.yaml --scene chain
check "its name" has mine.yaml "name: mine"
check "its scene" has mine.yaml 'scene: "chain"'
check "no mark is left" test "$(grep -c @ mine.yaml)" = 0
expect 0 "$weft" run mine.yaml -o mine.db --vary --set steps=4 --set timed=2 --set phased=1
check "its claim holds" has err "yes "
expect 0 "$weft" report mine.db -o mine
if command -v gnuplot >/dev/null; then
    check "its figures" test -s mine/error.svg -a -s mine/phases.svg
fi
cp mine.yaml kept.yaml
expect 4 "$weft" init mine.yaml
check "what is there stays" cmp mine.yaml kept.yaml
expect 2 "$weft" init 'a b.yaml'
expect 2 "$weft" init ok.yaml --scene 'a"b'
check "nothing is written" test ! -e 'a b.yaml' -a ! -e ok.yaml
expect 4 "$weft" init nowhere/mine.yaml
