poise trace import kernelslist.g
