poise train nowhere.h5 -o poise.model
code=$?
ls
exit $code
