import type { TableRow } from "./protocol";

export const PAGE = 100;
const MOST_PAGES = 30;

/** The rows that were shown last, a page at a time: the others are asked for again when they are looked at. */
export class Pages {
  /** The one that was looked at last is the last. */
  private readonly pages = new Map<number, readonly TableRow[]>();
  private readonly asked = new Set<number>();

  /** Returns the row at a place, where its page has come. */
  row(at: number): TableRow | undefined {
    return this.pages.get(Math.floor(at / PAGE))?.[at % PAGE];
  }

  /** Returns the pages that the rows from `start` to `end` lack and that are not on their way; they are from now on. */
  lacking(start: number, end: number): number[] {
    const found: number[] = [];
    for (let page = Math.floor(start / PAGE); page * PAGE < end; page++) {
      const rows = this.pages.get(page);
      if (rows !== undefined) {
        this.pages.delete(page);
        this.pages.set(page, rows);
      } else if (!this.asked.has(page)) {
        this.asked.add(page);
        found.push(page);
      }
    }
    return found;
  }

  /** Takes in the rows of the page that begins at `start`. */
  put(start: number, rows: readonly TableRow[]): void {
    const page = Math.floor(start / PAGE);
    this.asked.delete(page);
    this.pages.delete(page);
    this.pages.set(page, rows);
    for (const oldest of this.pages.keys()) {
      if (this.pages.size <= MOST_PAGES) {
        break;
      }
      this.pages.delete(oldest);
    }
  }

  /** Changes one row at once, before the file is read again. */
  change(at: number, change: Partial<TableRow>): void {
    const page = Math.floor(at / PAGE);
    const rows = this.pages.get(page);
    if (rows !== undefined) {
      this.pages.set(
        page,
        rows.map((row, place) => (place === at % PAGE ? { ...row, ...change } : row)),
      );
    }
  }

  /** Asks for everything again; what is there stays until its like has come, unless the rows are other ones. */
  expire(others: boolean): void {
    this.asked.clear();
    if (others) {
      this.pages.clear();
    }
  }

  /** Returns the page that is shown at a place, to be asked for again. */
  renew(start: number, end: number): number[] {
    const shown: number[] = [];
    for (let page = Math.floor(start / PAGE); page * PAGE < end; page++) {
      shown.push(page);
    }
    for (const page of [...this.pages.keys()]) {
      if (!shown.includes(page)) {
        this.pages.delete(page);
      }
    }
    shown.forEach((page) => this.asked.add(page));
    return shown;
  }
}
