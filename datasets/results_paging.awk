# The tables of "Evaluation" in docs/PAGING.md, of paging.csv and paging_buffers.csv that 'make reproduce-paging' leaves. Core cycles are those of 700 MHz.

# paging[programs, limit, policy, chunk, seed, column]; paging_pair[i], paging_chunk[i], in order of the file.
function load_paging(    n, i, k, count, columns, file, pair, key) {
    if (paging_loaded++)
        return
    file = "paging"
    n = load(file)
    count = split("mb cycles mean_cycles link_read link_write evicted direct returned at_host least_of_program most_of_program waited wait queued suspensions setup copy slowest_copy flush drain pause bytes_in bytes_out copying faults", columns, " ")
    for (i = 1; i <= n; i++) {
        pair = cell[file, i, "programs"]
        key = pair SUBSEP cell[file, i, "limit"] SUBSEP cell[file, i, "policy"] SUBSEP cell[file, i, "chunk"] SUBSEP cell[file, i, "seed"]
        if (!(pair in paging_known))
            paging_pair[++paging_pairs] = pair
        paging_known[pair] = 1
        for (k = 1; k <= count; k++)
            paging[key, columns[k]] = cell[file, i, columns[k]]
    }
}
function paging_is_full(pair) { return pair ~ /_paging/ }
# KB of a chunk: a quarter of the source's for programs of a quarter of the size.
function paging_kb(pair) { return paging_is_full(pair) ? 4096 : 1024 }
function paging_of(pair, limit, policy, column) { return paging_at(pair, limit, policy, paging_kb(pair), 1, column) }
function paging_at(pair, limit, policy, chunk, seed, column,    key) {
    key = pair SUBSEP limit SUBSEP policy SUBSEP chunk SUBSEP seed SUBSEP column
    return key in paging ? paging[key] : ""
}
# Core cycles over those with memory enough and no policy that costs anything; "" = not simulated, "refused".
function paging_slow_at(pair, limit, policy, chunk, seed,    x, base) {
    x = paging_at(pair, limit, policy, chunk, seed, "mean_cycles")
    base = paging_of(pair, 105, "random", "mean_cycles")
    if (paging_at(pair, limit, policy, chunk, seed, "cycles") == "refused")
        return "refused"
    return x == "" || base == "" ? "" : x / base
}
function paging_slow(pair, limit, policy) { return paging_slow_at(pair, limit, policy, paging_kb(pair), 1) }
function paging_shown(x) { return x == "" ? "-" : x == "refused" ? x : number(x, 2) }
function paging_name(pair,    part) { split(pair, part, "+"); return part[1] == part[2] && split(pair, part, "+") == 2 ? part[1] : pair }
# Two instances of one program.
function paging_is_pair(pair,    part) { return split(pair, part, "+") == 2 && part[1] == part[2] }
function paging_missing() {
    if (paging_pairs)
        return 0
    print "Not simulated for this page; `make reproduce-paging` does."
    return 1
}
# Two instances of a program of full size, or of those of a quarter.
function paging_is_pair_of(pair, is_full) { return paging_is_pair(pair) && paging_is_full(pair) == is_full }
# Over programs that ran under this policy at every limit.
function paging_mean(is_full, limit, policy,    i, x, sum, n) {
    for (i = 1; i <= paging_pairs; i++) {
        if (!paging_is_pair_of(paging_pair[i], is_full))
            continue
        x = paging_slow(paging_pair[i], limit, policy)
        if (x == "" || x == "refused")
            return x
        sum += log(x)
        n++
    }
    return n ? exp(sum / n) : ""
}

# Runtime over the memory limit.
function table_paging_limits() { paging_curves(0) }
# The same of buffers of 100 MB and more.
function table_paging_full() { paging_curves(1) }
function paging_curves(is_full,    i, k, l, limits, n_limits, policies, n, line) {
    n_limits = split("105 70 50 35 20", limits, " ")
    n = split("priority random gdev", policies, " ")
    line = "two instances of"
    for (k = 1; k <= n; k++)
        for (l = 1; l <= n_limits; l++)
            line = line "|" (l == 1 ? policies[k] " " : "") limits[l] " %"
    head(line)
    for (i = 1; i <= paging_pairs; i++) {
        if (!paging_is_pair_of(paging_pair[i], is_full))
            continue
        line = "| `" paging_name(paging_pair[i]) "` |"
        for (k = 1; k <= n; k++)
            for (l = 1; l <= n_limits; l++)
                line = line " " paging_shown(paging_slow(paging_pair[i], limits[l], policies[k])) " |"
        print line
    }
    line = "| geometric mean |"
    for (k = 1; k <= n; k++)
        for (l = 1; l <= n_limits; l++)
            line = line " " paging_shown(paging_mean(is_full, limits[l], policies[k])) " |"
    print line
}
# managed45 is managed with fault_us=45.
function paging_title(policy) { return policy == "managed45" ? "managed, 45 us" : policy }
# All policies where half of the memory is there.
function table_paging_policies(    i, k, policies, n, line) {
    n = split("priority random gdev gdm fcfs partition managed managed45", policies, " ")
    line = "two instances of"
    for (k = 1; k <= n; k++)
        line = line "|" paging_title(policies[k])
    head(line "|managed 105 %|managed, 45 us, 105 %")
    for (i = 1; i <= paging_pairs; i++) {
        if (!paging_is_pair(paging_pair[i]) || paging_is_full(paging_pair[i]))
            continue
        line = "| `" paging_name(paging_pair[i]) "` |"
        for (k = 1; k <= n; k++)
            line = line " " paging_shown(paging_slow(paging_pair[i], 50, policies[k])) " |"
        print line " " paging_shown(paging_slow(paging_pair[i], 105, "managed")) " | " paging_shown(paging_slow(paging_pair[i], 105, "managed45")) " |"
    }
}
# Different programs side by side, half of the memory: core cycles until each has ended once, of all as of random.
function table_paging_mixes(    i, k, n, policies, line, pair, x) {
    n = split("priority random gdev gdm fcfs partition managed managed45", policies, " ")
    line = "programs"
    for (k = 1; k <= n; k++)
        line = line "|" paging_title(policies[k])
    head(line)
    for (i = 1; i <= paging_pairs; i++) {
        pair = paging_pair[i]
        if (paging_is_pair(pair))
            continue
        line = "| `" pair "` |"
        for (k = 1; k <= n; k++) {
            x = paging_of(pair, 50, policies[k], "cycles") == "refused" ? "refused" : paging_of(pair, 50, policies[k], "mean_cycles")
            line = line " " paging_shown(x == "" || x == "refused" ? x : x / paging_of(pair, 50, "random", "mean_cycles")) " |"
        }
        print line
    }
}
function paging_seeds(pair, policy,    seed, x, sum, squares, n) {
    paging_least = ""
    for (seed = 1; seed <= 10; seed++) {
        x = paging_slow_at(pair, 50, policy, 1024, seed)
        if (x == "")
            continue
        n++
        sum += x
        squares += x * x
        paging_least = paging_least == "" || x < paging_least ? x : paging_least
    }
    paging_average = n ? sum / n : ""
    paging_spread = n > 1 ? sqrt(positive((squares - sum * sum / n) / (n - 1))) : ""
    return n
}
function positive(x) { return x > 0 ? x : 0 }
function table_paging_seeds(    i, k, line, policies) {
    split("priority random", policies, " ")
    head("two instances of|priority: mean|standard deviation|random: mean|standard deviation|best of ten")
    for (i = 1; i <= paging_pairs; i++) {
        if (paging_slow_at(paging_pair[i], 50, "random", 1024, 10) == "")
            continue
        line = "| `" paging_name(paging_pair[i]) "` |"
        for (k = 1; k <= 2; k++) {
            paging_seeds(paging_pair[i], policies[k])
            line = line " " paging_shown(paging_average) " | " (paging_spread == "" ? "-" : number(paging_spread, 3)) " |"
        }
        print line " " paging_shown(paging_least) " |"
    }
}
function paging_ms(pair, limit, policy, column,    x) {
    x = paging_of(pair, limit, policy, column)
    return x == "" ? "-" : number(x / 700e3, 1)
}
# Latencies of what a run allocates, random.
function table_paging_latency(    i, pair, setup, copy, wait) {
    head("two instances of|evicted, MB|placed at the host, MB|buffers that waited|waited, ms|before that for others, ms|set-up, ms|copies, ms|set-up of both|drain, ms|pause, ms|slowest copy, of one alone")
    for (i = 1; i <= paging_pairs; i++) {
        pair = paging_pair[i]
        if (!paging_is_full(pair) || (copy = paging_of(pair, 50, "random", "copy")) == "")
            continue
        setup = paging_of(pair, 50, "random", "setup")
        print "| `" paging_name(pair) "` | " number(paging_of(pair, 50, "random", "evicted") / 1048576, 0) " | " number(paging_of(pair, 50, "random", "direct") / 1048576, 0) " | " \
            paging_of(pair, 50, "random", "waited") " | " paging_ms(pair, 50, "random", "wait") " | " paging_ms(pair, 50, "random", "queued") " | " paging_ms(pair, 50, "random", "setup") " | " \
            paging_ms(pair, 50, "random", "copy") " | " (copy > 0 ? percent(setup / (setup + copy), 1) : "-") " | " paging_ms(pair, 50, "random", "drain") " | " paging_ms(pair, 50, "random", "pause") " | " \
            (copy > 0 ? number(paging_of(pair, 50, "random", "slowest_copy") / (paging_kb(pair) * 1024 / 17.18 * 0.7), 2) : "-") " |"
    }
}
function table_paging_chunks(    i, k, n, chunks, line, pair) {
    n = split("32 128 512 1024 2048 8192 32768", chunks, " ")
    line = "two instances of"
    for (k = 1; k <= n; k++)
        line = line "|" (chunks[k] < 1024 ? chunks[k] " KB" : chunks[k] / 1024 " MB")
    head(line "|waited, ms: 32 KB|1 MB|32 MB|apart, MB: 32 KB|1 MB|32 MB")
    for (i = 1; i <= paging_pairs; i++) {
        pair = paging_pair[i]
        if (paging_slow_at(pair, 50, "random", 32, 1) == "")
            continue
        line = "| `" paging_name(pair) "` |"
        for (k = 1; k <= n; k++)
            line = line " " paging_shown(paging_slow_at(pair, 50, "random", chunks[k], 1)) " |"
        for (k = 1; k <= n; k += 3)
            line = line " " number(paging_at(pair, 50, "random", chunks[k], 1, "wait") / 700e3, 1) " |"
        for (k = 1; k <= n; k += 3)
            line = line " " number((paging_at(pair, 50, "random", chunks[k], 1, "most_of_program") - paging_at(pair, 50, "random", chunks[k], 1, "least_of_program")) / 1048576, 1) " |"
        print line
    }
}
# nn, whose two buffers are accessed equally often, and how the order of its buffers matters.
function table_paging_nn(    l, k, n, limits, n_limits, policies, line, seed, x, sum, count) {
    n_limits = split("70 50 35 20", limits, " ")
    n = split("priority swapped random", policies, " ")
    line = "order"
    for (l = 1; l <= n_limits; l++)
        line = line "|" limits[l] " %"
    head(line)
    for (k = 1; k <= n; k++) {
        line = "| " policies[k] " |"
        for (l = 1; l <= n_limits; l++)
            line = line " " paging_shown(paging_slow("nn+nn", limits[l], policies[k])) " |"
        print line
    }
}
# How much of the gap between priorities by accesses and those by what buffers cost the learned ones close.
function table_paging_learned(    i, k, l, limits, n_limits, policies, n, line, pair, x, sums, counts) {
    n_limits = split("70 50 35", limits, " ")
    n = split("priority learned oracle random", policies, " ")
    line = "two instances of"
    for (l = 1; l <= n_limits; l++)
        for (k = 1; k <= n; k++)
            line = line "|" (k == 1 ? limits[l] " %: " : "") policies[k]
    head(line)
    for (i = 1; i <= paging_pairs; i++) {
        pair = paging_pair[i]
        if (paging_slow(pair, 50, "learned") == "")
            continue
        line = "| `" paging_name(pair) "` |"
        for (l = 1; l <= n_limits; l++)
            for (k = 1; k <= n; k++) {
                x = paging_slow(pair, limits[l], policies[k])
                line = line " " paging_shown(x) " |"
                sums[l, k] += x > 0 ? log(x) : 0
                counts[l, k] += x > 0
            }
        print line
    }
    line = "| geometric mean |"
    for (l = 1; l <= n_limits; l++)
        for (k = 1; k <= n; k++)
            line = line " " (counts[l, k] ? number(exp(sums[l, k] / counts[l, k]), 3) : "-") " |"
    print line
}
# What buffers cost and what is predicted of them by other programs.
function table_paging_buffers(    n, i, file) {
    file = "paging_buffers"
    n = load(file)
    head("program|pages|read, sectors a page|written|cycles lost for a page that is out|predicted")
    for (i = 1; i <= n; i++)
        print "| `" cell[file, i, "program"] "` | " cell[file, i, "pages"] " | " number(cell[file, i, "reads"], 1) " | " number(cell[file, i, "writes"], 1) " | " number(cell[file, i, "loss"], 1) " | " number(cell[file, i, "predicted"], 1) " |"
}
# The best of a hundred random orders, of programs of 8 MB; in order of the file.
function table_paging_orders(    n, i, k, file, key, pair, of, pairs, n_pairs, limits, n_limits, line, known) {
    file = "paging_orders"
    n = load(file)
    n_limits = split("75 50 32", limits, " ")
    for (i = 1; i <= n; i++) {
        pair = cell[file, i, "programs"]
        if (!(pair in known)) {
            pairs[++n_pairs] = pair
            known[pair] = 1
        }
        of[pair, cell[file, i, "limit"], cell[file, i, "policy"]] = i
    }
    head("two instances of|limit|random: runs|mean|standard deviation|best|worst|priority: runs|mean|standard deviation")
    for (i = 1; i <= n_pairs; i++)
        for (k = 1; k <= n_limits; k++) {
            pair = pairs[i]
            if (!((pair, limits[k], "random") in of))
                continue
            line = "| `" paging_name(pair) "` | " limits[k] " % | " paging_order(file, of[pair, limits[k], "random"]) " | " number(cell[file, of[pair, limits[k], "random"], "least"], 2) " | " number(cell[file, of[pair, limits[k], "random"], "most"], 2) " |"
            print line " " (((pair, limits[k], "priority") in of) ? paging_order(file, of[pair, limits[k], "priority"]) : "- | - | -") " |"
        }
}
function paging_order(file, row) { return cell[file, row, "runs"] " | " number(cell[file, row, "mean"], 2) " | " number(cell[file, row, "deviation"], 3) }
function table_paging(name) {
    load_paging()
    if (paging_missing())
        return
    if (name == "orders") table_paging_orders()
    else if (name == "limits") table_paging_limits()
    else if (name == "policies") table_paging_policies()
    else if (name == "seeds") table_paging_seeds()
    else if (name == "latency") table_paging_latency()
    else if (name == "chunks") table_paging_chunks()
    else if (name == "full") table_paging_full()
    else if (name == "mixes") table_paging_mixes()
    else if (name == "nn") table_paging_nn()
    else if (name == "learned") table_paging_learned()
    else if (name == "buffers") table_paging_buffers()
    else { print "no table 'paging_" name "'" > "/dev/stderr"; exit 2 }
}
