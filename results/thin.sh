#!/usr/bin/env bash
# results/thin.sh STORE EXPERIMENT.yaml OUT
# Copies a store without the values that no figure, table or claim of its experiment reads, to a fifth of its size, compressed. All rows
# stay, with the times of steps, the error of every iterate with its clock, and all metrics of the last iterate of a step: medians by step
# and times to accuracy can be computed from the copy. Removed are the values of other metrics, and the clocks of the iterations of steps
# (those of probes stay).
# The report of both must be the same, else the script prints the difference and ends with 1. WEFT: the program (build/release/weft).
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=bench/packages.sh
source "$root/bench/packages.sh"
help_first "$@"
(($# == 3)) || die "usage: results/thin.sh STORE EXPERIMENT.yaml OUT"
store=$1 experiment=$2 out=$3 weft=${WEFT:-$root/build/release/weft}
command -v sqlite3 >/dev/null || die "sqlite3 is missing: apt-get install sqlite3"
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT

# Columns that every page about a store needs, whatever its experiment says.
KEPT=' reference_error id repetition_id step probe substep iteration error_of_start time_s ns ended iterations kind name reference uncharged_ns '

# words FILE: what an experiment names as a column: all words behind the keys that take one, of other lines the keys alone.
words() {
    sed -nE '/^(figures|tables|verdicts):/,$p' "$1" | sed -E 's/#.*//; s/[{,] *([a-z_][a-z_0-9.]*:)/\n\1/g' |
        sed -E 's/^( *- | *)(claim|title|question|source|labels?|sentence): .*//' |
        awk '/^ *(- )?(x|y|z|value|values|over|rows|columns|contours|curves|size|best):/ { print; next } match($0, /[a-z_0-9]+:/) { print substr($0, RSTART, RLENGTH) }' |
        grep -oE '[a-z_][a-z_0-9]*' |
        sed -E 's/_[xyz]$//; s/^(weighted_)?trajectory_error$/\1error/; s/^energy$/kinetic\nelastic\npotential/; s/^residual_ratio$/residual_begin\nresidual_end/; s/^total_energy$/energy/'
}
{
    words "$experiment"
    sqlite3 "$store" 'SELECT text FROM experiment' >"$scratch/own.yaml"
    words "$scratch/own.yaml"
} | sort -u >"$scratch/words"

# unused TABLE: its columns that may be NULL and that nobody names.
unused() {
    sqlite3 "$store" "SELECT name FROM pragma_table_info('$1') WHERE NOT \"notnull\"" | while read -r column; do
        [[ $KEPT == *" $column "* ]] || grep -qxF -- "$column" "$scratch/words" || printf '%s\n' "$column"
    done
}

# same A B: whether the reports of two stores have the same numbers.
same() {
    local side
    for side in "$@"; do
        "$weft" report "$side" "$experiment" -o "$scratch/$(basename "$side").report" >/dev/null 2>"$scratch/said" || [[ $? == 10 ]] || die "$(cat -- "$scratch/said")"
    done
    diff -rq --exclude='*.html' --exclude='*.pdf' --exclude='*.svg' --exclude='*.gp' --exclude='*.dat' "$scratch/$(basename "$1").report" "$scratch/$(basename "$2").report"
}

cp -- "$store" "$scratch/thin.db"
for table in iterate frame step_end contact force load cost counter step; do
    mapfile -t columns < <(unused "$table")
    [[ $table == iterate ]] && spared='WHERE id NOT IN (SELECT max(id) FROM iterate GROUP BY repetition_id, step, probe)' || spared=''
    ((${#columns[@]} == 0)) || sqlite3 "$scratch/thin.db" "UPDATE \"$table\" SET $(printf '"%s" = NULL, ' "${columns[@]}" | sed 's/, $//') $spared"
done
# Of a vector that is named by its axes, the others.
for column in centre tracked; do
    grep -qE "(^|[^a-z_])$column([^a-z_]|\$)" "$experiment" "$scratch/own.yaml" && continue
    axes=''
    for k in 0 1 2; do
        axis=xyz
        grep -qF -- "${column}_${axis:k:1}" "$experiment" "$scratch/own.yaml" && axes+=", json($column -> '\$[$k]')" || axes+=', NULL'
    done
    sqlite3 "$scratch/thin.db" "UPDATE frame SET $column = json_array(${axes#, }) WHERE $column IS NOT NULL"
done
# clear_clocks WHICH: times of the iterations of steps. A list keeps its length, which is the number of iterations.
clear_clocks() {
    sqlite3 "$scratch/thin.db" "UPDATE step SET iteration_ns = '[null' || replace(hex(zeroblob(json_array_length(iteration_ns) - 1)), '00', ',null') || ']'
        WHERE json_array_length(iteration_ns) > 1 AND $1; VACUUM"
}
cp -- "$store" "$scratch/whole.db"
cp -- "$scratch/thin.db" "$scratch/clocks.db"
clear_clocks true
if ! same "$scratch/whole.db" "$scratch/thin.db" >/dev/null; then # a figure draws steps against the time of their iterations
    mv -- "$scratch/clocks.db" "$scratch/thin.db"
    clear_clocks 'repetition_id IN (SELECT repetition_id FROM probe)'
    same "$scratch/whole.db" "$scratch/thin.db" || die "$store: a figure, table or claim reads a value that was removed"
fi
mv -- "$scratch/thin.db" "$out"
