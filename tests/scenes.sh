# shellcheck shell=bash
# What the shell tests that run all scenes share (cli_scenes.sh, long_scenes.sh, hashes.sh); source it after shell.sh. Writes the table of support
# to the file `support`.

# names SECTION: the names that `weft list SECTION` prints.
names() { "$weft" list "$1" | awk '/^  [a-z]/ {print $1; n++} END {if (!n) print "no_names"}'; }

# What makes a scene small.
small() {
    case $1 in
        cloth | hanging_cloth | torn_cloth) echo scene.n=8 ;;
        hanging_shell) echo scene.n=6 ;;
        flag) echo scene.columns=10 scene.rows=7 ;;
        curtain) echo scene.columns=9 scene.rows=7 ;;
        cantilever | cantilever_arap | twisted_beam) echo scene.layers=1 ;;
        strip) echo scene.n=10 ;;
        belt) echo scene.n=8 ;;
        coil) echo scene.n=10 ;;
        ribbon) echo scene.n=20 scene.rows=2 scene.slender=10 scene.load=0.4 scene.bending=isometric_bending ;; # which pbd takes as hard
        plate) echo scene.n=8 ;;
        membrane) echo scene.rings=4 ;;
        balloon) echo scene.parts=1 ;;
        buckling_shell) echo scene.sides=10 scene.rows=6 ;;
        blob) echo scene.sides=16 ;;
        cloth_on_sphere | folding_cloth) echo scene.n=12 ;;
        cloth_on_box | curtain_ring) echo scene.n=11 ;;
        bouncing_ball) echo scene.parts=2 ;;
        stacked_bodies | pile) echo scene.layers=1 ;;
        ipc_slope) echo scene.young=1e6 ;; # as stiff as it is, few iterations do not carry its weight to the slope
    esac
}

# touches SCENE: whether the scene has contact.
touching=$(cd -- "$WEFT_DATASETS/scenes" && grep -l '^contact:' -- *.yaml)
touches() { [[ $'\n'$touching$'\n' == *$'\n'$1.yaml$'\n'* ]]; }

# What a solver needs for a scene; false where a step takes longer than a test may: all multipliers of a large solid at once. Blocks of
# neo-Hookean components want small steps of XPBD, whose projections leave the curvature of constraints out, and of the direct solver the
# method that keeps it.
needs() {
    case $1:$2 in
        curtain_ring:calm) echo iterations=200 ;;
        cloth_on_sphere:vbd) echo iterations=200 ;; # 100 leave it .008 m deep, .002 m more than the thickness
        curtain_ring:vbd | cloth_on_box:vbd | pile:vbd) echo iterations=100 ;; # few sweeps do not carry a load to contacts
        curtain_ring:lbfgs | curtain_ring:admm | pile:calm | pile:avbd | pile:lbfgs) echo iterations=40 ;; # as vbd, but fewer are enough
        cloth_on_box:descent | curtain_ring:descent | folding_cloth:descent | stacked_bodies:descent) echo iterations=100 ;; # all at once
        ipc_cube_stack:descent) echo iterations=40 ;;
        pile:descent) echo iterations=600 ;;
        pile:*) ;; # what the scene recommends
        bunny_solid:pncg | brain:pncg) echo iterations=20 ;; # which need thousands to converge
        *:newton | *:pncg | *:pd) ;;
        brain:xpbd_direct | bunny_solid:xpbd_direct) return 1 ;;
        cantilever:xpbd_direct | twisted_beam:xpbd_direct) echo method=kkt ;;
        *:xpbd_direct) echo iterations=4 ;;
        cantilever:xpbd | twisted_beam:xpbd | brain:xpbd) echo substeps=20 iterations=1 ;;
        *) echo iterations=10 ;;
    esac
}

"$weft" list support >support
# takes SOLVER ROW: whether that row says yes to the solver, in the one of its tables that has it.
takes() {
    awk -v solver="$1" -v row="  $2 " '/^support / { at = index($0 " ", "  " solver " ") } at && index($0, row) == 1 {
        yes = substr($0, at + 2, 3) == "yes"
        exit } END { exit !yes }' support
}
# refused SOLVER: err is one line that names the solver and a kind or trait which the table says it does not take.
refused() {
    local row word
    [ "$(wc -l <err)" = 1 ] && grep -qw -- "$1" err || return 1
    while read -r row; do
        case $row in
            damping) word=damp ;;
            limit) word='break' ;;
            inequality) word=inequalit ;;
            *) word=$row ;;
        esac
        if grep -qF -- "$word" err && ! takes "$1" "$row"; then return; fi
    done < <(awk '/^  [a-z]/ { print $1 == "hard" && $2 == "contact" ? "hard contact" : $1 }' support)
    return 1
}

# ---- a pair of scene and solver ----

# go SCENE SOLVER STEPS OPTION...: out, err, state.csv; the exit code is `code`.
go() {
    local scene=$1 solver=$2 steps=$3 sets=()
    shift 3
    for set in $(small "$scene") $(needs "$scene" "$solver"); do sets+=(--set "$set"); done
    ! touches "$scene" || sets+=(--track penetration_max)
    code=0
    rm -f state.csv
    "$weft" sim "$scene" --solver "$solver" --steps "$steps" "${sets[@]}" --state-out state.csv "$@" >out 2>err || code=$?
}
end() { awk '/^end / {print $2}' out; } # the hash of the final state

# whole FILE: every coordinate and velocity is a number, none beyond 30 m or 100 m/s.
whole() {
    awk -F, 'NR > 1 && /^[0-9]/ { rows++; for (i = 2; i <= 7; i++) if ($i !~ /^-?[0-9.]+(e[-+]?[0-9]+)?$/ || $i * $i > (i < 5 ? 900 : 10000)) bad++ }
        END { exit rows && !bad ? 0 : 1 }' "$1"
}
printf 'index,x,y,z,vx,vy,vz\n0,1,2,3,0,0,0\n' >good.csv
printf 'index,x,y,z,vx,vy,vz\n0,1,nan,3,0,0,0\n' >bad.csv
check "a whole state is recognised" whole good.csv
check "a broken state is recognised" test "$(whole bad.csv || echo no)" = no

# shallow SCENE: at the end of no step of `out` was anything deeper than the thickness of contact.
declare -A thickness=()
shallow() {
    local deepest set sets=()
    if [ -z "${thickness[$1]:-}" ]; then
        for set in $(small "$1"); do sets+=(--set "$set"); done
        "$weft" scene "$1" "${sets[@]}" --export scene.json >/dev/null 2>&1
        thickness[$1]=$(sed -n 's/.*"contact": {"thickness":\([^,]*\),.*/\1/p' scene.json)
    fi
    deepest=$(awk '/^[0-9]/ { n++; if ($3 > m) m = $3 + 0 } END { print n ? m + 0 : "no steps" }' out)
    below "$deepest" "${thickness[$1]}"
}

# well WHAT SCENE: the run that went last ended, in a state that is whole, and nothing went in deeper than allowed.
well() {
    check "$1: exit code" same "$code" 0
    check "$1: a whole state" whole state.csv
    if touches "$2"; then check "$1: penetration depth" shallow "$2"; fi
}

# try_pair SCENE SOLVER STEPS OPTION...: runs it; false where it was refused, which is checked.
try_pair() {
    go "$@"
    if [ "$code" = 7 ]; then
        check "$1 $2: rejected for a trait that the solver does not support" refused "$2"
        check "$1 $2: no state" test ! -e state.csv
        return 1
    fi
    well "$*" "$1"
}

two=$(($(nproc) > 1 ? 2 : 1)) # threads

# same_bits SCENE SOLVER STEPS OPTION...: after a run of one thread: two threads end in the same bits.
same_bits() {
    local one
    one=$(end)
    go "$@" --threads "$two"
    well "$* on $two threads" "$1"
    check "$*: the same bits on $two threads" same "$(end)" "$one"
}
