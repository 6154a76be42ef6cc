import * as vscode from "vscode";
import { sanitize } from "../editor/sanitize";
import { t } from "../language";

/** What the language server is at. */
export type State =
  | { readonly kind: "starting"; readonly step?: string }
  | { readonly kind: "running"; readonly python: string; readonly version: string; readonly trusted: boolean }
  | { readonly kind: "stopped"; readonly fact: string }
  | { readonly kind: "failed"; readonly fact: string };

/** The item in the status bar, beside a prompt: whether the server runs and works; a click leads on. */
export class Status implements vscode.Disposable {
  private readonly item: vscode.StatusBarItem;
  private readonly changed = new vscode.EventEmitter<void>();
  /** Tells that the server is at something else. */
  readonly onDidChange = this.changed.event;
  private readonly stepped = new vscode.EventEmitter<void>();
  /** Tells that it is at another step of its start, or at something else. */
  readonly onDidStep = this.stepped.event;
  private working = 0;
  private state: State["kind"] | undefined;
  private at: string | undefined;
  private icon = "";

  constructor() {
    this.item = vscode.window.createStatusBarItem("spade.status", vscode.StatusBarAlignment.Right, 100);
    this.item.name = "SPADE";
    this.show({ kind: "starting" });
  }

  /** Whether the active editor is one that it is about. */
  set isWanted(isWanted: boolean) {
    if (isWanted) {
      this.item.show();
    } else {
      this.item.hide();
    }
  }

  /** Shows what the server is at. */
  show(state: State): void {
    const { icon, detail, colour, command } = face(state);
    this.icon = icon;
    this.item.tooltip = sanitize(`SPADE: ${detail}. ${command.title}`);
    this.item.command = command;
    this.item.backgroundColor = colour && new vscode.ThemeColor(`statusBarItem.${colour}Background`);
    this.item.accessibilityInformation = { label: sanitize(`SPADE: ${detail}`) };
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
    const isBusy = this.at !== undefined || this.working > 0;
    this.item.text = `$(${isBusy ? "sync~spin" : this.icon}) SPADE`;
  }
}

interface Face {
  /** Name of an icon of the editor, while nothing is being done. */
  readonly icon: string;
  readonly detail: string;
  readonly colour?: "warning" | "error";
  readonly command: vscode.Command;
}

const VIEW = { command: "spade.prompts.focus", title: t`Show Prompts` };
const LOGS = { command: "spade.showLogs", title: t`Show Logs` };
const TRUST = { command: "workbench.trust.manage", title: t`Manage Workspace Trust` };
const RESTART = { command: "spade.restart", title: t`Restart Language Server` };

function face(state: State): Face {
  switch (state.kind) {
    case "starting":
      return { icon: "sync", detail: state.step ?? t`starting`, command: LOGS };
    case "running":
      return state.trusted
        ? { icon: "check", detail: `${state.version}, Python ${state.python}`, command: VIEW }
        : {
            icon: "shield",
            detail: t`limited: this workspace is not trusted, nothing is run`,
            colour: "warning",
            command: TRUST,
          };
    case "stopped":
      return { icon: "warning", detail: t`not running: ${state.fact}`, colour: "warning", command: RESTART };
    case "failed":
      return { icon: "error", detail: state.fact, colour: "error", command: LOGS };
  }
}
