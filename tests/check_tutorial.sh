#!/bin/bash
# Every command of a document works as printed, in an installed tree, and prints what stands below it. Times and rates are not
# compared. UPDATE=1 writes what is printed now into the document instead. BUILD names the build folder. POISE_PREFIX: it is installed
# there already, by a package.
#
#   tests/check_tutorial.sh [DOCUMENT [COMMANDS]]    docs/TUTORIAL.md; it has at least COMMANDS commands
# test: slow
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$([ -n "${POISE_PREFIX:-}" ] || { cd "$root" && cd "${BUILD:-build}" && pwd; })
document=$root/${1:-docs/TUTORIAL.md}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
prefix=${POISE_PREFIX:-$scratch/usr/local}
unset MAKEFLAGS MAKELEVEL

# Command N of the document goes to N.command, what is expected of it to N.expected; without a line below, nothing is.
mkdir "$scratch/steps"
awk -v folder="$scratch/steps" '
    /^    \$ / { file = sprintf("%s/%02d", folder, ++n); print substr($0, 7) > (file ".command"); next }
    /^    / && n { print substr($0, 5) > (file ".expected"); next }' "$document"
[ "$(find "$scratch/steps" -name '*.command' | wc -l)" -ge "${2:-15}" ] || { echo "$document has lost its commands"; exit 1; }

# "make install" of the document is one of this tree, below the scratch folder; no test installs packages of the system. In a folder with a
# Makefile of its own, that is meant.
tree_make() { command make --no-print-directory -C "$root" BUILD="$build" PREFIX="$prefix" "${@/#deps/deps-check}"; }
make() { if [ -n "${POISE_PREFIX:-}" ] && [ ! -e Makefile ]; then :; elif [ -e Makefile ]; then command make "$@"; else tree_make "$@"; fi; }
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
# Without empty lines: in the document they are no part of a block. Lines of progress come when the time has come.
comparable() {
    sed -E '/^$/d; /^poise: (profile|evaluate) [0-9]+\//d; s/with [0-9]+ threads?/with THREADS/; s/[0-9.]+ s\b/TIME s/g; s/[0-9.]+ % of processor/SHARE % of processor/; s/[0-9.]+ M ([A-Za-z ]+)\/s/RATE M \1\/s/g' "$1"
}

PATH=$prefix/bin:$PATH
mkdir "$scratch/home"
cd "$scratch/home"
for step in "$scratch"/steps/*.command; do
    here=${step%.command}
    command=$(sed "s|/usr/local|$prefix|g" "$step")
    # In this shell, so that "cd" lasts; in a subshell of its own where the command may exit.
    case $command in
    *'cd '*) eval "$command" ;;
    *) (eval "$command") ;;
    esac >"$here.printed" 2>&1 </dev/null || { cat "$step" "$here.printed"; exit 1; }
    if [ -n "${UPDATE:-}" ] || [ ! -e "$here.expected" ]; then
        continue
    fi
    diff -u --label "${document##*/}: $(cat "$step")" --label "printed" <(comparable "$here.expected") <(comparable "$here.printed") || {
        echo "If this is meant, 'UPDATE=1 $0 $*' writes it into the document."
        exit 1
    }
done

[ -z "${UPDATE:-}" ] || {
    # Empty lines belong to what is printed where an indented line follows.
    awk -v folder="$scratch/steps" '
        /^    / && !/^    \$ / && n {
            while (!shown && (getline line < file) > 0)
                if (line !~ /^poise: (profile|evaluate) [0-9]+\//)
                    print line == "" ? "" : "    " line
            shown = 1; empty = 0; next
        }
        /^$/ { empty++; next }
        { for (; empty > 0; empty--) print ""; print }
        /^    \$ / { file = sprintf("%s/%02d.printed", folder, ++n); shown = 0 }' "$document" >"$scratch/updated"
    cp "$scratch/updated" "$document"
}
