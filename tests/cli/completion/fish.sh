command -v fish >/dev/null || { echo "fish is not installed" && exit 77; }
mkdir traces && touch my.model my.txt traces/1.wtr
export HOME=$PWD XDG_CONFIG_HOME=$PWD/config XDG_DATA_HOME=$PWD/data
for line in 'poise tr' 'poise train -m li' 'poise train --method=li' 'poise evaluate -s gto,poise:my' 'poise compile ' \
    'poise capture -o ' 'poise evaluate -c demo-8sm,thesis-ch5'; do
    echo "> $line"
    fish --no-config -c "source '$POISE_ROOT/cli/help/completion/poise.fish'; complete --do-complete '$line'" | sort
done
