import * as vscode from "vscode";
import { Target, targetIn } from "../prompts/documents";

/** What each of our schemes begins with. */
const OURS = "spade-";

/** Returns the prompt that a text is about which stands on no disk: ours say it, and git shows a file as it was. */
export function promptOf({ scheme, path, query }: vscode.Uri): Target | undefined {
  if (scheme.startsWith(OURS)) {
    return targetIn(JSON.parse(query) as Target);
  }
  return scheme === "git" ? { uri: vscode.Uri.file(path).toString() } : undefined;
}

/** Texts that are shown in an editor and stand on no disk: read-only, gone when they are closed. */
export class VirtualTexts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly subscriptions: vscode.Disposable[];
  readonly onDidChange = this.changed.event;

  readonly scheme: string;

  constructor(kind: string) {
    this.scheme = OURS + kind;
    this.subscriptions = [
      vscode.workspace.registerTextDocumentContentProvider(this.scheme, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.texts.delete(uri.toString());
      }),
    ];
  }

  /**
   * Returns where the text can be opened; one that is about the same prompt and has the same path is renewed.
   *
   * With a version, texts of several have one path.
   */
  put(path: string, text: string, about: Target, version?: number): vscode.Uri {
    const { uri: prompt, template = "" } = about;
    const query = JSON.stringify({ uri: vscode.Uri.parse(prompt).toString(), template, version });
    const uri = vscode.Uri.from({ scheme: this.scheme, path, query });
    this.texts.set(uri.toString(), text);
    this.changed.fire(uri);
    return uri;
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? "";
  }

  dispose(): void {
    vscode.Disposable.from(this.changed, ...this.subscriptions).dispose();
  }
}
