# Rows that no regression can be learned from: a sentence, exit code 1, no model.
table() { # ROWS, what awk changes in row i, options
    awk -v n="$1" 'BEGIN {
        print "program,h_max,h_one,eta_max,eta_one,eta_gain_squared,instructions_eta_gain_squared,miss_cost_gain_squared,target_n,target_p"
        for (i = 0; i < n; i++) {
            a = i * 37 % 101 / 202; b = i * 53 % 97 / 97; c = i * 29 % 89 / 300; d = i * 31 % 83 / 100
            e = i * 17 % 79 / 200; f = i * 11 % 73 / 10; g = i * 13 % 71 / 10; N = 2 + i * 7 % 19; p = 1 + i % 2
            '"$2"'
            printf "p%d,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%d,%d\n", i % 3, a, b, c, d, e, f, g, N, p
        }
    }' > table.csv
    poise features --from csv table.csv -o dataset.h5 > /dev/null 2>&1 || echo "no data set"
    shift 2
    poise train dataset.h5 -o poise.model "$@" 2>&1
    echo "= $?"
    rm -f dataset.h5 poise.model
}
table 7 ''
table 20 'b = a'
table 20 'f = 0'
table 20 'd = 3'
table 20 'b = a + 1e-14 * i * i'
table 20 'a = 1e300 * a; b = 1e300 * b'
table 20 'N = 5; p = 3' # equal targets are learned as their constant
table 7 '' --ridge 1
