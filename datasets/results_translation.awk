# The tables of docs/TRANSLATION.md, of translation_mixes.csv and translation_runs.csv that 'make reproduce-translation' leaves; translation.csv has what
# the source states.

# tlb[part, mix, design, column]; tlb_mix[part, i], tlb_design[part, i] in order.
function tlb_load(file, names,    n, i) {
    tlb_columns = split(names, tlb_column, " ")
    n = load(file)
    for (i = 1; i <= n; i++)
        tlb_add(cell[file, i, "study"], file, i)
}
# Row i of the file is one of `part`.
function tlb_add(part, file, i,    k, mix, name) {
    mix = cell[file, i, "mix"]
    name = cell[file, i, "design"]
    if (!((part, mix) in tlb))
        tlb_mix[part, ++tlb_mixes[part]] = mix
    if (!((part, "", name) in tlb))
        tlb_design[part, ++tlb_designs[part]] = name
    tlb[part, mix] = tlb[part, "", name] = 1
    for (k = 1; k <= tlb_columns; k++)
        tlb[part, mix, name, tlb_column[k]] = tlb[part, mix, tlb_column[k]] = cell[file, i, tlb_column[k]]
}
function load_translation() {
    load_thesis("translation")
    tlb_recipe = "translation"
    tlb_load("translation_mixes", "programs sms hmr cycles weighted_speedup ipc max_slowdown l1_hit_rate l2_hit_rate bypass_hit_rate walks walk_latency walks_at_once " \
        "look_ups_per_miss cache_1 cache_2 cache_3 cache_4 waiting_for_page dram_share dram_walk dram_data")
}

# Mean over the mixes of `of` (its names) of one category or "" for all; "" where one is missing.
function tlb_mean(part, of, category, name, what,    i, x, sum, n) {
    for (i = 1; i <= tlb_mixes[of]; i++) {
        if (category != "" && tlb[of, tlb_mix[of, i], "hmr"] != category)
            continue
        x = tlb[part, tlb_mix[of, i], name, what]
        if (x == "")
            return ""
        sum += x
        n++
    }
    return n == 0 ? "" : sum / n
}
function tlb_main(name, what) { return tlb_mean("main", "main", "", name, what) }
function tlb_ratio(x, y) { return x == "" || y == "" || y == 0 ? "" : x / y }
# A column of a against b, as a change.
function tlb_change(a, b, what) { return gain(tlb_ratio(tlb_main(a, what), tlb_main(b, what))) }
function tlb_missing(part) { return is_missing(tlb_mixes, part, tlb_recipe) }
function tlb_mixes_of(part) { mixes_of(tlb_mixes, tlb_mix, part) }

# ---- runs ----

function tlb_class(file, i) { return (cell[file, i, "l1_hit_rate"] > 0.8 ? "low" : "high") ", " (cell[file, i, "l2_hit_rate"] > 0.8 ? "low" : "high") }
function table_translation_runs(    i, n, file) {
    file = "translation_runs"
    n = load(file)
    head("run|MB touched|launches|warps|trace, MB|L1 TLB misses, %|L2 TLB misses, %|class|walks|cycles of a walk")
    for (i = 1; i <= n; i++)
        printf "| `%s` | %.0f | %d | %d | %.1f | %.1f | %.1f | %s | %d | %s |\n", cell[file, i, "run"], cell[file, i, "bytes"] / 1048576, cell[file, i, "launches"],
            cell[file, i, "warps"], cell[file, i, "trace_bytes"] / 1048576, 100 - 100 * cell[file, i, "l1_hit_rate"], 100 - 100 * cell[file, i, "l2_hit_rate"],
            tlb_class(file, i), cell[file, i, "walks"], number(cell[file, i, "walk_latency"], 0)
}

# ---- pairs ----

function table_translation_size(    i, k, n, line) {
    for (k = 0; k <= 2; k++) {
        n = 0
        for (i = 1; i <= tlb_mixes["main"]; i++)
            n += tlb["main", tlb_mix["main", i], "hmr"] == k
        line = line (k ? ", " : "") n " of " k "-HMR"
    }
    print tlb_mixes["main"] + 0 " of the 35 pairs: " line "; " tlb_designs["main"] + 0 " designs, " tlb["main", tlb_mix["main", 1], "cycles"] + 0 " cycles each."
}
function table_translation_designs(    k, name) {
    if (tlb_missing("main"))
        return
    head("design|weighted speedup|of `ideal`, %|sum of IPC|largest slowdown|L1 TLB hits, %|L2 TLB hits, %|bypass cache hits, %|walks|cycles of a walk|most walks at once|look-ups of a miss")
    for (k = 1; k <= tlb_designs["main"]; k++) {
        name = tlb_design["main", k]
        printf "| `%s` | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", name, number(tlb_main(name, "weighted_speedup"), 3),
            share(tlb_ratio(tlb_main(name, "weighted_speedup"), tlb_main("ideal", "weighted_speedup"))), number(tlb_main(name, "ipc"), 0),
            number(tlb_main(name, "max_slowdown"), 2), share(tlb_main(name, "l1_hit_rate")), share(tlb_main(name, "l2_hit_rate")),
            share(tlb_main(name, "bypass_hit_rate")), number(tlb_main(name, "walks"), 0), number(tlb_main(name, "walk_latency"), 0),
            number(tlb_main(name, "walks_at_once"), 0), number(tlb_main(name, "look_ups_per_miss"), 1)
    }
}
function table_translation_categories(    k, c, name, line) {
    if (tlb_missing("main"))
        return
    head("design|0-HMR|1-HMR|2-HMR|all")
    for (k = 1; k <= tlb_designs["main"]; k++) {
        name = tlb_design["main", k]
        line = "| `" name "` |"
        for (c = 0; c <= 2; c++)
            line = line " " number(tlb_mean("main", "main", c "", name, "weighted_speedup"), 3) " |"
        print line " " number(tlb_main(name, "weighted_speedup"), 3) " |"
    }
}
function table_translation_pairs(    i, k, mix, line) {
    if (tlb_missing("main"))
        return
    line = "pair|SMs|n-HMR"
    for (k = 1; k <= tlb_designs["main"]; k++)
        line = line "|`" tlb_design["main", k] "`"
    head(line)
    for (i = 1; i <= tlb_mixes["main"]; i++) {
        mix = tlb_mix["main", i]
        line = tlb["main", mix, "programs"]
        gsub(/_tlb/, "", line)
        gsub(/\+/, ", ", line)
        line = "| " mix ": " line " | " tlb["main", mix, "sms"] " | " tlb["main", mix, "hmr"] " |"
        for (k = 1; k <= tlb_designs["main"]; k++)
            line = line " " number(tlb["main", mix, tlb_design["main", k], "weighted_speedup"], 3) " |"
        print line
    }
}
function table_translation_levels(    k, level, name, line) {
    if (tlb_missing("main"))
        return
    head("design|root|second|third|leaf")
    for (k = 1; k <= tlb_designs["main"]; k++) {
        name = tlb_design["main", k]
        line = "| `" name "` |"
        for (level = 1; level <= 4; level++)
            line = line " " share(tlb_main(name, "cache_" level)) " |"
        print line
    }
    print "| [RA] 6.3.3 | 99.8 | 98.8 | 68.7 | 1.0 |"
}

# Walks under way are walks times their cycles, through those of the mix; times in DRAM are of its command clock.
function tlb_under_way(name,    i, mix, sum) {
    for (i = 1; i <= tlb_mixes["main"]; i++) {
        mix = tlb_mix["main", i]
        sum += tlb["main", mix, name, "walks"] * tlb["main", mix, name, "walk_latency"] / tlb["main", mix, name, "cycles"]
    }
    return sum / tlb_mixes["main"]
}
function table_translation_walks(    k, name) {
    if (tlb_missing("main"))
        return
    head("design|walks under way|requests that wait for a page|walks of DRAM reads, %|cycles of a walk's read in DRAM|of data")
    for (k = 1; k <= tlb_designs["main"]; k++) {
        name = tlb_design["main", k]
        if (tlb_main(name, "walks") != "")
            printf "| `%s` | %s | %s | %s | %s | %s |\n", name, number(tlb_under_way(name), 1), number(tlb_main(name, "waiting_for_page"), 1),
                share(tlb_main(name, "dram_share")), number(tlb_main(name, "dram_walk"), 0), number(tlb_main(name, "dram_data"), 0)
    }
}

# ---- beside the source ----

function tlb_line(what, key, ours) { printf "| %s | %s | %s |\n", what, thesis["translation " key], ours }
function table_translation_source() {
    print "| | [RA] | ours |"
    print "| --- | ---: | ---: |"
    tlb_line("MASK over SharedTLB: weighted speedup", "mask_shared_tlb_ws", tlb_change("mask", "shared_tlb", "weighted_speedup"))
    tlb_line("throughput", "mask_shared_tlb_ipc", tlb_change("mask", "shared_tlb", "ipc"))
    tlb_line("largest slowdown", "mask_shared_tlb_slowdown", tlb_change("mask", "shared_tlb", "max_slowdown"))
    tlb_line("MASK beside ideal: weighted speedup", "mask_ideal_ws", tlb_change("mask", "ideal", "weighted_speedup"))
    tlb_line("SharedTLB beside ideal", "shared_tlb_ideal_ws", tlb_change("shared_tlb", "ideal", "weighted_speedup"))
    tlb_line("PWCache beside ideal", "pwcache_ideal_ws", tlb_change("pwcache", "ideal", "weighted_speedup"))
    tlb_line("MASK-Cache over SharedTLB", "mask_cache_shared_tlb_ws", tlb_change("mask_cache", "shared_tlb", "weighted_speedup"))
    tlb_line("MASK-DRAM over SharedTLB", "mask_dram_shared_tlb_ws", tlb_change("mask_dram", "shared_tlb", "weighted_speedup"))
    tlb_line("MASK-TLB over SharedTLB: hits of the L2 TLB", "mask_tlb_hits", tlb_change("mask_tlb", "shared_tlb", "l2_hit_rate"))
    tlb_line("hits of the bypass cache", "bypass_hits", percent(tlb_main("mask_tlb", "bypass_hit_rate"), 1))
}

# ---- studies ----

# Of `ideal` in the same study, on the mixes of `of`, or its own.
function tlb_of_ideal(part, name, of) {
    of = of == "" ? part : of
    return tlb_ratio(tlb_mean(part, of, "", name, "weighted_speedup"), tlb_mean(part, of, "", "ideal", "weighted_speedup"))
}
# Two programs are the same pairs of the main part, with the SMs of the search.
function tlb_programs_line(name,    i, n, line, stated) {
    split(thesis["translation programs_" name], stated, "|")
    for (i = 1; i <= 5; i++)
        line = line " | " share(i == 2 ? tlb_of_ideal("main", name, "programs_1") : tlb_of_ideal("programs_" i, name)) " (" stated[i] ")"
    print "| `" name "`" line " |"
}
function table_translation_programs() {
    if (tlb_missing("programs_1"))
        return
    head("design, % of `ideal`|1 program|2|3|4|5")
    tlb_programs_line("shared_tlb")
    tlb_programs_line("mask")
    tlb_mixes_of("programs_1")
}
function table_translation_machines(    i, k, n, names, designs, name, line) {
    n = split("gtx480 integrated", names, " ")
    split("pwcache shared_tlb mask", designs, " ")
    if (tlb_missing("machine_" names[1]))
        return
    head("design, % of `ideal`|Fermi|integrated")
    for (k = 1; k <= 3; k++) {
        line = "| `" designs[k] "`"
        for (i = 1; i <= n; i++)
            line = line " | " share(tlb_of_ideal("machine_" names[i], designs[k])) " (" thesis["translation machine_" names[i] "_" designs[k]] ")"
        print line " |"
    }
    tlb_mixes_of("machine_" names[1])
}
# Lines "design | value | ..." of studies prefix_VALUE; `own` is the value of the machine as it is, with the same mixes in "main".
function tlb_sweep(title, prefix, values, own,    i, k, n, value, of, name, line) {
    n = split(values, value, " ")
    of = prefix (value[1] == own ? value[2] : value[1])
    if (tlb_missing(of))
        return
    line = title
    for (i = 1; i <= n; i++)
        line = line "|" value[i]
    head(line)
    for (k = 1; k <= tlb_designs[of]; k++) {
        name = tlb_design[of, k]
        line = "| `" name "`"
        for (i = 1; i <= n; i++)
            line = line " | " number(tlb_mean(value[i] == own ? "main" : prefix value[i], of, "", name, "weighted_speedup"), 3)
        print line " |"
    }
    tlb_mixes_of(of)
}
# Entries of 8 bytes are those of "main".
function tlb_tables_cells(name, what, form,    i, line) {
    for (i = 1; i <= 3; i++)
        line = line sprintf(form, tlb_mean(i == 1 ? "main" : i == 2 ? "tables_64" : "tables_128", "tables_64", "", name, what) * (what == "cache_4" ? 100 : 1))
    return line
}
function table_translation_tables(    k, name) {
    if (tlb_missing("tables_64"))
        return
    head("design|weighted speedup: 8 bytes|64|128|leaves that hit in the L2, %: 8|64|128|cycles of a walk: 8|64|128")
    for (k = 1; k <= tlb_designs["tables_64"]; k++) {
        name = tlb_design["tables_64", k]
        print "| `" name "` |" tlb_tables_cells(name, "weighted_speedup", " %.3f |") tlb_tables_cells(name, "cache_4", " %.1f |") tlb_tables_cells(name, "walk_latency", " %.0f |")
    }
    tlb_mixes_of("tables_64")
}
# The golden queue alone, and with turns.
function table_translation_golden(    i, mix, part) {
    part = "golden"
    if (tlb_missing(part))
        return
    head("pair|weighted speedup: `shared_tlb`|golden queue alone|with turns (`mask_dram`)|sum of IPC: `shared_tlb`|golden queue alone|with turns")
    for (i = 1; i <= tlb_mixes[part]; i++) {
        mix = tlb_mix[part, i]
        printf "| %s | %.3f | %.3f | %.3f | %.0f | %.0f | %.0f |\n", mix, tlb["main", mix, "shared_tlb", "weighted_speedup"], tlb[part, mix, part, "weighted_speedup"],
            tlb["main", mix, "mask_dram", "weighted_speedup"], tlb["main", mix, "shared_tlb", "ipc"], tlb[part, mix, part, "ipc"], tlb["main", mix, "mask_dram", "ipc"]
    }
}
function table_translation_rows(    k, name, part) {
    part = "rows_closed"
    if (tlb_missing(part))
        return
    head("design|weighted speedup: open rows|closed|sum of IPC: open|closed|largest slowdown: open|closed")
    for (k = 1; k <= tlb_designs[part]; k++) {
        name = tlb_design[part, k]
        printf "| `%s` | %s | %s | %s | %s | %s | %s |\n", name, number(tlb_mean("main", part, "", name, "weighted_speedup"), 3),
            number(tlb_mean(part, part, "", name, "weighted_speedup"), 3), number(tlb_mean("main", part, "", name, "ipc"), 0),
            number(tlb_mean(part, part, "", name, "ipc"), 0), number(tlb_mean("main", part, "", name, "max_slowdown"), 2),
            number(tlb_mean(part, part, "", name, "max_slowdown"), 2)
    }
    tlb_mixes_of(part)
}
function table_translation_large(    k, name, part) {
    part = "pages_2m"
    if (tlb_missing(part))
        return
    head("design|weighted speedup, 4 KB|2 MB|of `ideal`, %: 4 KB|2 MB|walks, 4 KB|2 MB|look-ups of a miss, 4 KB|2 MB")
    for (k = 1; k <= tlb_designs[part]; k++) {
        name = tlb_design[part, k]
        printf "| `%s` | %s | %s | %s | %s | %s | %s | %s | %s |\n", name, number(tlb_mean("main", part, "", name, "weighted_speedup"), 3),
            number(tlb_mean(part, part, "", name, "weighted_speedup"), 3),
            share(tlb_ratio(tlb_mean("main", part, "", name, "weighted_speedup"), tlb_mean("main", part, "", "ideal", "weighted_speedup"))),
            share(tlb_of_ideal(part, name)), number(tlb_mean("main", part, "", name, "walks"), 0), number(tlb_mean(part, part, "", name, "walks"), 0),
            number(tlb_mean("main", part, "", name, "look_ups_per_miss"), 1), number(tlb_mean(part, part, "", name, "look_ups_per_miss"), 1)
    }
    tlb_mixes_of(part)
}

function table_translation(name) {
    load_translation()
    if (name == "runs") table_translation_runs()
    else if (name == "size") table_translation_size()
    else if (name == "designs") table_translation_designs()
    else if (name == "categories") table_translation_categories()
    else if (name == "pairs") table_translation_pairs()
    else if (name == "levels") table_translation_levels()
    else if (name == "source") table_translation_source()
    else if (name == "programs") table_translation_programs()
    else if (name == "machines") table_translation_machines()
    else if (name == "entries") tlb_sweep("entries of the L2 TLB", "entries_", "64 128 256 512 1024 2048 4096 8192", 512)
    else if (name == "tokens") tlb_sweep("InitialTokens, %", "tokens_", "20 40 60 80 100", 80)
    else if (name == "walks") table_translation_walks()
    else if (name == "tables") table_translation_tables()
    else if (name == "golden") table_translation_golden()
    else if (name == "rows") table_translation_rows()
    else if (name == "large") table_translation_large()
    else { print "no table 'translation_" name "'" > "/dev/stderr"; exit 2 }
}
