#compdef poise
# Completion of poise for zsh. What a word may become is asked of the command (cli/help/complete.h); here it is only brought into the
# form that zsh wants.

_poise() {
    local line word
    local -a asked open closed parts endings
    asked=("${(@Q)words[2,CURRENT]}")
    for line in "${(@f)$("${(Q)words[1]/#\~/$HOME}" help --complete -- "$asked[@]" 2>/dev/null)}"; do
        case $line in
        :*) parts+=("$line") ;;
        ?*)
            # _describe parts the word from what it is at the first ':' that no '\' stands before.
            word=${${line%%$'\t'*}//:/\\:}
            [[ $line == *$'\t'* ]] && word+=":${line#*$'\t'}"
            if [[ ${line%%$'\t'*} == *[:=] ]]; then open+=("$word"); else closed+=("$word"); fi
            ;;
        esac
    done
    ((${#closed})) && _describe poise closed
    ((${#open})) && _describe poise open -S ''
    for line in "${(@u)parts}"; do
        local -a said=(${=line})
        case $said[1] in
        :commands) _command_names -e ;;
        :folders) compset -p $said[2]; _files -/ ;;
        :files)
            endings=("${(@)said[3,-1]}")
            compset -p $said[2]
            if ((${#endings})); then _files -g "*(${(j:|:)endings})(-.)"; else _files; fi
            ;;
        esac
    done
}

_poise "$@"
