# In a browser the page says nothing on the console, draws every mark, sorts, filters, folds, and looks different on dark screens.
# Skipped without Debian's chromium (CONTRIBUTING.md).
# test: slow
command -v chromium >/dev/null || { echo "chromium is not installed" && exit 77; }
. "$POISE_ROOT/tests/cli/report/coarse.bash"
poise report coarse.h5 -o report.html || exit 1
. "$POISE_ROOT/tests/cli/report/chromium.bash"
# The page with a script behind its own that uses it as a person does, and writes what it sees into the title.
sed 's|<details class="launch" open="open">|<details class="launch">|
     s|</body>|<script src="seen.js"></script></body>|
     s|script-src |script-src file: |' report.html >used.html
cat >seen.js <<'END'
addEventListener("load", () => setTimeout(() => {
  const all = selector => [...document.querySelectorAll(selector)];
  const shown = () => all("tbody tr[data-launch]").filter(row => !row.hidden).map(row => row.dataset.launch).join(" ");
  const click = title => all("table.launches th button").find(button => button.textContent === title).click();
  const cycles = () => all("tbody tr[data-launch]").map(row => Number(row.cells[6].dataset.v));
  const ascends = list => list.every((value, i) => i === 0 || list[i - 1] <= value);
  const seen = ["opened by the link: " + all("details.launch").map(one => one.open).join(" ")];
  all(".tools button")[0].click();
  seen.push("opened by the button: " + all("details.launch").map(one => one.open).join(" "));
  const place = one => one.getBoundingClientRect();
  seen.push("bubbles inside their figures: " + all("svg g circle").every(one => {
    const mark = place(one), figure = place(one.closest("svg"));
    return mark.width > 0 && mark.left >= figure.left && mark.right <= figure.right && mark.top >= figure.top &&
      mark.bottom <= figure.bottom;
  }));
  click("Cycles");
  seen.push("most cycles first: " + ascends(cycles().reverse()));
  click("Cycles");
  seen.push("fewest cycles first: " + ascends(cycles()));
  click("#");
  click("#");
  seen.push("programs: " + all("table.programs tbody tr").length);
  seen.push("in order again: " + shown());
  const filter = document.querySelector(".tools input");
  filter.value = "SUM";
  filter.dispatchEvent(new Event("input"));
  seen.push("filtered: " + shown() + ", " + all("details.launch").filter(one => !one.hidden).length + " with figures");
  document.title = seen.join("; ");
}, 100));
END
browse --virtual-time-budget=5000 --dump-dom "file://$PWD/used.html#k2" >dom.html
grep -o '<title>opened[^<]*' dom.html | sed 's/<title>//; s/; /\n/g'
browse_screens
cat console
