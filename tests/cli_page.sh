#!/usr/bin/env bash
# The page of a report: its size, and in chromium the values of figures, their series, a narrow screen and print. cli_page.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
command -v gnuplot >/dev/null || { echo "skipped: there is no gnuplot"; exit 77; }

cat >a.yaml <<'YAML'
name: tiny
question: How near?
defaults: {scene: cloth, scene.n: 6, steps: 4, timed: 2, phased: 1, probes: 1}
blocks:
  - {name: position, axes: {solver: [pbd, xpbd], iterations: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]}}
  - {name: bare, axes: {solver: newton, timed: 0, phased: 0, probes: 0, frames: 1}}
labels: {pbd: "P</script><b>D", xpbd: X & P}
figures:
  - {name: error, data: convergence, x: iteration, y: error, series: [solver], where: {iterations: 13}, log: y}
  - {name: cost, data: step, x: solver, y: step_ms, style: bars, where: {iterations: 13}}
  - {name: share, data: phase, x: solver, y: step_ms, series: [phase], style: stacked, size: page}
tables:
  - {name: wide, data: step, rows: [solver], columns: iterations, values: [step_ms, 7*step_ms], where: {iterations: 2..10}}
YAML
expect 0 "$weft" run a.yaml -o a.db
expect 0 "$weft" report a.db -o page
check "no word on standard error" same "$(wc -c <err)" 0
check "a series has its name in the file of the figure" has page/error.svg '<title>X &amp; P</title>'
check "no name of gnuplot's" test "$(grep -c '<title>gnuplot_plot' page/error.svg page/cost.svg page/share.svg | grep -vc ':0')" = 0
check "each figure has its points" same "$(grep -c '<script type="application/json">' page/index.html)" 3
check "names cannot end the script" test "$(grep -c 'P</script>' page/index.html)" = 0

# ---- pictures of scenes ----
check "no case is run for a page" test "$(grep -c 'data:image' page/index.html)" = 0
export TMPDIR=$scratch
expect 0 "$weft" report a.db -o stills --stills
check "what they are" has stills/index.html "<b>cloth</b> at the start and after 0.0666667 s, run again for this page: pbd cloth"
grep -o 'base64,[A-Za-z0-9+/=]*' stills/index.html | while read -r text; do printf '%s' "${text#base64,}" | base64 -d | sha256sum; done >hashes
check "two that differ" same "$(sort -u hashes | wc -l)" 2
check "PNG of 320 by 240" same "$(grep -o 'base64,[A-Za-z0-9+/=]*' stills/index.html | head -n 1 | cut -c8- | base64 -d | head -c 24 | od -An -tx1 -v | tr -d ' \n')" \
    89504e470d0a1a0a0000000d4948445200000140000000f0
check "no folder is left" test -z "$(find "$scratch" -maxdepth 1 -name 'weft-*')"
mkdir -p data/scenes
cp -- "$WEFT_DATASETS"/*.yaml data
cp -- "$WEFT_DATASETS"/scenes/cloth.yaml data/scenes
printf '# changed\n' >>data/scenes/cloth.yaml
WEFT_DATASETS=$scratch/data expect 0 "$weft" report a.db -o stills --stills
check "a scene that has changed has none" has stills/index.html "<b>cloth</b> has no picture: the scene is not the one that was measured"

[ -n "$browser" ] || { echo "chromium is not installed: what the page shows is not checked"; exit 0; }

# ---- values and series ----
cat >probe.html <<'HTML'
<pre id="said"></pre><script>
addEventListener("load", () => {
  const said = document.getElementById("said"), say = (...words) => said.append(words.join(" ") + "\n");
  for (const figure of document.querySelectorAll("figure")) {
    const svg = figure.querySelector("svg"), data = JSON.parse(figure.querySelector("script").textContent);
    const move = ([x, y], dx, dy) => {
      const at = new DOMPoint(x + dx, y + dy).matrixTransform(svg.getScreenCTM());
      svg.dispatchEvent(new PointerEvent("pointermove", {clientX: at.x, clientY: at.y}));
      const box = figure.querySelector(".values");
      return box.hidden ? "nothing" : [...box.children].map((line) => line.textContent).join("; ");
    };
    const one = data.series[data.series.length - 1], point = one.points[one.points.length - 1];
    say(figure.id, "at:", move(point, 1, 1));
    say(figure.id, "far:", move([0, 0], 0, 0));
    const button = [...figure.querySelectorAll(".series button")].pop();
    if (!button) continue;
    const hidden = () => [...svg.querySelectorAll("g")].filter((g) => g.style.display === "none").length;
    button.click();
    say(figure.id, "off:", button.textContent, hidden() > 0, move(point, 1, 1).startsWith(button.textContent));
    button.click();
    say(figure.id, "on:", button.textContent, hidden() > 0, move(point, 1, 1).startsWith(button.textContent));
  }
});
</script>
HTML
cp page/index.html bare.html
cat probe.html >>page/index.html
dom page/index.html
check "of two scripts the page runs its own" has dom.html 'placeholder="only cases with these words"'
check "and not one that came with a text" same "$(grep -c 'error at:' dom.html)" 0
sed -i 's/<meta http-equiv[^>]*>//' page/index.html # for the probe
dom page/index.html
sed -n '/<pre id="said">/,/<\/pre>/p' dom.html >said
error=$(grep '^xpbd,13,' page/error.csv | awk -F, '{printf "%.4g", $3}')
check "an error" has said "error at: X &amp; P; iteration: 13; relative error: $error"
cost=$(grep '^xpbd,' page/cost.csv | awk -F, '{printf "%.4g", $2}')
check "a bar" has said "cost at: solver: X &amp; P; time per step: $cost ms"
check "a part of a stack" grep -q '^share at: velocity; solver: X &amp; P; time per step: .* ms' said
check "nothing beside the curves" same "$(grep -c ' far: nothing' said)" 3
check "a series switched off" has said "error off: X &amp; P true false"
check "and on again" has said "error on: X &amp; P false true"
check "of a stack" has said "share off: velocity true false"
cp bare.html page/index.html

# ---- a narrow screen ----
cat >narrow.html <<'HTML'
<iframe src="page/index.html" width="390" height="800"></iframe><pre id="said"></pre><script>
addEventListener("load", () => {
  const inside = document.querySelector("iframe").contentDocument, root = inside.documentElement, letters = [];
  for (const svg of inside.querySelectorAll("figure svg")) letters.push(Math.round(14 * svg.getScreenCTM().a) >= 9);
  document.getElementById("said").append(`room ${root.clientWidth}, needed ${root.scrollWidth}, letters ${letters.join(" ")}\n`);
});
</script>
HTML
dom narrow.html --allow-file-access-from-files
check "nothing is wider than 390 px, and letters can be read" grep -Eq '^(<pre id="said">|.*>)?room (3[0-9]*), needed \2, letters true true true' <(sed 's/.*<pre id="said">//' dom.html)

# ---- print ----
command -v pdftotext >/dev/null || { echo "pdftotext is not installed: print is not checked"; exit 0; }
HOME=$scratch timeout 900 "$browser" --headless --no-sandbox --disable-dev-shm-usage --user-data-dir="$scratch/profile" --no-pdf-header-footer \
    --print-to-pdf=page.pdf "file://$scratch/page/index.html" 2>browser.err
pdftotext -layout page.pdf page.txt
last=$(tail -1 page/wide-table.csv | tr -d '\r' | awk -F, '{printf "%s", NF}')
check "the wide table has many columns" test "$last" -gt 70
check "its last column is printed, on a page across" grep -Eq 'iterations 9 +iterations 10$' page.txt
check "words of its heads are whole" same "$(grep -o '7\*step_ms' page.txt | wc -l)" 9
check "across" grep -q '842 x 595' <(pdfinfo -f 1 -l 9 page.pdf | sed 's/841\.[89][0-9]*/842/; s/595\.[0-9]*/595/; s/594\.9[0-9]*/595/')
check "a case without a number is not printed, but counted" has page.txt "Finished cases without a number in this table, left out in print: 1."
check "no contents and no buttons in print" test "$(grep -c 'Figures error' page.txt)" = 0
