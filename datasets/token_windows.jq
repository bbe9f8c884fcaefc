# The table that 'poise features --from csv --view tokens' takes, from the JSON files (jq -s) of 'poise evaluate --mixes' (make reproduce-translation-learned) under fixed
# tokens, called first_N and second_N for N per cent of the warps of that program of a pair, which is watched, while the other has 80: a row for each
# mix, program and share with the means of its epochs. Mixes of two files are two mixes, MIX.0 and MIX.1. Speedup is of the weighted speedup of the mix.
include "windows";
def names: ["l1_tlb_misses", "l1_tlb_pages", "l2_tlb_misses", "bypass_tlb_hits", "own_look_ups", "others_misses", "walks"];
[to_entries[] | .key as $file | .value.results[] | . as $run | select(.policy | test("^(first|second)_")) | (.policy | split("_")) as $word
 | {program: "\(.mix).\($file)", subject: "\(.mix).\($file).\($word[0])", kernel: .policy, steps: (($word[1] | tonumber) / 5), value: .weighted_speedup,
    features: (names | map($run.figures["tlb_window_" + .].value))}]
| windows_table(names)
