import * as vscode from "vscode";
import { Active } from "../prompts/active";
import { targetOf } from "../prompts/choosing";
import type { Target } from "../prompts/documents";
import { LabellingPanel } from "../labelling/panel";
import { complain } from "../editor/notifications";
import { Configuration } from "../models/configure";
import type { Models } from "../models/models";
import type { GenerateParams } from "../protocol";
import { registerOverview } from "../overview";
import { Asker } from "../requests/asker";
import type { Session } from "../server/session";
import type { Status } from "../server/status";
import { registerTesting } from "../testing";
import { VirtualTexts } from "../editor/virtual";
import { compareVersions } from "../history/compare";
import { evaluate } from "./evaluate";
import { getStarted, openExample } from "./example";
import { exportSet } from "./export";
import { openAssertions, openExamples } from "./files";
import { Generator } from "../generating/generate";
import { showHistory } from "../history/history";
import { importExamples } from "../importing/importExamples";
import { registerLensCommands } from "./lenses";
import { Reports } from "../report/panel";
import { ExampleTables } from "../table/editor";
import { runPrompt } from "./respond";
import { selectMinimalSet } from "../selection/select";

/** Registers every command that is about a prompt: each finds its document, asks the server, shows the answer. */
export function registerCommands(
  context: vscode.ExtensionContext,
  session: Session,
  status: Status,
  log: vscode.LogOutputChannel,
  models: Models,
): vscode.Disposable {
  const asker = new Asker(session, status);
  const texts = new VirtualTexts("text");
  const proposals = new VirtualTexts("proposed");
  const reports = new Reports(asker, texts, context.extensionUri);
  const generator = new Generator(asker, proposals, models);
  const tables = new ExampleTables(asker, texts, context, status);
  const configuration = new Configuration(session, models);

  const label = (target: Target) => LabellingPanel.show(asker, models, context, target);
  const about = (command: string, carryOut: (target: Target, argument: unknown) => Promise<void>) =>
    vscode.commands.registerCommand(command, async (argument: unknown) => {
      try {
        const target = await targetOf(argument, asker);
        await (target && carryOut(target, argument));
      } catch (error) {
        log.error(error instanceof Error ? error : String(error));
        void complain(`SPADE: ${String(error)}`);
      }
    });

  return vscode.Disposable.from(
    texts,
    proposals,
    generator,
    tables,
    about("spade.generate", (target, argument) =>
      generator.generate({ ...target, range: rangeOf(argument) }),
    ),
    about("spade.evaluate", (target) => evaluate(asker, models, target)),
    about("spade.select", (target) => selectMinimalSet(asker, models, reports, target)),
    about("spade.openReport", (target) => reports.open(target)),
    about("spade.showHistory", (target) => showHistory(asker, texts, target)),
    about("spade.compareVersions", (target, argument) => compareVersions(asker, texts, target, argument)),
    about("spade.label", label),
    about("spade.pasteResponses", (target) => LabellingPanel.show(asker, models, context, target, true)),
    about("spade.respond", (target) =>
      runPrompt(asker, models, target, (asked) => tables.showIfThere(asked, "none")),
    ),
    about("spade.importExamples", (target) => importExamples(asker, texts, target)),
    about("spade.export", (target) => exportSet(asker, target)),
    about("spade.openAssertions", (target) => openAssertions(asker, target)),
    about("spade.openExamples", (target) => openExamples(asker, target)),
    about("spade.openTable", (target, argument) => tables.show(target, labelOf(argument))),
    registerLensCommands(asker, models, label),
    registerTesting(asker, models, status),
    registerOverview(asker, status),
    new Active(asker, status),
    vscode.commands.registerCommand("spade.configureModel", () => configuration.ask()),
    vscode.commands.registerCommand("spade.openExample", () => openExample(context)),
    vscode.commands.registerCommand("spade.getStarted", getStarted),
  );
}

/** Returns the label whose examples a row of the view is about; undefined for all. */
function labelOf(argument: unknown): string | undefined {
  const label = (argument as { label?: unknown } | undefined)?.label;
  return typeof label === "string" ? label : undefined;
}

/** Returns the range that a code action is about; null for the whole history. */
function rangeOf(argument: unknown): NonNullable<GenerateParams["range"]> | null {
  return (argument as Partial<GenerateParams> | undefined)?.range ?? null;
}
