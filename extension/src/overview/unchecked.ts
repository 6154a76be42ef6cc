import * as vscode from "vscode";
import type { Asker } from "../requests/asker";
import { uncheckedText } from "./versions";
import { t } from "../language";

/** What is used of the editor's own git extension. */
interface Repository {
  readonly state: {
    readonly workingTreeChanges: readonly { readonly uri: vscode.Uri }[];
    readonly indexChanges: readonly { readonly uri: vscode.Uri }[];
    readonly untrackedChanges?: readonly { readonly uri: vscode.Uri }[];
    readonly onDidChange: vscode.Event<void>;
  };
}
interface Git {
  readonly repositories: readonly Repository[];
  readonly onDidOpenRepository: vscode.Event<Repository>;
}

const PAUSE_MS = 500;

/** Marks the prompts in Source Control whose changes ask for what nothing checks, before they are committed. */
export class Unchecked implements vscode.FileDecorationProvider, vscode.Disposable {
  private counts = new Map<string, number>();
  private looks = 0;
  private readonly changed = new vscode.EventEmitter<vscode.Uri[]>();
  private readonly subscriptions: { dispose(): unknown }[] = [this.changed];
  private readonly closed = new vscode.CancellationTokenSource();
  private git: Git | undefined;
  private timer: NodeJS.Timeout | undefined;
  readonly onDidChangeFileDecorations = this.changed.event;

  constructor(private readonly asker: Asker) {
    this.subscriptions.push(vscode.window.registerFileDecorationProvider(this));
    void this.listen();
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const count = this.counts.get(uri.toString());
    return count === undefined
      ? undefined
      : new vscode.FileDecoration(
          count > 9 ? "9+" : String(count),
          t`SPADE: not committed, ${uncheckedText(count)}`,
          new vscode.ThemeColor("list.warningForeground"),
        );
  }

  /** Looks again, once things have come to rest. */
  refresh(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.look(), PAUSE_MS);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.closed.cancel();
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  /** Without the git extension nothing is marked: what is to be committed is not known. */
  private async listen(): Promise<void> {
    const extension = vscode.extensions.getExtension<{ getAPI(version: 1): Git }>("vscode.git");
    try {
      this.git = (await extension?.activate())?.getAPI(1);
    } catch {
      return; // it is switched off
    }
    const hear = ({ state }: Repository) => {
      this.subscriptions.push(
        state.onDidChange(() => {
          this.refresh();
        }),
      );
      this.refresh();
    };
    this.git?.repositories.forEach(hear);
    if (this.git !== undefined) {
      this.subscriptions.push(this.git.onDidOpenRepository(hear));
    }
  }

  private async look(): Promise<void> {
    const look = ++this.looks;
    const waiting = new Set(this.changedFiles());
    const counts = new Map<string, number>();
    const prompts = waiting.size === 0 ? [] : ((await this.asker.prompts("")) ?? []);
    for (const prompt of prompts) {
      const uri = vscode.Uri.parse(prompt.uri).toString();
      if (waiting.has(uri)) {
        const count = await this.count(prompt);
        if (count > 0) {
          counts.set(uri, (counts.get(uri) ?? 0) + count);
        }
      }
    }
    if (look !== this.looks) {
      return; // a later one is under way
    }
    const shown = [...this.counts.keys(), ...counts.keys()];
    this.counts = counts;
    this.changed.fire([...new Set(shown)].map((uri) => vscode.Uri.parse(uri)));
  }

  /** A prompt that cannot be read is told in the view and in its editor. */
  private async count(prompt: { readonly uri: string; readonly template?: string }): Promise<number> {
    try {
      const found = await this.asker.tryOut("spade/uncommitted", prompt, this.closed.token);
      return found?.unchecked.length ?? 0;
    } catch {
      return 0;
    }
  }

  private changedFiles(): string[] {
    return (this.git?.repositories ?? [])
      .flatMap(({ state }) => [
        ...state.workingTreeChanges,
        ...state.indexChanges,
        ...(state.untrackedChanges ?? []),
      ])
      .map(({ uri }) => uri.toString());
  }
}
