#!/usr/bin/env bash
# Plugins: docs/plugins.md word for word against an installed weft, the examples in C, C++ and Rust, and solvers with one fault each. cli_plugin.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
build=$1
export OMP_WAIT_POLICY=passive

# block FILE: the fenced blocks of the page whose info string ends in FILE.
block() { awk -v file="$1" '/^```/ {inside = !inside && $2 == file; next} inside' "$source_dir/docs/plugins.md"; }

# typed FILE COUNT: the lines of a block of commands, one after the other.
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
# What the compiler of Rust is found by lies in the folder of who runs the test.
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
check "it conforms" has plugin.sh.2 "steepest, f64: "
check "in the precision that it has" has plugin.sh.2 "steepest, f32: not tried"
check "and in all" test -z "$(grep FAILED plugin.sh.2)"
check "the list shows its parameter" has plugin.sh.3 "moves of all particles in each step"
check "a scene" has plugin.sh.4 "objective"
check "the figure draws it" has mine/work.svg steepest
check "and has its samples" has mine/work.csv steepest
expect 0 gcc -O2 -shared -fPIC $(pkg-config --cflags weft-solver) steepest.c -o steepest.so

# A store is read without the plugin, and a plugin that has changed is measured again, alone.
expect 0 weft run mine.yaml -o mine.db
check "nothing is measured twice" has err "0 measured, 10 already there"
cp mine.db kept.db
sed -i 's/version = "1.0"/version = "1.1"/' steepest.c
expect 0 cmake --build build
expect 0 weft run mine.yaml -o mine.db
check "its cases alone are measured again" has err "3 measured, 7 already there"
expect 0 weft report mine.db -o again
check "all ten cases are reported" same "$(awk -F, 'NR > 1' again/work.csv | wc -l)" "$(awk -F, 'NR > 1' mine/work.csv | wc -l)"
check "a report takes the newest build of each" has again/index.html "steepest 1.1, steepest.so"
mv build built
expect 0 weft status kept.db
expect 0 weft export kept.db --table build --format csv
check "the build names solver, version and file" has out "steepest 1.0, steepest.so, "
expect 0 weft compare kept.db mine.db
check "what is compared names the plugin" has out steepest
mv built build
cd ..

# ---- the examples ----
mkdir plugins
for example in c/heavy_ball cpp/colour_xpbd; do
    expect 0 cmake -S "$source_dir/docs/plugins/${example%/*}" -B "${example%/*}" -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$HOME/.local"
    expect 0 cmake --build "${example%/*}"
    cp "$example.so" plugins
done
if rustc --version >/dev/null 2>&1; then
    expect 0 rustc --edition 2021 -O --crate-type cdylib "$source_dir/docs/plugins/rust/conjugate.rs" -o plugins/conjugate.so
    check "without a warning" test ! -s err
else
    echo "skipped: no rustc: the example in Rust is not built"
fi
for plugin in plugins/*.so; do
    expect 0 weft conform "$plugin"
    check "no fault of $plugin" test -z "$(grep FAILED out)"
done
expect 0 weft list solvers --plugin plugins
for plugin in plugins/*.so; do check "a folder has $plugin" has out "$(basename "$plugin" .so)"; done

# They stand in work_precision, of a small size.
# keep: without the claims, other scenes, and figures of these.
keep() {
    awk '/^(expected|vary|verdicts|tables):/ {skip = 1} /^(name|question|defaults|blocks|labels|figures):/ {skip = 0; part = $1}
        part == "blocks:" && /^  - name:/ {skip = $3 == "projective"}
        part == "figures:" && /^  - name:/ {skip = $3 != "scenes" && $3 != "cloth"} !skip'
}
{
    echo "plugins: [plugins]"
    keep <"$HOME/.local/share/weft/experiments/work_precision.yaml" |
        sed -e 's/^  scene: \[.*/  scene: [cloth]/; s/\[24\]/[8]/; s/\[10\]/[2]/; s/\[128\]/[8]/; s/\[100, 1e3, 1e4\]/[1e3]/; s/, 20, 40, 80, 160, 320\]/, 4, 8, 16, 32, 64]/' \
            -e '/^  scene\.layers/d; /^  scene\.young/d; /^  heavy_payload:/d; /^  cantilever_arap:/d; s/, scene\.young: \[.*\]//; s/fine: \[8, 64, 32, 16, 8, 4\]/fine: [8, 4, 4, 4, 4, 4]/; s/steps: \[2, 4/steps: [2, 4/' \
            -e '/^labels:/i\  - {name: plugins, axes: {solver: [heavy_ball, colour_xpbd], iterations: [4, 16, 64]}}'
} >small.yaml
[ ! -f plugins/conjugate.so ] || sed -i 's/\[heavy_ball, colour_xpbd\]/[heavy_ball, colour_xpbd, conjugate]/' small.yaml
expect 0 weft run small.yaml -o small.db
expect 0 weft report small.db -o small
for plugin in plugins/*.so; do check "$plugin is in the figure" has small/cloth.svg "$(basename "$plugin" .so)"; done
[ -z "${PLUGIN_KEEP:-}" ] || cp -R small "$PLUGIN_KEEP" # to be looked at

# ---- libweft ----
if [ -f "$HOME/.local/lib/libweft.a" ]; then
    cp -R "$source_dir/docs/plugins/reference" .
    typed reference.sh 2
    weft sim cloth --solver newton --steps 3 --set scene.n=8 >sim
    for energy in kinetic elastic; do
        check "$energy energy is that of sim" same "$(sed -n "s/^state.*$energy \([^ ]*\) J.*/\1/p" sim)" \
            "$(tail -n 1 reference.sh.2 | sed "s/.*$energy \([^ ]*\) J.*/\1/")"
    done
    expect 0 gcc reference/reference.c $(pkg-config --cflags --libs weft) -o by_pkg_config
    expect 3 ./by_pkg_config no_such_scene 1
    check "an error is a line" has err "unknown scene"
    expect 3 ./by_pkg_config cloth 1 scene.m=3
    expect 3 ./by_pkg_config cloth 1 precision=f32
    expect 3 ./by_pkg_config cloth 1 solver=pbd
    check "which solver is no setting" has err "leave \`solver\` out"
else
    echo "skipped: a build with a sanitizer has no libweft"
fi

# ---- faults ----
# fault NAME: builds the plugin with this fault.
fault() { gcc -O1 -shared -fPIC -I"$HOME/.local/include/weft" -DFAULT="$1" ${2:-} "$source_dir/tests/plugin/faulty.c" -o faulty.so; }

cat >faulty.yaml <<'YAML'
name: faulty
question: What is recorded of a solver with a fault?
plugins: [faulty.so]
defaults: {scene: cloth, scene.n: 6, steps: 2, timed: 1, phased: 0}
blocks:
  - {name: all, axes: {solver: [xpbd, faulty]}}
YAML

# A sanitizer ends a program by itself, where a signal would; conform then neither asks for descent nor counts memory.
end=SIGSEGV sanitized=
[ -f "$build/libweft.a" ] || end="without a last row" sanitized=yes
fault GOOD
expect 0 weft conform faulty.so
check "without a fault there is none" has out "  passed  keeps nothing from one step to the next"

check "momentum that it does not promise is a remark" has out "a free body gets momentum from nowhere"
sed -n 's/^  passed  //p' out | sort >checks

# conform says which check, where and what, and a run that goes on says it of the case: FAULT, CHECK, TEXT, OUTCOME, ITS TEXT
while IFS='|' read -r name looked text outcome recorded; do
    echo "$looked" >>looked
    [ -z "$sanitized" ] || [ "$name" != CLIMBS ] || continue
    fault "$name"
    expect 3 weft conform faulty.so --timeout 5
    cat err >>out
    check "conform finds $name" has out "${text/SIGSEGV/$end}"
    check "by the check for it" has out "  FAILED  $looked"
    rm -f faulty.db
    "$weft" run faulty.yaml -o faulty.db --timeout 3 >out 2>err || true
    check "$name in a run" same "$(column faulty.db outcome status | sort | tr '\n' ' ')" "$(printf '%s\n' "done" "$outcome" | sort | tr '\n' ' ')"
    [ -z "$recorded" ] || check "$name in the store" has <("$weft" status faulty.db 2>&1) "${recorded/SIGSEGV/$end}"
done <<'FAULTS'
MOVES_PIN|steps, and leaves pins and inverse masses alone|particle 3, which is a pin|environment|which is a pin
CHANGES_MASS|steps, and leaves pins and inverse masses alone|has changed the inverse mass of particle 0|environment|has changed the inverse mass
NOT_FINITE|positions and velocities stay finite|ends with positions or velocities that are not|diverged|not finite
KEEPS_STATE|keeps nothing from one step to the next|the same state is stepped to other bits a second time|done|
BITS_OF_THREADS|the same bits on two threads|steps end in other bits on two threads|done|
LOOKS_AT_WATCHED|the same bits, watched or not|steps end in other bits when watched|done|
PRINTS|prints nothing to standard output|prints nothing to standard output (|failed|a line that is not a row
CRASH_STEP|steps, and leaves pins and inverse masses alone|SIGSEGV|crashed|SIGSEGV
HANGS|steps, and leaves pins and inverse masses alone|stopped after 5 s|timeout|stopped after 3 s
WRITES_BEYOND|steps, and leaves pins and inverse masses alone|SIGSEGV|crashed|SIGSEGV
UNALIGNED|steps, and leaves pins and inverse masses alone|shows positions that are not aligned|environment|not aligned
SHOWS_NOTHING|steps, and leaves pins and inverse masses alone|shows an iterate without positions|environment|without positions
OUT_OF_TURN|steps, and leaves pins and inverse masses alone|shows an iterate out of turn|environment|out of turn
SOME_MULTIPLIERS|steps, and leaves pins and inverse masses alone|shows multipliers of some sets only|environment|of some sets only
COUNTS_BACK|steps, and leaves pins and inverse masses alone|counts what there is not, less than nothing|environment|less than nothing
UNKNOWN_COUNT|steps, and leaves pins and inverse masses alone|counts what there is not|environment|counts what there is not
UNKNOWN_PHASE|steps, and leaves pins and inverse masses alone|enters a phase that there is not|environment|a phase that there is not
RESIDUAL_NAN|steps, and leaves pins and inverse masses alone|or which is negative, infinite, or NaN at its end|environment|NaN at its end
RESIDUAL_BYTES|steps, and leaves pins and inverse masses alone|with a residual whose name is not one line|environment|is not one line
ROUNDS|steps, and leaves pins and inverse masses alone|has changed how this process rounds numbers|environment|rounds numbers
ROUNDS_IN_TEAM|steps, and leaves pins and inverse masses alone|has changed how this process rounds numbers|environment|rounds numbers
CLIMBS|lowers what it minimises|end with no lower objective|done|
WRONG_ITERATIONS|takes as many iterations and substeps as its settings say|the setting `iterations` is another number|done|
STEPS_BESIDE|shows its iterates: -1, 0, 1, ..., the last one where it ends|a step ends 0.001 m from its last iterate|done|
COUNTS_NOTHING|counts what it does, and the same when it is watched|counts nothing|done|
TAKES_LATE|steps, and leaves pins and inverse masses alone|ends its step in a way that is none|environment|a way that is none
WRONG_RESULT|steps, and leaves pins and inverse masses alone|returned 17, which is no result|environment|returned 17
WRONG_END|says how a step ended, with its residual|ends as converged, and its residual has no name|done|
REFUSES_SILENTLY|takes a scene, or refuses it by name|refused without the name of the kind|done|
DRIFTS|keeps the linear momentum of a free body, if it says that it does|kg m/s from nowhere|done|
EXITS|steps, and leaves pins and inverse masses alone|ended without a last row|crashed|without a last row
FAULTS
# Times of a library are by weft's clock: that check is for weft's own solvers (oracle_conformance). Memory is a remark, below.
printf '%s\n' "times of iterations and phases lie in the step" "allocates nothing in a step" >>looked
check "each check has found a fault" same "$(sort -u looked)" "$(cat checks)"

# What is wrong with a library as such is said when it is loaded, before a case begins.
while IFS='|' read -r name text; do
    if [ "$name" = NO_SYMBOL ]; then fault "$name" -DWITHOUT_SYMBOL; else fault "$name"; fi
    expect 3 weft conform faulty.so
    cat err >>out
    check "conform finds $name" has out "${text/SIGSEGV/$end}"
    expect 3 weft run faulty.yaml -o none.db
    check "so does run" has err "${text/SIGSEGV/$end}"
    check "with the line that names it" has err "faulty.yaml:3: "
done <<'FAULTS'
WRONG_ABI|is of version 99 of weft_solver.h
WRONG_SIZE|says that its table has 16 bytes
NO_SYMBOL|has no function weft_solvers
NO_STEP|has no step
CRASH_LOAD|SIGSEGV
CRASH_CREATE|SIGSEGV
UNKNOWN_TYPE|has type 9, which is none
NAME_TWICE|solver `faulty` is there already
ROUNDS_LOAD|changes how numbers are rounded when it is loaded
NAME_OF_CASE|parameter `linsys` is one that every case has
REAL_ITERATIONS|parameter `iterations` is a whole number from 0 to 2147483647 in every solver
NO_SUBSTEPS|parameter `substeps` is a whole number from 1 to 2147483647 in every solver
PART_OF_INTEGER|parameter `iterations` is a whole number, and its default or range is not
WRONG_MOMENTUM|an aim, an order or a momentum that is none
FAULTS
check "no store was made" test ! -e none.db

fault ALLOCATES
expect 0 weft conform faulty.so
[ -n "$sanitized" ] || check "memory in a step is a remark" has out "allocations in steps"
expect 3 weft conform faulty.so --solver other
check "a name that is not there" has err 'has no solver `other`'
expect 4 weft conform missing.so
expect 3 weft conform faulty.yaml
check "an experiment describes no program" has err "describes no program"
cp faulty.yaml text.so
expect 3 weft conform text.so
check "a text is no library" has err "cannot be loaded"
