for shard in 0/2 3/2 1 1/0 a/b 1/2x; do
    poise profile -o sweep --shard $shard traces
    echo $?
done
poise profile -o sweep --shard 1/2 --collect traces
