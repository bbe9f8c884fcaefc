# The table that 'poise features --from csv --view sms' takes, from the JSON of 'poise evaluate --mixes' under SMS with windows and several p, called
# p_N for N twentieths (make reproduce-dram-learned): a row for each mix and p with the means of its windows. Speedup is of system performance,
# equation 5.1 of [RA] with the GPU's $weight.
include "windows";
def names: ["gpu_requests", "gpu_in_flight", "row_hits", "load", "candidates", "low_cores", "high_cores"];
[.results[] | select(.policy | startswith("p_")) | . as $run
 | {program: .mix, subject: .mix, kernel: .policy, steps: (.policy | ltrimstr("p_") | tonumber), value: (.cpu_weighted_speedup + $weight * .gpu_speedup),
    features: (names | map($run.figures["dram_window_" + .].value))}]
| windows_table(names)
