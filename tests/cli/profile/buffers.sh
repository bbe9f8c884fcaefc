# Access profiles of buffers: of nn, whose adjacent reads merge in the caches and whose writes do not, by both methods; the
# same for any number of threads; priorities beside it; slips and damaged files are met with a sentence.
poise capture --buffers -o nn -- "$POISE_BUILD/datasets/nn" --size 16000 >/dev/null 2>&1 || exit 99
profile() {
    poise profile --buffers --progress never --set sms=2 "$@" 2>/dev/null || echo "failed: $*"
}
profile -j 1 -o one.h5 --priorities one.priorities nn
profile -j 2 -o two.h5 nn
cmp one.h5 two.h5
poise report one.h5
sed 1d one.priorities
profile --chunk 32K -o direct.h5 nn
profile --faithful --chunk 32K -j 2 -o faithful.h5 nn
for file in direct faithful; do
    poise report $file.h5 --format csv -o $file.csv
done
cmp direct.csv faithful.csv
cat faithful.csv
profile --faithful -o whole.h5 nn
poise report whole.h5
for form in html svg csv; do
    poise report one.h5 -o nn.$form && [ -s nn.$form ] || echo "no $form"
done
grep -c '<rect class="\(dot\|loss\)"' nn.svg | sed 's/^[1-9][0-9]*$/bands/'
# Two programs: a figure each, priorities by their numbers; and a buffer that no event tells of.
mkdir made && poise trace make stream --blocks 2 --iterations 4 -o made/stream.wtr
profile -o both.h5 --priorities both.priorities nn made
sed 1,3d both.priorities
poise report both.h5
mkdir figures && poise report both.h5 -o figures/ 2>/dev/null && ls figures
exec 2>&1
try() {
    "$@"
    echo $?
}
try poise report both.h5 -o both.svg
try poise report one.h5 --kernel nn_distance
try poise profile --buffers nn
try poise profile --buffers -o folder nn
try poise profile --buffers -o x.h5 --grid coarse nn
try poise profile --buffers -o x.h5 --chunk 3K nn
try poise profile --buffers -o x.h5 -s vm:fcfs nn
try poise profile --buffers --faithful -o x.h5 --set memory=perfect nn
try poise profile --buffers -o x.h5 --priorities x.h5 nn
try poise profile --buffers -o x.h5 --priorities nowhere/x nn
try poise profile --faithful -o x.h5 nn
try poise profile --priorities x -o x.h5 nn
head -c 3000 one.h5 >cut.h5
try poise report cut.h5
try poise features -o dataset.h5 one.h5
[ ! -e x.h5 ] && [ ! -e x ]
