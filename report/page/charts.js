"use strict";
// Draws the charts of a page of results with Observable Plot, in place of the figures that it finds there. The data are those
// of report/results/data.c.
{
  const data = JSON.parse(document.getElementById("data").textContent);
  const colours = ["diagonal", "slower", "faster", "one", "fifth"].map(name => `var(--mark-${name})`);
  const opacities = [0.8, 0.42, 0.2, 0.08];
  const style = "--plot-background:var(--panel);color:var(--text-soft);font:11px system-ui,sans-serif;max-width:none;overflow:visible";
  const shown = new Set(data.policies.keys());
  const colourOf = policy => colours[policy % colours.length];

  const element = (name, properties, ...content) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...content);
    return made;
  };

  // Programs, and behind them their mean where there is one.
  const groupsOf = chart => {
    const mean = data.metrics[chart.parts[0].metric].mean;
    return mean === "" ? data.programs : [...data.programs, mean];
  };

  // One row for each part of each bar that has a value.
  const rowsOf = chart => groupsOf(chart).flatMap((program, i) => [...shown].sort((a, b) => a - b).flatMap(k =>
    chart.parts.map((part, j) => {
      const metric = data.metrics[part.metric];
      const value = i < data.programs.length ? metric.values[i * data.policies.length + k] : metric.means[k];
      const text = value === null ? "" : value.toFixed(metric.decimals);
      return { program, policy: data.policies[k], value, part: j, colour: colourOf(k),
        title: `${program}, ${data.policies[k]}\n${text}${part.label ? " (" + part.label + ")" : ""}` };
    }).filter(row => row.value !== null)));

  // All bars on the screen where they are wide enough for that, else as wide as they must be.
  const widthOf = groups => {
    const room = document.querySelector("main").clientWidth - 48;
    const needed = bar => 70 + groups.length * (shown.size * bar + 16);
    return Math.max(440, Math.min(needed(15), Math.max(room, needed(4))));
  };

  const bars = chart => Plot.plot({
    ariaLabel: chart.title,
    width: widthOf(groupsOf(chart)),
    height: 285, marginLeft: 50, marginBottom: 84, marginTop: 12, style,
    x: { axis: null, padding: 0.12, domain: data.policies.filter((_, k) => shown.has(k)) },
    fx: { axis: "bottom", label: null, padding: 0.12, tickRotate: -35, domain: groupsOf(chart) },
    y: { label: null, grid: true, ticks: 6 },
    marks: [
      Plot.barY(rowsOf(chart), { fx: "program", x: "policy", y: "value", title: "title", tip: true,
        fill: { value: "colour", scale: null }, stroke: { value: "colour", scale: null },
        fillOpacity: { value: row => opacities[row.part], scale: null } }),
      Plot.ruleY([0], { stroke: "var(--text-soft)" }),
      ...(chart.level > 0 ? [Plot.ruleY([chart.level], { stroke: "var(--text)", strokeDasharray: "4 3" })] : [])],
  });

  const legendOf = chart => {
    const entries = chart.parts.length < 2 ? [] : chart.parts.map((part, j) =>
      element("span", {}, swatch(colourOf(0), opacities[j]), part.label));
    return element("div", { className: "series" }, ...[...shown].sort((a, b) => a - b).map(k =>
      element("span", {}, swatch(colourOf(k), opacities[0]), data.policies[k])), ...entries);
  };

  const swatch = (colour, opacity) => {
    const box = element("i", { className: "swatch" });
    box.style.background = `color-mix(in srgb, ${colour} ${100 * opacity}%, transparent)`;
    box.style.borderColor = colour;
    return box;
  };

  const draw = (place, chart) =>
    place.replaceChildren(element("h3", { textContent: chart.title }), legendOf(chart), bars(chart));

  const steps = visit => {
    const points = [...visit.changes, [visit.cycles, ...visit.changes.at(-1).slice(1)]].map(([cycle, n, p]) => ({
      cycle, n, p, title: `cycle ${cycle.toLocaleString("en")}\nN ${n}, p ${p}` }));
    const line = (y, options) => Plot.line(points, { x: "cycle", y, curve: "step-after", strokeWidth: 1.8, ...options });
    return Plot.plot({
      ariaLabel: `N and p of SM ${visit.sm} over time`, width: 540, height: 340, style,
      x: { label: "core cycles", tickFormat: "s" }, y: { label: "warps", grid: true, domain: [0, Math.max(...points.map(at => at.n))] },
      marks: [line("n", { stroke: "var(--mark-diagonal)" }), line("p", { stroke: "var(--mark-one)", strokeDasharray: "5 3" }),
        Plot.tip(points, Plot.pointerX({ x: "cycle", y: "n", title: "title" }))],
    });
  };

  const places = [...document.querySelectorAll("[data-chart]")];
  const choice = element("select", { ariaLabel: "Metric" }, ...Object.entries(data.metrics)
    .filter(([, metric]) => metric.values.some(value => value !== null))
    .map(([name, metric]) => element("option", { value: name, textContent: metric.title, selected: name === "ipc" })));
  const free = element("div", { className: "scroll chart", id: "free" });
  const drawFree = () => draw(free, { title: data.metrics[choice.value].title, level: 0,
    parts: [{ metric: choice.value, label: "" }] });
  const drawAll = () => {
    for (const place of places) draw(place, data.charts[place.dataset.chart]);
    drawFree();
  };

  const boxes = data.policies.map((policy, k) => {
    const box = element("input", { type: "checkbox", checked: true });
    box.addEventListener("change", () => {
      if (box.checked) shown.add(k); else shown.delete(k);
      drawAll();
    });
    return element("label", {}, box, swatch(colourOf(k), opacities[0]), policy);
  });
  choice.addEventListener("change", drawFree);
  document.getElementById("explore").append(element("div", { className: "choices" }, ...boxes));
  places.at(-1)?.after(element("div", { className: "choices" }, element("label", {}, "Any metric: ", choice)), free);
  drawAll();
  for (const place of document.querySelectorAll("[data-visit]")) {
    const visit = data.visits[place.dataset.visit];
    place.replaceChildren(element("h3", { textContent: `N (line) and p (dashed) of SM ${visit.sm} over time` }), steps(visit));
  }
}
