#!/usr/bin/env bash
# tests/words.sh [--list | --names]
# Counts how weft's text reads, a row for each kind of text: its words, its sentences of more than 25 words, the clauses that begin with
# "what", other words that stand in for a noun, and the reading ease of Flesch (206.8 - 1.015 words a sentence - 84.6 syllables a word: 30 is
# hard, 60 is plain). A heading, an item of a list and a cell of a table count as sentences; code does not count.
#   --list    in place of the table, each place of a "what" clause, of a word that stands in, and of a long sentence: FILE:LINE: KIND: TEXT
#   --names   in place of the table, the identifiers of src that are no nouns of the field
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
mode=${1:-table}
[[ $mode == table || $mode == --list || $mode == --names ]] || { sed -n '2,8s/^# \{0,1\}//p' "$0" >&2 && exit 2; }

if [[ $mode == --names ]]; then
    git ls-files 'src/*.[ch]' | xargs grep -noE '\b[A-Za-z_0-9]*(_(MOST|LEAST|most|least|beside|said|held|wanted|stand|stands)|(beside|said|held|wanted|whereabouts)_)[A-Za-z_0-9]*\b' |
        awk -F: '{ n[$3]++; if (!($3 in at)) at[$3] = $1 ":" $2 } END { for (name in n) printf "%4d  %-40s %s\n", n[name], name, at[name] }' | sort -rn
    exit
fi

# Each sentence on a line: FILE, LINE, TEXT, by tabs.
markdown() {
    awk -v OFS='\t' '
        function flush() { if (text != "") print was, line, text; text = "" }
        function add(s) { if (text == "") line = FNR; text = text " " s }
        FNR == 1 { flush(); was = FILENAME; code = 0 }
        /^ *```/ { flush(); code = !code; next }
        code { next }
        { gsub(/<!--[^>]*-->/, ""); gsub(/`[^`]*`/, "code"); gsub(/!\[/, "["); while (match($0, /\]\([^)]*\)/)) $0 = substr($0, 1, RSTART - 1) " " substr($0, RSTART + RLENGTH); gsub(/[\[\]*]/, "") }
        /^ *$/ { flush(); next }
        /^\|/ { flush(); n = split($0, cell, "|"); for (c = 1; c <= n; c++) if (cell[c] ~ /[a-zA-Z]/) print was, FNR, cell[c]; next }
        /^ *(#|- |[0-9]+\. )/ { flush() }
        { sub(/^ *(#+|-|[0-9]+\.) /, ""); add($0) }
        /^#/ { flush() }
        END { flush() }' "$@"
}
# comments_of FILE...: the comments of C, lines of one block joined; strings_of: the string literals with a space in them, neighbours joined.
comments_of() {
    awk -v OFS='\t' '
        function flush() { if (text != "") print was, line, text; text = "" }
        FNR == 1 { flush(); was = FILENAME }
        match($0, /(^|[ \t])\/\/ ?/) { alone = $0 ~ /^[ \t]*\/\//; if (!alone) flush(); if (text == "") line = FNR; text = text " " substr($0, RSTART + RLENGTH); if (!alone) flush(); next }
        { flush() }
        END { flush() }' "$@"
}
strings_of() {
    awk -v OFS='\t' '
        function flush() { if (text ~ /[a-z] [a-z]/) print was, line, text; text = "" }
        FNR == 1 { flush(); was = FILENAME }
        /^[ \t]*(\/\/|#include)/ { flush(); next }
        { rest = $0; found = 0
          while (match(rest, /"([^"\\]|\\.)*"/)) { s = substr(rest, RSTART + 1, RLENGTH - 2); if (text == "") line = FNR; else if (found) text = text " | "; text = text s; found = 1; rest = substr(rest, RSTART + RLENGTH) }
          if (!found || rest ~ /[,;)]/) flush() }
        END { flush() }' "$@" | sed -E 's/\\n/. /g; s/%[-0-9.*]*(z|l|ll|j)?[a-zA-Z]/N/g; s/" PRI[a-z0-9]+ "/N/g'
}
yaml() { # the prose of experiments: of a key with three words or more, and the lines that go on
    awk -v OFS='\t' '
        function flush() { if (text ~ /[a-z]+ [a-z]+ [a-z]+/) print was, line, text; text = "" }
        FNR == 1 { flush(); was = FILENAME }
        { key = match($0, /^ *(- )?[{]?[a-z_]+:( |$)/); note = /^ *#/ }
        key || (note && !noted) || (!note && noted) { flush(); line = FNR }
        { noted = note; s = $0; sub(key ? "^ *(- )?[{]?[a-z_]+: *(>-)?" : "^ *#? *", "", s); text = text " " s }
        END { flush() }' "$@"
}
manual() { # the page for man that a build has made
    local made=build/release/manual/weft.1
    [[ ! -r $made ]] || sed -E 's/^\.(SH|SS|B|I|TP|PP|nf|fi|TH|IP|RS|RE|BR)\b ?/\n/; s/\\f[BIRP]//g; s/\\-/-/g; s/\\&//g' "$made" | awk -v OFS='\t' -v f="$made" '/[a-z] [a-z]/ { print f, NR, $0 }'
}

# count NAME: of lines FILE, LINE, TEXT on standard input the row, or with --list the places.
count() {
    awk -F'\t' -v name="$1" -v mode="$mode" '
        function syllables(w, n) { w = tolower(w); sub(/e$/, "", w); n = gsub(/[aeiouy]+/, "", w); return n > 0 ? n : 1 }
        function place(kind, s) { if (mode == "--list") printf "%s:%d: %s: %s\n", $1, $2, kind, s }
        { text = $3; gsub(/(e\.g|i\.e|etc|vs|cf|Eq|Fig|Sec|et al)\./, "abbr", text); gsub(/[.!?]["\x27)]*( +|$)/, "&\n", text); n = split(text, part, "\n")
          for (p = 1; p <= n; p++) {
              s = part[p]; m = split(s, word, /[^A-Za-z0-9\x27_-]+/); w = 0
              for (k = 1; k <= m; k++) if (word[k] ~ /[A-Za-z]/) { w++; syl += syllables(word[k]) }
              if (w == 0) continue
              words += w; sentences++
              if (w > 25) { long++; place("long (" w " words)", s) }
              low = " " tolower(s) " "; gsub(/[^a-z0-9]+/, " ", low); low = " " low " "
              asks = s ~ /[?]["\x27)]* *$/
              c = gsub(/ what /, " what ", low); if (c > 0 && !asks) { what += c; place("what", s) }
              c = gsub(/ (beside|stands|held|is told|says of|goes without|lies on|come about|comes about|as far again|is there sooner|lets go|no matter) /, "&", low)
              if (c > 0) { other += c; place("word", s) }
          } }
        END { if (mode != "--list") printf "%-22s %8d %10d %8d %8.1f %8d %8d %8.0f\n", name, words, sentences, long, sentences ? 100 * long / sentences : 0, what, other,
                  sentences ? 206.835 - 1.015 * words / sentences - 84.6 * syl / words : 0 }'
}
[[ $mode == --list ]] || printf '%-22s %8s %10s %8s %8s %8s %8s %8s\n' text words sentences '> 25' '% of all' what words ease
# of KIND PATTERN...: the sentences of the files of the source that match.
of() {
    local kind=$1 files
    shift
    mapfile -t files < <(git ls-files "$@")
    "$kind" "${files[@]}"
}
of markdown README.md | count README.md
of markdown 'docs/*.md' ':!docs/reference.md' | count docs
of markdown docs/reference.md | count "docs/reference.md"
manual | count "manual page"
of markdown '*.md' ':!README.md' ':!docs' ':!results' | count "other pages"
of yaml 'bench/experiments/*.yaml' | count experiments
of strings_of 'src/*.[ch]' | count "messages, help, lists"
of comments_of 'src/*.[ch]' | count "comments of src"
of comments_of 'tests/*.[ch]' | count "comments of tests"
