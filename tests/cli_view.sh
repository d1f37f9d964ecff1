#!/usr/bin/env bash
# weft view: what it says, what it refuses, and, where chromium is there, what the page shows. cli_view.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

for solver in newton xpbd; do
    expect 0 "$weft" sim cloth --solver $solver --steps 10 --set scene.n=8 --set iterations=5 --frames "$solver"
done
expect 0 "$weft" view newton xpbd -o page.html
check "what the page holds" has out "page.html: 2 runs, 11 frames to 0.166667 s, positions in steps of "
check "no word on standard error" same "$(wc -c <err)" 0
check "its title" has page.html "<title>newton, xpbd</title>"
check "on the page, too" has page.html '<h1 id="title">newton, xpbd</h1>'
check "it needs no other file" test "$(grep -cE 'https?:|src=|href=|url\(|import[ (]|fetch\(' page.html)" -eq 0
check "and may take none" has page.html "default-src 'none'"
check "nothing is left to put in" test "$(grep -cE '@(TITLE|DATA|SCRIPT)@' page.html)" -eq 0
expect 0 "$weft" view newton xpbd/ -o page.html --every 5 --title "Cloth, <8 × 8>"
check "every fifth frame" has out "2 runs, 3 frames to 0.166667 s"
check "the title that was given" has page.html "<title>Cloth, &lt;8 × 8&gt;</title>"
cp page.html before.html

# ---- refusals: one line, nothing written ----
refuse() { # CODE MESSAGE ARGUMENTS...
    local code=$1 message=$2
    shift 2
    expect "$code" "$weft" view "$@"
    check "one line: $*" same "$(wc -l <err)" 1
    check "the message: $*" has err "$message"
    check "the page stays: $*" cmp page.html before.html
}
refuse 2 "an argument is missing" -o page.html
refuse 2 "give -o FILE.html" newton
refuse 2 "--every must be a whole number in 1" newton -o page.html --every 0
refuse 2 "not UTF-8" newton -o page.html --title $'\xe4'
refuse 4 "FRAMES are folders that \`weft sim --frames\` wrote to its end: missing/frames.pvd: cannot be read" missing -o page.html
refuse 4 "nowhere/page.html: cannot be written" newton -o nowhere/page.html
mkdir cut
cp newton/frame* cut
truncate -s -100 cut/frame_00003.vtp
refuse 3 "cut/frame_00003.vtp: not a whole frame as \`weft sim --frames\` writes it: it is cut off" newton cut -o page.html
expect 0 "$weft" sim cloth --solver xpbd --steps 3 --dt 0.013 --set scene.n=8 --frames other
refuse 3 "no two times in common" newton other -o page.html
{
    printf '<Collection>\n'
    seq 1 800000 | sed 's|.*|<DataSet timestep="&" part="0" file="frame_00000.vtp"/>|'
} >cut/frames.pvd
refuse 12 "the positions would take 293 MiB, more than the 256 MiB that a browser takes well; give --every 2 or more" cut -o page.html

# Runs of other particles are shown, and not compared.
expect 0 "$weft" sim cloth --solver xpbd --steps 10 --set scene.n=6 --frames six
expect 0 "$weft" view newton six -o six.html
check "which is said" has out "different numbers of particles: they are not compared"

# ---- in a browser ----
if [ -z "$browser" ]; then
    echo "chromium is not installed: what the page shows is not checked"
    exit 0
fi
expect 0 "$weft" view newton xpbd -o page.html
dom "page.html#frame=10"
check "the page is ready" has dom.html 'data-state="ready"'
check "at the frame that is asked for" has dom.html '<output id="time">0.167 s, 11 of 11</output>'
# The largest distance of the last frame, from the files, in m; and the page's.
largest=$(paste <(grep '^v ' newton/frame_00010.obj) <(grep '^v ' xpbd/frame_00010.obj) |
    awk '{d = sqrt(($2 - $6) ^ 2 + ($3 - $7) ^ 2 + ($4 - $8) ^ 2); if (d > m) m = d} END {printf "%.9g", m}')
shown=$(sed -n 's/.*largest \([0-9.]*\) \([mµ]*\), rms.*/\1 \2/p' dom.html | awk '{print $1 * ($2 == "m" ? 1 : $2 == "mm" ? 1e-3 : 1e-6)}')
check "the largest distance to the first run: $shown m of $largest m" awk -v a="$shown" -v b="$largest" 'BEGIN {exit !(b > 0 && a > 0.99 * b - 5e-5 && a < 1.01 * b + 5e-5)}'
dom "page.html#play"
check "it plays" grep -q '<body[^>]*data-played="[1-9]' dom.html
dom six.html
check "runs that are not compared" has dom.html '36 particles'
dom page.html --disable-3d-apis
check "without WebGL it says so" has dom.html 'This browser cannot show the page: it gives the page no WebGL'
