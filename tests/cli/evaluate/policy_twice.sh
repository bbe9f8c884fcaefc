poise evaluate -s gto,gto folder
