poise policies gto lrr
