echo "not a profile" >note.h5
poise features -o dataset.h5 note.h5
code=$?
[ ! -e dataset.h5 ] || exit 99
exit $code
