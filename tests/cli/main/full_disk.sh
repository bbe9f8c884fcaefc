[ -c /dev/full ] || exit 77
poise --help >/dev/full
