mkdir empty
poise evaluate -s gto empty
