# The tables of docs/CACHES.md, of the files caches_*.csv that 'make reproduce-caches' leaves: lines of programs, columns of policies.

# caches_value[file, run, policy, metric], and the runs of a file in order.
function load_caches(file,    n, i, run, m, metrics, count) {
    n = load(file)
    count = split("cycles speedup efficiency row_hit_rate l2_miss_rate dram_reads_total", metrics, " ")
    for (i = 1; i <= n; i++) {
        run = cell[file, i, "program"]
        if (!((file, run) in caches_seen)) {
            caches_seen[file, run] = 1
            caches_run[file, ++caches_runs[file]] = run
        }
        for (m = 1; m <= count; m++)
            caches_value[file, run, cell[file, i, "policy"], metrics[m]] = cell[file, i, metrics[m]]
    }
}

# What the oracle did was measured program by program.
function load_caches_all(    i, k, part) {
    load_caches("caches_memory")
    load_caches("caches_training")
    load_caches("caches_oracle")
    for (k in caches_value) {
        split(k, part, SUBSEP)
        if (part[1] == "caches_oracle" && part[3] == "oracle_byp")
            for (i = 1; i <= 2; i++)
                oracle_value[i == 1 ? "caches_memory" : "caches_training", part[2], part[4]] = caches_value[k]
    }
    for (k in oracle_value) {
        split(k, part, SUBSEP)
        if ((part[1], part[2]) in caches_seen)
            caches_value[part[1], part[2], "oracle_byp", part[3]] = oracle_value[k]
    }
    n_caches = split("wbyp wip wms medic medic_reuse eaf pcal_l2 pc_byp rand10 rand30 rand50 dip drrip ship oracle_byp", cache_policy, " ")
    cache_head = "`wbyp`|`wip`|`wms`|MeDiC|`medic_reuse`|`eaf`|`pcal_l2`|`pc_byp`|`rand_byp` 10|30|50|`dip`|`drrip`|`ship`|`oracle_byp`"
}

function caches_mean(file, policy, metric,    i, x, sum) {
    for (i = 1; i <= caches_runs[file]; i++) {
        x = caches_value[file, caches_run[file, i], policy, metric]
        if (x == "")
            return ""
        sum += 1 / x
    }
    return sum ? caches_runs[file] / sum : ""
}

function caches_means(file, name, metric,    k, line) {
    line = "| " name " |"
    for (k = 1; k <= n_caches; k++)
        line = line " " number(caches_mean(file, cache_policy[k], metric), 3) " |"
    print line
}

# Ratios to LRU, program by program.
function caches_ratios(metric,    i, k, run, line) {
    load_caches_all()
    head("program|" cache_head)
    for (i = 1; i <= caches_runs["caches_memory"]; i++) {
        run = caches_run["caches_memory", i]
        line = "| `" run "` |"
        for (k = 1; k <= n_caches; k++)
            line = line " " number(caches_value["caches_memory", run, cache_policy[k], metric], 3) " |"
        print line
    }
    caches_means("caches_memory", "harmonic mean", metric)
    caches_means("caches_training", "20 training runs", metric)
}

function table_caches_speed(    k, line, x) {
    caches_ratios("speedup")
    load_thesis("medic")
    line = "| [RA] 4.5.1 |"
    for (k = 1; k <= n_caches; k++) {
        x = thesis["caches " cache_policy[k]]
        line = line " " (x == "" ? "" : number(x, 3) " ") "|"
    }
    print line
}
function table_caches_efficiency() { caches_ratios("efficiency") }

# Reads of DRAM as parts of those under LRU.
function table_caches_reads(    i, k, run, base, line) {
    load_caches_all()
    head("program|" cache_head)
    for (i = 1; i <= caches_runs["caches_memory"]; i++) {
        run = caches_run["caches_memory", i]
        base = caches_value["caches_memory", run, "gto", "dram_reads_total"]
        line = "| `" run "` |"
        for (k = 1; k <= n_caches; k++)
            line = line " " number(caches_value["caches_memory", run, cache_policy[k], "dram_reads_total"] / base, 2) " |"
        print line
    }
}

function row_hits(file, run, policy) { return 100 * caches_value[file, run, policy, "row_hit_rate"] }
function points(x) { return sprintf("%+.1f", x) }

# Requests of DRAM that find their row open: under LRU in percent, then points more or less.
function row_hit_line(file, name, run,    i, k, line, sum, n, here) {
    for (k = 0; k <= n_caches; k++) {
        sum = n = 0
        if (k && caches_value[file, caches_run[file, 1], cache_policy[k], "row_hit_rate"] == "") {
            line = line " - |"
            continue
        }
        for (i = 1; i <= caches_runs[file]; i++) {
            here = caches_run[file, i]
            if (run != "" && here != run)
                continue
            sum += row_hits(file, here, k ? cache_policy[k] : "gto") - (k ? row_hits(file, here, "gto") : 0)
            n++
        }
        line = line " " (k ? points(sum / n) : number(sum / n, 1)) " |"
    }
    print "| " name " |" line
}
function table_caches_rows(    i, run) {
    load_caches_all()
    head("program|LRU|" cache_head)
    for (i = 1; i <= caches_runs["caches_memory"]; i++) {
        run = caches_run["caches_memory", i]
        row_hit_line("caches_memory", "`" run "`", run)
    }
    row_hit_line("caches_memory", "mean", "")
    row_hit_line("caches_training", "20 training runs", "")
}

# Schedulers down, caches across: harmonic means over gto with LRU.
function matrix(file,    i, k, schedulers, caches, names, n, m, line, key) {
    load_caches(file)
    n = split("gto ccws pcal poise poise_loads", schedulers, " ")
    split("`gto`|`ccws`|`pcal`|`poise`|`poise:loads`", names, "|")
    m = split("lru eaf drrip wip wbyp medic", caches, " ")
    head("scheduler|LRU|`eaf`|`drrip`|`wip`|`wbyp`|MeDiC")
    for (i = 1; i <= n; i++) {
        line = "| " names[i] " |"
        for (k = 1; k <= m; k++) {
            key = schedulers[i] (caches[k] == "lru" ? "" : "_" caches[k])
            line = line " " number(caches_mean(file, key, "speedup"), 3) " |"
        }
        print line
    }
}
function table_caches_matrix_training() { matrix("caches_matrix_training") }
function table_caches_matrix_evaluation() { matrix("caches_matrix_evaluation") }

# Of each program the best pair, and what its parts have alone.
function matrix_best(file,    i, p, run, part, n, best, key, k, x) {
    load_caches(file)
    n = split("gto ccws pcal poise poise_loads", schedulers_of, " ")
    head("program|best pair|its speedup|the scheduler alone|the cache alone")
    for (i = 1; i <= caches_runs[file]; i++) {
        run = caches_run[file, i]
        best = ""
        for (p = 1; p <= n; p++) {
            m_caches = split("lru eaf drrip wip wbyp medic", caches_of, " ")
            for (k = 1; k <= m_caches; k++) {
                key = schedulers_of[p] (caches_of[k] == "lru" ? "" : "_" caches_of[k])
                x = caches_value[file, run, key, "speedup"]
                if (best == "" || x + 0 > best + 0) {
                    best = x
                    part["s"] = schedulers_of[p]
                    part["c"] = caches_of[k]
                }
            }
        }
        printf "| `%s` | %s, %s | %s | %s | %s |\n", run, part["s"], part["c"], number(best, 3),
            number(caches_value[file, run, part["s"], "speedup"], 3),
            part["c"] == "lru" ? "1.000" : number(caches_value[file, run, "gto_" part["c"], "speedup"], 3)
    }
}
function table_caches_pairs_evaluation() { matrix_best("caches_matrix_evaluation") }

# ---- a bound that is learned: where `least_miss` of the loads miss under LRU, warps that hit up to `bound` go around ----

function bound_of(run, k) { return caches_value["caches_bounds", run, "t" k, "speedup"] }
function misses_of(run) { return caches_value["caches_bounds", run, "gto", "l2_miss_rate"] }
function program_of(run) { sub(/_.*/, "", run); return run }
function is_training(run) { return ("caches_training", run) in caches_seen }

# Runs that a rule is learned from: those of `training` but for program `without`. No model learns from `memory`.
function learn_from(without,    i, run) {
    n_learn = 0
    for (i = 1; i <= caches_runs["caches_bounds"]; i++) {
        run = caches_run["caches_bounds", i]
        if (is_training(run) && program_of(run) != without)
            learn_run[++n_learn] = run
    }
}

# Sum of 1 / speedup over them if warps go around by this bound in runs that miss at least `x`. Sets miss_below, the next lower rate.
function rule_sum(bound, x,    i, sum) {
    sum = miss_below = 0
    for (i = 1; i <= n_learn; i++)
        if (misses_of(learn_run[i]) >= x)
            sum += 1 / bound_of(learn_run[i], bound)
        else {
            sum++
            if (misses_of(learn_run[i]) > miss_below)
                miss_below = misses_of(learn_run[i])
        }
    return sum
}

# The rule with the highest harmonic mean over all training runs but those of program `without`, nobody where none is above 1: every pair
# of a bound and a miss rate of a run is tried. The percentage is halfway to the run below. Sets rule_bound and rule_miss.
function learn_rule(without,    b, n_bounds, bound, j, x, sum, best) {
    learn_from(without)
    n_bounds = split("0 5 10 20 30 40", bound, " ")
    best = n_learn
    rule_bound = rule_miss = ""
    for (j = 1; j <= n_learn; j++) {
        x = misses_of(learn_run[j])
        for (b = 1; b <= n_bounds; b++) {
            sum = rule_sum(bound[b], x)
            if (sum < best - 1e-9) {
                best = sum
                rule_bound = bound[b]
                rule_miss = int(50 * (x + miss_below) + 0.5)
            }
        }
    }
}

# What a run has with the rule of the other training programs; one of `memory` with the rule of all.
function learned_speedup(run,    file, policy) {
    learn_rule(is_training(run) ? program_of(run) : "")
    if (rule_bound == "")
        return 1
    file = is_training(run) ? "caches_rules_training" : "caches_rules_memory"
    policy = "l" rule_bound "_" rule_miss
    if (caches_value[file, run, policy, "speedup"] == "") {
        print file ".csv has no " policy " of " run ": CACHES_RULE and CACHES_RULES of mk/caches.mk must have it" > "/dev/stderr"
        exit 2
    }
    return caches_value[file, run, policy, "speedup"]
}

function load_bounds() {
    load_caches_all()
    load_caches("caches_bounds")
    load_caches("caches_rules_training")
    load_caches("caches_rules_memory")
}

function add_bound(run, column, x) {
    bound_sum[is_training(run) ? "training" : "memory", column] += 1 / x
    bound_sum["all", column] += 1 / x
}

# Harmonic means by split and column: the six bounds, what is learned, and who knows the best of the six or nobody.
function sum_bounds(    i, k, run, best) {
    load_bounds()
    for (i = 1; i <= caches_runs["caches_bounds"]; i++) {
        run = caches_run["caches_bounds", i]
        best = 1
        for (k = 0; k <= 40; k += k < 10 ? 5 : 10) {
            add_bound(run, k, bound_of(run, k))
            if (bound_of(run, k) > best)
                best = bound_of(run, k)
        }
        add_bound(run, "nobody", 1)
        add_bound(run, "learned", learned_speedup(run))
        add_bound(run, "best", best)
    }
}

function print_bounds(columns,    i, k, n, m, part, column, line, count) {
    n = split("training memory all", part, " ")
    m = split(columns, column, " ")
    for (i = 1; i <= n; i++) {
        count = bound_sum[part[i], "nobody"]
        line = "| " (part[i] == "all" ? "all" : count " of `" part[i] "`") " |"
        for (k = 1; k <= m; k++)
            line = line " " number(count / bound_sum[part[i], column[k]], 3) " |"
        print line
    }
}

function table_caches_bounds() {
    sum_bounds()
    head("runs|0 % (all-miss only)|5 %|10 %|20 %, MeDiC's own|30 %|40 %|best")
    print_bounds("0 5 10 20 30 40 best")
}

function table_caches_bound() {
    sum_bounds()
    head("runs|MeDiC's own, 20 % falling|nobody|learned from training|who knew the best of six or nobody")
    print_bounds("20 nobody learned best")
}

# Which rule a program is judged by, where it changes anything.
function table_caches_rules(    i, run, value) {
    load_bounds()
    head("run|split|reads that miss under LRU, %|least_miss|mostly_miss|speedup")
    for (i = 1; i <= caches_runs["caches_bounds"]; i++) {
        run = caches_run["caches_bounds", i]
        value = learned_speedup(run)
        if (number(value, 3) != "1.000")
            print "| `" run "` | " (is_training(run) ? "training" : "memory") " | " number(100 * misses_of(run), 1) " | " rule_miss " | " \
                rule_bound " | " number(value, 3) " |"
    }
}
