poise bench --compare one.json
