poise evaluate -m speedup,sped_up folder
