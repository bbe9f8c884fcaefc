poise policies
