# In a browser the page of mixes says nothing on the console and has a bar for each program and policy, and a line for each source over
# time, in their figures; a folded course opens; it looks different on dark screens. Skipped without chromium.
# test: slow
command -v chromium >/dev/null || { echo "chromium is not installed" && exit 77; }
mkdir -p traces/s && poise trace make stream --blocks 64 --iterations 4 -o traces/s/0.wtr >/dev/null 2>&1 || exit 99
poise evaluate --progress never -c demo-8sm --set "sms=4,max_cycles=20000" -s "gto,fcfs=dram:fcfs,sms=dram:sms" --mix "two=traces/s+traces/s" \
    --mix "beside=traces/s+cpu:$POISE_ROOT/datasets/cpu/xz.cpu+cpu:$POISE_ROOT/datasets/cpu/perl.cpu" --over-time 1000 -o results.h5 >/dev/null 2>&1 || exit 99
poise report results.h5 -o report.html || exit 1
. "$POISE_ROOT/tests/cli/report/chromium.bash"
sed 's|</body>|<script src="seen.js"></script></body>|; s|script-src |script-src file: |' report.html >used.html
cat >seen.js <<'END'
addEventListener("load", () => setTimeout(() => {
  const all = (selector, where = document) => [...where.querySelectorAll(selector)];
  const place = one => one.getBoundingClientRect();
  const seen = ["slowdown bars: " + all("svg").filter(one => /^Slowdown of each/.test(one.textContent.trim()))
    .map(one => all("rect[class^=piece]", one).filter(bar => bar.querySelector("title")).length)];
  const courses = all("details.launch").filter(one => one.querySelector("path.steps"));
  seen.push("courses: " + courses.length, "open: " + courses.filter(one => one.open).length);
  courses.forEach(one => one.open = true);
  const lines = one => all("path.steps", one).filter(line => line.querySelector("title")).length;
  seen.push("lines: " + courses.map(one => lines(one)).join(" "));
  seen.push("inside their figures: " + all("path.steps").every(one => {
    const line = place(one), figure = place(one.closest("svg"));
    return line.left >= figure.left && line.right <= figure.right && line.top >= figure.top - 1 && line.bottom <= figure.bottom + 1;
  }));
  seen.push("drawn, not filled: " + all("path.steps").every(one => getComputedStyle(one).fill === "none" && getComputedStyle(one).stroke !== "none"));
  document.title = seen.join("; ");
}, 100));
END
browse --virtual-time-budget=5000 --dump-dom "file://$PWD/used.html" >dom.html
grep -o '<title>slowdown[^<]*' dom.html | sed 's/<title>//; s/; /\n/g'
browse_screens
cat console
