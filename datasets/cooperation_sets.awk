# The runs of chapter 4's sets (mk/cooperation.mk): of datasets/manifest and of the runs that were watched. `wanted` is high or low.
FNR == NR {
    if ($0 !~ /^(#|$)/) {
        set[$1] = $3
        program[$1] = $6
    }
    next
}
FNR == 1 {
    FS = ","
    $0 = $0
    for (i = 1; i <= NF; i++)
        place[$i] = i
    next
}
{
    run = $(place["program"])
    share = $(place["elsewhere_share"]) + 0
    name = program[run]
    if (share >= 0.03)
        is_shared[name] = 1
    if (set[run] == "demo" || $(place["cycles"]) > most_cycles)
        next
    if (!(name in best))
        order[++n] = name
    if (!(name in best) || wanted == "high" && share > most[name]) {
        best[name] = run
        most[name] = share
    }
}
END {
    for (i = 1; i <= n; i++)
        if (wanted == "high" ? most[order[i]] > 0.1 : !(order[i] in is_shared))
            print best[order[i]]
}
