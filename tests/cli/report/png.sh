# Figures as PNG files where librsvg2-bin is installed; a sentence, and no file, where it is not.
. "$POISE_ROOT/tests/cli/report/small.bash"
small_profile
mkdir empty
poise=$(command -v poise)
PATH=$PWD/empty "$poise" report small.h5 -o figure.png
echo $?
ls figure.png 2>/dev/null
command -v rsvg-convert >/dev/null || { echo "rsvg-convert is not installed" && exit 77; }
poise report small.h5 -o figure.png && head -c 8 figure.png | od -An -c
poise report small.h5 --format png -o figures/ 2>/dev/null
ls figures/*.png | wc -l
