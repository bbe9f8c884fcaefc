for flags in '--repeat 0' '--repeat many' '--jobs 0' '--jobs 1,' '--jobs 1,,2' '--jobs 1;2' '--jobs 99999999999999999999' '--jobs -1' \
    '--jobs 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1' '--threads 0' '--kernels raise' '--kernels stream,stream' '--kernels ,' '--scale 0' '-s gtoo' \
    '--kernels reuse trace.wtr' '--scale 2 trace.wtr'; do
    # shellcheck disable=SC2086 # words on purpose
    poise bench --set sms=1,max_cycles=10 $flags
    echo $?
done
