# The tables of docs/BANDWIDTH.md about chapter 3, of the files bandwidth_machines.csv and bandwidth_stalls.csv that 'make reproduce-bandwidth' leaves:
# lines of programs, columns of machines or causes. A machine is READING_NAME, READING 1400 or 700 (MHz). Means are arithmetic, as in chapter 3.

# bw[file, machine, program, metric]; the programs of a file in order, which are those of the baseline that another machine has too.
function bandwidth_load(file, metrics,    n, i, m, count, name, machine, run) {
    if (file in bw_runs)
        return
    n = load(file)
    count = split(metrics, name, " ")
    for (i = 1; i <= n; i++) {
        machine = cell[file, i, "machine"]
        run = cell[file, i, "program"]
        bw_all[file, machine, ++bw_lines[file, machine]] = run
        for (m = 1; m <= count; m++)
            bw[file, machine, run, name[m]] = cell[file, i, name[m]]
    }
    bw_runs[file] = 0
    machine = file == "bandwidth_machines" ? "1400_l1" : "1400_base"
    for (i = 1; i <= bw_lines[file, machine]; i++)
        if (file != "bandwidth_stalls" || bandwidth_cycles("1400_l1", bw_all[file, machine, i]))
            bw_run[file, ++bw_runs[file]] = bw_all[file, machine, i]
}
function bandwidth_load_all() {
    bandwidth_load("bandwidth_machines", "cycles l1_hit_rate l2_miss_rate l2_reads_total l2_writes_total")
    bandwidth_load("bandwidth_stalls", "stalls str_mem data_mem fetch data_alu str_alu sync l1_stalls l1_queue l1_mshr l1_line " \
        "l2_stalls l2_icnt l2_dram l2_port l2_line l2_mshr aml l2_ahl l2_full dram_full dram_efficiency")
    load_thesis("bandwidth")
}

# Core clock of a machine, MHz: time, not cycles, is compared.
function bandwidth_clock(machine) { return machine ~ /core_/ ? substr(machine, index(machine, "core_") + 5) : machine + 0 }
function bandwidth_cycles(machine, run) { return bw["bandwidth_machines", machine, run, "cycles"] }
function bandwidth_speedup(machine, run,    base, here) {
    here = bandwidth_cycles(machine, run)
    base = bandwidth_cycles((machine + 0) "_base", run)
    return here && base ? base / here * bandwidth_clock(machine) / (machine + 0) : ""
}
function bandwidth_mean(machine,    i, x, sum, n) {
    n = bw_runs["bandwidth_machines"]
    for (i = 1; i <= n; i++) {
        x = bandwidth_speedup(machine, bw_run["bandwidth_machines", i])
        if (x == "")
            return ""
        sum += x
    }
    return n ? sum / n : ""
}

# Speedups on machines, program by program, and their means beside those of the thesis.
function bandwidth_speedups(reading, titles, names,    n, name, i, k, line, x) {
    bandwidth_load_all()
    n = split(names, name, " ")
    head("program|" titles)
    for (i = 1; i <= bw_runs["bandwidth_machines"]; i++) {
        line = "| `" bw_run["bandwidth_machines", i] "` |"
        for (k = 1; k <= n; k++)
            line = line " " number(bandwidth_speedup(reading "_" name[k], bw_run["bandwidth_machines", i]), 2) " |"
        print line
    }
    line = "| mean |"
    for (k = 1; k <= n; k++)
        line = line " " number(bandwidth_mean(reading "_" name[k]), 2) " |"
    print line
    line = "| thesis |"
    for (k = 1; k <= n; k++) {
        x = thesis["bandwidth " name[k]]
        line = line " " (x == "" ? "" : number(x, 2) " ") "|"
    }
    print line
}
function bandwidth_scale(reading) {
    bandwidth_speedups(reading, "P-infinity|P-DRAM|L1 4x|L2 4x|DRAM 4x|L1+L2|L2+DRAM|all", \
        "infinite ideal_dram l1 l2 dram l1_l2 l2_dram all")
}
function bandwidth_crossbars(reading) {
    bandwidth_speedups(reading, "16+48|32+52|16+68|buffers|buffers, 16+48|buffers, 32+52|buffers, 16+68", \
        "16_48 32_52 16_68 buffers buffers_16_48 buffers_32_52 buffers_16_68")
}

# Programs whose L1 hit rate falls by at least five points when the L1 is scaled (our choice), and the others: kind 1 and 0; -1 is all.
function bandwidth_kind(run) {
    return bw["bandwidth_machines", "1400_base", run, "l1_hit_rate"] - bw["bandwidth_machines", "1400_l1", run, "l1_hit_rate"] >= 0.05
}
function bandwidth_kind_count(kind,    i, n) {
    for (i = 1; i <= bw_runs["bandwidth_machines"]; i++)
        n += bandwidth_kind(bw_run["bandwidth_machines", i]) == kind
    return n + 0
}
# Mean speedup of a machine over another one.
function bandwidth_kind_mean(kind, machine, base,    i, run, x, y, sum, n) {
    for (i = 1; i <= bw_runs["bandwidth_machines"]; i++) {
        run = bw_run["bandwidth_machines", i]
        if (kind >= 0 && bandwidth_kind(run) != kind)
            continue
        x = bandwidth_cycles(base, run)
        y = bandwidth_cycles(machine, run)
        if (!x || !y)
            return ""
        sum += x / y
        n++
    }
    return n ? sum / n : ""
}
function bandwidth_kind_line(title, kind, reading, n, name,    k, line) {
    line = "| " title " |"
    for (k = 1; k <= n; k++)
        line = line " " number(bandwidth_kind_mean(kind, reading "_" name[k], reading "_base"), 2) " |"
    print line
}
function table_bandwidth_kinds(    n, name, k, x, line, r) {
    bandwidth_load_all()
    n = split("l1 l2 dram l1_l2 l2_dram all 16_48 32_52 16_68 buffers buffers_16_48 buffers_32_52 buffers_16_68", name, " ")
    head("mean|L1 4x|L2 4x|DRAM 4x|L1+L2|L2+DRAM|all|16+48|32+52|16+68|buffers|16+48|32+52|16+68")
    for (r = 1400; r >= 700; r -= 700) {
        bandwidth_kind_line(r " MHz: " bandwidth_kind_count(1) " that lose hits", 1, r, n, name)
        bandwidth_kind_line(r " MHz: the other " bandwidth_kind_count(0), 0, r, n, name)
        bandwidth_kind_line(r " MHz: all", -1, r, n, name)
    }
    line = "| thesis |"
    for (k = 1; k <= n; k++) {
        x = thesis["bandwidth " name[k]]
        line = line " " (x == "" ? "" : number(x, 2) " ") "|"
    }
    print line
}
# Machines that differ in one thing, over the machine that they differ from.
function table_bandwidth_one(    n, k, title, name, base) {
    bandwidth_load_all()
    n = split("L1 4x|of it, 128 MSHRs|of it, miss queue and memory pipeline|L1 4x where the L1 has 64 KB|" \
        "ideal DRAM|ideal DRAM where the L2 is 4x|DRAM 4x where the L2 is 4x", title, "|")
    split("l1 mshrs queues large_l1 ideal_dram l2_ideal_dram l2_dram", name, " ")
    split("base base base large base l2 l2", base, " ")
    head("mean speedup|all|" bandwidth_kind_count(1) " that lose hits|the other " bandwidth_kind_count(0))
    for (k = 1; k <= n; k++)
        printf "| %s | %s | %s | %s |\n", title[k], number(bandwidth_kind_mean(-1, "1400_" name[k], "1400_" base[k]), 2), \
            number(bandwidth_kind_mean(1, "1400_" name[k], "1400_" base[k]), 2), number(bandwidth_kind_mean(0, "1400_" name[k], "1400_" base[k]), 2)
}

# Candidates that are not taken.
function table_bandwidth_left(    i, run, taken) {
    bandwidth_load_all()
    for (i = 1; i <= bw_runs["bandwidth_machines"]; i++)
        taken[bw_run["bandwidth_machines", i]] = 1
    head("program|P-infinity|cycles, baseline")
    for (i = 1; i <= bw_lines["bandwidth_machines", "1400_base"]; i++) {
        run = bw_all["bandwidth_machines", "1400_base", i]
        if (!(run in taken))
            printf "| `%s` | %s | %d |\n", run, number(bandwidth_speedup("1400_infinite", run), 3), bandwidth_cycles("1400_base", run)
    }
}

# ---- where they wait ----
function bandwidth_stall(machine, run, metric) { return bw["bandwidth_stalls", machine, run, metric] }
# Over the programs of which it is known.
function bandwidth_stall_mean(machine, metric,    i, x, sum, n) {
    for (i = 1; i <= bw_runs["bandwidth_stalls"]; i++) {
        x = bandwidth_stall(machine, bw_run["bandwidth_stalls", i], metric)
        if (x != "") {
            sum += x
            n++
        }
    }
    return n ? sum / n : ""
}
# Shares are shown in percent.
function bandwidth_shown(x, metric) { return metric ~ /^(aml|l2_ahl)$/ ? number(x, 0) : number(x == "" ? "" : 100 * x, 1) }

function bandwidth_waits(titles, metrics, each,    n, name, i, k, line, x) {
    bandwidth_load_all()
    n = split(metrics, name, " ")
    head("program|" titles)
    for (i = 1; each && i <= bw_runs["bandwidth_stalls"]; i++) {
        line = "| `" bw_run["bandwidth_stalls", i] "` |"
        for (k = 1; k <= n; k++)
            line = line " " bandwidth_shown(bandwidth_stall("1400_base", bw_run["bandwidth_stalls", i], name[k]), name[k]) " |"
        print line
    }
    bandwidth_wait_mean("mean", "1400_base", n, name)
    bandwidth_wait_mean("mean, core at 700 MHz", "700_base", n, name)
    line = "| thesis |"
    for (k = 1; k <= n; k++) {
        x = thesis["waits " name[k]]
        line = line " " (x == "" ? "" : bandwidth_shown(x, name[k]) " ") "|"
    }
    print line
}
function bandwidth_wait_mean(title, machine, n, name,    k, line) {
    line = "| " title " |"
    for (k = 1; k <= n; k++)
        line = line " " bandwidth_shown(bandwidth_stall_mean(machine, name[k]), name[k]) " |"
    print line
}
function table_bandwidth_schedulers() {
    bandwidth_waits("stalls|str-MEM|data-MEM|fetch|data-ALU|str-ALU|sync", "stalls str_mem data_mem fetch data_alu str_alu sync", 1)
}
function table_bandwidth_caches() {
    bandwidth_waits("L1 stalls|bp-L2|MSHR|line|L2 stalls|bp-ICNT|bp-DRAM|port|line|MSHR", \
        "l1_stalls l1_queue l1_mshr l1_line l2_stalls l2_icnt l2_dram l2_port l2_line l2_mshr", 1)
}
function table_bandwidth_queues() {
    bandwidth_waits("AML|L2-AHL|L2 access queue full|DRAM queue full|DRAM efficiency", "aml l2_ahl l2_full dram_full dram_efficiency", 1)
}
# Means on machines that differ in one thing.
function table_bandwidth_experiments(    n, name, k, m, machine, title, line) {
    bandwidth_load_all()
    n = split("l1_queue l1_mshr l1_line l2_icnt l2_dram l2_port l2_line l2_mshr l2_full dram_full", name, " ")
    m = split("base|gate|gate_short|mshrs|hash", machine, "|")
    split("the machine|L2 ports and look-up gate of GPGPU-Sim|these, and a DRAM return queue of 8|128 L1 MSHRs|L1 sets hashed", title, "|")
    head("mean, %|L1: bp-L2|MSHR|line|L2: bp-ICNT|bp-DRAM|port|line|MSHR|L2 queue full|DRAM queue full")
    for (k = 1; k <= m; k++)
        bandwidth_wait_mean(title[k], "1400_" machine[k], n, name)
    line = "| thesis |"
    for (k = 1; k <= n; k++)
        line = line " " bandwidth_shown(thesis["waits " name[k]], name[k]) " |"
    print line
}

# ---- latency curves and core clocks ----
function bandwidth_at(latency, run) { return bandwidth_speedup("1400_fixed_" latency, run) }
# The latency at which the curve falls below `level`, on a line between its points; "" = it does not.
function bandwidth_below(level, run,    l, here, before) {
    for (l = 0; bandwidth_at(l, run) != ""; l += 100) {
        here = bandwidth_at(l, run)
        if (here < level)
            return l == 0 ? 0 : l - 100 + 100 * (before - level) / (before - here)
        before = here
    }
    return ""
}
function bandwidth_crossing(run) { return bandwidth_below(1, run) }
# Up to where 90 % of the speedup at latency 0 remain.
function bandwidth_plateau(run) { return bandwidth_below(0.9 * bandwidth_at(0, run), run) }
function table_bandwidth_curve(    i, k, n, at, run, line, cross, aml) {
    bandwidth_load_all()
    n = split("0 100 200 300 400 600 800 1000", at, " ")
    head("program|0|100|200|300|400|600|800|1000|90 % up to|crosses 1.0|AML|crossing / AML")
    for (i = 1; i <= bw_runs["bandwidth_machines"]; i++) {
        run = bw_run["bandwidth_machines", i]
        line = "| `" run "` |"
        for (k = 1; k <= n; k++)
            line = line " " number(bandwidth_at(at[k], run), 2) " |"
        cross = bandwidth_crossing(run)
        aml = bandwidth_stall("1400_base", run, "aml")
        print line " " number(bandwidth_plateau(run), 0) " | " number(cross, 0) " | " number(aml, 0) " | " number(cross == "" || !aml ? "" : cross / aml, 2) " |"
    }
}
function table_bandwidth_clock() { bandwidth_speedups(1400, "1000 MHz|1800 MHz", "core_1000 core_1800") }

function table_bandwidth() {
    if (table ~ /^bandwidth_scale_(1400|700)$/) bandwidth_scale(substr(table, 17))
    else if (table ~ /^bandwidth_crossbars_(1400|700)$/) bandwidth_crossbars(substr(table, 21))
    else if (table == "bandwidth_kinds") table_bandwidth_kinds()
    else if (table == "bandwidth_one") table_bandwidth_one()
    else if (table == "bandwidth_left") table_bandwidth_left()
    else if (table == "bandwidth_schedulers") table_bandwidth_schedulers()
    else if (table == "bandwidth_caches") table_bandwidth_caches()
    else if (table == "bandwidth_queues") table_bandwidth_queues()
    else if (table == "bandwidth_experiments") table_bandwidth_experiments()
    else if (table == "bandwidth_curve") table_bandwidth_curve()
    else if (table == "bandwidth_clock") table_bandwidth_clock()
    else if (table == "bandwidth_checks") table_bandwidth_checks()
    else { print "no table '" table "'" > "/dev/stderr"; exit 2 }
}
