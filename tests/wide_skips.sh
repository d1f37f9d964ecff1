#!/usr/bin/env bash
# wide_skips.sh QEMU PROCESSOR TEST SET SANITIZED: the program TEST asks for the instruction set SET before it uses it. Two proofs:
# - what runs before the answer (main, what it asks with, constructors) holds no AVX instruction;
# - on an emulated PROCESSOR without SET the program names SET and is skipped. Not with SANITIZED=ON: the emulator does not survive the
#   shadow memory of the address sanitizer.
set -euo pipefail
qemu=$1 processor=$2 program=$3 set=$4 sanitized=$5

disassembly=$(objdump -d --no-show-raw-insn "$program")
# early: the instructions of the functions that run before the answer; exits 1 if one of them uses a vector register of AVX.
early() {
    awk '/^[0-9a-f]+ <.*>:$/ { name = $2; inside = name ~ /^<(main|processor_runs_level|_sub_[ID]_|_GLOBAL__sub_|_start)/; seen += name ~ /^<main>/ }
        inside && ($2 ~ /^v/ || /%[yz]mm|%k[0-7]/) { print name " " $0; bad = 1 }
        END { if (!seen) { print "no main in the program"; bad = 1 } exit bad }'
}
early <<<"$disassembly" || { printf '%s uses AVX before it asks for it\n' "$program"; exit 1; }
# What finds nothing in the tests themselves would find nothing anywhere: they are full of it.
! sed 's/<test_fused>:/<main>:/' <<<"$disassembly" | early >/dev/null || { printf 'the search for AVX finds nothing\n'; exit 1; }

[[ $sanitized != ON ]] || exit 0
if [[ ! -x $qemu ]]; then
    printf 'skipped: no qemu-x86_64 (package qemu-user)\n'
    exit 77
fi
code=0
said=$("$qemu" -cpu "$processor" "$program" 2>/dev/null) || code=$?
if ((code != 77)) || [[ $said != *"$set"* ]]; then
    printf 'on %s: exit code %d, not 77; said:\n%s\n' "$processor" "$code" "$said"
    exit 1
fi
