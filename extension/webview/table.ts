// The table of examples: filters, keys and the row that is looked at. Rows come by pages, as they come into view.
import "./spoken";
import { FromTable, RowLabel, ToTable, TableWay } from "../src/table/messages";
import { PAGE, Pages } from "../src/table/pages";
import type { TableQuery, TableResult, TableRow } from "../src/table/protocol";
import { element, made } from "./dom";
import { Grid } from "./table/grid";
import { said, t } from "../src/language";

declare function acquireVsCodeApi(): { postMessage(message: FromTable): void };

const editor = acquireVsCodeApi();
const pages = new Pages();
const TYPING_MS = 200;
/** Rows that are only passed by on the way are not fetched. */
const RESTING_MS = 40;
let resting = 0;

let query: TableQuery = {
  text: "",
  label: "",
  failing: "",
  sort: "",
  descending: false,
  everything: false,
};
/** Of what was asked last: answers to what was asked before are too late. */
let asking = 0;
let latest: TableResult | undefined;
/** By id: labels that are on their way into the file. */
const pending = new Map<string, RowLabel>();

const filter = {
  text: element("text") as HTMLInputElement,
  label: element("label") as HTMLSelectElement,
  failing: element("failing") as HTMLSelectElement,
  everything: element("everything") as HTMLInputElement,
};

const grid = new Grid({
  row: (at) => pages.row(at),
  look: () => {
    resting ||= window.setTimeout(() => {
      resting = 0;
      const { start, end } = grid.inView;
      fetchPages(pages.lacking(start, end), false);
    }, RESTING_MS);
  },
  sort: (by) => {
    choose({ sort: by, descending: query.sort === by && !query.descending });
  },
  moved: lookAt,
});

function say(message: FromTable): void {
  editor.postMessage(message);
}

function fetchPages(wanted: readonly number[], refresh: boolean): void {
  for (const page of wanted) {
    say({ kind: "page", number: asking, query, start: page * PAGE, count: PAGE, refresh });
  }
}

/** Shows other rows, or the same in another order. */
function choose(change: Partial<TableQuery>): void {
  query = { ...query, ...change };
  element("said").textContent = "";
  showQuery();
  asking += 1;
  pages.expire(true);
  grid.rewind();
  fetchPages(pages.lacking(0, 1), true);
}

/** Asks again for what is in view; the rows stay where they are unless they are to be chosen anew. */
function renew(refresh: boolean): void {
  asking += 1;
  pages.expire(false);
  const { start, end } = grid.inView;
  const wanted = pages.renew(start, Math.max(end, start + 1));
  fetchPages(wanted.slice(0, 1), refresh);
  fetchPages(wanted.slice(1), false);
  lookAt();
}

function showQuery(): void {
  filter.label.value = query.label;
  filter.failing.value = query.failing;
  filter.everything.checked = query.everything;
}

function show(result: TableResult): void {
  latest = result;
  pages.put(
    result.start,
    result.rows.map((row) => ({
      ...row,
      label: pending.has(row.id) ? (pending.get(row.id) ?? null) : row.label,
    })),
  );
  const { good, bad, unlabelled, assertions, matching } = result;
  const total = good + bad + unlabelled;
  const shown = matching === total ? t`${total} rows` : t`${matching} of ${total} rows shown`;
  const unread = result.problems.length > 0 ? `; ${result.problems.join("; ")}` : "";
  element("counts").textContent = t`${shown}: ${good} good, ${bad} bad, ${unlabelled} to label${unread}`;
  element("trouble").textContent = "";
  grid.shape(matching, assertions, query.sort, query.descending);
  const { failing } = filter;
  const options = ["", "*", ...assertions.map(({ name }) => name)];
  const there = [...failing.options].map(({ value }) => value);
  if (options.join() !== there.join()) {
    failing.replaceChildren(...options.map((name) => option(name)));
    showQuery();
  }
  element("run").hidden = !assertions.some(({ unknown }) => unknown > 0);
  filter.failing.hidden = assertions.length === 0;
  element("all").hidden = !query.everything && assertions.every(({ selected }) => !selected);
  offer(total === 0 ? ["paste", "import", "respond"] : assertions.length === 0 ? ["generate"] : []);
}

function option(name: string): HTMLOptionElement {
  const found = document.createElement("option");
  found.value = name;
  found.textContent = name === "" ? t`any verdict` : name === "*" ? t`fails one of them` : t`fails ${name}`;
  return found;
}

/** Brings the buttons that lead on out of the menu; the others stay in it. */
function offer(wanted: readonly TableWay[]): void {
  for (const button of document.querySelectorAll<HTMLElement>("[data-way]")) {
    const isWanted = wanted.includes(button.dataset["way"] as TableWay);
    button.classList.toggle("main", isWanted);
    const place = isWanted ? document.querySelector(".tools") : document.querySelector(".menu");
    if (button.parentElement !== place) {
      place?.append(button);
    }
  }
}

/** Shows the whole of the active row beside the table, where that is open. */
function lookAt(): void {
  if (!element("detail").hidden && grid.rows > 0) {
    say({ kind: "whole", number: grid.active, query, at: grid.active });
  }
}

function showWhole(row: TableRow | undefined): void {
  const detail = element("detail");
  if (row === undefined || latest === undefined) {
    detail.replaceChildren();
    return;
  }
  const fields = made("dl", "", "");
  for (const [name, value] of Object.entries(row.fields)) {
    fields.append(made("dt", "", name), made("dd", "", value));
  }
  const prompt = made("details", "", "");
  prompt.append(made("summary", "", t`filled prompt`), made("div", "text", row.prompt));
  prompt.hidden = row.prompt === "";
  const verdicts = made("ul", "", "");
  latest.assertions.forEach(({ name }, at) => {
    const outcome = row.verdicts[at] ?? "";
    const line = made("li", outcome.replaceAll(" ", "-"), "");
    line.append(made("span", "outcome", said(outcome || "not run")), made("code", "", name));
    line.append(made("span", "message", row.messages[at] ?? ""));
    verdicts.append(line);
  });
  detail.replaceChildren(
    made("h2", "", t`line ${row.line + 1}, ${row.id}`),
    made("div", "text", row.response),
    verdicts,
    made("h3", "", t`Input`),
    fields,
    prompt,
  );
}

function label(value: RowLabel): void {
  const row = pages.row(grid.active);
  if (row === undefined) {
    return;
  }
  pending.set(row.id, value);
  pages.change(grid.active, { label: value });
  say({ kind: "label", id: row.id, label: value, mark: row.mark });
  grid.go(grid.active + 1);
}

/** Goes to the row whose label was taken back, where it is in view. */
function goBack(id: string): void {
  const { start, end } = grid.inView;
  for (let at = start; at < end; at++) {
    if (pages.row(at)?.id === id) {
      grid.go(at);
    }
  }
}

/** What each key does while the keys go to the rows. */
const KEYS: Readonly<Record<string, (extend: boolean) => void>> = {
  g: () => {
    label("good");
  },
  b: () => {
    label("bad");
  },
  n: () => {
    label(null);
  },
  u: () => {
    say({ kind: "undo" });
  },
  s: () => {
    choose({
      sort: grid.sortKey,
      descending: query.sort === grid.sortKey && !query.descending,
    });
  },
  o: () => {
    const row = pages.row(grid.active);
    if (row !== undefined) {
      say({ kind: "open", line: row.line });
    }
  },
  "/": () => {
    filter.text.focus();
  },
  Enter: () => {
    element("detail").hidden = !element("detail").hidden;
    lookAt();
  },
  Escape: () => {
    element("detail").hidden = true;
  },
  ArrowDown: (extend) => {
    grid.go(grid.active + 1, extend);
  },
  ArrowUp: (extend) => {
    grid.go(grid.active - 1, extend);
  },
  PageDown: (extend) => {
    grid.go(grid.active + grid.height, extend);
  },
  PageUp: (extend) => {
    grid.go(grid.active - grid.height, extend);
  },
  ArrowLeft: () => {
    grid.turn(-1);
  },
  ArrowRight: () => {
    grid.turn(1);
  },
  Home: () => {
    grid.turn(0, "first");
  },
  End: () => {
    grid.turn(0, "last");
  },
};

/** The same with Ctrl, or the Mac's Cmd. */
const WITH_CONTROL: Readonly<Record<string, (extend: boolean) => void>> = {
  z: () => {
    say({ kind: "undo" });
  },
  c: () => {
    say({ kind: "copy", query, ...grid.selection });
  },
  v: () => {
    say({ kind: "paste" });
  },
  a: () => {
    grid.go(0);
    grid.go(grid.rows - 1, true);
  },
  Home: (extend) => {
    grid.go(0, extend);
  },
  End: (extend) => {
    grid.go(grid.rows - 1, extend);
  },
};

element("grid").addEventListener("keydown", (event) => {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const act = (event.ctrlKey || event.metaKey ? WITH_CONTROL : KEYS)[key];
  const isRepeatable = key.startsWith("Arrow") || key.startsWith("Page");
  const isOnRows = event.target === element("grid");
  if (act !== undefined && isOnRows && !event.altKey && (!event.repeat || isRepeatable)) {
    event.preventDefault();
    act(event.shiftKey);
  }
});
element("body").addEventListener("dblclick", () => {
  element("detail").hidden = false;
  lookAt();
});
element("detail").addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    element("detail").hidden = true;
    grid.focus();
  }
});

let typing = 0;
filter.text.addEventListener("input", () => {
  clearTimeout(typing);
  typing = window.setTimeout(() => {
    choose({ text: filter.text.value });
  }, TYPING_MS);
});
filter.text.addEventListener("keydown", (event) => {
  if (event.key === "Enter" || (event.key === "Escape" && filter.text.value === "")) {
    grid.focus();
  }
});
filter.label.addEventListener("change", () => {
  choose({ label: filter.label.value });
});
filter.failing.addEventListener("change", () => {
  choose({ failing: filter.failing.value });
});
filter.everything.addEventListener("change", () => {
  choose({ everything: filter.everything.checked, failing: "", sort: "" });
});
element("run").addEventListener("click", () => {
  say({ kind: "run" });
});
element("csv").addEventListener("click", () => {
  say({ kind: "csv", query });
});
for (const button of document.querySelectorAll<HTMLElement>("[data-way]")) {
  button.addEventListener("click", () => {
    element("more").removeAttribute("open");
    say({ kind: "go", way: button.dataset["way"] as TableWay });
  });
}

window.addEventListener("message", ({ data }: MessageEvent<ToTable>) => {
  switch (data.kind) {
    case "page":
      if (data.number === asking) {
        show(data.result);
      }
      return;
    case "whole":
      if (data.number === grid.active) {
        showWhole(data.row);
      }
      return;
    case "changed":
      if (data.written !== undefined) {
        pending.delete(data.written);
      }
      renew(data.refresh);
      return;
    case "back":
      goBack(data.id);
      return;
    case "choose":
      choose({ label: data.label });
      return;
    case "said":
      element("said").textContent = data.message;
      element("trouble").textContent = "";
      return;
    case "trouble":
      element("trouble").textContent = data.message;
      return;
  }
});
choose({});
say({ kind: "ready" });
grid.focus();
