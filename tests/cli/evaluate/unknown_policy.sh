poise evaluate -s gtp,swl folder
