# The mixes of Mosaic [RA] 7.4: N copies of each run, and N different runs drawn at random; all have equal shares of the SMs.
#
#   awk [OPTIONS] -f datasets/random_runs.awk -f datasets/mosaic_mixes.awk RUNS
#
# prints the lines that 'poise evaluate --mixes' takes. RUNS has a run a line. -v programs=N: N programs, 1 to 5. -v same=1: copies, a mix of each run,
# called S<N>_RUN; the runs come in a random order, so that the first ones are any. Without it different ones, 25 mixes H<N>_01, ... -v each=M: at most M mixes.
#
# Draws are by the names of the mixes, so that fewer mixes are the first ones of all. The source's list is not in the thesis.

/^#/ || NF == 0 { next }
{ run[++runs] = $1 }

# The runs in the order of random numbers of their names.
function shuffle(    i, k, keep, rank, number) {
    for (i = 1; i <= runs; i++) {
        start(keep = run[i])
        number = next_random()
        for (k = i - 1; k >= 1 && rank[k] > number; k--) {
            run[k + 1] = run[k]
            rank[k + 1] = rank[k]
        }
        run[k + 1] = keep
        rank[k + 1] = number
    }
}
function mix_line(name, i, line) {
    line = name " = @" member[1]
    for (i = 2; i <= programs; i++)
        line = line " + @" member[i]
    print line
}

END {
    if (programs < 1 || programs > runs) {
        printf "mosaic_mixes.awk: %d runs have no mixes of %d programs\n", runs, programs > "/dev/stderr"
        exit 2
    }
    most = same ? runs : 25
    each = each && each < most ? each : most
    if (same)
        shuffle()
    for (m = 1; m <= each; m++) {
        name = same ? sprintf("S%d_%s", programs, run[m]) : sprintf("H%d_%02d", programs, m)
        start(name)
        if (!same)
            draw_others(1, programs)
        for (i = 1; same && i <= programs; i++)
            member[i] = run[m]
        mix_line(name)
    }
}
