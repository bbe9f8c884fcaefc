#!/bin/bash
# The capture platform works with every LLVM that is installed, not only with the one that it was built with: its compiler and its
# built-in functions are built with each other one, and tests of captures pass. libclc of an older LLVM serves where it is the
# only one. Skipped where there is no other LLVM. BUILD names the build folder; what was built stays there for the next run.
# test: slow
set -eu
cd "$(dirname "$0")/.."
build=$(realpath "${BUILD:-build}")
[ -e "$build/poise-kernel-compiler" ] || { echo "the capture platform was not built" && exit 77; }
own=$("$build/poise-kernel-compiler" version | sed -n 's/^LLVM \([0-9]*\)\..*/\1/p')
libclc=$("$build/poise-kernel-compiler" version | sed -n 's/^libclc //p')
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
parts='poise-kernel-compiler poise-builtins.bc poise-builtins.h'
tests=$(printf "tests/cli/capture/%s.sh " features language refused untraced untraced_faults versions)

# of_version LLVM: "LLVM LIBCLC ...", where clang can read a libclc that is there.
of_version() {
    mk/find_llvm.sh "$1" 2>/dev/null || { [ "$1" -gt "$own" ] && LIBCLC=$libclc mk/find_llvm.sh "$1" 2>/dev/null; }
}

tested=
for version in 14 15 16 17 18 19; do
    [ "$version" != "$own" ] && found=$(of_version "$version") || continue
    folder=$build/tests/llvm-$version
    mkdir -p "$folder/obj"
    [ ! -d "$build/obj/common" ] || cp -au "$build/obj/common" "$folder/obj" # what knows nothing of LLVM
    env -u MAKEFLAGS -u MAKELEVEL make -j"$(nproc)" OPT=-O0 BUILD="$folder" LLVM="$version" LIBCLC="$(cut -d' ' -f2 <<<"$found")" $(printf "$folder/%s " $parts) >"$scratch/log" 2>&1 || {
        cat "$scratch/log"
        echo "LLVM $version: the compiler cannot be built"
        exit 1
    }
    cp "$build"/{poise,libpoise_opencl.so,poise-kernel-server} "$folder"
    # shellcheck disable=SC2086 # names of tests
    tests/run.sh "$folder" $tests >"$scratch/log" 2>&1 || {
        cat "$scratch/log"
        echo "LLVM $version: tests of the capture fail"
        exit 1
    }
    tested="$tested $version"
done
[ "$tested" ] || { echo "no LLVM but $own is installed" && exit 77; }
echo "the capture platform works with LLVM$tested too"
