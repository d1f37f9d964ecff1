#!/usr/bin/env bash
# What completes subcommands and flags in a shell. cli_completion.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

expect 0 "$weft" completion bash
cp out weft.bash
# shellcheck source=/dev/null
. ./weft.bash
# complete_words WORD...: what is offered for the last of them.
complete_words() {
    COMP_WORDS=(weft "$@") COMP_CWORD=$#
    COMPREPLY=()
    _weft
    printf '%s\n' "${COMPREPLY[@]}"
}
check "subcommands" same "$(complete_words repo)" report
check "flags of one" same "$(complete_words report --cl)" --claims
check "solvers" same "$(complete_words sim cloth --solver newton_)" newton_pcg
check "by their letter" same "$(complete_words sim cloth -S lb)" lbfgs
check "scenes" same "$(complete_words sim curtain_)" curtain_ring
touch some.db
check "files" same "$(complete_words report som)" some.db
check "files beside scenes" same "$(complete_words sim som)" some.db
check "subcommands to explain" same "$(complete_words help compa)" compare
check "sections of the list" same "$(complete_words list expe)" experiments
check "and their names" same "$(complete_words list solver xpbd_)" xpbd_direct
subcommands=$("$weft" help | sed -n 's/^  \([a-z]\+\)  .*/\1/p')
check "there are subcommands" test "$(wc -w <<<"$subcommands")" -ge 15
for command in $subcommands; do
    check "$command is offered" same "$(complete_words "$command" | head -n 1)" "$command"
done

# The same in the shells themselves: what a tab makes of a line.
mkdir home functions
"$weft" completion zsh >functions/_weft
"$weft" completion fish >weft.fish
cat >tab.zsh <<'ZSH'
zmodload zsh/zpty
wait_for() { # LINES: until the file has so many
    for _ in {1..12000}; do
        (($(wc -l <lines) >= $1)) && return
        sleep 0.05
    done
}
zpty shell zsh -f -i
zpty -w shell 'PS1=; fpath=($PWD/functions $fpath); autoload -U compinit; compinit -u -d $PWD/dump; setopt no_beep'
zpty -w shell 'note() { print -r -- $BUFFER >>lines }; zle -N note; bindkey "^T" note; print ready >>lines'
seen=1
wait_for 1
for begun in "$@"; do
    zpty -w -n shell "$begun"$'\t\x14\x15'
    wait_for $((++seen))
done
zpty -d shell
ZSH
tab_zsh() { # LINE...: what each becomes
    : >lines
    HOME=$PWD/home timeout 900 zsh -f tab.zsh "$@" >/dev/null 2>&1
    sed '1d; s/ *$//' lines
}
tab_fish() { # LINE...
    for line; do
        HOME=$PWD/home XDG_CONFIG_HOME=$PWD/home fish -c 'source weft.fish; complete -C $argv[1]' "$line" | cut -f 1 | sed "s/^/${line% *} /"
    done
}
begun=('weft repo' 'weft report some.db --cl' 'weft sim cloth --solver new' 'weft sim curtain_' 'weft list solver xpbd_' 'weft list expe'
    'weft run e.yaml --linsys cholmod_si')
made='weft report
weft report some.db --claims
weft sim cloth --solver newton
weft sim curtain_ring
weft list solver xpbd_direct
weft list experiments
weft run e.yaml --linsys cholmod_simplicial'
for shell in zsh fish; do
    if command -v "$shell" >/dev/null; then
        check "$shell completes" same "$(tab_$shell "${begun[@]}")" "$made"
    else
        echo "left out: completion in $shell, which is not here"
    fi
done
expect 2 "$weft" completion tcsh
check "which there are" has err "bash, zsh and fish have one"
