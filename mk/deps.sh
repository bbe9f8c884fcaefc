#!/bin/sh
# deps.sh check           is there what the build needs? No network; if not, one sentence names what is missing
# deps.sh install FOR...  installs with apt-get what is missing for these purposes (first column of packages.txt). Without
#                         apt-get it prints the packages' names elsewhere, and fails only if the build cannot do without.
# deps.sh names FOR...    what Debian calls what these purposes need, A|B where releases differ, a line each
# make sets: CC; LLVM_FOUND, the LLVM that is complete or nothing; LLVM_WANTED, the versions that may be installed, best first.
set -u
folder=$(dirname "$0")
table=$folder/packages.txt
CC=${CC:-gcc}
PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin # where Debian has daemons

# rows FOR...: the lines of these purposes
rows() {
    awk -v purposes=" $* " '!/^#/ && NF && index(purposes, " " $1 " ")' "$table"
}

# include FILE...: does the compiler find all of them?
include() {
    for header; do echo "#if !__has_include(<$header>)" && echo '#error missing' && echo '#endif'; done |
        $CC ${CPPFLAGS:-} -E -x c - >/dev/null 2>&1
}

# installed PACKAGE...: one of them, by Debian's list
installed() {
    dpkg-query -W -f='${Status}\n' "$@" 2>/dev/null | grep -q 'ok installed'
}

# is_there PROBE PACKAGE
is_there() {
    case $1 in
    pkg:*) pkg-config --exists "${1#*:}" 2>/dev/null ;;
    header:*) include "${1#*:}" ;;
    program:gcc) command -v ${CC##*ccache } >/dev/null ;;
    program:*) command -v "${1#*:}" >/dev/null ;;
    python:*) /usr/bin/python3 -c "import ${1#*:}" 2>/dev/null || python3 -c "import ${1#*:}" 2>/dev/null ;;
    r:*) Rscript -e "quit(status = !requireNamespace('${1#*:}', quietly = TRUE))" >/dev/null 2>&1 ;;
    llvm) [ -n "$LLVM_FOUND" ] || ! "$folder/find_llvm.sh" "$llvm" 2>&1 | grep -qE "[ :]$2( |\$)" ;;
    package) ! command -v dpkg-query >/dev/null || installed $(echo "$2" | tr '|' ' ') ;;
    esac
}

# with_version NAME: the % of a package of LLVM replaced
with_version() {
    echo "$1" | sed "s/%/${LLVM_FOUND:-$llvm}/g"
}

# missing FOR...: the rows that this system lacks
missing() {
    rows "$@" | while read -r purpose probe apt rest; do
        apt=$(with_version "$apt")
        is_there "$probe" "$apt" || echo "$purpose $probe $apt $rest"
    done
}

# names COLUMN < ROWS: what the packages are called there
names() {
    awk -v column="$1" '$column != "-" && !said[$column]++ { printf " %s", $column }'
}

# column_here: that of the packages of this system, or of Debian
column_here() {
    column=3
    for manager in apt-get dnf pacman brew; do
        command -v $manager >/dev/null && break
        column=$((column + 1))
    done
    [ $column -gt 6 ] && column=3
    echo $column
}

check() {
    # nothing is missing, nearly always: asked at once
    pkg-config --exists $(rows build | sed -n 's/.* pkg:\([^ ]*\).*/\1/p') 2>/dev/null && [ -n "$LLVM_FOUND" ] &&
        include $(rows build | sed -n 's/.* header:\([^ ]*\).*/\1/p') && return
    lacks=$(missing build)
    [ -z "$lacks" ] && return
    echo "Missing:$(echo "$lacks" | names "$(column_here)"); run 'make deps' first." >&2
    return 1
}

# available PACKAGE|PACKAGE: the first of them that apt-get could install
available() {
    for name in $(echo "$1" | tr '|' ' '); do
        apt-cache policy "$name" 2>/dev/null | grep -q '^  Candidate: [^(]' && echo "$name" && return
    done
}

# choose_llvm: the first wanted version that the release has all of
choose_llvm() {
    for llvm in $LLVM_WANTED; do
        [ -n "$(available "clang-$llvm")" ] && [ -n "$(available "llvm-$llvm-dev")" ] && [ -n "$(available "libclc-$llvm")" ] && return
    done
    llvm=${LLVM_WANTED%% *}
}

# to_install FOR...: "PURPOSE PACKAGE" of what is missing; the package is - where the release has none
to_install() {
    [ -n "$LLVM_FOUND" ] || choose_llvm
    missing "$@" | while read -r purpose probe apt rest; do
        package=$(available "$apt")
        echo "$purpose ${package:--} $apt"
    done
}

install_with_apt() {
    list=$(to_install "$@")
    [ -z "$list" ] && return
    # what this release is known not to have is no reason to ask the network again
    ls "${APT_LISTS:-/var/lib/apt/lists}" 2>/dev/null | grep -q Packages &&
        { echo "$list" | grep -v -e '^check - ' -e '^oracle - ' | grep -q . || return 0; }
    sudo=
    if [ "$(id -u)" != 0 ]; then
        sudo=$(command -v sudo) || { echo "Only root can install:$(echo "$list" | names 2)" >&2; return 1; }
    fi
    $sudo apt-get update -qq || return 1
    list=$(to_install "$@")
    lacking=$(echo "$list" | awk '$2 == "-"')
    [ -z "$lacking" ] || echo "This release does not have:$(echo "$lacking" | names 3)" >&2
    ! echo "$lacking" | grep -q '^build ' || return 1
    packages=$(echo "$list" | awk '$2 != "-"' | names 2)
    echo "Installing:$packages"
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages >/dev/null
}

install_elsewhere() {
    lacks=$(missing "$@")
    [ -z "$lacks" ] && return
    echo "There is no apt-get here. Not found:$(echo "$lacks" | awk '{ printf " %s", $2 == "package" || $2 == "llvm" ? $3 : $2 }')"
    echo "What is missing is called (LLVM in one of the versions $LLVM_WANTED)"
    echo "  dnf   $(echo "$lacks" | names 4)"
    echo "  pacman$(echo "$lacks" | names 5)"
    echo "  brew  $(echo "$lacks" | names 6)"
    echo "$lacks" | grep -q '^build ' || echo "Poise is built without; tests that need it are skipped or fail."
}

: "${LLVM_WANTED:=14}" "${LLVM_FOUND:=}"
llvm=${LLVM_WANTED%% *}
verb=$1
shift
case $verb in
check) check ;;
names) rows "$@" | while read -r purpose probe apt rest; do with_version "$apt"; done ;;
install)
    if command -v apt-get >/dev/null; then
        install_with_apt "$@"
    else
        install_elsewhere "$@"
        check
    fi
    ;;
esac
