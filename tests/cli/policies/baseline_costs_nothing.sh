poise policies gto
