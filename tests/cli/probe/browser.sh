# In a browser the page of two probes says nothing on the console, has its three figures and a line for each finding, and looks different
# on dark screens. Skipped without chromium.
# test: slow
command -v chromium >/dev/null || { echo "chromium is not installed" && exit 77; }
poise probe --progress never -c demo-8sm --to 64K --what hierarchy -o one.h5 >found.txt || exit 1
poise probe --progress never -c demo-8sm --set l1_ways=8 --to 128K --what surface -o other.h5 || exit 1
poise report one.h5 other.h5 -o report.html || exit 1
. "$POISE_ROOT/tests/cli/report/chromium.bash"
sed 's|</body>|<script src="seen.js"></script></body>|; s|script-src |script-src file: |' report.html >used.html
cat >seen.js <<'END'
addEventListener("load", () => setTimeout(() => {
  const all = (selector, where = document) => [...where.querySelectorAll(selector)];
  const place = one => one.getBoundingClientRect();
  const inside = (one, figure) => place(one).left >= place(figure).left - 1 && place(one).right <= place(figure).right + 1 &&
    place(one).top >= place(figure).top - 1 && place(one).bottom <= place(figure).bottom + 1;
  const figures = all("svg.figure");
  document.title = ["figures: " + figures.length,
    "all inside: " + figures.every(figure => all("rect, path, text", figure).every(one => inside(one, figure))),
    "curves: " + all("path.steps title").length,
    "cells: " + figures.map(figure => all("rect title", figure).length).join(" "),
    "findings: " + all("table tbody tr").length].join("; ");
}, 100));
END
browse --virtual-time-budget=5000 --dump-dom "file://$PWD/used.html" >dom.html
grep -o '<title>figures[^<]*' dom.html | sed 's/<title>//; s/; /\n/g; s/\nfindings.*//'
[ "$(grep -c '^[a-z]' found.txt)" = "$(grep -o 'findings: [0-9]*' dom.html | head -1 | cut -d' ' -f2)" ] && echo "as many as were printed"
browse_screens
cat console
