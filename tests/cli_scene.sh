#!/usr/bin/env bash
# weft scene: its tables hold every number of a scene, and are whole or not there.
. "$(dirname "$0")/shell.sh"

# ---- sums and counts of every scene that ships ----
for file in "$source_dir"/datasets/scenes/*.yaml; do
    name=$(basename "$file" .yaml)
    expect 0 "$weft" scene "$name" --export "all-$name"
    check "$name: as many particles, pins and kilograms as it says" awk -F, -v line="$(sed -n 2p out)" '
        function size(a) { return a < 0 ? -a : a }
        NR > 1 { n++; mass += $3; pinned += $4; bad += NF != 13 || $1 != n - 1 }
        END { split(line, said, " "); exit !(!bad && n == said[1] && pinned == said[3] && size(mass - said[7]) < 1e-8 * mass) }' "all-$name/particles.csv"
    check "$name: as many constraints of each kind" same "$(tail -n +2 "all-$name/constraints.csv" | cut -d, -f1 | sort | uniq -c | awk '{ print $1, $2 }' | sort)" \
        "$(sed -n '3,$s/^  //p' out | sort)"
done
check "nothing else is left" same "$(ls all-chain)" "constraints.csv
particles.csv
scene.csv"
check "a closed ball of n particles has 2 n - 4 faces" awk -F, '/^closed_volume/ { n = split($3, v, " "); f = split($9, w, " ") / 3; good = f == 2 * n - 4 } END { exit !good }' \
    all-bouncing_ball/constraints.csv

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
check "the same end" same "$(hash_of ./again.yaml)" "$(hash_of chain --set scene.count=7 --set scene.spacing=0.37)"
check "which is one" test -n "$(hash_of ./again.yaml)"

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
check "says which folder" has err 'none/such: cannot be created'
mkdir full && mkdir full/constraints.csv
expect 4 "$weft" scene chain --export full
check "nothing is written" same "$(ls -A full)" constraints.csv
expect 3 "$weft" scene chain --set nothing=3
expect 2 "$weft" scene chain --set nothing
expect 3 "$weft" scene no_such_scene
