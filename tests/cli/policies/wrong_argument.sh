poise policies tuple:0:1
