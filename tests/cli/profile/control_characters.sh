# A name that no reader would accept is refused before anything is measured.
poise profile -c demo-8sm --group $'a\x01b' -o profile.h5 "$POISE_ROOT/datasets/shipped/moments_8"
echo "code $?"
ls
poise profile --buffers --set sms=2 --group $'a\x01b' -o buffers.h5 "$POISE_ROOT/datasets/shipped/moments_8"
echo "code $?"
ls
