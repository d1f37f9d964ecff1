#!/usr/bin/env bash
# wide.c and wide_polar.c for AArch64, in f64 and in f32, on an emulated processor. Exit code 77 where the cross compiler or the emulator is not
# installed. long_neon.sh, which needs no BUILD and no SOURCE
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
compiler=aarch64-linux-gnu-gcc emulator=qemu-aarch64
for tool in "$compiler:gcc-aarch64-linux-gnu libc6-dev-arm64-cross" "$emulator:qemu-user"; do
    if ! command -v "${tool%%:*}" >/dev/null; then
        printf 'skipped: no %s; to install it: apt-get install %s\n' "${tool%%:*}" "${tool#*:}"
        exit 77
    fi
done
out=$(mktemp -d)
trap 'rm -rf -- "$out"' EXIT

# run NAME PRECISION SOURCES...: builds and runs one program; static, so that the emulator needs no libraries of the other architecture.
run() {
    local name=$1_$2 flags=(-DWEFT_TEST_WIDE='"neon"' -DWEFT_TEST_LEVEL=0)
    [[ $2 == f64 ]] || flags+=(-DWEFT_REAL_F32=1)
    shift 2
    "$compiler" -O2 -static -std=gnu17 -Wall -Wextra -Werror -Wno-psabi -ffp-contract=off -fno-math-errno -fno-trapping-math -D_GNU_SOURCE \
        "${flags[@]}" -I"$root/tests/neon" -I"$root/tests" -I"$root/src/common" -I"$root/src/core" \
        "$root/tests/wide_main.c" "$root/src/common/machine/processor.c" "$@" -lm -o "$out/$name"
    if "$emulator" "$out/$name" >"$out/said" 2>&1; then
        printf '%s: %s\n' "$name" "$(tail -n 1 "$out/said")"
    else
        printf '%s failed:\n' "$name"
        tail -n 3 "$out/said"
        return 1
    fi
}

failed=0
for precision in f64 f32; do
    run wide_neon "$precision" "$root/tests/wide.c" || failed=1
    run wide_polar_neon "$precision" "$root/tests/wide_polar.c" "$root"/src/core/math/{svd3,symmetric3}.c || failed=1
done
exit "$failed"
