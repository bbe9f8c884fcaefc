# Each wrong value gets its sentence and exit code 2.
for options in "--ridge -1" "-m linear --cost 0" "-m rbf --loss squared" "-m negbin --loss nu" "--cv kfold:1" "--cv programs" \
    "-m rbf --loss nu --nu 1.5" "--choose-folds 3" "--final" "-m linear --epsilon 1,x"; do
    # shellcheck disable=SC2086 # words
    poise train $options -o poise.model nowhere.h5
    [ $? = 2 ] || echo "$options: not exit code 2"
done
ls
