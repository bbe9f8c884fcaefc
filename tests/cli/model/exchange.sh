# Out to LIBLINEAR and libsvm and back: the same weights.
set -e
poise model export -f liblinear -o out "$POISE_ROOT/models/thesis.model"
poise model import --name again -o back.model out.n out.p
cat out.n
poise model export -o svm "$POISE_ROOT/models/thesis.model"
poise model import --name again -o svm.model svm.n svm.p
cmp back.model svm.model
poise model info back.model
# With p = 0, which the files of the libraries do not know of.
poise model import --name again --least-p 0 -o zero.model out.n out.p
poise model info zero.model | grep least
poise compile --sweep 0 -o zero.bin zero.model | head -n 1
rc=0
poise model import --least-p 2 -o two.model out.n out.p || rc=$?
echo $rc
