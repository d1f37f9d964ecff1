#!/usr/bin/env bash
# weft view: a page of two runs that needs no other file; refusals leave no page. cli_view.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

for solver in newton xpbd; do
    expect 0 "$weft" sim cloth --solver $solver --steps 4 --set scene.n=4 --frames $solver
done
expect 0 "$weft" view newton xpbd -o page.html --title "Cloth, <4 × 4>"
check "the title" has page.html "<title>Cloth, &lt;4 × 4&gt;</title>"
check "it needs no other file" same "$(grep -cE 'https?:|src=|href=|url\(|import[ (]|fetch\(' page.html)" 0
check "the policy forbids others" has page.html "default-src 'none'"
check "no placeholder is left" same "$(grep -cE '@(TITLE|DATA|SCRIPT)@' page.html)" 0
cp page.html before.html
expect 2 "$weft" view newton
expect 2 "$weft" view newton -o page.html --every 0
expect 4 "$weft" view missing -o page.html
expect 4 "$weft" view newton -o nowhere/page.html
truncate -s -100 xpbd/frame_00003.vtp
expect 3 "$weft" view newton xpbd -o page.html
check "the frame that is cut" has err xpbd/frame_00003.vtp
check "refusals leave the page as it was" cmp page.html before.html
