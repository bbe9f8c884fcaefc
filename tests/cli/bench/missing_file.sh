poise bench --compare nowhere.json nowhere.json
