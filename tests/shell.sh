# shellcheck shell=bash
# What the shell tests share. Source it with the build and the source folder: . shell.sh BUILD SOURCE
# Gives $weft, a scratch folder as the current one, and a summary at the end that fails when something did.
weft=$1/weft
source_dir=$2
export WEFT_DATASETS=$source_dir/datasets
scratch=$(mktemp -d)
export CCACHE_BASEDIR=$scratch # a copy of the source that a test builds compiles to what the last copy did
cd -- "$scratch" || exit 1
failures=0 checks=0

finish() {
    local code=$?
    cd /
    rm -rf -- "$scratch"
    [ "$code" -eq 0 ] || exit "$code"
    echo "$checks checks, $failures failed"
    [ "$failures" -eq 0 ] || exit 1
}
trap finish EXIT

# check WHAT COMMAND...: counts, and says what failed.
check() {
    local what=$1
    shift
    checks=$((checks + 1))
    if ! "$@"; then
        failures=$((failures + 1))
        echo "FAILED: $what"
    fi
}

# expect CODE COMMAND...: runs it; standard output to out, standard error to err.
expect() {
    local wanted=$1 code=0
    shift
    "$@" >out 2>err || code=$?
    checks=$((checks + 1))
    if [ "$code" -ne "$wanted" ]; then
        failures=$((failures + 1))
        echo "FAILED: exit code $code, not $wanted: $*"
        sed 's/^/    /' err
    fi
}

same() { [ "$1" = "$2" ] || { echo "    \`$1\` is not \`$2\`"; return 1; }; }
has() { grep -qF -- "$2" "$1" || { echo "    no \`$2\` in $1:"; sed 's/^/    /' "$1"; return 1; }; }

# wait_for COMMAND...: until it succeeds, for ten minutes at most: a state is waited for, not a time.
wait_for() {
    local i
    for ((i = 0; i < 12000; i++)); do
        if "$@"; then return 0; fi
        sleep 0.05
    done
    echo "    waited in vain for: $*"
    return 1
}

# has_terminals: whether `script` can run a command in a pseudo terminal here.
has_terminals() { script -qec true /dev/null >/dev/null 2>&1; }

# python_with MODULES: a Python that has them: the one of the path, or Debian's, for which packages like python3-pandas are.
python_with() {
    local python
    for python in "$(command -v python3 || true)" /usr/bin/python3; do
        if [ -n "$python" ] && "$python" -c "import $1" 2>/dev/null; then
            printf '%s\n' "$python"
            return
        fi
    done
    return 1
}

# What these read is said to be missing where it is: nothing must not pass for what was asked to be nothing.

# rows DB TABLE: how many rows a table of a database has.
rows() { "$weft" export "$1" --table "$2" --format csv | awk 'END {print NR ? NR - 1 : "no table"}'; }

# repetitions DB: case, build, pass and number of every repetition, sorted.
repetitions() {
    "$weft" export "$1" --table repetition --format csv |
        awk -F, -v OFS=, 'NR > 1 {sub(/\r$/, ""); print $2, $3, $5, $6} END {if (!NR) print "no table"}' | sort
}

# facts DB: of each case how it ended, its passes and its final states.
facts() {
    sqlite3 -separator ' ' "$1" "SELECT c.key, o.status, r.pass, r.hash, count(*) FROM cases AS c JOIN outcome AS o ON o.case_id = c.id
        JOIN repetition AS r ON r.case_id = c.id GROUP BY c.key, o.status, r.pass, r.hash ORDER BY 1, 2, 3, 4"
}

# sweep SOLVERS FACTS: an experiment for shards, sweep.yaml; the facts that one run of it measures are in whole.
sweep() {
    printf '%s\n' 'name: sweep' 'defaults: {scene: pendulum, steps: 2, threads: 1, timed: 1, phased: 0, measured: 1}' 'blocks:' \
        "  - {name: all, axes: {solver: [$1], iterations: [1, 2]}}" >sweep.yaml
    expect 0 "$weft" run sweep.yaml -o whole.db --no-verdicts
    facts whole.db >whole
    check "there are facts" same "$(wc -l <whole)" "$2"
}

# column DB TABLE NAME [CONDITION]: the values of a column, of the rows for which a condition holds in awk: 'v["step"] == 0'.
column() {
    "$weft" export "$1" --table "$2" --format csv | tr -d '\r' |
        awk -F, -v name="$3" "NR == 1 {for (i = 1; i <= NF; i++) known[at[i] = \$i]; next} {for (i = 1; i in at; i++) v[at[i]] = \$i}
            {v[name]} ${4:-1} {print v[name]} END {if (NR < 2) print \"no rows\"; for (k in v) if (!(k in known)) print \"no column \" k}"
}

# particles SCENE.json: index,body,mass,pinned (0 or 1),x,y,z,vx,vy,vz,fx,fy,fz of each.
particles() {
    sed -n '/^{"index"/{s/"[a-z]*"://g; s/false/0/; s/true/1/; s/[][{}]//g; s/,$//; p}' "$1" | grep . || echo "no particles"
}

# most: the largest of the numbers on standard input.
most() { awk '{x = $1; if (NR == 1 || x > m) m = x} END {if (NR) printf "%.17g\n", m; else print "nothing"}'; }

# below A B: two numbers.
below() {
    awk -v a="$1" -v b="$2" 'BEGIN {exit !(a == a + 0 && b == b + 0 && a < b)}' || { echo "    $1 is not below $2"; return 1; }
}

# every PATTERN FILE: there are lines, and each has the pattern of grep -E.
every() {
    grep -q . "$2" || { echo "    $2 is empty"; return 1; }
    ! grep -vE -- "$1" "$2" | sed 's/^/    /' | grep .
}

# dom PAGE FLAGS...: a page of the scratch folder as chromium has it after its script, in dom.html. $browser is empty where there is none.
browser=$(command -v chromium || command -v chromium-browser || true)
dom() {
    local page=$1
    shift
    HOME=$scratch timeout 900 "$browser" --headless --no-sandbox --disable-dev-shm-usage --user-data-dir="$scratch/profile" --use-angle=swiftshader \
        --enable-unsafe-swiftshader "$@" --virtual-time-budget=10000 --dump-dom "file://$scratch/$page" 2>browser.err >dom.html
}
