import * as vscode from "vscode";
import { BESIDE, Changes } from "../editor/changes";
import { exists, openOrOfferExamples } from "../commands/files";
import { importFile } from "../importing/importExamples";
import { achieved } from "../commands/walkthrough";
import { Target, targetIn } from "../prompts/documents";
import { asFile } from "../editor/files";
import { showPage } from "../editor/page";
import { columnForPage } from "../editor/places";
import type { Method, Requests } from "../protocol";
import type { Asker } from "../requests/asker";
import type { Status } from "../server/status";
import type { VirtualTexts } from "../editor/virtual";
import type { FromTable, ToTable, TableWay } from "./messages";
import { TABLE_PAGE } from "./page";
import { counted, t } from "../language";

const VIEW = "spade.examples";
const COMMANDS: Readonly<Record<TableWay, string>> = {
  label: "spade.label",
  paste: "spade.pasteResponses",
  import: "spade.importExamples",
  respond: "spade.respond",
  generate: "spade.generate",
  text: "spade.openExamples",
};

/**
 * Examples as a table: an editor that reads through the server, page by page, and writes labels as the labelling view
 * does. The text of the file never comes here, so that a hundred thousand rows cost this process nothing.
 */
export class ExampleTables implements vscode.CustomReadonlyEditorProvider, vscode.Disposable {
  /** By examples file: the prompt that a table was opened from, where its name does not tell. */
  private readonly targets = new Map<string, Target>();
  /** By examples file: the label whose rows the table is opened for. */
  private readonly wanted = new Map<string, string>();
  private readonly tables = new Set<Table>();
  private readonly subscriptions: vscode.Disposable;

  constructor(
    private readonly asker: Asker,
    private readonly texts: VirtualTexts,
    private readonly context: vscode.ExtensionContext,
    status: Status,
  ) {
    const refresh = () => {
      this.tables.forEach((table) => {
        table.say({ kind: "changed", refresh: false });
      });
      return Promise.resolve();
    };
    this.subscriptions = vscode.Disposable.from(
      new Changes(BESIDE, refresh),
      // What was asked in vain of a server that did not run.
      status.onDidChange(refresh),
      vscode.window.registerCustomEditorProvider(VIEW, this, {
        webviewOptions: { retainContextWhenHidden: true, enableFindWidget: false },
      }),
    );
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  /** Opens the table beside the prompt, or in place of the text of the same file; with a label, for its rows. */
  async show(target: Target, label?: string): Promise<void> {
    const file = await this.fileOf(target);
    if (file !== undefined) {
      await openOrOfferExamples(file, target, () => this.open(file, label));
    }
  }

  /** The same where there are examples; without any it does nothing. */
  async showIfThere(target: Target, label?: string): Promise<void> {
    const file = await this.fileOf(target);
    if (file !== undefined && (await exists(file))) {
      await this.open(file, label);
    }
  }

  /** Returns the examples file of a prompt, and keeps in mind which prompt that is. */
  private async fileOf(target: Target): Promise<vscode.Uri | undefined> {
    const answer = await this.asker.askQuietly("spade/table", { ...targetIn(target), count: 0 });
    if (answer === undefined) {
      return undefined;
    }
    const file = vscode.Uri.parse(answer.result.examplesUri);
    const { uri, template } = answer.asked;
    this.targets.set(file.toString(), { uri, ...(template !== undefined && { template }) });
    return file;
  }

  private async open(file: vscode.Uri, label: string | undefined): Promise<void> {
    if (label !== undefined) {
      this.wanted.set(file.toString(), label);
    }
    const active = vscode.window.activeTextEditor?.document.uri.toString();
    const viewColumn = active === file.toString() ? vscode.ViewColumn.Active : columnForPage();
    await vscode.commands.executeCommand("vscode.openWith", file, VIEW, { viewColumn });
    this.tables.forEach((table) => {
      this.choose(table);
    });
  }

  /** Has a table that is there show the rows that it was opened for, once. */
  private choose(table: Table): void {
    const label = this.wanted.get(table.file.toString());
    if (label !== undefined && table.isThere) {
      this.wanted.delete(table.file.toString());
      table.say({ kind: "choose", label });
    }
  }

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose: () => undefined };
  }

  resolveCustomEditor({ uri }: vscode.CustomDocument, { webview, onDidDispose }: vscode.WebviewPanel): void {
    const dist = vscode.Uri.joinPath(this.context.extensionUri, "extension", "dist");
    const target = this.targets.get(uri.toString()) ?? { uri: uri.toString() };
    const table = new Table(
      this.asker,
      this.texts,
      target,
      uri,
      webview,
      this.context.globalStorageUri,
      () => {
        this.choose(table);
      },
    );
    this.tables.add(table);
    onDidDispose(() => this.tables.delete(table));
    webview.options = { enableScripts: true, localResourceRoots: [dist] };
    showPage(webview, dist, { name: "table", title: t`Examples`, body: TABLE_PAGE });
  }
}

/** One table that is open: carries out what its page asks for. */
class Table {
  /** Labels are written in the order of their keys. */
  private writing = Promise.resolve();
  /** Whether its page listens. */
  isThere = false;

  constructor(
    private readonly asker: Asker,
    private readonly texts: VirtualTexts,
    private readonly target: Target,
    readonly file: vscode.Uri,
    private readonly webview: vscode.Webview,
    private readonly storage: vscode.Uri,
    private readonly ready: () => void,
  ) {
    webview.onDidReceiveMessage((message: FromTable) => this.hear(message));
  }

  say(message: ToTable): void {
    void this.webview.postMessage(message);
  }

  /** What goes wrong is told in the table: a notification would have to be answered, or be missed. */
  private async hear(message: FromTable): Promise<void> {
    try {
      await this.carryOut(message);
    } catch (error) {
      this.say({ kind: "trouble", message: error instanceof Error ? error.message : String(error) });
    }
  }

  private async carryOut(message: FromTable): Promise<void> {
    switch (message.kind) {
      case "ready":
        this.isThere = true;
        this.ready();
        return;
      case "page": {
        const { number, query, start, count, refresh } = message;
        const result = await this.ask("spade/table", { query, start, count, refresh });
        this.say({ kind: "page", number, result });
        return;
      }
      case "whole": {
        const { number, query, at } = message;
        const { rows } = await this.ask("spade/table", { query, start: at, count: 1, whole: true });
        this.say({ kind: "whole", number, row: rows[0] });
        return;
      }
      case "label":
      case "undo": {
        const written = this.writing.then(() => this.write(message));
        this.writing = written.catch(() => undefined);
        return written;
      }
      case "run":
        await this.run();
        return;
      case "csv":
        await this.save(message);
        return;
      case "copy": {
        const { query, start, count } = message;
        const { text, rows, left } = await this.ask("spade/tableText", { query, start, count });
        await vscode.env.clipboard.writeText(text);
        const more = left > 0 ? t`; ${counted(left, "row")} more are too many for the clipboard` : "";
        this.say({ kind: "said", message: t`${counted(rows, "row")} copied${more}` });
        return;
      }
      case "paste":
        await this.paste();
        return;
      case "open":
        await vscode.window.showTextDocument(this.file, {
          selection: new vscode.Range(message.line, 0, message.line, 0),
          viewColumn: vscode.ViewColumn.Beside,
        });
        return;
      case "go":
        await vscode.commands.executeCommand(COMMANDS[message.way], this.target);
        return;
    }
  }

  private async write(message: FromTable & { kind: "label" | "undo" }): Promise<void> {
    const params =
      message.kind === "undo"
        ? ({ action: "undo" } as const)
        : ({ action: "set", exampleId: message.id, label: message.label, shown: message.mark } as const);
    try {
      const { example } = await this.ask("spade/label", { ...params, alone: true });
      if (message.kind === "label") {
        achieved("labelled");
      } else if (example !== null) {
        this.say({ kind: "back", id: example.id });
      }
    } finally {
      this.say({
        kind: "changed",
        refresh: false,
        ...(message.kind === "label" && { written: message.id }),
      });
    }
  }

  private async run(): Promise<void> {
    const done = await this.asker.ask(t`running the assertions`, "spade/tableRun", this.target);
    if (done !== undefined) {
      this.say({ kind: "changed", refresh: true });
    }
  }

  private async save({ query }: FromTable & { kind: "csv" }): Promise<void> {
    const defaultUri = this.file.with({ path: this.file.path.replace(/(\.jsonl)?$/, ".csv") });
    const place = await vscode.window.showSaveDialog({
      title: t`Save as CSV…`,
      defaultUri,
      filters: { CSV: ["csv"] },
    });
    if (place !== undefined) {
      const params = { ...this.target, query, to: place.toString() };
      const done = await this.asker.ask(t`writing the table`, "spade/tableText", params);
      const name = vscode.workspace.asRelativePath(place);
      if (done !== undefined) {
        this.say({ kind: "said", message: t`${counted(done.result.rows, "row")} written to ${name}` });
      }
    }
  }

  /** Rows of a spreadsheet go the way of an import: shown first, matched by column, none written twice. */
  private async paste(): Promise<void> {
    const text = await vscode.env.clipboard.readText();
    await asFile(this.storage, "clipboard.txt", text, (file) =>
      importFile(this.asker, this.texts, this.target, file),
    );
    this.say({ kind: "changed", refresh: true });
  }

  private async ask<M extends Method>(
    method: M,
    params: Omit<Requests[M]["params"], "uri" | "template">,
  ): Promise<Requests[M]["result"]> {
    const { token } = new vscode.CancellationTokenSource();
    const result = await this.asker.tryOut(method, { ...params, ...this.target }, token);
    if (result === undefined) {
      throw new Error(t`The language server is not running.`);
    }
    return result;
  }
}
