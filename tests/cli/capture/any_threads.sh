# Traces and results do not depend on the number of workers: where groups are independent, where they influence each
# other, and where only the code says that they do.
# test: slow
. "$POISE_ROOT/tests/cli/capture/build.bash"
build recover
build product
for kernel in chain last_writer tickets counts; do
    for threads in 1 2 5; do
        poise capture -T $threads -o $kernel-$threads -- ./recover "$tests/faults.cl" $kernel >$kernel-$threads.out \
            2>/dev/null || echo "$kernel with $threads fails"
    done
done
for kernel in product tiled; do
    for threads in 1 2 5; do
        poise capture -T $threads -o $kernel-$threads -- ./product 112 $kernel >$kernel-$threads.out 2>/dev/null ||
            echo "$kernel with $threads fails"
    done
done
for kernel in chain last_writer tickets counts product tiled; do
    for threads in 2 5; do
        diff -r $kernel-1 $kernel-$threads
        diff $kernel-1.out $kernel-$threads.out
    done
done
grep -h sum chain-2.out last_writer-2.out tickets-2.out counts-2.out
cat product-2.out tiled-2.out
