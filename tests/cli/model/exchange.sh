# Out to LIBLINEAR and libsvm and back: the same weights.
set -e
poise model export -f liblinear -o out "$POISE_ROOT/models/thesis.model"
poise model import --name again -o back.model out.n out.p
cat out.n
poise model export -o svm "$POISE_ROOT/models/thesis.model"
poise model import --name again -o svm.model svm.n svm.p
cmp back.model svm.model
poise model info back.model
