[ -c /dev/full ] || { echo "there is no /dev/full" && exit 77; }
poise --help >/dev/full
