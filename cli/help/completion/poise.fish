# Completion of poise for fish. What a word may become is asked of the command (cli/help/complete.h); here it is only brought into the
# form that fish wants.

# Names of files or folders as the rest of the word behind its first LENGTH characters.
function __poise_files --argument-names kind length
    set -l endings $argv[3..]
    set -l word (commandline --current-token)
    set -l settled (string sub --length $length -- $word)
    set -l piece (string sub --start (math $length + 1) -- $word)
    for name in (__fish_complete_path $piece | string replace --regex '\t.*' '')
        set -l fits 0
        if string match --quiet '*/' -- $name
            set fits 1
        else if test $kind = :files
            test (count $endings) = 0; and set fits 1
            for ending in $endings
                string match --quiet "*$ending" -- $name; and set fits 1
            end
        end
        test $fits = 1; and echo $settled$name
    end
end

function __poise_complete
    set -l words (commandline --current-process --tokenize --cut-at-cursor)
    for line in ($words[1] help --complete -- $words[2..] (commandline --current-token) 2>/dev/null)
        switch $line
            case ':files *' ':folders *'
                __poise_files (string split ' ' -- $line)
            case ':commands'
                __fish_complete_command
            case '*'
                echo $line
        end
    end
end

complete --command poise --no-files --arguments '(__poise_complete)'
