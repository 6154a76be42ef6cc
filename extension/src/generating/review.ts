import * as vscode from "vscode";
import type { GenerateResult, Proposal } from "../protocol";

/** What is to be written. */
export interface Accepted {
  readonly kind: "accept";
  /** Null: everything. */
  readonly names: readonly string[] | null;
  readonly edited?: Readonly<Record<string, string>>;
  /** The review goes on with the others. */
  readonly goesOn?: boolean;
  /** Is called once they stand in the file. */
  readonly written?: () => void;
}

/** What a person decides of what is proposed. */
export type Decision =
  | Accepted
  | { readonly kind: "dismiss"; readonly names: readonly string[] }
  | { readonly kind: "choose" | "discard" | "model" | "superseded" };

/** What is proposed for one prompt and not decided yet: shown in a preview, and above the sentences that ask for it. */
export class Review {
  private waiting: ((decision: Decision) => void) | undefined;
  private readonly later: Decision[] = [];
  private shown: readonly Proposal[] = [];
  private byModel: ReadonlySet<string> = new Set();
  private lines = new Map<string, number>();
  /** Title of the button that asks a model; undefined where there is none. */
  modelButton: string | undefined;

  constructor(
    /** The prompt. */
    readonly prompt: string,
    readonly preview: vscode.Uri,
  ) {}

  /** What is not decided yet, in the order of the prompt. */
  get proposals(): readonly Proposal[] {
    return this.shown;
  }

  /** Names of those that code decides, with nothing against them. */
  get sure(): string[] {
    return this.shown.filter(({ sure }) => sure === true).map(({ name }) => name);
  }

  /** Names of those that a model proposed. */
  get models(): ReadonlySet<string> {
    return this.byModel;
  }

  /** Takes what the server proposes now. */
  take({ proposals, modelRun }: GenerateResult): void {
    this.shown = proposals;
    this.byModel = new Set(modelRun?.proposed);
    this.lines = new Map(
      proposals.flatMap(({ name, range }) => (range == null ? [] : [[name, range.start.line]])),
    );
  }

  /** The line of the prompt that asks for a proposal; undefined where none does. */
  lineOf(name: string): number | undefined {
    return this.lines.get(name);
  }

  /** Lets the places go along with an edit of the prompt. */
  shift(changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
    for (const { range, text } of changes) {
      const by = text.split("\n").length - 1 - (range.end.line - range.start.line);
      for (const [name, line] of this.lines) {
        if (by !== 0 && line > range.start.line) {
          this.lines.set(name, Math.max(line + by, range.start.line));
        }
      }
    }
  }

  /** Returns the next decision: what was decided meanwhile first. */
  next(): Promise<Decision> {
    for (let decision = this.later.shift(); decision !== undefined; decision = this.later.shift()) {
      if (this.isOpen(decision)) {
        return Promise.resolve(decision);
      }
    }
    return new Promise((resolve) => {
      this.waiting = resolve;
    });
  }

  /**
   * Decides; what is decided while the last decision is carried out has its turn after that.
   *
   * An edit has not: false says that it was not taken.
   */
  decide(decision: Decision): boolean {
    const { waiting } = this;
    this.waiting = undefined;
    waiting?.(decision);
    if (waiting === undefined && !("edited" in decision)) {
      this.later.push(decision);
    }
    return waiting !== undefined;
  }

  /** Whether what it is about is still proposed: a second click is about what the first decided. */
  private isOpen(decision: Decision): boolean {
    const names = "names" in decision ? decision.names : null;
    return names === null || this.shown.some(({ name }) => names.includes(name));
  }
}
