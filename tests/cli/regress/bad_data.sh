# Data that have no regression get a sentence each, and exit code 1; tables that are none exit code 3. Nothing on stdout.
try() { # TABLE with ; for line ends, OPTIONS...
    tr ';' '\n' <<< "$1" > t.csv
    shift
    poise regress t.csv "$@" 2>&1
    echo "= $?"
}
try 'x,y;1,3;2,-1;3,4'
try 'x,y;1,3;2,3;3,3'
try 'x,y;1,0;2,0;3,0'
try 'x,y;0,0;0,0;1,5;1,7'
try 'x,copy,y;1,2,3;2,4,0;3,6,5;4,8,2'
try 'x,y;7,3;7,1;7,5'
try 'a,b,c,y;1,2,3,4;3,5,1,2'
try 'x,y' 
try 'y;1;2;4' --no-intercept
try 'x,w,y;1,1,3;2,-1,4;3,1,9' --weight w
try 'x,w,y;1,0,3;2,0,4;3,0,9' --weight w
try 'x,y;1,3;2,nan;3,4'
try 'x,y;1,3;1e999,5;3,4'
try 'x,y;1e300,3;2e300,5;3e300,4;1e300,9'
try 'x,y;1,3;2;3,4'
try 'x,z;1,3;2,4'
try 'x,y;1,3;2,5;3,4' --offset exposure
