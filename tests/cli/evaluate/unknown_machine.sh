poise evaluate -c no-such-machine folder
