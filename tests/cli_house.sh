#!/usr/bin/env bash
# The rules of the house that no compiler checks: cli_house.sh BUILD SOURCE
# Each rule is a function that prints what breaks it. Every rule is first shown a made-up tree that breaks it, so that a rule which can
# no longer find anything is noticed.
# shellcheck disable=SC2317 # the rules are called by name
set -euo pipefail
build=$1 source=$2
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT

# In include order, STOREY/ROOM: a room may include itself and the rooms before it, of these only what does not lie in ROOM/private.
ROOMS=(common/record common/base common/mesh common/machine
    core/math core/geometry core/linsys core/constraint core/model core/colour core/contact core/step core/assembly core/solver core/scene
    core/measure core/case core/plugin core/worker
    front/stats front/store front/experiment front/run front/data front/figure front/table front/judge front/page front/view front/advise front/cli)
# These may print and exit; status.c holds the assertion that ends the program.
SPEAKERS='^(core/worker|front/cli)/|^common/base/status\.c$'

# sources: the C files of the tree in the current folder.
sources() {
    find . -name '*.[ch]' ! -path './weft*.h' -printf '%P\n' | sort # those are no part of a room: they are what others include
}

# bare: every C file of the tree without comments and the insides of strings, line by line as "file:line:text". Made once for each tree.
bare() {
    local made=$scratch/bare${PWD//\//_}
    [[ -f $made ]] || sources | xargs -r awk '
    FNR == 1 { block = 0 }
    {
        line = $0; out = ""
        while (line != "") {
            if (block) {
                if (!(at = index(line, "*/"))) break
                block = 0; line = substr(line, at + 2)
                continue
            }
            if (!match(line, /["\047]|\/\/|\/\*/)) { out = out line; break }
            out = out substr(line, 1, RSTART - 1); token = substr(line, RSTART, RLENGTH); line = substr(line, RSTART + RLENGTH)
            if (token == "//") break
            if (token == "/*") { block = 1; continue }
            out = out token
            while (match(line, /["\047\\]/)) {
                one = substr(line, RSTART, 1); line = substr(line, RSTART + 1 + (one == "\\"))
                if (one == token) break
                one = ""
            }
            if (one != token) break
            out = out token
        }
        if (out ~ /[^ ]/) print FILENAME ":" FNR ":" out
    }' >"$made"
    cat -- "$made"
}

# search PATTERN [FILES]: the bare lines that match, but those of the files whose names match FILES.
search() {
    bare | pattern=$1 spared=${2:-^$} awk '{
        file = $0; sub(/:.*/, "", file)
        text = $0; sub(/^[^:]*:[0-9]*:/, "", text)
        if (file !~ ENVIRON["spared"] && text ~ ENVIRON["pattern"]) print
    }'
}

# includes PROGRAM: awk over all includes of the tree that name a room, with file, line, header, its `room` and `owner` (storey/room of the
# file), target (room of the header), and rank[]: the number of a room, by both of its names; that of an unknown one is 99.
includes() {
    { grep -rnE '^ *# *include "[^"]*/' --include='*.[ch]' . || true; } | sed -E 's|^\./([^:]*):([0-9]+):[^"]*"([^"]*)".*|\1 \2 \3|' | sort |
        awk -v rooms="${ROOMS[*]}" '
        BEGIN { count = split(rooms, name, " "); for (i = 1; i <= count; i++) { rank[name[i]] = i; sub(/.*\//, "", name[i]); rank[name[i]] = i } }
        function number(room) { return room in rank ? rank[room] : 99 }
        { file = $1; line = $2; header = $3; split(file, at, "/"); owner = at[1] "/" at[2]; room = at[2]; target = header; sub(/\/.*/, "", target) }
        '"$1"
}

# An include that the rules below would not see: of a room by <>, by a relative path, by a macro, behind a comment, of no header.
rule_plain_includes() {
    sources | xargs -r grep -nE '^[^"]*#[[:space:]]*include|%:[[:space:]]*include' /dev/null | awk -v rooms="${ROOMS[*]}" '
        BEGIN { count = split(rooms, name, " "); for (i = 1; i <= count; i++) { sub(/.*\//, "", name[i]); room[name[i]] = 1 } }
        {
            line = $0
            sub(/^[^:]*:[0-9]*:/, "", line)
            if (line ~ /^[ ]*\/\//) next
            path = line
            sub(/^[^"<]*["<]/, "", path)
            sub(/[">].*/, "", path)
            head = path
            sub(/\/.*/, "", head)
            plain = line ~ /^ *# *include "[a-z_0-9\/]+\.h"/ || line ~ /^ *# *include <[A-Za-z_0-9\/.]+>/
            if (!plain || path ~ /\.\./ || (line ~ /</ && head in room && path ~ /\//)) print $0
        }'
}

rule_include_order() {
    includes 'number(target) > number(owner) { print file ":" line ": " owner " includes " header ", which comes later" }'
}

# A header in ROOM/private is included by its own room only, and not by a public header, through which others would see it.
rule_private_headers() {
    includes 'header ~ /\/private\// && target != room { print file ":" line ": includes " header ", which is private to another room" }
        header ~ /\/private\// && target == room && file ~ /\.h$/ && file !~ /\/private\// {
            print file ":" line ": a public header includes " header ", which is private" }'
}

# A public header that no other room includes would be private; an extension point (a list) or a part of a program is named here.
PUBLIC_ALONE='/(solver|linsys|constraint)_list\.h$|^common/base/allocations\.h$'
rule_public_headers() {
    includes 'target != room || (file ~ /\.h$/ && file !~ /\/private\//) { print header }' >"$scratch/seen"
    find . -name '*.h' ! -path '*/private/*' ! -path './weft*.h' -printf '%P\n' | sort | grep -vE "$PUBLIC_ALONE" | awk '
        NR == FNR { seen[$0] = 1; next }
        { header = $0; sub(/^[^\/]*\//, "", header); if (!(header in seen)) print $0 ": no other room includes it: it belongs into private/" }' "$scratch/seen" -
}

rule_known_rooms() {
    sources | cut -d/ -f1,2 | sort -u | grep -vxF "$(printf '%s\n' "${ROOMS[@]}")" | sed "s|\$|: not one of the rooms ${ROOMS[*]}|"
}

# Every room says what it is for, its way in and what to read first, in at most a page.
rule_room_readme() {
    local room
    for room in $(sources | cut -d/ -f1,2 | sort -u); do
        if [[ ! -f $room/README.md ]]; then
            printf '%s: no README.md\n' "$room"
        elif [[ $room != core/solver ]] && (($(wc -l <"$room/README.md") > 60)); then # which holds the guide to a new solver as well
            printf '%s: README.md is longer than a page\n' "$room"
        fi
    done
}

# The stages of contact: a stage includes no later one, and only the driver holds all.
rule_contact_stages() {
    includes '{ from = file; sub(/.*\//, "", from); sub(/\.[ch]$/, "", from) }
        owner == "core/contact" && (header ~ /\/contact_sets\.h$/ && from ~ /^contact_(motion|start|report|(collider_)?pairs|elements)$/ ||
            header ~ /\/contact_pairs\.h$/ && from ~ /^contact_(motion|start|elements)$/) {
            print file ":" line ": includes " header ", which is of a later stage" }'
}

rule_gnu_extensions() {
    search '__attribute__|__builtin_|__extension__|\(\{|(^|[^A-Za-z0-9_])(__)?typeof(__)?([^A-Za-z0-9_]|$)|__auto_type|\?:' '^common/base/gnu\.h$'
}

rule_silence() {
    search '(^|[^A-Za-z0-9_])(v?printf|puts|putchar|perror|abort|exit|_Exit|quick_exit)\(|(^|[^A-Za-z0-9_])(stdout|stderr)([^A-Za-z0-9_]|$)' "$SPEAKERS"
}

# text PATTERN: the lines of the C files that match, comments and strings included.
text() {
    sources | xargs -r grep -nE -- "$1" /dev/null || true
}

rule_no_shell() {
    search '(^|[^A-Za-z0-9_])(system|popen|wordexp)\('
    text '"(/bin/)?(ba)?sh"'
}

# A comment, or the include of the header that says it; a program's main may open with the first.
rule_opening() {
    sources | xargs -r awk 'FNR == 1 && !/^\/[\/*]/ {
        stem = FILENAME; sub(/\.[ch]$/, "", stem); sub(/.*\//, "", stem)
        if ($0 !~ "^#include \"[a-z]+/(private/)?" stem "\\.h\"") print FILENAME ":1: opens neither with a comment nor with its own header"
    }'
}

# The one build that knows paths gets them from the build system.
rule_no_paths() {
    text '"[^"]*(/home/|/tmp/|/root/)'
}

# SQL that names a table: only store knows them, the other rooms read its views by name.
rule_tables() {
    local file tables
    tables=$(sed -nE 's/^CREATE TABLE IF NOT EXISTS ([a-z_]+).*/\1/p' "$source/src/front/store/schema.sql" | paste -sd '|')
    for file in $(sources | grep -v '^front/store/' | xargs -r grep -lE '(FROM|JOIN|INTO|UPDATE|TABLE)\b'); do
        tr '\n' ' ' <"$file" | sed -E 's/" *\\? *"//g' |
            grep -oE "\b(FROM|JOIN|INTO|UPDATE|TABLE) +\\\\?\"?((main|temp)\.)?($tables)\b" | sed "s|^|$file: |"
    done
}

rule_unfinished() {
    text '\b(TODO|FIXME|XXX|HACK)\b'
}

# A script that says what runs it is run by its name: README, SECURITY and its own head say so.
rule_executable_scripts() {
    find . -path ./build -prune -o -name '*.sh' ! -perm -u+x -print | sort | while IFS= read -r file; do
        [[ $(head -c 2 -- "$file") != '#!' ]] || printf '%s: begins with #! and may not be executed\n' "$file"
    done
}

# rule_globals ARCHIVE...: writable symbols of the objects. Read-only tables with pointers lie in .data.rel.ro, which nm calls "d" too,
# hence objdump, which names the section.
# Allowed: what sanitizers add; allocation_total and next of malloc, which has no argument that could carry them; solvers_added and
# library_added, which are put behind a table at the start of a program and stay as they are.
rule_globals() {
    objdump -t "$@" 2>/dev/null | awk '
        /file format/ { file = $1 }
        / O \.(t?data|t?bss|data\.rel|data\.rel\.local)[ \t]/ || / O \*COM\*/ {
            name = $NF
            if (name !~ /^(__asan|__odr_asan|__sanitizer|__tsan|_GLOBAL_|\.L)/ && name !~ /^(allocation_total|next|solvers_added|library_added)$/)
                print file " " name " is a mutable global"
        }'
}

# rule_circles ARCHIVE...: files that call each other's functions in a circle, one circle a line: what they share belongs into a file below
# them. Tables of rows, which name what includes their headers, are data and no calls.
rule_circles() {
    nm -A -- "$@" 2>/dev/null | awk '
        NF < 3 { next }
        { file = $1; sub(/\.o:[^:]*$/, "", file); sub(/.*[:\/]/, "", file) }
        $(NF - 1) == "T" { owner[$NF] = file }
        $(NF - 1) == "U" { caller[++calls] = file; callee[calls] = $NF }
        function reach(from, file, i, list) {
            seen[from, file] = 1
            split(called[file], list)
            for (i in list) if (!((from, list[i]) in seen)) reach(from, list[i])
        }
        END {
            for (i = 1; i <= calls; i++) {
                to = owner[callee[i]]
                if (to == "" || to == caller[i] || (caller[i], to) in edge) continue
                edge[caller[i], to] = 1; called[caller[i]] = called[caller[i]] " " to; files[caller[i]] = 1
            }
            for (file in files) { split(called[file], list); for (i in list) reach(file, list[i]) }
            for (file in files) {
                if (!((file, file) in seen) || file in told) continue
                circle = ""
                for (other in files) if ((file, other) in seen && (other, file) in seen) { told[other] = 1; circle = circle " " other }
                print circle
            }
        }' | while read -ra circle; do printf '%s\n' "$(printf '%s\n' "${circle[@]}" | sort | paste -sd ' ')"; done
}

failures=0

# say_failure TEXT...
say_failure() {
    printf '%s\n' "$@"
    failures=$((failures + 1))
}

# expect_hits RULE FOLDER: the rule must find something in the made-up tree.
expect_hits() {
    [[ -n $(cd -- "$2" && { "$1" || true; }) ]] || say_failure "$1 finds nothing in a tree that breaks it"
}

# expect_clean RULE FOLDER
expect_clean() {
    local found
    found=$(cd -- "$2" && { "$1" || true; })
    [[ -z $found ]] || say_failure "$1:" "$found"
}

bad=$scratch/bad good=$scratch/good
mkdir -p "$bad/common/base" "$bad/common/cellar" "$bad/core/step/private" "$bad/core/contact" "$good/common/base/private" "$good/core/math"
cat >"$bad/common/base/bad.c" <<'END'
#include "solver/solver.h"
#include "step/private/hidden.h"
#include <solver/solver.h>
static int counter;
int *bad(void) { __attribute__((unused)) int x = ({ 1; }); printf("TODO /tmp/x"); system("ls"); return &counter; } // FIXME
static const char *where = "/home/somebody";
END
for include in '<solver/private/x.h>' '"measure/../solver/private/x.h"' 'HEADER' '"solver/x.inc"'; do
    mkdir -p "$scratch/odd/core/math"
    printf '#include %s\n' "$include" >"$scratch/odd/core/math/odd.c"
    expect_hits rule_plain_includes "$scratch/odd"
done
printf 'int cellar;\n' >"$bad/common/cellar/cellar.c"
mkdir -p "$bad/front/page" "$good/front/page"
printf 'static const char SQL[] = "SELECT ns FROM"\n    " step AS s";\n' >"$bad/front/page/rows.c"
printf '// Rows.\nstatic const char SQL[] = "SELECT ns FROM"\n    " step_cost AS s JOIN temp.cached_step";\n' >"$good/front/page/rows.c"
printf '// Included by no other room.\n#include "step/private/hidden.h"\n' >"$bad/core/step/step.h"
printf '#include "contact/private/contact_pairs.h"\n' >"$bad/core/contact/contact_motion.c"
# What looks like a breach but is none: in comments, in strings, in longer names.
cat >"$good/common/base/good.c" <<'END'
// printf(), system() and __attribute__ may be spoken about; so may x ?: y.
#include <stdio.h>
#include "base/good.h"
#include "base/private/own.h"
/* exit(1) */
int good_exit(char *out) { return snprintf(out, 8, "exit(%d)", 1); }
END
printf '// Public.\n' >"$good/common/base/good.h"
printf '// Private.\n' >"$good/common/base/private/own.h"
printf '// Another room.\n#include "base/good.h"\n' >"$good/core/math/other.c"
printf '# base\n' | tee "$good/common/base/README.md" "$good/front/page/README.md" >"$good/core/math/README.md"

for rule in room_readme plain_includes include_order private_headers public_headers known_rooms contact_stages gnu_extensions silence no_shell opening no_paths tables unfinished; do
    expect_hits "rule_$rule" "$bad"
    expect_clean "rule_$rule" "$good"
    expect_clean "rule_$rule" "$source/src"
done

printf '#!/bin/sh\n' >"$bad/run.sh"
printf '# Sourced.\n' >"$good/sourced.sh"
expect_hits rule_executable_scripts "$bad"
expect_clean rule_executable_scripts "$good"
for folder in tests bench datasets results; do
    expect_clean rule_executable_scripts "$source/$folder"
done

printf 'int shown = 1;\nstatic int hidden;\nint *f(void) { return &hidden; }\nextern const char *const table[];\nconst char *const table[] = {"a"};\n' \
    >"$scratch/globals.c"
cc -fPIC -c -o "$scratch/globals.o" "$scratch/globals.c"
[[ $(rule_globals "$scratch/globals.o" | grep -c mutable) == 2 ]] ||
    say_failure 'rule_globals does not find the two globals of a file that has two:' "$(rule_globals "$scratch/globals.o")"
archives=("$build"/libweft_*.a)
[[ -f ${archives[0]} ]]
found=$(rule_globals "${archives[@]}")
[[ -z $found ]] || say_failure 'rule_globals:' "$found"

printf 'void below(void);\nvoid ping(void);\nvoid pong(void);\n' >"$scratch/circle.h"
printf '#include "circle.h"\nvoid ping(void) { pong(); below(); }\n' >"$scratch/ping.c"
printf '#include "circle.h"\nvoid pong(void) { ping(); }\n' >"$scratch/pong.c"
printf '#include "circle.h"\nvoid below(void) {}\n' >"$scratch/below.c"
printf '#include "circle.h"\nvoid above(void);\nvoid above(void) { ping(); below(); }\n' >"$scratch/above.c"
(cd -- "$scratch" && for file in ping pong below above; do cc -O0 -c -o "$file.c.o" "$file.c"; done && ar rc circle.a ./*.c.o)
[[ $(rule_circles "$scratch/circle.a") == 'ping.c pong.c' ]] ||
    say_failure 'rule_circles does not find the circle of two files:' "$(rule_circles "$scratch/circle.a")"
found=$(rule_circles "$build"/libweft_{common,core_f64,front}.a)
[[ -z $found ]] || say_failure 'rule_circles:' "$found"

# Each fault of mutants.txt still matches the source.
mkdir -p "$scratch/faults/tests" "$scratch/faults/src/front/run"
cp -- "$source/tests/mutants.sh" "$scratch/faults/tests/"
printf 'front/run/run.c: it returns one more\n-return 1;\n+return 2;\n' >"$scratch/faults/tests/mutants.txt"
printf 'int f(void) { return 1; }\n' >"$scratch/faults/src/front/run/run.c"
bash "$scratch/faults/tests/mutants.sh" --match >/dev/null || say_failure 'mutants.sh --match rejects a fault that matches'
for body in '{ return 0; }' '{ if (0) return 1; return 1; }'; do # never, twice
    printf 'int f(void) %s\n' "$body" >"$scratch/faults/src/front/run/run.c"
    ! bash "$scratch/faults/tests/mutants.sh" --match >/dev/null 2>&1 || say_failure "mutants.sh --match accepts a fault that does not match $body"
done
bash "$source/tests/mutants.sh" --match || say_failure 'mend tests/mutants.txt: describe the faults above in the code of today'

# Formatting.
if command -v clang-format >/dev/null; then
    cp -- "$source/.clang-format" "$scratch/"
    printf 'int  f( void ){return 0;}\n' >"$scratch/format.c"
    ! clang-format --dry-run --Werror "$scratch/format.c" 2>/dev/null || say_failure 'clang-format accepts anything'
    # What was found clean is kept by hash, in a folder of the user's, and not looked at again.
    clean=${XDG_CACHE_HOME:-${HOME:-$build}/.cache}/weft/format
    mkdir -p -- "$clean"
    clean+=/$({ clang-format --version && cat -- "$source/.clang-format"; } | sha256sum | cut -c1-16)
    touch -- "$clean"
    find "$source/src" "$source/tests" "$source/bench" -name '*.[ch]' -o -name '*.cc' | sort | xargs sha256sum >"$scratch/hashes"
    awk 'FILENAME == ARGV[1] { clean[$1] = 1; next } !($1 in clean)' "$clean" "$scratch/hashes" >"$scratch/unknown"
    mapfile -t files < <(cut -c67- "$scratch/unknown")
    if ((${#files[@]} == 0)) || clang-format --dry-run --Werror "${files[@]}"; then
        cut -c1-64 "$scratch/unknown" >>"$clean"
    else
        say_failure 'run clang-format -i on the files above'
    fi
else
    printf 'clang-format is not installed: formatting is not checked\n'
fi

((failures == 0)) && printf 'the house is in order\n'
exit "$((failures > 0))"
