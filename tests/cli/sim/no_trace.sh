poise sim
