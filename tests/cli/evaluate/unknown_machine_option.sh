poise evaluate --set sms=8,l1_wais=4 folder
