# zsh offers words only at a prompt: here its own functions are replaced by some that print what they are given.
command -v zsh >/dev/null || { echo "zsh is not installed" && exit 77; }
cat >offer.zsh <<'END'
_describe() { print -rl -- "describe ${@[3,-1]}" ${(P)2} }
_files() { print -r -- "files $*" }
_command_names() { print -r -- "commands $*" }
compset() { print -r -- "compset $*" }
for line in "$@"; do
    print -r -- "> $line"
    words=("${(@s: :)line}") CURRENT=${#words}
    source $POISE_ROOT/cli/help/completion/poise.zsh
done
END
zsh -f offer.zsh 'poise tr' 'poise train -m li' 'poise sim --set l1_set' 'poise evaluate -s gto,poise:stride_n' 'poise compile ' \
    'poise capture -o ' 'poise capture -- ' 'poise evaluate -c demo-8sm,thesis-ch5' 'poise evaluate '
