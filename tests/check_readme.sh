#!/bin/bash
# Every command under "Step by step" of the README works as printed: the block is run as it stands, in a scratch folder that
# looks like the root of the tree. BUILD names the build folder.
# test: slow
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$root" && cd "${BUILD:-build}" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
ln -s "$build" build
# What follows a line that begins with "$ ", up to an empty line, is an output that is shown.
awk '/^## /{inside = $0 == "## Step by step"} /^    \$ /{shown = 1} /^$/{shown = 0}
     inside && !shown && /^    [^ ]/ {print substr($0, 5)}' \
    "$root/README.md" > commands.sh
[ "$(grep -c '^poise ' commands.sh)" -ge 10 ] || { echo "the README has lost its commands"; exit 1; }
bash -e commands.sh > output.txt 2>&1 || { cat output.txt; exit 1; }
for result in training.h5 dataset.h5 my.model my_weights.c; do
    [ -s "$result" ] || { echo "the README's commands made no $result"; exit 1; }
done
