# Tables of the evaluation of vm:gpuswap from rows that one can compute by hand: runtime is the mean of all programs over that with memory enough, what is refused is said, what
# is not there is a dash.
mkdir small none
{
    echo "programs,limit,mb,policy,chunk,seed,cycles,mean_cycles,link_read,link_write,evicted,direct,returned,at_host,least_of_program,most_of_program,waited,wait,queued,suspensions,setup,copy,slowest_copy,flush,drain,pause,bytes_in,bytes_out,copying,faults"
    echo "nn+nn,105,10,random,1024,1,120,100,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,,,,"
    echo "nn+nn,50,5,random,1024,1,300,250,0,0,0,0,0,0,1048576,3145728,0,700000,0,0,0,0,0,0,0,0,,,,"
    echo "nn+nn,50,5,random,1024,2,300,350,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,,,,"
    echo "nn+nn,50,5,random,1024,10,300,300,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,,,,"
    echo "nn+nn,50,5,random,32,1,300,900,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,,,,"
    echo "nn+nn,50,5,priority,1024,1,400,400,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,,,,"
    echo "nn+nn,50,5,swapped,1024,1,200,200,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,,,,"
    echo "nn+nn,50,5,learned,1024,1,200,200,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,,,,"
    echo "nn+nn,50,5,gdev,1024,1,refused,,,,,,,,,,,,,,,,,,,,,,,"
    echo "nn+nn,50,5,gdm,1024,1,700,650,0,0,,,,,,,2,,,,,,,,,,0,0,0,"
    echo "nn+nn,105,10,managed,1024,1,160,150,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,,,,"
    echo "nn+nn,50,5,managed,1024,1,600,550,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,,,,"
    echo "nn+nn,105,10,managed45,1024,1,460,450,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,,,,"
    echo "nn+nn,50,5,managed45,1024,1,900,875,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,,,,"
    echo "nn_paging+nn_paging,105,40,random,4096,1,80,80,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,,,,"
    echo "nn_paging+nn_paging,50,20,random,4096,1,160,120,0,0,2097152,1048576,0,0,0,0,2,7000,1400,1,100000,900000,341798,0,70000,77000,,,,"
    echo "a+b,50,20,random,1024,1,160,100,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,,,,"
    echo "a+b,50,20,managed45,1024,1,160,700,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,,,,"
    echo "a+b,50,20,fcfs,1024,1,160,50,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,,,,"
} >small/paging.csv
printf 'program,address,pages,reads,writes,cycles,loss,ln_reads,ln_writes,ln_density,predicted\nnn,4096,10,128,0,1000,12.5,4.8,0,1,10\n' >small/paging_buffers.csv
{
    echo "programs,limit,policy,runs,mean,deviation,least,most"
    echo "nn_8mb+nn_8mb,50,priority,10,1.5,0.012,1.25,2"
    echo "nn_8mb+nn_8mb,50,random,100,2.5,0.25,2,3.25"
    echo "nn_8mb+nn_8mb,75,random,7,2,0.5,1.5,2.5"
} >small/paging_orders.csv
for table in limits policies full seeds nn latency chunks mixes buffers learned orders; do
    printf '<!-- table paging_%s -->\n<!-- end -->\n' "$table"
done >tables.md
"$POISE_ROOT/datasets/results.sh" fill tables.md small | grep -v -e '^| ---' -e '^<!-- end'
"$POISE_ROOT/datasets/results.sh" fill tables.md none | grep -c 'Not simulated for this page'
printf '<!-- table paging_nothing -->\n<!-- end -->\n' >bad.md
"$POISE_ROOT/datasets/results.sh" fill bad.md small >/dev/null
