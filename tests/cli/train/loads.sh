# --loads: choices of loads. The same bytes from any number of threads; always allocating is Static-Best, each load by its own
# margin loses nothing; the model compiles; what is no such choice is refused.
# test: slow
set -e
capture() { poise capture -o "traces/$1" -- "$POISE_BUILD/datasets/$1" "${@:2}" >/dev/null 2>&1; }
capture spmv --input uniform --size 3072 --degree 8
capture moments --cols 8 --size 2048
capture pagerank --input uniform --degree 8 --size 2048 --iterations 1
poise profile --progress never -c demo-8sm --set sms=2 --grid coarse --loads adaptive -o profile.h5 traces/* 2>/dev/null
poise features --loads -o loads.h5 profile.h5 2>/dev/null
poise train --loads logistic -j 1 --compare loads.h5 >compare.txt
poise train --loads logistic -j 2 --compare loads.h5 >again.txt
cmp compare.txt again.txt && echo "the same again"
awk '$1 == "own" { print "own loses", $4 } NR > 1 && NF == 8 { print $1 }' compare.txt
poise train --loads svm --cv program loads.h5 >programs.txt
awk '{ print $1 }' programs.txt
[ "$(awk '$1 == "always" { print $6 }' compare.txt)" = "$(awk '$1 == "harmonic" { print $6 }' programs.txt)" ]
[ "$(awk '$1 == "Static-Best+" { print $2 }' compare.txt)" = "$(awk '$1 == "harmonic" { print $7 }' programs.txt)" ]
for method in logistic svm h_one; do
    poise train --loads "$method" --name "$method" -o "$method.model" loads.h5 2>/dev/null
    poise compile --sweep 10000 -o loads.bin "$method.model" | grep -o '0 of them beyond the bound'
    poise model info "$method.model" | grep name
done
poise train --loads svm --load-features hits -o hits.model loads.h5 2>/dev/null
poise model info hits.model | awk 'seen { if ($2 != 0) print $1 } /weight of/ { seen = 1 }'
# The shipped model is what its command makes, to 1e-6 of its largest weight (versions of LIBLINEAR differ in last digits).
POISE=$(command -v poise) "$POISE_ROOT/datasets/learn.sh" loads "$POISE_ROOT/datasets/profiles/loads.h5" shipped.model 2>/dev/null
paste -d ' ' <(grep -v '^#' shipped.model) <(grep -v '^#' "$POISE_ROOT/models/loads.model") |
    awk '/^weight/ { d = $3 - $6; if (d * d > 1e-10) print $0; n++ } /^(name|recipe|training|config)/ { h = NF / 2
        for (i = 1; i <= h; i++) if ($i != $(i + h)) print $0 } END { print n, "weights as shipped" }'
refused() {
    if "$@"; then exit 9; else echo "exit code $?"; fi
}
refused poise train --loads daws -o x.model loads.h5
refused poise train --loads svm --gate loads.h5
refused poise train --loads svm --cv kfold:2 loads.h5
refused poise train --loads svm loads.h5
refused poise train --loads svm -o x.model profile.h5 2>other.txt
grep -o "not a 'poise loads' file" other.txt
[ ! -e x.model ]
