# Options out of range.
printf 'x,y\n1,2\n2,5\n3,4\n' > t.csv
for options in '--dispersion fixed:-1' '--dispersion free' '--ridge -1' '--ridge nan' '--repeat 0' '--responce y'; do
    poise regress t.csv $options 2>&1 # words on purpose
    echo "= $?"
done
