# The checks of chapter 4 in docs/BANDWIDTH.md, and the tables by name; figures are those of results_cooperation.awk.

function check(name, what, figure, holds) {
    printf "| %s | %s | %s | %s |\n", name, what, figure, holds == "" ? "" : holds ? "yes" : "**no**"
}
function m(machine) { return mean_speedup("high", machine, "watch") }
# Runs of the high set for which a load is no slower to another L1 than to the L2, and for which the ring costs less than it takes off.
function count_useful(    i, n) {
    n_faster = n_useful = 0
    for (i = 1; i <= coop_runs["high"]; i++) {
        load_terms(coop_run["high", i])
        n_faster += term["found"] < term["l_o"] - term["cong"] && term["cong"] > 0
        n_useful += term["around"] < term["cong"]
    }
}
# How far E4.1 is from what was measured under CCN-RT, relative to that: the largest of the high set.
function worst_prediction(    i, run, off, most) {
    for (i = 1; i <= coop_runs["high"]; i++) {
        run = coop_run["high", i]
        off = coop["rt", run, "predicted_latency"] / coop["rt", run, "latency"] - 1
        if (off < 0)
            off = -off
        if (off > most)
            most = off
    }
    return most + 0
}
function table_cooperation_checks(    hops, x, y) {
    load_cooperation()
    count_useful()
    print "| | check | ours | holds |"
    print "| --- | --- | --- | --- |"
    x = mean_column("low", "watch", "elsewhere_share")
    y = mean_column("high", "watch", "elsewhere_share")
    check("C1", "no μRC without sharing, much with it", "means of the sets " share(x) " and " share(y) " %; `needle_4` " share(coop["watch", "needle_4", "elsewhere_share"]) ", `probe_14` " \
        share(coop["watch", "probe_14", "elsewhere_share"]), coop["watch", "needle_4", "elsewhere_share"] < 0.001 && coop["watch", "probe_14", "elsewhere_share"] > 0.5)
    check("C2", "oracle flat up to R = 80, nothing at the L2's latency", gain(m("ideal")) ", " gain(m("oracle_80")) " at 80, " gain(m("oracle_300")) " at 300, " gain(m("oracle_500")) " at 500",
        m("oracle_80") > m("ideal") - 0.03 && m("oracle_500") < 1.03)
    check("C3", "nothing for what is bound by computing", "`matmul` " gain(speedup("rt", "watch", "matmul")) ", `convolution` " gain(speedup("rt", "watch", "convolution")) "; their AML " \
        signed(change("rt", "matmul", "latency")) " and " signed(change("rt", "convolution", "latency")), speedup("rt", "watch", "matmul") < 1.05)
    check("C4", "ideal ≥ CCN-RT ≥ CCN-B > baseline", gain(m("ideal")) ", " gain(m("rt")) ", " gain(m("b")), m("ideal") >= m("rt") && m("rt") >= m("b") && m("b") > 1)
    x = least_speedup("low", "b", "watch")
    y = mean_speedup("low", "rt", "watch")
    check("C5", "low set: CCN-B loses, CCN-RT does not", gain(mean_speedup("low", "b", "watch")) " (worst " gain(x) "), " gain(y) " (worst " gain(least_speedup("low", "rt", "watch")) ")", mean_speedup("low", "b", "watch") < 1 && y > 0.99)
    check("C6", "L1→L2 falls by μRC; CCN-RT as CCN-B and ideal", "μRC " share(mean_column("high", "watch", "elsewhere_share")) " %; " signed(mean_change("high", "rt", "l2_reads")) ", " signed(mean_change("high", "b", "l2_reads")) ", " \
        signed(mean_change("high", "ideal", "l2_reads")), mean_change("high", "rt", "l2_reads") < mean_change("high", "ideal", "l2_reads") + 0.05)
    check("C7", "AML and stalls fall, DRAM reads do not", signed(mean_change("high", "rt", "latency")) ", " signed(mean_change("high", "rt", "issue_slots_idle")) ", " signed(mean_change("high", "rt", "dram_reads")),
        mean_change("high", "rt", "latency") < 0 && mean_change("high", "rt", "issue_slots_idle") < 0)
    check("C8", "l_reuse < l_O − δ_cong < l_O; δ_overhead < δ_cong", n_faster " and " n_useful " of " coop_runs["high"] " runs", n_faster == coop_runs["high"] && n_useful == coop_runs["high"])
    x = worst_prediction()
    check("C9", "E4.1 gives what is measured", "within " number(100 * x, 1) " %, in each run", x < 0.1)
    check("C10", "link latency 1, 3, 5", gain(m("rt")) ", " gain(m("hop_3")) ", " gain(m("hop_5")), m("rt") > m("hop_3") && m("hop_3") > m("hop_5") && m("hop_5") > 1)
    check("C11", "32, 64, 128 SIMD lanes", gain(lanes_gain(32)) ", " gain(lanes_gain(64)) ", " gain(lanes_gain(128)), lanes_gain(32) > lanes_gain(64) && lanes_gain(64) > lanes_gain(128) && lanes_gain(128) > 1)
    check("C12", "CCN > 24 banks; both > either", gain(m("rt")) ", " gain(m("banks")) "; " gain(m("banks_rt")), m("rt") > m("banks") && m("banks_rt") > m("rt") && m("banks_rt") > m("banks"))
    check("C13", "clusters of 3 < 5 < 15", gain(m("cluster_3")) ", " gain(m("cluster_5")) ", " gain(m("ideal")), m("cluster_3") < m("cluster_5") && m("cluster_5") < m("ideal"))
    hops = mean_column("high", "rt", "request_hops") + mean_column("high", "rt", "response_hops")
    check("C14", "hops of a hit", number(hops, 1) ", and " number(mean_column("high", "same", "request_hops") + mean_column("high", "same", "response_hops"), 1) " the same way", hops < 15)
    check("C15", "a small CCN buffer sends more to the L2", "misses turned away " share(mean_column("high", "rt", "deflected_share")) " % with 8 places, " share(mean_column("high", "buffer_2", "deflected_share")) " % with 2",
        mean_column("high", "buffer_2", "deflected_share") > mean_column("high", "rt", "deflected_share"))
    check("C16", "who is throttled still answers", "`tests/timing/sim/test_cooperation.c`", "")
    check("C17", "48 KB: the gain does not vanish", gain(m("rt")) ", " gain(mean_speedup("high", "l1_48_rt", "l1_48")), mean_speedup("high", "l1_48_rt", "l1_48") > 1)
    check("C18", "a sharing tracker has nothing to win", "not built; DRAM reads of the ideal " signed(mean_change("high", "ideal", "dram_reads")), "")
}

function table_cooperation(name) {
    if (name == "reuse") table_cooperation_reuse()
    else if (name == "static") table_cooperation_static()
    else if (name == "runs") table_cooperation_runs()
    else if (name == "checks") table_cooperation_checks()
    else if (name == "high") table_cooperation_high()
    else if (name == "low") table_cooperation_low()
    else if (name == "epochs") table_cooperation_epochs()
    else if (name == "terms") table_cooperation_terms()
    else if (name == "studies") table_cooperation_studies()
    else if (name == "latency") table_cooperation_latency()
    else if (name == "lanes") table_cooperation_lanes()
    else if (name == "energy") table_cooperation_energy()
    else if (name == "mechanism") table_cooperation_mechanism()
    else { print "no table 'cooperation_" name "'" > "/dev/stderr"; exit 2 }
}
