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

# The rule with the highest harmonic mean over all runs but those of program `without`, nobody where none is above 1; its percentage is
# halfway to the run below. Sets rule_bound and rule_miss.
function learn_rule(without,    b, n_bounds, bound, i, j, n, run, x, sum, best, below) {
    n_bounds = split("0 5 10 20 30 40", bound, " ")
    best = caches_runs["caches_bounds"]
    rule_bound = rule_miss = ""
    for (j = 1; j <= caches_runs["caches_bounds"]; j++) {
        x = misses_of(caches_run["caches_bounds", j])
        if (program_of(caches_run["caches_bounds", j]) == without)
            continue
        for (b = 1; b <= n_bounds; b++) {
            sum = below = 0
            n = caches_runs["caches_bounds"]
            for (i = 1; i <= n; i++) {
                run = caches_run["caches_bounds", i]
                if (program_of(run) == without)
                    sum++
                else if (misses_of(run) >= x)
                    sum += 1 / bound_of(run, bound[b])
                else {
                    sum++
                    if (misses_of(run) > below)
                        below = misses_of(run)
                }
            }
            if (sum < best - 1e-9) {
                best = sum
                rule_bound = bound[b]
                rule_miss = int(50 * (x + below) + 0.5)
            }
        }
    }
}

# Sums of 1 / speedup of a run, by column, to those of its split and of all.
function add_bound(run, column, x) {
    bound_sum[(("caches_memory", run) in caches_seen) ? "memory" : "training", column] += 1 / x
    bound_sum["all", column] += 1 / x
}

function table_caches_bound(    i, k, run, learned, best, rules, part, n_parts, names, columns, n_columns, line, count) {
    load_caches_all()
    load_caches("caches_bounds")
    head("runs|MeDiC's own, 20 % falling|nobody|learned without the program|who knew the best of six or nobody")
    for (i = 1; i <= caches_runs["caches_bounds"]; i++) {
        run = caches_run["caches_bounds", i]
        learn_rule(program_of(run))
        learned = rule_bound == "" ? 1 : caches_value["caches_bounds", run, "l" rule_bound "_" rule_miss, "speedup"]
        best = 1
        for (k = 0; k <= 40; k += k < 10 ? 5 : 10)
            if (bound_of(run, k) > best)
                best = bound_of(run, k)
        count[(("caches_memory", run) in caches_seen) ? "memory" : "training"]++
        count["all"]++
        add_bound(run, "own", bound_of(run, 20))
        add_bound(run, "nobody", 1)
        add_bound(run, "learned", learned)
        add_bound(run, "best", best)
    }
    n_parts = split("memory training all", part, " ")
    n_columns = split("own nobody learned best", columns, " ")
    for (i = 1; i <= n_parts; i++) {
        line = "| " (part[i] == "all" ? "all" : count[part[i]] " of `" part[i] "`") " |"
        for (k = 1; k <= n_columns; k++)
            line = line " " number(count[part[i]] / bound_sum[part[i], columns[k]], 3) " |"
        print line
    }
}

# Which rule a program gets from the others, where it changes anything.
function table_caches_rules(    i, run, value) {
    load_caches("caches_bounds")
    head("run left out|reads that miss under LRU, %|least_miss|mostly_miss|speedup")
    for (i = 1; i <= caches_runs["caches_bounds"]; i++) {
        run = caches_run["caches_bounds", i]
        learn_rule(program_of(run))
        value = rule_bound == "" ? 1 : caches_value["caches_bounds", run, "l" rule_bound "_" rule_miss, "speedup"]
        if (number(value, 3) != "1.000")
            print "| `" run "` | " number(100 * misses_of(run), 1) " | " rule_miss " | " rule_bound " | " number(value, 3) " |"
    }
}
