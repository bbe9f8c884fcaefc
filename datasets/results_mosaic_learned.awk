# The tables of "Large pages by their use" in docs/MOSAIC.md, of mosaic_learned.csv that 'make reproduce-mosaic-learned' leaves.

# promotion[part, setting, run, design, column]; promotion_setting[part, i], promotion_run[part, i], promotion_worth[i], in order. What is learned stands among
# what judges.
function load_promotion(    n, i, k, count, columns, file, part, set, run, name) {
    if (promotion_loaded++)
        return
    file = "mosaic_learned"
    n = load(file)
    count = split("speedup coalesced gathered moved stalled walks", columns, " ")
    for (i = 1; i <= n; i++) {
        part = cell[file, i, "part"]
        sub(/^learned$/, "judged", part)
        set = cell[file, i, "setting"]
        run = cell[file, i, "run"]
        name = cell[file, i, "design"]
        if (!((part, set) in promotion))
            promotion_setting[part, ++promotion_settings[part]] = set
        if (!((part, "", run) in promotion))
            promotion_run[part, ++promotion_runs[part]] = run
        if (!(("", name) in promotion) && name ~ /^worth_/)
            promotion_worth[++promotion_worths] = name
        promotion[part, set] = promotion[part, "", run] = promotion["", name] = 1
        for (k = 1; k <= count; k++)
            promotion[part, set, run, name, columns[k]] = cell[file, i, columns[k]]
    }
}
# Speed over that without any promotion; "oracle" is the best worth of this run and setting.
function promotion_speed(part, set, run, name,    k, x, best) {
    if (name == "oracle") {
        for (k = 1; k <= promotion_worths; k++)
            if ((x = promotion_speed(part, set, run, promotion_worth[k])) > best)
                best = x
        return best
    }
    x = promotion[part, set, run, name, "speedup"]
    return x == "" ? "" : x / promotion[part, set, run, "worth_0", "speedup"]
}
# Geometric mean over the runs of a setting, or of all ("").
function promotion_gain(part, set, name,    s, i, x, sum, n) {
    for (s = 1; s <= promotion_settings[part]; s++) {
        if (set != "" && set != promotion_setting[part, s])
            continue
        for (i = 1; i <= promotion_runs[part]; i++) {
            x = promotion_speed(part, promotion_setting[part, s], promotion_run[part, i], name)
            if (x == "")
                return ""
            sum += log(x)
            n++
        }
    }
    return n ? exp(sum / n) - 1 : ""
}
function promotion_sum(part, set, name, what,    i, sum) {
    for (i = 1; i <= promotion_runs[part]; i++)
        sum += promotion[part, set, promotion_run[part, i], name, what]
    return sum
}
# The runs of a setting that lose more than one per cent, and the worst.
function promotion_losers(part, set, name,    i, x, n) {
    for (i = 1; i <= promotion_runs[part]; i++) {
        x = promotion_speed(part, set, promotion_run[part, i], name)
        n += x != "" && x < 0.99
    }
    return n + 0
}
function promotion_worst(part, set, name,    i, x, worst) {
    worst = 1
    for (i = 1; i <= promotion_runs[part]; i++) {
        x = promotion_speed(part, set, promotion_run[part, i], name)
        worst = x != "" && x < worst ? x : worst
    }
    return worst - 1
}
# The worth that is best in training.
function promotion_static(    k, best) {
    for (k = 1; k <= promotion_worths; k++)
        if (best == "" || promotion_gain("training", "", promotion_worth[k]) > promotion_gain("training", "", best))
            best = promotion_worth[k]
    return best
}
# In core cycles: step N of 20 per cent is 2^(N / 10) sixteenths.
function promotion_cycles(name,    n) {
    n = substr(name, 7)
    return n == 0 ? "never" : (n = 2 ^ (n / 10) / 16) < 1 ? "1/" 1 / n : n
}
function promotion_shown(set) { sub(/_/, " %, `", set); return set "`" }
function promotion_missing(part) {
    if (promotion_settings[part])
        return 0
    print "Not simulated for this page; `make reproduce-mosaic-learned` does."
    return 1
}
function promotion_head(part, first,    s, line) {
    for (s = 1; s <= promotion_settings[part]; s++)
        line = line "|" promotion_shown(promotion_setting[part, s]) "|runs that lose|the worst|large pages|stalled, M cycles"
    head(first line)
}
function promotion_line(part, title, name,    s, set, line) {
    for (s = 1; s <= promotion_settings[part]; s++) {
        set = promotion_setting[part, s]
        line = line " | " learned_sign(promotion_gain(part, set, name)) " | " promotion_losers(part, set, name) " | " learned_sign(promotion_worst(part, set, name)) " | " \
            (name == "oracle" ? "" : promotion_sum(part, set, name, "coalesced") + 0) " | " (name == "oracle" ? "" : number(promotion_sum(part, set, name, "stalled") / 1e6, 1))
    }
    print "| " title line " |"
}
function table_promotion_sweep(    k) {
    if (promotion_missing("training"))
        return
    promotion_head("training", "a walk is worth, cycles")
    for (k = 1; k <= promotion_worths; k++)
        promotion_line("training", promotion_cycles(promotion_worth[k]), promotion_worth[k])
    promotion_line("training", "oracle: the best of each run", "oracle")
    promotion_line("training", "the source: when programs allocate", "source")
    promotion_line("training", "the same, copies cost nothing", "free")
}
function table_promotion_judged(    name) {
    if (promotion_missing("judged"))
        return
    name = promotion_static()
    promotion_head("judged", "which large pages")
    promotion_line("judged", "the source: all, when programs allocate", "source")
    promotion_line("judged", "a walk is worth " promotion_cycles(name) ", best in training", name)
    promotion_line("judged", "**learned**", "learned")
    promotion_line("judged", "oracle: the best worth of each run", "oracle")
    promotion_line("judged", "all, copies cost nothing", "free")
}
function table_promotion_runs(    s, i, k, set, run, line, names, count, speed) {
    if (promotion_missing("judged"))
        return
    count = split("source " promotion_static() " learned oracle free", names, " ")
    for (s = 1; s <= promotion_settings["judged"]; s++) {
        set = promotion_shown(promotion_setting["judged", s])
        line = line "|" set ": the source|static|learned|oracle|copies for nothing|large pages, learned"
    }
    head("run" line)
    for (i = 1; i <= promotion_runs["judged"]; i++) {
        run = promotion_run["judged", i]
        line = "| `" run "` |"
        for (s = 1; s <= promotion_settings["judged"]; s++) {
            set = promotion_setting["judged", s]
            for (k = 1; k <= count; k++) {
                speed = promotion_speed("judged", set, run, names[k])
                line = line " " (speed == "" ? "-" : learned_sign(speed - 1)) " |"
            }
            line = line " " promotion["judged", set, run, "learned", "coalesced"] " |"
        }
        print line
    }
}
function table_promotion(name) {
    load_promotion()
    if (name == "sweep") table_promotion_sweep()
    else if (name == "judged") table_promotion_judged()
    else if (name == "runs") table_promotion_runs()
    else { print "no table 'promotion_" name "'" > "/dev/stderr"; exit 2 }
}
