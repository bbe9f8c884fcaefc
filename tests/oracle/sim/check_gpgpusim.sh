#!/bin/bash
# The machines of the recorded Accel-Sim runs, read from their own configuration files, are the presets that stand for them,
# option for option, but for what a load that may not allocate fetches: no file of theirs tells that, and their patch fetched lines
# (docs/FIDELITY.md). Skipped where the recorded runs are not at hand. BUILD names the build folder.
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd)
build=$(cd "$root" && cd "${BUILD:-build}" && pwd)
PATH=$build:$PATH
machines=$root/../shared/reference/accelsim/machines
[ -d "$machines" ] || { echo "the recorded runs (shared/reference beside the tree) are not at hand" && exit 77; }

# values ARGUMENTS...: the effective machine without the comments that tell where each value comes from
values() {
    poise sim "$@" --show-config | sed 's/ *#.*//'
}

while read -r folder preset change; do
    files=$machines/$folder/gpgpusim.config,$machines/$folder/trace.config
    diff <(values -c "$files" ${change:+--set "$change"}) <(values -c "$preset") || { echo "$files is not $preset"; exit 1; }
done <<'MACHINES'
mini accelsim-mini l1_no_allocate_fetch=line
gtx480 gtx480
MACHINES
echo "both machines equal their presets"
