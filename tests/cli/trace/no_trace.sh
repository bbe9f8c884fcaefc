poise trace info
