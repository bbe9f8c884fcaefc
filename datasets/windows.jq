# The table that 'poise features --from csv' takes of a view of shares, for datasets/dram_windows.jq and token_windows.jq, which have it by
# 'include "windows"' (jq -L datasets).
#
# Input: rows {program, subject, kernel, steps, value, features}, those of one subject under each share, `steps` twentieths; `features` in the order of
# `names`. Targets and speedups are those of the subject: which share is best, and each over 20 steps.
def windows_table(names):
  group_by(.subject) as $subjects
  | ($subjects[0] | map(.steps) | sort) as $all
  | (["program", "kernel", "warps", "target_n", "target_p", "target_speedup"] + names + ($all | map("speedup_20_\(.)")) | join(",")),
    ($subjects[] | (map(select(.steps == 20)) | first | .value) as $whole
     | (sort_by(.steps) | map({p: .steps, speedup: (.value / $whole)})) as $surface
     | ($surface | max_by(.speedup)) as $best
     | .[]
     | [.program, .kernel, 20, 20, $best.p, ($best.speedup + 0)] + (.features | map(. + 0)) + ($surface | map(.speedup + 0))
     | map(tostring) | join(","));
