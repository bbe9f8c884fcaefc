# The studies of docs/DRAM.md: what the machine or SMS is changed by, on fewer mixes, and the checks. The machine as it is has the same mixes in
# "main".

# A study on its own mixes; the unchanged machine on the mixes of `of`.
function dram_of(part, of, name, what) { return dram_mean_as(part, of, "", name, what, 1) }
function dram_cells(part, of, name) {
    return " " number(dram_of(part, of, name, "cpu_weighted_speedup"), 2) " | " number(dram_of(part, of, name, "gpu_speedup"), 3) " | " \
        number(dram_of(part, of, name, "system"), 2) " | " number(dram_of(part, of, name, "cpu_max_slowdown"), 2) " |"
}
function dram_is_missing(part) { return is_missing(dram_mixes, part, "dram") }
function dram_mixes_of(part) { mixes_of(dram_mixes, dram_mix, part) }

# Lines "value | scheduler | ..." of studies prefix_VALUE; `own` is the value of the machine as it is.
function dram_sweep(title, prefix, values, own,    i, k, n, value, part, of) {
    n = split(values, value, " ")
    of = prefix (value[1] == own ? value[2] : value[1])
    if (dram_is_missing(of))
        return
    head(title "|scheduler|CPU weighted speedup|GPU speedup|system, weight 1|largest CPU slowdown")
    for (k = 1; k <= dram_names[of]; k++)
        for (i = 1; i <= n; i++) {
            part = value[i] == own ? "main" : prefix value[i]
            print "| " value[i] " | `" dram_name[of, k] "` |" dram_cells(part, of, dram_name[of, k])
        }
    dram_mixes_of(of)
}
# Lines of one study, whose schedulers are called NAME_VALUE.
function dram_list(title, part,    k, value) {
    if (dram_is_missing(part))
        return
    head(title "|CPU weighted speedup|GPU speedup|system, weight 1|largest CPU slowdown")
    for (k = 1; k <= dram_names[part]; k++) {
        value = dram_name[part, k]
        sub(/.*_/, "", value)
        print "| " value " |" dram_cells(part, part, dram_name[part, k])
    }
    dram_mixes_of(part)
}
function table_dram_cpus_only(    k, name) {
    if (dram_is_missing("cpus_only"))
        return
    head("scheduler|CPU weighted speedup|largest CPU slowdown|beside the GPU: CPU weighted speedup|largest CPU slowdown")
    for (k = 1; k <= dram_names["cpus_only"]; k++) {
        name = dram_name["cpus_only", k]
        printf "| `%s` | %s | %s | %s | %s |\n", name, number(dram_of("cpus_only", "cpus_only", name, "cpu_weighted_speedup"), 2),
            number(dram_of("cpus_only", "cpus_only", name, "cpu_max_slowdown"), 2), number(dram_of("main", "cpus_only", name, "cpu_weighted_speedup"), 2),
            number(dram_of("main", "cpus_only", name, "cpu_max_slowdown"), 2)
    }
    dram_mixes_of("cpus_only")
}

function table_dram(name) {
    load_dram()
    if (name == "size") table_dram_size()
    else if (name == "means") table_dram_means()
    else if (name == "system") dram_by_category("system", 2)
    else if (name == "unfairness") dram_by_category("cpu_max_slowdown", 2)
    else if (name == "cpus") dram_by_category("cpu_weighted_speedup", 2)
    else if (name == "gpu") dram_by_category("gpu_speedup", 3)
    else if (name == "source") table_dram_source()
    else if (name == "alone") table_dram_alone()
    else if (name == "weights") table_dram_weights()
    else if (name == "queue") dram_sweep("entries", "queue_", "64 128 256 300 512", 300)
    else if (name == "cores") dram_sweep("cores", "cores_", "4 8 12 16", 16)
    else if (name == "channels") dram_sweep("channels", "channels_", "2 4 8", 4)
    else if (name == "batch") dram_list("requests of a batch at most", "batch")
    else if (name == "fifo") dram_list("entries of the FIFO of a bank", "fifo")
    else if (name == "p") dram_list("p", "p")
    else if (name == "fifos") table_dram_fifos()
    else if (name == "cpus_only") table_dram_cpus_only()
    else if (name == "checks") table_dram_checks()
    else { print "no table 'dram_" name "'" > "/dev/stderr"; exit 2 }
}
