# The tables of docs/MOSAIC.md on mixes, of mosaic_mixes.csv that 'make reproduce-mosaic' leaves; mosaic.csv has what the source states. Rows are those of
# datasets/translation_rows.awk, so that functions of results_translation.awk serve here.

# Parts are same_N and other_N, and "same", "other" and "main" of all these, studies have names of their own.
function load_mosaic(    n, i, part, kind, file) {
    load_thesis("mosaic")
    tlb_recipe = "mosaic"
    file = "mosaic_mixes"
    tlb_load(file, "programs ipcs ipcs_alone cycles weighted_speedup ipc max_slowdown tlb_l1_hit_rate tlb_l2_hit_rate tlb_walks tlb_walk_latency " \
        "tlb_l1_look_ups_per_miss vm_coalesced vm_splintered vm_compacted vm_moved vm_stalled vm_far_faults vm_bloat")
    n = load(file)
    for (i = 1; i <= n; i++) {
        part = kind = cell[file, i, "study"]
        if (sub(/_[0-9]$/, "", kind) && kind ~ /^(same|other)$/) {
            tlb_add(kind, file, i)
            tlb_add("main", file, i)
        }
    }
}

# Mean of a design in a part; of one against another, as a change.
function mosaic_mean(part, name, what) { return tlb_mean(part, part, "", name, what) }
function mosaic_change(part, a, b, what) { return gain(tlb_ratio(mosaic_mean(part, a, what), mosaic_mean(part, b, what))) }
function missed(part, name, what,    x) {
    x = mosaic_mean(part, name, what)
    return x == "" ? "-" : share(1 - x)
}

function table_mosaic_size() {
    printf "%d of the 135 mixes of copies, %d of the 100 of different programs, %d cycles each.\n", tlb_mixes["same"], tlb_mixes["other"],
        tlb["main", tlb_mix["main", 1], "cycles"]
}
function mosaic_designs(part, label,    k, name) {
    for (k = 1; k <= tlb_designs[part]; k++) {
        name = tlb_design[part, k]
        printf "| %s, `%s` | %s | %s | %s | %s | %s | %s | %s | %s |\n", label, name, number(mosaic_mean(part, name, "weighted_speedup"), 3),
            share(tlb_of_ideal(part, name)), number(mosaic_mean(part, name, "ipc"), 0), number(mosaic_mean(part, name, "max_slowdown"), 2),
            missed(part, name, "tlb_l1_hit_rate"), missed(part, name, "tlb_l2_hit_rate"), number(mosaic_mean(part, name, "tlb_walks"), 0),
            number(mosaic_mean(part, name, "vm_bloat"), 1)
    }
}
function table_mosaic_designs() {
    if (tlb_missing("main"))
        return
    head("mixes, design|weighted speedup|of `ideal`, %|sum of IPC|largest slowdown|L1 TLB misses, %|L2 TLB misses, %|walks|bloat, %")
    mosaic_designs("same", "copies")
    mosaic_designs("other", "different")
}
function mosaic_line(what, key, ours) { printf "| %s | %s | %s |\n", what, thesis["mosaic " key], ours }
function table_mosaic_source() {
    print "| | [RA] | ours |"
    print "| --- | ---: | ---: |"
    mosaic_line("copies: Mosaic over GPU-MMU, weighted speedup", "same_gain", mosaic_change("same", "mosaic", "gpu_mmu", "weighted_speedup"))
    mosaic_line("different programs", "other_gain", mosaic_change("other", "mosaic", "gpu_mmu", "weighted_speedup"))
    mosaic_line("copies: Mosaic beside ideal", "same_ideal", mosaic_change("same", "mosaic", "ideal", "weighted_speedup"))
    mosaic_line("different programs", "other_ideal", mosaic_change("other", "mosaic", "ideal", "weighted_speedup"))
    mosaic_line("GPU-MMU beside ideal, all", "gpu_mmu_ideal", mosaic_change("main", "gpu_mmu", "ideal", "weighted_speedup"))
    mosaic_line("Mosaic, all: L1 TLB misses, %", "l1_misses", missed("main", "mosaic", "tlb_l1_hit_rate"))
    mosaic_line("L2 TLB misses, %", "l2_misses", missed("main", "mosaic", "tlb_l2_hit_rate"))
}
# By the number of programs.
function mosaic_by_programs(kind, name, label,    i, line) {
    line = "| " label ", `" name "` |"
    for (i = 1; i <= 5; i++)
        line = line " " share(tlb_of_ideal(kind "_" i, name)) " |"
    for (i = 1; i <= 5; i++)
        line = line " " share(mosaic_mean(kind "_" i, name, "tlb_l1_hit_rate")) " |"
    for (i = 1; i <= 5; i++)
        line = line " " share(mosaic_mean(kind "_" i, name, "tlb_l2_hit_rate")) " |"
    print line
}
function table_mosaic_programs() {
    if (tlb_missing("main"))
        return
    head("mixes, design|% of `ideal`: 1 program|2|3|4|5|L1 TLB hits, %: 1|2|3|4|5|L2 TLB hits, %: 1|2|3|4|5")
    mosaic_by_programs("same", "gpu_mmu", "copies")
    mosaic_by_programs("same", "mosaic", "copies")
    mosaic_by_programs("other", "gpu_mmu", "different")
    mosaic_by_programs("other", "mosaic", "different")
}

# ---- each program of a mix ----

# mosaic_each[1 .. n]: IPC of each program under one design, as a share of that under another, the least first.
function mosaic_ratios(part, a, b,    i, k, n, count, x, y, j, ratio) {
    count = 0
    for (i = 1; i <= tlb_mixes[part]; i++) {
        n = split(tlb[part, tlb_mix[part, i], a, "ipcs"], x, "+")
        split(tlb[part, tlb_mix[part, i], b, "ipcs"], y, "+")
        for (k = 1; k <= n; k++) {
            ratio = x[k] / y[k]
            for (j = count++; j >= 1 && mosaic_each[j] > ratio; j--)
                mosaic_each[j + 1] = mosaic_each[j]
            mosaic_each[j + 1] = ratio
        }
    }
    return count
}
function mosaic_from(n, least,    i, count) {
    for (i = 1; i <= n; i++)
        count += mosaic_each[i] >= least
    return n == 0 ? "-" : sprintf("%.1f", 100 * count / n)
}
function mosaic_sum(n,    i, sum) {
    for (i = 1; i <= n; i++)
        sum += mosaic_each[i]
    return sum
}
function table_mosaic_each(    n) {
    if (tlb_missing("other"))
        return
    print "| | [RA] | ours |"
    print "| --- | ---: | ---: |"
    n = mosaic_ratios("other", "mosaic", "gpu_mmu")
    printf "| programs in the mixes of different ones | 350 | %d |\n", n
    mosaic_line("as fast as under GPU-MMU or faster, %", "each_better", mosaic_from(n, 1))
    mosaic_line("IPC under Mosaic, % of that under GPU-MMU: the least", "each_least", share(mosaic_each[1]))
    printf "| a tenth is below | - | %s |\n| half is below | - | %s |\n| nine tenths are below | - | %s |\n", share(mosaic_each[int(n / 10 + 0.999)]),
        share(mosaic_each[int(n / 2 + 0.999)]), share(mosaic_each[int(n * 9 / 10 + 0.999)])
    mosaic_line("the most", "each_most", share(mosaic_each[n]))
    mosaic_line("mean", "each_mean", share(mosaic_sum(n) / n))
    n = mosaic_ratios("other", "mosaic", "ideal")
    mosaic_line("from 90 % of ideal on, %", "each_90", mosaic_from(n, 0.9))
    mosaic_line("from 80 % on", "each_80", mosaic_from(n, 0.8))
    mosaic_line("from 70 % on", "each_70", mosaic_from(n, 0.7))
}
# By runs: copies of a run, mean over one to five.
function table_mosaic_runs(    i, k, n, run, name, seen, mix) {
    if (tlb_missing("same"))
        return
    head("run|weighted speedup of copies: Mosaic over GPU-MMU, %|beside ideal, %|L1 TLB misses, %: GPU-MMU|Mosaic|L2 TLB misses, %: GPU-MMU|Mosaic|walks: GPU-MMU|Mosaic|large pages")
    for (i = 1; i <= tlb_mixes["same"]; i++) {
        mix = tlb_mix["same", i]
        run = mix
        sub(/^S[0-9]_/, "", run)
        if (!(run in seen)) {
            seen[run] = 1
            name[++n] = run
        }
        tlb["same", mix, "hmr"] = run
    }
    for (k = 1; k <= n; k++)
        printf "| `%s` | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", name[k], mosaic_gain(name[k], "gpu_mmu"), mosaic_gain(name[k], "ideal"),
            mosaic_misses(name[k], "gpu_mmu", "l1"), mosaic_misses(name[k], "mosaic", "l1"), mosaic_misses(name[k], "gpu_mmu", "l2"), mosaic_misses(name[k], "mosaic", "l2"),
            mosaic_run(name[k], "gpu_mmu", "tlb_walks", 0), mosaic_run(name[k], "mosaic", "tlb_walks", 0), mosaic_run(name[k], "mosaic", "vm_coalesced", 0)
}
function mosaic_of_run(run, name, what) { return tlb_mean("same", "same", run, name, what) }
function mosaic_run(run, name, what, digits) { return number(mosaic_of_run(run, name, what), digits) }
function mosaic_gain(run, name) { return gain(tlb_ratio(mosaic_of_run(run, "mosaic", "weighted_speedup"), mosaic_of_run(run, name, "weighted_speedup"))) }
function mosaic_misses(run, name, level) { return share(1 - mosaic_of_run(run, name, "tlb_" level "_hit_rate")) }

# ---- studies: on the first mixes of "main" ----

function mosaic_own(like, name, what) { return tlb_mean("main", like, "", name, what) }
function mosaic_study(part, name, what) { return tlb_mean(part, part, "", name, what) }
function table_mosaic_translation() {
    if (tlb_missing("only_2m"))
        return
    head("translation|weighted speedup|of `ideal`, %|L1 TLB misses, %|walks")
    mosaic_translation_line("`gpu_mmu`", "main", "gpu_mmu")
    mosaic_translation_line("`mosaic`", "main", "mosaic")
    mosaic_translation_line("2 MB alone", "only_2m", "only_2m")
    mosaic_translation_line("`gpu_mmu`, page-walk cache instead of the L2 TLB", "pwcache", "gpu_mmu")
    mosaic_translation_line("`mosaic`, page-walk cache", "pwcache", "mosaic")
    mosaic_translation_line("MASK", "mask", "mask")
    mosaic_translation_line("MASK and Mosaic", "mask", "mask_mosaic")
    mosaic_translation_line("`ideal`", "main", "ideal")
    tlb_mixes_of("only_2m")
}
function mosaic_translation_line(label, part, name,    like, hits) {
    like = "only_2m"
    hits = tlb_mean(part, like, "", name, "tlb_l1_hit_rate")
    printf "| %s | %s | %s | %s | %s |\n", label, number(tlb_mean(part, like, "", name, "weighted_speedup"), 3),
        share(tlb_ratio(tlb_mean(part, like, "", name, "weighted_speedup"), mosaic_own(like, "ideal", "weighted_speedup"))), hits == "" ? "-" : share(1 - hits),
        number(tlb_mean(part, like, "", name, "tlb_walks"), 0)
}
# With entries of page tables of more bytes.
function table_mosaic_tables(    i, k, n, names, part, line) {
    if (tlb_missing("tables_64"))
        return
    head("design|weighted speedup: 8 bytes|64|128|L2 TLB misses, %: 8|64|128|cycles of a walk: 8|64|128")
    n = split("gpu_mmu mosaic", names, " ")
    for (i = 1; i <= n; i++)
        printf "| `%s` |%s%s%s\n", names[i], mosaic_tables_cells("weighted_speedup", names[i], 3), mosaic_tables_cells("tlb_l2_hit_rate", names[i], -1),
            mosaic_tables_cells("tlb_walk_latency", names[i], 0)
    tlb_mixes_of("tables_64")
}
function mosaic_tables_cells(what, name, digits) {
    return mosaic_tables_cell("main", what, name, digits) mosaic_tables_cell("tables_64", what, name, digits) mosaic_tables_cell("tables_128", what, name, digits)
}
function mosaic_tables_cell(part, what, name, digits,    x) {
    x = tlb_mean(part, "tables_64", "", name, what)
    return " " (x == "" ? "-" : digits < 0 ? share(1 - x) : number(x, digits)) " |"
}
# Programs that miss with Mosaic, and with pages of 2 MB wherever they touch.
function table_mosaic_whole(    i, mix) {
    if (tlb_missing("whole"))
        return
    head("run|L1 TLB misses, %: `gpu_mmu`|`mosaic`|2 MB alone|walks: `gpu_mmu`|`mosaic`|2 MB alone|IPC: `gpu_mmu`|`mosaic`|2 MB alone|`ideal`")
    for (i = 1; i <= tlb_mixes["whole"]; i++) {
        mix = tlb_mix["whole", i]
        if (tlb["main", mix, "mosaic", "tlb_l1_hit_rate"] < 0.95)
            printf "| `%s` | %s | %s | %s | %d | %d | %d | %s | %s | %s | %s |\n", tlb["whole", mix, "programs"], share(1 - tlb["main", mix, "gpu_mmu", "tlb_l1_hit_rate"]),
                share(1 - tlb["main", mix, "mosaic", "tlb_l1_hit_rate"]), share(1 - tlb["whole", mix, "only_2m", "tlb_l1_hit_rate"]), tlb["main", mix, "gpu_mmu", "tlb_walks"],
                tlb["main", mix, "mosaic", "tlb_walks"], tlb["whole", mix, "only_2m", "tlb_walks"], number(tlb["main", mix, "gpu_mmu", "ipc"], 1),
                number(tlb["main", mix, "mosaic", "ipc"], 1), number(tlb["whole", mix, "only_2m", "ipc"], 1), number(tlb["main", mix, "ideal", "ipc"], 1)
    }
}
# Programs that release buffers.
function table_mosaic_released(    i, mix) {
    if (tlb_missing("released"))
        return
    head("run|IPC, pages are there: `gpu_mmu`|`mosaic`|`ideal`|walks: `gpu_mmu`|`mosaic`|large pages|splintered: threshold 64|256|512|bloat, %|IPC, pages cross the link: `gpu_mmu`|`mosaic`")
    for (i = 1; i <= tlb_mixes["released"]; i++) {
        mix = tlb_mix["released", i]
        printf "| `%s` |%s%s%s%s%s%s%s%s%s%s%s%s\n", tlb["released", mix, "programs"], mosaic_released(mix, "gpu_mmu", "ipc", 2), mosaic_released(mix, "mosaic_256", "ipc", 2),
            mosaic_released(mix, "ideal", "ipc", 2), mosaic_released(mix, "gpu_mmu", "tlb_walks", 0), mosaic_released(mix, "mosaic_256", "tlb_walks", 0),
            mosaic_released(mix, "mosaic_256", "vm_coalesced", 0), mosaic_released(mix, "mosaic_64", "vm_splintered", 0), mosaic_released(mix, "mosaic_256", "vm_splintered", 0),
            mosaic_released(mix, "mosaic_512", "vm_splintered", 0), mosaic_released(mix, "mosaic_256", "vm_bloat", 1), mosaic_released(mix, "gpu_mmu_paging", "ipc", 2),
            mosaic_released(mix, "mosaic_paging", "ipc", 2)
    }
}
function mosaic_released(mix, name, what, digits) { return " " number(tlb["released", mix, name, what], digits) " |" }
function mosaic_strangers_line(index_of, occupancy,    k, n, names, part, line) {
    part = "f_" index_of "_" occupancy
    n = split("none cac bulk ideal", names, " ")
    line = "| " index_of " | " occupancy " |"
    for (k = 1; k <= n; k++)
        line = line " " number(mosaic_study(part, names[k], "weighted_speedup"), 3) " |"
    line = line " " number(mosaic_study(part, "none", "vm_coalesced"), 0) " | " number(mosaic_study(part, "ideal", "vm_coalesced"), 0) " | " \
        number(mosaic_study(part, "cac", "vm_moved"), 0) " | " number(mosaic_study(part, "cac", "vm_stalled"), 0) " | " number(mosaic_study(part, "bulk", "vm_stalled"), 0) " |"
    print line " " number(mosaic_study(part, "cac", "vm_bloat"), 2) " | " (index_of == 100 ? thesis["mosaic bloat_" occupancy] : "") " |"
}
function table_mosaic_strangers(    i, n, x) {
    if (tlb_missing("f_50_50"))
        return
    head("fragmentation index, %|occupancy, %|weighted speedup: no compaction|`cac`|`bulk`|`ideal`|large pages: none|`ideal`|pages moved (`cac`)|cycles of stall: `cac`|`bulk`|bloat, %|[RA]")
    n = split("50 90 95 99 100", x, " ")
    for (i = 1; i <= n; i++)
        mosaic_strangers_line(x[i], 50)
    n = split("1 10 25 75", x, " ")
    for (i = 1; i <= n; i++)
        mosaic_strangers_line(100, x[i])
    tlb_mixes_of("f_50_50")
}
function mosaic_paging_cell(part, mix, name) { return " " number(tlb[part, mix, name, "ipc"], 1) " |" }
function table_mosaic_paging(    i, mix, faults) {
    if (tlb_missing("paging"))
        return
    head("mix|sum of IPC, pages are there: `gpu_mmu`|`mosaic`|pages cross the link: `gpu_mmu`|`mosaic`|2 MB alone|far faults: `gpu_mmu`|`mosaic`|large pages")
    for (i = 1; i <= tlb_mixes["paging"]; i++) {
        mix = tlb_mix["paging", i]
        printf "| %s |%s%s%s%s%s %d | %d | %d |\n", mix, mosaic_paging_cell("there", mix, "gpu_mmu"), mosaic_paging_cell("there", mix, "mosaic"),
            mosaic_paging_cell("paging", mix, "gpu_mmu"), mosaic_paging_cell("paging", mix, "mosaic"), mosaic_paging_cell("paging", mix, "only_2m"),
            tlb["paging", mix, "gpu_mmu", "vm_far_faults"], tlb["paging", mix, "mosaic", "vm_far_faults"], tlb["paging", mix, "mosaic", "vm_coalesced"]
    }
}

function table_mosaic(name) {
    load_mosaic()
    if (name == "size") table_mosaic_size()
    else if (name == "designs") table_mosaic_designs()
    else if (name == "source") table_mosaic_source()
    else if (name == "programs") table_mosaic_programs()
    else if (name == "each") table_mosaic_each()
    else if (name == "runs") table_mosaic_runs()
    else if (name == "l1") tlb_sweep("base entries of an L1 TLB", "l1_", "8 32 128", 128)
    else if (name == "l2") tlb_sweep("base entries of the L2 TLB", "l2_", "64 256 512 1024", 512)
    else if (name == "l1_large") tlb_sweep("large entries of an L1 TLB", "l1_large_", "1 4 16 64", 16)
    else if (name == "l2_large") tlb_sweep("large entries of the L2 TLB", "l2_large_", "16 64 256", 256)
    else if (name == "translation") table_mosaic_translation()
    else if (name == "tables") table_mosaic_tables()
    else if (name == "whole") table_mosaic_whole()
    else if (name == "released") table_mosaic_released()
    else if (name == "strangers") table_mosaic_strangers()
    else if (name == "paging") table_mosaic_paging()
    else { print "no table 'mosaic_" name "'" > "/dev/stderr"; exit 2 }
}
