# A file size limit stands for a full disk (the signal ignored, writes fail); nothing is left behind.
trap '' XFSZ
ulimit -f 1
for form in h json; do
    poise compile --sweep 1000 "$POISE_ROOT/models/thesis.model" -o "weights.$form" 2>&1 >/dev/null | cat
    code=${PIPESTATUS[0]}
done
ls
exit $code
