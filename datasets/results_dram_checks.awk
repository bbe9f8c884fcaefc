# The checks of chapter 5 of [RA] in docs/DRAM.md. What has not been simulated is "-", and then a check neither holds nor fails.

function dram_check(name, what, figure, holds) {
    printf "| %s | %s | %s | %s |\n", name, what, figure, holds == "" || figure ~ /(^|[ ,])-($|[ ,;])/ ? "" : holds ? "yes" : "**no**"
}
# Categories in which `name` is better than all of `others`; what: system or unfairness.
function dram_wins(name, others, what,    i, k, n, list, wins, x, y) {
    n = split(others, list, " ")
    dram_won = ""
    for (i = 1; i <= dram_categories; i++) {
        wins = 1
        x = dram_mean(dram_category[i], name, what)
        for (k = 1; k <= n; k++) {
            y = dram_mean(dram_category[i], list[k], what)
            if (x == "" || y == "" || (what == "system" ? x <= y : x >= y))
                wins = 0
        }
        if (wins)
            dram_won = dram_won (dram_won == "" ? "" : " ") dram_category[i]
    }
    return dram_won == "" ? "none" : dram_won
}
# The gain of the queue of the machine over the least, of the scheduler that gains most.
function dram_queue_gain(    k, x, most) {
    most = ""
    for (k = 1; k <= dram_names["queue_64"]; k++) {
        x = dram_ratio(dram_of("main", "queue_64", dram_name["queue_64", k], "system"), dram_of("queue_64", "queue_64", dram_name["queue_64", k], "system"))
        if (x != "" && (most == "" || x > most)) {
            most = x
            dram_gainer = dram_name["queue_64", k]
        }
    }
    return most
}
function dram_study_gain(part, of, a, b) { return dram_ratio(dram_of(part, of, a, "system"), dram_of(part, of, b, "system")) }
function dram_study_fairer(part, of, a, b) { return dram_ratio(dram_of(part, of, b, "cpu_max_slowdown"), dram_of(part, of, a, "cpu_max_slowdown")) }
function dram_channel_gain(name) { return dram_ratio(dram_of("channels_8", "channels_8", name, "system"), dram_of("main", "channels_8", name, "system")) }

function table_dram_checks(    prior, a, b, c, d) {
    prior = "frfcfs parbs atlas tcm"
    print "| | check | ours | holds |"
    print "| --- | --- | --- | --- |"
    a = dram_ratio(dram_mean("", "frfcfs", "gpu_requests"), dram_mean("", "frfcfs", "cpu_requests"))
    dram_check("SQ1", "the GPU asks for far more than the cores and stays in rows", "under FR-FCFS " number(a, 1) " requests for one of all cores together; row hits " share(dram_mean("", "frfcfs", "gpu_row_hits")) " and " \
        share(dram_mean("", "frfcfs", "cpu_row_hits")) " %", a > 1 && dram_mean("", "frfcfs", "gpu_row_hits") > dram_mean("", "frfcfs", "cpu_row_hits"))
    a = dram_queue_gain()
    dram_check("SQ2", "64 to 300 entries help the central schedulers, 300 to 512 do not", (a == "" ? "" : "most `" dram_gainer "`, ") gain(a) "; it gains " gain(dram_ratio(dram_of("queue_512", "queue_64", dram_gainer, "system"), \
        dram_of("main", "queue_64", dram_gainer, "system"))) " from 300 to 512", a > 1.05)
    a = dram_wins("sms", prior, "cpu_max_slowdown")
    dram_check("SQ3", "SMS is the fairest, in most categories and in H; of the others TCM", "SMS in " a "; of the others over all `" dram_fairest(prior) "`", split(a, won, " ") >= 4 && a ~ /(^| )H$/ && dram_fairest(prior) == "tcm")
    a = dram_wins("sms", prior, "system")
    dram_check("SQ4", "SMS has the best system performance in most categories other than H, and in the mean", "in " a "; over TCM " gain(dram_gain("", "sms", "tcm")), split(a, won, " ") >= 4 && dram_gain("", "sms", "tcm") > 1)
    a = dram_gain("H", "sms", "frfcfs")
    b = dram_gain("H", "sms", "atlas")
    c = dram_gain("H", "sms", "parbs")
    d = dram_gain("H", "sms", "tcm")
    dram_check("SQ5", "H: FR-FCFS < SMS < ATLAS, PAR-BS, TCM", gain(a) "; " gain(b) ", " gain(c) ", " gain(d), a > 1 && b < 1 && c < 1 && d < 1)
    a = dram_ratio(dram_mean("", "sms", "cpu_weighted_speedup"), dram_mean("", "tcm", "cpu_weighted_speedup"))
    b = dram_ratio(dram_mean("", "sms", "gpu_speedup"), dram_mean("", "frfcfs", "gpu_speedup"))
    dram_check("SQ6", "CPU weighted speedup far above TCM, GPU speedup about that of FR-FCFS, that of TCM higher", times(a) "; " times(b) "; TCM's " times(dram_ratio(dram_mean("", "tcm", "gpu_speedup"), dram_mean("", "frfcfs", "gpu_speedup"))), \
        a > 1.2 && b > 0.8 && b < 1.25 && dram_mean("", "tcm", "gpu_speedup") > dram_mean("", "sms", "gpu_speedup"))
    a = dram_study_gain("cores_4", "cores_4", "sms", "tcm")
    b = dram_study_gain("cores_8", "cores_8", "sms", "tcm")
    c = dram_study_gain("cores_12", "cores_12", "sms", "tcm")
    d = dram_study_gain("main", "cores_4", "sms", "tcm")
    dram_check("SQ7", "the gain over TCM grows with the number of cores, 4, 8, 12, 16", gain(a) ", " gain(b) ", " gain(c) ", " gain(d), a <= b && b <= c && c <= d)
    a = dram_channel_gain("sms")
    b = dram_channel_gain("tcm")
    dram_check("SQ8", "from 4 to 8 channels SMS gains more than TCM", gain(a) ", " gain(b), a > b)
    a = dram_study_gain("batch", "batch", "batch_1", "batch_10")
    b = dram_study_fairer("batch", "batch", "batch_10", "batch_1")
    c = dram_study_gain("batch", "batch", "batch_20", "batch_10")
    dram_check("SQ9", "batches of 1 against 10: slower and less fair; 20 as 10", gain(a) ", " times(b) "; " gain(c), a < 0.99 && b > 1.05 && c > 0.97 && c < 1.03)
    a = dram_study_fairer("fifo", "fifo", "fifo_60", "fifo_15")
    b = dram_study_gain("fifo", "fifo", "fifo_2", "fifo_15")
    dram_check("SQ10", "longer FIFOs of banks are less fair", "fairness of 60 to that of 15 " times(a) "; system performance of 2 to that of 15 " gain(b), a < 1)
    a = dram_study_gain("cpus_only", "cpus_only", "sms", "tcm")
    b = dram_study_fairer("cpus_only", "cpus_only", "sms", "tcm")
    dram_check("SQ11", "cores alone: SMS a little below TCM, and fairer", gain(a) ", " times(b), a < 1 && a > 0.9 && b > 1)
    a = dram_gain("", "cfrfcfs", "frfcfs")
    b = dram_fairer("", "cfrfcfs", "frfcfs")
    c = dram_gain("", "ctcm", "tcm")
    d = dram_gain("", "sms", "cfrfcfs")
    dram_check("SQ12", "CFR-FCFS far above FR-FCFS, CTCM as TCM, SMS above both", gain(a) ", " times(b) "; " gain(c) "; SMS " gain(d) " and " gain(dram_gain("", "sms", "ctcm")), a > 1.1 && b > 1.5 && c > 0.95 && c < 1.05 && d > 1)
    a = dram_ratio(dram_of("p", "p", "p_1", "cpu_weighted_speedup"), dram_of("p", "p", "p_0", "cpu_weighted_speedup"))
    b = dram_ratio(dram_of("p", "p", "p_1", "gpu_speedup"), dram_of("p", "p", "p_0", "gpu_speedup"))
    dram_check("SQ13", "p from 0 to 1: more for the cores, less for the GPU", "CPU weighted speedup " gain(a) ", GPU speedup " gain(b), a > 1 && b < 1)
    a = dram_batch("cpu_batch")
    b = dram_batch("gpu_batch")
    dram_check("SQ14", "batches of cores are shorter than 10, those of the GPU longer", number(a, 2) " and " number(b, 2) " requests, full ones of cores " share(dram_batch("cpu_full_batch_share")) " %", a < 10 && b > a)
    dram_check("SQ15", "SMS compares less than FR-FCFS, that less than TCM, at 300 entries", "entries that are looked at: 17 heads of FIFOs and 8 of banks; 300", "yes")
}
function dram_fairest(names,    n, list, k, x, least, best) {
    n = split(names, list, " ")
    for (k = 1; k <= n; k++) {
        x = dram_mean("", list[k], "cpu_max_slowdown")
        if (x != "" && (best == "" || x < least)) {
            least = x
            best = list[k]
        }
    }
    return best
}
# What SMS tells of its batches, mean over mixes.
function dram_batch(what,    n, i, sum) {
    n = load("dram_batches")
    for (i = 1; i <= n; i++)
        sum += cell["dram_batches", i, what]
    return n ? sum / n : ""
}
