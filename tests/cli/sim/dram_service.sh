# Schedulers that keep account of what each bank serves cannot be used where a bank may have several requests. Nor precharges of bank groups,
# whose rule is that of one request in a bank.
trace=$POISE_ROOT/fuzz/corpus/trace/small.wtr
poise sim --set sms=2 --set dram_service=queue -s gto+dram:atlas "$trace" && exit 1
poise sim --set sms=2 --set dram_service=queue -s gto+dram:parbs "$trace" 2>/dev/null | grep -c '^dram_reads'
poise sim --set sms=2 --set dram_service=queue --set dram_precharge=group "$trace" && exit 1
exit 0
