/** Which prompt a command is about. */
import { commands, languages, QuickPickItem, TextEditor, Uri, window, workspace } from "vscode";
import { BY_NAME, DOCUMENTS, NOT_OURS, Target, targetIn } from "./documents";
import { offer, warn } from "../editor/notifications";
import { promptOf } from "../editor/virtual";
import { baseOf, notAPrompt } from "./naming";
import { t } from "../language";

/** Tells which prompts there are. */
export interface PromptSource {
  /**
   * Returns the prompts that a document holds or stands beside, or all; undefined while nobody can tell.
   *
   * Of several in the document it is the one that the line is in, if it is in one.
   */
  prompts(uri: string, line?: number): Promise<readonly Target[] | undefined>;
}

/**
 * Returns what a command is about: what its caller says, else the active document, or a prompt in view, else a choice.
 *
 * Callers are the palette (nothing), menus (a URI) and the server's lenses (an object of the request's parameters).
 * Undefined when there is no prompt, or the person did not choose.
 */
export async function targetOf(argument: unknown, source: PromptSource): Promise<Target | undefined> {
  if (argument instanceof Uri) {
    return promptOf(argument) ?? { uri: argument.toString() };
  }
  if (isTarget(argument)) {
    return targetIn(argument);
  }
  const active = window.activeTextEditor ?? window.visibleTextEditors.find(isPrompt);
  return active === undefined
    ? choosePrompt(source)
    : (promptOf(active.document.uri) ?? ofActive(active, source));
}

/** Returns the only prompt of the workspace, or the one that the person chooses; with a reason it is always asked. */
export async function choosePrompt(source: PromptSource, why?: string): Promise<Target | undefined> {
  const found = (await source.prompts("")) ?? (await byName());
  if (found.length === 0) {
    void offer(warn, t`SPADE: no prompt file is open, and none was found in this workspace.`, {
      ...(workspace.workspaceFolders === undefined
        ? { "Open Folder": () => commands.executeCommand("workbench.action.files.openFolder") }
        : { "Show Prompts": () => commands.executeCommand("spade.prompts.focus") }),
      "Open the Example": () => commands.executeCommand("spade.openExample"),
    });
  }
  return found.length <= 1 && why === undefined ? found[0] : chooseOf(found, t`Which prompt?`, why);
}

async function ofActive(editor: TextEditor, source: PromptSource): Promise<Target | undefined> {
  const { uri: file } = editor.document;
  const uri = file.toString();
  const own = isPrompt(editor) ? await source.prompts(uri, editor.selection.active.line) : [];
  if (own === undefined) {
    return { uri };
  }
  if (own.length === 0) {
    return choosePrompt(source, notAPrompt(file.path));
  }
  return own.length === 1 ? own[0] : chooseOf(own, t`Which prompt of ${baseOf(uri)}?`);
}

async function chooseOf(
  found: readonly Target[],
  title: string,
  placeHolder?: string,
): Promise<Target | undefined> {
  const items = found.map((target): QuickPickItem & { target: Target } => {
    const file = workspace.asRelativePath(Uri.parse(target.uri));
    return {
      label: target.template ?? file,
      ...(target.template !== undefined && { description: file }),
      target,
    };
  });
  const options = {
    title,
    matchOnDescription: true,
    ignoreFocusOut: true,
    ...(placeHolder !== undefined && { placeHolder }),
  };
  return items.length === 0 ? undefined : (await window.showQuickPick(items, options))?.target;
}

/** Without a server only the names tell. */
async function byName(): Promise<Target[]> {
  const found = await workspace.findFiles(BY_NAME, NOT_OURS, 200);
  return found.sort((a, b) => (a.path < b.path ? -1 : 1)).map((uri) => ({ uri: uri.toString() }));
}

function isPrompt({ document }: TextEditor): boolean {
  return languages.match(DOCUMENTS, document) > 0;
}

function isTarget(argument: unknown): argument is Target {
  return (
    typeof argument === "object" && argument !== null && "uri" in argument && typeof argument.uri === "string"
  );
}
