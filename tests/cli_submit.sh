#!/usr/bin/env bash
# weft submit without a cluster: what it writes, one shard after the other, GNU parallel, a made-up sbatch, a shard that is stopped, one that
# is missing, and what is refused; weft status of the folder. With Slurm: cli_slurm.sh. cli_submit.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

cat >mine.yaml <<'YAML'
name: mine
defaults: {scene: here/pendulum.yaml, steps: 2, threads: 1, timed: 1, phased: 0, measured: 1}
blocks:
  - name: all
    axes: {solver: [pbd, xpbd, vbd], iterations: [1, 2]}
YAML
mkdir here
cp "$source_dir/datasets/scenes/pendulum.yaml" here/
facts() {
    sqlite3 -separator ' ' "$1" "SELECT c.key, o.status, r.pass, r.hash, count(*) FROM cases AS c JOIN outcome AS o ON o.case_id = c.id
        JOIN repetition AS r ON r.case_id = c.id GROUP BY c.key, o.status, r.pass, r.hash ORDER BY 1, 2, 3, 4"
}
expect 0 "$weft" run mine.yaml -o whole.db --no-verdicts
facts whole.db >whole
check "there are facts" test "$(wc -l <whole)" -eq 12
status() { "$weft" status "$1" >status; }
mkdir tmp
export TMPDIR=$scratch/tmp

# ---- one after the other; a folder with a name that a shell reads otherwise ----
folder="a folder'\$HOME"
expect 0 timeout 300 "$weft" submit mine.yaml -o "$folder" --engine local --shards 3
check "its shards" test -s "$folder/shard-1.db" -a -s "$folder/shard-2.db" -a -s "$folder/shard-3.db"
facts "$folder/all.db" >merged
check "are what one run measures" cmp whole merged
check "there is a report" test -s "$folder/report/index.html"
expect 0 status "$folder"
check "nothing is left" has status "nothing is left to measure"
check "each has ended" same "$(grep -c ' 2 .* 0 .* 0  ended ' status)" 3
check "nothing stays in the folder of temporary files" test -z "$(ls tmp)"
expect 0 timeout 300 "$weft" submit mine.yaml -o "$folder" --engine local --shards 3
check "again: nothing is measured again" has "$folder/log/shard-1.txt" "2 already there"
facts "$folder/all.db" >merged
check "and nothing changes" cmp whole merged
expect 2 "$weft" status "$folder" --all
check "all cases are in databases" has err "--all is for a database"

# ---- scripts that are read ----
expect 0 "$weft" submit mine.yaml -o scripts --nodes 2 --time 1-12:30 --partition long,short --set iterations=1,2 --vary --reps 2 --retry 1 --timeout 30 --dry-run
check "says that it starts nothing" has out "nothing is started"
for line in --array=1-2%2 --time=1-12:30 --partition=long,short --cpus-per-task=1 --exclusive --requeue --job-name=mine "--chdir=\"$PWD/scripts\""; do
    check "sbatch: $line" grep -qxF -- "#SBATCH $line" scripts/array.sbatch
done
check "what weft run is told" has scripts/shard.sh "options=('--set' 'iterations=1,2' '--vary' '--reps=2' '--retry=1' '--timeout=30')"
expect 0 "$weft" submit mine.yaml -o scripts_parallel --engine parallel --host one --host user@two.example.org --container image.sif --shards 2 --dry-run
check "hosts" has scripts_parallel/parallel.sh "hosts=('one' 'user@two.example.org')"
check "a container" has scripts_parallel/shard.sh "apptainer exec --bind \"\$dir\" --bind \"\$work\" --bind \"\$PWD\" 'image.sif' 'weft'"
for script in scripts*/*.sh scripts/*.sbatch "$folder"/*.sh; do
    check "bash reads $script" bash -n "$script"
    check "no mark is left in $script" test -z "$(grep -oE '@[A-Z]+@' "$script")"
    if command -v shellcheck >/dev/null; then check "shellcheck of $script" shellcheck "$script"; fi
done
expect 0 status scripts
check "waits" same "$(grep -c waiting status)" 2
check "has no databases" has status "2 shards without a database"

# ---- dealt by measured times, of which one case has five times those of all others ----
cp whole.db pilot.db
costly=$(sqlite3 pilot.db "SELECT min(key) FROM cases")
sqlite3 pilot.db "UPDATE wall SET seconds = 1; UPDATE wall SET seconds = 50 WHERE repetition_id IN
    (SELECT r.id FROM repetition AS r JOIN cases AS c ON c.id = r.case_id WHERE c.key = '$costly')"
expect 0 timeout 300 "$weft" submit mine.yaml -o "dealt by" --engine local --shards 2 --costs pilot.db
check "says so" has out "dealt by the times of $PWD/dealt by/costs.db"
check "the costly one is alone" same "$(for shard in 1 2; do sqlite3 "dealt by/shard-$shard.db" \
    "SELECT count(*), max(c.key = '$costly') FROM repetition AS r JOIN cases AS c ON c.id = r.case_id"; done | sort | paste -sd' ')" "10|0 2|1"
check "each shard measures what it was dealt" has out "nothing is left to measure"
facts "dealt by/all.db" >merged
check "and together what one run measures" cmp whole merged
rm pilot.db
expect 0 timeout 300 "$weft" submit mine.yaml -o "dealt by" --engine local --shards 2 --costs pilot.db
check "again: by the copy" has out "costs.db, which was there"
expect 2 "$weft" submit mine.yaml -o "dealt by" --engine local --shards 2
check "dealt otherwise it is another submit" has err "other cases in its shards"
expect 4 "$weft" submit mine.yaml -o no_times --shards 2 --costs pilot.db
check "a database that is not there" has err "pilot.db"
expect 0 "$weft" run mine.yaml -o other.db --set steps=1 --set iterations=1 --solver pd --no-verdicts
expect 3 "$weft" submit mine.yaml -o no_times --shards 2 --costs other.db
check "one that knows nothing of these cases" has err "knows no time of these cases"
check "nothing was made" test ! -e no_times

# ---- a template ----
sed 's/^#SBATCH --exclusive/#SBATCH --account=mine/' "$source_dir/src/front/cli/submit/array.sbatch" >own.sbatch
expect 0 "$weft" submit mine.yaml -o own --template own.sbatch --shards 2 --dry-run
check "is taken" test "$(grep -c 'account=mine\|array=1-2$' own/array.sbatch)" = 2
grep -v ARRAY@ own.sbatch >none.sbatch
expect 3 "$weft" submit mine.yaml -o none --template none.sbatch --dry-run
check "needs its marks" has err '`@ARRAY@`'
expect 4 "$weft" submit mine.yaml -o none --template nowhere --dry-run
check "or to be there" has err "nowhere: cannot be read"
cp own/array.sbatch own/merge.sbatch .

# ---- sbatch, made up ----
mkdir bin
cat >bin/sbatch <<SBATCH
#!/bin/sh
echo "\$PWD \$*" >>$scratch/asked
if [ -e $scratch/refuse ]; then
    echo "sbatch: error: invalid partition specified: long" >&2
    exit 1
fi
echo "sbatch: a warning of 3 words" >&2
echo 41\$(wc -l <$scratch/asked)
SBATCH
chmod +x bin/sbatch
path=$PATH
PATH=$scratch/bin:$path
expect 0 "$weft" submit mine.yaml -o slurm --shards 2
check "two jobs" same "$(cat asked)" "$PWD/slurm --parsable array.sbatch
$PWD/slurm --parsable --dependency=afterany:411 merge.sbatch"
check "their ids" same "$(grep -oE '^job [0-9]+' out | paste -sd' ')" "job 411 job 412"
expect 0 status slurm
check "are kept" has status "job 411, then 412"
touch refuse
expect 10 "$weft" submit mine.yaml -o slurm --shards 2
check "what sbatch says is said" has err "invalid partition specified: long"
check "and where the scripts are" has err "the scripts are in $PWD/slurm, nothing is submitted"
expect 0 status slurm
check "and kept" has status "not submitted: "
mkdir empty
PATH=$scratch/empty
expect 10 "$weft" submit mine.yaml -o slurm --shards 2
PATH=$path
check "no sbatch" has err "sbatch cannot be started"
check "its folder is whole" test -x slurm/array.sbatch -a -s slurm/submit.json

# ---- a container, made up ----
cat >bin/apptainer <<APPTAINER
#!/bin/sh
echo "\$*" >>$scratch/contained
while [ "\$1" != image.sif ]; do shift; done
shift 2
exec $weft "\$@"
APPTAINER
chmod +x bin/apptainer
PATH=$scratch/bin:$path
expect 0 timeout 300 "$weft" submit mine.yaml -o contained_run --engine local --shards 1 --container image.sif
PATH=$path
facts contained_run/all.db >merged
check "in a container the same" cmp whole merged
check "run, copy, merge, report and status are in it" test "$(grep -cE "^exec --bind $PWD/contained_run .* image.sif weft (run|merge|report|status)" contained)" -ge 5

# ---- GNU parallel ----
if command -v parallel >/dev/null; then
    expect 0 timeout 300 "$weft" submit mine.yaml -o parallel --engine parallel --host : --shards 2
    facts parallel/all.db >merged
    check "by GNU parallel, too" cmp whole merged
else
    echo "left out: GNU parallel is not installed"
fi

# ---- a shard that is missing, one that is busy, one that is stopped ----
expect 0 "$weft" submit mine.yaml -o part --engine local --shards 2 --dry-run
expect 8 bash part/merge.sh
check "nothing to merge" has err "no shard is there"
expect 0 timeout 100 bash part/shard.sh 2
expect 8 bash part/merge.sh
check "what is missing is said" has err "shard 1: not there"
check "in words of the status, too" has out "1 shard without a database"
check "what is there is merged" test -s part/all.db -a -s part/report/index.html
exec 8>>part/shard-1.lock
flock 8
expect 0 status part
check "who holds the lock is running" grep -q '^ *1 .* running ' status
expect 4 "$weft" submit mine.yaml -o part --engine local --shards 2
check "and is not submitted again" has err "shard 1 is being measured on"
sed -i 's/flock -w 60/flock -w 0/' part/shard.sh
expect 4 bash part/shard.sh 1
check "a shard is for one" has err "busy"
exec 8>&-
mkdir slow
printf '#!/bin/sh\ntouch %s/began\n[ ! -e %s/sleepy ] || exec sleep 600\nexec %s/weft-worker-f64 "$@"\n' "$scratch" "$scratch" "$1" >slow/weft-worker-f64
chmod +x slow/weft-worker-f64
touch sleepy
export WEFT_WORKERS=$scratch/slow
expect 0 "$weft" submit mine.yaml -o stopped --engine local --shards 2 --dry-run
unset WEFT_WORKERS
bash stopped/local.sh 2>said &
local_pid=$!
check "a worker is at work" wait_for test -e began
kill -TERM "$(pgrep -P "$local_pid" -f shard.sh)"
code=0
wait "$local_pid" || code=$?
check "what stops a shard stops all" same "$code" 9
rm sleepy
expect 0 status stopped
check "it says so" grep -q '^ *1 .* stopped ' status
expect 0 timeout 100 bash stopped/local.sh
facts stopped/all.db >merged
check "and goes on" cmp <(cut -d' ' -f1,3- whole) <(cut -d' ' -f1,3- merged)

# ---- what a look must not believe: a database that is cut off, and a shard that is killed with no word ----
expect 0 "$weft" submit mine.yaml -o harmed --engine local --shards 3
head -c 20000 harmed/shard-2.db >cut_off
cp cut_off harmed/shard-2.db
expect 4 "$weft" status harmed
cp out status
check "the shard is damaged" grep -q '^ *2 .* damaged ' status
check "which is named" has err "harmed/shard-2.db"
check "and the others are still to be seen" same "$(grep -c ' 2 .* 0 .* 0  ended ' status)" 2
code=0
timeout 100 bash harmed/local.sh 2>said || code=$?
check "measuring goes wrong with a word" test "$code" -ne 0
check "of that shard" has said "shard 2: exit code"
rm -f harmed/shard-2.db
expect 0 timeout 100 bash harmed/local.sh
facts harmed/all.db >merged
check "without it the shard is measured again" cmp whole merged
rm -f began
touch sleepy
export WEFT_WORKERS=$scratch/slow
expect 0 "$weft" submit mine.yaml -o killed --engine local --shards 2 --dry-run
unset WEFT_WORKERS
bash killed/shard.sh 1 2>said &
shard_pid=$!
check "a worker is at work" wait_for test -e began
expect 0 status killed
check "its shard is running" grep -q '^ *1 .* running ' status
weft_pid=$(pgrep -P "$shard_pid" -x weft)
kill -9 "$shard_pid" "$weft_pid"
wait "$shard_pid" 2>/dev/null || true
rm sleepy
not_running() { status killed && grep -q '^ *1 .* stopped ' status; }
check "killed it is not running" wait_for not_running
check "and what to do is said" has status "nothing runs: the same \`weft submit\` continues"
rm -rf tmp/weft-*

# ---- docs/cluster.md ----
block() { awk -v name="$1" '/^```/ {inside = !inside && $2 == name; next} inside' "$source_dir/docs/cluster.md"; }
check "the template of the document is that of weft" cmp <(block array.sbatch) "$source_dir/src/front/cli/submit/array.sbatch"
mkdir document_local document_slurm
block local.sh >local.sh
block slurm.sh | sed 's/^\(weft submit [^#]*\)#.*/\1 --dry-run/' >slurm.sh
check "it has commands" test "$(wc -l <local.sh) $(wc -l <slurm.sh)" = "4 4"
for part in local slurm; do
    cd "document_$part"
    PATH=$1:$path expect 0 bash -euo pipefail "../$part.sh"
    cd ..
done

# ---- refused ----
refuse() { # CODE MESSAGE ARGUMENT...
    local code=$1 message=$2
    shift 2
    expect "$code" "$weft" submit "$@"
    check "submit $*" has err "$message"
}
refuse 2 "an argument is missing" -o new
refuse 2 "the folder is missing" mine.yaml
refuse 4 "cannot be read" nowhere.yaml -o new
refuse 2 "takes slurm, parallel or local, not \`slrum\`" mine.yaml -o new --engine slrum
refuse 2 "is none of MINUTES" mine.yaml -o new --time soon
refuse 2 "at least 5 minutes" mine.yaml -o new --time 4:59
refuse 2 "is of --engine slurm, not of local" mine.yaml -o new --engine local --time 10
refuse 2 "is of --engine parallel, not of slurm" mine.yaml -o new --host one
refuse 2 "needs machines" mine.yaml -o new --engine parallel
refuse 2 "--partition" mine.yaml -o new --partition 'a b'
refuse 2 "--host" mine.yaml -o new --engine parallel --host '-oProxyCommand=x'
refuse 2 "--shards" mine.yaml -o new --shards 0
refuse 2 "6 shards at most" mine.yaml -o new --shards 7
refuse 3 "unknown" mine.yaml -o new --set solver=no
refuse 2 "another experiment needs another folder" mine.yaml -o part --shards 3
refuse 2 "another experiment needs another folder" mine.yaml -o part --shards 2 --set steps=3
refuse 4 "no folder of \`weft submit\`" mine.yaml -o here
refuse 4 "not a folder" mine.yaml -o mine.yaml
check "nothing was made" test ! -e new
echo '{"schema": 1' >part/submit.json
expect 3 "$weft" status part
check "a record that is cut off" has err "not what \`weft submit\` writes"
expect 4 "$weft" status here
check "a folder that is none of it" has err "without submit.json"
