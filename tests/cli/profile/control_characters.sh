# A name that no reader would accept is refused before anything is measured.
poise profile -c demo-8sm --group $'a\x01b' -o profile.h5 "$POISE_ROOT/datasets/shipped/moments_8"
echo "code $?"
ls
