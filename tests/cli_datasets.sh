#!/bin/bash
# The shipped data are what the manifest says: every mesh listed with source, licence and credit, its bytes and counts as stated;
# every scene documented.
set -euo pipefail
datasets=$2/datasets weft=$1/weft
failures=0

fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

# The value of a key in one mesh's entry of the manifest.
field() { # file key
    awk -v file="$1" -v key="$2:" '$1 == "-" && $2 == "file:" { here = ($3 == file) }
        here && $1 == key { sub(/^ *[a-z0-9_]+: */, ""); print; exit }' "$datasets/meshes/manifest.yaml"
}

expect() { # what expected actual
    if [ "$2" != "$3" ]; then fail "$1: the manifest says $2, it is $3"; fi
}

meshes=0
for path in "$datasets"/meshes/*.obj; do
    file=$(basename "$path")
    meshes=$((meshes + 1))
    for key in name source licence credit sha256; do
        if [ -z "$(field "$file" $key)" ]; then fail "$file: the manifest has no $key"; fi
    done
    expect "$file: sha256" "$(field "$file" sha256)" "$(sha256sum "$path" | cut -d' ' -f1)"
    expect "$file: vertices" "$(field "$file" vertices)" "$(grep -c '^v ' "$path")"
    expect "$file: faces" "$(field "$file" faces)" "$(grep -c '^f ' "$path")"
done
for path in "$datasets"/meshes/*.node; do
    file=$(basename "$path")
    ele=${path%.node}.ele
    meshes=$((meshes + 1))
    for key in name source licence credit changes; do
        if [ -z "$(field "$file" $key)" ]; then fail "$file: the manifest has no $key"; fi
    done
    expect "$file: sha256" "$(field "$file" sha256)" "$(sha256sum "$path" | cut -d' ' -f1)"
    expect "$file: sha256_ele" "$(field "$file" sha256_ele)" "$(sha256sum "$ele" | cut -d' ' -f1)"
    expect "$file: vertices" "$(field "$file" vertices)" "$(grep -cE '^ *[0-9]+ +[-0-9.e]+ +[-0-9.e]+ +[-0-9.e]+ *$' "$path" | awk '{ print $1 - 1 }')"
    expect "$file: tets" "$(field "$file" tets)" "$(grep -cE '^ *[0-9]+( +[0-9]+){4} *$' "$ele")"
done
for path in "$datasets"/meshes/*.msh "$datasets"/meshes/*.vtk; do
    file=$(basename "$path")
    meshes=$((meshes + 1))
    for key in name source licence credit changes; do
        if [ -z "$(field "$file" $key)" ]; then fail "$file: the manifest has no $key"; fi
    done
    expect "$file: sha256" "$(field "$file" sha256)" "$(sha256sum "$path" | cut -d' ' -f1)"
    expect "$file: vertices" "$(field "$file" vertices)" "$("$weft" mesh "$path" 2>/dev/null | awk '$1 == "vertices" { print $2; exit }')"
done
expect "number of meshes" "$(grep -c '^  - file:' "$datasets/meshes/manifest.yaml")" "$meshes"

for path in "$datasets"/scenes/*.yaml; do
    name=$(basename "$path" .yaml)
    if ! grep -q "^| \`$name\` |" "$datasets/README.md"; then fail "scene $name is not in datasets/README.md"; fi
    if ! grep -q "thumbnails/$name.png" "$datasets/README.md"; then fail "scene $name is not in the gallery of datasets/README.md"; fi
    bytes=$(stat -c %s "$datasets/thumbnails/$name.png" 2>/dev/null || echo 0)
    if [ "$bytes" -eq 0 ] || [ "$bytes" -gt 30720 ]; then fail "scene $name has no picture of at most 30 KiB; run bench/thumbnails.sh $name"; fi
    if ! grep -q "^name: $name\$" "$path"; then fail "scene $name has another name inside"; fi
done

[ $failures -eq 0 ] && echo "datasets: $meshes mesh(es), $(ls "$datasets"/scenes/*.yaml | wc -l) scenes as documented"
exit $((failures > 0))
