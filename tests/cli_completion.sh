#!/usr/bin/env bash
# weft completion: subcommands, flags and names in bash. cli_completion.sh BUILD SOURCE
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
check "solvers" same "$(complete_words sim cloth --solver newt)" newton
check "solvers after the letter of the flag" same "$(complete_words sim cloth -S lb)" lbfgs
check "scenes" same "$(complete_words sim curtain_)" curtain_ring
touch some.db
check "files" same "$(complete_words report som)" some.db
check "files beside scenes" same "$(complete_words sim som)" some.db
check "subcommands to explain" same "$(complete_words help compa)" compare
check "sections of the list" same "$(complete_words list expe)" experiments
check "and their names" same "$(complete_words list solver xpbd_)" xpbd_direct
subcommands=$("$weft" help | sed -n 's/^  \([a-z]\+\)  .*/\1/p')
check "there are subcommands" test "$(wc -w <<<"$subcommands")" -ge 15
check "every subcommand" same "$(for command in $subcommands; do complete_words "$command" | head -n 1; done)" "$subcommands"
for shell in zsh fish; do
    expect 0 "$weft" completion $shell
    check "$shell completes subcommands" has out report
done
expect 2 "$weft" completion tcsh
check "the shells" has err fish
