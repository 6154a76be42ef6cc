import * as vscode from "vscode";
import { Progress, withCancel } from "../editor/progress";
import { sanitize } from "../editor/sanitize";
import { ResponseError, WorkDoneProgress } from "vscode-languageclient";
import type { BaseLanguageClient } from "vscode-languageclient";
import type { PromptSource } from "../prompts/choosing";
import { ListedPrompt, Target, targetIn } from "../prompts/documents";
import { ErrorCode, Method, Requests } from "../protocol";
import { askAgain, noServer } from "./refusals";
import type { Session } from "../server/session";
import type { Status } from "../server/status";
import { t } from "../language";

type ParamsOf<M extends Method> = Requests[M]["params"];
type Result<M extends Method> = Requests[M]["result"];
const UNSAVED: number = ErrorCode.UNSAVED;
const PAUSE_MS = 200;
const MOST_ATTEMPTS = 25;

/** An answer, and what was asked in the end: a person may have chosen another prompt on the way. */
export interface Answer<M extends Method> {
  readonly result: Result<M>;
  readonly asked: ParamsOf<M>;
}

/** Asks the server; whatever goes wrong is told to the person here, with what can be done about it. */
export class Asker implements PromptSource {
  private tokens = 0;

  constructor(
    private readonly session: Session,
    private readonly status: Status,
  ) {}

  /** Returns the answer; undefined when it was cancelled or refused. What takes a while can be cancelled. */
  async ask<M extends Method>(title: string, method: M, params: ParamsOf<M>): Promise<Answer<M> | undefined> {
    return this.untilAnswered(params, (client, asked) =>
      withCancel(title, (progress, token) => this.send(client, method, asked, token, progress)),
    );
  }

  /** Returns the answer to what takes no time; undefined when it was refused. */
  async askQuietly<M extends Method>(method: M, params: ParamsOf<M>): Promise<Answer<M> | undefined> {
    const { token } = new vscode.CancellationTokenSource();
    return this.untilAnswered(params, (client, asked) => this.send(client, method, asked, token));
  }

  /**
   * Returns the answer, or raises what went wrong; undefined without a server. For who tells the person himself.
   *
   * A server that is starting is waited for.
   */
  async tryOut<M extends Method>(
    method: M,
    params: ParamsOf<M>,
    token: vscode.CancellationToken,
  ): Promise<Result<M> | undefined> {
    const client = this.session.running ?? (await this.session.client());
    return client && retryWhileStale(() => client.sendRequest<Result<M>>(method, params, token));
  }

  /** Returns the prompts that a document is about, or all of the workspace; undefined while no server can tell. */
  async prompts(uri: string, line?: number): Promise<readonly Target[] | undefined> {
    try {
      const params: ParamsOf<"spade/prompts"> = { uri, ...(line !== undefined && { line }) };
      const found = await this.session.running?.sendRequest<Result<"spade/prompts">>("spade/prompts", params);
      return found && targetsIn(found).map(targetIn);
    } catch {
      // A workspace that is not trusted, or a server that ends: whoever asks next says so.
      return undefined;
    }
  }

  /** Returns the prompts of the workspace, or raises what went wrong; a server that is starting is waited for. */
  async promptsOnceStarted(token: vscode.CancellationToken): Promise<readonly ListedPrompt[] | undefined> {
    const found = await this.tryOut("spade/prompts", { uri: "" }, token);
    return found && targetsIn(found);
  }

  private async untilAnswered<M extends Method>(
    params: ParamsOf<M>,
    send: (client: BaseLanguageClient, params: ParamsOf<M>) => Thenable<Result<M> | undefined>,
  ): Promise<Answer<M> | undefined> {
    for (let asked: ParamsOf<M> | undefined = params; asked !== undefined;) {
      const client = this.session.running ?? (await this.starting());
      if (client === undefined) {
        await noServer();
        return undefined;
      }
      try {
        const result = await this.status.during(send(client, asked));
        return result && { result, asked };
      } catch (error) {
        const change = await askAgain(error, asked.uri, this);
        asked = change && { ...asked, ...change };
      }
    }
    return undefined;
  }

  /** A command that is given while the server starts waits for it, and says so. */
  private starting(): Thenable<BaseLanguageClient | undefined> {
    const options = {
      location: vscode.ProgressLocation.Window,
      title: t`SPADE: waiting for the language server`,
    };
    return vscode.window.withProgress(options, () => this.session.client());
  }

  private async send<M extends Method>(
    client: BaseLanguageClient,
    method: M,
    params: ParamsOf<M>,
    token: vscode.CancellationToken,
    progress?: Progress,
  ): Promise<Result<M> | undefined> {
    this.tokens += 1;
    const workDoneToken = `spade-${this.tokens}`;
    const listening = progress && client.onProgress(WorkDoneProgress.type, workDoneToken, shownIn(progress));
    try {
      const answered = retryWhileStale(() =>
        client.sendRequest<Result<M>>(method, { ...params, workDoneToken }, token),
      );
      // The person who cancels is not kept waiting until the server has heard of it.
      return await Promise.race([answered, cancelled(token)]);
    } catch (error) {
      if (token.isCancellationRequested) {
        return undefined;
      }
      throw error;
    } finally {
      listening?.dispose();
    }
  }
}

function targetsIn({ prompts }: Result<"spade/prompts">): ListedPrompt[] {
  return prompts.map(({ uri, template, line }) => ({ uri, line, ...(template !== "" && { template }) }));
}

/**
 * Asks again while the server takes a file for unsaved that is not.
 *
 * It compares what the editor shows with the disk. After a file was written the editor takes a moment to show it.
 */
async function retryWhileStale<T>(send: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      const isStale = error instanceof ResponseError && error.code === UNSAVED && !hasUnsavedFiles();
      if (!isStale || attempt === MOST_ATTEMPTS) {
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

function hasUnsavedFiles(): boolean {
  return vscode.workspace.textDocuments.some(({ isDirty, isUntitled }) => isDirty && !isUntitled);
}

function cancelled(token: vscode.CancellationToken): Promise<undefined> {
  return new Promise((resolve) => {
    token.onCancellationRequested(() => {
      resolve(undefined);
    });
  });
}

/** Returns a listener that turns the server's percentages into the editor's increments. */
function shownIn(progress: Progress) {
  let shown = 0;
  return (value: { kind: string; message?: string; percentage?: number }) => {
    if (value.kind === "report") {
      const percentage = value.percentage ?? shown;
      progress.report({ message: sanitize(value.message ?? ""), increment: Math.max(0, percentage - shown) });
      shown = Math.max(shown, percentage);
    }
  };
}
