printf 'x,y\n1,2\n2,5\n3,4\n' > t.csv
poise regress t.csv --influence t.csv
code=$?
cat t.csv
exit $code
