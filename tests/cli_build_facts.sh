#!/usr/bin/env bash
# What a build knows of its sources: commit, whether they differ from it, and the patch that makes them again. cli_build_facts.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

tree=$scratch/tree
mkdir -p "$tree"/{src/common,src/core,src/front,bench,datasets,docs} facts
for file in src/common/a.c src/core/b.c src/front/c.c bench/d.yaml datasets/e.yaml docs/f CMakeLists.txt CMakePresets.json; do echo "old $file" >"$tree/$file"; done
cp "$2"/src/build_facts.cmake "$2"/src/embed_text.cmake "$tree/src"
export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b

# facts: writes the headers in the folder `facts`.
facts() { cmake -DSOURCE="$tree" -DOUT="$scratch/facts/f.h" -DDIFF="$scratch/facts/d.h" -DFLAGS=-O2 -DBUILD_TYPE=Release -DCOMPILER=c -DVERSION=1 -DDATA_INSTALL=/x -P "$tree/src/build_facts.cmake"; }
dirty() { sed -n 's/^#define BUILD_DIRTY //p' facts/f.h; }
# text: of the diff, as a program has it.
text() {
    printf '#include <stdio.h>\n#include "d.h"\nint main(void) { fputs(BUILD_DIFF, stdout); }\n' >facts/print.c
    cc -o facts/print facts/print.c && facts/print
}

# ---- without git nothing is known ----
facts
check "the commit is not known" has facts/f.h '#define BUILD_COMMIT "unknown"'
check "nor whether the sources differ from it" same "$(dirty)" -1
check "and there is no diff" same "$(text | wc -c)" 0

# ---- a clean tree ----
git -C "$tree" init -q
git -C "$tree" add -A
git -C "$tree" commit -qm first
facts
check "the commit" has facts/f.h "$(git -C "$tree" rev-parse HEAD)"
check "is clean" same "$(dirty)" 0
check "without a diff" same "$(text | wc -c)" 0
touch -d 2001-01-01 facts/f.h facts/d.h
echo new >"$tree/docs/f"
facts
check "what no program is made of does not count" same "$(dirty)" 0
check "and neither header is written again" same "$(find facts -name '?.h' -newermt 2002-01-01 | wc -l)" 0

# ---- a file that git does not know ----
echo 'new core' >"$tree/src/core/new.c"
facts
check "counts" same "$(dirty)" 1
check "and is in the diff" has facts/d.h.txt "+new core"
check "git still does not know it" same "$(git -C "$tree" status --porcelain -- src)" "?? src/core/new.c"

# ---- the diff makes the sources again ----
echo 'semicolons; [brackets] "quotes" \ and $dollars' >>"$tree/src/common/a.c"
rm "$tree/src/core/b.c"
facts
text >patch
git clone -q "$tree" again
git -C again apply "$scratch/patch"
for folder in src/common src/core; do check "$folder is the same again" diff -r "$tree/$folder" "again/$folder"; done
touch -d 2001-01-01 facts/d.h
echo changed >"$tree/src/front/c.c"
facts
check "what is not in a worker makes no new one" same "$(find facts -name 'd.h' -newermt 2002-01-01 | wc -l)" 0

# ---- more than is kept ----
head -c 1200000 /dev/zero | tr '\0' 'x' >"$tree/src/core/large.c"
facts
check "its size and hash are" grep -q '^not kept: 12[0-9]* bytes, sha256 [0-9a-f]\{64\}$' facts/d.h.txt
git -C "$tree" checkout -q -- src bench
rm "$tree"/src/core/{new,large}.c
facts
check "clean again" same "$(dirty)$(text)" 0
