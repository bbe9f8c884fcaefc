# The tables of docs/BANDWIDTH.md on the cooperative caching network, of the files cooperation_*.csv that 'make reproduce-cooperation' leaves.

# coop[machine, run, column]; watch is the baseline. coop_run[set, i] for the sets high and low.
function load_cooperation(    n, i, set) {
    if (coop_loaded++)
        return
    coop_file("cooperation_watch", "watch")
    coop_file("cooperation_perfect", "perfect")
    coop_file("cooperation_machines", "")
    n = load("cooperation_static")
    for (i = 1; i <= n; i++) {
        static_lines[cell["cooperation_static", i, "program"]] = cell["cooperation_static", i, "lines"]
        static_accesses[cell["cooperation_static", i, "program"]] = cell["cooperation_static", i, "accesses"]
    }
    n = load("cooperation_sets")
    for (i = 1; i <= n; i++) {
        set = cell["cooperation_sets", i, "set"]
        coop_run[set, ++coop_runs[set]] = cell["cooperation_sets", i, "program"]
    }
    load_thesis("cooperation")
}
function coop_file(file, machine,    n, i, k, count, columns, run, name) {
    n = load(file)
    count = split("cycles issue_slots_idle l2_reads dram_reads misses elsewhere_share found_share throttled_share deflected_share latency " \
                  "predicted_latency found_latency around_latency below_latency request_hops response_hops lookups lookup_waits epochs_off_share " \
                  "energy_l1 energy_network energy_ring energy_l2 energy_dram energy_static energy", columns, " ")
    for (i = 1; i <= n; i++) {
        run = cell[file, i, "program"]
        name = machine == "" ? cell[file, i, "machine"] : machine
        for (k = 1; k <= count; k++)
            coop[name, run, columns[k]] = cell[file, i, columns[k]]
    }
}

# ---- numbers of a run, and means of a set; "" where something was not measured ----

function speedup(machine, base, run,    now) {
    now = coop[machine, run, "cycles"]
    return now == "" || coop[base, run, "cycles"] == "" ? "" : coop[base, run, "cycles"] / now
}
# Of a column, relative to the baseline.
function change(machine, run, column,    before) {
    before = coop["watch", run, column]
    return coop[machine, run, column] == "" || before + 0 == 0 ? "" : coop[machine, run, column] / before - 1
}
function signed(x) { return x == "" ? "-" : sprintf("%+.1f %%", 100 * x) }
function share(x) { return x == "" ? "-" : sprintf("%.1f", 100 * x) }
function gain(x) { return x == "" ? "-" : signed(x - 1) }

# Arithmetic, as in the source.
function mean_speedup(set, machine, base,    i, x, sum) {
    for (i = 1; i <= coop_runs[set]; i++) {
        x = speedup(machine, base, coop_run[set, i])
        if (x == "")
            return ""
        sum += x
    }
    return coop_runs[set] ? sum / coop_runs[set] : ""
}
# Without the run that gains most under `machine`.
function mean_of_others(set, machine, base,    i, x, most) {
    for (i = 1; i <= coop_runs[set]; i++) {
        x = speedup(machine, base, coop_run[set, i])
        if (x == "")
            return ""
        if (x > most)
            most = x
    }
    return (mean_speedup(set, machine, base) * coop_runs[set] - most) / (coop_runs[set] - 1)
}
function least_speedup(set, machine, base,    i, x, least) {
    for (i = 1; i <= coop_runs[set]; i++) {
        x = speedup(machine, base, coop_run[set, i])
        if (i == 1 || x < least)
            least = x
    }
    return least
}
function mean_change(set, machine, column,    i, x, sum, n) {
    for (i = 1; i <= coop_runs[set]; i++) {
        x = change(machine, coop_run[set, i], column)
        if (x == "")
            continue
        sum += x
        n++
    }
    return n ? sum / n : ""
}
function mean_column(set, machine, column,    i, x, sum, n) {
    for (i = 1; i <= coop_runs[set]; i++) {
        x = coop[machine, coop_run[set, i], column]
        if (x == "")
            continue
        sum += x
        n++
    }
    return n ? sum / n : ""
}

# ---- reuse ----

function table_cooperation_reuse(    n, i, d, line, file, runs_below) {
    load_cooperation()
    file = "cooperation_watch"
    n = load(file)
    head("run|misses|μRC, %|PerfX|1|2|3|4|5|6|7|8|9|10|11|12|13|14")
    for (i = 1; i <= n; i++) {
        if (cell[file, i, "elsewhere_share"] < 0.03) {
            runs_below = runs_below (runs_below == "" ? "" : ", ") "`" cell[file, i, "program"] "` " share(cell[file, i, "elsewhere_share"])
            continue
        }
        line = "| `" cell[file, i, "program"] "` | " cell[file, i, "misses"] " | " share(cell[file, i, "elsewhere_share"]) " | " \
            number(speedup("perfect", "watch", cell[file, i, "program"]), 2) " |"
        for (d = 1; d < 15; d++)
            line = line " " share(cell[file, i, "r" d]) " |"
        print line
    }
    print ""
    print "Below 3 %: " runs_below "."
}

function table_cooperation_static(    s, i, run, sets) {
    load_cooperation()
    split("high low", sets, " ")
    head("run|lines of several blocks, %|accesses to them, %|μRC, %")
    for (s = 1; s <= 2; s++)
        for (i = 1; i <= coop_runs[sets[s]]; i++) {
            run = coop_run[sets[s], i]
            printf "| `%s` | %s | %s | %s |\n", run, share(static_lines[run]), share(static_accesses[run]), share(coop["watch", run, "elsewhere_share"])
        }
}

# ---- gains ----

function coop_gains(set,    i, run) {
    for (i = 1; i <= coop_runs[set]; i++) {
        run = coop_run[set, i]
        printf "| `%s` | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", run, share(coop["watch", run, "elsewhere_share"]),
            number(speedup("perfect", "watch", run), 2), gain(speedup("ideal", "watch", run)), gain(speedup("rt", "watch", run)),
            gain(speedup("b", "watch", run)), share(coop["rt", run, "found_share"]), signed(change("rt", run, "l2_reads")),
            signed(change("rt", run, "latency")), signed(change("rt", run, "issue_slots_idle")), signed(change("rt", run, "dram_reads"))
    }
    printf "| mean | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", share(mean_column(set, "watch", "elsewhere_share")),
        number(mean_speedup(set, "perfect", "watch"), 2), gain(mean_speedup(set, "ideal", "watch")), gain(mean_speedup(set, "rt", "watch")),
        gain(mean_speedup(set, "b", "watch")), share(mean_column(set, "rt", "found_share")), signed(mean_change(set, "rt", "l2_reads")),
        signed(mean_change(set, "rt", "latency")), signed(mean_change(set, "rt", "issue_slots_idle")), signed(mean_change(set, "rt", "dram_reads"))
}
function coop_gains_head() { head("run|μRC, %|PerfX|ideal|CCN-RT|CCN-B|found, %|L1→L2|AML|stall cycles|DRAM reads") }
function table_cooperation_high() {
    load_cooperation()
    coop_gains_head()
    coop_gains("high")
    printf "| mean without the largest | | | %s | %s | %s | | | | | |\n", gain(mean_of_others("high", "ideal", "watch")),
        gain(mean_of_others("high", "rt", "watch")), gain(mean_of_others("high", "b", "watch"))
    printf "| thesis | 32.0 | | %s | %s | %s | | %s | %s | %s | %s |\n", gain(thesis["high ideal"]), gain(thesis["high rt"]), gain(thesis["high b"]),
        signed(thesis["traffic rt"]), signed(thesis["latency rt"]), signed(thesis["stalls rt"]), signed(thesis["dram rt"])
}
function table_cooperation_low() {
    load_cooperation()
    coop_gains_head()
    coop_gains("low")
    printf "| worst | | | %s | %s | %s | | | | | |\n", gain(least_speedup("low", "ideal", "watch")), gain(least_speedup("low", "rt", "watch")),
        gain(least_speedup("low", "b", "watch"))
    printf "| thesis, mean | | | | %s | %s | | | | | |\n", gain(thesis["low rt"]), gain(thesis["low b"])
    printf "| thesis, worst | | | | %s | %s | | | | | |\n", gain(thesis["worst rt"]), gain(thesis["worst b"])
}

function epoch_line(name, machine) {
    printf "| %s | %s | %s | %s | %s | %s |\n", name, gain(mean_speedup("high", machine, "watch")), gain(mean_speedup("low", machine, "watch")),
        gain(least_speedup("low", machine, "watch")), share(mean_column("high", machine, "throttled_share")),
        share(mean_column("low", machine, "throttled_share"))
}
function table_cooperation_epochs() {
    load_cooperation()
    head("sample, epoch|high set|low set|its worst|misses throttled, high, %|low, %")
    epoch_line("never (CCN-B)", "b")
    epoch_line("1 M, 10 M: the source's", "epoch_10m")
    epoch_line("100 k, 1 M", "epoch_1m")
    epoch_line("10 k, 100 k: taken", "rt")
    epoch_line("1 k, 10 k", "epoch_10k")
    epoch_line("10 k, 100 k, and 2 % of hits are enough", "least_2")
}

# ---- equation 4.1 ----

# Terms of a run under CCN-RT into term[]. The latency without cooperation less what congestion takes off is what the L2 takes now.
function load_terms(run) {
    term["l_o"] = coop["watch", run, "below_latency"]
    term["cong"] = term["l_o"] - coop["rt", run, "below_latency"]
    term["around"] = coop["rt", run, "around_latency"]
    term["h"] = coop["rt", run, "found_share"]
    term["found"] = coop["rt", run, "found_latency"]
    term["l_c"] = coop["rt", run, "latency"]
}
function print_terms(name, t, measured,    l_c, least) {
    least = t["around"] - t["cong"]
    least = least > 0 ? 100 * least / (t["l_o"] + least - t["found"]) : 0
    l_c = (t["l_o"] - t["cong"] + t["around"]) * (1 - t["h"]) + t["found"] * t["h"]
    printf "| %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", name, number(t["l_o"], 0), number(t["cong"], 0), number(t["around"], 0), share(t["h"]),
        number(t["found"], 0), number(l_c, 0), number(measured, 0),
        number(least, 0)
}
function table_cooperation_terms(    i, k, sum, names, n) {
    load_cooperation()
    head("run|l_O|δ_cong|δ_overhead|h, %|l_reuse|l_C of E4.1|measured|pays from h, %")
    n = split("l_o cong around h found l_c", names, " ")
    for (i = 1; i <= coop_runs["high"]; i++) {
        load_terms(coop_run["high", i])
        print_terms("`" coop_run["high", i] "`", term, term["l_c"])
        for (k = 1; k <= n; k++)
            sum[names[k]] += term[names[k]] / coop_runs["high"]
    }
    print_terms("mean", sum, sum["l_c"])
    for (k = 1; k <= n; k++)
        term[names[k]] = thesis["term " names[k]]
    print_terms("thesis", term, thesis["term l_c"])
}

# ---- one thing at a time ----

function study(name, machine, base, source) {
    printf "| %s | %s | %s |\n", name, gain(mean_speedup("high", machine, base)), source == "" ? "" : gain(source)
}
function table_cooperation_studies() {
    load_cooperation()
    head("machine, and what it is compared with|high set|thesis")
    study("CCN-RT, link latency 1", "rt", "watch", thesis["high rt"])
    study("link latency 3", "hop_3", "watch", thesis["hop_3"])
    study("link latency 5", "hop_5", "watch", thesis["hop_5"])
    study("responses the way of requests", "same", "watch")
    study("oracle, clusters of 3", "cluster_3", "watch", thesis["cluster_3"])
    study("clusters of 5", "cluster_5", "watch", thesis["cluster_5"])
    study("all 15", "ideal", "watch", thesis["high ideal"])
    study("24 L2 banks, same capacity", "banks", "watch", thesis["banks"])
    study("CCN-RT and 24 banks", "banks_rt", "watch", thesis["banks_rt"])
    study("L1 of 48 KB", "l1_48", "watch")
    study("CCN-RT and 48 KB, against 48 KB", "l1_48_rt", "l1_48", thesis["l1_48_rt"])
}

function table_cooperation_latency(    i, k, n, l, line, run) {
    load_cooperation()
    n = split("80 160 300 500", l, " ")
    line = "run|l_O|0"
    for (k = 1; k <= n; k++)
        line = line "|" l[k]
    head(line)
    for (i = 1; i <= coop_runs["high"] + 1; i++) {
        run = coop_run["high", i]
        line = i > coop_runs["high"] ? "| mean | " number(mean_column("high", "watch", "latency"), 0) " | " gain(mean_speedup("high", "ideal", "watch")) : \
            "| `" run "` | " number(coop["watch", run, "latency"], 0) " | " gain(speedup("ideal", "watch", run))
        for (k = 1; k <= n; k++)
            line = line " | " gain(i > coop_runs["high"] ? mean_speedup("high", "oracle_" l[k], "watch") : speedup("oracle_" l[k], "watch", run))
        print line " |"
    }
}

# Widths of the SIMD units, each machine with the ring against that without.
function table_cooperation_lanes(    i, k, l, names, line, run) {
    load_cooperation()
    split("32 64 128", l, " ")
    line = "run"
    for (k = 1; k <= 3; k++)
        line = line "|" l[k] " lanes|CCN-RT on it"
    head(line "|CCN-RT on `thesis-ch3`")
    for (i = 1; i <= coop_runs["high"]; i++) {
        run = coop_run["high", i]
        line = "| `" run "`"
        for (k = 1; k <= 3; k++)
            line = line " | " number(speedup("lanes_" l[k], "lanes_32", run), 2) " | " gain(speedup("lanes_" l[k] "_rt", "lanes_" l[k], run))
        print line " | " gain(speedup("rt", "watch", run)) " |"
    }
    line = "| mean"
    for (k = 1; k <= 3; k++)
        line = line " | " number(mean_speedup("high", "lanes_" l[k], "lanes_32"), 2) " | " gain(lanes_gain(l[k]))
    print line " | " gain(m("rt")) " |"
    print "| thesis | | " gain(thesis["high rt"]) " | | " gain(thesis["lanes_64"]) " | | " gain(thesis["lanes_128"]) " | |"
}
function lanes_gain(lanes) { return mean_speedup("high", "lanes_" lanes "_rt", "lanes_" lanes) }

# ---- energy: parts relative to the dynamic energy of the baseline ----

function dynamic(machine, run) { return coop[machine, run, "energy"] - coop[machine, run, "energy_static"] }
# What changed in percent: of a part, and of "dynamic", "energy_static", "energy" relative to themselves.
function energy_change(machine, run, part,    before) {
    if (part == "dynamic")
        return dynamic(machine, run) / dynamic("off", run) - 1
    before = part ~ /^energy(_static)?$/ ? coop["off", run, part] : dynamic("off", run)
    return (coop[machine, run, part] - coop["off", run, part]) / before
}
function mean_energy(set, machine, part,    i, sum) {
    for (i = 1; i <= coop_runs[set]; i++)
        sum += energy_change(machine, coop_run[set, i], part)
    return sum / coop_runs[set]
}
function table_cooperation_energy(    s, sets, i, k, n, parts, line) {
    load_cooperation()
    n = split("energy_l1 energy_network energy_ring energy_l2 energy_dram dynamic energy_static energy", parts, " ")
    head("run|L1s|crossbar|ring|L2|DRAM|dynamic|static|all")
    split("high low", sets, " ")
    for (s = 1; s <= 2; s++)
        for (i = 1; i <= coop_runs[sets[s]] + 1; i++) {
            line = i > coop_runs[sets[s]] ? "| mean, " sets[s] " set" : "| `" coop_run[sets[s], i] "`"
            for (k = 1; k <= n; k++)
                line = line " | " signed(i > coop_runs[sets[s]] ? mean_energy(sets[s], "rt", parts[k]) : energy_change("rt", coop_run[sets[s], i], parts[k]))
            print line " |"
        }
    print "| mean, high set, CCN-B | | | | | | " signed(mean_energy("high", "b", "dynamic")) " | " signed(mean_energy("high", "b", "energy_static")) " | " signed(mean_energy("high", "b", "energy")) " |"
    print "| mean, low set, CCN-B | | | | | | " signed(mean_energy("low", "b", "dynamic")) " | " signed(mean_energy("low", "b", "energy_static")) " | " signed(mean_energy("low", "b", "energy")) " |"
    print "| thesis | | | | | | | | " signed(thesis["energy rt"]) " |"
}

function mechanism(name, machine, ideal, base, set) {
    printf "| %s | %s | %s | %s | %s | %s | %s |\n", name, gain(mean_speedup(set, machine, base)), ideal == "" ? "" : gain(mean_speedup(set, ideal, base)),
        share(mean_column(set, machine, "found_share")), share(mean_column(set, machine, "deflected_share")),
        set == "low" ? "" : number(mean_column(set, machine, "found_latency"), 0), number(mean_column(set, machine, "around_latency"), 0)
}
function table_cooperation_mechanism() {
    load_cooperation()
    head("machine|CCN-RT|ideal|found, %|deflected, %|l_reuse|δ_overhead")
    mechanism("high set, CCN-RT", "rt", "ideal", "watch", "high")
    mechanism("`ccn_shadow_port=0`", "no_port", "", "watch", "high")
    mechanism("`ccn_link_bytes=128`", "link_128", "", "watch", "high")
    mechanism("queues of 32", "queues", "", "watch", "high")
    mechanism("CCN buffer of 2", "buffer_2", "", "watch", "high")
    mechanism("a line a cycle from the L2, against that", "reply_rt", "reply_ideal", "reply", "high")
    mechanism("low set, CCN-B", "b", "ideal", "watch", "low")
    mechanism("low set, CCN-B and an L1 miss queue of 64, against that", "miss_queue_b", "", "miss_queue", "low")
    mechanism("low set, an L1 miss queue of 64 alone", "miss_queue", "", "watch", "low")
}

# The studies run by run.
function table_cooperation_runs(    i, k, n, machines, bases, line, run) {
    load_cooperation()
    n = split("rt hop_5 same cluster_3 cluster_5 ideal banks banks_rt l1_48 l1_48_rt no_port link_128 queues reply reply_rt", machines, " ")
    split("watch watch watch watch watch watch watch watch watch l1_48 watch watch watch watch reply", bases, " ")
    head("run|CCN-RT|latency 5|same way|clusters of 3|5|15|24 banks|and CCN|48 KB|CCN on it|free look-ups|128 B links|queues of 32|a line a cycle|CCN on it")
    for (i = 1; i <= coop_runs["high"]; i++) {
        run = coop_run["high", i]
        line = "| `" run "` |"
        for (k = 1; k <= n; k++)
            line = line " " gain(speedup(machines[k], bases[k], run)) " |"
        print line
    }
}
