# In a browser the page of an evaluation says nothing on the console and has a bar for each program, policy and part, whether the
# charting library draws it or not; a policy can be left out; it looks different on dark screens. Skipped without chromium.
# test: slow
command -v chromium >/dev/null || { echo "chromium is not installed" && exit 77; }
for program in atax bicg; do
    poise capture -o traces/$program -- "$POISE_BUILD/datasets/$program" --size 1536 --cols 24 >/dev/null 2>&1 || exit 99
done
poise evaluate --progress never -c demo-8sm --set sms=2 -s gto,tuple:3:2,poise:mode=thesis --stalls -m speedup -o results.h5 traces/* >/dev/null 2>&1 || exit 99
poise report results.h5 -o report.html || exit 1
. "$POISE_ROOT/tests/cli/report/chromium.bash"
# The page with a script behind its own that looks at it, and writes what it sees into the title.
sed 's|</body>|<script src="seen.js"></script></body>|; s|script-src |script-src file: |' report.html >used.html
cat >seen.js <<'END'
addEventListener("load", () => setTimeout(() => {
  const all = (selector, where = document) => [...where.querySelectorAll(selector)];
  const library = typeof Plot !== "undefined";
  const bars = name => all((name === "any" ? "#free" : `[data-chart="${name}"]`) + (library ? " g[aria-label=bar] rect" : " rect[class^=piece]"))
    .filter(bar => library || bar.querySelector("title")).length;
  const place = one => one.getBoundingClientRect();
  const seen = ["speedup: " + bars("speedup"), "hit-rate: " + bars("hit-rate"), "stalls: " + bars("stalls")];
  seen.push("bars inside their figures: " + all("[data-chart] rect").every(one => {
    const bar = place(one), figure = place(one.closest("svg"));
    return bar.left >= figure.left && bar.right <= figure.right && bar.bottom <= figure.bottom + 1;
  }));
  seen.push("discs: " + (all("circle.visited").length > 3));
  seen.push("courses over time: " + all("[data-visit] svg").length);
  seen.push("rows: " + all("table.results tbody tr").length);
  const head = all("table.results th button").find(button => button.textContent === "speedup");
  head.click();
  const speedups = all("table.results tbody tr").map(row => Number(row.cells[3].dataset.v));
  seen.push("fastest first: " + speedups.every((value, i) => i === 0 || speedups[i - 1] >= value));
  if (library) {
    if (bars("any") !== bars("speedup")) seen.push("any metric: " + bars("any"));
    const box = document.querySelector("#explore input");
    box.checked = false;
    box.dispatchEvent(new Event("change"));
    if (bars("speedup") !== 6) seen.push("without a policy: " + bars("speedup"));
    const choice = document.querySelector("select");
    choice.value = "cycles";
    choice.dispatchEvent(new Event("change"));
    if (bars("any") !== 4) seen.push("cycles have no mean: " + bars("any"));
  }
  document.title = seen.join("; ");
}, 100));
END
browse --virtual-time-budget=5000 --dump-dom "file://$PWD/used.html" >dom.html
grep -o '<title>speedup[^<]*' dom.html | sed 's/<title>//; s/; /\n/g'
browse_screens
cat console
