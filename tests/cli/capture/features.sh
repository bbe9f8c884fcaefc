# Kernels with barriers, local memory, structures, atomics, divergence, private arrays and built-in functions compute what
# the host computes, and their traces have the instructions that follow from the source by counting.
. "$POISE_ROOT/tests/cli/capture/build.bash"
build features
poise capture -o traces -- ./features "$tests/features.cl" || exit 1
poise trace check traces >/dev/null || exit 1

# 512 work-items are 16 warps of 32 everywhere.
# group_sums: 4 groups of 128; one barrier and 7 halvings with one barrier each.
expect traces/0000-group_sums.wtr barrier $((16 * 8))
expect traces/0000-group_sums.wtr shared_bytes_per_block 512
expect traces/0000-group_sums.wtr st.global 4
# transpose: rows of 17 words make two lanes of a warp of 2 x 16 meet in one bank, on the way in and on the way out.
expect traces/0001-transpose.wtr ld.shared 16
expect traces/0001-transpose.wtr st.shared 16
expect traces/0001-transpose.wtr passes_per_shared_access 2.0000
expect traces/0001-transpose.wtr shared_bytes_per_block $((16 * 17 * 4))
# divergent: work-items 0..441 store, all lanes of a warp together again after loops of different lengths.
expect traces/0004-divergent.wtr st.global 14
expect traces/0009-divergent.wtr st.global 16
# histogram: 8 groups of 2 warps; one warp of each adds to the global bins.
expect traces/0005-histogram.wtr atom.shared 16
expect traces/0005-histogram.wtr atom.global $((16 + 8))
expect traces/0005-histogram.wtr barrier 32
# private_array: 8 reads of the constant table.
expect traces/0006-private_array.wtr ld.const $((16 * 8))
# built_ins: double-precision arithmetic is there.
[ "$(value traces/0007-built_ins.wtr dp)" -gt 0 ]
