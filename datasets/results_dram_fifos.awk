# The table of docs/DRAM.md on another depth of the bank FIFOs of SMS, of dram_fifos.csv that 'make reproduce-dram-fifos' leaves: chosen by mixes of
# some blocks, judged by others.

# fifos[part, mix, scheduler, column]; part is "training" or "judged".
function load_fifos(    i, k, n, count, columns, part, mix, name) {
    n = load("dram_fifos")
    count = split("cpu_weighted_speedup gpu_speedup cpu_max_slowdown", columns, " ")
    for (i = 1; i <= n; i++) {
        part = cell["dram_fifos", i, "study"]
        mix = cell["dram_fifos", i, "mix"]
        name = cell["dram_fifos", i, "scheduler"]
        if (!((part, mix) in fifos))
            fifos_mix[part, ++fifos_mixes[part]] = mix
        if (!((part, "", name) in fifos))
            fifos_name[part, ++fifos_names[part]] = name
        fifos[part, mix] = fifos[part, "", name] = 1
        for (k = 1; k <= count; k++)
            fifos[part, mix, name, columns[k]] = cell["dram_fifos", i, columns[k]]
        fifos[part, mix, name, "system"] = cell["dram_fifos", i, "cpu_weighted_speedup"] + cell["dram_fifos", i, "gpu_speedup"]
    }
}
# Mean over the mixes, harmonic for the largest slowdown, as in the source.
function fifos_mean(part, name, what,    i, x, sum, harmonic) {
    harmonic = what == "cpu_max_slowdown"
    for (i = 1; i <= fifos_mixes[part]; i++) {
        x = fifos[part, fifos_mix[part, i], name, what]
        sum += harmonic ? 1 / x : x
    }
    return harmonic ? fifos_mixes[part] / sum : sum / fifos_mixes[part]
}
# Mixes in which `a` has more of `what` than `b`.
function fifos_wins(part, a, b, what,    i, n) {
    for (i = 1; i <= fifos_mixes[part]; i++)
        n += fifos[part, fifos_mix[part, i], a, what] > fifos[part, fifos_mix[part, i], b, what]
    return n + 0
}
function fifos_words(name) {
    if (name == "tcm")
        return "`tcm`"
    if (name == "sms")
        return "`sms`, 15 entries"
    sub(/^.*_/, "", name)
    return "`sms`, " name " entries"
}
function fifos_lines(part,    k, name) {
    for (k = 1; k <= fifos_names[part]; k++) {
        name = fifos_name[part, k]
        printf "| %s | %s | %s | %s | %s | %s |\n", part == "judged" ? "judged" : "chosen by", fifos_words(name), number(fifos_mean(part, name, "cpu_weighted_speedup"), 2),
            number(fifos_mean(part, name, "gpu_speedup"), 3), number(fifos_mean(part, name, "system"), 2), number(fifos_mean(part, name, "cpu_max_slowdown"), 2)
    }
}
function fifos_list(part,    i, line) {
    for (i = 1; i <= fifos_mixes[part]; i++)
        line = line (i > 1 ? ", " : "") fifos_mix[part, i]
    return line
}
function table_dram_fifos(    chosen) {
    load_fifos()
    if (!fifos_mixes["training"] || !fifos_mixes["judged"]) {
        print "Not simulated for this page; `make reproduce-dram-fifos` does."
        return
    }
    chosen = fifos_name["judged", fifos_names["judged"]]
    head("mixes|scheduler|CPU weighted speedup|GPU speedup|system, weight 1|largest CPU slowdown")
    fifos_lines("training")
    fifos_lines("judged")
    print ""
    printf "Of the %d judged mixes %s has more system performance than `tcm` in %d and less unfairness in %d; `sms` as it is in %d and %d.\n", fifos_mixes["judged"], fifos_words(chosen),
        fifos_wins("judged", chosen, "tcm", "system"), fifos_wins("judged", "tcm", chosen, "cpu_max_slowdown"), fifos_wins("judged", "sms", "tcm", "system"),
        fifos_wins("judged", "tcm", "sms", "cpu_max_slowdown")
    print ""
    print "Chosen by: " fifos_list("training") ". Judged by: " fifos_list("judged") "."
}
