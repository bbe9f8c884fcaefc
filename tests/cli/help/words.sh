# Without an option the same as --help; an unknown verb is named.
poise help >a && poise --help >b && cmp a b
poise help train >a && poise train --help >b && cmp a b
poise help trian
echo "exit $?"
poise help sim train
echo "exit $?"
poise help --complete sim
echo "exit $?"
poise help --complete --
echo "exit $?"
