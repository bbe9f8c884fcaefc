# Each is refused with line and reason, and nothing is written.
refuse() {
    poise trace lackey -o out.cpu "$@"
    echo "$?" && ls
}
printf 'I  1000,4\n L 1000,0\n' | refuse
printf 'I  1000,4\nhello \033[31m\n' | refuse
printf 'I  1000,4\n L ffffffffffffffff,8\n' | refuse
printf 'I  1000,4\n L 20' | refuse -
printf '==1== nothing\n' | refuse
printf 'I  1000,4\n' | refuse --skip 1
printf 'I  1000,4\n' | refuse --line 48
printf 'I  1000,4\n' | refuse --row 100
printf 'I  1000,4\n' | refuse --llc-bytes 1000
refuse missing
refuse one two
