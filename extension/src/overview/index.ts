import * as vscode from "vscode";
import { BESIDE, Changes } from "../editor/changes";
import { Target, targetIn } from "../prompts/documents";
import names from "../prompts/promptNames.json";
import type { Asker } from "../requests/asker";
import { sanitize } from "../editor/sanitize";
import type { Status } from "../server/status";
import { OverviewRow, rowsOf } from "./rows";
import { Timeline } from "./timeline";
import { Unchecked } from "./unchecked";
import { assertionRows, uncheckedRows, versionRows } from "./versions";
import { t } from "../language";

/** A prompt, or with a row what stands below it; commands of the menus take either for the prompt. */
type Node = Target & { readonly row?: OverviewRow };

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
  private isOnly = false;
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

  getChildren(node?: Node): Promise<Node[]> {
    return node === undefined ? this.prompts() : this.below(node);
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return node.row === undefined ? promptItem(node, this.isOnly) : rowItem(node, node.row);
  }

  /** Without an answer the view is empty, and says by itself why: see `viewsWelcome` in package.json. */
  private async prompts(): Promise<Node[]> {
    try {
      const found = [...((await this.asker.promptsOnceStarted(this.closed.token)) ?? [])];
      this.isOnly = found.length === 1;
      return found;
    } catch {
      return [];
    }
  }

  private async below(node: Node): Promise<Node[]> {
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

/** A prompt that is the only one shows its rows, the next step first. */
function promptItem(target: Target, isOnly: boolean): vscode.TreeItem {
  const file = vscode.Uri.parse(target.uri);
  const item = new vscode.TreeItem(
    target.template ?? vscode.workspace.asRelativePath(file),
    isOnly ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed,
  );
  item.id = `${target.uri}#${target.template ?? ""}`;
  item.description = target.template === undefined ? "" : vscode.workspace.asRelativePath(file);
  item.tooltip = file.fsPath;
  item.iconPath = new vscode.ThemeIcon("comment-discussion");
  item.contextValue = "prompt";
  // A click opens it; the arrow before it folds its rows.
  item.command = { command: "vscode.open", title: t`Open`, arguments: [file] };
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
