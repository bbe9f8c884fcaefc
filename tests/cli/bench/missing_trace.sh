poise bench nowhere.wtr
