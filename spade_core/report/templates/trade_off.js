// Moving alpha or tau shows the smallest set there at once. All sets are rows of the table below; nothing is fetched.
"use strict";
(() => {
  const form = document.getElementById("explore");
  if (!form) {
    return;
  }
  const { alpha, tau } = form.elements;
  const total = { bad: Number(form.dataset.bad), good: Number(form.dataset.good) };
  const sets = [...document.querySelectorAll("#sets tr[data-caught]")].map((row) => ({
    row,
    caught: Number(row.dataset.caught),
    flagged: Number(row.dataset.flagged),
    size: Number(row.dataset.size),
    avoided: Number(row.dataset.avoided),
  }));
  const at = (name) => document.getElementById(`explore-${name}`);

  // Until a slider is moved, its threshold is the report's own, which may lie between two of its steps.
  const asked = { alpha: Number(form.dataset.alpha), tau: Number(form.dataset.tau) };
  const moved = new Set();
  const shareOf = (slider) => (moved.has(slider.name) ? slider.valueAsNumber / 100 : asked[slider.name]);

  // In whole numbers, so that 60 % of 5 is 3: floating point would make it 4.
  const leastCaught = () =>
    moved.has("alpha") ? Math.floor((alpha.valueAsNumber * total.bad + 99) / 100) : Number(form.dataset.least);
  const mostFlagged = () =>
    moved.has("tau") ? Math.floor((tau.valueAsNumber * total.good) / 100) : Number(form.dataset.most);
  const alphaFor = (caught) => Math.floor((caught * 100) / total.bad);
  const tauFor = (flagged) => (total.good ? Math.floor((flagged * 100 + total.good - 1) / total.good) : 0);

  // As the solver orders them: what is to be avoided, size, coverage, FFR.
  const better = (a, b) =>
    Number(a.avoided > 0) - Number(b.avoided > 0) ||
    a.size - b.size ||
    b.caught - a.caught ||
    a.flagged - b.flagged;
  const percent = (count, of) => (of ? `${Math.round((count * 100) / of)} %` : "none");
  const share = (count, of, words) => `${count} of ${of} ${words} (${percent(count, of)})`;

  function show() {
    const least = leastCaught();
    const most = mostFlagged();
    const reach = sets.filter((set) => set.caught >= least);
    const found = least === 0 ? undefined : reach.filter((set) => set.flagged <= most).sort(better)[0];
    tell(alpha, "alpha", `at least ${least} of ${total.bad} bad caught`);
    tell(tau, "tau", `at most ${most} of ${total.good} good flagged`);
    at("found").textContent = least === 0 ? "Nothing is asked for: no assertion is needed." : summary(found);
    at("names").replaceChildren(...(found ? [...found.row.querySelector(".names").cloneNode(true).childNodes] : []));
    at("take").hidden = !found;
    at("take").dataset.alpha = String(shareOf(alpha));
    at("take").dataset.tau = String(shareOf(tau));
    at("command").textContent = `--method coverage --alpha ${shareOf(alpha)} --tau ${shareOf(tau)}`;
    const ways = found || least === 0 ? [] : nearest(reach, most);
    at("nearest").replaceChildren(...ways);
    for (const set of sets) {
      set.row.classList.toggle("here", set === found);
    }
    move(found);
  }

  function tell(slider, name, text) {
    const shown = Math.round(shareOf(slider) * 1000) / 10;
    at(name).textContent = `${shown} %`;
    at(`${name}-count`).textContent = text;
    slider.setAttribute("aria-valuetext", `${shown} percent, ${text}`);
  }

  function summary(set) {
    if (!set) {
      return "Infeasible: no set catches that many and flags so few.";
    }
    const judges = set.avoided ? `, ${set.avoided} of them with a judge` : "";
    const proven = set.row.dataset.proven === "yes" ? "" : " (not proven to be the fewest)";
    const size = `${set.size} assertion${set.size === 1 ? "" : "s"}${judges}${proven}`;
    return `${size}: ${share(set.caught, total.bad, "bad caught")}, ${share(set.flagged, total.good, "good flagged")}.`;
  }

  function nearest(reach, most) {
    const ways = [];
    const within = sets.filter((set) => set.flagged <= most);
    if (within.length) {
      const value = alphaFor(Math.max(...within.map((set) => set.caught)));
      ways.push(way(`alpha ${value} %`, alpha, value));
    }
    if (reach.length) {
      const value = tauFor(Math.min(...reach.map((set) => set.flagged)));
      ways.push(way(`tau ${value} %`, tau, value));
    }
    const lead = document.createElement("span");
    lead.textContent = ways.length ? "The nearest that is feasible: " : "No set is feasible at any alpha or tau.";
    return [lead, ...ways];
  }

  function way(text, slider, value) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.addEventListener("click", () => {
      slider.value = String(value);
      moved.add(slider.name);
      show();
      slider.focus();
    });
    return button;
  }

  // The dashed lines of the plot and the star of the set follow; the star is gone where there is no set.
  const plot = document.getElementById("trade-off-plot");
  function move(found) {
    if (!plot) {
      return;
    }
    const across = Number(plot.dataset.width);
    const up = Number(plot.dataset.height);
    const shift = (id, x, y) =>
      document.getElementById(id)?.setAttribute("transform", `translate(${x * across} ${-y * up})`);
    const byAlpha = shareOf(alpha) - asked.alpha;
    const byTau = shareOf(tau) - asked.tau;
    shift("trade-off-alpha", 0, byAlpha);
    shift("trade-off-tau", byTau, 0);
    for (const id of ["trade-off-alpha-name", "trade-off-tau-name"]) {
      document.getElementById(id)?.setAttribute("visibility", byAlpha || byTau ? "hidden" : "visible");
    }
    const star = document.getElementById("trade-off-here");
    if (star) {
      star.setAttribute("visibility", found ? "visible" : "hidden");
      if (found) {
        const ffr = total.good ? found.flagged / total.good : 0;
        shift("trade-off-here", ffr, found.caught / total.bad);
      }
    }
  }

  form.addEventListener("input", (event) => {
    moved.add(event.target.name);
    show();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  show();
})();
