#!/usr/bin/env bash
# weft submit without a cluster: the local engine, the scripts, a made-up sbatch, refused input. long_slurm.sh and long_ssh.sh run the other
# engines. cli_submit.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

sweep "pbd, xpbd" 8
mkdir tmp
export TMPDIR=$scratch/tmp

# ---- the local engine, in a folder whose name has signs of the shell; again ----
folder="a folder'\$HOME"
for _ in first again; do
    expect 0 "$weft" submit sweep.yaml -o "$folder" --engine local --shards 2
    facts "$folder/all.db" >merged
    check "the merged store equals that of one run" cmp whole merged
done
check "there is a report" test -s "$folder/report/index.html"
expect 0 "$weft" status "$folder"
check "both shards ended" same "$(grep -cE '^ +[12] .* ended ' out)" 2
check "no temporary folder stays" test -z "$(ls tmp)"
head -c 20000 "$folder/shard-2.db" >cut_off
cp cut_off "$folder/shard-2.db"
expect 4 "$weft" status "$folder"
check "a damaged shard is named" has err shard-2.db

# ---- a plugin of the command line ----
cp "$1"/libexternal_example.so direct.so
cat >direct.yaml <<'YAML'
name: direct
defaults: {scene: cloth, scene.n: 4, solver: pd, linsys: external, steps: 2, timed: 1, phased: 0, measured: 0}
blocks:
  - {name: all, axes: {iterations: [1, 2]}}
YAML
expect 0 "$weft" submit direct.yaml -o direct --engine local --shards 2 --plugin direct.so
check "every shard loads it" same "$(sqlite3 direct/all.db "SELECT count(*) FROM outcome JOIN build ON build.id = build_id WHERE status = 'done' AND plugin LIKE 'external %'")" 2

# ---- several plugins, one with a solver and a linear system, one given twice ----
mkdir many
gcc -O0 -shared -fPIC -I"$source_dir/src" -DFAULT=GOOD "$source_dir/tests/plugin/faulty.c" "$source_dir/tests/external_example.c" -lm -o many/both.so
gcc -O0 -shared -fPIC -I"$source_dir/src" -DFAULT=GOOD "$source_dir/tests/plugin/faulty.c" -o one.so
for number in 100 101; do sed "s/faulty/fau$number/g" one.so >"many/$number.so"; done
expect 0 "$weft" submit sweep.yaml -o plugins --engine local --shards 2 --plugin many --plugin many/100.so --dry-run
plugins=$(bash -c '. plugins/settings.sh && printf "%s\n" "${options[@]}"' | grep '\.so$')
check "the shards load every file" same "$(sort -u <<<"$plugins" | wc -l)" 3
check "each once" same "$(wc -l <<<"$plugins")" 3

# ---- scripts, and a made-up sbatch ----
mkdir bin
printf '#!/bin/sh\n[ ! -e %s/refuse ] || exit 1\necho "$*" >>%s/asked\necho 41$(wc -l <%s/asked)\n' "$scratch" "$scratch" "$scratch" >bin/sbatch
chmod +x bin/sbatch
path=$PATH
PATH=$scratch/bin:$path
expect 0 "$weft" submit sweep.yaml -o slurm --shards 2 --steps 3 --dry-run
check "a dry run starts nothing" test ! -e asked
for script in shard merge slurm; do check "the template $script.sh" cmp "slurm/$script.sh" "$source_dir/bench/cluster/$script.sh"; done
echo '# edited' >>slurm/slurm.sh
expect 0 "$weft" submit sweep.yaml -o slurm --shards 2 --steps 3 -- --at-once=1 --time=1-12:30
check "an edited script stays" has slurm/slurm.sh '# edited'
check "two jobs" same "$(cat asked)" "--parsable --chdir=$scratch/slurm --job-name=sweep --array=1-2%1 --cpus-per-task=1 --time=1-12:30 $scratch/slurm/slurm.sh task
--parsable --chdir=$scratch/slurm --job-name=sweep-merge --dependency=afterany:411 --output=log/merge.txt --ntasks=1 --time=1-12:30 --wrap exec bash merge.sh"
touch refuse
expect 10 "$weft" submit sweep.yaml -o slurm --shards 2 --steps 3
PATH=$path
printf "%s\n" "#!/bin/sh" "echo \"\$0 \$*\" >own" >own.sh
expect 0 "$weft" submit sweep.yaml -o mine --engine ./own.sh --shards 2 a 'b c'
check "a script of one's own, with its words" same "$(cat own)" "$scratch/mine/own.sh a b c"

# ---- refused ----
expect 2 "$weft" submit sweep.yaml
expect 2 "$weft" submit sweep.yaml -o new --engine slrum
expect 3 "$weft" submit sweep.yaml -o new --set solver=no
expect 4 "$weft" submit nowhere.yaml -o new
check "nothing was made" test ! -e new
expect 2 "$weft" submit sweep.yaml -o slurm --shards 3 --steps 3
expect 2 "$weft" submit sweep.yaml -o slurm --shards 2
expect 2 "$weft" submit sweep.yaml -o ssh --engine parallel --shards 2
expect 2 "$weft" submit sweep.yaml -o ssh --engine parallel --shards 2 -- '-oProxyCommand=x'
echo 'experiment' >slurm/cases.txt
expect 3 "$weft" status slurm
check "file and line of the error" has err cases.txt:1

# ---- templates of an installed weft, and with datasets of one's own ----
mkdir -p prefix/bin prefix/share/weft
ln "$weft" "$(dirname -- "$weft")"/weft-worker-f* prefix/bin 2>/dev/null || cp "$weft" "$(dirname -- "$weft")"/weft-worker-f* prefix/bin
cp -R "$source_dir/datasets" "$source_dir/bench/cluster" prefix/share/weft
sed -i '2i # installed' prefix/share/weft/cluster/shard.sh
expect 0 env -u WEFT_DATASETS prefix/bin/weft submit sweep.yaml -o installed --engine local --shards 2 --dry-run
check "its own templates" has installed/shard.sh '# installed'
cp -R "$source_dir/datasets" own_data
expect 0 env WEFT_DATASETS="$PWD/own_data" "$weft" submit sweep.yaml -o elsewhere --engine local --shards 2 --dry-run
check "datasets of one's own need none" test -s elsewhere/shard.sh
