# Nothing is left where the profile would have been.
poise profile -o profile.h5 nowhere.wtr
code=$?
[ -z "$(ls)" ] || exit 99
exit $code
