# The checks B1 to B19 of docs/BANDWIDTH.md: a figure for each reading of the clock and whether the rule holds; "-" where it was not measured.

function bandwidth_gain(name) { return 100 * (bandwidth_mean(check_reading "_" name) - 1) }
function bandwidth_of(name, run) { return bandwidth_speedup(check_reading "_" name, run) }
function bandwidth_wait(metric) { return bandwidth_stall_mean(check_reading "_base", metric) }
function bandwidth_program(i) { return bw_run["bandwidth_machines", i] }
function of_all(n) { return n " of " check_programs }

# One rule; the figure and check_holds are of the reading.
function check_B1(    i, l, run, ok, flat) {
    for (i = 1; i <= check_programs; i++) {
        run = bandwidth_program(i)
        for (l = 100; bandwidth_of("fixed_" l, run) != "" && bandwidth_of("fixed_" l, run) <= 1.01 * bandwidth_of("fixed_" (l - 100), run); l += 100)
            ;
        ok += bandwidth_of("fixed_" l, run) == ""
        flat += bandwidth_plateau(run) > 100
    }
    check_holds = ok == check_programs && flat > 0
    return of_all(ok + 0) " fall, " (flat + 0) " have a plateau"
}
function check_B2(    i, run, x, ok, sum, n) {
    for (i = 1; i <= check_programs; i++) {
        run = bandwidth_program(i)
        x = bandwidth_crossing(run)
        if (x == "")
            continue
        x /= bandwidth_stall(check_reading "_base", run, "aml")
        ok += x >= 0.9 && x <= 1.1
        sum += x
        n++
    }
    check_holds = ok == check_programs
    return of_all(ok + 0) ", mean ratio " number(n ? sum / n : "", 2)
}
function check_B3(    i, run, aml, ahl, ok) {
    for (i = 1; i <= check_programs; i++) {
        run = bandwidth_program(i)
        aml = bandwidth_stall(check_reading "_base", run, "aml")
        ahl = bandwidth_stall(check_reading "_base", run, "l2_ahl")
        ok += aml > 220 && (ahl + 0 == 0 || ahl > 120 && aml > ahl) # 0: nothing hits in the L2
    }
    check_holds = ok == check_programs
    return of_all(ok + 0) ", means " number(bandwidth_wait("aml"), 0) " and " number(bandwidth_wait("l2_ahl"), 0)
}
function check_B4(    i, run, ok) {
    for (i = 1; i <= check_programs; i++) {
        run = bandwidth_program(i)
        ok += bandwidth_of("infinite", run) >= bandwidth_of("ideal_dram", run) && bandwidth_of("ideal_dram", run) >= 0.98
    }
    check_holds = ok == check_programs && bandwidth_gain("infinite") > 2 * bandwidth_gain("ideal_dram")
    return of_all(ok + 0) ", means " number(1 + bandwidth_gain("infinite") / 100, 2) " and " number(1 + bandwidth_gain("ideal_dram") / 100, 2)
}
function check_B5(    i, run, l2, dram) {
    for (i = 1; i <= check_programs; i++) {
        run = bandwidth_program(i)
        l2 += bandwidth_of("ideal_dram", run) <= 1.05 && bandwidth_of("infinite", run) >= 2
        dram += bandwidth_of("ideal_dram", run) >= 1.3
    }
    check_holds = l2 > 0 && dram > 0
    return (l2 + 0) " and " (dram + 0) " programs"
}
function check_B6(    mem, data, alu, rest) {
    mem = bandwidth_wait("str_mem"); data = bandwidth_wait("data_mem"); alu = bandwidth_wait("str_alu")
    rest = bandwidth_wait("fetch") > bandwidth_wait("data_alu") ? bandwidth_wait("fetch") : bandwidth_wait("data_alu")
    check_holds = bandwidth_wait("stalls") > 0.5 && mem > data && data > rest && alu < bandwidth_wait("fetch") && alu < bandwidth_wait("data_alu")
    return number(100 * bandwidth_wait("stalls"), 0) " %; " number(100 * mem, 0) "/" number(100 * data, 0) "/" number(100 * bandwidth_wait("fetch"), 1) "/" \
        number(100 * bandwidth_wait("data_alu"), 1) "/" number(100 * alu, 1)
}
function check_B7(    i, run, n, ok, most) {
    for (i = 1; i <= bw_lines["bandwidth_stalls", check_reading "_base"]; i++) {
        run = bw_all["bandwidth_stalls", check_reading "_base", i]
        if (bandwidth_cycles("1400_l1", run))
            continue
        n++
        ok += bandwidth_stall(check_reading "_base", run, "data_alu") > bandwidth_stall(check_reading "_base", run, "str_mem")
        if (bandwidth_stall(check_reading "_base", run, "stalls") > most)
            most = bandwidth_stall(check_reading "_base", run, "stalls")
    }
    check_holds = n && ok == n && most < 0.3
    return (ok + 0) " of " (n + 0) ", stalls at most " number(100 * most, 0) " %"
}
function check_B8() {
    check_holds = bandwidth_wait("l2_full") >= 0.25 && bandwidth_wait("dram_full") >= 0.25
    return number(100 * bandwidth_wait("l2_full"), 0) " and " number(100 * bandwidth_wait("dram_full"), 0) " %"
}
function check_B9(    i, x, most) {
    for (i = 1; i <= check_programs; i++) {
        x = bandwidth_stall(check_reading "_base", bandwidth_program(i), "dram_efficiency")
        if (x > most)
            most = x
    }
    check_holds = most < 1
    return "mean " number(100 * bandwidth_wait("dram_efficiency"), 0) " %, most " number(100 * most, 0) " %"
}
function check_B10(    icnt, dram, port, line, mshr) {
    icnt = bandwidth_wait("l2_icnt"); dram = bandwidth_wait("l2_dram"); port = bandwidth_wait("l2_port")
    line = bandwidth_wait("l2_line"); mshr = bandwidth_wait("l2_mshr")
    check_holds = icnt > dram && dram > port && port > mshr && line > mshr
    return number(100 * icnt, 0) "/" number(100 * dram, 0) "/" number(100 * port, 0) "/" number(100 * line, 0) "/" number(100 * mshr, 0)
}
function check_B11(    queue, mshr, line) {
    queue = bandwidth_wait("l1_queue"); mshr = bandwidth_wait("l1_mshr"); line = bandwidth_wait("l1_line")
    check_holds = queue > mshr && mshr > line
    return number(100 * queue, 0) "/" number(100 * mshr, 0) "/" number(100 * line, 0)
}
function check_B12(    l1, l2, dram, both, below, all) {
    l1 = bandwidth_gain("l1"); l2 = bandwidth_gain("l2"); dram = bandwidth_gain("dram")
    both = bandwidth_gain("l1_l2"); below = bandwidth_gain("l2_dram"); all = bandwidth_gain("all")
    check_holds = l2 > dram && dram > l1 && both > l2 && both > l1 + l2 && below > both && all > below
    return number(l1, 0) "/" number(l2, 0) "/" number(dram, 0) "/" number(both, 0) "/" number(below, 0) "/" number(all, 0)
}
function check_B13() {
    check_holds = bandwidth_gain("l1_l2") > bandwidth_gain("dram")
    return number(bandwidth_gain("l1_l2"), 0) " and " number(bandwidth_gain("dram"), 0) " %"
}
function check_B14(    i, run, slow, edge) {
    for (i = 1; i <= check_programs; i++) {
        run = bandwidth_program(i)
        if (bandwidth_of("l1", run) > 0.95)
            continue
        slow++
        edge += bw["bandwidth_machines", check_reading "_l1", run, "l2_miss_rate"] > 1.2 * bw["bandwidth_machines", check_reading "_base", run, "l2_miss_rate"]
    }
    check_holds = edge > 0
    return (slow + 0) " lose 5 % and more, " (edge + 0) " of them with more L2 misses"
}
function check_B15(    i, run, ok) {
    for (i = 1; i <= check_programs; i++) {
        run = bandwidth_program(i)
        ok += bandwidth_of("dram", run) <= 1.02 * bandwidth_of("ideal_dram", run)
    }
    check_holds = ok == check_programs
    return of_all(ok + 0)
}
function check_B16(    alone, a, b, c, dram) {
    alone = bandwidth_gain("16_48"); a = bandwidth_gain("buffers_16_48"); b = bandwidth_gain("buffers_32_52")
    c = bandwidth_gain("buffers_16_68"); dram = bandwidth_gain("dram")
    check_holds = c > b && b > a && a > alone && alone > 0 && a > dram
    return number(c, 1) "/" number(b, 1) "/" number(a, 1) "/" number(alone, 1) "; " number(dram, 1)
}
# Stores are at least 40 % of what the L2 is asked for.
function check_B17(    i, run, base, reads, writes, n, lose, keep) {
    base = check_reading "_base"
    for (i = 1; i <= check_programs; i++) {
        run = bandwidth_program(i)
        reads = bw["bandwidth_machines", base, run, "l2_reads_total"]
        writes = bw["bandwidth_machines", base, run, "l2_writes_total"]
        if (writes < 0.4 * (reads + writes))
            continue
        n++
        lose += bandwidth_of("16_48", run) < 0.98
        keep += bandwidth_of("32_52", run) >= 0.98
    }
    check_holds = n && lose == n && keep == n
    return (lose + 0) " of " (n + 0) " lose under 16+48, " (n - keep) " under 32+52"
}
function check_B18(    i, run, slower, faster) {
    for (i = 1; i <= check_programs; i++) {
        run = bandwidth_program(i)
        slower += bandwidth_of("core_1800", run) < 0.99
        faster += bandwidth_of("core_1000", run) > 1.01
    }
    check_holds = slower > 0 && faster > 0
    return (slower + 0) " slower with 1800 MHz, " (faster + 0) " faster with 1000"
}
function check_B19(    i, run, ok) {
    for (i = 1; i <= check_programs; i++) {
        run = bandwidth_program(i)
        ok += bandwidth_of("all", run) <= bandwidth_of("infinite_l1", run)
    }
    check_holds = ok == check_programs
    return of_all(ok + 0)
}
function bandwidth_check(id) {
    check_holds = 0
    return id == 1 ? check_B1() : id == 2 ? check_B2() : id == 3 ? check_B3() : id == 4 ? check_B4() : id == 5 ? check_B5() : \
        id == 6 ? check_B6() : id == 7 ? check_B7() : id == 8 ? check_B8() : id == 9 ? check_B9() : id == 10 ? check_B10() : \
        id == 11 ? check_B11() : id == 12 ? check_B12() : id == 13 ? check_B13() : id == 14 ? check_B14() : id == 15 ? check_B15() : \
        id == 16 ? check_B16() : id == 17 ? check_B17() : id == 18 ? check_B18() : check_B19()
}

# What a rule is about was measured in this reading: machines, and "stalls" of the baseline.
function bandwidth_measured(needs,    n, i, name) {
    n = split(needs, name, " ")
    for (i = 1; i <= n; i++)
        if (name[i] == "stalls" ? bandwidth_wait("aml") == "" : bandwidth_mean(check_reading "_" name[i]) == "")
            return 0
    return 1
}
function bandwidth_cell(id, needs, reading,    figure) {
    check_reading = reading
    if (!bandwidth_measured(needs))
        return "- | -"
    figure = bandwidth_check(id)
    return figure " | " (check_holds ? "holds" : "**does not**")
}
function table_bandwidth_checks(    i, n, rule, value, needs) {
    bandwidth_load_all()
    check_programs = bw_runs["bandwidth_machines"]
    n = split("speed falls with latency, with a plateau|the curve crosses 1.0 within 10 % of the AML|AML > 220, L2-AHL > 120, AML > L2-AHL|" \
        "P-infinity >= P-DRAM >= 0.98, and by far in the mean|bound by L2 (P-DRAM <= 1.05, P-infinity >= 2) and by DRAM (P-DRAM >= 1.3)|" \
        "stalls > 50 %; str-MEM, then data-MEM, str-ALU least (also fetch, data-ALU)|programs that compute: data-ALU > str-MEM, few stalls|" \
        "L2 access queue and DRAM queue full, of their usage lifetime at least 25 %|DRAM efficiency below 100 %|" \
        "L2 stalls: bp-ICNT first, bp-DRAM second, MSHR last (ICNT/DRAM/port/line/MSHR)|L1 stalls: bp-L2 > MSHR > line|" \
        "gains, %: L2 > DRAM > L1, L1+L2 > L1 and L2 together, L2+DRAM above it, all largest (L1/L2/DRAM/L1+L2/L2+DRAM/all)|" \
        "gain of L1+L2 above that of DRAM|L1 4x loses where the L2 misses more|DRAM 4x <= P-DRAM (2 % noise)|" \
        "gains, %: 16+68 > 32+52 > 16+48 > 16+48 without buffers > 0; 16+48 > DRAM 4x|stores of 40 % and more lose under 16+48, not under 32+52|" \
        "a faster core may lose, a slower one gain|all 4x <= P-infinity with the L1 4x", rule, "|")
    split("nn 3.3 to 3.03|-|452 and 303|2.37 and 1.15|mm 1.01, 4.90; lbm 1.87, 3.40|62 %; 71/15/8/5.5/0.5|-|46 and 39 %|mean 41 %, most 65 %|42/35/12/8/3|" \
        "48/41/11|4/59/11/69/76/90|69 and 11 %|mm: L2 misses 16 to 58 %|11 and 15 %|29.0/25.7/23.4/15.5; 11|lavaMD -37 %|up to -10 %|1.90 and 2.37", value, "|")
    split("fixed_0|fixed_0 stalls|stalls|infinite ideal_dram|infinite ideal_dram|stalls|stalls|stalls|stalls|stalls|stalls|" \
        "l1 l2 dram l1_l2 l2_dram all|l1_l2 dram|l1|dram ideal_dram|16_48 buffers_16_48 buffers_32_52 buffers_16_68 dram|16_48 32_52|" \
        "core_1000 core_1800|all infinite_l1", needs, "|")
    print "| | rule | thesis | here, 1400 MHz | | 700 MHz | |"
    print "| --- | --- | --- | --- | --- | --- | --- |"
    for (i = 1; i <= n; i++)
        printf "| B%d | %s | %s | %s | %s |\n", i, rule[i], value[i], bandwidth_cell(i, needs[i], 1400), bandwidth_cell(i, needs[i], 700)
}
