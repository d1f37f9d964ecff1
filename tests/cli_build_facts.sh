#!/usr/bin/env bash
# What a build records of its sources: the commit, whether they differ from it, and the patch that restores them. cli_build_facts.sh BUILD SOURCE
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
# diff_text: the patch, as a program has it.
diff_text() {
    printf '#include <stdio.h>\n#include "d.h"\nint main(void) { fputs(BUILD_DIFF, stdout); }\n' >facts/print.c
    cc -o facts/print facts/print.c && facts/print
}

# ---- without git ----
facts
check "no commit" has facts/f.h '#define BUILD_COMMIT "unknown"'
check "changed or not is unknown" same "$(dirty)" -1
check "no patch" same "$(diff_text | wc -c)" 0

# ---- a clean tree ----
git -C "$tree" init -q
git -C "$tree" add -A
git -C "$tree" commit -qm first
facts
check "its commit" has facts/f.h "$(git -C "$tree" rev-parse HEAD)"
check "no change" same "$(dirty)" 0
check "an empty patch" same "$(diff_text | wc -c)" 0
touch -d 2001-01-01 facts/f.h facts/d.h
echo new >"$tree/docs/f"
facts
check "a change of documents is none of the programs" same "$(dirty)" 0
check "neither header is written again" same "$(find facts -name '?.h' -newermt 2002-01-01 | wc -l)" 0

# ---- a file that git does not track ----
echo 'new core' >"$tree/src/core/new.c"
facts
check "is a change" same "$(dirty)" 1
check "is in the patch" has facts/d.h.txt "+new core"
check "git still does not track it" same "$(git -C "$tree" status --porcelain -- src)" "?? src/core/new.c"

# ---- the patch restores the sources ----
echo 'semicolons; [brackets] "quotes" \ and $dollars' >>"$tree/src/common/a.c"
rm "$tree/src/core/b.c"
facts
diff_text >sources.patch
git clone -q "$tree" again
git -C again apply "$scratch/sources.patch"
for folder in src/common src/core; do check "$folder is the same again" diff -r "$tree/$folder" "again/$folder"; done
touch -d 2001-01-01 facts/d.h
echo changed >"$tree/src/front/c.c"
facts
check "a change outside of the workers does not rebuild them" same "$(find facts -name 'd.h' -newermt 2002-01-01 | wc -l)" 0

# ---- a patch above the largest size ----
head -c 1200000 /dev/zero | tr '\0' 'x' >"$tree/src/core/large.c"
facts
check "its size and hash are kept" grep -qE '12[0-9]{5} .*[0-9a-f]{64}$' facts/d.h.txt
check "the patch is not" below "$(stat -c %s facts/d.h.txt)" 1000
git -C "$tree" checkout -q -- src bench
rm "$tree"/src/core/{new,large}.c
facts
check "clean again" same "$(dirty)$(diff_text)" 0
