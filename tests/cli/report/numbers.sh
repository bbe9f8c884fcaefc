# The best tuple and its speedup are those that h5dump's cycles give: W = 3, so that the row of {3,3} is the last of the table.
. "$POISE_ROOT/tests/cli/report/small.bash"
small_profile
h5dump -y -w 1 -d /cycles small.h5 | awk '/DATA \{/ {inside = 1; next} /\}/ {inside = 0} inside {print $1 + 0}' >cycles
poise report small.h5 --format csv | tail -n 1 | tr , '\n' >row
awk '
FNR == NR { cycles[int((NR - 1) / 4) + 1, (NR - 1) % 4] = $1; next }
{ field[FNR] = $1 }
function check(what, n, p, speedup,  given) {
    given = cycles[3, 3] / cycles[n, p]
    if (given - speedup > 1e-12 || speedup - given > 1e-12)
        print what ": S of {" n "," p "} is " given ", not " speedup
}
END {
    if (field[8] != cycles[3, 3])
        print "cycles at {3,3} are " cycles[3, 3] ", not " field[8]
    check("best", field[11], field[12], field[13])
    check("target", field[14], field[15], field[16])
    check("p = N", field[17], field[18], field[19])
    check("p = 1", field[20], field[21], field[22])
    check("p = 0", field[23], field[24], field[25])
    if (field[17] != field[18])
        print "{" field[17] "," field[18] "} is not on the diagonal"
    for (n = 1; n <= 3; n++) {
        for (p = 0; p <= n; p++) {
            if (cycles[3, 3] / cycles[n, p] > field[13] + 1e-12)
                print "{" n "," p "} is faster than the best"
        }
    }
    print "compared"
}' cycles row
