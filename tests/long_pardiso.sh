#!/usr/bin/env bash
# bench/foreign/pardiso.c, built as docs/your_linear_system.md says: the suite of linear systems, and a step of each solver that takes one. Skipped where
# WEFT_MKL names no folder with libmkl_rt.so, of any version. long_pardiso.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
if ! ls "${WEFT_MKL:-/nonexistent}"/libmkl_rt.so* >found 2>&1; then
    echo "skipped: WEFT_MKL names no folder with libmkl_rt.so"
    exit 77
fi

command=$(grep '^cc .*bench/foreign/pardiso.c' "$source_dir/docs/your_linear_system.md")
library=$PWD/libpardiso.so
expect 0 bash -c "cd '$source_dir' && ${command/libpardiso.so/$library}"
export WEFT_TEST_LINSYS=$library
expect 0 "$1/oracle_linsys_f64"
expect 0 "$1/oracle_linsys_f32"
external=(--linsys external --plugin "$library" --set scene.n=12 --steps 3)
for solver in pd newton; do
    for threads in 1 2; do
        expect 0 "$weft" sim cloth --solver "$solver" "${external[@]}" --threads "$threads"
        check "$solver on $threads threads: the ordering of the library" has out metis
    done
done
expect 0 "$weft" sim cloth --solver pd "${external[@]}" --set factor=f32 --set refine=2
expect 0 "$weft" sim cloth --solver pd "${external[@]}" --set ordering=nd
