#!/usr/bin/env bash
# What a worker is told about waiting and says about the machine: spin, disturbed samples, counters.
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$(dirname "$0")/shell.sh" "$1" "$2"

# ---- the spin of a case reaches its worker, whatever the environment says ----
mkdir listening
cat >listening/weft-worker-f64 <<WORKER
#!/bin/sh
echo "\$GOMP_SPINCOUNT" >>"$scratch/spins"
exec "$1/weft-worker-f64"
WORKER
chmod +x listening/weft-worker-f64
sim=("$weft" sim cloth --solver xpbd --steps 2 --set scene.n=4)
expect 0 env WEFT_WORKERS=listening GOMP_SPINCOUNT=77 "${sim[@]}"
expect 0 env WEFT_WORKERS=listening "${sim[@]}" --set spin=0
expect 0 env WEFT_WORKERS=listening "${sim[@]}" --set spin=1000000
check "spins" same "$(tr '\n' ' ' <spins)" "10000 0 1000000 "

# ---- a worker started by hand with another spin than its case refuses ----
cat >job.json <<'JSON'
{"case": {"scene": "cloth", "scene_values": {"n": 4}, "solver": "xpbd", "precision": "f64", "params": {"steps": 2, "spin": 50}},
 "passes": {"timed": 1}}
JSON
expect 0 env GOMP_SPINCOUNT=50 "$1/weft-worker-f64" <job.json
check "a worker of that spin measures" has out '"row":"done"'
expect 3 env GOMP_SPINCOUNT=51 "$1/weft-worker-f64" <job.json
check "another spin is named" has out 'wants `spin` 50, but this worker was started with GOMP_SPINCOUNT=51'
expect 3 env -u GOMP_SPINCOUNT "$1/weft-worker-f64" <job.json
check "and none at all" has out 'without GOMP_SPINCOUNT'
check "nothing was measured" same "$(grep -c '"row":"step"' out || true)" 0
