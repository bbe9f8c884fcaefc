# What bash offers for the last of some words, as bash has parted them at ':' and '='.
PATH=$POISE_BUILD:$PATH
mkdir traces demos && touch my.model my.txt traces/1.wtr 'with space.model'
. "$POISE_ROOT/cli/help/completion/poise.bash"
complete -p poise

offer() {
    echo "> ${*@Q}"
    COMP_WORDS=(poise "$@") COMP_CWORD=$#
    _poise poise "${!#}"
    printf '%s\n' "${COMPREPLY[@]}" | sort -u
}
offer tr
offer train --sp
offer train -m li
offer train --method = li
offer trace ''
offer evaluate -s gto,sw
offer evaluate -s poise : my
offer evaluate -s poise : model = my
offer evaluate -c demo-8sm,thesis-ch5
offer sim --set l1_se
offer sim --l2 lr
offer sim t
offer sim traces/
offer capture -o ''
offer capture -- basena
offer compile ''
offer evaluate @gesummv_
offer nonsense ''
