# A trace that cannot be written: a file size limit stands for a full disk (the signal ignored, writes fail).
trap '' XFSZ
ulimit -f 64
poise capture -o traces -- "$POISE_BUILD/datasets/gco" >/dev/null
code=$?
ls -A
exit $code
