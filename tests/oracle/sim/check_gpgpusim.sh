#!/bin/bash
# The machines of the recorded Accel-Sim runs, read from their own configuration files (gtx480/; mini is the same with fewer SMs
# and channels), are the presets that stand for them, option for option. BUILD names the build folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$here/../../.." && cd "${BUILD:-build}" && pwd)
PATH=$build:$PATH
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp -r "$here/gtx480" "$scratch/gtx480"
cp -r "$here/gtx480" "$scratch/accelsim-mini"
sed -i 's/^-gpgpu_n_clusters 15/-gpgpu_n_clusters 4/; s/^-gpgpu_n_mem 6/-gpgpu_n_mem 2/' "$scratch/accelsim-mini/gpgpusim.config"
sed -i 's/^k = 27/k = 8/' "$scratch/accelsim-mini/config_fermi_islip.icnt"

# values ARGUMENTS...: the effective machine without the comments that tell where each value comes from
values() {
    poise sim "$@" --show-config | sed 's/ *#.*//'
}

for preset in gtx480 accelsim-mini; do
    files=$scratch/$preset/gpgpusim.config,$scratch/$preset/trace.config
    diff <(values -c "$files") <(values -c "$preset") || { echo "$files is not $preset"; exit 1; }
done
cmp -s <(values -c gtx480) <(values -c accelsim-mini) && { echo "both machines are the same"; exit 1; }
echo "both machines equal their presets"
