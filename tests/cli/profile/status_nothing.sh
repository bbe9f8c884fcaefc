poise profile --status nowhere
