import * as vscode from "vscode";
import { ResponseError } from "vscode-languageclient";
import { choosePrompt, PromptSource } from "../prompts/choosing";
import { offer, warn } from "../editor/notifications";
import { ErrorCode } from "../protocol";
import { templatesToNameIn } from "../prompts/templates";
import { t } from "../language";

/** What a refused request may change before it is asked again. */
interface Change {
  readonly uri?: string;
  readonly template?: string;
}

/** Tells why a request was refused, and returns what to change to ask again; undefined to leave it. */
export async function askAgain(
  error: unknown,
  uri: string,
  source: PromptSource,
): Promise<Change | undefined> {
  const message = error instanceof Error ? error.message : String(error);
  const code: number | undefined = error instanceof ResponseError ? error.code : undefined;
  switch (code) {
    case ErrorCode.NO_PROMPT:
      return anotherPrompt(message, uri, source);
    case ErrorCode.UNSAVED:
      return saved(message);
    case ErrorCode.NO_LABELS:
      await offer(warn, `SPADE: ${message}`, { "Label Examples": () => run("spade.label", { uri }) });
      return undefined;
    case ErrorCode.NO_EXAMPLES:
      await offer(warn, `SPADE: ${message}`, {
        "Paste Responses": () => run("spade.pasteResponses", { uri }),
        "Import Examples": () => run("spade.importExamples", { uri }),
        "Run This Prompt": () => run("spade.respond", { uri }),
      });
      return undefined;
    case ErrorCode.NO_ASSERTIONS:
      await offer(warn, `SPADE: ${message}`, { "Generate Assertions": () => run("spade.generate", { uri }) });
      return undefined;
    case ErrorCode.UNTRUSTED:
      return onceTrusted(message);
    case ErrorCode.MODEL:
      await offer(warn, `SPADE: ${message}`, {
        "Configure Model": () => run("spade.configureModel"),
        "Show Logs": () => run("spade.showLogs"),
      });
      return undefined;
    case ErrorCode.CHANGED:
    case ErrorCode.LEFT_BEHIND:
    case ErrorCode.NOTHING_TO_UNDO:
    case ErrorCode.SETTINGS:
      await offer(warn, `SPADE: ${message}`, {});
      return undefined;
    default:
      await offer(warn, `SPADE: ${message}`, { "Show Logs": () => run("spade.showLogs") });
      return undefined;
  }
}

/** Tells that there is no server to ask. */
export async function noServer(): Promise<void> {
  await offer(warn, t`SPADE: the language server is not running.`, {
    Start: () => run("spade.restart"),
    "Show Logs": () => run("spade.showLogs"),
  });
}

function run(command: string, ...args: unknown[]): Thenable<unknown> {
  return vscode.commands.executeCommand(command, ...args);
}

async function anotherPrompt(
  message: string,
  uri: string,
  source: PromptSource,
): Promise<Change | undefined> {
  const templates = templatesToNameIn(message);
  if (templates.length > 0) {
    const template = await vscode.window.showQuickPick(templates, {
      title: t`Which prompt of this file?`,
      ignoreFocusOut: true,
    });
    return template === undefined ? undefined : { template };
  }
  const choice = await warn(`SPADE: ${message}`, "Choose Prompt…");
  const chosen = choice === undefined ? undefined : await choosePrompt(source);
  return chosen?.uri === uri && chosen.template === undefined ? undefined : chosen;
}

/** Has the request asked again when the person has trusted the workspace: they need not give the command twice. */
async function onceTrusted(message: string): Promise<Change | undefined> {
  const manage = "Manage Workspace Trust";
  if ((await warn(`SPADE: ${message}`, manage)) !== manage) {
    return undefined;
  }
  const trusted = new Promise<Change>((resolve) => {
    const listening = vscode.workspace.onDidGrantWorkspaceTrust(() => {
      listening.dispose();
      resolve({});
    });
  });
  await run("workbench.trust.manage");
  return trusted;
}

async function saved(message: string): Promise<Change | undefined> {
  const choice = await warn(`SPADE: ${message}`, "Save and Go On");
  return choice !== undefined && (await vscode.workspace.saveAll()) ? {} : undefined;
}
