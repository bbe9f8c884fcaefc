# Results that cannot be written end in a sentence and leave nothing behind.
poise capture -o traces -- "$POISE_BUILD/datasets/atax" --size 512 --cols 4 >capture.log 2>&1 || exit 3
poise evaluate -c demo-8sm -s gto,lrr traces --csv missing/result.csv
code=$?
[ -z "$(find . -name 'result*')" ] || exit 4
exit $code
