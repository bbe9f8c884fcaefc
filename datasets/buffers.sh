#!/bin/bash
# What programs allocate, and when: captures runs of the manifest with their buffer events (docs/TRACE.md) in a folder that it
# removes, and prints one line of CSV for each, datasets/buffers.awk. No trace is kept.
#
#   datasets/buffers.sh [all|translation|paging|...|NAME]...
#
# all is every split but translation and paging. POISE_BUILD names the folder of the built programs (default: build).
set -u -o pipefail
export LC_ALL=C
cd "$(dirname "$0")/.." || exit 1
build=$(realpath "${POISE_BUILD:-build}") || exit 1
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
. datasets/runs.bash
runs=$(runs "$@") || exit

awk -v title=1 -f datasets/buffers.awk </dev/null
echo "$runs" | while read -r name split _ _ _ command; do
    # shellcheck disable=SC2086 # arguments
    PATH=$build/datasets:$PATH "$build/poise" capture -T 1 --buffers -o "$scratch/$name" -- $command </dev/null >"$scratch/log" 2>&1 ||
        { echo "$name: $command failed" >&2 && tail -n 1 "$scratch/log" >&2 && exit 1; }
    "$build/poise" trace buffers "$scratch/$name" | awk -v run="$name" -v part="$split" -f datasets/buffers.awk || exit 1
    rm -rf "${scratch:?}/$name"
done
