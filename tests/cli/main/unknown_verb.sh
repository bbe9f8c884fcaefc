poise trian
