poise model
poise model import a b
poise model export a
poise model import -o c a
poise model info -o c a
poise model delete a
poise model export -o c nowhere.model
echo $?
