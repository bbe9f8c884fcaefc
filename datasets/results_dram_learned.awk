# The tables of "A learned p" in docs/DRAM.md, of dram_learned.csv that 'make reproduce-dram-learned' leaves.

# learned[part, mix, scheduler, column]; learned_mix[part, i], learned_name[part, i] of its schedulers, in order.
function load_learned(    n, i, k, count, columns, part, mix, name) {
    if (learned_loaded++)
        return
    n = load("dram_learned")
    count = split("cpu_weighted_speedup gpu_speedup cpu_max_slowdown p candidates", columns, " ")
    for (i = 1; i <= n; i++) {
        part = cell["dram_learned", i, "study"]
        mix = cell["dram_learned", i, "mix"]
        name = cell["dram_learned", i, "scheduler"]
        if (!((part, mix) in learned))
            learned_mix[part, ++learned_mixes[part]] = mix
        if (!((part, "", name) in learned))
            learned_name[part, ++learned_names[part]] = name
        learned[part, mix] = learned[part, "", name] = 1
        for (k = 1; k <= count; k++)
            learned[part, mix, name, columns[k]] = cell["dram_learned", i, columns[k]]
    }
}

# Of a mix; system performance is equation 5.1 with the weight of the GPU.
function learned_value(part, mix, name, what, weight,    cpus, gpu) {
    if (what != "system")
        return learned[part, mix, name, what]
    cpus = learned[part, mix, name, "cpu_weighted_speedup"]
    gpu = learned[part, mix, name, "gpu_speedup"]
    return cpus == "" || gpu == "" ? "" : cpus + weight * gpu
}
# Of schedulers whose names begin with `prefix`, and p = 0.9 with the first of its random sequences, the best in this mix.
function learned_best(part, mix, prefix, weight,    k, name, best) {
    best = learned_value(part, mix, "p_18", "system", weight)
    for (k = 1; k <= learned_names[part]; k++) {
        name = learned_name[part, k]
        if (index(name, prefix) == 1 && learned_value(part, mix, name, "system", weight) > best)
            best = learned_value(part, mix, name, "system", weight)
    }
    return best
}
# Mean over mixes of the system performance over that under p = 0.9; "best p_" is the best of those of each mix.
function learned_gain(part, name, weight,    i, mix, own, sum) {
    for (i = 1; i <= learned_mixes[part]; i++) {
        mix = learned_mix[part, i]
        own = name ~ /^best / ? learned_best(part, mix, substr(name, 6), weight) : learned_value(part, mix, name, "system", weight)
        if (own == "")
            return ""
        sum += own / learned_value(part, mix, "p_18", "system", weight)
    }
    return learned_mixes[part] ? sum / learned_mixes[part] - 1 : ""
}
# As in results_dram.awk: harmonic for the largest slowdown.
function learned_mean(part, name, what,    i, x, sum, n, harmonic) {
    harmonic = what == "cpu_max_slowdown"
    for (i = 1; i <= learned_mixes[part]; i++) {
        x = learned_value(part, learned_mix[part, i], name, what)
        if (x == "")
            return ""
        sum += harmonic ? 1 / x : x
        n++
    }
    return n == 0 ? "" : harmonic ? n / sum : sum / n
}
# The static p that is best on the mixes of a part.
function learned_static(part, weight,    k, name, best) {
    for (k = 1; k <= learned_names[part]; k++) {
        name = learned_name[part, k]
        if (name ~ /^p_/ && (best == "" || learned_gain(part, name, weight) > learned_gain(part, best, weight)))
            best = name
    }
    return best
}
function learned_p(name) { return substr(name, 3) / 20 }
function learned_sign(x,    text) {
    text = x == "" ? "-" : sprintf("%+.1f %%", 100 * x)
    return text == "-0.0 %" ? "+0.0 %" : text
}

function learned_line(kind, title, name,    part) {
    part = kind "_judged"
    printf "| %s | %s | %s | %s | %s | %s | %s |\n", title, learned_sign(learned_gain(part, name, 1)), learned_sign(learned_gain(part, name, 10)),
        number(learned_mean(part, name, "cpu_weighted_speedup"), 2), number(learned_mean(part, name, "gpu_speedup"), 3),
        number(learned_mean(part, name, "cpu_max_slowdown"), 2), number(learned_mean(part, name, "p"), 2)
}
function table_learned_kind(kind,    i, count, weight, name, part) {
    part = kind "_judged"
    if (!learned_mixes[part]) {
        print "Not simulated for this page; `make reproduce-dram-learned` does."
        return
    }
    head("p|system, weight 1|system, weight 10|CPU weighted speedup|GPU speedup|largest CPU slowdown|mean p")
    learned_line(kind, "0.9", "p_18")
    learned_line(kind, "0", "p_0")
    count = split("1 10", weight, " ")
    for (i = 1; i <= count; i++) {
        name = learned_static(kind "_training", weight[i])
        learned_line(kind, "static, best in training with weight " weight[i], name)
    }
    learned_line(kind, "dynamic", "dynamic")
    for (i = 1; i <= count; i++)
        learned_line(kind, "**learned**, weight " weight[i], "learned_" weight[i])
    printf "| oracle: the best of the seven for each mix | %s | %s | | | | |\n", learned_sign(learned_gain(part, "best p_", 1)), learned_sign(learned_gain(part, "best p_", 10))
    if ((part, "", "seed_2") in learned)
        printf "| the best of seven runs with 0.9, other random numbers | %s | %s | | | | |\n", learned_sign(learned_gain(part, "best seed_", 1)),
            learned_sign(learned_gain(part, "best seed_", 10))
}
# System performance under every p over that under 0.9, of the training mixes, and how many sources a pick has.
function table_learned_sweep(    k, kinds, kind, name, i, j, count, weight, line, title) {
    count = split("own short", kinds, " ")
    title = "p"
    for (i = 1; i <= count; i++)
        title = title "|" (kinds[i] == "own" ? "15 entries" : "4 entries") ": weight 1|weight 10|GPU speedup|sources at a pick"
    head(title)
    for (k = 1; k <= learned_names["own_training"]; k++) {
        name = learned_name["own_training", k]
        if (name !~ /^p_/)
            continue
        line = "| " learned_p(name) " |"
        for (i = 1; i <= count; i++) {
            kind = kinds[i] "_training"
            line = line " " learned_sign(learned_gain(kind, name, 1)) " | " learned_sign(learned_gain(kind, name, 10)) " | " \
                number(learned_mean(kind, name, "gpu_speedup"), 3) " | " number(learned_times(learned_mean(kind, name, "candidates"), 17), 2) " |"
        }
        print line
    }
}
# What is learned from the judged mixes, on those of training.
function table_learned_back(    i, k, part, count, kinds, weight, name) {
    head("entries|weight|p = 0|static, best of the judged mixes|learned from them|mean p|oracle")
    count = split("own short", kinds, " ")
    split("1 10", weight, " ")
    for (i = 1; i <= count; i++)
        for (k = 1; k <= 2; k++) {
            part = kinds[i] "_training"
            name = learned_static(kinds[i] "_judged", weight[k])
            printf "| %d | %d | %s | %s (p = %s) | %s | %s | %s |\n", kinds[i] == "own" ? 15 : 4, weight[k], learned_sign(learned_gain(part, "p_0", weight[k])),
                learned_sign(name == "" ? "" : learned_gain(part, name, weight[k])), name == "" ? "-" : learned_p(name),
                learned_sign(learned_gain(part, "learned_" weight[k], weight[k])), number(learned_mean(part, "learned_" weight[k], "p"), 2),
                learned_sign(learned_gain(part, "best p_", weight[k]))
        }
}
function learned_times(x, factor) { return x == "" ? "" : x * factor }

function table_learned(name) {
    load_learned()
    if (name == "sweep") table_learned_sweep()
    else if (name == "back") table_learned_back()
    else if (name == "own" || name == "short") table_learned_kind(name)
    else { print "no table 'learned_" name "'" > "/dev/stderr"; exit 2 }
}
