# The tables of docs/DRAM.md, of dram_mixes.csv that 'make reproduce-dram' leaves; dram.csv has what the source states.

# dram[part, mix, scheduler, column]; dram_mix[part, i], dram_name[part, i] of its schedulers, in order.
function load_dram(    n, i, k, count, columns, part, mix, name) {
    if (dram_loaded++)
        return
    load_thesis("dram")
    n = load("dram_mixes")
    count = split("cpu_weighted_speedup gpu_speedup cpu_max_slowdown loser gpu_row_hits cpu_row_hits gpu_requests cpu_requests", columns, " ")
    for (i = 1; i <= n; i++) {
        part = cell["dram_mixes", i, "study"]
        mix = cell["dram_mixes", i, "mix"]
        name = cell["dram_mixes", i, "scheduler"]
        if (!((part, mix) in dram))
            dram_mix[part, ++dram_mixes[part]] = mix
        if (!((part, "", name) in dram))
            dram_name[part, ++dram_names[part]] = name
        dram[part, mix] = dram[part, "", name] = 1
        for (k = 1; k <= count; k++)
            dram[part, mix, name, columns[k]] = cell["dram_mixes", i, columns[k]]
    }
    dram_categories = split("L ML M HL HML HM H", dram_category, " ")
}
function category_of(mix) { sub(/[0-9]+$/, "", mix); return mix }

# Of a mix: system performance is equation 5.1 with the weight of the GPU.
function dram_value(part, mix, name, what, weight,    cpus, gpu) {
    if (what != "system")
        return dram[part, mix, name, what]
    cpus = dram[part, mix, name, "cpu_weighted_speedup"]
    gpu = dram[part, mix, name, "gpu_speedup"]
    return cpus == "" ? "" : cpus + weight * gpu
}
# Mean over the mixes of `of` (its names), of one category or "" for all: harmonic for the largest slowdown, as in the source, else arithmetic.
function dram_mean_as(part, of, category, name, what, weight,    i, x, sum, n, harmonic) {
    harmonic = what == "cpu_max_slowdown"
    for (i = 1; i <= dram_mixes[of]; i++) {
        if (category != "" && category_of(dram_mix[of, i]) != category)
            continue
        x = dram_value(part, dram_mix[of, i], name, what, weight)
        if (x == "")
            return ""
        sum += harmonic ? 1 / x : x
        n++
    }
    return n == 0 ? "" : harmonic ? n / sum : sum / n
}
function dram_mean(category, name, what, weight) {
    return dram_mean_as("main", "main", category, name, what, weight == "" ? 1 : weight)
}
function dram_ratio(x, y) { return x == "" || y == "" || y == 0 ? "" : x / y }
# How much better a is than b, in system performance and in fairness, which is a ratio of unfairness.
function dram_gain(category, a, b) { return dram_ratio(dram_mean(category, a, "system"), dram_mean(category, b, "system")) }
function dram_fairer(category, a, b) { return dram_ratio(dram_mean(category, b, "cpu_max_slowdown"), dram_mean(category, a, "cpu_max_slowdown")) }

# ---- all mixes ----

function table_dram_size(    i, k, n, line) {
    for (i = 1; i <= dram_categories; i++) {
        n = 0
        for (k = 1; k <= dram_mixes["main"]; k++)
            n += category_of(dram_mix["main", k]) == dram_category[i]
        line = line (i > 1 ? ", " : "") n " of " dram_category[i]
    }
    print dram_mixes["main"] " mixes: " line "; " dram_names["main"] " schedulers."
}

function table_dram_means(    i, name) {
    head("scheduler|CPU weighted speedup|GPU speedup|system, weight 1|largest CPU slowdown|row hits of the GPU, %|of the cores, %|requests of the GPU / of the cores")
    for (i = 1; i <= dram_names["main"]; i++) {
        name = dram_name["main", i]
        printf "| `%s` | %s | %s | %s | %s | %s | %s | %s |\n", name, number(dram_mean("", name, "cpu_weighted_speedup"), 2), number(dram_mean("", name, "gpu_speedup"), 3),
            number(dram_mean("", name, "system"), 2), number(dram_mean("", name, "cpu_max_slowdown"), 2), share(dram_mean("", name, "gpu_row_hits")),
            share(dram_mean("", name, "cpu_row_hits")), number(dram_ratio(dram_mean("", name, "gpu_requests"), dram_mean("", name, "cpu_requests")), 2)
    }
}

function dram_by_category(what, digits,    i, k, line, name) {
    line = "scheduler"
    for (i = 1; i <= dram_categories; i++)
        line = line "|" dram_category[i]
    head(line "|all")
    for (k = 1; k <= dram_names["main"]; k++) {
        name = dram_name["main", k]
        line = "| `" name "` |"
        for (i = 1; i <= dram_categories; i++)
            line = line " " number(dram_mean(dram_category[i], name, what), digits) " |"
        print line " " number(dram_mean("", name, what), digits) " |"
    }
}

# ---- beside the source ----

function dram_line(what, key, ours) { printf "| %s | %s | %s |\n", what, thesis["dram " key], ours }
function times(x) { return x == "" ? "-" : sprintf("%.2fx", x) }
function table_dram_source(    i, n, others, ours, b) {
    print "| | [RA] | ours |"
    print "| --- | ---: | ---: |"
    dram_line("SMS over TCM, all mixes: system performance", "sms tcm", gain(dram_gain("", "sms", "tcm")))
    dram_line("fairness", "sms tcm fair", times(dram_fairer("", "sms", "tcm")))
    dram_line("CPU weighted speedup", "sms tcm cpus", times(dram_ratio(dram_mean("", "sms", "cpu_weighted_speedup"), dram_mean("", "tcm", "cpu_weighted_speedup"))))
    dram_line("GPU speedup of SMS over that of FR-FCFS", "sms frfcfs gpu", times(dram_ratio(dram_mean("", "sms", "gpu_speedup"), dram_mean("", "frfcfs", "gpu_speedup"))))
    n = split("frfcfs atlas parbs tcm", others, " ")
    for (i = 1; i <= n; i++) {
        dram_line("category H, SMS over " others[i] ": system performance", "h " others[i], gain(dram_gain("H", "sms", others[i])))
        if (i > 1)
            dram_line("fairness", "h " others[i] " fair", times(dram_fairer("H", "sms", others[i])))
    }
    dram_line("CFR-FCFS over FR-FCFS: system performance", "cfrfcfs", gain(dram_gain("", "cfrfcfs", "frfcfs")))
    dram_line("fairness", "cfrfcfs fair", times(dram_fairer("", "cfrfcfs", "frfcfs")))
    dram_line("CTCM over TCM: system performance", "ctcm", gain(dram_gain("", "ctcm", "tcm")))
}

# ---- weights ----

# The weight from which on b is better than a, where that comes with growing weight; "" where there is none.
function dram_crossing(a, b,    cpus, gpu) {
    cpus = dram_mean("", a, "cpu_weighted_speedup") - dram_mean("", b, "cpu_weighted_speedup")
    gpu = dram_mean("", b, "gpu_speedup") - dram_mean("", a, "gpu_speedup")
    return cpus > 0 && gpu > 0 ? cpus / gpu : ""
}
function table_dram_weights(    i, k, n, w, line, name, best, most, x) {
    n = split("0.001 0.01 0.1 1 10 100 1000", w, " ")
    line = "scheduler"
    for (i = 1; i <= n; i++)
        line = line "|" w[i]
    head(line "|`sms` is better up to|from")
    for (k = 1; k <= dram_names["main"]; k++) {
        name = dram_name["main", k]
        line = "| `" name "` |"
        for (i = 1; i <= n; i++)
            line = line " " number(dram_ratio(dram_mean("", name, "system", w[i]), dram_mean("", "frfcfs", "system", w[i])), 3) " |"
        print line " " number(dram_crossing("sms", name), 1) " | " number(dram_crossing(name, "sms"), 1) " |"
    }
    line = "| best |"
    for (i = 1; i <= n; i++) {
        most = -1
        for (k = 1; k <= dram_names["main"]; k++) {
            x = dram_mean("", dram_name["main", k], "system", w[i])
            if (x != "" && x > most) {
                most = x
                best = dram_name["main", k]
            }
        }
        line = line " `" best "` |"
    }
    print line " | |"
}

# ---- programs alone ----

function table_dram_alone(    i, n, file) {
    file = "dram_alone"
    n = load(file)
    head("program|class|misses for 1000 instructions|requests for 1000 cycles|row hits, %|banks")
    for (i = 1; i <= n; i++)
        printf "| `%s` | %s | %s | %s | %s | %s |\n", cell[file, i, "program"], cell[file, i, "kind"] == "gpu" ? "GPU" : cell[file, i, "class"],
            number(cell[file, i, "mpki"], 2), number(1000 * cell[file, i, "requests"] / cell[file, i, "cycles"], 1),
            share(dram_ratio(cell[file, i, "row_hits"], cell[file, i, "requests"])), number(cell[file, i, "banks"], 2)
}
