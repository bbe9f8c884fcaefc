poise trace info nowhere.wtr
