# Every analysis of a small data set; as many threads as there are, and one, print the same.
awk 'BEGIN {
    print "program,kernel,launch_index,h_max,h_one,eta_max,eta_one,eta_gain_squared,instructions_eta_gain_squared," \
        "miss_cost_gain_squared,target_n,target_p,target_speedup,split,excluded"
    for (i = 0; i < 48; i++) { # every value is some remainder: no pattern that features share
        n = 2 + i * 7 % 19
        printf "p%d,k,%d,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f,%d,%d,%.2f,training,%d\n", i % 4, i, i * 37 % 101 / 202,
            i * 53 % 97 / 97, i * 29 % 89 / 300, i * 31 % 83 / 100, i * 17 % 79 / 200, i * 11 % 73 / 10, i * 13 % 71 / 10,
            n, 1 + i * 5 % n, 1.1 + i % 10 / 10, i % 12 == 5 ? 2 : 0
    }
}' > table.csv
poise features --from csv table.csv -o dataset.h5 2> /dev/null || exit 4
for analysis in features scoring filters terms curve; do
    poise train --analyse $analysis --ridge 0.1 dataset.h5 > $analysis.txt || exit 5
    poise train --analyse $analysis --ridge 0.1 --jobs 1 dataset.h5 | cmp - $analysis.txt || exit 6
    grep -v -e '^learned:' -e '^error:' -e '^measured' -e '^change:' $analysis.txt
done
echo "= usage"
poise train --analyse everything dataset.h5 2>&1
poise train --analyse samples dataset.h5 2>&1
poise train --correlation dataset.h5 2>&1
poise train -m linear --influence i.csv dataset.h5 2>&1
poise train --influence dataset.h5 dataset.h5 2>&1
echo "= influence"
poise train --influence i.csv --ridge 0.1 dataset.h5 || exit 7
head -n 1 i.csv
cut -d, -f1-5 i.csv | sed -n '2,3p;46,47p'
wc -l < i.csv
