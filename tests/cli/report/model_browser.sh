# In a browser the page of a model says nothing on the console, its marks stand inside their figures, and the table sorts, filters
# and shows its kernels in the figures. Skipped without Debian's chromium (CONTRIBUTING.md).
# test: slow
command -v chromium >/dev/null || { echo "chromium is not installed" && exit 77; }
. "$POISE_ROOT/tests/cli/report/learned.bash"
poise report --final negbin.model data.h5 -o report.html || exit 1
sed 's|</body>|<script src="seen.js"></script></body>|
     s|script-src |script-src file: |' report.html >used.html
cat >seen.js <<'END'
addEventListener("load", () => setTimeout(() => {
  const all = selector => [...document.querySelectorAll(selector)];
  const place = one => one.getBoundingClientRect();
  const seen = [];
  seen.push("marks inside their figures: " + all("[data-mark]").every(one => {
    const mark = place(one), figure = place(one.closest("svg"));
    return mark.width > 0 && mark.left >= figure.left && mark.right <= figure.right && mark.top >= figure.top &&
      mark.bottom <= figure.bottom;
  }));
  seen.push("every kernel has marks: " + all("tr[data-launch]").every(row =>
    all(`[data-mark=${row.dataset.launch}]`).length >= 8));
  const losses = () => [...document.querySelector("table.kernels").tBodies[0].rows].map(row => Number(row.cells[6].dataset.v));
  all("table.kernels th button").find(button => button.textContent === "Loss").click();
  seen.push("largest loss first: " + losses().every((value, i, list) => i === 0 || list[i - 1] >= value));
  const row = document.querySelector("tr[data-launch]");
  row.cells[1].dispatchEvent(new Event("pointerover", { bubbles: true }));
  const same = all(`[data-mark=${row.dataset.launch}]`);
  seen.push("pointed at: " + (all(".mark.on").length === same.length && same.every(mark => mark.classList.contains("on"))));
  const filter = document.querySelector(".tools input");
  filter.value = row.cells[1].textContent;
  filter.dispatchEvent(new Event("input"));
  const rows = all("tr[data-launch]").filter(one => !one.hidden);
  const marks = all("[data-mark]").filter(one => place(one).width > 0);
  seen.push("filtered: " + rows.length + " kernels, others have no marks: " +
    marks.every(mark => rows.some(one => one.dataset.launch === mark.dataset.mark)));
  seen.push("buttons: " + all(".tools button").length);
  document.title = seen.join("; ");
}, 100));
END
chromium --headless=new --no-sandbox --disable-gpu --user-data-dir="$PWD/profile" --window-size=1240,1600 \
    --enable-logging=stderr --virtual-time-budget=5000 --dump-dom "file://$PWD/used.html" >dom.html 2>log
grep -o '<title>marks inside[^<]*' dom.html | sed 's/<title>//; s/; /\n/g'
grep CONSOLE log
true
