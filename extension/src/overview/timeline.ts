import * as vscode from "vscode";
import { sanitize } from "../editor/sanitize";
import { DOCUMENTS, Target } from "../prompts/documents";
import type { VersionInfo } from "../protocol";
import type { Asker } from "../requests/asker";
import { versionText } from "../wording";
import { said, t } from "../language";

/*
 * The API of the Timeline view, which the types of the oldest editor that we run in do not have. An extension may use it
 * from VS Code 1.145 on. Before it was proposed, without the first two arguments: the provider had an id and a label.
 */
interface Item {
  id?: string;
  description?: string;
  tooltip?: string;
  iconPath?: vscode.ThemeIcon;
  command?: vscode.Command;
}
interface Provider {
  readonly id: string;
  readonly label: string;
  readonly onDidChange: vscode.Event<undefined>;
  readonly onDidChangeTimeline: vscode.Event<undefined>;
  provideTimeline(
    uri: vscode.Uri,
    options: unknown,
    token: vscode.CancellationToken,
  ): Promise<{ readonly items: readonly Item[] }>;
}
interface Api {
  readonly TimelineItem: new (label: string, timestamp: number) => Item;
  readonly workspace: { registerTimelineProvider(...args: unknown[]): vscode.Disposable };
}

const SINCE = 145;

/** The versions of a prompt with their categories in the editor's own Timeline view, where that lets us add to it. */
export class Timeline implements Provider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly registered: vscode.Disposable | undefined;
  readonly id = "spade";
  readonly label = "SPADE";
  readonly onDidChange = this.changed.event;
  readonly onDidChangeTimeline = this.changed.event;

  constructor(private readonly asker: Asker) {
    const { workspace } = vscode as unknown as Api;
    const minor = Number(vscode.version.split(".")[1]);
    const schemes = [...new Set(DOCUMENTS.map(({ scheme }) => scheme))];
    try {
      this.registered =
        minor >= SINCE
          ? workspace.registerTimelineProvider(this.id, this.label, schemes, this)
          : workspace.registerTimelineProvider(schemes, this);
    } catch {
      // An older editor refuses: the versions are in the SPADE view.
    }
  }

  refresh(): void {
    this.changed.fire(undefined);
  }

  dispose(): void {
    vscode.Disposable.from(this.changed, ...(this.registered ? [this.registered] : [])).dispose();
  }

  async provideTimeline(
    uri: vscode.Uri,
    _options: unknown,
    token: vscode.CancellationToken,
  ): Promise<{ readonly items: readonly Item[] }> {
    const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
    const isOurs = document !== undefined && vscode.languages.match(DOCUMENTS, document) > 0;
    const prompts = isOurs ? ((await this.asker.prompts(uri.toString())) ?? []) : [];
    const items: Item[] = [];
    for (const prompt of prompts) {
      const found = await this.asker.tryOut("spade/history", prompt, token);
      items.push(...[...(found?.versions ?? [])].reverse().map((version) => itemOf(prompt, version)));
    }
    return { items };
  }
}

/** What is not committed is of now. */
function itemOf(prompt: Target, version: VersionInfo): Item {
  const { TimelineItem } = vscode as unknown as Api;
  const { index, subject, state, date, categories } = version;
  const name = prompt.template === undefined ? "" : `${prompt.template} `;
  const label = sanitize(`${name}P${index} ${subject ?? said(state)}`);
  const item = new TimelineItem(label, date === null ? Date.now() : Date.parse(date));
  item.id = `${prompt.uri}#${name}${index}`;
  item.description = sanitize(categories.map(said).join(", "));
  item.tooltip = sanitize(versionText(version));
  item.iconPath = new vscode.ThemeIcon("comment-discussion");
  item.command = {
    command: "spade.compareVersions",
    title: t`Compare`,
    arguments: [{ ...prompt, before: index - 1, after: index }],
  };
  return item;
}
