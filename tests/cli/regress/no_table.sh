poise regress
