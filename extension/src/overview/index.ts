import * as vscode from "vscode";
import { BESIDE, Changes } from "../editor/changes";
import { ListedPrompt, Target, targetIn } from "../prompts/documents";
import names from "../prompts/promptNames.json";
import type { Asker } from "../requests/asker";
import { sanitize } from "../editor/sanitize";
import type { Status } from "../server/status";
import { byFile, OverviewRow, rowsOf } from "./rows";
import { Timeline } from "./timeline";
import { Unchecked } from "./unchecked";
import { assertionRows, uncheckedRows, versionRows } from "./versions";
import { baseOf } from "../prompts/naming";
import { counted, t } from "../language";

/** A prompt, or with a row what stands below it; commands of the menus take either for the prompt. */
type PromptNode = ListedPrompt & { readonly row?: OverviewRow; readonly isOnly?: boolean };

/** A file with several prompts. */
type FileNode = { readonly prompts: readonly [ListedPrompt, ...ListedPrompt[]]; readonly isOnly: boolean };
type Node = PromptNode | FileNode;

/** Shows the prompts of the workspace in the side bar, with what there is of each and what to do next. */
export function registerOverview(asker: Asker, status: Status): vscode.Disposable {
  const overview = new Overview(asker);
  const unchecked = new Unchecked(asker);
  const timeline = new Timeline(asker);
  const refresh = () => {
    overview.refresh();
    unchecked.refresh();
    timeline.refresh();
    return Promise.resolve();
  };
  return vscode.Disposable.from(
    overview,
    unchecked,
    timeline,
    vscode.window.registerTreeDataProvider("spade.prompts", overview),
    vscode.commands.registerCommand("spade.refreshView", refresh),
    status.onDidChange(refresh),
    ...[BESIDE, ...names.watched].map((pattern) => new Changes(pattern, refresh)),
  );
}

/** The rows of the view, asked of the server when they are looked at. */
class Overview implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly closed = new vscode.CancellationTokenSource();
  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly asker: Asker) {}

  /** Reads everything that is shown again. */
  refresh(): void {
    this.changed.fire();
  }

  dispose(): void {
    this.closed.cancel();
    this.changed.dispose();
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node === undefined) {
      return this.files();
    }
    return "prompts" in node ? [...node.prompts] : this.below(node);
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if ("prompts" in node) {
      return fileItem(node);
    }
    return node.row === undefined ? promptItem(node) : rowItem(node, node.row);
  }

  /** Without an answer the view is empty, and says by itself why: see `viewsWelcome` in package.json. */
  private async files(): Promise<Node[]> {
    try {
      const files = byFile((await this.asker.promptsOnceStarted(this.closed.token)) ?? []);
      const isOnly = files.length === 1;
      return files.map(([first, ...others]) =>
        others.length === 0 ? { ...first, isOnly } : { prompts: [first, ...others], isOnly },
      );
    } catch {
      return [];
    }
  }

  private async below(node: PromptNode): Promise<Node[]> {
    const target = targetIn(node);
    const rows = node.row === undefined ? await this.look(target) : await this.rowsOf(target, node.row);
    return rows.map((row) => ({ ...target, row }));
  }

  private async rowsOf(target: Target, { rows = [], more, argument }: OverviewRow): Promise<OverviewRow[]> {
    const { token } = this.closed;
    const asked = await orFault(async () => {
      if (more === "versions") {
        const found = await this.asker.tryOut("spade/history", target, token);
        return found === undefined ? [] : versionRows(found);
      }
      const params = { ...target, ...argument };
      const found = more && (await this.asker.tryOut("spade/compare", params, token));
      return found === undefined ? [] : assertionRows(found);
    });
    return [...rows, ...asked];
  }

  private look(target: Target): Promise<readonly OverviewRow[]> {
    return orFault(async () => {
      const { token } = this.closed;
      const [found, uncommitted] = await Promise.all([
        this.asker.tryOut("spade/overview", target, token),
        this.asker.tryOut("spade/uncommitted", target, token),
      ]);
      const unchecked =
        found === undefined || uncommitted === undefined ? [] : uncheckedRows(uncommitted, found.promptUri);
      return found === undefined ? [] : [...unchecked, ...rowsOf(found)];
    });
  }
}

/** What cannot be read is said in a row: a view has no other place for it. */
async function orFault(rows: () => Promise<readonly OverviewRow[]>): Promise<readonly OverviewRow[]> {
  try {
    return await rows();
  } catch (error) {
    return [{ label: error instanceof Error ? error.message : String(error), icon: "warning" }];
  }
}

function fileItem({ prompts, isOnly }: FileNode): vscode.TreeItem {
  const file = vscode.Uri.parse(prompts[0].uri);
  const item = new vscode.TreeItem(vscode.workspace.asRelativePath(file), folding(isOnly));
  item.id = prompts[0].uri;
  item.description = counted(prompts.length, "prompt");
  item.tooltip = file.fsPath;
  item.iconPath = new vscode.ThemeIcon("file");
  return item;
}

/** What is alone shows what is below it. */
function folding(isOnly: boolean | undefined): vscode.TreeItemCollapsibleState {
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  return isOnly === true ? Expanded : Collapsed;
}

function promptItem(target: PromptNode): vscode.TreeItem {
  const file = vscode.Uri.parse(target.uri);
  const item = new vscode.TreeItem(
    target.template ?? vscode.workspace.asRelativePath(file),
    folding(target.isOnly),
  );
  item.id = `${target.uri}#${target.template ?? ""}`;
  item.description = target.template === undefined ? "" : baseOf(target.uri);
  item.tooltip = target.template === undefined ? file.fsPath : `${target.template}\n${file.fsPath}`;
  item.iconPath = new vscode.ThemeIcon("comment-discussion");
  item.contextValue = "prompt";
  // A click opens it; the arrow before it folds its rows.
  const selection = new vscode.Range(target.line ?? 0, 0, target.line ?? 0, 0);
  item.command = {
    command: "vscode.open",
    title: t`Open`,
    arguments: [file, ...(target.template === undefined ? [] : [{ selection }])],
  };
  return item;
}

function rowItem(target: Target, row: OverviewRow): vscode.TreeItem {
  const { None, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(
    sanitize(row.label),
    row.more !== undefined || row.rows?.length ? Collapsed : None,
  );
  item.description = sanitize(row.description ?? "");
  item.tooltip = sanitize(row.tooltip ?? row.label);
  if (row.icon !== undefined) {
    item.iconPath = new vscode.ThemeIcon(row.icon);
  }
  if (row.place !== undefined) {
    const { start, end } = row.place.range;
    const selection = new vscode.Range(start.line, start.character, end.line, end.character);
    const shown: vscode.TextDocumentShowOptions = { selection };
    item.command = {
      command: "vscode.open",
      title: t`Open`,
      arguments: [vscode.Uri.parse(row.place.uri), shown],
    };
  } else if (row.command !== undefined) {
    item.command = {
      command: row.command,
      title: row.label,
      arguments: [{ uri: target.uri, template: target.template, ...row.argument }],
    };
  }
  return item;
}
