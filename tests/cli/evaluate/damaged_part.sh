# A run that was kept and is damaged is done again; one of another model is not taken.
# test: slow
mkdir traces
cp -R "$POISE_ROOT"/datasets/shipped/atax traces/ || exit 99
cp "$POISE_ROOT/models/thesis.model" one.model
command=(poise evaluate --progress never -c demo-8sm --set sms=2 -s gto,poise:one.model -m speedup)
"${command[@]}" -o whole.h5 traces/* >/dev/null 2>&1 || exit 99
"${command[@]}" -o results.h5 --shard 1/2 traces/* >/dev/null 2>&1
"${command[@]}" -o results.h5 --shard 2/2 traces/* >/dev/null 2>&1
ls results.h5.parts/*.h5 | wc -l
for part in results.h5.parts/*; do
    echo "not a run" >"$part"
done
"${command[@]}" -o results.h5 traces/* 2>&1 >/dev/null | sed 's/[0-9a-f]\{32\}/HASH/; s/with [0-9]* threads*/with N threads/'
cmp results.h5 whole.h5 && echo same
"${command[@]}" -o other.h5 --shard 1/1 traces/* >/dev/null 2>&1
poise compile one.model -o compiled.bin >/dev/null 2>&1 && mv compiled.bin one.model
"${command[@]}" -o other.h5 --shard 1/1 traces/* 2>&1 | sed 's/with [0-9]* threads*/with N threads/'
ls other.h5.parts/*.h5 | wc -l
