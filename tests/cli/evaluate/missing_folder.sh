poise evaluate -s gto nowhere
