import { existsSync } from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";
import { Bundle, existingEnvironment, findBundle, makeEnvironment, Tell } from "./environment";
import { Interpreter, interpretersToTry } from "./interpreter";
import { InitializationOptions } from "../protocol";
import { Problem, Rejected } from "./pythonProblems";
import { ask, isUsable, Python } from "./python";
import { chosenByPythonExtension } from "./pythonExtension";
import { t } from "../language";

/** Finds or makes the Python that runs the server. */
export class Launcher {
  /** A folder of ours: the environments are in it, and the server runs there. */
  readonly storage: string;
  private readonly carried: string;
  private readonly documentation: string;

  constructor(
    context: vscode.ExtensionContext,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.storage = context.globalStorageUri.fsPath;
    this.documentation = vscode.Uri.joinPath(context.extensionUri, "docs", "diagnostics.md").toString();
    this.carried = path.join(context.extensionPath, "extension", "dist", "server");
  }

  /** Returns what the server is told when it starts. */
  async optionsFor(trusted: boolean): Promise<InitializationOptions> {
    const commands = (await vscode.commands.getCommands(true)).filter((name) => name.startsWith("spade."));
    return { trusted, commands, documentation: this.documentation, models: true };
  }

  /** Returns a Python that has the server, or why there is none; `tell` hears what it is at. Raises `Cancelled`. */
  async python(signal: AbortSignal, tell: Tell): Promise<Python | Problem> {
    await vscode.workspace.fs.createDirectory(vscode.Uri.file(this.storage));
    const settings = vscode.workspace.getConfiguration("spade");
    // In an untrusted workspace the editor ignores the workspace's values: both are restricted settings.
    const interpreter = settings.get("interpreter", "");
    return settings.get("importStrategy") === "fromEnvironment"
      ? this.fromEnvironment(interpreter, signal)
      : this.bundled(interpreter, signal, tell);
  }

  private async fromEnvironment(setting: string, signal: AbortSignal): Promise<Python | Problem> {
    const found = await this.find(setting, (python) => python.spade !== undefined, signal);
    if ("kind" in found || found.spade !== undefined) {
      return found;
    }
    return { kind: "no-package", command: found.command };
  }

  private async bundled(setting: string, signal: AbortSignal, tell: Tell): Promise<Python | Problem> {
    const bundle = await findBundle(this.carried);
    if (bundle === undefined) {
      return { kind: "no-wheel" };
    }
    const named = setting.trim() !== "";
    const existing = named ? undefined : await existingEnvironment(this.storage, bundle, undefined);
    if (existing !== undefined) {
      return existing;
    }
    const base = await this.find(setting, () => true, signal);
    if ("kind" in base) {
      return base;
    }
    const made = named ? await existingEnvironment(this.storage, bundle, base.command) : undefined;
    return made ?? this.make(bundle, base, signal, tell);
  }

  /** Returns the first Python that fits, else the first that can be used at all, else why there is none. */
  private async find(
    setting: string,
    fits: (python: Python) => boolean,
    signal: AbortSignal,
  ): Promise<Python | Problem> {
    const rejected: Rejected[] = [];
    let usable: Python | undefined;
    for (const interpreter of await this.interpreters(setting)) {
      const answer = await ask(interpreter, this.storage, signal);
      if (!isUsable(answer)) {
        this.log.debug(`${answer.command} ${answer.fact}.`);
        rejected.push(answer);
      } else if (fits(answer)) {
        return answer;
      } else {
        usable ??= answer;
      }
    }
    if (usable !== undefined) {
      return usable;
    }
    const [only] = rejected;
    if (setting.trim() !== "" && only !== undefined) {
      return { kind: "bad-interpreter", ...only };
    }
    return { kind: "no-python", tried: rejected.filter(({ fact }) => fact !== "is not there") };
  }

  private async interpreters(setting: string): Promise<Interpreter[]> {
    const { isTrusted, workspaceFolders } = vscode.workspace;
    return interpretersToTry({
      setting,
      pythonExtension:
        isTrusted && setting.trim() === "" ? await chosenByPythonExtension(this.log) : undefined,
      trustedFolders: isTrusted ? (workspaceFolders ?? []).map((folder) => folder.uri.fsPath) : [],
      platform: process.platform,
      exists: existsSync,
    });
  }

  private make(bundle: Bundle, base: Python, signal: AbortSignal, tell: Tell): Thenable<Python | Problem> {
    this.log.info(
      `Making an environment for the language server with ${base.command} (from the ${base.source}).`,
    );
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: t`SPADE: setting up its language server (once)`,
      cancellable: true,
    };
    return vscode.window.withProgress(options, async (progress, token) => {
      const cancel = new AbortController();
      token.onCancellationRequested(() => {
        cancel.abort();
      });
      return makeEnvironment(
        this.storage,
        bundle,
        base,
        (message) => {
          progress.report({ message });
          tell(message);
        },
        (line) => {
          this.log.debug(line);
        },
        AbortSignal.any([signal, cancel.signal]),
      );
    });
  }
}
