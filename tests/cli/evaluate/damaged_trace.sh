mkdir folder
echo "not a trace" >folder/0000-k.wtr
poise evaluate -s gto folder
