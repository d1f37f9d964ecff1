#!/usr/bin/env bash
# The page of a report in chromium: values of figures, switches of series, a narrow screen, print. long_page.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
[ -n "$browser" ] || { echo "skipped: there is no chromium"; exit 77; }
for program in gnuplot pdftotext; do
    command -v "$program" >/dev/null || { echo "skipped: there is no $program"; exit 77; }
done

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

# ---- values and series ----
cat >probe.html <<'HTML'
<pre id="said"></pre><script>
addEventListener("load", () => {
  const said = document.getElementById("said"), say = (...words) => said.append(words.join(" ") + "\n");
  for (const figure of document.querySelectorAll("figure")) {
    const svg = figure.querySelector(".picture").shadowRoot.querySelector("svg"), data = JSON.parse(figure.querySelector("script").textContent);
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
check "the script of the page runs" same "$(grep -c 'type="search"' bare.html) $(grep -c 'type="search"' dom.html)" "0 1"
check "another script does not" same "$(grep -c 'error at:' dom.html)" 0
sed -i 's/<meta http-equiv[^>]*>//' page/index.html # for the probe
dom page/index.html
sed -n '/<pre id="said">/,/<\/pre>/p' dom.html >said
# value FILE COLUMN: of the series xpbd, as the page prints it.
value() { awk -F, -v at="$2" '/^xpbd,/ {value = $at} END {printf "%.4g", value}' "page/$1.csv"; }
check "the value of a line" grep -qE "error at:.* $(value error 3)(;|$)" said
check "the value of a bar" grep -qE "cost at:.* $(value cost 2) ms(;|$)" said
check "the phase of a stack" grep -q '^share at: velocity;' said
check "no value far from the curves" same "$(grep -c ' far: nothing' said)" 3
check "a series that is switched off" has said "error off: X &amp; P true false"
check "a series that is switched on" has said "error on: X &amp; P false true"
check "a phase that is switched off" has said "share off: velocity true false"
cp bare.html page/index.html

# ---- a narrow screen ----
cat >narrow.html <<'HTML'
<iframe src="page/index.html" width="390" height="800"></iframe><pre id="said"></pre><script>
addEventListener("load", () => {
  const inside = document.querySelector("iframe").contentDocument, root = inside.documentElement, letters = [];
  for (const picture of inside.querySelectorAll("figure .picture")) letters.push(Math.round(14 * picture.shadowRoot.querySelector("svg").getScreenCTM().a) >= 9);
  document.getElementById("said").append(`room ${root.clientWidth}, needed ${root.scrollWidth}, letters ${letters.join(" ")}\n`);
});
</script>
HTML
dom narrow.html --allow-file-access-from-files
check "the page fits 390 px, with readable letters" grep -Eq '^(<pre id="said">|.*>)?room (3[0-9]*), needed \2, letters true true true' <(sed 's/.*<pre id="said">//' dom.html)

# ---- print ----
HOME=$scratch timeout 900 "$browser" --headless --no-sandbox --disable-dev-shm-usage --user-data-dir="$scratch/profile" --no-pdf-header-footer \
    --print-to-pdf=page.pdf "file://$scratch/page/index.html" 2>browser.err
pdftotext -layout page.pdf page.txt
check "the wide table has many columns" test "$(head -n 1 page/wide-table.csv | tr , '\n' | wc -l)" -gt 70
check "its last column is on the page" grep -Eq 'iterations 9 +iterations 10$' page.txt
check "words of its heading are whole" same "$(grep -o '7\*step_ms' page.txt | wc -l)" 9
check "its page is in landscape format" grep -q '842 x 595' <(pdfinfo -f 1 -l 9 page.pdf | sed 's/841\.[89][0-9]*/842/; s/595\.[0-9]*/595/; s/594\.9[0-9]*/595/')
check "a case without numbers is not printed" same "$(grep -c 'class="bare"' page/index.html) $(grep -c '^newton' page.txt)" "1 0"
check "the contents are not printed" same "$(grep -c 'cost.*share' page.txt)" 0
