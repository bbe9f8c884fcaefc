# The Poisson limit, given and found.
printf 'x,y\n0,2\n1,3\n2,4\n3,6\n4,8\n5,11\n' > t.csv
poise regress t.csv --dispersion fixed:0 | grep -v "^Number of Newton"
echo ======
poise regress t.csv | grep -v "^Number of Newton"
