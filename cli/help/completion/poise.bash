# Completion of poise for bash. What a word may become is asked of the command (cli/help/complete.h); here it is only brought into
# the form that bash wants.

# Names of files or folders as the rest of $current behind its first $2 characters. $1 is :files or :folders; what follows $2
# are the endings that files may have.
_poise_files() {
    local kind=$1 settled=${current:0:$2} piece=${current:$2} name ending
    shift 2
    while IFS= read -r name; do
        if [[ -d $name ]]; then
            COMPREPLY+=("$settled$name")
        elif [[ $kind == :files ]]; then
            (($# > 0)) || COMPREPLY+=("$settled$name")
            for ending in "$@"; do
                [[ $name != *"$ending" ]] || COMPREPLY+=("$settled$name")
            done
        fi
    done < <(compgen -f -- "$piece")
    compopt -o filenames 2>/dev/null
}

_poise() {
    local i word line current words=()
    COMPREPLY=()
    # bash parts words at ':' and '=', where poise does not.
    for ((i = 1; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if ((i > 1)) && [[ $word == [:=]* || ${COMP_WORDS[i - 1]} == *[:=] ]]; then
            words[${#words[@]} - 1]+=$word
        else
            words+=("$word")
        fi
    done
    current=${words[${#words[@]} - 1]}
    while IFS= read -r line; do
        case $line in
        :files* | :folders*)
            # shellcheck disable=SC2086 # the words of the line
            _poise_files $line
            ;;
        :commands) mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -c -- "$current") ;;
        *) COMPREPLY+=("${line%%$'\t'*}") ;;
        esac
    done < <("${1/#\~/$HOME}" help --complete -- "${words[@]}" 2>/dev/null)
    if ((${#COMPREPLY[@]} == 1)) && [[ ${COMPREPLY[0]} == *[:=] ]]; then
        compopt +o filenames -o nospace 2>/dev/null
    fi
    # Readline puts in what follows the last character at which bash parts words.
    local breaks=${COMP_WORDBREAKS//[^:=]/} shown
    if [[ -n $breaks && $current == *["$breaks"]* ]]; then
        shown=${current##*["$breaks"]}
        for i in "${!COMPREPLY[@]}"; do
            COMPREPLY[i]=${COMPREPLY[i]#"${current%"$shown"}"}
        done
    fi
}

complete -F _poise poise
