# The tables of "Learned tokens" and "Poise with translation" in docs/TRANSLATION.md, of translation_learned.csv and translation_tuples.csv that
# 'make reproduce-translation-learned' leaves.

# token[part, mix, design, column]; token_mix[part, i], token_name[part, i] of its designs, in order.
function load_tokens(    n, i, k, count, columns, part, mix, name, file) {
    if (tokens_loaded++)
        return
    file = "translation_learned"
    n = load(file)
    count = split("weighted_speedup max_slowdown l2_hit_rate bypass_hit_rate tokens walks walk_latency programs", columns, " ")
    for (i = 1; i <= n; i++) {
        part = cell[file, i, "study"]
        mix = cell[file, i, "mix"]
        name = cell[file, i, "design"]
        if (!((part, mix) in token))
            token_mix[part, ++token_mixes[part]] = mix
        if (!((part, "", name) in token))
            token_name[part, ++token_names[part]] = name
        token[part, mix] = token[part, "", name] = 1
        for (k = 1; k <= count; k++)
            token[part, mix, name, columns[k]] = cell[file, i, columns[k]]
    }
}
function tokens_missing(part) {
    if (token_mixes[part])
        return 0
    print "Not simulated for this page; `make reproduce-translation-learned` does."
    return 1
}
# "best A B" is the best of the designs whose names begin with A or B, and of `both_80`, in this mix.
function tokens_speedup(part, mix, name,    k, word, best, own) {
    if (name !~ /^best /)
        return token[part, mix, name, "weighted_speedup"]
    split(name, word, " ")
    best = token[part, mix, "both_80", "weighted_speedup"]
    for (k = 1; k <= token_names[part]; k++) {
        own = token_name[part, k]
        if (own !~ ("^(" word[2] ")_"))
            continue
        own = token[part, mix, own, "weighted_speedup"]
        if (own > best)
            best = own
    }
    return best
}
# Mean over mixes of the weighted speedup over that with SharedTLB, as a change.
function tokens_gain(part, name,    i, own, sum) {
    for (i = 1; i <= token_mixes[part]; i++) {
        own = tokens_speedup(part, token_mix[part, i], name)
        if (own == "")
            return ""
        sum += own / token[part, token_mix[part, i], "shared_tlb", "weighted_speedup"]
    }
    return token_mixes[part] ? sum / token_mixes[part] - 1 : ""
}
function tokens_mean(part, name, what,    i, x, sum) {
    for (i = 1; i <= token_mixes[part]; i++) {
        x = token[part, token_mix[part, i], name, what]
        if (x == "")
            return ""
        sum += x
    }
    return token_mixes[part] ? sum / token_mixes[part] : ""
}
# The share of all warps that is best in a training part.
function tokens_static(part,    k, name, best) {
    for (k = 1; k <= token_names[part]; k++) {
        name = token_name[part, k]
        if (name ~ /^both_/ && (best == "" || tokens_gain(part, name) > tokens_gain(part, best)))
            best = name
    }
    return best
}
function tokens_line(title, name) {
    printf "| %s | %s | %s | %s | %s |\n", title, learned_sign(tokens_gain("heavy_judged", name)), number(tokens_mean("heavy_judged", name, "max_slowdown"), 2),
        number(learned_times(tokens_mean("heavy_judged", name, "l2_hit_rate"), 100), 1), number(learned_times(tokens_mean("heavy_judged", name, "tokens"), 100), 0)
}
function table_tokens_judged(    name) {
    if (tokens_missing("heavy_judged"))
        return
    name = tokens_static("heavy_training")
    head("tokens|weighted speedup|largest slowdown|L2 TLB hits, %|warps with a token, %")
    tokens_line("`shared_tlb`, everyone fills", "shared_tlb")
    tokens_line("the source's rule", "rule")
    tokens_line("`hillclimb=1`", "hillclimb")
    tokens_line("`initial=10`", "rule_10")
    tokens_line("static, best in training: " substr(name, 6) " %", name)
    tokens_line("**learned**", "learned")
    tokens_line("oracle: the best static shares of each pair", "best both|first|second")
    tokens_line("the best of six runs with 80 %, epochs a few cycles longer", "best chance")
}
function table_tokens_sweep(    k, name) {
    if (tokens_missing("heavy_training"))
        return
    head("warps with a token, %|heavy: both programs|the first, the second 80 %|the second, the first 80 %|any: both programs")
    for (k = 1; k <= token_names["heavy_training"]; k++) {
        name = token_name["heavy_training", k]
        if (name !~ /^both_/)
            continue
        name = substr(name, 6)
        printf "| %d | %s | %s | %s | %s |\n", name, learned_sign(tokens_gain("heavy_training", "both_" name)), learned_sign(tokens_gain("heavy_training", "first_" name)),
            learned_sign(tokens_gain("heavy_training", "second_" name)), learned_sign(tokens_gain("any_training", "both_" name))
    }
    printf "| oracle | %s | | | %s |\n", learned_sign(tokens_gain("heavy_training", "best both|first|second")), learned_sign(tokens_gain("any_training", "best both|first|second"))
}
# Of one pair, over SharedTLB.
function tokens_of(part, mix, name) {
    name = tokens_speedup(part, mix, name)
    return name == "" ? "-" : learned_sign(name / token[part, mix, "shared_tlb", "weighted_speedup"] - 1)
}
function table_tokens_pairs(    p, i, parts, part, mix, static) {
    if (tokens_missing("heavy_judged"))
        return
    static = tokens_static("heavy_training")
    head("pair|rule|hillclimb|static, best in training|learned|warps with a token, learned, %|oracle|best of six")
    split("heavy_judged any_judged", parts, " ")
    for (p = 1; p <= 2; p++)
        for (i = 1; i <= token_mixes[parts[p]]; i++) {
            part = parts[p]
            mix = token_mix[part, i]
            name = token[part, mix, "shared_tlb", "programs"]
            gsub(/k_|_tlb/, "", name)
            sub(/\+/, ", ", name)
            printf "| %s | %s | %s | %s | %s | %s | %s | %s |\n", name, tokens_of(part, mix, "rule"), tokens_of(part, mix, "hillclimb"), tokens_of(part, mix, static),
                tokens_of(part, mix, "learned"), number(learned_times(token[part, mix, "learned", "tokens"], 100), 0), tokens_of(part, mix, "best both|first|second"),
                tokens_of(part, mix, "best chance")
        }
}

# ---- tuples with and without translation ----

# tuple_cycles[TLB, run, np], tuple_misses, tuple_asked, tuple_walks; tuple_run[i], tuple_name[i] such as 8_4, in order.
function load_tuples(    n, i, file, run, reach, np) {
    if (tuples_loaded++)
        return
    file = "translation_tuples"
    n = load(file)
    for (i = 1; i <= n; i++) {
        run = cell[file, i, "program"]
        reach = np = cell[file, i, "policy"]
        sub(/_.*/, "", reach)
        sub(/^[a-z]*_/, "", np)
        if (!(run in tuple_seen))
            tuple_run[++tuple_runs] = run
        if (!(("", np) in tuple_seen) && np ~ /^[0-9]/)
            tuple_name[++tuple_names] = np
        tuple_seen[run] = tuple_seen["", np] = 1
        tuple_cycles[reach, run, np] = cell[file, i, "cycles"]
        tuple_misses[reach, run, np] = cell[file, i, "tlb_misses_total"]
        tuple_asked[reach, run, np] = cell[file, i, "tlb_asked_total"]
        tuple_walks[reach, run, np] = cell[file, i, "l2_walk_reads_total"]
    }
}
# The largest of equals, as tuples come from the largest on.
function tuples_best(reach, run,    k, best) {
    best = tuple_name[1]
    for (k = 2; k <= tuple_names; k++)
        if (tuple_cycles[reach, run, tuple_name[k]] + 0 < tuple_cycles[reach, run, best] + 0)
            best = tuple_name[k]
    return best
}
# Geometric mean over runs of what a tuple has over what all warps have.
function tuples_mean(of, reach, np,    i, whole, sum) {
    whole = tuple_name[1]
    for (i = 1; i <= tuple_runs; i++)
        if (of[reach, tuple_run[i], np] > 0 && of[reach, tuple_run[i], whole] > 0)
            sum += log(of[reach, tuple_run[i], np] / of[reach, tuple_run[i], whole])
    return tuple_runs ? exp(sum / tuple_runs) : ""
}
function tuples_missing() {
    if (tuple_runs)
        return 0
    print "Not simulated for this page; `make reproduce-translation-learned` does."
    return 1
}
function table_tokens_throttle(    k, n, np, pair) {
    if (tuples_missing())
        return
    head("N|cycles, no TLBs|cycles, `shared_tlb`|requests that miss|pages asked for|reads of walks|cycles, an eighth|requests that miss|pages asked for|reads of walks")
    for (k = 1; k <= tuple_names; k++) {
        np = tuple_name[k]
        split(np, pair, "_")
        if (pair[1] != pair[2])
            continue
        printf "| %d | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", pair[1], number(tuples_mean(tuple_cycles, "none", np), 2), number(tuples_mean(tuple_cycles, "full", np), 2),
            number(tuples_mean(tuple_misses, "full", np), 2), number(tuples_mean(tuple_asked, "full", np), 2), number(tuples_mean(tuple_walks, "full", np), 2),
            number(tuples_mean(tuple_cycles, "small", np), 2), number(tuples_mean(tuple_misses, "small", np), 2), number(tuples_mean(tuple_asked, "small", np), 2),
            number(tuples_mean(tuple_walks, "small", np), 2)
    }
}
function tuples_shown(np) { sub(/_/, ", ", np); return "{" np "}" }
# Speed under a tuple, over that with all warps and the same TLBs.
function tuples_speed(reach, run, np) { return tuple_cycles[reach, run, np] > 0 ? tuple_cycles[reach, run, tuple_name[1]] / tuple_cycles[reach, run, np] : "" }
# That of the np that is best without TLBs over that of the best one.
function tuples_loss(reach, run) { return tuple_cycles[reach, run, tuples_best(reach, run)] / tuple_cycles[reach, run, tuples_best("none", run)] - 1 }
function table_tokens_tuples(    i, k, run, line, count, reach, sum, speed) {
    if (tuples_missing())
        return
    count = split("none full small", reach, " ")
    head("run|best, no TLBs|speed|Poise|best, `shared_tlb`|speed|the other's|Poise|best, an eighth|speed|the other's|Poise")
    for (i = 1; i <= tuple_runs; i++) {
        run = tuple_run[i]
        line = "| `" run "` |"
        for (k = 1; k <= count; k++) {
            speed = tuples_speed(reach[k], run, tuples_best(reach[k], run))
            line = line " " tuples_shown(tuples_best(reach[k], run)) " | " number(speed, 2) (k > 1 ? " | " learned_sign(tuples_loss(reach[k], run)) : "") " | " \
                number(tuples_speed(reach[k], run, "poise"), 2) " |"
            sum[k, "best"] += log(speed)
            sum[k, "loss"] += log(1 + tuples_loss(reach[k], run))
            sum[k, "poise"] += log(tuples_speed(reach[k], run, "poise"))
        }
        print line
    }
    line = "| geometric mean |"
    for (k = 1; k <= count; k++)
        line = line " | " number(exp(sum[k, "best"] / tuple_runs), 2) (k > 1 ? " | " learned_sign(exp(sum[k, "loss"] / tuple_runs) - 1) : "") " | " \
            number(exp(sum[k, "poise"] / tuple_runs), 2) " |"
    print line
}

function table_tokens(name) {
    load_tokens()
    load_tuples()
    if (name == "sweep") table_tokens_sweep()
    else if (name == "judged") table_tokens_judged()
    else if (name == "pairs") table_tokens_pairs()
    else if (name == "throttle") table_tokens_throttle()
    else if (name == "tuples") table_tokens_tuples()
    else { print "no table 'tokens_" name "'" > "/dev/stderr"; exit 2 }
}
