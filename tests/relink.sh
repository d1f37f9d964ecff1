# shellcheck shell=bash disable=SC2154 # the variables of shell.sh
# The programs of a build with a few changed sources, in seconds: sourced after shell.sh, which gives $scratch, $source_dir and $weft.
# Changed and new files lie in the folder changed, under the names that they have in src; everything else is that of the build.
build=$(dirname -- "$weft")
if [ ! -f "$build/build.ninja" ] || [ ! -f "$build/weft-worker-f64" ]; then
    echo "skipped: needs a build by ninja for one instruction set"
    exit 77
fi
mkdir -p changed objects programs

# recompile FILE...: with the flags of double precision, without optimisation; into copies of the libraries.
recompile() {
    local file name command library path
    local -A members=()
    for file in "$@"; do
        name=$file # whose flags are taken: for a new file those of one in its room that is compiled in both precisions
        grep -qF "/src/$name\"" "$build/compile_commands.json" ||
            name=$(sed -nE "s|.* -o CMakeFiles/weft_core_f64\.dir/src/(${file%/*}/[a-z_]+\.c)\.o .*|\1|p" "$build/compile_commands.json" | head -n 1)
        command=$(grep -E '"command".* -o CMakeFiles/weft(_common|_once_native|_core_f64|_front|-worker-f64)\.dir/[^ ]* -c [^ ]*/src/'"$name\"" "$build/compile_commands.json" |
            head -n 1 | sed -E 's/^ *"command": "(.*)",?$/\1/; s/\\"/"/g; s/\\\\/\\/g')
        library=$(sed -E 's/.* -o CMakeFiles\/([^ ]*)\.dir\/.*/\1/' <<<"$command")
        library=${library/once_native/core_f64} # which holds what both precisions share
        path=$source_dir/src/$file
        [ ! -f "changed/$file" ] || path=$scratch/changed/$file
        mkdir -p "objects/$library"
        command=$(sed -E "s| -I|  -I$scratch/changed/core -I$scratch/changed/common -I$scratch/changed/front -I|; s| -o .*||" <<<"$command")
        # shellcheck disable=SC2294 # the quotes in the command are those of a shell
        eval "$command" -O0 -o "objects/$library/$(basename "$file").o" -c "$path" || return
        members[$library]+=" objects/$library/$(basename "$file").o"
    done
    for library in "${!members[@]}"; do
        [ -f "$build/lib$library.a" ] || continue
        [ -f "programs/lib$library.a" ] || cp "$build/lib$library.a" programs
        # shellcheck disable=SC2086 # one word a file
        ar r "programs/lib$library.a" ${members[$library]} || return
    done
}

# relink PROGRAM...: into the folder programs.
relink() {
    local program command file
    for program in "$@"; do
        command=$(ninja -C "$build" -t commands "$program" | tail -n 1)
        for file in programs/*.a; do command=${command// "$(basename "$file")"/ "$scratch/$file"}; done
        for file in objects/"$program"/*.o; do # of no library
            [ -f "$file" ] || continue
            command=$(sed -E "s| CMakeFiles/$program\.dir/[^ ]*/$(basename "$file") | $scratch/$file |" <<<"$command")
        done
        (cd -- "$build" && eval "${command/ -o $program / -o "$scratch/programs/$program" }") || return
    done
}
