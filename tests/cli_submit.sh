#!/usr/bin/env bash
# weft submit without a cluster: the local engine, the scripts, a made-up sbatch, refused input. long_slurm.sh and long_ssh.sh run the other
# engines. cli_submit.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

cat >mine.yaml <<'YAML'
name: mine
defaults: {scene: pendulum, steps: 2, threads: 1, timed: 1, phased: 0, measured: 1}
blocks:
  - name: all
    axes: {solver: [pbd, xpbd], iterations: [1, 2]}
YAML
facts() {
    sqlite3 -separator ' ' "$1" "SELECT c.key, o.status, r.pass, r.hash, count(*) FROM cases AS c JOIN outcome AS o ON o.case_id = c.id
        JOIN repetition AS r ON r.case_id = c.id GROUP BY c.key, o.status, r.pass, r.hash ORDER BY 1, 2, 3, 4"
}
expect 0 "$weft" run mine.yaml -o whole.db --no-verdicts
facts whole.db >whole
check "there are facts" same "$(wc -l <whole)" 8
mkdir tmp
export TMPDIR=$scratch/tmp

# ---- the local engine, in a folder whose name has signs of the shell; again ----
folder="a folder'\$HOME"
for _ in first again; do
    expect 0 "$weft" submit mine.yaml -o "$folder" --engine local --shards 2
    facts "$folder/all.db" >merged
    check "merged is what one run measures" cmp whole merged
done
check "there is a report" test -s "$folder/report/index.html"
expect 0 "$weft" status "$folder"
check "both shards ended" same "$(grep -cE '^ +[12] .* ended ' out)" 2
check "no temporary folder stays" test -z "$(ls tmp)"
head -c 20000 "$folder/shard-2.db" >cut_off
cp cut_off "$folder/shard-2.db"
expect 4 "$weft" status "$folder"
check "a damaged shard is named" has err shard-2.db

# ---- scripts, and a made-up sbatch ----
mkdir bin
printf '#!/bin/sh\n[ ! -e %s/refuse ] || exit 1\necho "$*" >>%s/asked\necho 41$(wc -l <%s/asked)\n' "$scratch" "$scratch" "$scratch" >bin/sbatch
chmod +x bin/sbatch
path=$PATH
PATH=$scratch/bin:$path
expect 0 "$weft" submit mine.yaml -o slurm --shards 2 --time 1-12:30 --dry-run
check "a dry run starts nothing" test ! -e asked
check "the options of sbatch" grep -qxF -- '#SBATCH --time=1-12:30' slurm/array.sbatch
for script in slurm/*.sh slurm/*.sbatch; do
    check "bash reads $script" bash -n "$script"
    check "no mark is left in $script" test -z "$(grep -oE '@[A-Z]+@' "$script")"
done
expect 0 "$weft" submit mine.yaml -o slurm --shards 2 --time 1-12:30
check "two jobs" same "$(cat asked)" "--parsable array.sbatch
--parsable --dependency=afterany:411 merge.sbatch"
touch refuse
expect 10 "$weft" submit mine.yaml -o slurm --shards 2 --time 1-12:30
PATH=$path

# ---- refused ----
expect 2 "$weft" submit mine.yaml
expect 2 "$weft" submit mine.yaml -o new --engine slrum
expect 2 "$weft" submit mine.yaml -o new --engine parallel --host '-oProxyCommand=x'
expect 3 "$weft" submit mine.yaml -o new --set solver=no
expect 4 "$weft" submit nowhere.yaml -o new
check "nothing was made" test ! -e new
expect 2 "$weft" submit mine.yaml -o slurm --shards 3
echo '{"schema": 1' >slurm/submit.json
expect 3 "$weft" status slurm

# ---- docs/cluster.md has the template ----
awk '/^```/ {inside = !inside && $2 == "array.sbatch"; next} inside' "$source_dir/docs/cluster.md" >template
check "docs/cluster.md has array.sbatch" cmp template "$source_dir/src/front/cli/submit/array.sbatch"
