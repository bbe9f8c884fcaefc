# Names that are longer than a file's may be, 255 bytes, and paths that are longer than a path's, 4,095: a sentence from every verb that reads
# or writes, and no file is left behind.
name=$(printf 'x%.0s' {1..300})
path=$(printf 'y/%.0s' {1..2100})end
small=$POISE_ROOT/fuzz/corpus/trace/small.wtr
profile=$POISE_ROOT/tests/compatibility/profile-5.h5
data=$POISE_ROOT/tests/compatibility/dataset-3.h5
export PATH=$POISE_BUILD/datasets:$PATH
refuse() {
    local long said
    for long in "$name" "$path"; do
        said=$("${@//LONG/$long}" 2>&1 >/dev/null)
        code=$?
        said=${said//"$name"/NAME} said=${said//"$path"/PATH}
        echo "$code ${said:0:100}" | sed 's/\([xy/]\{12\}\)[xy/]*.*/\1~/'
    done
}
refuse poise trace check LONG.wtr
refuse poise trace make reuse -o LONG.wtr
refuse poise trace pack -o LONG.wtrs "$POISE_ROOT/datasets/shipped/mvt"
refuse poise trace export "$small" -o LONG
refuse poise capture -o LONG -- histogram --size 256 --length 2
refuse poise capture -o LONG.wtrs -- histogram --size 256 --length 2
refuse poise profile -c demo-8sm --grid coarse -o LONG.h5 "$small"
refuse poise evaluate -c demo-8sm -s gto -o LONG.h5 "$small"
refuse poise evaluate -c demo-8sm -s gto --csv LONG.csv "$small"
refuse poise features -o LONG.h5 "$profile"
refuse poise train -o LONG.model "$data"
refuse poise report -o LONG.html "$profile"
refuse poise report -o LONG/ --format svg "$profile"
refuse poise compile -o LONG.c "$POISE_ROOT/models/thesis.model"
refuse poise model export -o LONG "$POISE_ROOT/models/thesis.model"
refuse poise design -c demo-8sm --set sms=1 --knobs l1_mshrs=32:48 -o LONG.h5 "$small"
refuse poise probe -c demo-8sm --what surface --to 4K -o LONG.h5
refuse poise sim -c LONG "$small"
find . -type f
