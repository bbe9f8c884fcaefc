poise policies tupel
