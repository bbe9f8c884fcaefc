poise xyzzyplugh
