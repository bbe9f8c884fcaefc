# The table that 'poise features --from csv --view sms' takes, from the JSON of 'poise evaluate --mixes' under SMS with windows and several p, called
# p_N for N twentieths (make reproduce-dram-learned): a row for each mix and p with the means of its windows. Targets and speedups are those of the
# mix: which p is best, and each over p = 1. Speedup is of system performance, equation 5.1 of [RA] with the GPU's $weight.
def system: .cpu_weighted_speedup + $weight * .gpu_speedup;
def steps: .policy | ltrimstr("p_") | tonumber;
def features: ["gpu_requests", "gpu_in_flight", "row_hits", "load", "candidates", "low_cores", "high_cores"];
[.results[] | select(.policy | startswith("p_"))] | group_by(.mix) as $mixes
| ($mixes[0] | map(steps) | sort) as $all
| (["program", "kernel", "warps", "target_n", "target_p", "target_speedup"] + features + ($all | map("speedup_20_\(.)")) | join(",")),
  ($mixes[] | (map(select(steps == 20)) | first | system) as $whole
   | (sort_by(steps) | map({p: steps, speedup: (system / $whole)})) as $surface
   | ($surface | max_by(.speedup)) as $best
   | .[] | . as $run
   | [.mix, .policy, 20, 20, $best.p, ($best.speedup + 0)] + (features | map($run.figures["dram_window_" + .].value + 0)) + ($surface | map(.speedup + 0))
   | map(tostring) | join(","))
