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
check "subcommands" same "$(complete_words rep)" report
check "flags of one" same "$(complete_words report --cl)" --claims
check "solvers" same "$(complete_words sim cloth --solver new)" newton
touch some.db
check "files" same "$(complete_words report som)" some.db
check "subcommands to explain" same "$(complete_words help compa)" compare
for command in $("$weft" help | sed -n 's/^  \([a-z]\+\)  .*/\1/p'); do
    check "$command is offered" same "$(complete_words "$command" | head -n 1)" "$command"
done

for shell in bash zsh fish; do
    expect 0 "$weft" completion "$shell"
    check "$shell: flags" grep -q -- "claims" out
    check "$shell: solvers" grep -q -- "xpbd_direct" out
    if command -v "$shell" >/dev/null; then
        check "$shell reads it" "$shell" -n out
    else
        echo "not checked by $shell, which is not here"
    fi
done
expect 2 "$weft" completion tcsh
check "which there are" has err "bash, zsh and fish have one"
