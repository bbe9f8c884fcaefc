# Weights, an offset and a factor: what R's glm.nb prints of the same, influence beside it.
cat > t.csv << 'END'
dose,group,w,log_exposure,y
0,0,1,0.5,3
1,0,2,0.1,5
2,0,1,0.9,14
3,0,1,0.0,2
0,1,1,0.7,1
1,1,3,0.2,9
2,1,1,0.4,12
3,1,1,0.3,40
1,0,0,0.3,1000
END
poise regress t.csv --weight w --offset log_exposure --influence influence.csv | grep -v "^Number of Newton"
cut -d, -f1,2 influence.csv
