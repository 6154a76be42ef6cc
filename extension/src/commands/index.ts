import * as vscode from "vscode";
import { documentOfCommand } from "../documents";
import { LabellingPanel } from "../labelling/panel";
import type { GenerateParams } from "../protocol";
import { Asker } from "../requests";
import type { Session } from "../session";
import type { Status } from "../status";
import { VirtualTexts } from "../virtual";
import { evaluate } from "./evaluate";
import { openExample } from "./example";
import { openAssertions, openExamples } from "./files";
import { Generator } from "./generate";
import { showHistory } from "./history";
import { Reports } from "./report";
import { selectMinimalSet } from "./select";

/** Registers every command that is about a prompt: each finds its document, asks the server, shows the answer. */
export function registerCommands(
  context: vscode.ExtensionContext,
  session: Session,
  status: Status,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const asker = new Asker(session, status);
  const texts = new VirtualTexts("spade");
  const reports = new Reports(asker);
  const generator = new Generator(asker, texts);

  const about = (command: string, carryOut: (uri: vscode.Uri) => Promise<void>) =>
    vscode.commands.registerCommand(command, async (argument: unknown) => {
      try {
        const uri = await documentOfCommand(argument);
        await (uri && carryOut(uri));
      } catch (error) {
        log.error(error instanceof Error ? error : String(error));
        void vscode.window.showErrorMessage(`SPADE: ${String(error)}`);
      }
    });

  return vscode.Disposable.from(
    texts,
    generator,
    about("spade.generate", (uri) => generator.generate(wholeHistory(uri))),
    about("spade.evaluate", (uri) => evaluate(asker, uri)),
    about("spade.select", (uri) => selectMinimalSet(asker, reports, uri)),
    about("spade.openReport", (uri) => reports.open({ uri: uri.toString() })),
    about("spade.showHistory", (uri) => showHistory(asker, texts, uri)),
    about("spade.label", (uri) => LabellingPanel.show(asker, context.extensionUri, uri)),
    about("spade.openAssertions", (uri) => openAssertions(asker, uri)),
    about("spade.openExamples", (uri) => openExamples(asker, uri)),
    vscode.commands.registerCommand("spade.openExample", () => openExample(session.python)),
  );
}

function wholeHistory(uri: vscode.Uri): GenerateParams {
  return { uri: uri.toString() };
}
