#!/usr/bin/env bash
# weft scene: what it refuses. python_scene.py has what it writes. cli_scene.sh BUILD SOURCE
set -u
# shellcheck source-path=SCRIPTDIR source=shell.sh
. "$(dirname "$0")/shell.sh" "$1" "$2"

expect 4 "$weft" scene chain --export none/such.json
check "the file is named" has err none/such.json
mkdir full
expect 4 "$weft" scene chain --export full
check "the folder is as it was" same "$(ls -A full)" ""
expect 3 "$weft" scene chain --set nothing=3
expect 2 "$weft" scene chain --set nothing
expect 3 "$weft" scene no_such_scene
