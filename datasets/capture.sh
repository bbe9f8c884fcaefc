#!/bin/bash
# Captures runs of the manifest into datasets/traces/NAME and compares them with datasets/checksums/llvm-VERSION of the LLVM that
# the capture platform was built with: with the same LLVM the traces are the same on every machine. Where that file is not there,
# nothing is compared, and the last line says so.
#
#   datasets/capture.sh [--update|--ship] [all|training|evaluation|control|memory|graphics|translation|paging|demo|full|NAME]...
#
# all is every split but translation and paging, whose runs are large and have no checksums; they are captured with their buffer
# events (docs/TRACE.md).
# A run that is there is kept unless its program, its arguments or the LLVM have changed. Runs are captured side by side, one per
# core. --update writes the checksums instead of comparing; --ship copies the small ones, all of the demo and every other
# one below 64 KB, to datasets/shipped, which is in the repository. POISE_BUILD names the folder of the built programs (default:
# build), POISE_TRACES that of the traces.
set -u -o pipefail
export LC_ALL=C
cd "$(dirname "$0")/.." || exit 1
build=$(realpath "${POISE_BUILD:-build}") || exit 1
traces=$(realpath -m "${POISE_TRACES:-datasets/traces}")
llvm=llvm-$("$build/poise-kernel-compiler" version | sed -n 's/^LLVM \([0-9]*\)\..*/\1/p')
checksums=datasets/checksums/$llvm
update=
ship=
[ "${1:-}" = --update ] && update=1 && shift
[ "${1:-}" = --ship ] && ship=1 && shift
[ $# -gt 0 ] || set -- all
[ "$ship" ] && [ "$llvm" != llvm-14 ] && echo "the traces of the repository are those of LLVM 14, not $llvm" >&2 && exit 1

# Whether the runs of a split are captured with buffer events, and no checksums are kept of them.
is_large() { [ "$1" = translation ] || [ "$1" = paging ]; }

# What a run depends on, besides the capture itself: OPTION PROGRAM ARGUMENT...
identity() { echo "$llvm ${1:+$1 }${*:2}" && sha256sum <"$build/datasets/$2"; }

# capture NAME SPLIT PROGRAM ARGUMENT...
capture() {
    local name=$1 buffers=
    is_large "$2" && buffers=--buffers
    shift 2
    [ "$(cat "$traces/$name/run" 2>/dev/null)" = "$(identity "$buffers" "$@")" ] && return
    rm -rf "$traces/$name" "$traces/$name.part"
    PATH=$build/datasets:$PATH "$build/poise" capture -T 1 ${buffers:+"$buffers"} -o "$traces/$name.part" -- "$@" </dev/null 2>&1 >/dev/null | tail -n 1 | sed "s/^poise: [^:]*/$name/"
    [ "${PIPESTATUS[0]}" = 0 ] || { echo "$name: $* failed" >&2 && return 1; }
    identity "$buffers" "$@" >"$traces/$name.part/run" && mv "$traces/$name.part" "$traces/$name"
}

# checksum NAME: launches, and the hash of their content hashes. (The bytes of the files depend on the version of zstd too.)
checksum() {
    local files=("$traces/$1"/*.wtr)
    printf '%-20s %6d %s\n' "$1" "${#files[@]}" "$("$build/poise" trace check --hash "${files[@]}" | cut -d' ' -f1 | sha256sum | cut -d' ' -f1)"
}

[ "${CAPTURE_ONE:-}" ] && {
    capture "$@"
    exit
}
. datasets/runs.bash
runs=$(runs "$@") || exit
mkdir -p "$traces" || exit 1
echo "$runs" | awk '{ name = $1; split_name = $2; $1 = $2 = $3 = $4 = $5 = ""; print name, split_name, $0 }' |
    CAPTURE_ONE=1 xargs -r -P "$(nproc)" -L 1 "$PWD/datasets/capture.sh" || exit 1

sums=$(echo "$runs" | while read -r name split _; do is_large "$split" || checksum "$name"; done)
if [ "$update" ]; then
    {
        echo "# Of each run: launches and the SHA-256 of their content hashes, one a line. Written by datasets/capture.sh --update."
        { echo "$sums" && { grep -v '^#' "$checksums" 2>/dev/null || true; }; } | awk '!seen[$1]++' | sort
    } >"$checksums.new" && mv "$checksums.new" "$checksums"
    exit
fi
if [ "$ship" ]; then
    echo "$runs" | while read -r name split set _; do
        ! is_large "$split" || continue
        size=$(cat "$traces/$name"/*.wtr | wc -c)
        [ "$set" = demo ] || [ "$size" -lt 65536 ] || continue
        rm -rf "datasets/shipped/$name"
        mkdir -p "datasets/shipped/$name" && cp "$traces/$name"/*.wtr "datasets/shipped/$name" || exit 1
    done
    du -sh --apparent-size datasets/shipped
fi
[ "$sums" ] || { echo "$(echo "$runs" | wc -l) runs in $traces; no checksums are kept of the splits translation and paging" && exit; }
echo "$(echo "$sums" | wc -l) runs, $(echo "$sums" | awk '{ n += $2 } END { print n }') launches," \
    "$(du -sm "$traces" | cut -f1) MB in $traces"
[ -e "$checksums" ] || { echo "there is no $checksums to compare them with" && exit; }
differ=$(echo "$sums" | grep -v -x -F -f "$checksums")
[ -z "$differ" ] && echo "all are what $checksums says" && exit
echo "these are not what $checksums says:" >&2
echo "$differ" >&2
exit 1
