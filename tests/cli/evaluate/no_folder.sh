poise evaluate -s gto
