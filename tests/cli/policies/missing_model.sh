poise policies poise:nowhere.model
