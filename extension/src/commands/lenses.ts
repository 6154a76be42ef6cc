import * as vscode from "vscode";
import { targetOf } from "../prompts/choosing";
import type { Target } from "../prompts/documents";
import type { Models } from "../models/models";
import type { GenerateParams } from "../protocol";
import type { Asker } from "../requests/asker";
import { runAssertion, showFailing } from "./evaluate";
import { prefer } from "../selection/prefer";
import { reject } from "../generating/reject";

type CarryOut = (target: Target, params: Readonly<Record<string, unknown>>) => Promise<void>;

/** Registers the commands that the server's lenses and code actions name: each is called with the parameters of a request. */
export function registerLensCommands(
  asker: Asker,
  models: Models,
  label: (target: Target) => Promise<void>,
): vscode.Disposable {
  const lens = (command: string, carryOut: CarryOut) =>
    vscode.commands.registerCommand(command, async (argument: unknown) => {
      const target = await targetOf(argument, asker);
      if (target !== undefined) {
        await carryOut(target, argument as Readonly<Record<string, unknown>>);
      }
    });
  return vscode.Disposable.from(
    vscode.commands.registerCommand("spade.manageTrust", () =>
      vscode.commands.executeCommand("workbench.trust.manage"),
    ),
    lens("spade.runAssertion", (target, { name }) =>
      runAssertion(asker, models, { ...target, name: String(name) }),
    ),
    lens("spade.showFailures", (target, { name, exampleId }) =>
      typeof name === "string"
        ? runAssertion(asker, models, { ...target, name })
        : showFailing(asker, models, { ...target, exampleId: String(exampleId) }),
    ),
    lens("spade.labelExample", async (target, { exampleId, label: given, shown }) => {
      await asker.askQuietly("spade/label", {
        ...target,
        action: "set",
        exampleId: String(exampleId),
        label: given === "good" || given === "bad" ? given : null,
        shown: typeof shown === "string" ? shown : null,
      });
    }),
    lens("spade.labelExamples", label),
    lens("spade.reject", (target, { range }) =>
      reject(asker, target, { range: range as NonNullable<GenerateParams["range"]> }),
    ),
    lens("spade.prefer", (target, { name, use }) => prefer(asker, target, String(name), String(use))),
  );
}
