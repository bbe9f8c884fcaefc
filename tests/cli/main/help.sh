poise --help
