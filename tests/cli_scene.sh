#!/usr/bin/env bash
# weft scene: its tables hold every number of a scene, and are whole or not there.
set -u
# shellcheck source-path=SCRIPTDIR source=shell.sh
. "$(dirname "$0")/shell.sh" "$1" "$2"

# ---- sums and counts of every scene that ships, against the numbers that are printed: particles, pins, mass; and constraints of each kind ----
for file in "$source_dir"/datasets/scenes/*.yaml; do
    name=$(basename "$file" .yaml)
    expect 0 "$weft" scene "$name" --export tables
    read -r particles pins mass _ <<<"$(sed -n 2p out | grep -oE '[0-9][-+.e0-9]*' | xargs)"
    check "$name: as many particles, pins and kilograms as printed" awk -F, -v particles="$particles" -v pins="$pins" -v mass="$mass" '
        NR > 1 { n++; sum += $3; pinned += $4; bad += NF != 13 || $1 != n - 1 }
        END { off = sum - mass; exit !(!bad && n == particles && pinned == pins && off * off < 1e-16 * sum * sum) }' tables/particles.csv
    check "$name: as many constraints of each kind" same "$(awk -F, 'NR > 1 { n[$1]++ } END { for (kind in n) print n[kind], kind }' tables/constraints.csv | sort)" \
        "$(sed -n '3,$s/^  //p' out | sort)"
    [ "$name" != bouncing_ball ] || cp tables/constraints.csv ball.csv
done
check "nothing else is left" same "$(cd tables && echo *)" "constraints.csv particles.csv scene.csv"
check "a closed ball of n particles has 2 n - 4 faces" awk -F, '/^closed_volume/ { n = split($3, v, " "); f = split($9, w, " ") / 3; good = f == 2 * n - 4 } END { exit !good }' ball.csv

# ---- a chain made again from its tables ends in the same bits ----
expect 0 "$weft" scene chain --set count=7 --set scene.spacing=0.37 --export tables
{
    printf 'name: again\nbodies:\n  - name: chain\n    particles:\n'
    awk -F, 'NR > 1 { printf "      - [%s, %s, %s]\n", $5, $6, $7 }' tables/particles.csv
    awk -F, 'NR == 2 { printf "    particle_mass: %s\n    constraints:\n", $3 }' tables/particles.csv
    awk -F, 'NR > 1 { sub(" ", ", ", $3); printf "      - {kind: %s, vertices: [%s], rest: [%s], stiffness: %s}\n", $1, $3, $4, $5 }' tables/constraints.csv
    printf '    pins:\n'
    awk -F, 'NR > 1 && $4 { printf "      - index: %s\n", $1 }' tables/particles.csv
} >again.yaml
hash_of() { "$weft" sim "$@" --solver xpbd --steps 40 | sed -n 's/^end *\([0-9a-f]*\).*/\1/p'; }
again=$(hash_of ./again.yaml)
check "a hash" test -n "$again"
check "the same end" same "$again" "$(hash_of chain --set scene.count=7 --set scene.spacing=0.37)"

# ---- traits ----
# traits TRAITS: the tables of a scene of one spring with these traits.
traits() {
    cat >traits.yaml <<YAML
name: traits
gravity: [0, 0, -1.5]
contact: {thickness: 0.01, stiffness: 1e5, friction: 0.25}
colliders:
  - plane: {point: [0, -1, 0], normal: [0, 1, 0]}
bodies:
  - name: one
    particles: [[0, 0, 0], [1, 0, 0]]
    particle_mass: 2
    constraints:
      - {kind: distance, vertices: [1, 0], rest: [0.1], $1}
YAML
    expect 0 "$weft" scene ./traits.yaml --export traits
}
traits 'compliance: 0, limit: 7'
check "hard, and breaks" has traits/constraints.csv 'distance,0,1 0,0.10000000000000001,inf,0,7,equal,'
traits 'stiffness: 3, damping: 0.5, inequality: at_most'
check "damped, and only pulls" has traits/constraints.csv 'distance,0,1 0,0.10000000000000001,3,0.5,inf,at_most,'
check "gravity" has traits/scene.csv 'gravity_z,-1.5'
check "contact" has traits/scene.csv 'contact_friction,0.25'

# ---- what cannot be ----
expect 4 "$weft" scene chain --export none/such
check "the folder is named" has err none/such
mkdir full && mkdir full/constraints.csv
expect 4 "$weft" scene chain --export full
check "nothing is written" same "$(ls -A full)" constraints.csv
expect 3 "$weft" scene chain --set nothing=3
expect 2 "$weft" scene chain --set nothing
expect 3 "$weft" scene no_such_scene
