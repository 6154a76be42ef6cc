import * as vscode from "vscode";

/** What the language server is at. */
export type State =
  | { readonly kind: "starting"; readonly step?: string }
  | { readonly kind: "running"; readonly python: string; readonly version: string; readonly trusted: boolean }
  | { readonly kind: "stopped"; readonly fact: string }
  | { readonly kind: "failed"; readonly fact: string };

/** The language status item: one glance says whether the server runs, one click opens the log. */
export class Status implements vscode.Disposable {
  private readonly item: vscode.LanguageStatusItem;
  private readonly changed = new vscode.EventEmitter<void>();
  /** Tells that the server is at something else. */
  readonly onDidChange = this.changed.event;
  private readonly stepped = new vscode.EventEmitter<void>();
  /** Tells that it is at another step of its start, or at something else. */
  readonly onDidStep = this.stepped.event;
  private working = 0;
  private state: State["kind"] | undefined;
  private at: string | undefined;

  constructor(selector: vscode.DocumentSelector) {
    this.item = vscode.languages.createLanguageStatusItem("spade.status", selector);
    this.item.name = "SPADE";
    this.item.command = { command: "spade.showLogs", title: "Show Logs" };
    this.show({ kind: "starting" });
  }

  /** Shows what the server is at. */
  show(state: State): void {
    const { text, detail, severity } = face(state);
    this.item.text = text;
    this.item.detail = detail;
    this.item.severity = severity;
    this.at = state.kind === "starting" ? (state.step ?? "") : undefined;
    this.showBusy();
    this.stepped.fire();
    if (this.state !== state.kind) {
      this.state = state.kind;
      void vscode.commands.executeCommand("setContext", "spade.server", state.kind);
      this.changed.fire();
    }
  }

  /** What the start is at, in a few words; undefined where nothing is being started. */
  get step(): string | undefined {
    return this.at;
  }

  /** Shows the item as busy until `work` has ended. */
  async during<T>(work: Thenable<T>): Promise<T> {
    this.working += 1;
    this.showBusy();
    try {
      return await work;
    } finally {
      this.working -= 1;
      this.showBusy();
    }
  }

  dispose(): void {
    this.changed.dispose();
    this.stepped.dispose();
    this.item.dispose();
  }

  private showBusy(): void {
    this.item.busy = this.at !== undefined || this.working > 0;
  }
}

interface Face {
  readonly text: string;
  readonly detail: string;
  readonly severity: vscode.LanguageStatusSeverity;
}

function face(state: State): Face {
  const { Information, Warning, Error } = vscode.LanguageStatusSeverity;
  switch (state.kind) {
    case "starting":
      return { text: "SPADE", detail: state.step ?? "starting", severity: Information };
    case "running":
      return state.trusted
        ? { text: "SPADE", detail: `${state.version}, Python ${state.python}`, severity: Information }
        : {
            text: "SPADE",
            detail: "limited: this workspace is not trusted, nothing is run",
            severity: Warning,
          };
    case "stopped":
      return { text: "SPADE", detail: `not running: ${state.fact}`, severity: Warning };
    case "failed":
      return { text: "SPADE", detail: state.fact, severity: Error };
  }
}
