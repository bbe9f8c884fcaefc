poise
