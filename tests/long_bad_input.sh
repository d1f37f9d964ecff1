#!/usr/bin/env bash
# Wrong input whose check takes time: a pipe without a writer's bytes, and every solver on scenes with nothing to solve. long_bad_input.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

# Nothing to solve is no mistake: particles that fly free, or are pinned.
for pins in '' 'pins: [{index: 0}]'; do
    printf '%s\n' 'name: s' 'gravity: [0, -9.81, 0]' 'bodies:' '  - name: b' '    particles: [[0, 0, 0]]' '    particle_mass: 1' "    $pins" >s.yaml
    for solver in $("$weft" list solvers | awk 'NR > 1 { print $1 }'); do expect 0 "$weft" sim ./s.yaml --steps 1 --solver "$solver"; done
done
check "there are solvers" test "$checks" -ge 20

# The pipe is open for writing in this shell, so that a reader waits for bytes.
mkfifo silent.yaml
exec 3<>silent.yaml
expect 4 "$weft" plan silent.yaml
check "the pipe" has err silent.yaml
check "no data" test ! -s out
