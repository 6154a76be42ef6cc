import * as vscode from "vscode";
import { BaseLanguageClient, State } from "vscode-languageclient";
import { CrashCounter } from "./crashes";
import { Launcher } from "./launch";
import type { Models } from "../models/models";
import { withoutKeys } from "../models/keys";
import { explain, Problem } from "./pythonProblems";
import { Cancelled } from "./processes";
import { Python } from "./python";
import { AtMostOneQueued } from "./queue";
import { createClient } from "./client";
import { Status } from "./status";
import { t } from "../language";

/** What the session tells the person; each is called at most once for one start. */
export interface StartupMessages {
  readonly problem: (problem: Problem) => void;
  readonly notStarted: (command: string) => void;
  readonly givenUp: () => void;
}

/** The one language server of this window: started, restarted, stopped. */
export class Session {
  private latest: BaseLanguageClient | undefined;
  private crashes = new CrashCounter();
  private setUp = new AbortController();
  private readonly starts = new AtMostOneQueued(() => this.stopAndStart());

  constructor(
    private readonly launcher: Launcher,
    private readonly status: Status,
    private readonly log: vscode.LogOutputChannel,
    private readonly startupMessages: StartupMessages,
    private readonly models: Models,
  ) {}

  /** The client of a server that answers; undefined while there is none. */
  get running(): BaseLanguageClient | undefined {
    return this.latest?.isRunning() === true ? this.latest : undefined;
  }

  /** Returns the client of a server that answers, after the start that is going on; undefined when it failed. */
  async client(): Promise<BaseLanguageClient | undefined> {
    await this.starts.settled();
    return this.running;
  }

  /** Starts the server again; while that goes on, at most one more start waits. */
  restart(): Promise<void> {
    this.setUp.abort();
    return this.starts.run();
  }

  /** Stops the server and whatever was being set up. */
  async stop(): Promise<void> {
    this.setUp.abort();
    const stopping = this.latest;
    this.latest = undefined;
    this.crashes.stopping();
    try {
      await stopping?.dispose();
    } catch (error) {
      // One that is still starting cannot be asked to end; its end of the pipe closes with this process.
      this.log.debug(String(error));
    }
  }

  private async stopAndStart(): Promise<void> {
    await this.stop();
    this.setUp = new AbortController();
    this.status.show({ kind: "starting" });
    try {
      const found = await this.launcher.python(this.setUp.signal, (step) => {
        this.status.show({ kind: "starting", step });
      });
      if ("kind" in found) {
        this.refuse(found);
      } else {
        await this.startWith(found);
      }
    } catch (error) {
      if (error instanceof Cancelled) {
        this.log.info("The set-up was cancelled.");
        this.status.show({ kind: "stopped", fact: t`its set-up was cancelled` });
      } else {
        this.refuse({ kind: "unexpected", fact: String(error) });
      }
    }
  }

  private async startWith(python: Python): Promise<void> {
    const trusted = vscode.workspace.isTrusted;
    this.log.info(`Starting the language server with ${python.command} (Python ${python.version}).`);
    const crashes = new CrashCounter();
    this.crashes = crashes;
    // -P and a folder of ours: nothing that lies in the workspace is imported.
    const executable = {
      command: python.command,
      args: ["-P", "-m", "spade_server"],
      cwd: this.launcher.storage,
    };
    const traffic = withoutKeys(this.log, this.models.keys);
    const options = await this.launcher.optionsFor(trusted);
    const client = createClient(executable, options, { log: this.log, traffic }, crashes, () => {
      this.fail(t`crashed five times in three minutes`);
      this.startupMessages.givenUp();
    });
    this.models.attach(client);
    this.latest = client;
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) {
        crashes.started();
        const version = `spade-assertions ${python.spade ?? t`of an unknown version`}`;
        this.status.show({ kind: "running", python: python.version, version, trusted });
        this.log.info("The language server is running.");
      } else if (newState === State.Starting) {
        this.status.show({ kind: "starting" });
      }
    });
    try {
      await client.start();
    } catch (error) {
      this.log.error(error instanceof Error ? error : String(error));
      this.fail(t`the language server did not start`);
      this.startupMessages.notStarted(python.command);
    }
  }

  private refuse(problem: Problem): void {
    this.fail(explain(problem));
    this.startupMessages.problem(problem);
  }

  private fail(fact: string): void {
    this.log.error(`SPADE: ${fact}`);
    this.status.show({ kind: "failed", fact });
  }
}
