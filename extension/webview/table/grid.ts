// The rows of a grid of which only those in view are there; each is an element that is used again for another row.
import type { TableAssertion, TableRow } from "../../src/table/protocol";
import { element, made } from "../dom";
import { said, t } from "../../src/language";

/** Pixels; table.css has the same. */
const ROW = 52;
/** Rows above and below those in view. */
const AROUND = 6;
/** A page can be no higher than the browser's limit of some 33 million pixels. */
const MOST_ROWS = 600_000;

/** The columns that are always there; after them comes one for each assertion. */
export const COLUMNS = ["line", "label", "input", "response"] as const;
const SORTS = ["", "label", "input", "response"] as const;
const SIGNS: Readonly<Record<string, string>> = { passed: "✓", failed: "✗", "": "" };

/** What the grid needs of the page. */
export interface Source {
  readonly row: (at: number) => TableRow | undefined;
  /** Is told that other rows may be in view. */
  readonly look: () => void;
  readonly sort: (by: string) => void;
  /** Is told that another row is the active one. */
  readonly moved: () => void;
}

export class Grid {
  private readonly scroller = element("grid");
  private readonly head = element("head");
  private readonly body = element("body");
  private readonly drawn = new Map<number, HTMLElement>();
  private readonly spare: HTMLElement[] = [];
  private assertions: readonly TableAssertion[] = [];
  private frame = 0;
  private anchor = 0;
  private column = 0;
  rows = 0;
  active = 0;

  constructor(private readonly source: Source) {
    this.scroller.addEventListener("scroll", () => {
      this.redraw();
    });
    new ResizeObserver(() => {
      this.redraw();
    }).observe(this.scroller);
    this.body.addEventListener("mousedown", (event) => {
      const cell = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-at]") : null;
      if (cell !== null) {
        const column = event.target instanceof Element ? [...cell.children].indexOf(event.target) : 0;
        this.column = Math.max(column, 0);
        this.go(Number(cell.dataset["at"]), event.shiftKey);
      }
    });
  }

  /** The rows that are selected: where they begin, and how many. */
  get selection(): { start: number; count: number } {
    const start = Math.min(this.anchor, this.active);
    return { start, count: Math.abs(this.anchor - this.active) + 1 };
  }

  /** What the active column is sorted by. */
  get sortKey(): string {
    return SORTS[this.column] ?? this.assertions[this.column - COLUMNS.length]?.name ?? "";
  }

  /** Shows other columns or another number of rows. */
  shape(rows: number, assertions: readonly TableAssertion[], sort: string, descending: boolean): void {
    this.rows = Math.min(rows, MOST_ROWS);
    if (JSON.stringify(assertions) !== JSON.stringify(this.assertions)) {
      this.assertions = assertions;
      this.drawn.forEach((each) => {
        each.remove();
      });
      this.drawn.clear();
      this.spare.length = 0;
    }
    this.scroller.style.setProperty("--assertions", String(assertions.length));
    this.scroller.classList.toggle("bare", assertions.length === 0);
    this.scroller.setAttribute("aria-rowcount", String(this.rows + 1));
    this.scroller.setAttribute("aria-colcount", String(COLUMNS.length + assertions.length));
    this.drawHead(sort, descending);
    this.body.style.height = `${this.rows * ROW}px`;
    this.active = Math.min(this.active, Math.max(this.rows - 1, 0));
    this.anchor = Math.min(this.anchor, Math.max(this.rows - 1, 0));
    this.redraw();
  }

  /** Begins at the first row again. */
  rewind(): void {
    this.active = 0;
    this.anchor = 0;
    this.scroller.scrollTop = 0;
  }

  /** Makes a row the active one and brings it into view; with `extend` those between are selected, too. */
  go(at: number, extend = false): void {
    this.active = Math.max(0, Math.min(at, this.rows - 1));
    this.anchor = extend ? this.anchor : this.active;
    const top = this.active * ROW;
    const height = this.scroller.clientHeight - this.head.offsetHeight;
    if (top < this.scroller.scrollTop) {
      this.scroller.scrollTop = top;
    } else if (top + ROW > this.scroller.scrollTop + height) {
      this.scroller.scrollTop = top + ROW - height;
    }
    this.draw();
    this.source.moved();
  }

  /** Makes the column to the left or right the active one. */
  turn(by: number, to?: "first" | "last"): void {
    const last = COLUMNS.length + this.assertions.length - 1;
    this.column = to === "first" ? 0 : to === "last" ? last : this.column + by;
    this.column = Math.max(0, Math.min(this.column, last));
    this.draw();
    document.getElementById(this.activeId)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** How many rows are in view. */
  get height(): number {
    return Math.max(1, Math.floor((this.scroller.clientHeight - this.head.offsetHeight) / ROW));
  }

  focus(): void {
    this.scroller.focus();
  }

  /** Draws before the next frame, once, however often it is asked to. */
  redraw(): void {
    if (this.frame === 0) {
      this.frame = requestAnimationFrame(() => {
        this.frame = 0;
        this.draw();
      });
    }
  }

  /** The rows in view, and some around them. */
  get inView(): { start: number; end: number } {
    const first = Math.floor(this.scroller.scrollTop / ROW);
    const end = Math.min(this.rows, first + Math.ceil(this.scroller.clientHeight / ROW) + AROUND);
    return { start: Math.max(0, Math.min(first - AROUND, end)), end };
  }

  private draw(): void {
    const { start, end } = this.inView;
    for (const [at, line] of this.drawn) {
      if (at < start || at >= end) {
        line.hidden = true;
        this.spare.push(line);
        this.drawn.delete(at);
      }
    }
    for (let at = start; at < end; at++) {
      const line = this.drawn.get(at) ?? this.spare.pop() ?? this.newLine();
      this.drawn.set(at, line);
      this.fill(line, at);
    }
    if (this.drawn.has(this.active)) {
      this.scroller.setAttribute("aria-activedescendant", this.activeId);
    } else {
      this.scroller.removeAttribute("aria-activedescendant");
    }
    this.source.look();
  }

  private get activeId(): string {
    return `cell-${this.active}-${this.column}`;
  }

  private newLine(): HTMLElement {
    const line = made("div", "entry", "");
    line.setAttribute("role", "row");
    for (let at = 0; at < COLUMNS.length + this.assertions.length; at++) {
      const cell = made("div", COLUMNS[at] ?? "verdict", "");
      cell.setAttribute("role", "gridcell");
      cell.setAttribute("aria-colindex", String(at + 1));
      line.append(cell);
    }
    this.body.append(line);
    return line;
  }

  private fill(line: HTMLElement, at: number): void {
    const { start, count } = this.selection;
    line.hidden = false;
    line.dataset["at"] = String(at);
    line.style.transform = `translateY(${at * ROW}px)`;
    line.setAttribute("aria-rowindex", String(at + 2));
    line.setAttribute("aria-selected", String(at >= start && at < start + count));
    line.classList.toggle("active", at === this.active);
    const row = this.source.row(at);
    line.classList.toggle("waiting", row === undefined);
    [...line.children].forEach((cell, column) => {
      cell.id = `cell-${at}-${column}`;
      cell.classList.toggle("here", at === this.active && column === this.column);
      this.fillCell(cell, row, column);
    });
  }

  private fillCell(cell: Element, row: TableRow | undefined, column: number): void {
    const texts = row && [String(row.line + 1), said(row.label ?? "–"), row.input, row.response];
    if (column < COLUMNS.length) {
      show(cell, texts?.[column] ?? (column === 3 ? "…" : ""));
      if (column === 1) {
        cell.className = `label ${row?.label ?? ""}${cell.classList.contains("here") ? " here" : ""}`;
        cell.setAttribute("aria-label", said(row?.label ?? "no label"));
      }
      return;
    }
    const verdict = row?.verdicts[column - COLUMNS.length] ?? "";
    show(cell, SIGNS[verdict] ?? "!");
    const kind =
      verdict === "failed" ? (row?.label === "bad" ? "caught" : row?.label === "good" ? "flagged" : "") : "";
    const here = cell.classList.contains("here") ? " here" : "";
    cell.className = `verdict ${verdict.replaceAll(" ", "-")} ${kind}${here}`;
    const name = this.assertions[column - COLUMNS.length]?.name ?? "";
    const spoken = `${name}: ${said(verdict || "not run")}${kind === "" ? "" : t`, ${said(row?.label ?? "")} response ${said(kind)}`}`;
    cell.setAttribute("aria-label", spoken);
    cell.setAttribute("title", spoken);
  }

  private drawHead(sort: string, descending: boolean): void {
    const line = made("div", "entry", "");
    line.setAttribute("role", "row");
    line.setAttribute("aria-rowindex", "1");
    const titles = [
      ...COLUMNS.map((name) => ({ name: said(name), title: said(name), more: "" })),
      ...this.assertions.map(titleOf),
    ];
    titles.forEach(({ name, title, more }, at) => {
      const cell = made("div", COLUMNS[at] ?? "verdict", "");
      cell.setAttribute("role", "columnheader");
      cell.setAttribute("aria-colindex", String(at + 1));
      const key = SORTS[at] ?? name;
      const isSorted = key === sort;
      cell.setAttribute("aria-sort", isSorted ? (descending ? "descending" : "ascending") : "none");
      const button = made("button", "", title);
      // By keys one sorts with s: dozens of columns would stand between what is above the table and its rows.
      button.tabIndex = -1;
      button.title = `${name}${more === "" ? "" : `: ${more}`}`;
      if (more !== "") {
        button.append(made("small", "", more));
      }
      button.append(made("span", "arrow", isSorted ? (descending ? " ▼" : " ▲") : ""));
      button.addEventListener("click", () => {
        this.source.sort(key);
      });
      cell.append(button);
      line.append(cell);
    });
    const focused = [...this.head.querySelectorAll("button")].indexOf(
      document.activeElement as HTMLButtonElement,
    );
    this.head.replaceChildren(line);
    if (focused >= 0) {
      this.head.querySelectorAll("button")[focused]?.focus();
    }
  }
}

function titleOf({ name, caught, bad, flagged, good }: TableAssertion): {
  name: string;
  title: string;
  more: string;
} {
  const more = bad + good === 0 ? "" : t`${caught} of ${bad} bad, ${flagged} of ${good} good`;
  return { name, title: name.replace(/^assert_/, "").replaceAll("_", " "), more };
}

/** Sets a text only where it is another one: most cells are drawn again as they were. */
function show(cell: Element, text: string): void {
  if (cell.textContent !== text) {
    cell.textContent = text;
  }
}
