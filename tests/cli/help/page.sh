poise help --man compile
