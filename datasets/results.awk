# The tables of docs/RESULTS.md: awk -v table=NAME -v folder=FOLDER -f results.awk. FOLDER has thesis.csv and what
# results.sh keeps of the results of 'make reproduce'. A file that is not there yet leaves its lines out.

# ---- reading ----

# Lines of a CSV file into cell[file, line, column name]; returns their number.
function load(file,    path, line, n, i, fields, names) {
    if (file in lines)
        return lines[file]
    path = folder "/" file ".csv"
    n = -1
    while ((getline line < path) > 0) {
        if (line ~ /^#/)
            continue
        split(line, fields, ",")
        if (++n == 0) {
            width = split(line, names, ",")
            continue
        }
        for (i = 1; i <= width; i++)
            cell[file, n, names[i]] = fields[i]
    }
    close(path)
    return lines[file] = n < 0 ? 0 : n
}

function load_thesis(    line, fields) {
    while ((getline line < (folder "/thesis.csv")) > 0)
        if (line !~ /^#/) {
            split(line, fields, ",")
            thesis[fields[1]] = fields[2]
        }
}

# Numbers of all runs under all policies, from several files: value[run, key, metric]. A key is short: see key_of.
function load_runs(file,    n, i, run, key, m, metrics, count) {
    n = load(file)
    count = split("speedup l1_hit_rate relative_latency cycles mean_n mean_p search_share", metrics, " ")
    for (i = 1; i <= n; i++) {
        run = cell[file, i, "program"]
        key = key_of(cell[file, i, "policy"])
        if (!((file, run) in seen)) {
            seen[file, run] = 1
            run_of[file, ++runs[file]] = run
        }
        for (m = 1; m <= count; m++)
            value[file, run, key, metrics[m]] = cell[file, i, metrics[m]]
    }
}

# poise:models/default.model:mode=shared is "poise default shared".
function key_of(policy,    words, n, i, key) {
    n = split(policy, words, ":")
    key = words[1]
    for (i = 2; i <= n; i++) {
        sub(/^.*\//, "", words[i])
        sub(/\.model$/, "", words[i])
        sub(/^[a-z_]*=/, "", words[i])
        key = key " " words[i]
    }
    return key
}

# ---- numbers ----

function mean(file, key, metric, harmonic,    i, x, sum, n) {
    for (i = 1; i <= runs[file]; i++) {
        x = value[file, run_of[file, i], key, metric]
        if (x == "")
            return ""
        sum += harmonic ? 1 / x : x
        n++
    }
    return n == 0 ? "" : harmonic ? n / sum : sum / n
}

function number(x, digits) { return x == "" ? "-" : sprintf("%.*f", digits, x) }
function percent(x, digits) { return x == "" ? "-" : sprintf("%.*f %%", digits, 100 * x) }

# ---- tables ----

function head(text,    n, i, words) {
    n = split(text, words, "|")
    print "| " gensub_bars(text) " |"
    line = "|"
    for (i = 1; i <= n; i++)
        line = line (i == 1 ? " --- |" : " ---: |")
    print line
}
function gensub_bars(text) { gsub(/\|/, " | ", text); return text }

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

# The evaluations "policies" and "others" of the same runs, as if they were one file "runs".
function load_policies(    i, f, files, n) {
    n = split("policies others", files, " ")
    for (f = 1; f <= n; f++) {
        load_runs(files[f])
        for (i = 1; i <= runs[files[f]]; i++)
            merge(files[f], run_of[files[f], i])
    }
}
function merge(file, run,    k, key) {
    if (!(run in merged)) {
        merged[run] = 1
        run_of["runs", ++runs["runs"]] = run
    }
    for (k in value) {
        split(k, part, SUBSEP)
        if (part[1] == file && part[2] == run)
            copy["runs" SUBSEP run SUBSEP part[3] SUBSEP part[4]] = value[k]
    }
    for (k in copy)
        value[k] = copy[k]
    delete copy
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

function control_lines(file,    i, run) {
    load_runs(file)
    for (i = 1; i <= runs[file]; i++) {
        run = run_of[file, i]
        printf "| %s | %d | %s | %s | %s |\n", run, value[file, run, "gto", "cycles"],
            number(value[file, run, policy_key[p_three], "speedup"], 3),
            number(value[file, run, policy_key[p_best], "speedup"], 3),
            number(value[file, run, policy_key[p_shared], "speedup"], 3)
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
        printf "| %s | %s | %s | %s | %s | %s |\n", run, value[file, run, "gto", "cycles"], number(swl, 3),
            number(value[file, run, policy_key[p_three], "speedup"], 3),
            number(value[file, run, policy_key[p_best], "speedup"], 3),
            number(value[file, run, policy_key[p_shared], "speedup"], 3)
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

function tuple(file, i, what) {
    return "(" cell[file, i, what "_n"] ", " cell[file, i, what "_p"] ") " number(cell[file, i, what "_speedup"], 3)
}
function surface_lines(file, pattern, at_least,    n, i) {
    n = load(file)
    for (i = 1; i <= n; i++) {
        if (cell[file, i, "run"] ~ pattern && cell[file, i, "best_speedup"] >= at_least)
            printf "| %s | %s %s | %s | %s | %s | %s | %s |\n", cell[file, i, "run"], cell[file, i, "kernel"],
                cell[file, i, "launch"], number(cell[file, i, "cycles"], 0), tuple(file, i, "best"),
                tuple(file, i, "diagonal"), tuple(file, i, "one"), tuple(file, i, "target")
    }
}
function table_cases() {
    head("run|launch|cycles, GTO|best tuple|best N = p|best p = 1|target")
    surface_lines("surface", "^bfs", 1.05)
    surface_lines("surface_many", "^ii$", 1.05)
}

# Means of all policies where replies and L2 ports are wide, beside the thesis.
function table_wide(    i) {
    load_runs("wide")
    head("policy|speedup, thesis|wide|L1 hit rate, thesis|wide|miss latency, thesis|wide")
    for (i = 1; i <= n_policies; i++)
        policy_line("wide", policy_name[i], policy_key[i], policy_thesis[i])
}

# Launches of ii on the machine and with a wide way from the L2.
function table_case() {
    head("run|launch|cycles, GTO|best tuple|best N = p|best p = 1|target")
    surface_lines("case", "^ii$", 1)
}

# Mean tuples of the engines over time and SMs.
function visited(file, run, key) {
    return value[file, run, key, "mean_n"] == "" ? "-" : "(" number(value[file, run, key, "mean_n"], 1) ", " \
        number(value[file, run, key, "mean_p"], 1) ") " number(value[file, run, key, "speedup"], 3)
}
function table_visited(    f, i, files, run, k) {
    split("policies mapreduce", files, " ")
    head("run|SWL|Static-Best|" policy_name[p_three] "|" policy_name[p_best] "|" policy_name[p_shared])
    for (f = 1; f <= 2; f++) {
        load_runs(files[f])
        for (i = 1; i <= runs[files[f]]; i++) {
            run = run_of[files[f], i]
            if (run !~ /^(bfs|ii)/)
                continue
            printf "| %s | %s | %s |", run, visited(files[f], run, "swl"), visited(files[f], run, "static_best")
            for (k = p_three; k <= p_shared; k++)
                printf " %s |", visited(files[f], run, policy_key[k])
            print ""
        }
    }
}

function table_pays(    n, i, k, m, machines, title, line, by) {
    m = split("base mshrs l1 l2 dram port flit crossbar below", machines, " ")
    line = "lines per load"
    for (k = 1; k <= m; k++) {
        if (load("pays_" machines[k]) > 0)
            line = line "|" pays_title[machines[k]]
        n = load("pays_" machines[k])
        for (i = 1; i <= n; i++)
            by[machines[k], cell["pays_" machines[k], i, "run"]] = number(cell["pays_" machines[k], i,
                "best_speedup"] / cell["pays_" machines[k], i, "diagonal_speedup"], 2) " " \
                tuple_only("pays_" machines[k], i, "best")
    }
    head(line)
    n = split("1 2 4 8 16 32", title, " ")
    for (i = 1; i <= n; i++) {
        line = "| " title[i] " |"
        for (k = 1; k <= m; k++)
            if (load("pays_" machines[k]) > 0)
                line = line " " ((machines[k], "lines_" title[i]) in by ? by[machines[k], "lines_" title[i]] : "-") " |"
        print line
    }
}
function tuple_only(file, i, what) { return "(" cell[file, i, what "_n"] ", " cell[file, i, what "_p"] ")" }

# Launches that gain 1.5 % under their best tuple, by the lines that a load touches.
function lines_class(x) { return x < 2 ? 1 : x < 4 ? 2 : x < 8 ? 3 : x < 16 ? 4 : 5 }
function table_lines(    files, f, i, n, c, names, count, gain, most, diagonal, best) {
    n = split("training surface surface_many", files, " ")
    for (f = 1; f <= n; f++) {
        for (i = load(files[f]); i >= 1; i--) {
            if (cell[files[f], i, "lines"] == "" || cell[files[f], i, "best_speedup"] < 1.015)
                continue
            c = lines_class(cell[files[f], i, "lines"])
            count[c]++
            gain = cell[files[f], i, "best_speedup"] / cell[files[f], i, "diagonal_speedup"]
            if (gain > most[c])
                most[c] = gain
            diagonal[c] += 1 / cell[files[f], i, "diagonal_speedup"]
            best[c] += 1 / cell[files[f], i, "best_speedup"]
        }
    }
    head("lines per load|launches|best N = p|best {N, p}|most that p < N adds")
    split("1 to 2|2 to 4|4 to 8|8 to 16|16 to 32", names, "|")
    for (c = 1; c <= 5; c++)
        if (count[c] > 0)
            printf "| %s | %d | %s | %s | %s |\n", names[c], count[c], number(count[c] / diagonal[c], 3),
                number(count[c] / best[c], 3), percent(most[c] - 1, 1)
}

# Whole programs if each launch had its best N = p, and its best {N, p}: of launches measured alone.
function table_each(    i, n, run, names, count, gto, diagonal, best, sum_d, sum_b) {
    n = load("surface")
    for (i = 1; i <= n; i++) {
        run = cell["surface", i, "run"]
        if (!(run in gto))
            names[++count] = run
        gto[run] += cell["surface", i, "cycles"]
        diagonal[run] += cell["surface", i, "cycles"] / cell["surface", i, "diagonal_speedup"]
        best[run] += cell["surface", i, "cycles"] / cell["surface", i, "best_speedup"]
    }
    head("run|each launch its best N = p|each launch its best {N, p}")
    for (i = 1; i <= count; i++) {
        run = names[i]
        printf "| %s | %s | %s |\n", run, number(gto[run] / diagonal[run], 3), number(gto[run] / best[run], 3)
        sum_d += diagonal[run] / gto[run]
        sum_b += best[run] / gto[run]
    }
    printf "| harmonic mean | %s | %s |\n", number(count / sum_d, 3), number(count / sum_b, 3)
}

# Programs on the quarter machine, as it is and with a wide way from the L2.
function table_crossbar(    i, n, k, where) {
    n = load("programs_base")
    for (i = load("programs_crossbar"); i >= 1; i--)
        where[cell["programs_crossbar", i, "run"], cell["programs_crossbar", i, "launch"]] = i
    head("run|launch|lines per load|the machine: best N = p|best {N, p}|wide: best N = p|best {N, p}")
    for (i = 1; i <= n; i++) {
        k = where[cell["programs_base", i, "run"], cell["programs_base", i, "launch"]]
        if (k != "" && cell["programs_base", i, "best_speedup"] >= 1.015)
            printf "| %s | %s | %s | %s | %s | %s | %s |\n", cell["programs_base", i, "run"],
                cell["programs_base", i, "kernel"], number(cell["programs_base", i, "lines"], 1),
                tuple("programs_base", i, "diagonal"), tuple("programs_base", i, "best"),
                tuple("programs_crossbar", k, "diagonal"), tuple("programs_crossbar", k, "best")
    }
}

# What the thesis claims of orders, and whether it holds here.
function claim(text, holds) { printf "| %s | %s |\n", text, holds ? "yes" : "**no**" }
function of(key) { return mean("runs", key, "speedup", 1) }
function below(a, b) { return a != "" && b != "" && a < b }
function table_orders() {
    load_policies()
    load_runs("strides")
    head("claim of the thesis, harmonic means|here")
    claim("SWL is faster than GTO", below(1, of("swl")))
    if (of("pcal_swl") != "") {
        claim("PCAL-SWL is faster than SWL", below(of("swl"), of("pcal_swl")))
        claim("Poise (best data) is faster than PCAL-SWL", below(of("pcal_swl"), of("poise default")))
    }
    claim("Poise (three programs) is faster than SWL", below(of("swl"), of("poise three")))
    claim("Poise (best data) is faster than SWL", below(of("swl"), of("poise default")))
    claim("Poise (best data, shared) is faster than SWL", below(of("swl"), of("poise default shared")))
    claim("Static-Best is faster than Poise", below(of("poise default"), of("static_best")))
    claim("prediction alone is slower than with correction",
        below(mean("strides", "poise default 0 0", "speedup", 1), mean("policies", "poise default", "speedup", 1)))
}

BEGIN {
    load_thesis()
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
    else { print "results.awk: no table '" table "'" > "/dev/stderr"; exit 2 }
}
