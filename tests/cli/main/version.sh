poise --version
