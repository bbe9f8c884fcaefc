# The table that 'poise features --from csv --view frames' takes, from the JSON files (jq -s) of 'poise evaluate --mixes' (make reproduce-mosaic-learned)
# under fixed worths of a walk, called worth_N for step N per cent of 20: a row for each run, file and worth with the means of its windows. A run is one
# program, whatever file it is in, so that its rows are left out together.
include "windows";
def names: ["misses", "walks_of_misses", "waiting", "walks_of_cycles", "focus", "large_walks", "wait"];
[to_entries[] | .key as $file | .value.results[] | . as $run | select(.policy | test("^worth_"))
 | {program: .mix, subject: "\(.mix).\($file)", kernel: .policy, steps: ((.policy | ltrimstr("worth_") | tonumber) / 5), value: .weighted_speedup,
    features: (names | map($run.figures["vm_window_" + .].value // 0))}]
| windows_table(names)
