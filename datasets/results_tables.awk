# The tables of docs/RESULTS.md, and by results_caches.awk those of docs/CACHES.md: awk -v table=NAME -v folder=FOLDER -f results.awk
# -f results_experiments.awk -f results_caches.awk -f results_tables.awk.

function policy_line(file, name, key, thesis_key) {
    if (value[file, run_of[file, 1], key, "speedup"] == "")
        return
    printf "| %s | %s | %s | %s | %s | %s | %s |\n", name, number(thesis["speedup " thesis_key], 3),
        number(mean(file, key, "speedup", 1), 3), percent(thesis["hit " thesis_key], 1),
        percent(mean(file, key, "l1_hit_rate", 0), 1), number(thesis["latency " thesis_key], 3),
        number(mean(file, key, "relative_latency", 1), 3)
}

function table_means(    i) {
    load_policies()
    head("policy|speedup, thesis|ours|L1 hit rate, thesis|ours|miss latency, thesis|ours")
    for (i = 1; i <= n_policies; i++)
        policy_line("runs", policy_name[i], policy_key[i], policy_thesis[i])
}

# Speedups of each run under the policies that all of them ran under.
function programs(file,    i, k, line, n, shown) {
    line = "run"
    for (k = 2; k <= n_policies; k++)
        if (mean(file, policy_key[k], "speedup", 1) != "") {
            shown[++n] = policy_key[k]
            line = line "|" policy_name[k]
        }
    head(line)
    for (i = 1; i <= runs[file]; i++) {
        line = "| " run_of[file, i] " |"
        for (k = 1; k <= n; k++)
            line = line " " number(value[file, run_of[file, i], shown[k], "speedup"], 3) " |"
        print line
    }
    line = "| harmonic mean |"
    for (k = 1; k <= n; k++)
        line = line " " number(mean(file, shown[k], "speedup", 1), 3) " |"
    print line
}
function table_programs() {
    load_policies()
    programs("runs")
}
function table_mapreduce() {
    load_runs("mapreduce")
    programs("mapreduce")
}

function table_strides(    i, n, strides, key) {
    load_runs("strides")
    load_runs("policies")
    n = split("0:0 1:1 2:2 2:4 4:4", strides, " ")
    head("first strides of N and p|thesis|ours")
    for (i = 1; i <= n; i++) {
        key = "poise default " strides[i]
        sub(/:/, " ", key)
        ours = strides[i] == "2:4" ? mean("policies", "poise default", "speedup", 1) : mean("strides", key, "speedup", 1)
        printf "| %s | %s | %s |\n", strides[i], number(thesis["stride " strides[i]], 3), number(ours, 3)
    }
}

# Speedup of GTO on the machine of `file` over that of "policies", harmonic mean.
function gto_gain(file,    i, run, sum) {
    for (i = 1; i <= runs[file]; i++) {
        run = run_of[file, i]
        if (value["policies", run, "gto", "cycles"] == "")
            return ""
        sum += value[file, run, "gto", "cycles"] / value["policies", run, "gto", "cycles"]
    }
    return sum == 0 ? "" : runs[file] / sum
}
function table_l1(    i, n, kinds, file) {
    load_runs("policies")
    n = split("hash_16 linear_16 hash_64 linear_64", kinds, " ")
    head("L1|thesis, Poise over GTO|ours, Poise over GTO|GTO over GTO with the first L1")
    for (i = 1; i <= n; i++) {
        file = kinds[i] == "hash_16" ? "policies" : "l1_" kinds[i]
        load_runs(file)
        printf "| %s KB, %s index | %s | %s | %s |\n", substr(kinds[i], index(kinds[i], "_") + 1),
            kinds[i] ~ /hash/ ? "hashed" : "linear", number(thesis["l1 " kinds[i]], 3),
            number(mean(file, "poise default", "speedup", 1), 3), number(gto_gain(file), 3)
    }
}

# With the hashed L1 of 64 KB: the best of three limits, and Poise.
function table_rest(    i, k, run, best, sum) {
    load_runs("l1_rest")
    load_runs("l1_hash_64")
    head("run|best of SWL 6, 12, 18|" policy_name[p_best])
    for (i = 1; i <= runs["l1_rest"]; i++) {
        run = run_of["l1_rest", i]
        best = 1
        for (k = 6; k <= 18; k += 6)
            if (value["l1_rest", run, "swl " k, "speedup"] > best)
                best = value["l1_rest", run, "swl " k, "speedup"]
        sum += 1 / best
        printf "| %s | %s | %s |\n", run, number(best, 3), number(value["l1_hash_64", run, "poise default", "speedup"], 3)
    }
    if (sum > 0)
        printf "| harmonic mean | %s | %s |\n", number(runs["l1_rest"] / sum, 3),
            number(mean("l1_hash_64", "poise default", "speedup", 1), 3)
}

# Speedups of a run under the three forms of Poise.
function poise_columns(file, run,    k, line) {
    for (k = p_three; k <= p_shared; k++)
        line = line (k > p_three ? " " : "") number(value[file, run, policy_key[k], "speedup"], 3) " |"
    return line
}

function control_lines(file,    i, run) {
    load_runs(file)
    for (i = 1; i <= runs[file]; i++) {
        run = run_of[file, i]
        printf "| %s | %d | %s\n", run, value[file, run, "gto", "cycles"], poise_columns(file, run)
    }
}
function table_control() {
    head("run|cycles, GTO|" policy_name[p_three] "|" policy_name[p_best] "|" policy_name[p_shared])
    control_lines("control")
    control_lines("control_long")
}

# Kernels four times as long, and as they are.
function long_lines(file,    i, run, swl) {
    load_runs(file)
    for (i = 1; i <= runs[file]; i++) {
        run = run_of[file, i]
        if (run !~ /^(mvt|bicg)_/)
            continue
        swl = value[file, run, "swl", "speedup"]
        if (swl == "")
            swl = value[file, run, "swl 2", "speedup"]
        printf "| %s | %s | %s | %s\n", run, value[file, run, "gto", "cycles"], number(swl, 3),
            poise_columns(file, run)
    }
}
function table_long() {
    head("run|cycles, GTO|SWL|" policy_name[p_three] "|" policy_name[p_best] "|" policy_name[p_shared])
    long_lines("policies")
    long_lines("long")
}

function offline_line(name, file,    n, i, e_n, e_p, s, b, w) {
    n = load(file)
    if (n == 0)
        return
    for (i = 1; i <= n; i++) {
        e_n += cell[file, i, "error_n"]
        e_p += cell[file, i, "error_p"]
        s += 1 / cell[file, i, "speedup"]
        b += 1 / cell[file, i, "static_best"]
        w += 1 / cell[file, i, "swl"]
    }
    printf "| %s | %d | %s | %s | %s | %s | %s |\n", name, n, percent(e_n / n, 0), percent(e_p / n, 0),
        number(n / s, 3), number(n / w, 3), number(n / b, 3)
}
function table_offline() {
    head("model|launches|error of N|error of p|speedup of the prediction|SWL|Static-Best")
    printf "| thesis | 346 | %s | %s | - | - | - |\n", percent(thesis["error n"], 0), percent(thesis["error p"], 0)
    offline_line(policy_name[p_three], "offline_three")
    offline_line(policy_name[p_best], "offline_best")
}

function table_features(    n, i) {
    n = load("features")
    head("left out|three programs, thesis' recipe: speedup|change|all programs, our recipe: speedup|change")
    for (i = 1; i <= n; i++)
        printf "| %s | %s | %s | %s | %s |\n", cell["features", i, "without"], cell["features", i, "three"],
            cell["features", i, "three_change"], cell["features", i, "best"], cell["features", i, "best_change"]
}

# What the thesis claims of orders, and whether it holds on its machine and on the wide one.
function verdict(slower, faster) { return slower == "" || faster == "" ? "-" : slower < faster ? "yes" : "**no**" }
function of(file, key) { return mean(file, key, "speedup", 1) }
function claim(text, slower, faster) {
    printf "| %s | %s | %s |\n", text, verdict(of("runs", slower), of("runs", faster)),
        verdict(of("wide", slower), of("wide", faster))
}
function table_orders() {
    load_policies()
    load_runs("wide")
    load_runs("strides")
    head("claim of the thesis, harmonic means|here|wide")
    claim("SWL is faster than GTO", "gto", "swl")
    claim("PCAL-SWL is faster than SWL", "swl", "pcal_swl")
    claim("Poise (3 programs) is faster than SWL", "swl", "poise three")
    claim("Poise (best data) is faster than SWL", "swl", "poise default")
    claim("Poise (best data, shared) is faster than SWL", "swl", "poise default shared")
    claim("Poise (best data) is faster than PCAL-SWL", "pcal_swl", "poise default")
    claim("Poise (best data, shared) is faster than PCAL-SWL", "pcal_swl", "poise default shared")
    claim("Static-Best is faster than Poise (best data)", "poise default", "static_best")
    printf "| prediction alone is slower than with correction | %s | - |\n",
        verdict(of("strides", "poise default 0 0"), of("runs", "poise default"))
}

BEGIN {
    load_thesis("thesis")
    n_policies = split("gto|swl|pcal_swl|static_best|poise three|poise default|poise default shared|ccws|daws|apres",
        policy_key, "|")
    split("GTO|SWL|PCAL-SWL|Static-Best|Poise, 3 programs|Poise, best data|Poise, best data, shared|CCWS|DAWS|APRES",
        policy_name, "|")
    split("gto|swl|pcal_swl|static_best|poise|poise|poise|-|-|-", policy_thesis, "|")
    p_three = 5; p_best = 6; p_shared = 7
    split("base the_machine mshrs 128_MSHRs l1 64_KB_L1 l2 2_MB_L2 dram ideal_DRAM port wide_L2_port flit wide_replies " \
        "crossbar wide_replies_and_port below no_limit_below_L1", word, " ")
    for (i = 1; i in word; i += 2) {
        pays_title[word[i]] = word[i + 1]
        gsub(/_/, " ", pays_title[word[i]])
    }
    if (table == "means") table_means()
    else if (table == "programs") table_programs()
    else if (table == "mapreduce") table_mapreduce()
    else if (table == "strides") table_strides()
    else if (table == "l1") table_l1()
    else if (table == "control") table_control()
    else if (table == "long") table_long()
    else if (table == "offline") table_offline()
    else if (table == "features") table_features()
    else if (table == "cases") table_cases()
    else if (table == "wide") table_wide()
    else if (table == "case") table_case()
    else if (table == "rest") table_rest()
    else if (table == "visited") table_visited()
    else if (table == "pays") table_pays()
    else if (table == "each") table_each()
    else if (table == "lines") table_lines()
    else if (table == "crossbar") table_crossbar()
    else if (table == "orders") table_orders()
    else if (table == "caches_speed") table_caches_speed()
    else if (table == "caches_efficiency") table_caches_efficiency()
    else if (table == "caches_reads") table_caches_reads()
    else if (table == "caches_rows") table_caches_rows()
    else if (table == "caches_bound") table_caches_bound()
    else if (table == "caches_bounds") table_caches_bounds()
    else if (table == "caches_rules") table_caches_rules()
    else if (table == "caches_matrix_training") table_caches_matrix_training()
    else if (table == "caches_matrix_evaluation") table_caches_matrix_evaluation()
    else if (table == "caches_pairs_evaluation") table_caches_pairs_evaluation()
    else if (table ~ /^bandwidth_/) table_bandwidth()
    else if (table ~ /^cooperation_/) table_cooperation(substr(table, 13))
    else if (table ~ /^translation_/) table_translation(substr(table, 13))
    else if (table ~ /^mosaic_/) table_mosaic(substr(table, 8))
    else if (table ~ /^buffers_/) table_buffers(substr(table, 9))
    else if (table ~ /^dram_/) table_dram(substr(table, 6))
    else if (table ~ /^tokens_/) table_tokens(substr(table, 8))
    else if (table ~ /^promotion_/) table_promotion(substr(table, 11))
    else if (table ~ /^paging_/) table_paging(substr(table, 8))
    else if (table ~ /^learned_/) table_learned(substr(table, 9))
    else { print "no table '" table "'" > "/dev/stderr"; exit 2 }
}
