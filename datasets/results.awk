# What the tables of docs/RESULTS.md are made from (results_tables.awk): the CSV files of `folder`, which are thesis.csv and what
# results.sh keeps of the results of 'make reproduce'. A file that is not there has no lines.

# ---- reading ----

# Lines of a CSV file into cell[file, line, column name]; returns their number.
function load(file,    path, line, n, i, fields, names, width) {
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

# What a source states, of a file of lines "key,value,place".
function load_thesis(file,    line, fields) {
    while ((getline line < (folder "/" file ".csv")) > 0)
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

# The evaluations "policies" and "others" of the same runs, as if they were one file "runs".
function load_policies() {
    merge("policies")
    merge("others")
}
function merge(file,    i, k, part, found) {
    load_runs(file)
    for (i = 1; i <= runs[file]; i++)
        if (!(("runs", run_of[file, i]) in seen)) {
            seen["runs", run_of[file, i]] = 1
            run_of["runs", ++runs["runs"]] = run_of[file, i]
        }
    for (k in value) {
        split(k, part, SUBSEP)
        if (part[1] == file)
            found[k] = "runs" SUBSEP part[2] SUBSEP part[3] SUBSEP part[4]
    }
    for (k in found)
        value[found[k]] = value[k]
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

# Of tables of mixes: count[part], names[part, i]. Says so when there are none, of what 'make reproduce-RECIPE' leaves.
function is_missing(count, part, recipe) {
    if (count[part])
        return 0
    print "Not simulated for this page; `make reproduce-" recipe "` does."
    return 1
}
function mixes_of(count, names, part,    i, line) {
    for (i = 1; i <= count[part]; i++)
        line = line (i > 1 ? ", " : "") names[part, i]
    print "\nMixes: " line "."
}

# Head of a table of columns that | separates; the first one is text.
function head(text,    n, i, names, line) {
    n = split(text, names, "|")
    gsub(/\|/, " | ", text)
    print "| " text " |"
    line = "| --- |"
    for (i = 2; i <= n; i++)
        line = line " ---: |"
    print line
}
