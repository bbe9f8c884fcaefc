# The mixes of MASK [RA] 6.5: random pairs of runs of the split `translation`, none of which has two runs with low miss rates of both TLBs; further
# programs beside them for mixes of three to five.
#
#   awk [OPTIONS] -f datasets/random_runs.awk -f datasets/translation_mixes.awk CLASSES
#
# prints the lines that 'poise evaluate --mixes' takes, P01 to P35. CLASSES has 'RUN CLASS' lines, the class ll, lh, hl or hh: miss rates of L1 and L2
# TLB, low below 20 %. -v each=N: N pairs, the first ones of the same order; -v from=N: from the N-th on, -v block=N: at most N from
# there on. -v programs=N: the first programs of each pair, or
# N - 2 others behind it. -v sms=FILE: their SMs, from 'MIX SMS SMS' lines; programs without have equal shares. -v plain=1: 'MIX RUN RUN N'
# lines instead, N the category: how many of the two are hh (n-HMR).
#
# Every pair of different runs has a random number of its own, by its names: the pairs are those with the least ones. So a new run changes only the pairs
# that it comes into, and those that have to leave for them. The source's list is not in the thesis.

function joined(a, b) { return a < b ? a " " b : b " " a }

# Who comes first in a pair is random too.
function add_pair(a, b) {
    start(joined(a, b))
    pair[++pairs] = next_random() % 2 ? a " " b : b " " a
    rank[pairs] = next_random()
}
function sort_pairs(i, k, keep, number) {
    for (i = 2; i <= pairs; i++) {
        keep = pair[i]
        number = rank[i]
        for (k = i - 1; k >= 1 && rank[k] > number; k--) {
            pair[k + 1] = pair[k]
            rank[k + 1] = rank[k]
        }
        pair[k + 1] = keep
        rank[k + 1] = number
    }
}
# N different runs, the pair first.
function members(text, n, i) {
    split(text, member, " ")
    start(text " and others")
    draw_others(3, n)
    text = member[1]
    for (i = 2; i <= n; i++)
        text = text " " member[i]
    return text
}
function mix_line(name, text, n, i, member, share, line) {
    n = split(text, member, " ")
    split(shares[name], share, " ")
    for (i = 1; i <= n; i++)
        line = line (i > 1 ? " + " : "") "@" member[i] (share[i] != "" ? "@" share[i] : "")
    return name " = " line
}

BEGIN {
    each = each ? each : 35
    from = from ? from + 0 : 1
    if (block && from + block - 1 < each)
        each = from + block - 1
    programs = programs ? programs : 2
    while (sms != "" && (getline line < sms) > 0) {
        split(line, word, " ")
        shares[word[1]] = substr(line, length(word[1]) + 2)
    }
}

/^#/ || NF == 0 { next }
$2 !~ /^[lh][lh]$/ {
    print "translation_mixes.awk: '" $0 "' is no run and class" > "/dev/stderr"
    failed = 2
    exit
}
{ run[++runs] = $1; class[$1] = $2 }

END {
    if (failed)
        exit failed
    for (i = 1; i <= runs; i++)
        for (k = i + 1; k <= runs; k++)
            if (class[run[i]] != "ll" || class[run[k]] != "ll")
                add_pair(run[i], run[k])
    sort_pairs()
    if (programs > runs || each > pairs) {
        printf "translation_mixes.awk: %d runs have no %d mixes of %d programs\n", runs, each, programs > "/dev/stderr"
        exit 2
    }
    for (i = from; i <= each; i++) {
        name = sprintf("P%02d", i)
        split(pair[i], two, " ")
        if (plain)
            print name, pair[i], (class[two[1]] == "hh") + (class[two[2]] == "hh")
        else
            print mix_line(name, members(pair[i], programs))
    }
}
