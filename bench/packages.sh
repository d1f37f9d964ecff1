# Sourced by bench/run.sh and tests/run.sh: the Debian packages that weft needs, and how a stage of a script is shown.
# shellcheck shell=bash disable=SC2034 # the lists are used by whoever sources this

# What it takes to build and run everything.
BUILD_PACKAGES=(build-essential cmake ninja-build pkg-config git libsuitesparse-dev libopenblas-openmp-dev liblapacke-dev
    libhwloc-dev libsqlite3-dev libyaml-dev libjansson-dev libxxhash-dev zlib1g-dev libcmocka-dev libbenchmark-dev gnuplot-nox fonts-dejavu-core xz-utils)
# What the tests ask for besides.
# clang, llvm, libclang-rt-dev: libFuzzer and its coverage. libomp-dev: the omp.h that clang-tidy reads. qemu-user: processors that this
# machine is not. texlive: pictures and tables in an article;
# poppler-utils: what is in a PDF.
TEST_PACKAGES=(ccache clang-format clang-tidy clang llvm libclang-rt-dev libomp-dev cppcheck sqlite3 strace qemu-user
    texlive-latex-recommended texlive-science poppler-utils)
# A cluster on one machine, and the scripts of weft submit.
TEST_PACKAGES+=(slurmctld slurmd slurm-client munge parallel openssh-client shellcheck)
# An sshd that long_ssh starts by itself. Where services are started, installing it would open the machine to others: there the test skips.
[[ -d /run/systemd/system ]] || TEST_PACKAGES+=(openssh-server)
# Programs that read a store (docs/store.md): a test runs them.
TEST_PACKAGES+=(python3-pandas r-base-core r-cran-rsqlite)
# A solver that is a program (docs/plugins/program), and the converters (src/python/README.md).
TEST_PACKAGES+=(python3-numpy python3-meshio)

# usage CODE: prints the comment at the head of the script that runs, and ends it.
usage() {
    sed -nE '2,${/^#/!q; s/^# ?//p}' "$0"
    exit "$1"
}
# help_first ARGUMENT...: usage, where --help is asked for, before anything is installed, built or run.
help_first() {
    local argument
    for argument in "$@"; do
        case $argument in
            -h | --help) usage 0 ;;
            --) return 0 ;;
        esac
    done
}

die() {
    printf '%s: %s\n' "$(basename -- "$0")" "$*" >&2
    exit 1
}

# stage TEXT COMMAND...: runs the command silently and prints one line with its wall time; on failure prints what it said and leaves
# with its exit code.
stage() {
    local text=$1 log begin code=0
    shift
    log=$(mktemp)
    begin=$(date +%s.%N)
    "$@" >"$log" 2>&1 || code=$?
    if ((code != 0)); then
        cat -- "$log" >&2
        rm -f -- "$log"
        printf '%s: failed with exit code %d\n' "$text" "$code" >&2
        exit "$code"
    fi
    rm -f -- "$log"
    awk -v text="$text" -v begin="$begin" -v end="$(date +%s.%N)" 'BEGIN { printf "%-60s %6.1f s\n", text, end - begin }' >&2
}

# use_ccache: objects that were compiled before for such a processor, here or in another clone, are not compiled again, where ccache is there.
use_ccache() {
    command -v ccache >/dev/null || return 0
    export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=${CCACHE_BASEDIR:-$root} CCACHE_NOHASHDIR=1
    CCACHE_NAMESPACE=$(gcc -march=native -Q --help=target | cksum)
    export CCACHE_NAMESPACE
}

# packages_missing PACKAGE...: those that are not installed, one a line.
packages_missing() {
    local name
    for name in "$@"; do
        if [[ $(dpkg-query -W -f='${db:Status-Status}' "$name" 2>/dev/null) != installed ]]; then
            printf '%s\n' "$name"
        fi
    done
}

# packages_apt ROOT-PREFIX... -- PACKAGE...: the list is fetched first, but an old one is better than none.
packages_apt() {
    local prefix=()
    while [[ $1 != -- ]]; do
        prefix+=("$1")
        shift
    done
    shift
    "${prefix[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -q || true
    "${prefix[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@"
}

# packages_install PACKAGE...: installs what is missing; asks apt only then. WEFT_PACKAGES=skip: trusts that everything is there.
packages_install() {
    [[ ${WEFT_PACKAGES:-} != skip ]] || return 0
    local missing=() prefix=()
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        die "this is no Debian system: install what these packages hold by other means, then set WEFT_PACKAGES=skip: $*"
    fi
    mapfile -t missing < <(packages_missing "$@")
    ((${#missing[@]} > 0)) || return 0
    if ((EUID != 0)); then
        command -v sudo >/dev/null ||
            die "packages are missing, and this is neither root nor is there sudo; as root run: apt-get install ${missing[*]}"
        prefix=(sudo)
        if [[ -t 0 ]]; then sudo true; else sudo -n true; fi ||
            die "packages are missing and sudo refuses; as root run: apt-get install ${missing[*]}"
    fi
    stage "install ${#missing[@]} packages" packages_apt "${prefix[@]}" -- "${missing[@]}"
}
