# shellcheck shell=bash
# What the shell tests share. Source it with the build and the source folder: . shell.sh BUILD SOURCE
# Gives $weft, a scratch folder as the current one, and a summary at the end that fails when something did.
weft=$1/weft
source_dir=$2
export WEFT_DATASETS=$source_dir/datasets
scratch=$(mktemp -d)
export WEFT_CACHE=${WEFT_CACHE:-$scratch/cache} # not the one of who runs the tests
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

# rows DB TABLE: how many rows a table of a database has.
rows() { "$weft" export "$1" --table "$2" --format csv | tail -n +2 | wc -l; }

# repetitions DB: case, build, pass and number of every repetition, sorted.
repetitions() { "$weft" export "$1" --table repetition --format csv | tail -n +2 | cut -d, -f2,3,5,6 | sort; }

# dom PAGE FLAGS...: a page of the scratch folder as chromium has it after its script, in dom.html. $browser is empty where there is none.
browser=$(command -v chromium || command -v chromium-browser || true)
dom() {
    local page=$1
    shift
    HOME=$scratch timeout 900 "$browser" --headless --no-sandbox --disable-dev-shm-usage --user-data-dir="$scratch/profile" --use-angle=swiftshader \
        --enable-unsafe-swiftshader "$@" --virtual-time-budget=10000 --dump-dom "file://$scratch/$page" 2>browser.err >dom.html
}
