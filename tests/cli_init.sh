#!/usr/bin/env bash
# The experiment that weft init writes runs as it is, and its claim holds; existing files stay. cli_init.sh BUILD SOURCE
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
cp mine.yaml kept.yaml
expect 4 "$weft" init mine.yaml
check "the existing file stays" cmp mine.yaml kept.yaml
expect 2 "$weft" init 'a b.yaml'
expect 2 "$weft" init ok.yaml --scene 'a"b'
check "nothing is written" test ! -e 'a b.yaml' -a ! -e ok.yaml
expect 4 "$weft" init nowhere/mine.yaml
