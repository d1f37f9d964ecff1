#!/usr/bin/env bash
# docs/your_solver.md word for word against an installed weft, the examples in C, C++ and Rust, libweft, and the faults that cli_plugin.sh leaves
# out. long_plugin.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
build=$1
export OMP_WAIT_POLICY=passive

# block FILE: the fenced blocks of the page whose info string ends in FILE.
block() { awk -v file="$1" '/^```/ {inside = !inside && $2 == file; next} inside' "$source_dir/docs/your_solver.md"; }

# typed FILE COUNT: runs each line of a block of commands.
typed() {
    local line=0 command
    block "$1" >"$1"
    while IFS= read -r command; do
        line=$((line + 1))
        expect 0 bash -c "$command"
        cp out "$1.$line"
    done <"$1"
    check "$1 has $2 commands" same "$line" "$2"
}

# ---- installed ----
# The toolchain of Rust lies in the home folder of the user.
export RUSTUP_HOME=${RUSTUP_HOME:-$HOME/.rustup} CARGO_HOME=${CARGO_HOME:-$HOME/.cargo} HOME=$scratch/home
mkdir -p "$HOME"
block install.sh >install.sh
check "one command installs" same "$(cat install.sh)" "cmake --install build/release --prefix ~/.local"
expect 0 cmake --install "$build" --prefix "$HOME/.local"
export PATH=$HOME/.local/bin:$PATH PKG_CONFIG_PATH=$HOME/.local/lib/pkgconfig
unset WEFT_DATASETS
check "the installed program is taken" same "$(command -v weft)" "$HOME/.local/bin/weft"

# ---- the page ----
mkdir page
cd page
for file in steepest.c CMakeLists.txt mine.yaml; do block "$file" >"$file"; done
typed plugin.sh 6
check "the solver conforms" test -z "$(grep FAILED plugin.sh.2)"
check "the figure has its samples" has mine/work.csv steepest
read -ra flags < <(pkg-config --cflags weft-solver)
expect 0 gcc -O2 -shared -fPIC "${flags[@]}" steepest.c -o steepest.so
cd ..

# ---- the program of the page, and the example in NumPy ----
if /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
    mkdir bin
    ln -s /usr/bin/python3 bin # another one on the path may be without NumPy
    export WEFT=$source_dir
    cp -R "$source_dir/docs/plugins" docs
    cd docs/program
    for file in mine.c mine.py; do block "$file" >"$file"; done
    PATH=$scratch/bin:$PATH typed program.sh 4
    check "the program conforms" test -z "$(grep FAILED program.sh.3)"
    check "the time of the transport is printed" has program.sh.4 uncharged
    for example in python/jacobi warp/xpbd; do
        expect 0 gcc -O2 -shared -fPIC "${flags[@]}" -I. "../$example.c" program.c -o "../$example.so"
    done
    PATH=$scratch/bin:$PATH expect 0 weft sim cloth --solver jacobi_numpy --plugin ../python/jacobi.so --steps 2 --set scene.n=8
    cd ../..
else
    echo "skipped: no NumPy: the program is not run"
fi

# ---- the examples ----
mkdir plugins
for example in c/heavy_ball cpp/colour_xpbd; do
    expect 0 cmake -S "$source_dir/docs/plugins/${example%/*}" -B "${example%/*}" -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$HOME/.local"
    expect 0 cmake --build "${example%/*}"
    cp "$example.so" plugins
done
if rustc --version >/dev/null 2>&1; then
    expect 0 rustc --edition 2021 -O --crate-type cdylib "$source_dir/docs/plugins/rust/conjugate.rs" -o plugins/conjugate.so
    check "no warning" test ! -s err
else
    echo "skipped: no rustc: the example in Rust is not built"
fi
solvers=
for plugin in plugins/*.so; do
    expect 0 weft conform "$plugin"
    solvers+=${solvers:+, }$(basename "$plugin" .so)
done
cat >small.yaml <<YAML
name: small
plugins: [plugins]
defaults: {scene: cloth, scene.n: 8, steps: 2, frames: 1, fine: 8, timed: 1, phased: 0, iterations: 8}
blocks:
  - {name: all, axes: {solver: [$solvers, xpbd]}}
figures:
  - {name: work, data: work, style: frontier, x: run_ms, y: trajectory_error, series: [solver]}
YAML
expect 0 weft run small.yaml -o small.db
expect 0 weft report small.db -o small
for plugin in plugins/*.so; do check "$plugin is in the figure" has small/work.csv "$(basename "$plugin" .so)"; done

# ---- libweft ----
sanitized=
if [ -f "$HOME/.local/lib/libweft.a" ]; then
    cp -R "$source_dir/docs/plugins/reference" .
    typed reference.sh 2
    weft sim cloth --solver newton --steps 3 --set scene.n=8 >sim
    for energy in kinetic elastic; do
        check "$energy energy of sim" same "$(sed -n "s/^state.*$energy \([^ ]*\) J.*/\1/p" sim)" \
            "$(tail -n 1 reference.sh.2 | sed "s/.*$energy \([^ ]*\) J.*/\1/")"
    done
    read -ra flags < <(pkg-config --cflags --libs weft)
    expect 0 gcc reference/reference.c "${flags[@]}" -o by_pkg_config
    for arguments in "no_such_scene 1" "cloth 1 scene.m=3" "cloth 1 precision=f32" "cloth 1 solver=pbd"; do
        # shellcheck disable=SC2086 # the words of the arguments
        expect 3 ./by_pkg_config $arguments
        check "an error is one line: $arguments" same "$(wc -l <err)" 1
    done
else
    sanitized=yes
    echo "skipped: a build with a sanitizer has no libweft"
fi

# ---- faults that a step ends with ----
# fault NAME: the plugin with this fault.
fault() { gcc -O0 -shared -fPIC -I"$HOME/.local/include/weft" -DFAULT="$1" "$source_dir/tests/plugin/faulty.c" -o faulty.so; }
cat >faulty.yaml <<'YAML'
name: faulty
plugins: [faulty.so]
defaults: {scene: cloth, scene.n: 4, steps: 2, timed: 1, phased: 0}
blocks:
  - {name: all, axes: {solver: [xpbd, faulty]}}
YAML
# failed: the numbers of the failed checks in the list that `weft conform` prints.
failed() { awk '/^  (passed|FAILED|-) / {n++} /^  FAILED/ {printf "%d ", n}' out; }

while read -r name outcome token; do
    limit=() # a short time limit for the fault that needs one
    [ "$name" != HANGS ] || limit=(--timeout 3)
    fault "$name"
    expect 3 weft conform faulty.so "${limit[@]}"
    # A slow machine may reach the limit before the first step.
    [ "$name" = HANGS ] || check "conform finds $name" same "$(failed)" "2 "
    [ "$token" = - ] || check "$name: $token" has out "$token"
    rm -f faulty.db
    weft run faulty.yaml -o faulty.db "${limit[@]}" >out 2>err || true
    # A slow machine may stop the other case at the limit, too.
    if [ "$name" = HANGS ]; then
        check "$name in a run" test -n "$(column faulty.db outcome status | grep timeout)"
    else
        check "$name in a run" same "$(column faulty.db outcome status | sort | tr '\n' ' ')" "$(printf '%s\n' "done" "$outcome" | sort | tr '\n' ' ')"
    fi
done <<'FAULTS'
CHANGES_MASS environment mass
HANGS timeout -
WRITES_BEYOND crashed -
UNALIGNED environment aligned
SHOWS_NOTHING environment positions
OUT_OF_TURN environment number
SOME_MULTIPLIERS environment multipliers
COUNTS_BACK environment count
UNKNOWN_COUNT environment count
UNKNOWN_PHASE environment phase
RESIDUAL_NAN environment NaN
RESIDUAL_BYTES environment residual
ROUNDS environment rounding
ROUNDS_IN_TEAM environment rounding
TAKES_LATE environment ended
WRONG_RESULT environment 17
EXITS crashed -
FAULTS

# ---- faults of the library as such ----
while read -r name token; do
    fault "$name"
    expect 3 weft conform faulty.so
    cat err >>out
    check "$name: $token" has out "$token"
    expect 3 weft run faulty.yaml -o none.db
    check "$name: file and line" has err faulty.yaml:2:
done <<'FAULTS'
WRONG_SIZE 16
NO_STEP step
CRASH_CREATE faulty.so
UNKNOWN_TYPE iterations
NAME_TWICE faulty
ROUNDS_LOAD faulty.so
REAL_ITERATIONS iterations
NO_SUBSTEPS substeps
PART_OF_INTEGER iterations
WRONG_MOMENTUM momentum
FAULTS
check "no store" test ! -e none.db
fault ALLOCATES
expect 0 weft conform faulty.so
[ -n "$sanitized" ] || check "memory in a step is a remark" has out allocations
