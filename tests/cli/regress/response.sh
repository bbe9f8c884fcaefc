# --response names the column that is explained, --no-intercept leaves the column of ones out; what is no column is refused, as is a
# table without the column y where none is named.
printf 'a,b,count\n0,1,3\n1,2,5\n2,0,9\n3,1,20\n1,1,4\n' > t.csv
for options in "--response count" "-y count --intercept" "-y count --no-intercept" "-y b"; do
    echo "-- $options"
    # shellcheck disable=SC2086 # words on purpose
    poise regress t.csv $options --dispersion fixed:0 | sed -n '/Estimate/,/^---/p'
done
poise regress t.csv -y nothing
echo $?
poise regress t.csv
echo $?
