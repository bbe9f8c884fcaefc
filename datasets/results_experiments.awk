# Tables of docs/RESULTS.md about single launches and changed machines, see results_tables.awk.

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
