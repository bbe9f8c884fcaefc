# A data set with targets of p = 0 makes models that may predict it, --least-p 1 ones of the thesis' rule; of data without p = 0
# both are the same to the byte.
set -e
table=$POISE_ROOT/tests/cli/train/kernels.csv
awk -F, -v OFS=, 'NR > 1 && $13 <= 3 { $13 = 0 } { print }' "$table" >zero.csv
cut -d, -f13 zero.csv | grep -c '^0$'
poise features --from csv zero.csv -o zero.h5
for method in negbin linear speed constant; do
    poise train -m $method --ridge 0.3 --spread 0.3 --cost 1 --epsilon 0.1 -o from_0.model zero.h5
    poise train -m $method --ridge 0.3 --spread 0.3 --cost 1 --epsilon 0.1 --least-p 1 -o from_1.model zero.h5
    for model in from_0 from_1; do
        poise predict --csv $model.csv --split training $model.model zero.h5 >table
        echo "$method $model: $(grep -c '^least_p = 0$' $model.model) $(sed 1d $model.csv | cut -d, -f8 | sort -n | head -n 1)"
    done
done
poise features --from csv "$table" -o one.h5
poise train --ridge 0.3 -o one.model one.h5
poise train --ridge 0.3 --least-p 1 -o same.model one.h5
cmp one.model same.model
rc=0
poise train --least-p 2 -o two.model one.h5 || rc=$?
echo $rc
# A report learns both kinds again from the same data.
for least in 0 1; do
    poise train -m negbin --ridge 0.3 --least-p $least -o again.model zero.h5 2>/dev/null
    poise report again.model zero.h5 --format md | grep -c 'gives another model' || true
done
